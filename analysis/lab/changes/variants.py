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


def unseen(games: int, together: int = 1) -> float:
    """Return the share of games that a change may still decide otherwise when it has in none of so many.

    The rule of three, exactly, for `together` changes that hold at once.

    >>> round(unseen(300), 3), round(unseen(32, 38), 2)  # 3 in 300; after 32 games hardly anything is known
    (0.01, 0.19)
    """
    return float(1 - ((1 - TOGETHER) / max(together, 1)) ** (1 / games))


def variant_frame(found: Matches, factor: str) -> pl.DataFrame:
    """Return what each value of a factor does against its value 0, game by game on the same dice, the widest first.

    `factor` is that of readings or of edits. Columns variant, n_games, p (share that the first side wins under it),
    effect_vp and p_effect with their intervals (ci_low, ci_high; p_low, p_high), which hold for all together, and
    saved: how many times as many games unpaired runs would need, and n_decided: games that it decides otherwise. The
    interval of p_effect is never narrower than `unseen` makes it: what no game has shown may still be there.
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
    together = max(paired["variant"].n_unique(), 1)
    z = float(stdtrit(max(few - 1, 1), 1 - (1 - TOGETHER) / 2 / together))
    found = []
    for (variant,), games in paired.group_by("variant"):
        margin, other, won, other_won = (
            games[name].to_numpy().astype(float) for name in ("vp_margin", "base", "won", "base_won")
        )
        spans = (*_span(margin - other, z), *_span(won - other_won, z, unseen(len(won), together)))
        decided = int((won != other_won).sum())
        found.append((variant, len(margin), float(won.mean()), *spans, games_saved(margin, other), decided))
    names = ["variant", "n_games", "p", "effect_vp", "ci_low", "ci_high", "p_effect", "p_low", "p_high", "saved"]
    names.append("n_decided")
    kinds = [pl.Int64, pl.Int64, *[pl.Float64] * 8, pl.Int64]
    frame = pl.DataFrame(found, schema=dict(zip(names, kinds, strict=True)), orient="row")
    return frame.sort(pl.col("effect_vp").abs(), "variant", descending=[True, False])


def _span(
    apart: np.ndarray[tuple[int], np.dtype[np.float64]], z: float, least: float = 0.0
) -> tuple[float, float, float]:
    """Return the mean of differences with its interval, which reaches at least so far on either side.

    Of a single game it is the difference alone, if nothing asks for more.
    """
    mean = float(apart.mean())
    half = z * float(apart.std(ddof=1)) / len(apart) ** 0.5 if len(apart) > 1 else 0.0
    return mean, mean - max(half, least), mean + max(half, least)
