"""The warehouse: one DuckDB file with every printed table, the newest run of every study, and their summaries.

It is always built anew beside the old file and put in place by renaming, so nobody who reads the old one is
disturbed, and a build that fails leaves it as it was. One builder works at a time. Tables in the old file that Kessel
did not build are their user's and are carried over.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
from rich.console import Console
from rich.progress import track

from analysis.errors import KesselError
from analysis.lock import locked
from analysis.studies.record import marks, newest_runs, recorded
from analysis.studies.run import RUNS
from analysis.studies.study import DATA
from analysis.warehouse.carry import carry_over
from analysis.warehouse.load import Step, played, printed
from analysis.warehouse.place import held_open, put_in_place, refuse_while_written
from analysis.warehouse.sql import named
from sim.border import one_line

WAREHOUSE = DATA / "warehouse.duckdb"
SCHEMA = Path(__file__).with_name("schema.sql")
WHO_MADE_IT = ("run_id", "code_digest", "tables_digest", "numpy_version", "commit_id", "finished_at")
"""Columns that say who made the rows, and when: another NumPy that draws the same dice makes the same content."""
LOCK = ".kessel.lock"
"""The lock of a data folder: whoever builds a warehouse there holds it."""
LIMITS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1GB",
    "threads": min(4, os.cpu_count() or 1),
    "preserve_insertion_order": True,
}
"""What a build may use, however many games were played; what does not fit waits on disk."""
_TRIES = 3


def build(path: Path = WAREHOUSE, runs: Path = RUNS) -> Path:
    """Build the warehouse from the number files and the newest run of each study; return its path.

    A run that is finished meanwhile is in it. `KesselError` if somebody has the old file open for writing: he is named.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent / LOCK, path.name):
        _sweep(path)
        refuse_while_written(path)
        for _ in range(_TRIES):  # a builder may have been stopped for hours, and studies finished
            seen = marks(runs)
            if _built(path, runs, seen):
                break
        return path


def _built(path: Path, runs: Path, seen: object) -> bool:
    """Build once; return whether the runs are still those of the beginning, and put the file in place then."""
    beside = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        with duckdb.connect(beside, config=LIMITS) as db:
            db.execute(SCHEMA.read_text(encoding="utf8"))
            steps: list[Step] = [*printed(), *(partial(_load_run, mark) for mark in newest_runs(runs))]
            for step in track(steps, description="warehouse", console=Console(file=sys.stderr), transient=True):
                step(db)
            _note_built(db)
            carried = carry_over(db, path)
            db.execute("CHECKPOINT")
        _prove_whole(beside)
        if marks(runs) != seen:
            return False
        with held_open(path) as old:
            put_in_place(beside, path, keep=carried is None or carried != old)
        _prove_whole(path)
    except duckdb.Error as error:
        raise KesselError(f"{path.name} was not built, and is as it was: {str(error).splitlines()[0]}") from None
    finally:
        _sweep(path)
    return True


def _sweep(path: Path) -> None:
    """Remove what builders left half built: whoever holds the lock is the only one there is."""
    for left_over in path.parent.glob(f".{glob.escape(path.name)}.new-*"):
        if left_over.is_dir():
            shutil.rmtree(left_over, ignore_errors=True)
        else:
            left_over.unlink(missing_ok=True)


def _prove_whole(path: Path) -> None:
    """Open a new warehouse once more before it replaces the old: a full disk may have swallowed it."""
    with duckdb.connect(path, read_only=True) as db:
        (noted,) = db.execute("SELECT count(*) FROM core.built_table").fetchone() or (0,)
        (there,) = db.execute("SELECT count(*) FROM duckdb_tables() WHERE NOT internal").fetchone() or (0,)
    if not 0 < noted <= there:
        raise KesselError(f"{path.name} is not whole ({there} tables, expected {noted}); is the disk full?")


def _load_run(mark: Path, db: duckdb.DuckDBPyConnection) -> None:
    """Load a run in whole, or name it and leave it out in whole: no run stops another."""
    db.begin()
    try:
        for step in played(recorded(mark)):
            step(db)
    except (KesselError, OSError, duckdb.Error) as error:
        db.rollback()
        said = str(error).splitlines()[0]
        is_ours = isinstance(error, KesselError)
        sys.stderr.write(f"kessel: {one_line(said if is_ours else f'study {mark.parent.name} is left out: {said}')}\n")
    else:
        db.commit()


def open_warehouse(path: Path = WAREHOUSE) -> duckdb.DuckDBPyConnection:
    """Open the warehouse for reading."""
    if not path.exists():
        raise KesselError(f"no warehouse at {path.name}; build it with: kessel warehouse")
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.Error as error:
        raise KesselError(f"{path.name} cannot be opened: {str(error).splitlines()[0]}") from None


def content_hash(path: Path = WAREHOUSE) -> dict[str, str]:
    """Return an ordered hash of the content of each table; who made the rows is no part of it.

    Rows count in the order in which they stand, columns in theirs; equal studies give equal hashes on any machine.
    """
    with open_warehouse(path) as db:
        found = db.execute(
            "SELECT schema_name, table_name, list(column_name ORDER BY column_index)"
            " FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE NOT internal"
            " GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        return {
            f"{schema}.{table}": _table_hash(db, schema, table, [one for one in columns if one not in WHO_MADE_IT])
            for schema, table, columns in found
        }


def makers(path: Path = WAREHOUSE) -> list[tuple[Any, ...]]:
    """Return who made the rows of each study: study, run, rules, tables, NumPy, commit, and when."""
    with open_warehouse(path) as db:
        return db.execute(f"SELECT study, {', '.join(WHO_MADE_IT)} FROM core.run ORDER BY study").fetchall()


def _table_hash(db: duckdb.DuckDBPyConnection, schema: str, table: str, columns: list[str]) -> str:
    digests = [hashlib.sha256(column.encode()) for column in columns]
    chosen = ", ".join(map(named, columns)) or "1"
    for batch in db.sql(f"SELECT {chosen} FROM {named(schema, table)}").to_arrow_reader(100_000):
        for digest, column in zip(digests, batch.columns, strict=bool(digests)):
            values = column.to_numpy(zero_copy_only=False)
            is_text = values.dtype == object
            digest.update("".join(f"{value}\x1f" for value in values).encode() if is_text else values.tobytes())
    return hashlib.sha256(b"".join(digest.digest() for digest in digests)).hexdigest()[:16]


def _note_built(db: duckdb.DuckDBPyConnection) -> None:
    db.execute(
        "INSERT INTO core.built_table SELECT schema_name, table_name FROM duckdb_tables()"
        " WHERE NOT internal ORDER BY ALL"
    )
