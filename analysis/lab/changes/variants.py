"""Variants of a game on the same dice: what another reading, or an edit of a number, does to margin and wins."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy.special import stdtrit

from analysis.lab.changes.paired import games_saved
from analysis.matches.inquiry import READING
from analysis.studies.edits import EDIT
from analysis.warehouse.played import Matches
from analysis.warehouse.sql import quoted

TOGETHER = 0.95
"""The chance with which the intervals of all variants of a run hold together (Bonferroni)."""


def variant_frame(found: Matches, factor: str) -> pl.DataFrame:
    """Return what each value of a factor does against its value 0, game by game on the same dice, the widest first.

    `factor` is that of readings or of edits. Columns variant, n_games, p (share that the first side wins under it),
    effect_vp and p_effect with their intervals (ci_low, ci_high; p_low, p_high), which hold for all together, and
    saved: how many times as many games unpaired runs would need.
    """
    other = quoted(EDIT if factor == READING else READING)
    rows = found.frame(
        f"SELECT r.*, ({found.is_won})::INTEGER AS won, f.low AS variant, coalesce(o.low, 0) AS beside"
        f" FROM {{result}} r JOIN core.cell_factor f ON f.run_id = r.run_id AND f.cell = r.cell"
        f" AND f.factor = {quoted(factor)} LEFT JOIN core.cell_factor o ON o.run_id = r.run_id AND o.cell = r.cell"
        f" AND o.factor = {other}"
    )
    return effects(rows, [*found.sides, "board", "beside", "game"])


def effects(rows: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """Return the effects of variants; `rows` are games with variant (0 the base), vp_margin, won and the key's columns.

    Columns as of `variant_frame`.
    """
    base = rows.filter(variant=0).select(*key, pl.col("vp_margin").alias("base"), pl.col("won").alias("base_won"))
    paired = rows.filter(pl.col("variant") != 0).join(base, on=key)
    few = int(paired.group_by("variant").len()["len"].min() or 2)  # type: ignore[arg-type]
    z = float(stdtrit(max(few - 1, 1), 1 - (1 - TOGETHER) / 2 / max(paired["variant"].n_unique(), 1)))
    found = []
    for (variant,), games in paired.group_by("variant"):
        margin, other, won, other_won = (
            games[name].to_numpy().astype(float) for name in ("vp_margin", "base", "won", "base_won")
        )
        spans = (*_span(margin - other, z), *_span(won - other_won, z))
        found.append((variant, len(margin), float(won.mean()), *spans, games_saved(margin, other)))
    names = ["variant", "n_games", "p", "effect_vp", "ci_low", "ci_high", "p_effect", "p_low", "p_high", "saved"]
    kinds = [pl.Int64, pl.Int64, *[pl.Float64] * 8]
    frame = pl.DataFrame(found, schema=dict(zip(names, kinds, strict=True)), orient="row")
    return frame.sort(pl.col("effect_vp").abs(), "variant", descending=[True, False])


def _span(apart: np.ndarray[tuple[int], np.dtype[np.float64]], z: float) -> tuple[float, float, float]:
    """Return the mean of differences with its interval; of a single game it is the difference alone."""
    mean = float(apart.mean())
    half = z * float(apart.std(ddof=1)) / len(apart) ** 0.5 if len(apart) > 1 else 0.0
    return mean, mean - half, mean + half
