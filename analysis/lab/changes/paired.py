"""Paired games: the same dice for two ways of playing a side, so that the difference is theirs alone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from analysis.studies.intervals import proportion_interval

MarginsFrom = Callable[[int, int], NDArray[np.int64]]
"""Margins of n games from a first one on, shape (n,), for the side that gains by them."""
BLOCK = 25
POINTS, WINS = "points a game", "wins in a hundred games"
"""What a gain is counted in, with points and without."""


@dataclass(frozen=True)
class Gain:
    """What one way of playing wins over another a game, in victory points: mean, 95 % interval by Student's t, games.

    In a game without points the unit is wins in a hundred games.
    """

    mean: float
    ci_low: float
    ci_high: float
    n: int

    def __str__(self) -> str:
        """Return the gain with its interval in words."""
        return self.said(POINTS)

    def said(self, unit: str) -> str:
        """Return the gain in a unit with its interval in words."""
        interval = f"{self.ci_low:+.2f} to {self.ci_high:+.2f}"
        return f"{self.mean:+.2f} {unit} (95 % interval {interval}; n = {self.n:,})"


def gain_of(differences: NDArray[Any]) -> Gain:
    """Return the mean of paired differences with its interval; differences that are all alike have no width.

    >>> gain_of(np.zeros(4, int))
    Gain(mean=0.0, ci_low=0.0, ci_high=0.0, n=4)
    """
    n = len(differences)
    mean = float(differences.mean())
    error = float(differences.std(ddof=1) / sqrt(n)) if n > 1 else 0.0
    if not error:
        return Gain(mean, mean, mean, n)
    low, high = t.interval(0.95, n - 1, mean, error)
    return Gain(mean, float(low), float(high), n)


def gain_over_many(n_won: int, n: int, usual: float, many: int) -> Gain:
    """Return what a share of n games is above one known from far more, in wins in a hundred, with its 95 % interval.

    The two are no pairs: Newcombe's hybrid interval (Statistics in Medicine 17, 1998) from the exact ones of both.

    >>> gain = gain_over_many(10, 100, 0.1, 4000)
    >>> gain.mean, gain.ci_low < 0 < gain.ci_high
    (0.0, True)
    """
    share = n_won / n
    (low, usual_low), (high, usual_high) = proportion_interval([n_won, usual * many], [n, many], 0.95)
    down, up = hypot(share - low, usual_high - usual), hypot(high - share, usual - usual_low)
    apart = share - usual
    return Gain(100 * apart, 100 * (apart - down), 100 * (apart + up), n)


def played(games: MarginsFrom, first: int, n: int, jobs: int) -> NDArray[np.int64]:
    """Return the margins of n games, shared out over threads; any number of them gives the same."""
    starts = range(first, first + n, BLOCK)
    sizes = [min(BLOCK, first + n - start) for start in starts]
    if jobs == 1:
        return np.concatenate([games(start, size) for start, size in zip(starts, sizes, strict=True)])
    with ThreadPoolExecutor(jobs) as pool:
        return np.concatenate(list(pool.map(games, starts, sizes)))


def games_saved(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Return how many times as many games two runs on dice of their own would need for an interval as narrow.

    `one` and `other`, shape (n,), are the same games played two ways: the sum of their variances over the variance of
    their differences (Law, Simulation Modeling and Analysis, 5th ed., 11.2); below 1 where common dice do harm.

    >>> round(float(games_saved(np.array([1, 2, 3, 4]), np.array([2, 3, 4, 6]))), 2)
    18.33
    """
    apart = float(np.var(one - other, ddof=1)) if len(one) > 1 else 0.0
    return float(np.var(one, ddof=1) + np.var(other, ddof=1)) / apart if apart else np.inf
