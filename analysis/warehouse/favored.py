"""Who is favored in a whole game: the strongest pair of players, the fair bid, all players and their equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit
from scipy.stats import binom

from analysis.matches.inquiry import READING, VARIATION
from analysis.studies.intervals import proportion_interval
from analysis.warehouse.played import CONFIDENCE, MAPS, Matches, matches, runs_of
from analysis.warehouse.sql import named, quoted
from sim.game import load_game
from sim.matrix_game import solve

SCALE = 10_000
"""Shares and points are whole numbers of this to one where the matrix is solved."""
STEP, LEAST, SURE = 5, 20, 0.9
"""Width of a bin of points, games it needs to speak, and the share from which a game counts as decided."""


@dataclass(frozen=True)
class Favored:
    """How the first side fares between two players of one strength, `player`, empty for all pairs of a study.

    Share of games won and mean margin with their 99 % intervals, the latter by Student's t; `bid` is what the first
    side can give away in points and still win half of the games, negative for what it must be given, with the 99 %
    interval of a median.
    """

    found: Matches
    player: str
    n: int
    p: float
    ci_low: float
    ci_high: float
    margin: float
    margin_low: float
    margin_high: float
    bid: int
    bid_low: int
    bid_high: int

    @property
    def where(self) -> str:
        """The games of it, as a condition on rows of the run."""
        return self.found.pair(self.player, self.player) if self.player else "true"


def favored(db: duckdb.DuckDBPyConnection, game: str) -> Favored:
    """Return what the strongest players in the warehouse come to against each other; else all pairs together."""
    for player in load_game(game).whole.strongest:
        played = [_favored(found, player) for found in runs_of(db, game)]
        with_games = [one for one in played if one is not None]
        if with_games:
            return max(with_games, key=lambda one: one.n)
    everyone = _favored(matches(db, game), "")
    assert everyone is not None
    return everyone


def _favored(found: Matches, player: str) -> Favored | None:
    where = f"WHERE {found.pair(player, player)}" if player else ""
    rows = found.frame(f"SELECT vp_margin, bid_vp, ({found.is_won})::INTEGER AS won FROM {{result}} {where}")
    if rows.height < 2:
        return None
    n, won = rows.height, int(rows["won"].sum())
    low, high = proportion_interval(np.array([won]), np.array([n]), CONFIDENCE)
    margins = rows["vp_margin"].to_numpy()
    mean = float(margins.mean())
    half = float(margins.std(ddof=1)) / sqrt(n) * float(stdtrit(n - 1, (1 + CONFIDENCE) / 2))
    bid = fair_bid(rows["bid_vp"].to_numpy())
    return Favored(found, player, n, won / n, float(low[0]), float(high[0]), mean, mean - half, mean + half, *bid)


def fair_bid(bids: NDArray[np.int64], confidence: float = CONFIDENCE) -> tuple[int, int, int]:
    """Return the largest bid with which at least half of the games are still won, and its interval by order statistics.

    `bids` (n,) are the points that the first side could give away in each game and still win it.

    >>> fair_bid(np.array([-3, -2, 5, 9]))[0]  # with 5 it wins two of four, with 6 one
    5
    """
    ordered, n = np.sort(bids), len(bids)
    tail = (1 - confidence) / 2
    low = int(binom.ppf(tail, n, 0.5)) - 1
    high = int(binom.ppf(1 - tail, n, 0.5))
    middle = n // 2
    return int(ordered[middle]), int(ordered[max(low, 0)]), int(ordered[min(high, n - 1)])


@dataclass(frozen=True)
class Matrix:
    """Players against each other on the central map: shares that the first side wins and mean margins, (first, second).

    `value` is the first side's share where both mix their players best, `value_vp` the same for the mean margin,
    each with the standard error that the games' dice leave in it; `mixes` are the shares' best mixes.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    n: NDArray[np.int64]
    share: NDArray[np.float64]
    margin: NDArray[np.float64]
    value: tuple[float, float]
    value_vp: tuple[float, float]
    mixes: tuple[dict[str, float], dict[str, float]]

    def gains(self, one: str, other: str) -> tuple[tuple[str, float], tuple[str, float]]:
        """Return each side's best answer to the other's player, and what it wins over `one` or `other`, in points."""
        row, column = self.first.index(one), self.second.index(other)
        down, across = self.margin[:, column] - self.margin[row, column], self.margin[row, column] - self.margin[row]
        return (
            (self.first[int(down.argmax())], float(down.max())),
            (self.second[int(across.argmax())], float(across.max())),
        )


