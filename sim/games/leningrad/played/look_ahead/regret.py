"""Who regrets where he went: mobile units out of supply, and all who went to, or left, a hex that then loses a step.

The step is taken by the rival's reply. Mobile units that went where no friend is beside them are noted apart: they need
not suffer, but may. So much for Germans; of Soviets it is those who left a hex of Leningrad that Germans are near.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import CITY_VP, INF_TYPE, N_GERMAN, N_UNITS, SOVIET, TYPE
from sim.games.leningrad.players.held import bit_of
from sim.games.leningrad.players.values import NEAR, are_germans_within
from sim.map.forces.supply import has_line
from sim.map.forces.world import CLASS, COUNT, HEX, ON_MAP, SIDE, START, STATE, STEPS, TURN, World
from sim.match.compiled import kernel

_STEPS, _HEX, _WENT, _FROM, N_ROWS = range(5)
"""Rows of notes by unit: steps left, the hex, whether it is another than before the turn, the hex before it."""
_EARLY, _LATE = 4, 9
"""Turns in which those are noted who have nobody beside them: in others it hardly ever pays to keep them back."""


@kernel
def note(w: World, side: int, notes) -> int:  # type: ignore[no-untyped-def]
    """Note where Germans stand after their half turn; return bits for mobile ones that went where nothing feeds them.

    Of Soviets nothing is noted but who left Leningrad.
    """
    if side == SOVIET:
        return _leavers(w)
    hungry = 0
    for u in range(N_UNITS):
        on_map = w.u[STATE, u] == ON_MAP and w.u[SIDE, u] == side
        notes[_STEPS, u] = w.u[STEPS, u] if on_map else 0
        notes[_HEX, u] = w.u[HEX, u]
        notes[_FROM, u] = w.u[START, u]
        notes[_WENT, u] = 1 if on_map and w.u[START, u] >= 0 and w.u[START, u] != w.u[HEX, u] else 0
        if notes[_WENT, u] == 1 and w.u[TYPE, u] != INF_TYPE and has_line(w, side, w.u[CLASS, u], w.u[HEX, u]) == 0:
            hungry |= bit_of(side, u)
    return hungry


@kernel
def _leavers(w: World) -> int:
    """Return bits for Soviets who left a hex of Leningrad that Germans are near."""
    found = 0
    for u in range(N_GERMAN, N_UNITS):
        begun = w.u[START, u]
        if w.u[STATE, u] == ON_MAP and begun >= 0 and begun != w.u[HEX, u] and w.x[CITY_VP, begun] > 0:
            found |= bit_of(SOVIET, u) if are_germans_within(w, begun, NEAR) else 0
    return found


@kernel
def movers(w: World, side: int) -> int:
    """Return bits for those who end a half turn elsewhere than they began it."""
    found = 0
    for u in range(N_UNITS):
        begun = w.u[START, u]
        if w.u[STATE, u] == ON_MAP and w.u[SIDE, u] == side and begun >= 0 and begun != w.u[HEX, u]:
            found |= bit_of(side, u)
    return found


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
    """Return bits for those who went into, or left, hexes of `note` in which somebody has lost a step since."""
    found = 0
    for u in range(N_UNITS):
        if notes[_STEPS, u] == 0 or (w.u[STATE, u] == ON_MAP and w.u[STEPS, u] >= notes[_STEPS, u]):
            continue
        at = notes[_HEX, u]
        for other in range(N_UNITS):
            if notes[_WENT, other] == 1 and (notes[_HEX, other] == at or notes[_FROM, other] == at):
                found |= bit_of(side, other)
    return found
