"""What is said to a designer of a combat table: an edit, what it does, and what was looked at and stands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analysis.words import percent

WORSE, DEAD, CLIFF_EDGE, IDLE = KINDS = ("better is worse", "a dead spot", "a cliff edge", "shifts that win no ground")


@dataclass(frozen=True)
class Edit:
    """One cell, before and after."""

    row: str
    column: str
    before: str
    after: str


@dataclass(frozen=True)
class Change:
    """One number before and after; `kind` is ``chance``, ``points``, ``steps`` or ``count``."""

    about: str
    before: Fraction
    after: Fraction
    kind: str = "chance"

    def words(self) -> str:
        """Return both numbers in words."""
        return f"{self.about}: was {self._said(self.before)}, becomes {self._said(self.after)}"

    def _said(self, value: Fraction) -> str:
        if self.kind == "chance":
            return percent(float(value))
        if self.kind == "points":
            return f"{100 * float(value):.1f} points"
        return f"{float(value):.2f}" if self.kind == "steps" else str(value)


@dataclass(frozen=True)
class Recommendation:
    """What is the matter, the edit, what it does, how many other one-cell edits do as much, and what it rests on."""

    kind: str
    finding: str
    edits: tuple[Edit, ...]
    figures: tuple[Change, ...]
    others: int
    basis: str

    def what(self, first: str) -> str:
        """Return the change in words; `first` names the rows."""
        return "; ".join(f"{first} {one.row} of {one.column}: {one.before} becomes {one.after}" for one in self.edits)

    def order(self, first: str) -> str:
        """Return the edits as what to do, and what it does first of all; `first` names the rows.

        Against a cliff that is the chance that falls or rises, which a player meets, not how steep it is.
        """
        chances = (one for one in self.figures if one.kind == "chance" and self.kind == CLIFF_EDGE)
        does = next(chances, self.figures[0])
        cells = "; ".join(_told(one.column, one.row, one.before, one.after, first) for one in self.edits)
        return f"{cells[0].upper()}{cells[1:]} ({does.words()})."


_WHOSE = {"A": "the attacker's ", "D": "the defender's "}
"""Whose result a column of a part of the table holds, by the letter after its odds."""


def _told(column: str, row: str, before: str, after: str, first: str) -> str:
    """Return one edit as an order.

    >>> _told("5/1 D", "10", "DR2", "DR3", "roll")
    "on a roll of 10 in column 5/1 change the defender's DR2 to DR3"
    """
    odds, _, part = column.partition(" ")
    whose = _WHOSE.get(part, "")
    return f"on a {first} of {row} in column {odds if whose else column} change {whose}{before} to {after}"


@dataclass(frozen=True)
class Advice:
    """The recommendations for a table, and what was looked at and stands, in words."""

    recommendations: tuple[Recommendation, ...]
    considered: tuple[str, ...]


def count(about: str, before: int, after: int) -> Change:
    """Return how many there were and are."""
    return Change(about, Fraction(before), Fraction(after), "count")
