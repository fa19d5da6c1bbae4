"""Units that a player who looks ahead holds back for a turn: they do not march and take no hex that a battle empties.

They fight from where they stand. There is a bit for each unit of a side, as in `World.reach`, one above them if they
may march and only take no hex, and one if on the contrary they do not end their march where it begins. With both one
unit is meant, which ends its move elsewhere than where it does best.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_HELD, GERMAN, N_GERMAN, N_UNITS
from sim.map.forces.world import DONE, World
from sim.match.compiled import kernel

MAY_MARCH = 1 << 62
"""Beside the bits of units: they only take no hex that a battle empties."""
MUST_GO = 1 << 61
"""Beside the bits of units: nobody is held back; those whom no battle and no post claims go elsewhere if they can."""
OTHER_END = MAY_MARCH | MUST_GO
"""Both, in place of all bits: nobody is held back, but one unit does not end its move where it does best."""
PLACE, MOST_PLACES = 1 << 7, 4
"""Below the first stands then the unit, from it on how many of its best ends it passes over: the second at most."""


@kernel
def bit_of(side: int, u: int) -> int:
    """Return the bit of a unit."""
    return 1 << (u - (0 if side == GERMAN else N_GERMAN))


@kernel
def is_held(w: World, side: int, u: int) -> bool:
    """Return whether a unit is held back."""
    held = w.ahead[A_HELD + side]
    return held & MUST_GO == 0 and held & bit_of(side, u) != 0


@kernel
def goes(w: World, side: int, u: int) -> bool:
    """Return whether a unit is not to end its march where it begins."""
    held = w.ahead[A_HELD + side]
    return held & OTHER_END == MUST_GO and held & bit_of(side, u) != 0


@kernel
def sent_elsewhere(u: int, places: int) -> int:
    """Return what stands for a unit that passes over so many of its best ends."""
    return OTHER_END | places * PLACE | u


@kernel
def passes_over(w: World, side: int, u: int) -> int:
    """Return how many of its best ends a unit passes over."""
    held = w.ahead[A_HELD + side]
    if held & OTHER_END != OTHER_END or held % PLACE != u:
        return 0
    return held // PLACE % PLACE


@kernel
def end_moves_of_held(w: World, side: int) -> None:
    """Let units that are held back end their moves before they begin, unless they may march."""
    if w.ahead[A_HELD + side] == 0 or w.ahead[A_HELD + side] & OTHER_END != 0:
        return
    first, last = (0, N_GERMAN) if side == GERMAN else (N_GERMAN, N_UNITS)
    for u in range(first, last):
        if is_held(w, side, u):
            w.u[DONE, u] = 1
