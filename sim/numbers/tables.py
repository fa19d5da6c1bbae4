"""A printed table as a value: load, check, correct, fill from weaker sources, look up past the edge.

The format of the files is described in ``data/raw/README.md``. Everything is text until a rule asks for numbers;
every cell remembers its basis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.border import whole_number
from sim.numbers.errata import Cells, apply_errata
from sim.numbers.rawfiles import BASES, MISSING, RAW, RawFile, RuleDataError, read_raw, where

MOST_INTEGER = 32_767
"""The largest whole number of a table that is calculated with: tables are small."""


@dataclass(frozen=True)
class Grid:
    """A table with row labels and column labels, as on the page.

    `cells` and `basis` have shape (rows, columns); a cell that nobody knows is ``"?"`` with basis ``"missing"``.
    """

    game: str
    name: str
    title: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    basis: tuple[tuple[str, ...], ...]
    row_edges: tuple[str, str]
    column_edges: tuple[str, str]
    codes: Mapping[str, str]
    rules: tuple[str, ...]

    def cell(self, row: str, column: str) -> str:
        """Return one cell as printed; raises `RuleDataError` naming the labels that exist."""
        return self.cells[self._index("row", self.row_labels, row)][self._index("column", self.column_labels, column)]

    def _index(self, what: str, labels: tuple[str, ...], label: str) -> int:
        if label not in labels:
            raise RuleDataError(f"{self.game}/{self.name}: no {what} {label!r}; expected one of {', '.join(labels)}")
        return labels.index(label)

    def column(self, label: str) -> tuple[str, ...]:
        """Return one column from the first row to the last."""
        at = self._index("column", self.column_labels, label)
        return tuple(row[at] for row in self.cells)

    def weakest_basis(self) -> str:
        """Return the weakest basis of any cell, from ``rulebook`` down to ``missing``."""
        order = (*BASES, "missing")
        return max((b for row in self.basis for b in row), key=order.index)

    @cached_property
    def numbers(self) -> NDArray[np.int16]:
        """The cells as integers, shape (rows, columns); raises `RuleDataError` naming the first that is not one."""
        return np.array(
            [
                [_integer(cell, f"{self.game}/{self.name}, row {row!r}, column {column!r}")
                 for column, cell in zip(self.column_labels, cells, strict=True)]
                for row, cells in zip(self.row_labels, self.cells, strict=True)
            ],
            dtype=np.int16,
        )  # fmt: skip

    def row_index(self, value: ArrayLike) -> NDArray[np.intp]:
        """Return the row of each modified roll, shape (...); past the print as the sidecar says (clamp or error)."""
        return self._position(value, self._first_row, len(self.row_labels), self.row_edges, "row")

    @cached_property
    def _first_row(self) -> int:
        """The first modified roll of the print; the rows must follow on each other."""
        rows = [_integer(label, f"{self.game}/{self.name}, row label") for label in self.row_labels]
        for before, after in pairwise(rows):
            if after != before + 1:
                raise RuleDataError(f"{self.game}/{self.name}: row {after} follows row {before}; expected {before + 1}")
        return rows[0]

    def column_index(self, position: ArrayLike) -> NDArray[np.intp]:
        """Return printed column positions, shape (...), from positions that may lie beyond the first or last."""
        return self._position(position, 0, len(self.column_labels), self.column_edges, "column")

    def _position(self, value: ArrayLike, first: int, n: int, edges: tuple[str, str], what: str) -> NDArray[np.intp]:
        """Return how far values, shape (...), lie after the first of the n printed, the ones beyond as `edges` say."""
        at = np.asarray(value)
        is_below, is_above = bool(np.any(at < first)), bool(np.any(at >= first + n))
        if (is_below and edges[0] != "clamp") or (is_above and edges[1] != "clamp"):
            raise RuleDataError(
                f"{self.game}/{self.name}: {what} {at.tolist()!r} is beyond the print, "
                "and the rules give no result there"
            )
        if is_below or is_above:
            at = np.clip(at, first, first + n - 1)  # in its own small type: widening first takes four times as long
        return np.subtract(at, first, dtype=np.intp, casting="same_kind")


@dataclass(frozen=True)
class Records:
    """A list: one record a row, found by its key; `basis` has the shape of `rows`."""

    game: str
    name: str
    title: str
    key: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    basis: tuple[Mapping[str, str], ...]
    rules: tuple[str, ...]

    def __getitem__(self, key: str) -> Mapping[str, str]:
        """Return the record whose key fields, joined by ``" | "``, equal `key`."""
        return self.rows[self._position(key)]

    def _position(self, key: str) -> int:
        if key not in self._positions:
            raise RuleDataError(
                f"{self.game}/{self.name}: no record {key!r}; expected one of {', '.join(self._positions)}"
            )
        return self._positions[key]

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {self.key_of(row): position for position, row in reversed(list(enumerate(self.rows)))}

    def key_of(self, row: Mapping[str, str]) -> str:
        """Return the key of a record as one string."""
        return " | ".join(row[field] for field in self.key)

    def integer(self, key: str, field: str = "value") -> int:
        """Return a field of a record as an integer; raises `RuleDataError` if it is not one."""
        return _integer(self[key][field], f"{self.game}/{self.name}, record {key!r}, field {field!r}")

    def basis_of(self, key: str, field: str = "value") -> str:
        """Return the basis of one field of one record."""
        return self.basis[self._position(key)][field]


@dataclass(frozen=True)
class Family:
    """An assumed family: several possible versions of what is not printed, one of them central."""

    game: str
    name: str
    title: str
    central: str
    labels: tuple[str, ...]
    members: Mapping[str, tuple[str, ...]]
    evidence: str


@cache
def load_grid(game: str, name: str, root: Path = RAW) -> Grid:
    """Load a grid with its errata and its inferred, published and assumed fillings.

    >>> load_grid("leningrad", "crt").cell("3", "2-1")  # defender 2, attacker 2
    '2/2'
    """
    files = _layers(game, name, root, "grid")
    base = files[0]
    cells, basis = _printed(base)
    apply_errata(base, cells, basis, [row[0] for row in base.rows], base.header)
    for layer in files[1:]:
        _fill(base, cells, basis, layer, [row[0] for row in base.rows])
    _check_codes(base, cells)
    side = base.sidecar
    return Grid(
        game=game, name=name, title=side["title"],
        row_labels=tuple(row[0] for row in base.rows),
        column_labels=base.header[1:],
        cells=tuple(tuple(row[1:]) for row in cells),
        basis=tuple(tuple(row[1:]) for row in basis),
        row_edges=(side["rows"]["below"], side["rows"]["above"]),
        column_edges=(side["columns"]["below"], side["columns"]["above"]),
        codes=side.get("codes", {}),
        rules=tuple(side["source"]["rules"]),
    )  # fmt: skip


@cache
def load_list(game: str, name: str, root: Path = RAW) -> Records:
    """Load a list with its errata and fillings.

    >>> load_list("stalingrad_roads", "airlift_drm").integer("clear_sky")
    2
    """
    files = _layers(game, name, root, "list")
    base = files[0]
    keys = base.keys()
    cells, basis = _printed(base)
    apply_errata(base, cells, basis, keys, base.header)
    for layer in files[1:]:
        _fill(base, cells, basis, layer, keys)
    return Records(
        game=game, name=name, title=base.sidecar["title"], key=tuple(base.sidecar["key"]),
        rows=tuple(dict(zip(base.header, row, strict=True)) for row in cells),
        basis=tuple(dict(zip(base.header, row, strict=True)) for row in basis),
        rules=tuple(base.sidecar["source"]["rules"]),
    )  # fmt: skip


@cache
def load_family(game: str, name: str, root: Path = RAW) -> Family:
    """Load an assumed family of versions of a table."""
    file = read_raw(root / game / f"{name}.assumed.csv", root)
    if "family" not in file.sidecar:
        raise RuleDataError(f"{where(file.path, root)}: no [family] in its sidecar, so it holds no family")
    family = file.sidecar["family"]
    labels, members = _members(file, family["members"])
    return Family(game, name, file.sidecar["title"], family["central"], labels, members, file.sidecar["evidence"])


def _members(file: RawFile, lie: str) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    if lie == "columns":
        labels = tuple(row[0] for row in file.rows)
        return labels, {h: tuple(row[i] for row in file.rows) for i, h in enumerate(file.header) if i}
    return file.header[1:], {row[0]: tuple(row[1:]) for row in file.rows}


def _layers(game: str, name: str, root: Path, kind: str) -> list[RawFile]:
    """Return the files of a table from strongest to weakest; a family is no filling."""
    stems = [name if basis == "rulebook" else f"{name}.{basis}" for basis in BASES]
    paths = [root / game / f"{stem}.csv" for stem in stems]
    files = [read_raw(path, root) for path in paths if path.exists()]
    files = [file for file in files if "family" not in file.sidecar]
    if not files:
        raise RuleDataError(f"{where(root / game, root)}: no table {name!r} (looked for {name}.csv)")
    for file in files:
        if file.sidecar["kind"] != kind:
            raise RuleDataError(f"{where(file.path, root)}: is a {file.sidecar['kind']!r}, expected a {kind!r}")
        if set(file.header) != set(files[0].header):
            raise RuleDataError(
                f"{where(file.path, root)}: columns {', '.join(file.header)}; expected those of "
                f"{files[0].path.name}: {', '.join(files[0].header)}"
            )
    return files


def _printed(base: RawFile) -> tuple[Cells, Cells]:
    cells = [list(row) for row in base.rows]
    return cells, [["missing" if cell == MISSING else base.basis for cell in row] for row in cells]


def _fill(base: RawFile, cells: Cells, basis: Cells, layer: RawFile, keys: list[str]) -> None:
    """Fill the cells that are still missing; a weaker source never overrules a stronger one.

    A weaker list may add records only where there is no printed one, since the print says what exists. Where it is
    complete, say because an owner typed it in, weaker files have nothing left to say.
    """
    if base.basis == "rulebook" and not any("missing" in row for row in basis):
        return
    for key, row in zip(layer.keys(), layer.rows, strict=True):
        if key not in keys:
            if base.basis == "rulebook" or base.kind == "grid":
                raise RuleDataError(f"{layer.label}: row {key!r} is not in {base.path.name}")
            keys.append(key)
            cells.append([MISSING] * len(base.header))
            basis.append(["missing"] * len(base.header))
        at = keys.index(key)
        for column, cell in zip(layer.header, row, strict=True):
            to = base.header.index(column)
            if cell not in ("", MISSING) and cells[at][to] == MISSING:
                cells[at][to], basis[at][to] = cell, layer.basis


def _check_codes(base: RawFile, cells: Cells) -> None:
    codes = base.sidecar.get("codes")
    if codes is None:
        return
    for row in cells:
        for column, cell in zip(base.header[1:], row[1:], strict=True):
            if cell not in codes and cell not in ("", MISSING):
                raise RuleDataError(
                    f"{base.label}: row {row[0]!r}, column {column!r}: {cell!r} is not a code of this table; "
                    f"expected one of {', '.join(codes)}"
                )


def _integer(cell: str, place: str) -> int:
    return whole_number(cell, place, -MOST_INTEGER, MOST_INTEGER)
