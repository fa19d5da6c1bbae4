"""How a game is won over its turns: the chance to win as the game stands, when it is decided, swings, drama, comebacks.

The chance is fitted on played games: by turn, the share of games won as a rising function of where they stand
(isotonic regression, Barlow et al. 1972, by SciPy). Each half of the games is judged by the fit of the other half, so
that no game tells of itself. Measures after Browne (Automatic Generation and Evaluation of Recombination Games, 2008):
drama, lead changes, killer moves; resolved variance after the martingale of chances (its increments are uncorrelated).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from analysis.studies.intervals import proportion_interval
from analysis.warehouse.played import CONFIDENCE

SURE, LOST = 0.9, 0.2
"""The chance from which on a game counts as decided, and the one from below which winning it is a comeback."""
Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Pace:
    """Measures of a set of games, each a share of games or a mean over them.

    `swing` is the mean of all changes of the chance in a game, summed; `drama` the mean chance that the winner lacked
    while behind, over the turns (0 where he always led); `comeback` the share of games won from a chance below `LOST`;
    `lead_changes` a game; `decided` by turn, as `is_decided` counts it.
    """

    n: int
    swing: float
    drama: float
    comeback: float
    lead_changes: float
    decided: Chances
    resolved: Chances


def win_chances(stands: NDArray[Any], won: NDArray[np.bool_]) -> Chances:
    """Return the first side's chance to win at the end of each turn of each game, shape (games, turns).

    `stands`, of the same shape, is where a game stands, such as points if it ended now; `won` (games,) who did. After
    the last turn a chance is what came of it if `stands` decides it.
    """
    found = np.empty(stands.shape)
    half = np.arange(len(won)) % 2 == 0
    for known, asked in ((half, ~half), (~half, half)) if len(won) > 1 else ((half, half),):
        for turn in range(stands.shape[1]):
            found[asked, turn] = _fitted(stands[known, turn], won[known], stands[asked, turn])
    return found


def _fitted(at: NDArray[Any], won: NDArray[np.bool_], asked: NDArray[Any]) -> Chances:
    """Return the chance at values asked for: of the pool of games around each, half a game added to either side."""
    values, where = np.unique(at, return_inverse=True)
    n, k = np.bincount(where).astype(float), np.bincount(where, weights=won)
    pools = isotonic_regression(k / n, weights=n).blocks
    starts = pools[:-1]
    chance = (np.add.reduceat(k, starts) + 0.5) / (np.add.reduceat(n, starts) + 1)
    pool = np.searchsorted(values[starts], asked, side="right") - 1
    return chance[np.clip(pool, 0, len(chance) - 1)]


def chance_at(stands: NDArray[Any], won: NDArray[np.bool_], asked: float) -> tuple[float, float, float, int]:
    """Return the chance to win where a game stands after a turn, with its exact interval, and how many games tell it.

    `stands` and `won`, shape (games,), are played games after the same turn; the games that tell are the pool around
    the value asked for. The interval takes the pool as it is.
    """
    values, where = np.unique(stands, return_inverse=True)
    n, k = np.bincount(where), np.bincount(where, weights=won)
    starts = isotonic_regression(k / n, weights=n.astype(float)).blocks[:-1]
    pool = max(int(np.searchsorted(values[starts], asked, side="right")) - 1, 0)
    many, hits = int(np.add.reduceat(n, starts)[pool]), int(np.add.reduceat(k, starts)[pool])
    low, high = proportion_interval([hits], [many], CONFIDENCE)
    return (hits + 0.5) / (many + 1), float(low[0]), float(high[0]), many


def reliability(chances: Chances, won: NDArray[np.bool_], bins: int = 10) -> pl.DataFrame:
    """Return how often games were won by the chance that was given them: a row a tenth, with exact intervals.

    Columns low, high, n, given (mean chance), p (share won), ci_low, ci_high. Both arguments shape (...).
    """
    at = np.minimum((chances.ravel() * bins).astype(int), bins - 1)
    n, given, k = (np.bincount(at, weights, bins) for weights in (None, chances.ravel(), won.ravel()))
    found = pl.DataFrame({"bin": np.arange(bins), "n": n, "given": given / np.maximum(n, 1), "k": k.astype(int)})
    found = found.filter(pl.col("n") > 0)
    low, high = proportion_interval(found["k"], found["n"], CONFIDENCE)
    return found.select(
        (pl.col("bin") / bins).alias("low"), ((pl.col("bin") + 1) / bins).alias("high"), "n", "given",
        (pl.col("k") / pl.col("n")).alias("p"), pl.Series("ci_low", low), pl.Series("ci_high", high),
    )  # fmt: skip


def is_decided(chances: Chances, won: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether from a turn on to the end the later winner's chance stays at `SURE` or more, shape as chances.

    A game that could still be lost later was not decided: once decided, decided to the end.

    >>> is_decided(np.array([[0.95, 0.5, 0.92, 1.0]]), np.array([True])).tolist()
    [[False, False, True, True]]
    """
    sure = np.where(won[:, None], chances, 1 - chances) >= SURE
    return np.logical_and.accumulate(sure[:, ::-1], axis=1)[:, ::-1]


def pace(chances: Chances, won: NDArray[np.bool_]) -> Pace:
    """Return the measures of games from their chances by turn, shape (games, turns), and who won, shape (games,)."""
    mine = np.where(won[:, None], chances, 1 - chances)
    ahead = chances >= 0.5
    steps = np.diff(np.c_[np.full(len(won), won.mean()), chances, won], axis=1)
    total = float((steps**2).mean(axis=0).sum())
    return Pace(
        n=len(won), swing=float(np.abs(np.diff(chances, axis=1)).sum(axis=1).mean()),
        drama=float(np.clip(0.5 - mine, 0, None).mean()), comeback=float((mine.min(axis=1) < LOST).mean()),
        lead_changes=float((ahead[:, 1:] != ahead[:, :-1]).sum(axis=1).mean()),
        decided=is_decided(chances, won).mean(axis=0),
        resolved=(steps**2).mean(axis=0) / total if total else np.zeros(steps.shape[1]),
    )  # fmt: skip


def killer_turns(chances: Chances) -> tuple[NDArray[np.int64], Chances]:
    """Return the turn (1, 2, ...) of each game on which the chance moved most, and by how much, shape (games,) each.

    The chance before the first turn is that of all games together.
    """
    steps = np.diff(np.c_[np.full(len(chances), chances[:, 0].mean()), chances], axis=1)
    at = np.abs(steps).argmax(axis=1)
    return at + 1, steps[np.arange(len(at)), at]


def snowball(stands: NDArray[Any]) -> Chances:
    """Return by turn how what a side gains goes with what it had: the slope of the next change on the standing.

    `stands` has shape (games, turns); the result (turns - 1,). Above 0 a lead grows by itself, below 0 it melts:
    the coefficient, less one, of a first-order autoregression (Box and Jenkins, Time Series Analysis, 1970, 3.2).
    """
    centered = stands - stands.mean(axis=0)
    before, gained = centered[:, :-1], np.diff(centered, axis=1)
    spread = (before**2).sum(axis=0)
    return np.divide((before * gained).sum(axis=0), spread, out=np.zeros(spread.shape), where=spread > 0)
