"""Which weights were asked for in a half turn: plans that differ in none of them have led to the same so far.

Only weights in which the plans of players that look ahead differ are noted, where they are read; those of a position
where a unit ends its move all at once. Any other weight counts as asked for from the start.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import ASKED
from sim.games.leningrad.players.names import (
    W_ATTACK,
    W_CARE,
    W_COMPANY,
    W_COUNTER,
    W_COVER,
    W_EXPOSURE,
    W_FORT_NEAR,
    W_GAP,
    W_GOAL,
    W_HOLD,
    W_LINE,
    W_OVERRUN,
)
from sim.map.forces.world import World
from sim.match.compiled import kernel

ENDS = 1 << W_COMPANY | 1 << W_COVER | 1 << W_EXPOSURE | 1 << W_GAP | 1 << W_GOAL | 1 << W_LINE
"""A bit for each weight that is asked for where a unit ends its move, and nowhere else [`best_end`]."""
NOTED = ENDS | 1 << W_ATTACK | 1 << W_CARE | 1 << W_COUNTER | 1 << W_FORT_NEAR | 1 << W_HOLD | 1 << W_OVERRUN
ALWAYS = (1 << 62) - 1 & ~NOTED


@kernel
def note(w: World, weights: int) -> None:
    """Note that these weights are asked for, a bit each."""
    w.s[ASKED] |= weights


@kernel
def weight(w: World, side: int, k: int) -> int:
    """Return a weight of a side, and note that it was asked for."""
    w.s[ASKED] |= 1 << k
    return w.weights[side, k]
