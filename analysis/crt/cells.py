"""What one cell of a combat results table comes to: its outcome, what counts in it, what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

ELIMINATED = 99
"""Stands for all steps of a force, more than any printed number."""

Steps = tuple[int | None, int | None]


class CellOutcome(NamedTuple):
    """What a result comes to: its codes but for steps, steps of attacker and defender (`None`: all), rank, gains."""

    code: str
    steps: Steps
    rank: int
    gives_way: bool
    gains: tuple[int, ...]


Counts = Callable[[CellOutcome], bool]
WAY = "the defender gives way"
"""What every table counts in its own way, `CrtReading.way`; a sentence for readers says that instead."""
CHANCES: Mapping[str, Counts] = {
    WAY: lambda one: one.gives_way,
    "the attacker loses steps": lambda one: one.steps[0] != 0,
    "the defender loses steps": lambda one: one.steps[1] != 0,
    "the attacker is eliminated": lambda one: one.steps[0] is None,
    "the defender is eliminated": lambda one: one.steps[1] is None,
}


def cell_outcome(code: str, meaning: Mapping[str, Any], steps: Sequence[int | None]) -> CellOutcome:
    """Return what a code comes to by its meaning, with the steps that it costs both sides."""
    return CellOutcome(code, (steps[0], steps[1]), meaning["rank"], meaning["gives_way"], tuple(meaning["gains"]))


def added_up(parts: Iterable[tuple[CellOutcome, Fraction]]) -> list[tuple[CellOutcome, Fraction]]:
    """Return a law with equal outcomes added up, in the order in which they first come."""
    law: dict[CellOutcome, Fraction] = {}
    for outcome, p in parts:
        law[outcome] = law.get(outcome, Fraction(0)) + p
    return list(law.items())


def total(parts: Iterable[Fraction]) -> Fraction:
    """Return an exact sum."""
    return sum(parts, Fraction(0))


def worth_of(row: Sequence[tuple[CellOutcome, Fraction]]) -> tuple[Fraction, ...]:
    """Return what a cell is worth to the attacker, each number better if higher: steps, rank, gains in the mean."""
    parts = []
    for one, p in row:
        attacker, defender = (ELIMINATED if steps is None else steps for steps in one.steps)
        parts.append([p * x for x in (-attacker, defender, -one.rank, *one.gains)])
    return tuple(map(total, zip(*parts, strict=True)))


def is_worse(after: tuple[Fraction, ...], before: tuple[Fraction, ...]) -> bool:
    """Return whether a cell is worth no more in anything and less in something."""
    return after != before and all(a <= b for a, b in zip(after, before, strict=True))
