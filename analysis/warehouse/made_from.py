"""What a warehouse was made from, what of it has changed, and how a few runs are exchanged in a copy.

A full build loads the runs in the order of their studies' names, and content counts in the order of rows; so after a
new run has been loaded, the rows of the runs that belong behind it are moved behind it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from analysis.errors import KesselError
from analysis.studies.record import newest_runs, recorded
from analysis.studies.run import RECORD
from analysis.studies.study import ROOT
from analysis.warehouse.load import OLDER
from analysis.warehouse.place import log_of
from analysis.warehouse.sql import named
from sim.border import one_line
from sim.game import game_ids
from sim.numbers.rawfiles import RAW

_HOUSE = ("sim", "analysis")
_FROM = "core.built_from"
_THERE = "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary"
_ALWAYS = {("core", "run"), ("core", "cell_policy"), ("core", "cell_factor"), ("out", "turn_law"), ("out", "exact_law")}
"""Tables with rows of runs that the schema has whatever was played."""

TableName = tuple[str, str]


@dataclass(frozen=True)
class News:
    """What of the runs has changed since a warehouse was made: the marks of new ones, the studies whose run is gone."""

    fresh: tuple[Path, ...]
    gone: tuple[str, ...]

    @property
    def is_none(self) -> bool:
        """Whether the warehouse has all runs as they are."""
        return not self.fresh and not self.gone


def change_of(path: Path, runs: Path) -> News | None:
    """Return what has changed; None where more than runs has, or where the file is not whole or not ours.

    A new run that cannot be loaded is named, and is then no change.
    """
    then = _noted(path)
    if then is None or then.pop("", "") != house_digest():
        return None
    now = {mark.parent.name: (mark, _fingerprint(mark)) for mark in newest_runs(runs)}
    fresh = tuple(mark for study, (mark, print_) in now.items() if then.get(study) != print_ and _is_sound(mark))
    gone = tuple(study for study, print_ in then.items() if study not in now or now[study][1] != print_)
    return News(fresh, gone)


def _is_sound(mark: Path) -> bool:
    try:
        recorded(mark)
    except KesselError as error:
        sys.stderr.write(f"kessel: {one_line(str(error))}\n")
        return False
    return True


def _noted(path: Path) -> dict[str, str] | None:
    """Return what a warehouse says that it was made from; None where it cannot be a start for the next."""
    if not path.exists() or log_of(path).exists():
        return None
    try:
        with duckdb.connect(path, read_only=True) as db:
            noted = dict(db.execute(f"SELECT part, fingerprint FROM {_FROM}").fetchall())
            is_whole = not _strange(db) and sorted(_studies(db)) == sorted(set(noted) - {""})
    except duckdb.Error:
        return None
    return noted if is_whole else None


def _strange(db: duckdb.DuckDBPyConnection) -> list[tuple[str, ...]]:
    """Return tables that are missing, and tables that somebody added where Kessel's own lie."""
    return db.execute(
        f"(FROM core.built_table EXCEPT {_THERE}) UNION ALL"
        f" ({_THERE} AND schema_name IN ('raw', 'core', 'out') EXCEPT FROM core.built_table)"
    ).fetchall()


def _studies(db: duckdb.DuckDBPyConnection) -> list[str]:
    return [study for (study,) in db.execute("SELECT study FROM core.run").fetchall()]


