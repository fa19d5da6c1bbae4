"""What lies in a data folder: how much each study takes on disk and in the warehouse; tables written out as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from analysis.errors import KesselError
from analysis.studies.record import newest_runs
from analysis.studies.run import RUNS
from analysis.warehouse.sql import named, quoted
from sim.border import shown

FORMATS = {".parquet": "FORMAT parquet, COMPRESSION zstd", ".csv": "FORMAT csv, HEADER"}
_SCHEMAS = ("raw", "core", "out")


@dataclass(frozen=True)
class Size:
    """A study: bytes of all its kept runs, how many runs are kept, and the games of the newest in the warehouse."""

    study: str
    n_bytes: int
    n_runs: int
    n_games: int


def sizes(db: duckdb.DuckDBPyConnection, runs: Path = RUNS) -> list[Size]:
    """Return what each study takes, the largest first; games are 0 for one that is not in the warehouse."""
    games = dict(db.execute("SELECT study, n_games FROM core.run").fetchall())
    found = []
    for mark in newest_runs(runs):
        folder = mark.parent
        n_bytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        n_runs = sum(one.is_dir() for one in folder.iterdir())
        found.append(Size(folder.name, n_bytes, n_runs, games.get(folder.name, 0)))
    return sorted(found, key=lambda one: (-one.n_bytes, one.study))


def tables(db: duckdb.DuckDBPyConnection) -> list[tuple[str, int]]:
    """Return every table of the house with its rows, the longest first."""
    rows = db.execute(
        "SELECT schema_name || '.' || table_name, estimated_size FROM duckdb_tables()"
        " WHERE list_contains(?, schema_name) ORDER BY 2 DESC, 1",
        [list(_SCHEMAS)],
    ).fetchall()
    return [(str(name), int(n)) for name, n in rows]


def export(db: duckdb.DuckDBPyConnection, table: str, path: Path, study: str = "") -> int:
    """Write a table to a Parquet or CSV file, of one study alone if it is named; return its rows.

    `KesselError` names the tables, the formats, and says if nothing was played of the study.
    """
    if path.suffix not in FORMATS:
        raise KesselError(f"{path}: expected a name that ends in {' or '.join(FORMATS)}")
    if path.exists():
        raise KesselError(f"{path}: it is there already; expected a new name")
    if not path.absolute().parent.is_dir():
        raise KesselError(f"{path}: expected a folder that is there")
    schema, dot, name = table.partition(".")
    if not dot or table not in {one for one, _ in tables(db)}:
        known = ", ".join(one for one, _ in tables(db) if not one.startswith("raw."))
        raise KesselError(f"no table {shown(table)}; expected one of {known}, or of schema raw")
    where = ""
    if study:
        runs = db.execute("SELECT run_id FROM core.run WHERE study = ?", [study]).fetchall()
        columns = {column for column, *_ in db.execute(f"DESCRIBE {named(schema, name)}").fetchall()}
        if not runs or "run_id" not in columns:
            raise KesselError(f"{table} has no rows of a study {shown(study)}; expected one that is in the warehouse")
        where = f" WHERE run_id = {quoted(runs[0][0])}"
    rows = db.execute(f"SELECT count(*) FROM {named(schema, name)}{where}").fetchone()
    db.execute(f"COPY (SELECT * FROM {named(schema, name)}{where}) TO {quoted(str(path))} ({FORMATS[path.suffix]})")
    return int(rows[0]) if rows else 0
