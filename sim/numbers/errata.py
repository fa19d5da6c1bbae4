"""Corrections of printed tables: a cell, what is printed there, and what it should say; none is applied unseen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sim.border import checked, text_of, toml_of
from sim.numbers.rawfiles import RawFile, RuleDataError
from sim.numbers.rawschema import ERRATA

Cells = list[list[str]]
"""The cells of a table, row by row, as text."""


def apply_errata(base: RawFile, cells: Cells, basis: Cells, keys: list[str], header: tuple[str, ...]) -> None:
    """Apply the guarded corrections of ``errata.toml`` that name this table."""
    path = base.path.parent / "errata.toml"
    if not path.exists():
        return
    label = f"errata.toml of {path.parent.name}"
    for erratum in _errata(text_of(path, label, "a TOML file"), label):
        if erratum["table"] != base.path.stem:
            continue
        place = f"{base.label}: erratum {erratum['id']}, row {erratum['row']!r}, column {erratum['column']!r}"
        if erratum["row"] not in keys or erratum["column"] not in header:
            raise RuleDataError(f"{place}: no such cell")
        at, to = keys.index(erratum["row"]), header.index(erratum["column"])
        if cells[at][to] != erratum["printed"]:
            raise RuleDataError(
                f"{place}: found {cells[at][to]!r}, expected the printed {erratum['printed']!r}; "
                "if the table is now right, remove the erratum"
            )
        cells[at][to], basis[at][to] = erratum["corrected"], erratum["basis"]


@lru_cache(maxsize=16)
def _errata(text: str, label: str) -> list[Mapping[str, str]]:
    return list(checked(toml_of(text, label), ERRATA, label).get("erratum", []))
