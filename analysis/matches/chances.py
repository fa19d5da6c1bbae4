"""How likely each side is to win as a game goes on: the rest played many times with fresh dice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from sim.match.play import wilson
from sim.match.saved import Saved
from sim.match.whole import Seats, WholeGame

ROLLOUTS = 100
"""Games that go on from each position."""


@dataclass(frozen=True)
class Chance:
    """The share of n games that the first side wins before a phase, its 95 % Wilson interval, and the mean margin."""

    turn: int
    phase: int
    n: int
    p: float
    low: float
    high: float
    margin: float


def chances(whole: WholeGame, saved: Sequence[Saved], seats: Seats, n: int, jobs: int = 2) -> list[Chance]:
    """Return the chance at every stopped game: its rest played n times by `seats`, or by who is quicker in their place.

    What is hidden is dealt anew. All positions use the same n sets of dice, so that they differ by the position; none
    is a set of the game itself.
    """
    if not saved or n < 1:
        return []
    seed, players = fresh_seed(saved[0].seed, saved[0].game), whole.goes_on(seats)
    with ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda one: whole.positions.rest(one, players, n, seed, 0), saved))
    return [_chance(whole, one, margins.tolist()) for one, margins in zip(saved, rows, strict=True)]


def fresh_seed(seed: int, game: int) -> int:
    """Return the seed of such games: one that has nothing to do with the dice of the game itself."""
    digest = hashlib.sha256(f"rest of a game|{seed}|{game}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _chance(whole: WholeGame, at: Saved, margins: list[int]) -> Chance:
    won = sum(whole.level_of(margin)[0] == whole.sides[0] for margin in margins)
    low, high = wilson(won, len(margins))
    return Chance(at.turn, at.phase, len(margins), won / len(margins), low, high, float(np.mean(margins)))
