"""What a game offers about a system beside the map: its question, the one number that answers it, the laws behind.

A system is asked under a setting: what the map decides comes in as factors, how a side plays as policies. `measure` is
computed again over the range of each factor, so that no answer hangs on one guess. A system that is played turn by
turn has a course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.errors import GameError
from sim.exact import Law, Worlds
from sim.state import State

if TYPE_CHECKING:
    from sim.verdict import Effects, Found, GamesSeen


class Unit(Enum):
    """What a headline counts: a chance, in percent, a difference of two, in points, or a plain number of something."""

    CHANCE = "chance"
    POINTS = "points"
    NUMBER = "number"


class Group(Enum):
    """Under which name readers find a system among the pages of its game, in the order of a rulebook."""

    COMBAT = "Combat"
    AIR_AND_SUPPLY = "Air and supply"
    REINFORCEMENTS = "Reinforcements"
    COMMAND = "Command and cards"
    VICTORY = "Victory"


@dataclass(frozen=True)
class Policy:
    """How one side decides: `decide` takes state and turn (1, 2, ...) and returns named decisions, shape (games,)."""

    id: str
    side: str
    about: str
    decide: Callable[[Any, int], Mapping[str, ArrayLike]]


@dataclass(frozen=True)
class Factor:
    """A number that a system takes as given, with its central value, its range and its basis.

    `label` says what it is without what its codes mean, which `values` holds: a word for each number that stands for
    more than itself, such as 10 for "never" or 1 for "yes". `short` is the label without what explains it, as it stands
    within a sentence; empty where nothing does. `of` is what a chance or a share is counted out of, so that 9 of 12 is
    shown as 75 %; 0 where it is neither. `is_turn` tells that its values are game turns, shown by their names where the
    system has any. `lasts` names the factor that says for how many turns the window stays open which this one opens.
    """

    id: str
    value: int
    low: int
    high: int
    about: str
    basis: str
    label: str = ""
    values: Mapping[int, str] = field(default_factory=dict)
    is_turn: bool = False
    lasts: str = ""
    short: str = ""
    of: int = 0


@dataclass(frozen=True)
class Setting:
    """What one cell of a study holds fixed: a value for every factor (or one a game, shape (games,)), a policy a side.

    `forced` makes a modifier apply so many times on every turn, whatever the situation says: for asking what it is
    worth. A course in progress begins at `first_turn`, with the columns of its state that `position` names as they are
    then; `later` has the factors that change, by the turn (1, 2, ...) from which on they have another value.
    """

    factors: Mapping[str, ArrayLike]
    policies: Mapping[str, Policy]
    forced: Mapping[str, int] = field(default_factory=dict)
    first_turn: int = 1
    position: Mapping[str, int] = field(default_factory=dict)
    later: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def on(self, turn: int) -> Setting:
        """Return the setting as it is on a turn: factors as last changed."""
        changed = {name: value for at in sorted(self.later) if at <= turn for name, value in self.later[at].items()}
        return replace(self, factors={**self.factors, **changed}) if changed else self


@dataclass(frozen=True)
class Phase:
    """One step of the sequence of play.

    `apply` takes state, setting, turn (1, 2, ...) and rolls (games, n_dice) and returns the next state; it never rolls.
    """

    name: str
    rules: str
    n_dice: int
    apply: Callable[[Any, Setting, int, Rolls], State]


@dataclass(frozen=True)
class Draw:
    """One step in which something is drawn: a marker from a cup, a card from a deck.

    `weights` takes the state, the setting and the turn, and returns how many there are of each kind, shape (games,
    kinds). `apply` takes the state, the setting, the turn and the kind that was drawn, shape (games,), -1 where there
    was nothing to draw, and returns the next state. A draw without replacement is one whose `apply` takes one away.
    """

    name: str
    rules: str
    weights: Callable[[Any, Setting, int], NDArray[Any]]
    apply: Callable[[Any, Setting, int, NDArray[Any]], State]


@dataclass(frozen=True)
class Inquiry:
    """Something to be asked under a setting: the factors it takes as given, and the policies of each side."""

    id: str
    title: str
    factors: Mapping[str, Factor]
    policies: Mapping[str, Mapping[str, Policy]]

    def setting(
        self, factors: Mapping[str, ArrayLike] | None = None, policies: Mapping[str, str] | None = None
    ) -> Setting:
        """Return a setting: central values and each side's first policy, except where others are given."""
        values: dict[str, ArrayLike] = {f.id: f.value for f in self.factors.values()}
        for name, value in (factors or {}).items():
            if name not in self.factors:
                raise GameError(f"no factor {name!r}; expected one of {', '.join(self.factors)}")
            values[name] = value
        chosen = {side: next(iter(known)) for side, known in self.policies.items()} | dict(policies or {})
        for side, name in chosen.items():
            if side not in self.policies:
                raise GameError(f"no side {side!r}; expected one of {', '.join(self.policies)}")
            if name not in self.policies[side]:
                raise GameError(f"no {side} policy {name!r}; expected one of {', '.join(self.policies[side])}")
        return Setting(values, {side: self.policies[side][name] for side, name in chosen.items()})


