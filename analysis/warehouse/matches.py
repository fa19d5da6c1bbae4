"""Whole games in the warehouse: results, turns by side, attacks by column and result, the events of a few games."""

from __future__ import annotations

from pathlib import Path

import duckdb

from analysis.studies.matches import turn_measures
from analysis.warehouse.sql import named, parquet, quoted
from sim.game import load_game

_ABOUT = {
    "result": "how each whole game ended, one row a game",
    "turn": "whole games at the end of each turn, one row a game, turn and side",
    "attack": "attacks and overruns of whole games, counted by column and result",
    "event": "the event log of the first game of each cell; docs/leningrad-event-log.md explains it",
}
_COMMON = {
    "run_id": "run", "cell": "cell, from 0", "game": "game, from 0", "turn": "game turn, from 1; 0 is before the game",
    "side": "side", "board": "map: -1 the central one, from 0 a member of the ensemble", "winner": "side that won",
    "level": "level of victory", "odds_column": "column on which the die was rolled, after all shifts",
    "bid_vp": "points that the first side could give away and still win; below 0: points that it lacked",
    "column_position": "position of the column, from 0 at the left", "result": "result as printed",
    "n": "how often", "seq": "number of the event, from 0", "phase": "phase of the sequence of play; 0 before the game",
    "kind": "what happened", "unit": "unit, fort or air unit, as the log calls it", "from_hex": "hex it leaves",
    "to_hex": "hex it enters, or that is meant", "value": "a number whose meaning hangs on the kind", "die": "the die",
    "battle": "number of the battle in the game", "note": "what no other column says",
}  # fmt: skip


def load_matches(kind: str, run_id: str, game: str, files: list[Path], db: duckdb.DuckDBPyConnection) -> None:
    """Load the parts of one kind into the game's table, which the first run makes, with a comment each column."""
    name = f"{game}_match_{kind}"
    if not files:
        return
    table, source = named("core", name), f"SELECT {quoted(run_id)} AS run_id, * FROM {parquet(files)}"
    if kind == "attack":  # parts are no unit of interest: one count a cell
        keys = "cell, turn, side, odds_column, column_position, result"
        source = f"SELECT run_id, {keys}, sum(n)::UINTEGER AS n FROM ({source}) GROUP BY ALL ORDER BY ALL"
    if db.execute("SELECT 1 FROM duckdb_tables() WHERE schema_name = 'core' AND table_name = ?", [name]).fetchall():
        db.execute(f"INSERT INTO {table} BY NAME {source}")
        return
    db.execute(f"CREATE TABLE {table} AS {source}")
    whole = load_game(game).whole
    said = {**_COMMON, **(turn_measures(whole) if kind == "turn" else whole.result_columns if kind == "result" else {})}
    db.execute(f"COMMENT ON TABLE {table} IS {quoted(f'{load_game(game).title}: {_ABOUT[kind]}')}")
    for column, *_ in db.execute(f"DESCRIBE {table}").fetchall():
        db.execute(f"COMMENT ON COLUMN {table}.{named(column)} IS {quoted(said[column])}")
