"""Who regrets where he went: mobile units out of supply, and all in a hex where the rival's reply takes a step.

Mobile units that went where no friend is beside them are noted apart: they need not suffer, but may.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import INF_TYPE, N_UNITS, TYPE
from sim.games.leningrad.players.held import bit_of
from sim.map.forces.supply import has_line
from sim.map.forces.world import CLASS, COUNT, HEX, ON_MAP, SIDE, START, STATE, STEPS, TURN, World
from sim.match.compiled import kernel

_STEPS, _HEX, _WENT, N_ROWS = range(4)
"""Rows of notes by unit: steps left, the hex, whether it is another than before the turn."""
_EARLY, _LATE = 4, 9
"""Turns in which those are noted who have nobody beside them: in others it hardly ever pays to keep them back."""


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
def loners(w: World, side: int, notes) -> int:  # type: ignore[no-untyped-def]
    """Return bits for mobile units that, by a `note` just taken, went where no friend is beside them."""
    found = 0
    if w.s[TURN] < _EARLY or w.s[TURN] > _LATE:
        return 0
    for u in range(N_UNITS):
        if notes[_WENT, u] == 1 and w.u[TYPE, u] != INF_TYPE and not _has_friend_beside(w, side, w.u[HEX, u]):
            found |= bit_of(side, u)
    return found


@kernel
def _has_friend_beside(w: World, side: int, h: int) -> bool:
    for d in range(w.neighbors.shape[1]):
        n = w.neighbors[h, d]
        if n >= 0 and w.x[COUNT + side, n] > 0:
            return True
    return False


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
