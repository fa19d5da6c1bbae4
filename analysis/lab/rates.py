"""How games end: shares of wins and draws, the law of the margin, how close they were, how long they lasted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.studies.intervals import mean_interval, proportion_interval
from analysis.warehouse.played import CONFIDENCE

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Share:
    """A share of games with its exact interval (Clopper and Pearson 1934)."""

    p: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Ends:
    """How games end: wins of the first side, draws, wins of the second; the margin's mean, interval and quantiles.

    `close` is the share of games whose margin is at most `within` either way; `bias` is what the first side wins more
    than the second, of all games.
    """

    first: Share
    draw: Share
    second: Share
    mean: tuple[float, float, float]
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


def ends(margins: NDArray[np.int64], within: int, level: int = 0) -> Ends:
    """Return how games ended by their margins, (n,), first side less second; `level` is the margin of a draw.

    The mean's interval is the empirical Bernstein bound over the span that was seen.
    """
    apart = margins - level
    n = len(margins)
    mean = float(margins.mean())
    low, high = mean, mean
    if n > 1:
        low, high = mean_interval(mean, float(margins.var(ddof=1)), n, max(int(np.ptp(margins)), 1), CONFIDENCE)
    quantiles = tuple(int(one) for one in np.quantile(margins, QUANTILES, method="inverted_cdf"))
    return Ends(
        share_of(apart > 0), share_of(apart == 0), share_of(apart < 0), (mean, low, high), quantiles,
        share_of(np.abs(apart) <= within), within,
    )  # fmt: skip
