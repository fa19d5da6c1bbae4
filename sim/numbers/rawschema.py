"""What the files under ``data/raw`` may hold: the keys of each with their types, and tables whose labels are in order.

``data/raw/README.md`` describes the same files for people; here they are checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sim.border import LABEL, NAME, Keys, checked, once, shown
from sim.errors import BorderError

EDGES = ("clamp", "error")
_TEXTS = Keys(others=str)
_AXIS = Keys({"name": str, "below": str, "above": str, "rule": str}, ("name", "below", "above"))
_SOURCE = Keys({"document": str, "section": str, "rules": [str]}, ("document", "section", "rules"))
_BOTH = {"format_version": int, "title": str, "kind": str, "sha256": str, "evidence": str, "notes": str,
         "source": _SOURCE}  # fmt: skip
_NEEDED = ("format_version", "title", "kind", "sha256", "source")
GRID = Keys(
    {**_BOTH, "rows": _AXIS, "columns": _AXIS, "codes": _TEXTS,
     "family": Keys({"members": str, "central": str}, ("members", "central"))},
    (*_NEEDED, "rows", "columns"),
)  # fmt: skip
LIST = Keys(
    {**_BOTH, "key": [str], "prose": [str], "fields": _TEXTS, "choices": Keys(others=[str]), "complete": bool},
    (*_NEEDED, "key", "fields"),
)
_ERRATUM = ("id", "table", "row", "column", "printed", "corrected", "reason", "basis")
ERRATA = Keys({"erratum": [Keys(dict.fromkeys((*_ERRATUM, "low", "high"), str), _ERRATUM)]})
_MISSING = ("id", "what", "rule", "file", "layout", "needed_for")
MISSING_CELLS = Keys({"missing": [Keys({**dict.fromkeys(_MISSING, str), "cells": int}, _MISSING)]})
MOST = 9_999_999
"""The largest number that a cell may hold; the largest that is printed is 33,000."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_ODDS = re.compile(r"([0-9.]+)([-/:])([0-9.]+)\+?(?: .+)?")
_ROLLED = ("die", "natural_roll", "modified_roll")
"""What the rows of a table are called when dice choose among them."""


def check_sidecar(sidecar: dict[str, Any], label: str) -> None:
    """Refuse a sidecar whose keys or types are not those of its kind."""
    kind = sidecar.get("kind")
    if kind not in ("grid", "list"):
        raise BorderError(f"{label}: kind is {shown(kind)}; expected 'grid' or 'list'")
    checked(sidecar, GRID if kind == "grid" else LIST, label)
    if sidecar["format_version"] != 1:
        raise BorderError(f"{label}: format_version is {shown(sidecar['format_version'])}; expected 1")
    if not sidecar["title"].strip():
        raise BorderError(f"{label}: title is empty; expected text")


def check_header(header: Sequence[str], kind: str, label: str) -> None:
    """Refuse columns that stand twice, or whose name is none: of a list our words, of a grid what a page prints."""
    once(list(header), f"{label}: a column name")
    for name in header:
        if kind == "list":
            if not NAME.fullmatch(name):
                raise BorderError(
                    f"{label}: column {shown(name)}; expected lower-case letters, digits, underscores; a letter first"
                )
        else:
            _check_label(name, f"{label}: column")


def _check_label(name: str, place: str) -> None:
    if not LABEL.fullmatch(name) or any(sign.isdigit() and not sign.isascii() for sign in name):
        raise BorderError(f"{place} {shown(name)}; expected letters, plain digits and signs as a page prints them")


def check_number(cell: str, place: str) -> None:
    """Refuse a cell that reads as a number to Python but to no player: NaN, 1e9, superscripts, or beyond all print."""
    if _NUMBER.fullmatch(cell):
        if abs(Fraction(cell[:40])) > MOST:
            raise BorderError(f"{place}: {shown(cell)}; expected a number from {-MOST:,} to {MOST:,}")
        return
    is_odd = any(sign.isdigit() and not sign.isascii() for sign in cell)
    try:
        float(cell)
    except ValueError:
        pass
    else:
        is_odd = True
    if is_odd:
        raise BorderError(f"{place}: {shown(cell)}; expected plain digits, such as 12, -3 or 2.5")


def check_order(rows: Sequence[str], columns: Sequence[str], axis: str, label: str, *, whole: bool) -> None:
    """Refuse rows of dice and columns of odds that do not rise; where the table is `whole`, no row may be left out."""
    for row in rows:
        _check_label(row, f"{label}: row")
    if axis in _ROLLED:
        _check_rolls(rows, axis, label, whole=whole)
    _check_odds(columns, label)


def _check_rolls(rows: Sequence[str], axis: str, label: str, *, whole: bool) -> None:
    numbers = []
    for row in rows:
        if not re.fullmatch(r"-?[0-9]{1,3}", row) or (row.startswith("-") and axis != "modified_roll"):
            raise BorderError(f"{label}: row {shown(row)}; expected a number that the dice of {axis!r} can show")
        numbers.append(int(row))
    for before, after in pairwise(numbers):
        if after <= before or (whole and after != before + 1):
            raise BorderError(f"{label}: row {after} follows row {before}; expected {before + 1}")


def _check_odds(columns: Sequence[str], label: str) -> None:
    """Hold odds such as 1-4, 1-3, 1-2 to rising; several columns of the same odds, told apart by a word, may follow."""
    found = [_ODDS.fullmatch(column) for column in columns]
    if not all(found) or len({one[2] for one in found if one}) != 1:
        return
    try:
        ratios = [Fraction(one[1]) / Fraction(one[3]) for one in found if one]
    except (ValueError, ZeroDivisionError):
        raise BorderError(f"{label}: columns {shown(', '.join(columns))}; expected odds such as 3-1") from None
    for at, (before, after) in enumerate(pairwise(ratios)):
        if after < before:
            raise BorderError(
                f"{label}: column {shown(columns[at + 1])} follows column {shown(columns[at])}; expected rising odds"
            )
