"""The files under ``data/raw``: read one CSV with its sidecar, and refuse what is not in order.

Every message names the file, the row and the key, quotes the value and says what was expected.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

RAW = Path(os.environ.get("KESSEL_RAW") or Path(__file__).resolve().parents[1] / "data" / "raw")
"""Where the number files lie; the environment may name another folder, as `kessel diff` does for a designer's edit."""
BASES = ("rulebook", "inferred", "published", "assumed")
MISSING = "?"
EDGES = ("clamp", "error")


class RuleDataError(ValueError):
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
    return _checked(path, root, verify, sidecar.read_bytes(), path.read_bytes())


@lru_cache(maxsize=1024)
def _checked(path: Path, root: Path, verify: bool, beside: bytes, data: bytes) -> RawFile:
    label = where(path, root)
    sidecar = _read_sidecar(path.with_suffix(".toml"), root, beside)
    if verify and hashlib.sha256(data).hexdigest() != sidecar["sha256"]:
        raise RuleDataError(
            f"{label}: its checksum is not the one in {path.stem}.toml, so the table was edited or cut short; "
            f"if the change is meant: kessel audit --accept {label}"
        )
    header, rows = _read_csv(data, label)
    file = RawFile(path, label, basis_of(path), header, rows, sidecar)
    _check(file)
    return file


def _read_csv(data: bytes, label: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    if data.startswith(b"\xef\xbb\xbf") or b"\r" in data:
        raise RuleDataError(
            f"{label}: saved by a spreadsheet or on Windows; expected UTF-8 without mark, lines ending in \\n"
        )
    try:
        text = data.decode("utf8")
    except UnicodeDecodeError as error:
        raise RuleDataError(f"{label}: not UTF-8 at byte {error.start}") from None
    lines = [tuple(line) for line in csv.reader(io.StringIO(text))]
    if len(lines) < 2:
        raise RuleDataError(f"{label}: {len(lines)} lines; expected a header and at least one row")
    header, rows = lines[0], lines[1:]
    if len(header) < 2:
        raise RuleDataError(f"{label}: one column, {header[0]!r}; expected columns with commas between")
    if len(set(header)) != len(header):
        raise RuleDataError(f"{label}: a column name stands twice in the header: {', '.join(header)}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise RuleDataError(f"{label}, line {number}: {len(row)} cells ({','.join(row)!r}); expected {len(header)}")
    return header, tuple(rows)


def _read_sidecar(path: Path, root: Path, data: bytes) -> dict[str, Any]:
    label = where(path, root)
    try:
        sidecar = tomllib.loads(data.decode("utf8"))
    except tomllib.TOMLDecodeError as error:
        raise RuleDataError(f"{label}: not TOML: {error}") from None
    required = ["format_version", "title", "kind", "sha256", "source"]
    kind = sidecar.get("kind")
    if kind not in ("grid", "list"):
        raise RuleDataError(f"{label}: kind is {kind!r}; expected 'grid' or 'list'")
    required += ["rows", "columns"] if kind == "grid" else ["key", "fields"]
    required += ["evidence"] if basis_of(path) != "rulebook" else []
    for name in required:
        if name not in sidecar:
            raise RuleDataError(f"{label}: key {name!r} is missing")
    for name in ("document", "section", "rules"):
        if name not in sidecar["source"]:
            raise RuleDataError(f"{label}: key 'source.{name}' is missing")
    if sidecar["format_version"] != 1:
        raise RuleDataError(f"{label}: format_version is {sidecar['format_version']!r}; expected 1")
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
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise RuleDataError(f"{file.label}: row {twice[0]!r} stands twice")


def _check_choices(file: RawFile) -> None:
    for name, allowed in file.sidecar.get("choices", {}).items():
        at = file.header.index(name)
        for key, row in zip(file.keys(), file.rows, strict=True):
            if row[at] not in (*allowed, "", MISSING):
                raise RuleDataError(
                    f"{file.label}, row {key!r}, column {name!r}: {row[at]!r}; expected one of {', '.join(allowed)}"
                )
