"""What makes a game fair: the bid at which each side wins half of the games, and the cuts between levels of victory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from analysis.errors import KesselError
from analysis.warehouse.played import CONFIDENCE


def fair_bid(bids: NDArray[np.int64], confidence: float = CONFIDENCE) -> tuple[int, int, int]:
    """Return the largest bid with which at least half of the games are still won, and its interval by order statistics.

    `bids` (n,) are the points that the first side could give away in each game and still win it. The interval is that
    of a median, for every law (David and Nagaraja, Order Statistics, 3rd ed., 7.1).

    >>> fair_bid(np.array([-3, -2, 5, 9]))[0]  # with 5 it wins two of four, with 6 one
    5
    """
    return _quantile(np.sort(bids), len(bids) // 2, 0.5, confidence)


def level_cuts(
    margins: NDArray[np.int64], shares: Sequence[float], confidence: float = CONFIDENCE
) -> list[tuple[int, int, int]]:
    """Return the least margin of each level but the worst, the best first, so that levels are as frequent as stated.

    `shares` are those of the levels from the best to the worst and add up to one; `margins` (n,) those of played games.
    Each cut comes with its interval by order statistics. `KesselError` if the shares do not add up.

    >>> [cut for cut, *_ in level_cuts(np.arange(100), (0.1, 0.4, 0.3, 0.2))]
    [90, 50, 20]
    """
    if len(shares) < 2 or min(shares) <= 0 or abs(sum(shares) - 1) > 1e-9:
        raise KesselError(
            f"the shares of levels are {', '.join(map(str, shares))}; expected two or more that add up to 1"
        )
    ordered, n = np.sort(margins), len(margins)
    below = 1 - np.cumsum(shares)[:-1]
    return [_quantile(ordered, min(round(float(q) * n), n - 1), float(q), confidence) for q in below]


def _quantile(ordered: NDArray[np.int64], at: int, q: float, confidence: float) -> tuple[int, int, int]:
    """Return the value at a place of an ordered sample, and the interval of the quantile q."""
    n, tail = len(ordered), (1 - confidence) / 2
    low, high = int(binom.ppf(tail, n, q)) - 1, int(binom.ppf(1 - tail, n, q))
    return int(ordered[at]), int(ordered[max(low, 0)]), int(ordered[min(high, n - 1)])
