"""Who regrets where he went: mobile units out of supply, and all in a hex where the rival's reply takes a step."""

from __future__ import annotations

from sim.games.leningrad.map.fields import INF_TYPE, N_UNITS, TYPE
from sim.games.leningrad.players.held import bit_of
from sim.map.forces.supply import has_line
from sim.map.forces.world import CLASS, HEX, ON_MAP, SIDE, START, STATE, STEPS, World
from sim.match.compiled import kernel

_STEPS, _HEX, _WENT, N_ROWS = range(4)
"""Rows of notes by unit: steps left, the hex, whether it is another than before the turn."""


@kernel
def note(w: World, side: int, notes) -> int:  # type: ignore[no-untyped-def]
    """Note where a side stands after its half turn; return bits for mobile units that went where nothing feeds them."""
    hungry = 0
    for u in range(N_UNITS):
        on_map = w.u[STATE, u] == ON_MAP and w.u[SIDE, u] == side
        notes[_STEPS, u] = w.u[STEPS, u] if on_map else 0
        notes[_HEX, u] = w.u[HEX, u]
        notes[_WENT, u] = 1 if on_map and w.u[START, u] >= 0 and w.u[START, u] != w.u[HEX, u] else 0
        if notes[_WENT, u] == 1 and w.u[TYPE, u] != INF_TYPE and has_line(w, side, w.u[CLASS, u], w.u[HEX, u]) == 0:
            hungry |= bit_of(side, u)
    return hungry


@kernel
def sufferers(w: World, side: int, notes) -> int:  # type: ignore[no-untyped-def]
    """Return bits for those who went into hexes of `note` in which somebody has lost a step since."""
    found = 0
    for u in range(N_UNITS):
        if notes[_STEPS, u] == 0 or (w.u[STATE, u] == ON_MAP and w.u[STEPS, u] >= notes[_STEPS, u]):
            continue
        for other in range(N_UNITS):
            if notes[_WENT, other] == 1 and notes[_HEX, other] == notes[_HEX, u]:
                found |= bit_of(side, other)
    return found
