"""The warehouse: one DuckDB file with every printed table, the newest run of every study, and their summaries.

It is always built anew beside the old file and put in place by renaming, so nobody who reads the old one is
disturbed, and a
build that fails leaves it as it was. Tables in the old file that Kessel did not build are their user's and are
carried over.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import duckdb
from rich.console import Console
from rich.progress import track

from analysis.errors import KesselError
from analysis.studies.run import RUNS, sweep
from analysis.studies.study import DATA
from analysis.warehouse.carry import carry_over
from analysis.warehouse.load import Step, played, printed

WAREHOUSE = DATA / "warehouse.duckdb"
SCHEMA = Path(__file__).with_name("schema.sql")
NOT_CONTENT = {"core.run": ("commit_id", "finished_at")}
"""Columns that differ between equal warehouses: when and from which commit a run was played."""


def build(path: Path = WAREHOUSE, runs: Path = RUNS) -> Path:
    """Build the warehouse from the number files and the newest run of each study; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    sweep(path.parent, f".{path.name}.new-*")
    beside = path.with_name(f".{path.name}.new-{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        with duckdb.connect(beside) as db:
            db.execute("SET preserve_insertion_order = true")
            db.execute(SCHEMA.read_text(encoding="utf8"))
            steps = [*printed(), *_readable_runs(runs)]
            for step in track(steps, description="warehouse", console=Console(file=sys.stderr), transient=True):
                step(db)
            _note_built(db)
            kept = carry_over(db, path)
            db.execute("CHECKPOINT")
        _prove_whole(beside)
        if kept:
            path.rename(_free_name(path))
        beside.replace(path)
    except duckdb.Error as error:
        raise KesselError(f"{path.name} was not built, and is as it was: {str(error).splitlines()[0]}") from None
    finally:
        for left_over in (beside, beside.with_name(beside.name + ".wal")):
            left_over.unlink(missing_ok=True)
    return path


def _prove_whole(path: Path) -> None:
    """Open a new warehouse once more before it replaces the old: a full disk may have swallowed it."""
    with duckdb.connect(path, read_only=True) as db:
        (noted,) = db.execute("SELECT count(*) FROM core.built_table").fetchone() or (0,)
        (there,) = db.execute("SELECT count(*) FROM duckdb_tables() WHERE NOT internal").fetchone() or (0,)
    if not 0 < noted <= there:
        raise KesselError(f"{path.name} is not whole ({there} tables, expected {noted}); is the disk full?")


def _readable_runs(runs: Path) -> list[Step]:
    """Return the steps that load the newest runs; one that cannot be read is named and left where it lies."""
    steps: list[Step] = []
    for folder in finished_runs(runs):
        try:
            steps += played(folder)
        except KesselError as error:
            sys.stderr.write(f"kessel: {error}\n")
    return steps


def finished_runs(runs: Path = RUNS) -> list[Path]:
    """Return the folder of the newest finished run of each study."""
    latest = [mark.parent / mark.read_text(encoding="utf8") for mark in sorted(runs.glob("*/latest"))]
    return [folder for folder in latest if (folder / "run.json").exists()]


def open_warehouse(path: Path = WAREHOUSE) -> duckdb.DuckDBPyConnection:
    """Open the warehouse for reading."""
    if not path.exists():
        raise KesselError(f"no warehouse at {path.name}; build it with: kessel warehouse")
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.Error as error:
        raise KesselError(f"{path.name} cannot be opened: {str(error).splitlines()[0]}") from None


def content_hash(path: Path = WAREHOUSE) -> dict[str, str]:
    """Return an ordered hash of the content of each table, timestamps and commits aside.

    Rows count in the order in which they stand, columns in theirs; equal studies give equal hashes on any machine.
    """
    with open_warehouse(path) as db:
        found = db.execute(
            "SELECT schema_name || '.' || table_name AS name, list(column_name ORDER BY column_index)"
            " FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE NOT internal"
            " GROUP BY name ORDER BY name"
        ).fetchall()
        return {
            name: _table_hash(db, name, [column for column in columns if column not in NOT_CONTENT.get(name, ())])
            for name, columns in found
        }


def _table_hash(db: duckdb.DuckDBPyConnection, name: str, columns: list[str]) -> str:
    schema, table = name.split(".", 1)
    digests = [hashlib.sha256(column.encode()) for column in columns]
    chosen = ", ".join(f'"{column}"' for column in columns)
    for batch in db.sql(f'SELECT {chosen} FROM "{schema}"."{table}"').to_arrow_reader(100_000):
        for digest, column in zip(digests, batch.columns, strict=True):
            values = column.to_numpy(zero_copy_only=False)
            is_text = values.dtype == object
            digest.update("".join(f"{value}\x1f" for value in values).encode() if is_text else values.tobytes())
    return hashlib.sha256(b"".join(digest.digest() for digest in digests)).hexdigest()[:16]


def _note_built(db: duckdb.DuckDBPyConnection) -> None:
    db.execute(
        "INSERT INTO core.built_table SELECT schema_name, table_name FROM duckdb_tables()"
        " WHERE NOT internal ORDER BY ALL"
    )


def _free_name(path: Path) -> Path:
    return next(kept for n in range(1, 10_000) if not (kept := path.with_name(f"{path.name}.kept-{n}")).exists())
