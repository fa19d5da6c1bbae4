"""Where the spread of a result comes from: the dice, what we had to assume, and how the sides play.

The law of total variance, with choices outermost: the variance of a result is that of its dice within each combination
of assumptions and choices, plus that of the expectation over assumptions, plus that of what choices make of it. Each
combination is counted exactly; the combinations themselves are drawn, unless the system counts all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.errors import KesselError
from analysis.systems.drawn_worlds import DRAWS, at_once, every_combination, over_worlds
from sim.exact import Law
from sim.system import Setting, System

Recoded = Callable[[int], int]
"""What stands for a value of a law."""
SOURCES = ("dice", "assumptions", "choices")


@dataclass(frozen=True)
class Variance:
    """The means and variances of a result, shape (ways of playing, combinations), with the combinations drawn.

    `laws` has the law of the result over all combinations, one for each way of playing.
    """

    ways: tuple[tuple[str, ...], ...]
    drawn: pl.DataFrame
    means: NDArray[np.float64]
    variances: NDArray[np.float64]
    laws: tuple[Mapping[int, float], ...]
    is_every: bool = False
    """Whether these are all combinations there are, none of them drawn."""

    @property
    def dice(self) -> float:
        """The variance that is left once assumptions and choices are known, on average."""
        return float(self.variances.mean())

    @property
    def assumptions(self) -> float:
        """The variance of the expectation over what is assumed, for a way of playing, on average."""
        return float(self.means.var(axis=1).mean())

    @property
    def choices(self) -> float:
        """The variance of the expectation over ways of playing; 0 where a system has one."""
        return float(self.means.mean(axis=1).var())

    @property
    def total(self) -> float:
        """The variance of the result, every way of playing and every combination as likely as another."""
        return self.dice + self.assumptions + self.choices

    def share(self, source: str) -> float:
        """Return the part of the variance that one of `SOURCES` brings; 0 where nothing varies."""
        return float(getattr(self, source)) / self.total if self.total else 0.0

    def law(self, way: int | None = None) -> dict[int, float]:
        """Return the law of the result over all combinations, for one way of playing or all alike."""
        held = [law for at, law in enumerate(self.laws) if way in (None, at)]
        return _average(held)


def _average(laws: Sequence[Mapping[int, float]]) -> dict[int, float]:
    values = sorted({value for law in laws for value in law})
    return {value: sum(law.get(value, 0.0) for law in laws) / len(laws) for value in values}


def spreads(game: str, system: System, wanted: Mapping[str, Recoded | None], n: int = DRAWS) -> dict[str, Variance]:
    """Return the spread of some findings over n combinations of the assumptions and every choice of policies, by id.

    `wanted` names findings with a law of one field, each with what stands for a value, such as 10 for never; None
    leaves values as they are. Combinations that the rules refuse are drawn again. `KesselError` where a system finds
    no such law. A system that counts all its combinations at once draws none, whatever n.
    """
    ways = tuple(product(*(known for known in system.policies.values())))
    if system.at_once:
        return _everywhere(system, ways, wanted)

    def asked(drawn: dict[str, int]) -> tuple[dict[str, int], list[dict[str, Law]]]:
        settings = (system.setting(drawn, dict(zip(system.policies, way, strict=True))) for way in ways)
        return drawn, [_laws(system, setting, wanted) for setting in settings]

    found, _ = over_worlds(game, system, asked, n)
    drawn = pl.DataFrame([factors for factors, _ in found])
    return {name: _spread(ways, drawn, [[way[name] for way in row] for _, row in found]) for name in wanted}


def _laws(system: System, setting: Setting, wanted: Mapping[str, Recoded | None]) -> dict[str, Law]:
    """Return the laws that are wanted and ask no further: what stands behind the last of them may cost much more."""
    held: dict[str, Law] = {}
    for one in system.find(setting):
        if one.id in wanted and one.law is not None and len(one.law.fields) == 1:
            held[one.id] = _worth(one.law, wanted[one.id])
            if len(held) == len(wanted):
                return held
    missing = ", ".join(name for name in wanted if name not in held)
    raise KesselError(f"system {system.id} finds no law of one field called {missing}")


def _worth(law: Law, value: Recoded | None) -> Law:
    if value is None:
        return law
    counts: dict[tuple[int, ...], int] = {}
    for (one,), n in law.counts.items():
        counts[value(one),] = counts.get((value(one),), 0) + n
    return Law(law.fields, counts, law.denominator)


def _spread(ways: tuple[tuple[str, ...], ...], drawn: pl.DataFrame, laws: list[list[Law]]) -> Variance:
    table = np.array([[_moments(law) for law in row] for row in laws])
    held = tuple(_average([_floats(row[way]) for row in laws]) for way in range(len(ways)))
    return Variance(ways, drawn, table[:, :, 0].T, table[:, :, 1].T, held)


def _moments(law: Law) -> tuple[float, float]:
    mean = law.mean(int)
    return float(mean), float(law.mean(lambda value: int(value) ** 2) - mean**2)


def _floats(law: Law) -> dict[int, float]:
    return {value: float(Fraction(n, law.denominator)) for (value,), n in law.counts.items()}


def _everywhere(
    system: System, ways: tuple[tuple[str, ...], ...], wanted: Mapping[str, Recoded | None]
) -> dict[str, Variance]:
    drawn = every_combination(system)
    found = [at_once(system, drawn, dict(zip(system.policies, way, strict=True))) for way in ways]
    frame = pl.DataFrame(drawn)
    return {name: _counted(ways, frame, [_recoded(*one[name], wanted[name]) for one in found]) for name in wanted}


def _recoded(
    values: NDArray[np.int64], chances: NDArray[np.float64], value: Recoded | None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    if value is None:
        return values, chances
    known, at = np.unique(values, return_inverse=True)
    return np.array([value(int(one)) for one in known])[at.reshape(values.shape)], chances


def _counted(
    ways: tuple[tuple[str, ...], ...], drawn: pl.DataFrame, found: list[tuple[NDArray[np.int64], NDArray[np.float64]]]
) -> Variance:
    means = np.array([(values * p).sum(axis=1) for values, p in found])
    squares = np.array([(values**2 * p).sum(axis=1) for values, p in found])
    return Variance(ways, drawn, means, squares - means**2, tuple(_law_over(*one) for one in found), is_every=True)


def _law_over(values: NDArray[np.int64], chances: NDArray[np.float64]) -> dict[int, float]:
    """Return the law over all combinations, each as likely as another, from values and chances (n, k)."""
    known, at = np.unique(values, return_inverse=True)
    weights = np.bincount(at.reshape(-1), weights=chances.reshape(-1)) / len(values)
    return {int(value): float(p) for value, p in zip(known, weights, strict=True) if p}
