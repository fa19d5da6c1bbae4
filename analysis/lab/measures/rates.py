"""How games end: shares of wins and draws, the law of the margin, how close they were. Each measure is defined here.

A share comes with its exact interval (Clopper and Pearson 1934), a mean of games with Student's t: it has no width
where all games are alike. `kessel study coverage` counts how often each of them holds on games whose truth is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from analysis.studies.intervals import proportion_interval
from analysis.warehouse.played import CONFIDENCE

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Share:
    """A share of games with its exact interval."""

    p: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Mean:
    """A mean over games with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Ends:
    """How games end: wins of the first side, draws, wins of the second; the margin's mean and quantiles.

    `close` is the share of games in which `within` points fewer would have lost the game, or so many more won it;
    `bias` is what the first side wins more than the second, of all games.
    """

    first: Share
    draw: Share
    second: Share
    mean: Mean
    quantiles: tuple[int, ...]
    close: Share
    within: int

    @property
    def bias(self) -> float:
        """The first side's share of wins less the second's."""
        return self.first.p - self.second.p


def share_of(holds: NDArray[np.bool_], confidence: float = CONFIDENCE) -> Share:
    """Return the share of games of which something holds, (n,)."""
    k, n = int(holds.sum()), len(holds)
    low, high = proportion_interval([k], [n], confidence)
    return Share(k / n, float(low[0]), float(high[0]), n)


def share_frame(rows: pl.DataFrame, hits: str, total: str, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return rows with the share of `hits` in `total`, columns of counts, as p, ci_low and ci_high."""
    low, high = proportion_interval(rows[hits], rows[total], confidence)
    return rows.with_columns((pl.col(hits) / pl.col(total)).alias("p"), pl.Series("ci_low", low, pl.Float64),
                             pl.Series("ci_high", high, pl.Float64))  # fmt: skip


def half_widths(variance: ArrayLike, n: ArrayLike, confidence: float = CONFIDENCE) -> NDArray[np.float64]:
    """Return half the width of the interval of means of n games with a sample variance, shape (...); 0 of one game."""
    spread, many = np.broadcast_arrays(np.nan_to_num(np.asarray(variance, float)), np.asarray(n, float))
    t = stdtrit(np.maximum(many - 1, 1), (1 + confidence) / 2)
    return np.where(many > 1, t * np.sqrt(spread / np.maximum(many, 1)), 0.0)


def mean_of(values: NDArray[np.int64] | NDArray[np.float64], confidence: float = CONFIDENCE) -> Mean:
    """Return the mean of values of games, (n,), with its interval."""
    mean, n = float(values.mean()), len(values)
    half = float(half_widths(float(values.var(ddof=1)) if n > 1 else 0.0, n, confidence))
    return Mean(mean, mean - half, mean + half)


def mean_frame(rows: pl.DataFrame, mean: str, low: str, high: str, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return rows with the interval of a mean as `low` and `high`, in place of the columns variance and n_games."""
    half = pl.Series(half_widths(rows["variance"].cast(pl.Float64), rows["n_games"], confidence))
    bounds = ((pl.col(mean) - half).alias(low), (pl.col(mean) + half).alias(high))
    return rows.with_columns(*bounds).drop("variance")


def ends(margins: NDArray[np.int64], within: int, line: float = 0) -> Ends:
    """Return how games ended by their margins, (n,), first side less second.

    `line` is the margin of a draw; with a half there are none, and who lies above it has won.
    """
    apart = margins - line
    quantiles = tuple(int(one) for one in np.quantile(margins, QUANTILES, method="inverted_cdf"))
    return Ends(
        share_of(apart > 0), share_of(apart == 0), share_of(apart < 0), mean_of(margins), quantiles,
        share_of(np.abs(apart) <= within), within,
    )  # fmt: skip
