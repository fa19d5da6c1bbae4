"""Intervals for what was sampled; the statistics are SciPy's."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv  # all of `scipy.stats` takes a second to import

Floats = NDArray[np.float64]


def proportion_interval(n: ArrayLike, n_games: ArrayLike, confidence: float = 0.99) -> tuple[Floats, Floats]:
    """Return the exact (Clopper-Pearson) interval of a share, each bound of shape (...).

    >>> low, high = proportion_interval(0, 100)
    >>> float(low), round(float(high), 3)
    (0.0, 0.052)
    """
    k, total = np.broadcast_arrays(np.asarray(n, float), np.asarray(n_games, float))
    tail = (1 - confidence) / 2
    with np.errstate(invalid="ignore"):
        low = np.where(k == 0, 0.0, betaincinv(k, total - k + 1, tail))
        high = np.where(k == total, 1.0, betaincinv(k + 1, total - k, 1 - tail))
    return low, high


def mean_interval(mean: float, variance: float, n: int, span: float, confidence: float = 0.99) -> tuple[float, float]:
    """Return an interval for the mean of bounded values that holds for every law, also one that is almost certain.

    The empirical Bernstein bound of Maurer and Pontil (2009), from the sample's variance and the span between the
    lowest and the highest value there can be; the normal interval has no width where a sample shows a single value.

    >>> low, high = mean_interval(1.0, 0.0, 32_768, span=10)
    >>> low < 1 < high < 1.01
    True
    """
    log = math.log(4 / (1 - confidence))
    half = math.sqrt(2 * variance * log / n) + 7 * span * log / (3 * (n - 1))
    return mean - half, mean + half


def quantile(values: ArrayLike, p: ArrayLike, q: float) -> int:
    """Return the smallest value whose cumulative probability reaches q; values in rising order.

    >>> quantile([1, 2, 3], [0.25, 0.25, 0.5], 0.5)
    2
    """
    reached = np.cumsum(np.asarray(p, float)) >= q - 1e-12
    return int(np.asarray(values)[int(np.argmax(reached))])


def reached_by(shares: Sequence[tuple[int, float]], last: int, q: float) -> int:
    """Return the turn by which a share q of games has come to something, one beyond the last where fewer do.

    `shares` are pairs of a turn, 0 for never, and the share of games that come to it then.

    >>> [reached_by([(0, 0.25), (4, 0.5), (6, 0.25)], 10, q) for q in (0.5, 0.75, 0.9)]
    [4, 6, 11]
    """
    order = sorted((turn or last + 1, share) for turn, share in shares)
    return quantile([turn for turn, _ in order], [share for _, share in order], q)
