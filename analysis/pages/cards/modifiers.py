"""The lists of modifiers on an odds card: what each is worth, its rule and its basis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from analysis.pages.cards.sheet import Table
from sim.explorer import Row

MARKS = {"rulebook": "", "inferred": "°", "published": "†", "assumed": "*", "missing": "?"}
"""The mark of each basis on a card."""
_LONG_NAME = 40


def side_by_side(lists: Sequence[Table]) -> tuple[tuple[Table, ...], ...]:
    """Return the lists of modifiers beside each other, or below each other where a name is too long for that."""
    if any(len(str(row[0])) > _LONG_NAME for table in lists for row in table.rows):
        return tuple((table,) for table in lists)
    return (tuple(lists) if len(lists) > 1 else _halves(lists[0]),)


def _halves(table: Table) -> tuple[Table, Table]:
    """Return a long list as two beside each other."""
    half = (len(table.rows) + 1) // 2
    return replace(table, rows=table.rows[:half]), replace(table, heading="", rows=table.rows[half:])


def listed(heading: str, rows: Sequence[Row]) -> Table | None:
    """Return modifiers as a list, without those that only stand for what one sets besides; alike ones are one line."""
    kept = [row for row in rows if not (row.times == row.id and row.value == "1") and row.value != "0"]
    if not kept:
        return None
    lines = dict.fromkeys((_worth(row), _named(row), f"[{row.rule}]{MARKS[row.basis]}") for row in kept)
    return Table(
        heading, ("", "", ""), tuple((name, worth, rule) for worth, name, rule in lines), (6, 2.2, 4.2), size=7.6
    )


def _named(row: Row) -> str:
    """Return a modifier's name, and whether each of several counts; a share of a strength is told for all of it."""
    if row.on_paper:
        return row.on_paper
    return f"{row.words}, each" if row.times and Fraction(row.value.removeprefix("*")).denominator == 1 else row.words


def _worth(row: Row) -> str:
    if row.value.startswith("*"):
        return f"x {row.value[1:]}"
    value = Fraction(row.value)
    if value.denominator > 1:  # `times` says of what part of the strength: what is left of it
        return f"x {value % 1}"
    shown = f"{'+' if value > 0 else ''}{value}"
    return f"{shown} ({int(value) + row.low} to {int(value) + row.high})" if row.low < row.high else shown
