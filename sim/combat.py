"""What a game offers about its combat: the facts it asks for, its exact answer, its table, plans, the explorer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.errors import GameError
from sim.exact import Bounds, Law, bounds

if TYPE_CHECKING:
    from sim.explorer import Explorer

Fact = int | bool | str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """A fact about a fight, as the command line and `analysis.fights.odds` take it.

    `default` is `None` where the fact must be given. `kind` is ``int`` (from `low` to `high`), ``yes_no``, ``text``
    (one of `choices`, or any text if there are none) or ``texts`` (may be given several times). `also` lists numbers
    out of bounds that the game itself allows or refuses. The options of a game stand in the order of its sequence of
    combat. A switch between readings of an unclear rule ends its `help` with the ruling, ``(ruling R8)``.
    """

    name: str
    kind: str
    default: Fact | None
    help: str
    choices: tuple[str, ...] = ()
    low: int = -1_000
    high: int = 1_000
    also: tuple[int, ...] = ()

    @property
    def ruling(self) -> int:
        """The ruling whose other reading this is a switch for, as its help cites it; 0 if it is none.

        >>> Option("clamp_first", "yes_no", False, "odds are held to the table first (ruling R1)").ruling
        1
        """
        found = re.search(r"\(rulings? R(\d+)(?:, R\d+)*\)$", self.help)
        return int(found[1]) if found else 0


MAX_STRENGTH = 1_000_000
ATTACK = Option("attack", "int", None, "attack strength, in all", low=1, high=MAX_STRENGTH)
DEFENSE = Option("defense", "int", None, "defense strength, in all", low=1, high=MAX_STRENGTH)


@dataclass(frozen=True)
class Applied:
    """A modifier that applied: its row, what it is worth here (a shift is right positive, a DRM added), its rule."""

    id: str
    value: int
    rule: str


@dataclass(frozen=True)
class CombatOdds:
    """The exact answer to one fight: the columns it was read from and the law of what happens.

    `law` counts the printed outcomes; `labels` turns a field's integers into the codes as printed. A cancelled
    attack has no law. `after` counts what the outcomes come to once both sides have chosen: steps, retreats, hex
    cleared. Where the answer rests on an assumed family, `laws` and `afters` hold those of its members, in one order,
    the shown one among them: of every member, or, where a game says so, only of those at which the chance of an
    outcome or of a field's value, the mean of a field, or a measure of `ComesTo`, is lowest or highest. `member` names
    the one shown. `drm` is added to the roll; `None` where a card's die decides it.

    `demands` has the laws of what the result asks of the defender, fields `DEMANDS`, of each of `laws` in their order
    (of `law` alone where there are none), where the outcomes of `law` do not say it: terrain changes them, or a fight
    has no printed result. `not_given` names the options by which a side's steps are given, of each side whose steps
    the fight does not state. `notes` warn of what the facts leave open.
    `odds_columns` and `final_columns` hold the chances of each label where hidden units or
    cards decide which it is.
    """

    initial_odds: str
    final_column: str
    law: Law | None
    labels: Mapping[str, tuple[str, ...]]
    basis: str
    rules: tuple[str, ...]
    applied: tuple[Applied, ...] = ()
    after: Law | None = None
    laws: tuple[Law, ...] = ()
    afters: tuple[Law, ...] = ()
    family: str = ""
    member: str = ""
    drm: int | None = 0
    demands: tuple[Law, ...] = ()
    not_given: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    odds_columns: Mapping[str, Fraction] = field(default_factory=dict)
    final_columns: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def cancelled(self) -> bool:
        """Whether the rules call the attack off."""
        return self.law is None

    @cached_property
    def bounds(self) -> Bounds:
        """The lowest and highest chance over the family of every outcome that any member knows."""
        return bounds(self.laws)

    @cached_property
    def after_bounds(self) -> Bounds:
        """The same for what the outcomes come to."""
        return bounds(self.afters)


Coded = Mapping[str, Any]
"""An outcome: field -> code as printed, or steps."""


ROLLS = ("higher", "lower", "neither")
"""Which rolls of a table may be better for the attacker."""


WAYS = ("suffers", "retreats or dies by the print")
"""Two of the three measures that every game has, in words; the third is that the hex is cleared [`ComesTo`]."""


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

    def __post_init__(self) -> None:
        """Check the direction of the die and the word for `gives_way`; `ValueError` says what was expected."""
        if self.way not in WAYS or (self.way == WAYS[0]) == (self.goes is None):
            raise ValueError(f"way is {self.way!r}; expected {WAYS[0]} with `goes`, or {WAYS[1]} without")
        if self.better_roll not in ROLLS:
            raise ValueError(f"better_roll is {self.better_roll!r}; expected one of {', '.join(ROLLS)}")

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
    """Return the steps lost as means count them: `None` is all there are, and where those are told no more are lost.

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


