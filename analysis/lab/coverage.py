"""How often each interval of the lab holds: on simulated games whose truth is known, counted, with dice of its own.

An interval that says 99 % should hold its truth in 99 of 100 samples or more. Each kind is drawn from a law for which
the truth is known beforehand; those that may be looked at again and again must hold at every look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import pi

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.lab.changes.bids import fair_bid, level_cuts
from analysis.lab.changes.paired import gain_of
from analysis.lab.changes.variants import TOGETHER, effects
from analysis.lab.measures.luck_sources import shares
from analysis.lab.measures.rates import Share, mean_of, share_of
from analysis.lab.measures.skill import split
from analysis.lab.tuning.equilibrium import equilibrium, solved
from analysis.lab.unknowns.knowing import between
from analysis.lab.unknowns.sensitivity import LEAST, Sensitivity, over_grid, over_unit_cube, sensitivity
from analysis.studies.intervals import mean_interval
from analysis.studies.stopping import MeanSequence, share_sequence
from analysis.warehouse.played import CONFIDENCE

Rng = np.random.Generator
SEED = 19410622
SLOW = 10
"""Slow intervals are drawn in so many times fewer samples."""
P, GAMES, LOOKS = 0.3, 60, 20
"""The true share of wins, games of a sample, and looks at a sequence."""


@dataclass(frozen=True)
class Kind:
    """One kind of interval: what it is of, how sure it says it is, whether one sample of it holds its truth."""

    about: str
    method: str
    nominal: float
    holds: Callable[[Rng], bool]
    is_slow: bool = False


@dataclass(frozen=True)
class Covered:
    """How often an interval held: the share of samples, with the exact 99 % interval of that share."""

    kind: Kind
    share: Share

    @property
    def is_as_stated(self) -> bool:
        """Whether nothing speaks against the stated confidence: it may hold more often."""
        return self.share.high >= self.kind.nominal


def covered(trials: int, seed: int = SEED) -> Iterator[Covered]:
    """Yield how often each interval holds, each kind on a stream of its own; `trials` samples, of slow ones fewer."""
    for at, kind in enumerate(KINDS):
        rng = np.random.default_rng([seed, at])
        n = max(trials // SLOW, 1) if kind.is_slow else trials
        yield Covered(kind, share_of(np.array([kind.holds(rng) for _ in range(n)])))


def _margins(rng: Rng, *shape: int) -> NDArray[np.int64]:
    """Return margins of games: three dice against three, times five, of mean 0; symmetrical about it."""
    dice = rng.integers(1, 7, (*shape, 6))
    return np.asarray(5 * (dice[..., :3].sum(axis=-1) - dice[..., 3:].sum(axis=-1)), np.int64)


def _share(rng: Rng) -> bool:
    found = share_of(rng.random(GAMES) < P)
    return found.low <= P <= found.high


def _mean(rng: Rng) -> bool:
    found = mean_of(_margins(rng, GAMES))
    return found.low <= 0 <= found.high


def _bounded(rng: Rng) -> bool:
    hits = rng.random(GAMES) < 0.02  # so rare that many samples show none
    low, high = mean_interval(float(hits.mean()), float(hits.var(ddof=1)), GAMES, 1, CONFIDENCE)
    return low <= 0.02 <= high


def _bid(rng: Rng) -> bool:
    _, low, high = fair_bid(_margins(rng, GAMES))
    return low <= 0 <= high


def _cut(rng: Rng) -> bool:
    margins = rng.integers(1, 101, GAMES)  # 26 to 100 are three quarters
    ((_, low, high),) = level_cuts(margins, (0.75, 0.25))
    return low <= 26 <= high


def _looked_at(rng: Rng) -> bool:
    n = GAMES * np.arange(1, LOOKS + 1)
    low, high = share_sequence(np.cumsum(rng.binomial(GAMES, P, LOOKS)), n)
    return bool(((low <= P) & (high >= P)).all())


def _mean_looked_at(rng: Rng) -> bool:
    sequence = MeanSequence(-75, 75)
    for _ in range(LOOKS):
        sequence.add(_margins(rng, GAMES))
        low, high = sequence.interval
        if not low <= 0 <= high:
            return False
    return True


def _gain(rng: Rng) -> bool:
    found = gain_of(_margins(rng, GAMES))
    return found.ci_low <= 0 <= found.ci_high


def _variants(rng: Rng) -> bool:
    base, true = _margins(rng, GAMES), {1: 3, 2: -2, 3: 0, 4: 10, 5: 1}
    margins = [base, *(base + by + _margins(rng, GAMES) for by in true.values())]
    rows = pl.concat([
        pl.DataFrame({"game": np.arange(GAMES), "vp_margin": one, "won": (one > 0).astype(np.int64), "variant": at})
        for at, one in enumerate(margins)
    ])  # fmt: skip
    found = effects(rows, ["game"])
    return all(row["ci_low"] <= true[row["variant"]] <= row["ci_high"] for row in found.iter_rows(named=True))


_PAYS = np.array([[0.0, -10.0, 20.0], [10.0, 0.0, -10.0], [-20.0, 10.0, 0.0]])


def _value(rng: Rng) -> bool:
    error = np.full(_PAYS.shape, 2.0)
    found = equilibrium(_PAYS + rng.normal(0, error), error)
    return found.low <= solved(_PAYS)[0] <= found.high


def _luck(rng: Rng) -> bool:
    """Draw games around known means: the truth is the split of these means and the dice."""
    means = np.array([[0.0, 6.0, -3.0], [8.0, 12.0, 10.0], [-5.0, 4.0, -6.0]])
    rows, columns = means.mean(axis=1), means.mean(axis=0)
    beyond = means - rows[:, None] - columns + means.mean()
    pairing = float((beyond**2).sum() / 4)
    players = pairing + sum(float(one.var(ddof=1)) - pairing / 3 for one in (rows, columns))
    dice = 25 * 6 * 35 / 12
    found = split(means[..., None] + _margins(rng, 3, 3, GAMES))
    return found.luck_low <= dice / (dice + players) <= found.luck_high


_AS = (0.5 * (1 + 0.1 * pi**4 / 5) ** 2, 49 / 8, 0.01 * pi**8 * 8 / 225)
"""Ishigami's variance: of the first factor alone, the second alone, the first with the third (Saltelli 2000, 2.9)."""