@dataclass(frozen=True)
class Course(Inquiry):
    """How a system is played turn by turn: a start, phases in the order of play, and what its log and result hold.

    `sampled_because` says why its exact law is out of reach, and is empty where it is not. `bounds` are the lowest and
    highest value of columns of the state that may be given for a course in progress; 0 and 1 where none are named.
    """

    turns: tuple[str, ...]
    state: type[State]
    start: Callable[[int, Setting], State]
    phases: tuple[Phase | Draw, ...]
    results: Mapping[str, str] = field(default_factory=dict)
    sampled_because: str = ""
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """One thing found, exactly: a law of some integer fields, or a number; with the rules it comes from.

    `about` says what it is, in which unit; `label` the same without what its codes mean. `zero` is what 0 stands for
    where it is no number, such as "never"; it comes last on a chart. `is_turn` tells that the values are game turns,
    shown by their names where the system has any. `labels` turns a field's integers into words. `unit` says whether
    the number is a chance, and `values` has words for numbers that stand for more than themselves, such as -1 for
    "never". Where the finding is taken over something assumed beyond the factors, `low` and `high` bound the number.
    `policies` says by side how it is played in this finding, where that is not the way of the setting.
    """

    id: str
    about: str
    rules: str
    law: Law | None = None
    number: Fraction | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    label: str = ""
    zero: str = ""
    is_turn: bool = False
    unit: Unit = Unit.NUMBER
    values: Mapping[Fraction, str] = field(default_factory=dict)
    policies: Mapping[str, str] = field(default_factory=dict)


def no_verdict(found: Found) -> str:
    """Stand for a verdict that nobody has written; `System.complaint` says so."""
    return ""


@dataclass(frozen=True)
class System(Inquiry):
    """A system beside the map: the value ``SYSTEM`` of a file, or a folder, in ``sim/games/<id>/systems``.

    `order` is its place in its game, in the order of the rules; `group` is the name under which its page stands.
    `verdict` answers the question in a sentence of at most 25 words and two numbers, written for this system; its
    figures come from what was found. `measure` gives the headline number of a setting; `measured` says in words what it
    counts and `unit` whether that is a chance; `things` names what the number counts, such as turns, where it stands
    alone; `values` has words for headline numbers that stand for more than themselves; `good_for` is the side for which
    more is better, empty where neither. `find` gives the laws and numbers behind it. `tables` names the tables of
    ``data/raw`` that the answer reads: its basis is the weakest of theirs. `unprinted` names the factors that the game
    prints, on a card or a player aid, and our source does not. `turns` are the names of the game turns where it tells
    them. `course` plays it turn by turn, with the same factors and policies. `in_progress` says that it may be asked
    from the middle of its course (`Setting.first_turn`): `measure` and `find` read the course and nothing else.
    `in_games` tells what games show of it on the central board, then on all; `beside_variations` is the verdict where
    games show what costs points. `at_once` counts factors (n,): by finding values and chances, (n, k), headline first.
    `shows` is what the headline compares, for the first chart: sides (their ways to play), a factor, findings, a law.
    """

    question: str
    rules: tuple[str, ...]
    tables: tuple[str, ...]
    measured: str
    measure: Callable[[Setting], Fraction]
    find: Callable[[Setting], Iterable[Finding]]
    unit: Unit = Unit.NUMBER
    things: str = ""
    good_for: str = ""
    unprinted: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    course: Course | None = None
    order: int = 0
    group: Group | None = None
    verdict: Callable[[Found], str] = no_verdict
    values: Mapping[Fraction, str] = field(default_factory=dict)
    in_progress: bool = False
    in_games: Callable[[GamesSeen, GamesSeen], str] | None = None
    beside_variations: Callable[[Found, Effects], str] | None = None
    at_once: Callable[[Setting], Mapping[str, tuple[NDArray[Any], NDArray[Any]]]] | None = None
    shows: tuple[str, ...] = ()

    def complaint(self, sides: tuple[str, ...]) -> str:
        """Return what is wrong with the system in a game of these sides, empty if nothing is."""
        if not self.question.endswith("?"):
            return f"question is {self.question!r}; expected a question"
        for name, held in (("rules", self.rules), ("tables", self.tables), ("measured", self.measured)):
            if not held:
                return f"{name} is empty; expected at least one"
        if self.verdict is no_verdict:
            return "verdict is missing; expected a function from what was found to the sentence that answers it"
        if self.group is None:
            return f"group is missing; expected one of {', '.join(f'Group.{one.name}' for one in Group)}"
        if self.good_for and self.good_for not in sides:
            return f"good_for is {self.good_for!r}; expected one of {', '.join(sides)}, or nothing"
        if self.course and (self.course.id, set(self.course.factors)) != (self.id, set(self.factors)):
            return "its course has another id, or other factors"
        if self.in_progress and not (self.course and self.turns):
            return "it may be asked in progress; expected a course, and names of turns"
        if unknown := {one.lasts for one in self.factors.values() if one.lasts} - set(self.factors):
            return f"a factor lasts {min(unknown)!r}; expected one of {', '.join(self.factors)}"
        return ""


def system_of(course: Course, **rest: Any) -> System:
    """Return the system of a course: the same id, title, factors and policies; the rest as `System` has it."""
    return System(course.id, course.title, course.factors, course.policies, course=course, **rest)


@dataclass(frozen=True)
class Words:
    """What a `Finding` of one field adds to its description: the fields of the same names, `labels` of that field."""

    label: str = ""
    zero: str = ""
    is_turn: bool = False
    labels: tuple[str, ...] = ()


def result_findings(
    course: Course, setting: Setting, rules: str, words: Mapping[str, Words] | None = None
) -> list[Finding]:
    """Return the exact law of each result of a course, each field on its own; `words` are those of some results."""
    from sim.play import play_exactly

    *_, last = play_exactly(course, setting)
    return findings_of(course, last, rules, words)


def findings_of(course: Course, last: Worlds, rules: str, words: Mapping[str, Words] | None = None) -> list[Finding]:
    """Return the law of each result of a course that has been played: `last` is its exact law at the end."""
    found = []
    for name, about in course.results.items():
        one = (words or {}).get(name, Words())
        labels, law = {name: one.labels} if one.labels else {}, last.law(name)
        found.append(Finding(name, about, rules, law, None, None, None, labels, one.label, one.zero, one.is_turn))
    return found
