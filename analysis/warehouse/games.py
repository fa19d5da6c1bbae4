"""The games of a study as polars frames: a row a game, or a row a turn of a game, out of the warehouse's logs."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb
import polars as pl

from analysis.errors import KesselError
from analysis.warehouse.sql import named


def result_frame(db: duckdb.DuckDBPyConnection, study: str) -> pl.DataFrame:
    """Return how the games of a study ended, a row a game: cell, game, results, factors, policies, a column a side.

    Games of the same number share their dice over all cells. `KesselError` where the study was not played.
    """
    return _log(db, study, "result")


def turn_frame(db: duckdb.DuckDBPyConnection, study: str, turn: int | None = None) -> pl.DataFrame:
    """Return the per-turn log of a study, a row a turn of a game: cell, game, turn, what the system logs, policies.

    With `turn` only that one, of every game. Factors that the study varies from cell to cell stand beside them; those
    drawn for each game are in `result_frame`.
    """
    return _log(db, study, "turn", "" if turn is None else f"AND turn = {int(turn)}")


def _log(db: duckdb.DuckDBPyConnection, study: str, kind: str, where: str = "") -> pl.DataFrame:
    known = db.execute("SELECT run_id, game, system FROM core.run WHERE study = ?", [study]).fetchall()
    if not known:
        raise KesselError(f"no run of study {study!r} in the warehouse; play it with: kessel run {study}")
    ((run_id, game, system),) = known
    order = "cell, game" if kind == "result" else "cell, game, turn"
    table = named("core", f"{game}_{system}_{kind}")
    found = _frame(db, f"SELECT * EXCLUDE (run_id) FROM {table} WHERE run_id = ? {where} ORDER BY {order}", run_id)
    found = found[[name for name in found.columns if found[name].null_count() < len(found)]]
    cells = _policies(db, run_id)
    if kind == "turn":
        cells = cells.join(_grid(db, run_id), on="cell", how="left")
    return found.join(cells, on="cell", how="left", maintain_order="left")


def _grid(db: duckdb.DuckDBPyConnection, run_id: str) -> pl.DataFrame:
    """Return the factors that a study varies from cell to cell, a column each; results hold all factors anyhow."""
    found = _frame(
        db,
        "SELECT cell, factor, low AS value FROM core.cell_factor WHERE run_id = ? AND is_varied AND low = high"
        " ORDER BY cell, factor",
        run_id,
    )
    return found.pivot("factor", index="cell", values="value") if len(found) else found.select("cell").unique()


def _policies(db: duckdb.DuckDBPyConnection, run_id: str) -> pl.DataFrame:
    """Return the policy of each side in each cell, a column a side."""
    found = _frame(db, "SELECT cell, side, policy FROM core.cell_policy WHERE run_id = ? ORDER BY cell, side", run_id)
    return found.pivot("side", index="cell", values="policy")


def battle_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return every battle of the logged whole games of a game: study, game, turn, side, column (from 0), die.

    Of each study only its first cell: the games of the others throw the same dice. Empty where none is there.
    """
    table = f"{game}_match_event"
    held = db.execute("SELECT 1 FROM core.built_table WHERE table_name = ?", [table]).fetchall()
    columns = "study, e.game, turn, side, value AS column, die"
    if not held:
        return pl.DataFrame(schema={"study": pl.String, "game": pl.Int64, "turn": pl.Int64, "side": pl.String,
                                    "column": pl.Int64, "die": pl.Int64})  # fmt: skip
    return _frame(
        db,
        f"SELECT {columns} FROM {named('core', table)} e JOIN core.run USING (run_id)"
        " WHERE kind = 'combat' AND die BETWEEN 1 AND 6 AND value >= ? AND cell = 0 ORDER BY study, e.game, seq",
        0,
    )


def paired(games: pl.DataFrame, outcome: str, one: Mapping[str, object], other: Mapping[str, object]) -> pl.DataFrame:
    """Return an outcome under two ways of playing, game by game on the same dice: game, one, other, gain.

    `one` and `other` say by column which games are meant, such as a policy or a factor; `gain` is one less other. Where
    assumptions are drawn for each game, they are the same in both.
    """
    held = []
    for name, chosen in (("one", one), ("other", other)):
        rows = games.filter(*(pl.col(column) == value for column, value in chosen.items()))
        if rows.is_empty() or rows["game"].n_unique() < len(rows):
            said = ", ".join(f"{column} {value}" for column, value in chosen.items())
            raise KesselError(f"{len(rows)} rows of the study are of {said}; expected one for each game")
        held.append(rows.select("game", pl.col(outcome).cast(pl.Int64).alias(name)))
    return held[0].join(held[1], on="game").sort("game").with_columns(gain=pl.col("one") - pl.col("other"))


def _frame(db: duckdb.DuckDBPyConnection, query: str, given: str | int) -> pl.DataFrame:
    found = pl.from_arrow(db.sql(query, params=[given]).to_arrow_table())
    assert isinstance(found, pl.DataFrame)
    return found
