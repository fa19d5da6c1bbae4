"""Whole games of a run as tables: who wins, by how much, the pace, the losses, and what the map does to it.

`analysis.lab.measures.rates` says what a share or a mean is, and its interval; here are the rows that both are
taken over.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis.lab.measures.rates import mean_frame, share_frame
from analysis.warehouse.played import MAPS, Matches
from analysis.warehouse.sql import named, quoted

BANDS = (("low_90", 0.05), ("low_50", 0.25), ("median", 0.5), ("high_50", 0.75), ("high_90", 0.95))


def win_frame(found: Matches) -> pl.DataFrame:
    """Return the share that the first side wins and the mean margin, with intervals, per pair and kind of map.

    Columns the players, maps, n_games, n, p, ci_low, ci_high, margin, margin_low, margin_high.
    """
    first, second = map(named, found.sides)
    return _ends(found, f"{first}, {second}, ", f"{first}, {second}, ")


def overall(found: Matches) -> pl.DataFrame:
    """Return the same over all pairs of players, each counting alike, a row a kind of map."""
    return _ends(found, "", "")


def _ends(found: Matches, columns: str, order: str) -> pl.DataFrame:
    rows = found.frame(
        f"SELECT {columns}maps, count(*) AS n_games, count(*) FILTER ({found.is_won}) AS n, avg(vp_margin) AS margin,"
        f" var_samp(vp_margin) AS variance FROM {{result}} GROUP BY ALL ORDER BY {order}maps DESC"
    )
    return mean_frame(share_frame(rows, "n", "n_games"), "margin", "margin_low", "margin_high")


def margin_frame(found: Matches, width: int = 5, where: str = "") -> pl.DataFrame:
    """Return the spread of the margin: bins of `width` points that no level straddles, share, level.

    Over all games, or those that an SQL condition names, such as `Matches.pair` gives.
    """
    chosen = f"WHERE {where}" if where else ""
    rows = found.frame(
        f"SELECT vp_margin, level, count(*) AS n FROM {{result}} {chosen} GROUP BY ALL ORDER BY vp_margin"
    )
    total = rows["n"].sum()
    binned = rows.with_columns(((pl.col("vp_margin") - 1) // width * width + 1).alias("low"))
    return (
        binned.group_by("low", "level").agg(pl.col("n").sum())
        .with_columns((pl.col("low") + width).alias("high"), (pl.col("n") / total).alias("p"))
        .sort("low", "level")
    )  # fmt: skip


def level_frame(found: Matches, where: str = "true") -> pl.DataFrame:
    """Return the share of every level of victory, the first side's best first, with its interval.

    Over all games, or those that an SQL condition names, such as `Matches.pair` gives.
    """
    rows = found.frame(
        f"SELECT level, count(*) AS n, max(vp_margin) AS top FROM {{result}} WHERE {where}"
        " GROUP BY ALL ORDER BY top DESC"
    )
    return share_frame(rows.with_columns(pl.col("n").sum().alias("n_games")), "n", "n_games")


def margins_of(found: Matches, where: str = "true") -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the margins of the games of a run of which a condition on its rows holds, shape (n,)."""
    return found.frame(f"SELECT vp_margin FROM {{result}} WHERE {where}")["vp_margin"].to_numpy().astype(np.int64)


def pace_frame(found: Matches, measure: str, side: str | None = None) -> pl.DataFrame:
    """Return a measure by turn over all games: mean and bands of one side, or of the first less the second."""
    source = (
        f"SELECT turn, {named(measure)} AS value FROM {{turn}} WHERE side = {quoted(side)}" if side
        else f"SELECT turn, {found.difference(measure)} AS value FROM {{turn}} GROUP BY cell, game, turn"
    )  # fmt: skip
    bands = ", ".join(f"quantile_cont(value, {q}) AS {name}" for name, q in BANDS)
    return found.frame(
        f"SELECT turn, avg(value) AS mean, {bands}, count(*) AS n_games FROM ({source}) GROUP BY turn ORDER BY turn"
    )


def loss_frame(found: Matches) -> pl.DataFrame:
    """Return the mean steps that each side loses a turn, with their interval."""
    rows = found.frame(
        "SELECT turn, side, avg(steps_lost) AS mean, var_samp(steps_lost) AS variance, count(*) AS n_games"
        " FROM {turn} GROUP BY ALL ORDER BY turn, side"
    )
    return mean_frame(rows, "mean", "ci_low", "ci_high").with_columns(pl.col("ci_low").clip(0.0))


def board_frame(found: Matches) -> pl.DataFrame:
    """Return the share that the first side wins on each map of the ensemble, over all pairs of players."""
    return found.frame(
        f"SELECT board, count(*) AS n_games, avg(({found.is_won})::INTEGER) AS p, avg(vp_margin) AS margin,"
        f" var_samp(vp_margin) AS variance FROM {{result}} WHERE maps = {quoted(MAPS[1])} GROUP BY board ORDER BY board"
    )


def between_maps(boards: pl.DataFrame) -> tuple[float, float]:
    """Return how far maps differ, as standard deviations of win share and of mean margin, without what is dice.

    The variance between the maps' means, less the variance that as many games on one map would show; 0 if that is more.
    """
    n, p = boards["n_games"].to_numpy(), boards["p"].to_numpy()
    dice = float(np.mean(p * (1 - p) / np.maximum(n - 1, 1)))
    margins = float(np.mean(boards["variance"].fill_null(0.0).to_numpy() / n))
    shares, points = float(np.var(p, ddof=1)) - dice, float(np.var(boards["margin"].to_numpy(), ddof=1)) - margins
    return float(np.sqrt(max(0.0, shares))), float(np.sqrt(max(0.0, points)))