def matrix(db: duckdb.DuckDBPyConnection, game: str) -> Matrix | None:
    """Return the full matrix with the strongest players in the warehouse; None if no two have all pairs played.

    A pair is taken from the run that played it most. Players join by strength, as long as all their pairs were played.
    """
    cells: dict[tuple[str, str], tuple[int, float, float, float]] = {}
    for found in runs_of(db, game):
        first, second = map(named, found.sides)
        rows = found.frame(
            f"SELECT {first}, {second}, count(*) AS n, avg(({found.is_won})::INTEGER) AS p, avg(vp_margin) AS m,"
            f" var_samp(vp_margin) AS v FROM {{result}} WHERE maps = {quoted(MAPS[0])} GROUP BY ALL"
        )
        for one, other, n, p, m, v in rows.iter_rows():
            if n > max(1, cells.get((one, other), (0,))[0]):
                cells[one, other] = (n, p, m, v)
    whole = load_game(game).whole
    others = [name for name in reversed(whole.players) if name not in whole.strongest]
    ladder = [name for name in (*whole.strongest, *others) if (name, name) in cells]
    for at in range(len(ladder)):
        names: list[str] = []
        for name in ladder[at:]:
            if all({(name, one), (one, name)} <= cells.keys() for one in names):
                names.append(name)
        if len(names) > 1:
            return _matrix(sorted(names, key=whole.players.index), cells)
    return None


def _matrix(names: list[str], cells: dict[tuple[str, str], tuple[int, float, float, float]]) -> Matrix:
    n, share, margin, variance = (
        np.array([[cells[a, b][k] for b in names] for a in names], float) for k in range(4)
    )  # fmt: skip
    value, rows, columns = _solved(share, share * (1 - share) / n)
    value_vp, _, _ = _solved(margin, variance / n)
    return Matrix(
        tuple(names), tuple(names), n.astype(np.int64), share, margin, value, value_vp,
        (dict(zip(names, rows, strict=True)), dict(zip(names, columns, strict=True))),
    )  # fmt: skip


def _solved(
    payoff: NDArray[np.float64], variance: NDArray[np.float64]
) -> tuple[tuple[float, float], list[float], list[float]]:
    value, rows, columns = solve(np.rint(payoff * SCALE).astype(np.int64))
    x, y = np.array(rows, float), np.array(columns, float)
    error = sqrt(float((np.outer(x, y) ** 2 * variance).sum()))
    return (float(value) / SCALE, error), x.tolist(), y.tolist()


def sure_of(value: tuple[float, float]) -> tuple[float, float]:
    """Return the 99 % interval of a value with a standard error, the mixes held as they are."""
    half = float(ndtri((1 + CONFIDENCE) / 2)) * value[1]
    return value[0] - half, value[0] + half


