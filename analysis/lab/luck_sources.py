"""Where luck comes from: what each source of it makes of the variance of the margin, with the players held.

A game is played again with the dice of one phase, or one draw, thrown anew and all else as it was; and again with these
kept and all else thrown anew. The first says what would go if that source were no luck (a total index), the second what
it makes alone (a first-order index; Sobol', Mathematics and Computers in Simulation 55, 2001). Both are correlations of
two games that share a law, with the interval of a jackknife over games on Fisher's z scale.
"""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.matches.inquiry import LUCK
from analysis.warehouse.played import Matches, runs_of
from analysis.warehouse.sql import quoted
from sim.game import load_game

TOGETHER = 0.95
"""The chance with which the intervals of all sources hold together (Bonferroni)."""
_SURE = 1 - 1e-12


def alike(one: NDArray[np.float64], other: NDArray[np.float64], confidence: float) -> tuple[float, float, float]:
    """Return the correlation of two results of the same games, (n,), which have one law, with its interval.

    >>> alike(np.array([1.0, 2.0, 3.0, 5.0]), np.array([1.0, 2.0, 3.0, 5.0]), 0.95)[0]
    1.0
    """
    n = len(one)
    sums = [one + other, one**2 + other**2, (one - other) ** 2]
    parts = [
        np.append(each.sum() - each, each.sum()) for each in sums
    ]  # without each game in turn, and at the end of all
    many = np.append(np.full(n, n - 1.0), n)
    mean, square, apart = (part / (2 * many) for part in parts)
    spread = square - mean**2
    known = 1 - np.divide(apart, spread, out=np.zeros(n + 1), where=spread > 0)
    z = np.arctanh(np.clip(known, -_SURE, _SURE))
    error = np.sqrt((n - 1) / n * ((z[:-1] - z[:-1].mean()) ** 2).sum())
    wide = float(stdtrit(n - 1, (1 + confidence) / 2)) * error
    return float(known[-1]), float(np.tanh(z[-1] - wide)), float(np.tanh(z[-1] + wide))


def source_frame(db: duckdb.DuckDBPyConnection, game: str) -> tuple[pl.DataFrame, Matches | None]:
    """Return what each source makes of the luck, the largest first, from the largest run that varies it, and that run.

    Columns source, n_games, alone with alone_low and alone_high, total with total_low and total_high: shares of the
    variance of the margin of games (of a game without points: of who wins). No rows where no such run was played.
    """
    for found in runs_of(db, game, LUCK):
        return _split(found), found
    return pl.DataFrame(schema={"source": pl.String, "total": pl.Float64}), None


def _split(found: Matches) -> pl.DataFrame:
    whole = load_game(found.game).whole
    value = "vp_margin" if whole.is_scored else f"({found.is_won})::INTEGER"
    rows = found.frame(
        f"SELECT r.*, f.low AS luck, ({value})::DOUBLE AS value FROM {{result}} r JOIN core.cell_factor f"
        f" ON f.run_id = r.run_id AND f.cell = r.cell AND f.factor = {quoted(LUCK)}"
    ).sort(*found.sides, "board", "game")
    by = {int(at): rows.filter(luck=at)["value"].to_numpy() for at in rows["luck"].unique()}
    sure = 1 - (1 - TOGETHER) / (2 * len(whole.luck))
    shares = []
    for at, source in enumerate(whole.luck):
        if {2 * at + 1, 2 * at + 2} <= by.keys():
            without, low, high = alike(by[0], by[2 * at + 1], sure)
            alone = alike(by[0], by[2 * at + 2], sure)
            shares.append((source.says, len(by[0]), *alone, 1 - without, 1 - high, 1 - low))
    names = ["source", "n_games", "alone", "alone_low", "alone_high", "total", "total_low", "total_high"]
    frame = pl.DataFrame(shares, schema=names, orient="row")
    return frame.sort("total", descending=True)