DEMANDS = ("is_defender_hurt", "is_defender_sent_back")
"""Fields of a law of what a result asks of the defender: a step or a hex; to retreat or die, without a choice."""

Tells = Callable[[Coded, Mapping[str, Fact]], bool]
"""Whether something happens in an outcome of a law, in a fight of these facts."""


def _is(name: str) -> Tells:
    return lambda outcome, facts: bool(outcome[name])


@dataclass(frozen=True)
class ComesTo:
    """How the laws of a fight answer what a player asks: whether the hex is taken, and what it costs.

    `cleared`, `attacker_losses` and `defender_losses` are fields of the `after` law: whether no defender is left in
    the hex, and the steps that both sides lose. `taken`, `retreats` and `dies` read an outcome of that law: the
    attacker may enter the hex; the defender goes back; he is eliminated to the last unit. `suffers` and `sent_back`
    read an outcome of `law`, the result by the print: it asks a step or a hex of the defender; it has him retreat or
    die without a choice. Left out, they follow from the table's reading. `attacker_steps` and `defender_steps` name the
    options that give the steps of the sides. `narrowed_by` says what to type in to narrow a range over each family, for
    families that are not of the combat results table.
    """

    cleared: str = "is_cleared"
    attacker_losses: str = "attacker_step_losses"
    defender_losses: str = "defender_step_losses"
    taken: Tells = _is("is_taken")
    retreats: Tells = _is("defender_retreat_hexes")
    dies: Tells = _is("is_defender_eliminated")
    suffers: Tells | None = None
    sent_back: Tells | None = None
    attacker_steps: str = "attacker_steps"
    defender_steps: str = "defender_steps"
    narrowed_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """How several attacks are planned: the facts about an attacker, and those of a fight that follow from them.

    `given` are the facts of a fight that its attackers decide, and nobody else; `pooled` those that draw on one pool
    of counters, so that two fights which have any are not independent; `central` leaves out the range of what is
    assumed, for looking at many fights. `joined` gives the facts of a fight of some attackers, `None` if they cannot
    attack; it raises `GameError` for what is no attack of several units on one hex.
    """

    attacker: tuple[Option, ...]
    given: tuple[str, ...]
    pooled: tuple[str, ...]
    central: Mapping[str, Fact]
    joined: Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], Mapping[str, Fact] | None]


@dataclass(frozen=True)
class Combat:
    """All that the rest of the house may ask of a game's combat: the value ``COMBAT`` of its folder ``combat``.

    `odds` gives the exact answer to a fight whose facts are `options`. `example` is a fight to try. `legend` says what
    the codes among those shown mean, for the line below the odds. `table` is the combat results table, `None` where
    fights are pools of dice. `explorer` and `plan` are made when they are asked for.
    """

    options: tuple[Option, ...]
    odds: Callable[..., CombatOdds]
    comes_to: ComesTo = ComesTo()
    example: Mapping[str, Fact] = field(default_factory=lambda: {"attack": 11, "defense": 4})
    legend: Callable[[Collection[str]], str] | None = None
    table: CombatTable | None = None
    explorer: Callable[[], Explorer] | None = None
    plan: Callable[[], Plan] | None = None

    @property
    def widest(self) -> Mapping[str, Fact]:
        """The fact that asks over the widest family of tables; none where every cell of the table is printed."""
        return {"family": self.table.widest} if self.table and self.table.widest else {}

    def complaint(self) -> str:
        """Return what is wrong with the value, empty if nothing is."""
        names = [option.name for option in self.options]
        if not names or len(set(names)) != len(names):
            return f"options are {', '.join(names) or 'none'}; expected each name once"
        unknown = [name for name in self.example if name not in names]
        if unknown:
            return f"example has {unknown[0]!r}; expected options, {', '.join(names)}"
        required = [
            option.name for option in self.options if option.default is None and option.name not in self.example
        ]
        if required:
            return f"example has no {required[0]}; expected every option that has no default"
        for name, (before, more) in (self.table.situations if self.table else {}).items():
            unknown = [fact for fact in (*before, *more) if fact not in names]
            if unknown:
                return f"situation {name} has {unknown[0]!r}; expected options, {', '.join(names)}"
        if self.table and self.table.widest and "family" not in names:
            return "its table names a widest family; expected an option `family` that takes it"
        return ""