def house_digest() -> str:
    """Return a digest of all that a warehouse is made from besides runs: the code, the number files, DuckDB."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    folders = [*(ROOT / name for name in _HOUSE), RAW]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts:
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _fingerprint(mark: Path) -> str:
    """Return the digest of which run a mark names, of its record, and of when its parts were written, and how long.

    The record holds the checksums of the parts, which are read again only where a part is no longer as it was seen.
    """
    digest = hashlib.sha256()
    try:
        name = mark.read_bytes()
        folder = mark.parent / name[:64].decode().strip()
        digest.update(name + b"\0" + (folder / RECORD).read_bytes())
        for part in sorted(folder.glob("*.parquet")):
            seen = part.stat()
            digest.update(f"\0{part.name} {seen.st_size} {seen.st_mtime_ns}".encode())
    except (OSError, ValueError):
        return "unreadable"  # whoever loads it says why
    return digest.hexdigest()


def note_house(db: duckdb.DuckDBPyConnection) -> None:
    """Note what a warehouse was made from besides runs; nothing, so that it is made anew, where a game was left out."""
    loaded = {game for (game,) in db.execute("SELECT DISTINCT game FROM core.source_table").fetchall()}
    db.execute(f"INSERT INTO {_FROM} VALUES ('', ?)", [house_digest() if loaded >= set(game_ids()) else ""])


def note_run(db: duckdb.DuckDBPyConnection, mark: Path) -> None:
    """Note that the run of a mark is loaded."""
    db.execute(f"INSERT INTO {_FROM} VALUES (?, ?)", [mark.parent.name, _fingerprint(mark)])


def drop(db: duckdb.DuckDBPyConnection, studies: Sequence[str]) -> None:
    """Delete all rows of the runs of some studies."""
    ids = [run_id for study, run_id in _runs(db).items() if study in studies]
    for table in _run_tables(db):
        db.execute(f"DELETE FROM {named(*table)} WHERE run_id IN (SELECT unnest(?))", [ids])
    db.execute(f"DELETE FROM {_FROM} WHERE part IN (SELECT unnest(?))", [list(studies)])


def in_order(db: duckdb.DuckDBPyConnection, fresh: Sequence[Path], before: set[TableName]) -> bool:
    """Put the rows of new runs where a full build has them; return whether the tables are those of a full build.

    `before` are the tables that were there before the new runs were loaded. A table that lost its last run, or that
    holds runs with different columns, depends on which runs there are: only a full build gets it right.
    """
    added = sorted(tables_of(db) - before)
    if added:
        db.executemany("INSERT INTO core.built_table VALUES (?, ?)", added)
        _rewritten(db, "core.built_table", "ORDER BY ALL")
    (n_uneven,) = db.execute("SELECT count(*) FROM duckdb_columns() WHERE comment = ?", [OLDER]).fetchone() or (0,)
    found = _run_tables(db)
    if n_uneven or any(_is_empty(db, table) for table in found if table not in _ALWAYS):
        return False
    _rewritten(db, _FROM, "ORDER BY part")
    runs = _runs(db)
    first = min((mark.parent.name for mark in fresh), default="")
    behind = [runs[study] for study in sorted(runs) if fresh and study >= first]
    for table in found:
        _move(db, named(*table), behind, {runs.get(mark.parent.name, "") for mark in fresh})
    return True


def tables_of(db: duckdb.DuckDBPyConnection) -> set[TableName]:
    """Return all tables of a warehouse, schema and name, those of its user too."""
    return set(db.execute(_THERE).fetchall())


def _runs(db: duckdb.DuckDBPyConnection) -> dict[str, str]:
    return dict(db.execute("SELECT study, run_id FROM core.run").fetchall())


def _run_tables(db: duckdb.DuckDBPyConnection) -> list[TableName]:
    """Return Kessel's tables that hold rows of runs."""
    return db.execute(
        "SELECT schema_name, table_name FROM core.built_table SEMI JOIN (FROM duckdb_columns() WHERE"
        " column_name = 'run_id' AND database_name = current_database()) USING (schema_name, table_name) ORDER BY ALL"
    ).fetchall()


def _is_empty(db: duckdb.DuckDBPyConnection, table: TableName) -> bool:
    return not db.execute(f"SELECT 1 FROM {named(*table)} LIMIT 1").fetchall()


def _move(db: duckdb.DuckDBPyConnection, table: str, behind: Sequence[str], fresh: set[str]) -> None:
    """Move the rows of some runs to the end of a table, run by run, unless they stand there in this order already."""
    there = {run_id for (run_id,) in db.execute(f"SELECT DISTINCT run_id FROM {table}").fetchall()}
    moved = [run_id for run_id in behind if run_id in there]
    if not fresh.intersection(moved) or fresh.issuperset(moved):
        return
    db.execute(f"CREATE TEMP TABLE moved AS SELECT * FROM {table} WHERE run_id IN (SELECT unnest(?))", [moved])
    db.execute(f"DELETE FROM {table} WHERE run_id IN (SELECT unnest(?))", [moved])
    for run_id in moved:
        db.execute(f"INSERT INTO {table} SELECT * FROM temp.moved WHERE run_id = ?", [run_id])
    db.execute("DROP TABLE temp.moved")


def _rewritten(db: duckdb.DuckDBPyConnection, table: str, order: str) -> None:
    db.execute(f"CREATE TEMP TABLE moved AS SELECT * FROM {table} {order}; DELETE FROM {table}")
    db.execute(f"INSERT INTO {table} SELECT * FROM temp.moved; DROP TABLE temp.moved")
