"""What the dice of a game of Leningrad are for; a die is 1 to 6 [8.3]."""

from __future__ import annotations

from sim.referee.dice import order

DEAL, COMBAT, OVERRUN = 1, 2, 3
"""Purposes; the players' own and the set-up's are no concern of the referee."""


def deal(n: int, seed: int, game: int, kind: int) -> list[int]:
    """Return the order in which n counters of a kind (0 infantry, 1 mobile) fill their slots [12.0]."""
    return order(n, seed, game, DEAL, kind * 1000)