def decided_frame(one: Favored) -> pl.DataFrame:
    """Return by turn how far a game is decided: share that the leader in points goes on to win, and share decided.

    Columns turn, n_games, p (of the leader, with ci_low and ci_high), decided. A game counts as decided where, of the
    games within the same bin of `STEP` points after that turn, `SURE` or more were won by one side.
    """
    rows = one.found.frame(
        f"SELECT t.turn, {one.found.difference('vp')}::INTEGER AS stands, max(({one.found.is_won})::INTEGER) AS won,"
        " max(r.vp_margin - r.bid_vp) AS line"
        f" FROM (SELECT * FROM {{turn}} WHERE {one.where}) t JOIN (SELECT * FROM {{result}} WHERE {one.where}) r"
        " USING (cell, game) GROUP BY t.turn, t.cell, t.game"
    ).with_columns((pl.col("stands") >= pl.col("line")).alias("leads"), (pl.col("stands") // STEP).alias("bin"))
    bins = rows.group_by("turn", "bin").agg(pl.len().alias("size"), pl.col("won").mean().alias("rate"))
    known = rows.join(bins, on=["turn", "bin"]).with_columns(
        ((pl.col("size") >= LEAST) & ((pl.col("rate") >= SURE) | (pl.col("rate") <= 1 - SURE))).alias("is_decided"),
        (pl.col("leads") == (pl.col("won") == 1)).alias("is_right"),
    )
    found = known.group_by("turn").agg(
        pl.len().alias("n_games"), pl.col("is_right").sum().alias("n"), pl.col("is_decided").mean().alias("decided")
    ).sort("turn")  # fmt: skip
    low, high = proportion_interval(found["n"], found["n_games"], CONFIDENCE)
    return found.with_columns(
        (pl.col("n") / pl.col("n_games")).alias("p"), pl.Series("ci_low", low), pl.Series("ci_high", high)
    )


def reading_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return what each alternative reading does, paired by dice with our own: a row a reading, the widest effect first.

    Columns reading, n_games, p (share won under it), effect_vp with ci_low and ci_high (95 %, for all together); no
    rows where no study of readings was played by the rules of now.
    """
    return _paired_frame(db, game, READING)


def variation_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return what each variation of a player does, paired by dice with the player as he is; columns as `reading_frame`.

    `variation` counts from 1 in the order of `WholeGame.variations`; p_effect is the change of the first side's share
    of games won, with p_low and p_high.
    """
    return _paired_frame(db, game, VARIATION)


def _paired_frame(db: duckdb.DuckDBPyConnection, game: str, factor: str) -> pl.DataFrame:
    """Return what each value of a factor but 0 does beside 0, on the same dice, from the largest run that varies it."""
    for found in runs_of(db, game, factor):
        won = f"({found.is_won})::INTEGER AS won"
        rows = found.frame(
            f"SELECT f.low AS {named(factor)}, r.game, r.vp_margin, {won} FROM {{result}} r"
            f" JOIN core.cell_factor f ON f.run_id = r.run_id AND f.cell = r.cell AND f.factor = {quoted(factor)}"
        )
        base = rows.filter(pl.col(factor) == 0).select(
            "game", pl.col("vp_margin").alias("base"), pl.col("won").alias("base_won")
        )
        return _effects(rows.filter(pl.col(factor) != 0).join(base, on="game"), factor)
    return pl.DataFrame(schema={factor: pl.Int64})


def _effects(paired: pl.DataFrame, factor: str) -> pl.DataFrame:
    moved, gained = pl.col("vp_margin") - pl.col("base"), pl.col("won") - pl.col("base_won")
    found = paired.group_by(factor).agg(
        pl.len().alias("n_games"), pl.col("won").mean().alias("p"), moved.mean().alias("effect_vp"),
        (moved.std() / pl.len().sqrt()).alias("error"), gained.mean().alias("p_effect"),
        (gained.std() / pl.len().sqrt()).alias("p_error"),
    )  # fmt: skip
    few = int(found["n_games"].min() or 2)  # type: ignore[arg-type]
    z = float(stdtrit(max(few - 1, 1), 1 - 0.025 / max(found.height, 1)))
    bounds = [
        (pl.col(value) + sign * z * pl.col(error)).alias(f"{prefix}_{end}")
        for value, error, prefix in (("effect_vp", "error", "ci"), ("p_effect", "p_error", "p"))
        for sign, end in ((-1, "low"), (1, "high"))
    ]
    return found.with_columns(bounds).sort(pl.col("effect_vp").abs(), factor, descending=[True, False])
