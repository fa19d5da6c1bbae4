"""Which of many unknown numbers moves an answer: designs that fill a space, Sobol' indices, the dice's noise apart.

First-order and total indices by Saltelli's design and SciPy (Saltelli et al., Computer Physics Communications 181,
2010). The points are quasi-random: a bootstrap of rows takes them for independent, and its intervals hold too seldom
for one answer and too often for another. So the design is `SCRAMBLES` independent scrambles of one Sobol' sequence
(Owen, Monte Carlo Theory, Methods and Examples, 2013, 17.1), and the error is that between them: a jackknife over
scrambles, on Fisher's z scale. Where an answer is sampled, every point of the design is played twice, on dice of its
own: half the variance of the two answers' difference is the dice's share of all variance, below which no index says
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit
from scipy.stats import qmc, sobol_indices

from analysis.errors import KesselError

Model = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Takes points, shape (factors, n), and returns the answer at each, shape (n,)."""
DESIGNS: Mapping[str, type[qmc.QMCEngine]] = {"sobol": qmc.Sobol, "halton": qmc.Halton, "latin": qmc.LatinHypercube}


SCRAMBLES, LEAST = 8, 128
"""Independent scrambles of a design, and the fewest points over all of them."""
_SURE = 1 - 1e-12
"""The largest correlation that Fisher's z takes."""
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sensitivity:
    """Indices, a row a factor, the strongest first: factor, first, first_low, first_high, total, total_low, total_high.

    The intervals hold all together. `noise` is the dice's share of the variance of the answers, 0 for exact ones;
    `mean` and `sd` are those of the answers; `points` how many answers there are; `is_whole` whether that is every one
    there is, so that nothing is sampled and no interval has a width.
    """

    frame: pl.DataFrame
    noise: float
    mean: float
    sd: float
    points: int
    is_whole: bool = False


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

    It takes n * (factors + 2) answers, n a power of two, `LEAST` or more; as many again for the noise of n of them.
    """
    if n < LEAST or n & (n - 1):
        raise KesselError(f"{n} points; expected a power of two, {LEAST} or more")
    rng = np.random.default_rng(seed)
    both = np.array([qmc.Sobol(2 * len(names), rng=rng, bits=64).random(n // SCRAMBLES).T for _ in range(SCRAMBLES)])
    a, b = np.moveaxis(both, 0, 1).reshape(2, len(names), n)  # scramble by scramble
    mixed = [np.concatenate([a[:at], b[at : at + 1], a[at + 1 :]]) for at in range(len(names))]
    f_a, f_b, *f_ab = (np.asarray(model(points), float) for points in (a, b, *mixed))
    if not np.ptp(f_a) and not np.ptp(f_b):
        raise KesselError("the answer is the same at every point; expected one that some factor moves")
    all_ab = np.array(f_ab)
    found = sobol_indices(func={"f_A": f_a[None], "f_B": f_b[None], "f_AB": all_ab[:, None]}, n=n)
    bounds = _bounds(f_a, f_b, all_ab, confidence)
    answers = np.concatenate([f_a, f_b])
    noise = float(np.mean((f_a - again(a)) ** 2) / 2 / f_a.var(ddof=1)) if again is not None else 0.0
    return Sensitivity(
        _frame(names, np.ravel(found.first_order), np.ravel(found.total_order), *bounds), noise, float(answers.mean()),
        float(answers.std(ddof=1)), n * (len(names) + 2),
    )  # fmt: skip


def _frame(names: tuple[str, ...], first: _Floats, total: _Floats, low: _Floats, high: _Floats) -> pl.DataFrame:
    """Return the frame of `Sensitivity`; `low` and `high` have shape (2, factors): of first-order indices, of total."""
    kinds = (("first", first), ("total", total))
    columns = {
        name: values for at, (kind, value) in enumerate(kinds)
        for name, values in ((kind, value), (f"{kind}_low", np.minimum(low[at], value)),
                             (f"{kind}_high", np.maximum(high[at], value)))
    }  # fmt: skip
    return pl.DataFrame({"factor": names} | columns).sort("total", descending=True, maintain_order=True)


def _indices(f_a: _Floats, f_b: _Floats, f_ab: _Floats) -> _Floats:
    """Return first-order and total indices of answers (..., n), (..., n), (factors, ..., n): (2, factors, ...)."""
    both = np.concatenate([f_a, f_b], axis=-1)
    center, variance = both.mean(axis=-1)[..., None], both.var(axis=-1)
    first = np.mean((f_b - center) * (f_ab - f_a), axis=-1)
    total = np.mean((f_a - f_ab) ** 2, axis=-1) / 2
    return np.divide([first, total], variance, out=np.zeros((2, *first.shape)), where=variance > 0)


def _bounds(f_a: _Floats, f_b: _Floats, f_ab: _Floats, confidence: float) -> tuple[_Floats, _Floats]:
    """Return both ends of the intervals of first-order and total indices, (2, factors) each, which hold all together.

    A jackknife that leaves out one scramble at a time, by Student's t (Bonferroni over all indices), two degrees of
    freedom fewer than scrambles: one for the mean, one for the variance that all is a share of. A first-order index is
    a correlation of answers, a total one what a correlation lacks to 1: hence Fisher's z.
    """
    kept = np.array([np.delete(np.arange(SCRAMBLES), at) for at in range(SCRAMBLES)])
    by = [answers.reshape(*answers.shape[:-1], SCRAMBLES, -1) for answers in (f_a, f_b, f_ab)]
    left = [one[..., kept, :].reshape(*one.shape[:-2], SCRAMBLES, -1) for one in by]

    def scores(found: _Floats) -> _Floats:
        return np.arctanh(np.clip([found[0], 1 - found[1]], -_SURE, _SURE))

    whole, without = scores(_indices(f_a, f_b, f_ab)), scores(_indices(*left))
    apart = without - without.mean(axis=-1, keepdims=True)
    error = np.sqrt((SCRAMBLES - 1) / SCRAMBLES * (apart**2).sum(axis=-1))
    wide = stdtrit(SCRAMBLES - 2, 1 - (1 - confidence) / 2 / whole.size) * error
    low, high = np.tanh(whole - wide), np.tanh(whole + wide)
    return np.array([low[0], 1 - high[1]]), np.array([high[0], 1 - low[1]])


def over_grid(model: Callable[[Mapping[str, int]], float], ranges: Mapping[str, tuple[int, int]]) -> Sensitivity:
    """Return the exact indices of a model of whole factors, each value of a range as likely: every setting is asked."""
    spans = [range(low, high + 1) for low, high in ranges.values()]
    answers = np.array([model(dict(zip(ranges, row, strict=True))) for row in product(*spans)])
    grid, axes = answers.reshape([len(span) for span in spans]), range(len(spans))
    variance = float(grid.var())
    if not variance:
        raise KesselError("the answer is the same in every setting; expected one that some factor moves")
    first, total = (
        np.array(values) for values in (
            [grid.mean(axis=tuple(other for other in axes if other != at)).var() / variance for at in axes],
            [1 - grid.mean(axis=at).var() / variance for at in axes],
        )
    )  # fmt: skip
    frame = _frame(tuple(ranges), first, total, *(np.array([first, total]) for _ in range(2)))
    return Sensitivity(frame, 0.0, float(grid.mean()), float(grid.std()), grid.size, is_whole=True)


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