def _indices(rng: Rng) -> bool:
    """Ask for all six of Ishigami's indices, over the fewest points that are allowed."""

    def model(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y, z = pi * (2 * points - 1)
        return np.asarray(np.sin(x) + 7 * np.sin(y) ** 2 + 0.1 * z**4 * np.sin(x))

    one, two, both = (part / sum(_AS) for part in _AS)
    return _all_hold(sensitivity(model, ("x", "y", "z"), LEAST, int(rng.integers(2**31))),
                     {"x": (one, one + both), "y": (two, two), "z": (0, both)})  # fmt: skip


_RARE = np.indices((4, 6, 3, 10))
_STEPS = ((_RARE[0] + _RARE[1] > 6) | (_RARE[3] > 8)) * (1.0 + _RARE[2])
"""An answer of whole factors that is mostly 0, as a clock that seldom runs out: hard for a few points."""


def _rare_indices(rng: Rng) -> bool:
    """Ask for the indices of a model of four whole factors, whose truth is counted over all its 720 settings."""
    ranges = {name: (0, size - 1) for name, size in zip("abcd", _STEPS.shape, strict=True)}

    def model(factors: Mapping[str, int]) -> float:
        return float(_STEPS[tuple(factors.values())])

    truth = {
        row["factor"]: (row["first"], row["total"]) for row in over_grid(model, ranges).frame.iter_rows(named=True)
    }
    return _all_hold(sensitivity(over_unit_cube(model, ranges), tuple(ranges), LEAST, int(rng.integers(2**31))), truth)


def _all_hold(found: Sensitivity, truth: Mapping[str, tuple[float, float]]) -> bool:
    rows = found.frame.iter_rows(named=True)
    return all(
        row[f"{kind}_low"] <= truth[row["factor"]][at] + 1e-9 and truth[row["factor"]][at] - 1e-9 <= row[f"{kind}_high"]
        for row in rows for at, kind in enumerate(("first", "total"))
    )  # fmt: skip


def _luck_by_step(rng: Rng) -> bool:
    """Draw games of three steps, the third as large as the first two say: 9, 4 and 1 + 9 / 4 of the variance."""
    dice = rng.normal(0, 1, (4, 3, 4 * GAMES))  # as thrown, and what is thrown anew after each step

    def played(steps: int) -> NDArray[np.float64]:
        one, two, three = (dice[0, at] if at < steps else dice[steps + 1, at] for at in range(3))
        return 3 * one + 2 * two + three * (1 + one / 2 * two)

    found = shares(played(3), np.array([played(1), played(2), played(3)]), ["a", "b", "c"])
    parts = {"a": 9.0, "b": 4.0, "c": 1.25}
    return all(
        row["low"] <= parts[row["source"]] / sum(parts.values()) <= row["high"] for row in found.iter_rows(named=True)
    )


def _maps(rng: Rng) -> bool:
    """Draw eight games on each of forty maps that differ by 3, among dice of 5."""
    low, high = between(list(rng.normal(0, 3, (40, 1)) + rng.normal(0, 5, (40, 8))))[1:]
    return low <= 3 <= high


KINDS = (
    Kind("share of games won", "Clopper and Pearson", CONFIDENCE, _share),
    Kind("mean margin", "Student's t", CONFIDENCE, _mean),
    Kind("mean of a bounded value", "empirical Bernstein", CONFIDENCE, _bounded),
    Kind("fair bid", "order statistics", CONFIDENCE, _bid),
    Kind("line between levels of victory", "order statistics", CONFIDENCE, _cut),
    Kind(f"share that stops a study, {LOOKS} looks", "mixture martingale", CONFIDENCE, _looked_at),
    Kind(f"mean that stops a study, {LOOKS} looks", "betting martingale", CONFIDENCE, _mean_looked_at, True),
    Kind("gain on the same dice", "Student's t", 0.95, _gain),
    Kind("five variants together", "Student's t, Bonferroni", TOGETHER, _variants),
    Kind("value of the equilibrium", "parametric bootstrap", CONFIDENCE, _value, True),
    Kind("share of luck", "bootstrap", CONFIDENCE, _luck, True),
    Kind("three sources of luck together", "Student's t, Bonferroni", TOGETHER, _luck_by_step),
    Kind("spread between maps", "Fisher's F", 0.95, _maps),
    Kind("six indices of sensitivity together", "jackknife over scrambles", 0.95, _indices, True),
    Kind("eight indices of a rare event together", "jackknife over scrambles", 0.95, _rare_indices, True),
)


def in_markdown(found: list[Covered]) -> str:
    """Return a table of intervals: what of, by which method, as stated, as counted with its exact interval, samples."""
    lines = ["| interval of | method | states | held | 99 % interval | samples |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {one.kind.about} | {one.kind.method} | {one.kind.nominal:.0%} | {one.share.p:.1%} |"
        f" {one.share.low:.1%} to {one.share.high:.1%} | {one.share.n:,} |"
        for one in found
    ]
    low = [one.kind.about for one in found if not one.is_as_stated]
    said = "All hold as often as they state." if not low else f"Held less often than stated: {'; '.join(low)}."
    return "\n".join([*lines, "", said])
