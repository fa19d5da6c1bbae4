"""Numbers of a whole game over their ranges, all moved at once: which matters, and what knowing it is worth.

A design that fills the space of the ranges; every point of it is an edited game, played on the same dice as all others.
What is left when the dice are taken out is shared out by a straight line through each number alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.errors import KesselError
from analysis.lab.changes import levers
from analysis.lab.changes.levers import Trial
from analysis.lab.unknowns.sensitivity import design
from analysis.matches.map_doubts import doubt_effects
from analysis.studies.edits import change_of
from sim.border import is_whole, shown
from sim.map.ground.uncertainty import Doubt

KIND = "number"
LEAST, MOST = 4, 1024


@dataclass(frozen=True)
class Ranged:
    """What each number does over its range, the strongest first, and how much of it all is dice.

    `frame` has name, low, high, effect_vp from one to the other with ci_low and ci_high, which hold all together, and
    known, the share of the variance of the margin that would go if the number were known. `noise` is the share of that
    variance that is dice; `mean` and `sd` are those of the mean margins over the points.
    """

    frame: pl.DataFrame
    noise: float
    mean: float
    sd: float


def range_of(text: str) -> tuple[str, tuple[int, int]]:
    """Return a cell and its range as written, ``TABLE,ROW,COLUMN=LOW..HIGH``.

    >>> range_of("vp_schedule,hex_2604,vp=20..45")
    ('vp_schedule,hex_2604,vp', (20, 45))
    """
    change = change_of(text)
    low, dots, high = change.value.partition("..")
    if not (dots and all(is_whole(end.removeprefix("-")) for end in (low, high)) and int(low) < int(high)):
        raise KesselError(f"{shown(text)}: range {shown(change.value)}; expected LOW..HIGH, two whole numbers")
    return f"{change.table},{change.row},{change.column}", (int(low), int(high))


def over_ranges(trial: Trial, ranges: Mapping[str, tuple[int, int]], points: int) -> Ranged:
    """Return what numbers do over their ranges; every point of a Latin hypercube plays the games of the trial once."""
    if not LEAST + len(ranges) <= points <= MOST:
        raise KesselError(f"{points} points for {len(ranges)} numbers; expected {LEAST + len(ranges)} to {MOST}")
    settings = design("latin", ranges, points, trial.seed)
    edits = {f"point_{at}": _changes(ranges, row) for at, row in enumerate(settings.tolist())}
    _, *ends = levers.played(trial, edits)
    margins = np.array([one.margin for one in ends], float)
    means = margins.mean(axis=1)
    sd = float(means.std(ddof=1))
    if not sd:
        raise KesselError("no number moves any game; expected wider ranges, or other numbers")
    doubts = [Doubt(name, KIND, settings[:, at].astype(float)) for at, name in enumerate(ranges)]
    frame = doubt_effects(doubts, pl.DataFrame({"board": np.arange(points), "margin": means}))
    known = {one.name: float(np.corrcoef(one.values, means)[0, 1] ** 2) for one in doubts}
    apart = margins - margins.mean(axis=0)  # the dice that all points share move none against another
    noise = float(apart.var(axis=1, ddof=1).mean()) * points / (points - 1) / trial.games / sd**2
    shares = pl.col("name").replace_strict(known, return_dtype=pl.Float64).alias("known")
    return Ranged(frame.drop("kind").with_columns(shares), min(noise, 1.0), float(means.mean()), sd)


def _changes(ranges: Mapping[str, tuple[int, int]], values: Sequence[int]) -> list[str]:
    return [f"{cell}={value}" for cell, value in zip(ranges, values, strict=True)]
