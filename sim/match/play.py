"""Playing whole games: one with its log, or a match of many in blocks, the same bits whatever the number of jobs.

A block of games is a function of (seats, seed, first game, number); workers share nothing, so nothing depends on them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.match.log import EventLog
from sim.match.whole import BlockResult, GameResult, Seats, WholeGame

BLOCK = 50
"""Games a block: small enough to share out evenly, large enough that nobody waits for bookkeeping."""


@dataclass(frozen=True)
class Played:
    """One game: how it ended, its events and the summaries of its turns, shape (turns + 1, columns), if asked for."""

    result: GameResult
    events: EventLog | None
    turns: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class MatchResult:
    """Many games: columns of results, shape (games,), per-turn summaries, shape (games, turns + 1, columns), if asked.

    `tally` holds attacks by turn, side, column and result, over all games.
    """

    columns: Mapping[str, NDArray[np.int64]]
    turns: NDArray[np.int64] | None
    tally: NDArray[np.int64]
    seconds: float

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.columns["vp_margin"])

    def summary(self, won_above: int = 0) -> dict[str, float]:
        """Return the first side's share of wins with its 95 % Wilson interval, the margin, attacks and moves a game."""
        n = self.games
        margin = self.columns["vp_margin"]
        won = int((margin > won_above).sum())
        low, high = wilson(won, n)
        attacks = sum(self.columns[c].sum() for c in self.columns if c.startswith(("attacks", "overruns")))
        return {
            "games": n, "seconds": self.seconds, "games_per_s": n / max(self.seconds, 1e-9), "p_first_win": won / n,
            "ci_low": low, "ci_high": high, "vp_margin_mean": float(margin.mean()),
            "vp_margin_se": float(margin.std(ddof=1) / sqrt(n)) if n > 1 else 0.0,
            "attacks_per_game": float(attacks / n), "moves_per_game": float(self.columns["moves"].mean()),
        }  # fmt: skip


def wilson(won: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share.

    >>> [round(x, 3) for x in wilson(5, 10)]
    [0.237, 0.763]
    """
    p = won / n
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    middle = p + z * z / (2 * n)
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def play_game(whole: WholeGame, seed: int, game: int = 0, seats: Seats | None = None, log: bool = True) -> Played:
    """Play one game of a match: number `game` of this seed."""
    seats = seats or Seats(*whole.usual)
    if log:
        result, events = whole.play_logged(seats, seed, game)
        return Played(result, events, whole.play_block(seats, seed, game, 1, True).turns[0])
    block = whole.play_block(seats, seed, game, 1, False)
    return Played(result_of(whole, game, block.results[0]), None)


def result_of(whole: WholeGame, game: int, row: NDArray[Any]) -> GameResult:
    """Return one row of results as a value."""
    numbers = dict(zip(whole.result_columns, (int(v) for v in row), strict=True))
    winner, level = whole.level_of(numbers["vp_margin"])
    return GameResult(game, winner, level, numbers["vp_margin"], numbers.get("turns", whole.turns), numbers)


def play_blocks(
    whole: WholeGame, n: int, seed: int, seats: Seats | None = None, jobs: int = 1, turns: bool = False, first: int = 0
) -> Iterator[tuple[int, BlockResult]]:
    """Yield the blocks of a match in order, with the number of each one's first game; threads share the work.

    Kernels hold no lock, so threads use all cores; at most a few blocks wait to be taken.
    """
    seats = seats or Seats(*whole.usual)
    starts = list(range(first, first + n, BLOCK))
    sizes = [min(BLOCK, first + n - start) for start in starts]
    if jobs == 1:
        for start, size in zip(starts, sizes, strict=True):
            yield start, whole.play_block(seats, seed, start, size, turns)
        return
    with ThreadPoolExecutor(jobs) as pool:
        ahead = 4 * jobs
        waiting = []
        for at in range(len(starts) + ahead):
            if at < len(starts):
                waiting.append((starts[at], pool.submit(whole.play_block, seats, seed, starts[at], sizes[at], turns)))
            if waiting and (at >= ahead or at >= len(starts)):
                start, block = waiting.pop(0)
                yield start, block.result()


def play_match(
    whole: WholeGame, n: int, seed: int = 0, seats: Seats | None = None, jobs: int = 1, turns: bool = False
) -> MatchResult:
    """Play n games and gather their results; memory grows by a row of numbers a game."""
    begun = time.perf_counter()
    blocks = [block for _, block in play_blocks(whole, n, seed, seats, jobs, turns)]
    results = np.concatenate([block.results for block in blocks])
    tally = np.sum([block.tally for block in blocks], axis=0)
    gathered = np.concatenate([block.turns for block in blocks]) if turns else None
    columns = {name: results[:, at] for at, name in enumerate(whole.result_columns)}
    return MatchResult(columns, gathered, tally, time.perf_counter() - begun)
