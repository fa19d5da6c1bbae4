"""Whole games read out of the warehouse: who wins, by how much, the pace, the losses, and what the map does to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import duckdb
import numpy as np
import polars as pl

from analysis.errors import KesselError
from analysis.matches.inquiry import ALL_MAPS, CENTRAL_MAP, ENSEMBLE, MATCH, READING, VARIATION
from analysis.studies.edits import EDIT
from analysis.studies.intervals import mean_interval, proportion_interval
from analysis.studies.run import rules_digests
from analysis.studies.study import studies_of
from analysis.warehouse.sql import named, quoted
from sim.game import load_game

CONFIDENCE = 0.99
MAPS = ("central map", "all maps")
KINDS = ("result", "turn", "attack")
"""The rows of a match that a query may ask for."""
_ASKED = re.compile(rf"""'(?:[^']|'')*'|"(?:[^"]|"")*"|\{{({"|".join(KINDS)})\}}""")
"""What asks for them, and whatever is quoted: within it braces mean themselves."""
BANDS = (("low_90", 0.05), ("low_50", 0.25), ("median", 0.5), ("high_50", 0.75), ("high_90", 0.95))


@dataclass(frozen=True)
class Matches:
    """The run of a study of whole games: its tables, and the sides' names."""

    db: duckdb.DuckDBPyConnection
    game: str
    study: str
    run_id: str
    n_games: int
    sides: tuple[str, str]

    def frame(self, sql: str) -> pl.DataFrame:
        """Return what a query finds; `{result}`, `{turn}` and `{attack}` are the run's rows, with players and map.

        What a caller puts into the query goes through `quoted` or `named`; braces in it mean themselves.
        """
        players = ", ".join(f"max(policy) FILTER (side = {quoted(side)}) AS {named(side)}" for side in self.sides)
        run = f"run_id = {quoted(self.run_id)}"
        cells = (
            f"(SELECT cell, {players} FROM core.cell_policy WHERE {run} GROUP BY cell) JOIN (SELECT cell,"
            f" CASE low WHEN {CENTRAL_MAP} THEN {quoted(MAPS[0])} ELSE {quoted(MAPS[1])} END AS maps"
            f" FROM core.cell_factor WHERE {run} AND factor = {quoted(ENSEMBLE)}) USING (cell)"
        )
        rows = ", ".join(
            f"rows_of_{kind} AS NOT MATERIALIZED (SELECT * FROM {self.table(kind)} JOIN ({cells}) USING (cell)"
            f" WHERE {run})"
            for kind in KINDS if f"{{{kind}}}" in sql
        )  # fmt: skip
        asked = _ASKED.sub(lambda part: f"rows_of_{part[1]}" if part[1] else part[0], sql)
        found = pl.from_arrow(self.db.cursor().sql(f"WITH {rows} {asked}").to_arrow_table())
        assert isinstance(found, pl.DataFrame)
        return found

    def table(self, kind: str) -> str:
        """Return the name in SQL of the table that holds one kind of rows of the game's matches."""
        return named("core", f"{self.game}_match_{kind}")

    def pair(self, first: str, second: str) -> str:
        """Return the condition on rows of the run that two players met."""
        one, other = self.sides
        return f"{named(one)} = {quoted(first)} AND {named(other)} = {quoted(second)}"

    @property
    def is_won(self) -> str:
        """The condition on rows of the run that the first side won."""
        return f"winner = {quoted(self.sides[0])}"

    def difference(self, measure: str) -> str:
        """Return the first side's measure less the second's, as a sum over both rows of a turn."""
        return f"sum(CASE side WHEN {quoted(self.sides[0])} THEN {named(measure)} ELSE -{named(measure)} END)"


def matches(db: duckdb.DuckDBPyConnection, game: str) -> Matches:
    """Return the largest run on central map and ensemble by the rules of now; raises `KesselError` if there is none."""
    for found, maps in _runs(db, game):
        if {CENTRAL_MAP, ALL_MAPS} <= maps:
            return found
    raise _unplayed(game)


def widest(db: duckdb.DuckDBPyConnection, game: str) -> Matches:
    """Return the run that drew most maps: the one that can tell what of a map matters."""
    if not (runs := _runs(db, game)):
        raise _unplayed(game)
    return max(runs, key=lambda one: max(one[1]))[0]


def _unplayed(game: str) -> KesselError:
    studies = " or ".join(f"kessel run {study}" for study in studies_of(game, MATCH)) or "a study of your own"
    return KesselError(f"no whole games of {game} by the rules of now in the warehouse; play them with: {studies}")


def runs_of(db: duckdb.DuckDBPyConnection, game: str, varied: str = "") -> list[Matches]:
    """Return the runs of whole games by the rules of now, largest first: those that vary a factor, or neither one.

    `varied` is `READING` or `VARIATION`; without it, by our readings and by players as they are.
    """
    return [found for found, _ in _runs(db, game, varied)]


def run_of(db: duckdb.DuckDBPyConnection, study: str) -> Matches | None:
    """Return the run of one study of whole games, whatever it varies; None where it has none."""
    rows = db.execute(
        "SELECT game, run_id, n_games FROM core.run WHERE study = ? AND system = ?", [study, MATCH]
    ).fetchall()
    return next((Matches(db, game, study, run, n, load_game(game).whole.sides) for game, run, n in rows), None)


