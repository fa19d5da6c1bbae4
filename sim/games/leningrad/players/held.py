"""Units that a player who looks ahead holds back for a turn: they do not march and take no hex that a battle empties.

They fight from where they stand. There is a bit for each unit of a side, as in `World.reach`, and one above them if
they may march and only take no hex.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_HELD, GERMAN, N_GERMAN, N_UNITS
from sim.map.forces.world import DONE, World
from sim.match.compiled import kernel

MAY_MARCH = 1 << 62
"""Beside the bits of units: they only take no hex that a battle empties."""
EAGER = 1 << 61
"""Beside the bits of units, in a battle: whoever of the others wins goes on as far as he may."""


@kernel
def bit_of(side: int, u: int) -> int:
    """Return the bit of a unit."""
    return 1 << (u - (0 if side == GERMAN else N_GERMAN))


@kernel
def is_held(w: World, side: int, u: int) -> bool:
    """Return whether a unit is held back."""
    return w.ahead[A_HELD + side] & bit_of(side, u) != 0


@kernel
def is_eager(w: World, side: int) -> bool:
    """Return whether winners go on as far as they may."""
    return w.ahead[A_HELD + side] & EAGER != 0


@kernel
def end_moves_of_held(w: World, side: int) -> None:
    """Let units that are held back end their moves before they begin, unless they may march."""
    if w.ahead[A_HELD + side] == 0 or w.ahead[A_HELD + side] & MAY_MARCH != 0:
        return
    first, last = (0, N_GERMAN) if side == GERMAN else (N_GERMAN, N_UNITS)
    for u in range(first, last):
        if is_held(w, side, u):
            w.u[DONE, u] = 1
