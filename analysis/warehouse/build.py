"""The warehouse: one DuckDB file with every printed table, the newest run of every study, and their summaries.

It is always made beside the old file, from nothing or from a copy that lacks a few runs, and put in place by renaming,
so nobody who reads the old one is disturbed, and a build that fails leaves it as it was. One builder works at a time.
Tables in the old file that Kessel did not build are their user's and are carried over.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import duckdb

from analysis.children import cores
from analysis.errors import KesselError
from analysis.lock import locked
from analysis.progress import tracked
from analysis.studies.record import marks, newest_runs, recorded
from analysis.studies.run import RUNS, held_rules
from analysis.studies.study import DATA
from analysis.warehouse.carry import carry_over
from analysis.warehouse.load import Step, played, printed_steps
from analysis.warehouse.made_from import change_of, drop, in_order, note_house, note_run, tables_of
from analysis.warehouse.place import Seen, held_open, put_in_place, refuse_while_written
from analysis.warehouse.sql import named
from sim.border import one_line

WAREHOUSE = DATA / "warehouse.duckdb"
SCHEMA = Path(__file__).with_name("schema.sql")
WHO_MADE_IT = ("run_id", "code_digest", "tables_digest", "numpy_version", "commit_id", "finished_at")
"""Columns that say who made the rows, and when: another NumPy that draws the same dice makes the same content."""
NOT_CONTENT = (*WHO_MADE_IT, "fingerprint")
"""Columns that are no part of the content hash."""
LOCK = ".kessel.lock"
"""The lock of a data folder: whoever builds a warehouse there holds it."""
LIMITS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "512MB",
    "threads": min(4, cores()),
    "preserve_insertion_order": True,
    "checkpoint_threshold": "8GB",
}
"""What a build may use, however many games were played; what does not fit waits on disk, and is put in place once."""
_TRIES = 3


def build(path: Path = WAREHOUSE, runs: Path = RUNS) -> Path:
    """Build the warehouse from the number files and the newest run of each study; return its path.

    A run that is finished meanwhile is in it. `KesselError` if somebody has the old file open for writing: he is named.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path):
        _repeat(partial(_built, path, runs), runs)
        return path


def renew(path: Path = WAREHOUSE, runs: Path = RUNS) -> Path:
    """Load the runs that a warehouse lacks, drop those that are gone, and return its path; the content is `build`'s.

    Where nothing is new the file is not touched. It is built anew in whole where anything but runs has changed since it
    was built (the code, a number file, DuckDB), and where new runs do not fit its tables.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path):
        _repeat(partial(_renewed, path, runs), runs)
        return path


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Be the only builder of a warehouse that nobody has open for writing."""
    with locked(path.parent / LOCK, path.name):
        _sweep(path)
        refuse_while_written(path)
        try:
            yield
        except duckdb.Error as error:
            raise KesselError(f"{path.name} was not built, and is as it was: {str(error).splitlines()[0]}") from None
        finally:
            _sweep(path)


def _repeat(once: Callable[[Callable[[], bool]], bool], runs: Path) -> None:
    """Build until no study was finished meanwhile: a builder may have been stopped for hours."""
    for _ in range(_TRIES):
        seen = marks(runs)
        with held_rules():
            if once(lambda seen=seen: marks(runs) == seen):  # type: ignore[misc]
                break


def _built(path: Path, runs: Path, is_current: Callable[[], bool]) -> bool:
    """Build once; return whether the runs are still those of the beginning, and put the file in place then."""
    beside = _beside(path)
    with duckdb.connect(beside, config=LIMITS) as db:
        db.execute(SCHEMA.read_text(encoding="utf8"))
        _take(db, [*printed_steps(), note_house, *(partial(_load_run, mark) for mark in newest_runs(runs))])
        _note_built(db)
        carried = carry_over(db, path)
        db.execute("CHECKPOINT")
    return _is_placed(beside, path, carried, is_current)


def _renewed(path: Path, runs: Path, is_current: Callable[[], bool]) -> bool:
    """Renew once; return whether the runs are still those of the beginning, and put the file in place then."""
    change = change_of(path, runs)
    if change is None:
        return _built(path, runs, is_current)
    if change.is_none:
        return is_current()
    beside = _beside(path)
    with held_open(path) as seen:
        shutil.copyfile(path, beside)
    with duckdb.connect(beside, config=LIMITS) as db:
        drop(db, change.gone)
        before = tables_of(db)
        _take(db, [partial(_load_run, mark) for mark in change.fresh])
        is_like_built = in_order(db, change.fresh, before)
        db.execute("CHECKPOINT")
    if not is_like_built:
        beside.unlink()
        return _built(path, runs, is_current)
    return _is_placed(beside, path, seen, is_current)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.new-{os.getpid()}")


def _take(db: duckdb.DuckDBPyConnection, steps: list[Step]) -> None:
    for step in tracked(steps, "warehouse", len(steps), is_kept=False):
        step(db)


def _is_placed(beside: Path, path: Path, seen: Seen, is_current: Callable[[], bool]) -> bool:
    """Put a new file in place if the runs are still those of the beginning; return whether they are.

    The old one is kept beside where it is not as it was `seen` when its user's tables were taken over.
    """
    _prove_whole(beside)
    if not is_current():
        beside.unlink()
        return False
    with held_open(path) as old:
        put_in_place(beside, path, keep=seen is None or seen != old)
    _prove_whole(path)
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
        note_run(db, mark)
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
            f"{schema}.{table}": _table_hash(db, schema, table, [one for one in columns if one not in NOT_CONTENT])
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
