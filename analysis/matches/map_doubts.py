"""Which things that nobody knows of a map move the result of a game: boards with them against boards without."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy import stats

from sim.map.ground.uncertainty import Doubt

CONFIDENCE = 0.95
"""Of all intervals together (Bonferroni): the chance that every one of them holds its true effect."""


def doubt_effects(doubts: Sequence[Doubt], boards: pl.DataFrame, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return what each doubt does to the mean margin, strongest first.

    Columns: name, kind, effect_vp, ci_low, ci_high, low, high. `boards` has board (a member of the ensemble) and
    margin, a row a board. The effect is that of going from `low` to `high`: from boards without a thing to boards with
    it, or over the middle four fifths of boards where there is more or less of it. A least-squares line through the
    boards' means, each thing alone; the intervals hold all together. As each is drawn for itself, what goes with a
    better result is also what makes it. Three boards are the fewest that have an error.

    >>> from sim.map.ground.uncertainty import Doubt
    >>> road = Doubt("Riga-Pskov", "road", np.array([0.0, 1.0, 0.0, 1.0]))
    >>> frame = pl.DataFrame({"board": [0, 1, 2, 3], "margin": [-10.0, -4.0, -10.5, -4.5]})
    >>> doubt_effects([road], frame)["effect_vp"].to_list()
    [6.0]
    """
    at, margins = boards["board"].to_numpy(), boards["margin"].to_numpy()
    kept = [doubt for doubt in doubts if np.ptp(doubt.values[at]) > 0]
    wide = stats.t.ppf(1 - (1 - confidence) / (2 * max(len(kept), 1)), len(at) - 2)
    rows = []
    for doubt in kept:
        values = doubt.values[at]
        low, high = (0.0, 1.0) if doubt.is_yes_or_no else np.quantile(values, (0.1, 0.9))
        line = stats.linregress(values, margins)
        effect, half = float(line.slope * (high - low)), float(wide * line.stderr * (high - low))
        rows.append((doubt.name, doubt.kind, effect, effect - half, effect + half, float(low), float(high)))
    columns = ["name", "kind", "effect_vp", "ci_low", "ci_high", "low", "high"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    return frame.sort(pl.col("effect_vp").abs(), descending=True)


def in_words(name: str, kind: str, low: float, high: float) -> str:
    """Return a doubt as a label of a chart.

    >>> in_words("forest", "terrain", 60, 85.4), in_words("Lovat", "river", 0, 1)
    ('forest: 60 to 85 hexes', 'river Lovat, there or not')
    """
    if kind == "terrain":
        return f"{name}: {low:.0f} to {high:.0f} hexes"
    if kind == "set-up":
        return f"{name} start {low:.1f} to {high:.1f} hexes from the border"
    return f"{kind} {name}, there or not"
