"""A designer's edits as a factor of a study: printed cells with another value, by name, played on the same dice.

An edit is a list of changes, each ``TABLE,ROW,COLUMN=VALUE``, or ``TABLE=FILE.csv`` for an edited copy of a table as
the workbench exports it. A study keeps the cells that change, so that it needs the file no longer.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from numpy.typing import ArrayLike

from analysis.errors import KesselError
from analysis.sources.audit import table_name, write_checksum
from sim.border import checked, csv_rows, is_whole, plain, shown, text_of
from sim.numbers.rawfiles import BASES, RAW, RawFile, read_raw
from sim.system import Factor, Inquiry

EDIT = "edit"
"""The factor that says which edit a cell is played with."""
AS_PRINTED = 0
MAX_EDITS = 200
_NAME = re.compile(r"[A-Za-z0-9_]{1,60}")
AnInquiry = TypeVar("AnInquiry", bound=Inquiry)


@dataclass(frozen=True)
class CellEdit:
    """One cell of a table with another value; `row` is the row's key."""

    table: str
    row: str
    column: str
    value: str

    def __str__(self) -> str:
        """Return it as it is written."""
        return f"{self.table},{self.row},{self.column}={self.value}"


def change_of(text: str) -> CellEdit:
    """Return a change as written, ``TABLE,ROW,COLUMN=VALUE``.

    >>> change_of("vp_schedule,hex_2604,vp=20")
    CellEdit(table='vp_schedule', row='hex_2604', column='vp', value='20')
    """
    cell, equals, value = text.partition("=")
    table, comma, rest = cell.partition(",")
    row, second, column = rest.rpartition(",")
    if not (equals and comma and second):
        raise KesselError(f"{shown(text)} is no change of a cell; expected TABLE,ROW,COLUMN=VALUE or TABLE=FILE.csv")
    return CellEdit(table.strip(), row.strip(), column.strip(), value.strip())


def layers(game: str, table: str) -> list[RawFile]:
    """Return the files of a table, the printed one first; `KesselError` names the tables that a game has."""
    paths = [RAW / game / f"{table}{layer}.csv" for layer in ("", *(f".{basis}" for basis in BASES[1:]))]
    found = [read_raw(path) for path in paths if re.fullmatch(r"[a-z0-9_/]+", table) and path.is_file()]
    if not found:
        known = sorted({table_name(path, RAW / game).split(".")[0] for path in (RAW / game).rglob("*.csv")})
        raise KesselError(f"{game} has no table {shown(table)}; expected one of {', '.join(known)}")
    return found


def printed_cell(game: str, change: CellEdit) -> tuple[RawFile, str]:
    """Return the file that holds the cell of a change and what it holds; `KesselError` says what is not there.

    Where a stronger file lacks the number, it is the file that has it.
    """
    files = layers(game, change.table)
    held = [(file, file.rows[at][file.header.index(change.column)])
            for file in files if change.column in file.header
            for at, key in enumerate(file.keys()) if key == change.row]  # fmt: skip
    if not held:
        keys = dict.fromkeys(key for keys in map(RawFile.keys, files) for key in keys)
        columns = dict.fromkeys(column for file in files for column in file.header)
        if change.row not in keys:
            raise KesselError(f"{change}: no row {shown(change.row)}; expected one of {', '.join(keys)}")
        raise KesselError(f"{change}: no column {shown(change.column)}; expected one of {', '.join(columns)}")
    return next((one for one in held if one[1] not in ("", "?")), held[0])


def changes_of(game: str, words: Iterable[str], folder: Path = Path()) -> tuple[str, ...]:
    """Return changes as a study keeps them, each checked against the table that it changes; files are read."""
    found: list[CellEdit] = []
    for text in words:
        name, equals, rest = text.partition("=")
        is_file = equals and "," not in name
        found += _of_file(game, name.strip(), folder / rest.strip()) if is_file else [change_of(text)]
    for change in found:
        _check(change, *printed_cell(game, change))
    if len({(one.table, one.row, one.column) for one in found}) < len(found):
        raise KesselError("an edit changes one cell twice; expected each cell once")
    return tuple(map(str, found))


