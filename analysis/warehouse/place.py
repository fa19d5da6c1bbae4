"""How a new warehouse takes the place of the old: nothing that anybody wrote into the old one is lost on the way.

DuckDB keeps what is not yet in a file beside it, in a log with the ending ``.wal``. A session that crashed leaves one;
under another file it would make that unopenable, so the log goes with the file to which it belongs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from analysis.errors import KesselError

Seen = tuple[int, int] | None
"""When a file was last written and how large it was, by which one sees that it is as it was; None if unknown."""


def log_of(path: Path) -> Path:
    """Return where DuckDB keeps what is not yet in a file."""
    return path.with_name(path.name + ".wal")


def refuse_while_written(path: Path) -> None:
    """Fold what a crashed session left into the old warehouse; `KesselError` names who has it open for writing."""
    if not path.exists():
        return
    if log_of(path).exists():
        with suppress(duckdb.Error):  # somebody reads it, or the log is another file's: then both are set aside
            duckdb.connect(path).close()
    with _named_writer(path):
        duckdb.connect(path, read_only=True).close()


@contextmanager
def held_open(path: Path) -> Iterator[Seen]:
    """Keep writers out of the old warehouse while it is replaced; yield what it looks like, `None` if it is none."""
    held = None
    if path.exists():
        with _named_writer(path):
            held = duckdb.connect(path, read_only=True)
    try:
        yield look_of(path) if held else None
    finally:
        if held:
            held.close()


def look_of(path: Path) -> Seen:
    """Return what a file looks like from outside, its log included."""
    log = log_of(path)
    about = path.stat()
    return about.st_mtime_ns, about.st_size + (log.stat().st_size if log.exists() else 0)


@contextmanager
def _named_writer(path: Path) -> Iterator[None]:
    """Say who has a file open for writing, as DuckDB tells; that it is no warehouse is no matter here."""
    try:
        yield
    except duckdb.Error as error:
        _, is_held, holder = str(error).partition("lock is held in ")
        if not is_held and not isinstance(error, duckdb.ConnectionException):
            return
        who = holder.partition(". ")[0] if is_held else "this very process"
        raise KesselError(
            f"{path.name} is open for writing in {who}; close it there, then: kessel warehouse. It is as it was, and "
            "what was played is kept"
        ) from None


def put_in_place(new: Path, path: Path, *, keep: bool) -> None:
    """Rename a new warehouse to its final name; if `keep`, or if it has a log, the old one stays beside with its log.

    Killed anywhere in between, the old file with its log is whole under one of the two names.
    """
    log = log_of(path)
    if (keep and path.exists()) or log.exists():
        _set_aside(path, log)
    log.unlink(missing_ok=True)
    new.replace(path)


def _set_aside(path: Path, log: Path) -> None:
    kept = _free_name(path)
    for source, to in ((log, log_of(kept)), (path, kept)):
        if source.exists():
            try:
                os.link(source, to)
            except OSError:  # a file system without second names
                shutil.copy2(source, to)


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.kept-{n}") for n in range(1, 10_000))
    return next(kept for kept in names if not kept.exists() and not log_of(kept).exists())
