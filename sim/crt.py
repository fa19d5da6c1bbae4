"""A combat results table: how it is read from dice, and what its results come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.errors import GameError
from sim.fight import Coded, CombatOdds, Fact

ROLLS = ("higher", "lower", "neither")
"""Which rolls of a table may be better for the attacker."""


WAYS = ("suffers", "retreats or dies by the print")
"""Two of the three measures that every game has, in words; the third is that the hex is cleared [`ComesTo`]."""


@dataclass(frozen=True)
class Further:
    """What an attacker may win beyond steps and the hex: `name` heads a column, `about` says what counts as it."""

    name: str
    about: str
    holds: Callable[[Coded], bool]


@dataclass(frozen=True)
class CrtReading:
    """What the outcomes of a game's combat results table come to, for charts and comparisons.

    `classes` run from the best for the attacker to the worst. `steps` gives the steps lost by attacker and defender
    if neither retreats instead, `None` for a side that is eliminated to the last unit. `gives_way` says in `about`
    what it counts. `natural_roll` gives the row in which `n_dice` dice are read, shape (...) from (..., n_dice);
    dice of a re-roll do not count. `gains` ranks what the attacker gets beyond all that, such as exploitation, one
    number a kind. `better_roll` says which rows the attacker hopes for: ``higher`` ones further down the table, whether
    they are faces, sums of dice or modified rolls; ``lower`` ones further up; ``neither`` where rows are not ranked
    and not compared. `all_steps` are all the steps (or factors, where losses are given in factors) of attacker and
    defender in means: an elimination to the last unit counts as them, and no result as more; 0 leaves them open, and an
    elimination counts as none there, beside its chance. `way` says in words which of the measures that every game has
    `gives_way` is: ``suffers``, or ``retreats or dies by the print``; where it is the first, `goes` is the second.
    `worth_as` names classes that are worth to the attacker what another is: choices that the loser may refuse for
    nothing. `on_top` names the losses that `steps` leaves out since they hang on a choice or on terrain, as a clause.
    `further` names what a player asks about beyond steps and the hex, such as exploitation.
    """

    columns: tuple[str, ...]
    classes: tuple[str, ...]
    text: Callable[[Coded], str]
    class_of: Callable[[Coded], str]
    steps: Callable[[Coded], tuple[int | None, int | None]]
    gives_way: Callable[[Coded], bool]
    about: str
    n_dice: int
    natural_roll: Callable[[Rolls], NDArray[Any]]
    gains: Callable[[Coded], tuple[int, ...]] = lambda outcome: ()
    better_roll: str = "higher"
    all_steps: tuple[int, int] = (0, 0)
    way: str = "retreats or dies by the print"
    goes: Callable[[Coded], bool] | None = None
    worth_as: tuple[tuple[str, str], ...] = ()
    on_top: str = ""
    further: tuple[Further, ...] = ()

    def __post_init__(self) -> None:
        """Check the direction of the die and the word for `gives_way`; `ValueError` says what was expected."""
        if self.way not in WAYS or (self.way == WAYS[0]) == (self.goes is None):
            raise ValueError(f"way is {self.way!r}; expected {WAYS[0]} with `goes`, or {WAYS[1]} without")
        if self.better_roll not in ROLLS:
            raise ValueError(f"better_roll is {self.better_roll!r}; expected one of {', '.join(ROLLS)}")

    def rank(self, outcome: Coded) -> int:
        """Return the place of an outcome among `classes` by what it is worth to the attacker, 0 the best."""
        found = self.class_of(outcome)
        return self.classes.index(dict(self.worth_as).get(found, found))

    @property
    def short_way(self) -> str:
        """`way` in two or three words, for the head of a column."""
        return self.way.removesuffix(" by the print")

    @property
    def roll(self) -> str:
        """The roll that the attacker hopes for, in words; "a better roll" where rows are not ranked."""
        return "a better roll" if self.better_roll == "neither" else f"a {self.better_roll} roll"

    def counted(self, outcome: Coded) -> tuple[int, int]:
        """Return the steps lost by attacker and defender as means count them: an elimination as `all_steps`."""
        attacker, defender = self.steps(outcome)
        return steps_of(attacker, self.all_steps[0]), steps_of(defender, self.all_steps[1])

    def suffers(self, outcome: Coded) -> bool:
        """Return whether a printed result asks a step or a hex of the defender, or all he has."""
        return self.gives_way(outcome) or self.steps(outcome)[1] != 0

    def sent_back(self, outcome: Coded) -> bool:
        """Return whether a printed result has the defender retreat or die, without a choice."""
        if self.goes is not None:
            return self.goes(outcome)
        return self.gives_way(outcome) or self.steps(outcome)[1] is None


def steps_of(lost: int | None, all_steps: int) -> int:
    """Return the steps lost as means count them: `None` is all there are; where those are known, no more are lost.

    >>> steps_of(None, 1), steps_of(2, 1), steps_of(2, 0), steps_of(None, 0)
    (1, 1, 2, 0)
    """
    return all_steps if lost is None else min(lost, all_steps) if all_steps else lost


Results = NDArray[Any] | Mapping[str, NDArray[Any]]
"""Results of rolls: positions in the codes of the one field of the law, or of each field by name."""


@dataclass(frozen=True)
class TableParts:
    """A table whose odds columns have several parts, as losses and a result of either side.

    `settle` takes an odds column (0, 1, ...) and rolls, shape (n, n_dice), and gives the steps that both sides lose by
    attrition, shape (n,) each, and the code of each side that is left once further rolls are made, as text.
    """

    settle: Callable[[int, Rolls], tuple[Sequence[NDArray[Any]], Sequence[Sequence[str]]]]


@dataclass(frozen=True)
class CombatTable:
    """A combat results table that fights are read from.

    `reading` says what outcomes come to. `every_column` gives the exact law of each printed column by its label.
    `combat_result` takes columns (0, 1, ...) and rolls, shape (..., n_dice), and gives the results, shape (...).
    `situations` brings on each row of the shifts once: the facts of a fight without it, and those that are added.
    `name` is that of the table in ``data/raw``; `parts` is given where its columns have several. `ladder` holds the
    codes from the worst for the attacker to the best where cells are missing, and is empty where every cell is printed.
    `widest` names the widest family of tables that the option ``family`` takes, empty where there is none.
    """

    reading: CrtReading
    every_column: Callable[[], Mapping[str, CombatOdds]]
    combat_result: Callable[[ArrayLike, Rolls], Results]
    situations: Mapping[str, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = field(default_factory=dict)
    name: str = "crt"
    parts: TableParts | None = None
    ladder: tuple[str, ...] = ()
    widest: str = ""

    def column_odds(self, label: str) -> CombatOdds:
        """Return the exact law of one printed column; `GameError` names the columns there are."""
        columns = self._columns
        if label not in columns:
            raise GameError(f"no column {label!r}; expected one of {', '.join(columns)}")
        return columns[label]

    def results(self, label: str, rolls: Rolls) -> Mapping[str, NDArray[Any]]:
        """Return the results of rolls in one column, shape (n,) from (n, n_dice), by the fields of its law."""
        found = self.combat_result(np.full(len(rolls), self.reading.columns.index(label)), rolls)
        if isinstance(found, Mapping):
            return found
        law = self.column_odds(label).law
        return {law.fields[0]: found} if law else {}

    @cached_property
    def _columns(self) -> Mapping[str, CombatOdds]:
        return self.every_column()
