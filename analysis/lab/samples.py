"""Statistics of games played with drawn dice: bands, intervals, tests and rank correlations; the methods are SciPy's.

Every function takes one number a game, an array of shape (n,), and says in its docstring which method it is and what it
assumes. Games of a study share their dice across its cells, so two ways of playing are compared game by game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, inf, sqrt, tanh

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from analysis.errors import KesselError
from sim.system import Factor

CONFIDENCE = 0.95
_EXPECTED = 5.0
"""Games that the chi-square approximation wants in every cell; rarer values are pooled with their neighbors."""
_FISHER = 1.06
"""What the variance of a rank correlation is larger than that of Pearson's on the z scale (Fieller and others 1957)."""


def ecdf_frame(values: ArrayLike, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the share of games at or below each value that came: value, share, low, high.

    The band is that of Kolmogorov: with `confidence` the true shares lie within it everywhere at once, for every law.

    >>> ecdf_frame([1, 1, 2, 4])["share"].to_list()
    [0.5, 0.75, 1.0]
    """
    known = _sample(values)
    value, counts = np.unique(known, return_counts=True)
    share, half = np.cumsum(counts) / len(known), float(stats.kstwo.ppf(confidence, len(known)))
    return pl.DataFrame(
        {"value": value, "share": share, "low": np.maximum(share - half, 0.0), "high": np.minimum(share + half, 1.0)}
    )


def quantile_frame(values: ArrayLike, shares: Sequence[float], confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return quantiles with intervals: share, value, low, high; an end that the sample cannot bound is infinite.

    The interval lies between two of the sorted games, chosen by the binomial law: it holds for every law.

    >>> quantile_frame(range(1, 102), [0.5])["value"].to_list()
    [51.0]
    """
    known = np.sort(_sample(values))
    rows = []
    for share in shares:
        value = float(np.quantile(known, share, method="inverted_cdf"))
        low, high = stats.quantile_test(known, p=share).confidence_interval(confidence)
        rows.append((share, value, _end(low, -inf), _end(high, inf)))
    return pl.DataFrame(rows, schema=["share", "value", "low", "high"], orient="row")


def _end(value: float, edge: float) -> float:
    return float(value) if np.isfinite(value) else edge


@dataclass(frozen=True)
class Contrast:
    """What a test says: the chance of games at least as far apart if there were no difference, and how many cells."""

    statistic: float
    p_value: float
    cells: int
    n: int

    @property
    def differs(self) -> bool:
        """Whether chance alone would bring such a distance in fewer than one of a thousand samples."""
        return self.p_value < 0.001

    @property
    def in_words(self) -> str:
        """The chance as a page prints it."""
        return "under one in a thousand" if self.differs else f"{self.p_value:.2f}"


def two_laws(first: ArrayLike, second: ArrayLike) -> Contrast:
    """Test whether two independent samples of whole numbers come from one law: chi-square on their counts.

    `KesselError` where the samples hold one value between them: there is nothing to compare.
    """
    a, b = _sample(first), _sample(second)
    values = np.union1d(a, b)
    counts = np.array([[np.count_nonzero(one == value) for value in values] for one in (a, b)], float)
    expected = counts.sum(axis=0) * min(len(a), len(b)) / (len(a) + len(b))
    pooled = np.array([_pooled(row, expected) for row in counts])
    if pooled.shape[1] < 2:
        raise KesselError("two samples hold a single value between them; expected at least two values to compare")
    found = stats.chi2_contingency(pooled, correction=False)
    return Contrast(float(found.statistic), float(found.pvalue), pooled.shape[1], len(a) + len(b))


def against_law(values: ArrayLike, law: Mapping[int, float]) -> Contrast:
    """Test whether games follow an exact law, chances by value: chi-square on the counts.

    A value without a chance in the law refutes it at once.
    """
    known = _sample(values)
    order = sorted(law)
    if not np.isin(known, order).all():
        return Contrast(inf, 0.0, len(order), len(known))
    counts = np.array([np.count_nonzero(known == value) for value in order], float)
    expected = np.array([law[value] for value in order]) * len(known)
    seen, wanted = _pooled(counts, expected), _pooled(expected, expected)
    if len(seen) < 2:
        return Contrast(0.0, 1.0, len(seen), len(known))
    found = stats.chisquare(seen, wanted * seen.sum() / wanted.sum())
    return Contrast(float(found.statistic), float(found.pvalue), len(seen), len(known))


def _pooled(counts: NDArray[np.float64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return counts with neighbors added up until each cell is expected to hold enough games."""
    cells, held, wanted = list[float](), 0.0, 0.0
    for n, due in zip(counts, expected, strict=True):
        held, wanted = held + n, wanted + due
        if wanted >= _EXPECTED:
            cells.append(held)
            held = wanted = 0.0
    if cells:
        cells[-1] += held
    return np.array(cells or [held])


def rank_frame(frame: pl.DataFrame, outcome: str, factors: Iterable[str]) -> pl.DataFrame:
    """Return Spearman's rank correlation of each factor with an outcome, the strongest first: factor, rho, low, high.

    The interval is Fisher's on the z scale, with the variance of ranks. A factor of one value has none and is left out.
    """
    n, rows = len(frame), []
    for factor in factors:
        if frame[factor].n_unique() > 1 and frame[outcome].n_unique() > 1:
            rho = float(stats.spearmanr(frame[factor].to_numpy(), frame[outcome].to_numpy()).statistic)
            rows.append((factor, rho, *_around(rho, n)))
    found = pl.DataFrame(rows, schema={"factor": pl.String, "rho": pl.Float64, "low": pl.Float64, "high": pl.Float64},
                         orient="row")  # fmt: skip
    return found.sort(pl.col("rho").abs(), descending=True, maintain_order=True)


def as_strong(ranks: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `rank_frame` that cannot be told from the strongest: within its interval, whatever the sign.

    >>> known = {"factor": ["a", "b", "c"], "rho": [-0.5, 0.4, 0.1], "low": [-0.7, 0.2, -0.1], "high": [-0.3, 0.6, 0.3]}
    >>> as_strong(pl.DataFrame(known))["factor"].to_list()
    ['a', 'b']
    """
    sign = 1 if ranks["rho"][0] > 0 else -1
    least = max(0.0, min(sign * ranks["low"][0], sign * ranks["high"][0]))
    return ranks.filter(pl.col("rho").abs() >= least)


def never_last(frame: pl.DataFrame, factors: Mapping[str, Factor]) -> pl.DataFrame:
    """Return games with factors that count time put in order: a 0 that stands for never comes after every other value.

    Those are first turns and "every how many turns". How many turns something lasts is in order: none is the fewest.
    """
    late = [
        pl.when(pl.col(name) == 0).then(one.high + 1).otherwise(pl.col(name)).alias(name)
        for name, one in factors.items()
        if name in frame.columns and one.values.get(0, "").startswith("never") and _is_time(one)
    ]
    return frame.with_columns(late)


def _is_time(factor: Factor) -> bool:
    return factor.is_turn or factor.about.startswith(("turn ", "first turn ", "every how many "))


def _around(rho: float, n: int) -> tuple[float, float]:
    if abs(rho) >= 1 or n <= 3:
        return (rho, rho) if n > 3 else (-1.0, 1.0)
    half = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) * sqrt(_FISHER / (n - 3))
    return tanh(atanh(rho) - half), tanh(atanh(rho) + half)


def _sample(values: ArrayLike) -> NDArray[np.float64]:
    found = np.asarray(values, float)
    if not found.size:
        raise KesselError("a sample is empty; expected at least one game")
    return found
