"""Who sits where: each side's kind of player, its weights, and its own stream of random numbers."""

from __future__ import annotations

from sim.games.leningrad.map.fields import POLICY, RNG
from sim.map.forces.world import GAME, PHASE, SEED, TURN, World
from sim.match.compiled import kernel
from sim.match.dice import POLICY_GERMAN, number

RANDOM, QUICK, STRONG = 0, 1, 2
"""Kinds of players."""


@kernel
def roll(w: World, side: int, n: int) -> int:
    """Return a whole number below n from the stream of a side's player; combat dice are never touched."""
    w.s[RNG + side] += 1
    return number(n, w.s[SEED], w.s[GAME], w.s[TURN], w.s[PHASE], POLICY_GERMAN + side, w.s[RNG + side])


@kernel
def is_random(w: World, side: int) -> bool:
    """Return whether a side does any legal thing."""
    return w.s[POLICY + side] == RANDOM
