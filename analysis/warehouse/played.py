"""Whole games read out of the warehouse: which runs there are, and the rows of their games, turns and attacks."""

from __future__ import annotations

import re
from dataclasses import dataclass

import duckdb
import polars as pl

from analysis.errors import KesselError
from analysis.matches.inquiry import ALL_MAPS, CENTRAL_MAP, ENSEMBLE, LUCK, MATCH, READING, VARIATION
from analysis.studies.edits import EDIT
from analysis.studies.run import rules_digests
from analysis.studies.study import find_study, studies_of
from analysis.warehouse.sql import named, quoted
from sim.game import load_game

CONFIDENCE = 0.99
WORTH = 20
"""Games of which a few are worth a look."""
MAPS = ("central map", "all maps")
KINDS = ("result", "turn", "attack")
"""The rows of a match that a query may ask for."""
_ASKED = re.compile(rf"""'(?:[^']|'')*'|"(?:[^"]|"")*"|\{{({"|".join(KINDS)})\}}""")
"""What asks for them, and whatever is quoted: within it braces mean themselves."""


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


def is_played(db: duckdb.DuckDBPyConnection, game: str) -> bool:
    """Return whether `matches` has a run to return."""
    return any({CENTRAL_MAP, ALL_MAPS} <= maps for _, maps in _runs(db, game))


def to_watch(db: duckdb.DuckDBPyConnection, game: str) -> Matches:
    """Return the run whose games are worth a look: the largest in which the very best players meet nobody else.

    Else it is the one that `matches` returns; raises `KesselError` if there is none.
    """
    best = next(iter(load_game(game).whole.strongest), "")
    for found, _ in _runs(db, game):
        others = found.frame(f"SELECT 1 FROM {{result}} WHERE NOT ({found.pair(best, best)}) LIMIT 1")
        if found.n_games >= WORTH and others.is_empty():
            return found
    return matches(db, game)


def widest(db: duckdb.DuckDBPyConnection, game: str) -> Matches:
    """Return the run that drew most maps: the one that can tell what of a map matters."""
    if not (runs := _runs(db, game)):
        raise _unplayed(game)
    return max(runs, key=lambda one: max(one[1]))[0]


def _unplayed(game: str, varied: str = "") -> KesselError:
    played = [one for one in studies_of(game, MATCH) if not varied or varied in find_study(one).grid]
    studies = " or ".join(f"kessel run {study}" for study in played) or "a study of your own"
    what = f"no whole games of {game} with a {varied}" if varied else f"no whole games of {game}"
    return KesselError(f"{what} by the rules of now in the warehouse; play them with: {studies}")


def varied_runs(db: duckdb.DuckDBPyConnection, game: str, varied: str) -> list[Matches]:
    """Return the runs that vary a factor as `runs_of` does; raises `KesselError` with what to run if there is none."""
    if not (found := runs_of(db, game, varied)):
        raise _unplayed(game, varied)
    return found


def runs_of(db: duckdb.DuckDBPyConnection, game: str, varied: str = "") -> list[Matches]:
    """Return the runs of whole games by the rules of now, largest first: those that vary a factor, or neither one.

    `varied` is `READING`, `VARIATION`, `LUCK` or `EDIT`; without it, by our readings, by players as they are, on dice
    as thrown and by printed numbers.
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
        f" WHERE game = ? AND system = ? AND {' AND '.join([varies] * 4)} ORDER BY n_games DESC, study",
        [ENSEMBLE, game, MATCH, READING, varied == READING, VARIATION, varied == VARIATION, LUCK, varied == LUCK,
         EDIT, varied == EDIT],
    ).fetchall()  # fmt: skip
    now = tuple(rules_digests(game).values())
    sides = load_game(game).whole.sides
    return [
        (Matches(db, game, study, run_id, n_games, sides), set(maps))
        for study, run_id, n_games, maps, *rules in runs
        if tuple(rules) == now
    ]


def measures(found: Matches) -> tuple[str, ...]:
    """Return what is known of a side at the end of each turn."""
    rows = found.db.execute(f"DESCRIBE {found.table('turn')}").fetchall()
    return tuple(name for name, *_ in rows if name not in ("run_id", "cell", "game", "turn", "side"))
