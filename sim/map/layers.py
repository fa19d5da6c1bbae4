"""The files of a map, one layer over the other: what an owner typed in overrides what we inferred or assumed.

Unlike the tables of `sim.numbers.tables`, a printed map file need not be complete: every hex that it holds counts, and
weaker files answer for the rest. That is how an owner of the game corrects a single hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sim.border import toml_file
from sim.numbers.rawfiles import BASES, MISSING, RAW, RuleDataError, read_raw, where


@dataclass(frozen=True)
class LayerRow:
    """One row of a map file and how it is known."""

    cells: Mapping[str, str]
    basis: str

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")


def folder(game: str, root: Path = RAW) -> Path:
    """Return the folder of a game's map files."""
    return root / game / "map"


@cache
def read_layers(game: str, name: str, root: Path = RAW, *, pairs: bool = False) -> dict[str, LayerRow]:
    """Return the rows of a map file by key (fields joined by ``" | "``), each from the strongest file that has it.

    With `pairs` the first two fields are two hexes in either order. A sidecar with ``complete = true`` says that its
    file holds everything: weaker files are then not read.
    """
    rows: dict[str, LayerRow] = {}
    for basis in BASES:
        path = _file(game, name, basis, root)
        if path is None:
            continue
        file = read_raw(path, root)
        for key, cells in zip(file.keys(), file.rows, strict=True):
            at = " | ".join(sorted(key.split(" | "))) if pairs else key
            if MISSING not in cells:
                rows.setdefault(at, LayerRow(dict(zip(file.header, cells, strict=True)), basis))
        if file.sidecar.get("complete"):
            break
    return rows


def _file(game: str, name: str, basis: str, root: Path) -> Path | None:
    """Return the file of a basis; one that an owner typed in may lie beside the game's other tables as well."""
    inside = folder(game, root) / (f"{name}.csv" if basis == "rulebook" else f"{name}.{basis}.csv")
    beside = root / game / inside.name
    if inside.exists():
        return inside
    return beside if basis == "rulebook" and "/" not in name and beside.exists() else None


@cache
def read_settings(game: str, name: str, root: Path = RAW) -> dict[str, Any]:
    """Return a TOML file of the map folder; raises `RuleDataError` naming it if it is not there or not TOML."""
    path = folder(game, root) / f"{name}.toml"
    if not path.exists():
        raise RuleDataError(f"{where(path, root)}: no such file; a map is built by: kessel map build {game}")
    return toml_file(path, where(path, root))
