"""A designer's edit of a table, before and after: what changes, in which column, by how much. Exact.

The edit is put in place of the printed table in a copy of the game's number files, and the game's own rules are asked
again there, in a process of their own: so any table that combat reads can be edited, and the original stays untouched.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from analysis.children import last_line, python
from analysis.crt.columns import ColumnLaw, column_laws
from analysis.errors import KesselError
from analysis.sources.audit import table_name, write_checksum
from sim.game import load_game
from sim.numbers.rawfiles import BASES, RAW, read_raw


@dataclass(frozen=True)
class CellChange:
    """One cell of the table, before and after."""

    row: str
    column: str
    before: str
    after: str


@dataclass(frozen=True)
class ColumnChange:
    """One odds column whose law changes: its figures before and after, and how far apart the laws are.

    `distance` is the total variation: the largest change in the chance of any set of outcomes.
    """

    odds_column: str
    distance: Fraction
    before: Mapping[str, Fraction]
    after: Mapping[str, Fraction]


def diff(game: str, edited: Path, table: str = "") -> tuple[list[CellChange], list[ColumnChange]]:
    """Compare a game's combat with an edited table in place of the printed one, the combat table if none is named."""
    table = table or load_game(game).table.name
    printed = file_of(game, table)
    if not edited.is_file():
        raise KesselError(f"{edited}: no such file; expected an edited copy of {table}.csv")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / game
        shutil.copytree(RAW / game, copy)
        there = copy / printed.relative_to(RAW / game)
        there.write_bytes(edited.read_bytes())
        write_checksum(there, Path(folder))
        cells = _changed_cells(printed, there, Path(folder))
        after = _asked_there(game, Path(folder))
    return cells, _changed_columns(column_laws(game), after)


def file_of(game: str, table: str) -> Path:
    """Return the file of a table: the printed one, or where nothing is printed the published or assumed one.

    `KesselError` names the tables there are.
    """
    for path in (RAW / game / f"{table}{layer}.csv" for layer in ("", *(f".{basis}" for basis in BASES[1:]))):
        if path.exists():
            return path
    known = sorted({table_name(path, RAW / game).split(".")[0] for path in (RAW / game).rglob("*.csv")})
    raise KesselError(f"{game} has no table {table!r}; expected one of {', '.join(known)}")


def _changed_cells(printed: Path, edited: Path, root: Path) -> list[CellChange]:
    before, after = read_raw(printed), read_raw(edited, root)
    if before.header != after.header or before.keys() != after.keys():
        raise KesselError(f"{edited.name}: other rows or columns than the printed table; only cells may be edited")
    return [
        CellChange(key, column, old, new)
        for key, was, now in zip(before.keys(), before.rows, after.rows, strict=True)
        for column, old, new in zip(before.header, was, now, strict=True)
        if old != new
    ]


def _asked_there(game: str, root: Path) -> dict[str, ColumnLaw]:
    """Return the law of every column by the rules over another folder of number files."""
    done = python("-m", "analysis.crt.columns", game, env={"KESSEL_RAW": str(root)})
    if done.returncode:
        raise KesselError(f"the edited table is not in order: {last_line(done.stderr)}")
    return {label: ColumnLaw.from_text(parts) for label, parts in json.loads(done.stdout).items()}


def _changed_columns(before: dict[str, ColumnLaw], after: dict[str, ColumnLaw]) -> list[ColumnChange]:
    distances = {label: was.distance(after[label]) for label, was in before.items()}
    return [
        ColumnChange(label, distance, before[label].figures, after[label].figures)
        for label, distance in distances.items()
        if distance
    ]
