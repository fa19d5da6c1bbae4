"""The files under ``data/raw``: read one CSV with its sidecar, and refuse what is not in order.

Every message names the file, the row and the key, quotes the value and says what was expected.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from sim.border import bytes_of, csv_rows, decoded, shown, toml_of
from sim.errors import BorderError
from sim.numbers.rawschema import EDGES, check_header, check_number, check_order, check_sidecar

RAW = Path(os.environ.get("KESSEL_RAW") or Path(__file__).resolve().parents[2] / "data" / "raw")
"""Where the number files lie; the environment may name another folder, as `kessel diff` does for a designer's edit."""
BASES = ("rulebook", "inferred", "published", "assumed")
MISSING = "?"
ACCEPTED = ".accepted"
"""A folder that holds new sidecars from the moment at which all are accepted until all are in their places."""


RuleDataError = BorderError
"""A number file is not in order; the message names the place, the value and what was expected."""


@dataclass(frozen=True)
class RawFile:
    """One CSV and its sidecar, checked; cells are text."""

    path: Path
    label: str
    basis: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sidecar: dict[str, Any]

    @property
    def kind(self) -> str:
        """``grid`` or ``list``."""
        return str(self.sidecar["kind"])

    @cached_property
    def key_columns(self) -> tuple[int, ...]:
        """The positions of the columns that name a row."""
        if self.kind == "grid":
            return (0,)
        return tuple(self.header.index(field) for field in self.sidecar["key"])

    @cached_property
    def number_columns(self) -> tuple[int, ...]:
        """The positions of the columns that hold numbers and names, not keys and not our prose."""
        prose = self.sidecar.get("prose", [])
        return tuple(i for i, name in enumerate(self.header) if i not in self.key_columns and name not in prose)

    def keys(self) -> list[str]:
        """Return the key of every row, fields joined by ``" | "``."""
        return [" | ".join(row[i] for i in self.key_columns) for row in self.rows]


def where(path: Path, root: Path = RAW) -> str:
    """Return a path as the reader knows it: ``data/raw/<game>/<file>``."""
    return f"data/raw/{path.relative_to(root)}" if path.is_relative_to(root) else str(path)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, as sidecars record it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def basis_of(path: Path) -> str:
    """Return the basis that a file's name declares: ``crt.assumed.csv`` is ``assumed``."""
    suffix = path.stem.rpartition(".")[2]
    return suffix if suffix in BASES else "rulebook"


def read_raw(path: Path, root: Path = RAW, *, verify: bool = True) -> RawFile:
    """Read a CSV and its sidecar and check both; `verify` compares the checksum too.

    The files are read each time, and checked once for each content; nobody may change what is returned.
    """
    sidecar = path.with_suffix(".toml")
    if not sidecar.exists():
        raise RuleDataError(f"{where(sidecar, root)}: the sidecar is missing")
    beside = bytes_of(sidecar, where(sidecar, root), "a TOML file")
    return _checked(path, root, verify, beside, bytes_of(path, where(path, root), "a CSV"))


@lru_cache(maxsize=1024)
def _checked(path: Path, root: Path, verify: bool, beside: bytes, data: bytes) -> RawFile:
    label = where(path, root)
    sidecar = _read_sidecar(path.with_suffix(".toml"), root, beside)
    if verify and hashlib.sha256(data).hexdigest() != sidecar["sha256"]:
        raise RuleDataError(
            f"{label}: its checksum is not the one in {path.stem}.toml, so the table was edited or cut short; "
            f"if the change is meant: kessel audit --accept {label}"
        )
    header, rows = _read_csv(data, label, sidecar["kind"])
    file = RawFile(path, label, basis_of(path), header, rows, sidecar)
    _check(file)
    return file


def _read_csv(data: bytes, label: str, kind: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    if b"\r" in data:
        raise RuleDataError(f"{label}: saved by a spreadsheet or on Windows; expected lines ending in \\n")
    lines = [(number, tuple(line)) for number, line in csv_rows(decoded(data, label), label)]
    if len(lines) < 2:
        raise RuleDataError(f"{label}: {len(lines)} lines; expected a header and at least one row")
    (_, header), rows = lines[0], lines[1:]
    if len(header) < 2:
        raise RuleDataError(f"{label}: one column, {shown(header[0])}; expected columns with commas between")
    check_header(header, kind, label)
    for number, row in rows:
        if len(row) != len(header):
            given = shown(",".join(row))
            raise RuleDataError(f"{label}, line {number}: {len(row)} cells ({given}); expected {len(header)}")
        for name, cell in zip(header, row, strict=True):
            check_number(cell, f"{label}, line {number}, column {name!r}")
    return header, tuple(row for _, row in rows)


def _read_sidecar(path: Path, root: Path, data: bytes) -> dict[str, Any]:
    label = where(path, root)
    sidecar = toml_of(decoded(data, label), label)
    check_sidecar(sidecar, label)
    if basis_of(path) != "rulebook" and "evidence" not in sidecar:
        raise RuleDataError(f"{label}: key 'evidence' is missing")
    return sidecar


def _check(file: RawFile) -> None:
    side = file.sidecar
    if file.kind == "grid":
        for axis in ("rows", "columns"):
            for edge in ("below", "above"):
                value = side[axis].get(edge)
                if value not in EDGES and not str(value).startswith("="):
                    raise RuleDataError(
                        f"{file.label}: sidecar key {axis}.{edge} is {value!r}; expected clamp, error or =CODE"
                    )
    else:
        for name in [*side["key"], *side.get("prose", [])]:
            if name not in file.header:
                raise RuleDataError(f"{file.label}: the sidecar names a column {name!r} that is not there")
        undescribed = [name for name in file.header if name not in side["fields"]]
        if undescribed:
            raise RuleDataError(f"{file.label}: [fields] does not describe {', '.join(undescribed)}")
        _check_choices(file)
    keys = file.keys()
    twice = next((key for key, n in Counter(keys).items() if n > 1), None)
    if twice is not None:
        raise RuleDataError(f"{file.label}: row {shown(twice)} stands twice")
    if file.kind == "grid":
        is_whole = file.basis == "rulebook"
        check_order([row[0] for row in file.rows], file.header[1:], side["rows"]["name"], file.label, whole=is_whole)


def _check_choices(file: RawFile) -> None:
    for name, allowed in file.sidecar.get("choices", {}).items():
        if name not in file.header:
            raise RuleDataError(f"{file.label}: the sidecar names a column {shown(name)} that is not there")
        at = file.header.index(name)
        for key, row in zip(file.keys(), file.rows, strict=True):
            if row[at] not in (*allowed, "", MISSING):
                raise RuleDataError(
                    f"{file.label}, row {key!r}, column {name!r}: {row[at]!r}; expected one of {', '.join(allowed)}"
                )
