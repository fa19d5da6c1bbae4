"""Which of many unknown numbers moves an answer: designs that fill a space, Sobol' indices, the dice's noise apart.

First-order and total indices by Saltelli's design and SciPy (Saltelli et al., Computer Physics Communications 181,
2010), with bootstrap intervals. Where an answer is sampled, every point of the design is played twice, on dice of its
own: half the variance of the two answers' difference is the dice's share of all variance, below which no index says
anything.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import DegenerateDataWarning, qmc, sobol_indices, uniform

from analysis.errors import KesselError

Model = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Takes points, shape (factors, n), and returns the answer at each, shape (n,)."""
DESIGNS: Mapping[str, type[qmc.QMCEngine]] = {"sobol": qmc.Sobol, "halton": qmc.Halton, "latin": qmc.LatinHypercube}


@dataclass(frozen=True)
class Sensitivity:
    """Indices, a row a factor, the strongest first: factor, first, first_low, first_high, total, total_low, total_high.

    `noise` is the dice's share of the variance of the answers, 0 for exact ones; `mean` and `sd` are those of the
    answers.
    """

    frame: pl.DataFrame
    noise: float
    mean: float
    sd: float


def design(kind: str, ranges: Mapping[str, tuple[int, int]], n: int, seed: int) -> NDArray[np.int64]:
    """Return n points that fill the ranges evenly, shape (n, factors), whole numbers, both ends included.

    `kind` is one of `DESIGNS`; `KesselError` names them. A Sobol' design is balanced where n is a power of two.
    """
    if kind not in DESIGNS:
        raise KesselError(f"no design {kind!r}; expected one of {', '.join(DESIGNS)}")
    points = DESIGNS[kind](len(ranges), rng=np.random.default_rng(seed)).random(n)
    return _whole(points.T, ranges).T


def _whole(points: NDArray[np.float64], ranges: Mapping[str, tuple[int, int]]) -> NDArray[np.int64]:
    """Return points of the unit cube, shape (factors, n), as whole numbers of the ranges, each number as likely."""
    low, high = np.array(list(ranges.values())).T[:, :, None]
    return np.minimum(low + np.floor(points * (high - low + 1)), high).astype(np.int64)


def sensitivity(
    model: Model, names: tuple[str, ...], n: int, seed: int, again: Model | None = None, confidence: float = 0.95
) -> Sensitivity:
    """Return the indices of a model over the unit cube; `again` is the same on other dice, None where it is exact.

    It takes n * (factors + 2) answers, n a power of two; as many again for the noise of n of them.
    """
    if n < 2 or n & (n - 1):
        raise KesselError(f"{n} points; expected a power of two")
    seen: list[NDArray[np.float64]] = []
    taken: list[NDArray[np.float64]] = []

    def noted(points: NDArray[np.float64]) -> NDArray[np.float64]:
        answers = np.asarray(model(points), float)
        if not seen:
            if not np.ptp(answers):
                raise KesselError("the answer is the same at every point; expected one that some factor moves")
            seen.append(points.copy())
            taken.append(answers.copy())  # SciPy writes on what it gets
        return answers[None]

    rng = np.random.default_rng(seed)
    found = sobol_indices(func=noted, n=n, dists=[uniform()] * len(names), rng=rng)
    answers = taken[0]
    sd = float(answers.std(ddof=1))
    with np.errstate(invalid="ignore", divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", DegenerateDataWarning)  # of a factor that moves nothing
        bounds = found.bootstrap(confidence_level=confidence, n_resamples=400)
    noise = 0.0
    if again is not None:
        noise = float(np.mean((answers - again(seen[0])) ** 2) / 2 / sd**2)
    columns = {
        kind: (np.ravel(value), *_bounds(value, span.confidence_interval))
        for kind, value, span in (
            ("first", found.first_order, bounds.first_order), ("total", found.total_order, bounds.total_order),
        )
    }  # fmt: skip
    frame = pl.DataFrame({"factor": names} | {
        name: values for kind, (value, low, high) in columns.items()
        for name, values in ((kind, value), (f"{kind}_low", low), (f"{kind}_high", high))
    })  # fmt: skip
    return Sensitivity(frame.sort("total", descending=True), noise, float(answers.mean()), sd)


def _bounds(value: NDArray[np.float64], span: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both ends of intervals, those of no width where there is no spread."""
    low, high = (np.where(np.isnan(end), value, end).ravel() for end in (span.low, span.high))
    return low, high


def over_unit_cube(model: Callable[[Mapping[str, int]], float], ranges: Mapping[str, tuple[int, int]]) -> Model:
    """Return a model over the unit cube from one that takes whole factors by name; each setting is asked once."""
    known: dict[tuple[int, ...], float] = {}

    def ask(points: NDArray[np.float64]) -> NDArray[np.float64]:
        rows = [tuple(map(int, row)) for row in _whole(points, ranges).T]
        for row in rows:
            if row not in known:
                known[row] = model(dict(zip(ranges, row, strict=True)))
        return np.array([known[row] for row in rows])

    return ask