def _check(change: CellEdit, file: RawFile, before: str) -> None:
    """Refuse a value that the cell cannot hold: the one it holds, a word for a number, a code that the table lacks."""
    codes = file.sidecar.get("codes") if file.kind == "grid" else file.sidecar.get("choices", {}).get(change.column)
    if before == change.value:
        raise KesselError(f"{change}: the cell holds {shown(before)} already; expected another value")
    if file.header.index(change.column) in file.key_columns:
        raise KesselError(f"{change}: {change.column} names the row; expected a column that holds something")
    if codes and change.value not in codes:
        raise KesselError(
            f"{change}: {shown(change.value)} is no code of the table; expected one of {', '.join(codes)}"
        )
    if not codes and is_whole(before.lstrip("+-")) and not is_whole(change.value.removeprefix("-").removeprefix("+")):
        raise KesselError(f"{change}: {shown(change.value)} stands for {before}; expected a whole number")


def _of_file(game: str, table: str, path: Path) -> list[CellEdit]:
    """Return the cells in which an edited copy of a table differs from the printed one."""
    base = layers(game, table)[0]
    rows = [tuple(cells) for _, cells in csv_rows(text_of(path, str(path), "a CSV"), str(path))]
    if not rows or rows[0] != base.header or len(rows) != len(base.rows) + 1:
        raise KesselError(f"{path}: other rows or columns than {table}.csv; only cells may be edited")
    found = []
    for key, before, after in zip(base.keys(), base.rows, rows[1:], strict=True):
        if len(after) != len(before) or any(after[at] != before[at] for at in base.key_columns):
            raise KesselError(f"{path}: row {shown(key)} is not as in {table}.csv; only cells may be edited")
        found += [
            CellEdit(table, key, column, new)
            for column, old, new in zip(base.header, before, after, strict=True)
            if old != new
        ]
    if not found:
        raise KesselError(f"{path}: every cell is as printed; expected an edited copy of {table}.csv")
    return found


def edits_of(given: Any, game: str, label: str, folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the edits of a study file: ``[edits]``, a list of changes by name."""
    if not isinstance(given, dict) or len(given) > MAX_EDITS:
        raise KesselError(f"{label}: key 'edits' is {shown(given)}; expected a table [edits] of at most {MAX_EDITS}")
    found = {}
    for name, words in given.items():
        place = f"{label}: key 'edits.{plain(name)}'"
        if not _NAME.fullmatch(name):
            raise KesselError(f"{place}: expected a name of letters, digits and underscores, at most 60")
        if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
            raise KesselError(f"{place}: {shown(words)}; expected a list of changes, each TABLE,ROW,COLUMN=VALUE")
        for word in words:
            checked(word, str, label, f"edits.{name}")
        try:
            found[name] = changes_of(game, words, folder)
        except KesselError as error:
            raise KesselError(f"{place}: {error}") from None
    return found


def with_edits(asked: AnInquiry, names: tuple[str, ...]) -> AnInquiry:
    """Return an inquiry with one factor more: which edit is played, 0 for none."""
    edit = Factor(
        EDIT, AS_PRINTED, AS_PRINTED, len(names), "the edit of printed numbers: 0 none, from 1 on one of the study's",
        "assumed", label="the edit", values={AS_PRINTED: "as printed"} | dict(enumerate(names, 1)),
    )  # fmt: skip
    return replace(asked, factors={**asked.factors, EDIT: edit})


def beside_edit(factors: Mapping[str, ArrayLike]) -> dict[str, ArrayLike]:
    """Return the factors that the rules know: all but the edit, which is in their numbers."""
    return {name: value for name, value in factors.items() if name != EDIT}


def write_edited(game: str, changes: Iterable[str], root: Path) -> None:
    """Copy the number files of a game below a folder and make the changes there, checksums renewed."""
    shutil.copytree(RAW / game, root / game)
    for change in map(change_of, changes):
        file, _ = printed_cell(game, change)
        there = root / game / file.path.relative_to(RAW / game)
        now = read_raw(there, root)
        at, column = now.keys().index(change.row), now.header.index(change.column)
        rows = [list(row) for row in now.rows]
        rows[at][column] = change.value
        there.write_text("".join(",".join(map(_quoted, row)) + "\n" for row in (now.header, *rows)), encoding="utf8")
        write_checksum(there, root)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in ',"\n') else cell
