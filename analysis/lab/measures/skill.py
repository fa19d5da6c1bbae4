"""Luck and skill: how much of the differences between games comes from who plays, and how much from the dice.

A two-way analysis of variance with replication and random effects (Searle, Casella and McCulloch, Variance Components,
1992, 4.4): games of every first player against every second one, as many for each pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.errors import KesselError
from analysis.warehouse.played import CONFIDENCE

DRAWS, SEED = 400, 19410622


@dataclass(frozen=True)
class Split:
    """Variance of a result by its source, and the share of it that is dice, with its bootstrap interval.

    `first` and `second` are what the players of each side do, `pairing` what a pair does beyond both; none is below 0.
    """

    dice: float
    first: float
    second: float
    pairing: float
    luck: float
    luck_low: float
    luck_high: float


def split(results: NDArray[np.float64], confidence: float = CONFIDENCE) -> Split:
    """Return the split of results, shape (first players, second players, games); `KesselError` if they are too few.

    The interval draws games again within each pair, players held: it says how sure the split is among these players.
    """
    if results.ndim != 3 or min(results.shape) < 2:
        raise KesselError(
            f"results have shape {results.shape}; expected two players a side and two games a pair at least"
        )
    parts = _parts(results)
    rng = np.random.default_rng(SEED)
    n = results.shape[2]
    shares = []
    for _ in range(DRAWS):
        again = np.take_along_axis(results, rng.integers(n, size=results.shape), axis=2)
        shares.append(_luck(_parts(again)))
    tail = (1 - confidence) / 2
    low, high = np.quantile(shares, (tail, 1 - tail))
    luck = _luck(parts)
    return Split(*parts, luck, min(float(low), luck), max(float(high), luck))


def _luck(parts: tuple[float, float, float, float]) -> float:
    return parts[0] / sum(parts) if sum(parts) else 1.0


def _parts(results: NDArray[np.float64]) -> tuple[float, float, float, float]:
    a, b, n = results.shape
    pairs = results.mean(axis=2)
    rows, columns, grand = pairs.mean(axis=1), pairs.mean(axis=0), pairs.mean()
    dice = float(results.var(axis=2, ddof=1).mean())
    beyond = pairs - rows[:, None] - columns + grand
    square = float((beyond**2).sum() * n / ((a - 1) * (b - 1)))
    pairing = (square - dice) / n
    first = (float(rows.var(ddof=1)) * b * n - square) / (b * n)
    second = (float(columns.var(ddof=1)) * a * n - square) / (a * n)
    return dice, max(first, 0.0), max(second, 0.0), max(pairing, 0.0)