def _runs(db: duckdb.DuckDBPyConnection, game: str, varied: str = "") -> list[tuple[Matches, set[int]]]:
    """Return the runs of whole games that were played by the rules of now, largest first, and the maps of each."""
    varies = "EXISTS (FROM core.cell_factor AS f WHERE f.run_id = core.run.run_id AND factor = ? AND low <> 0) = ?"
    runs = db.execute(
        "SELECT study, run_id, n_games, (SELECT list(DISTINCT low) FROM core.cell_factor AS f"
        " WHERE f.run_id = core.run.run_id AND factor = ?), game_version, code_digest, tables_digest FROM core.run"
        f" WHERE game = ? AND system = ? AND {varies} AND {varies} AND {varies} ORDER BY n_games DESC, study",
        [ENSEMBLE, game, MATCH, READING, varied == READING, VARIATION, varied == VARIATION, EDIT, False],
    ).fetchall()  # fmt: skip
    now = tuple(rules_digests(game).values())
    sides = load_game(game).whole.sides
    return [
        (Matches(db, game, study, run_id, n_games, sides), set(maps))
        for study, run_id, n_games, maps, *rules in runs
        if tuple(rules) == now
    ]


def win_frame(found: Matches) -> pl.DataFrame:
    """Return the share that the first side wins and the mean margin, with intervals, per pair and kind of map."""
    first, second = map(named, found.sides)
    rows = found.frame(
        f"SELECT {first}, {second}, maps, count(*) AS n_games, count(*) FILTER ({found.is_won}) AS n,"
        " avg(vp_margin) AS margin, var_samp(vp_margin) AS variance, max(vp_margin) - min(vp_margin) AS span"
        f" FROM {{result}} GROUP BY ALL ORDER BY {first}, {second}, maps DESC"
    )
    return _with_intervals(rows)


def overall(found: Matches) -> pl.DataFrame:
    """Return the same over all pairs of players, each counting alike, a row a kind of map."""
    rows = found.frame(
        f"SELECT maps, count(*) AS n_games, count(*) FILTER ({found.is_won}) AS n, avg(vp_margin) AS margin,"
        " var_samp(vp_margin) AS variance, max(vp_margin) - min(vp_margin) AS span FROM {result}"
        " GROUP BY ALL ORDER BY maps DESC"
    )
    return _with_intervals(rows)


def _with_intervals(rows: pl.DataFrame) -> pl.DataFrame:
    low, high = proportion_interval(rows["n"], rows["n_games"], CONFIDENCE)
    means = [
        mean_interval(r["margin"], r["variance"] or 0.0, r["n_games"], max(r["span"], 1), CONFIDENCE)
        if r["n_games"] > 1 else (r["margin"], r["margin"])
        for r in rows.iter_rows(named=True)
    ]  # fmt: skip
    return rows.with_columns(
        (pl.col("n") / pl.col("n_games")).alias("p"),
        pl.Series("ci_low", low), pl.Series("ci_high", high),
        pl.Series("margin_low", [m[0] for m in means], pl.Float64),
        pl.Series("margin_high", [m[1] for m in means], pl.Float64),
    ).drop("variance", "span")  # fmt: skip


def margin_frame(found: Matches, width: int = 5) -> pl.DataFrame:
    """Return the spread of the margin over all games: bins of `width` points that no level straddles, share, level."""
    rows = found.frame("SELECT vp_margin, level, count(*) AS n FROM {result} GROUP BY ALL ORDER BY vp_margin")
    total = rows["n"].sum()
    binned = rows.with_columns(((pl.col("vp_margin") - 1) // width * width + 1).alias("low"))
    return (
        binned.group_by("low", "level").agg(pl.col("n").sum())
        .with_columns((pl.col("low") + width).alias("high"), (pl.col("n") / total).alias("p"))
        .sort("low")
    )  # fmt: skip


def level_frame(found: Matches) -> pl.DataFrame:
    """Return the share of every level of victory over all games, the first side's best first, with its interval."""
    rows = found.frame(
        "SELECT level, count(*) AS n, max(vp_margin) AS top FROM {result} GROUP BY ALL ORDER BY top DESC"
    )
    total = int(rows["n"].sum())
    low, high = proportion_interval(rows["n"], total, CONFIDENCE)
    return rows.with_columns((pl.col("n") / total).alias("p"), pl.Series("ci_low", low), pl.Series("ci_high", high))


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
        "SELECT turn, side, avg(steps_lost) AS mean, var_samp(steps_lost) AS variance, max(steps_lost) AS top,"
        " count(*) AS n_games FROM {turn} GROUP BY ALL ORDER BY turn, side"
    )
    bounds = [
        mean_interval(r["mean"], r["variance"] or 0.0, r["n_games"], max(r["top"], 1), CONFIDENCE)
        for r in rows.iter_rows(named=True)
    ]
    return rows.with_columns(
        pl.Series("ci_low", [max(0.0, b[0]) for b in bounds]), pl.Series("ci_high", [b[1] for b in bounds])
    ).drop("variance", "top")


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


def measures(found: Matches) -> tuple[str, ...]:
    """Return what is known of a side at the end of each turn."""
    rows = found.db.execute(f"DESCRIBE {found.table('turn')}").fetchall()
    return tuple(name for name, *_ in rows if name not in ("run_id", "cell", "game", "turn", "side"))
