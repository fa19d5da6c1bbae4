"""A person who plays a side of a whole game: what he is asked, what he may order, how an order is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from numpy.typing import NDArray

from sim.errors import GameError
from sim.match.log import EventLog
from sim.match.saved import Saved
from sim.match.whole import GameResult


class Refused(GameError):
    """An order that the rules forbid: the number of the rule, and why."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule


@dataclass(frozen=True)
class Question:
    """What the rules leave to an owner in the middle of a battle: the answers by word, and the usual one."""

    about: str
    answers: Mapping[str, str]
    usual: str


@dataclass(frozen=True)
class UnitSeen:
    """A unit as both players see it: its values as ``8-8``, ``?`` while untried; `mp` is what it can still spend.

    `hex` is empty while it waits to enter, from turn `due` on.
    """

    unit: str
    side: str
    hex: str
    values: str
    steps: int
    is_supplied: bool = True
    mp: str = ""
    notes: tuple[str, ...] = ()
    due: int = 0


@dataclass(frozen=True)
class Forecast:
    """An attack before it is made: who, where, and the facts from which the odds follow exactly."""

    hexes: tuple[str, ...]
    units: tuple[str, ...]
    facts: Mapping[str, Any] = field(repr=False)


class Desk(Protocol):
    """A phase of a person's own, from its first order to its end."""

    turn: int
    phase: int
    side: str
    about: str
    """What the phase is for."""
    orders: Mapping[str, str]
    """How each order of this phase is written, and what it does, by its first word."""

    def has_orders(self) -> bool:
        """Return whether anything can be ordered in this phase at all."""

    def carry_out(self, words: Sequence[str]) -> None:
        """Carry out an order; `Refused` names the rule against it, and nothing has happened then."""

    def forecast(self, words: Sequence[str]) -> Forecast:
        """Return an attack or overrun as it is ordered, before it is made; `Refused` if it may not be."""

    def undo(self) -> None:
        """Take back the last order; `GameError` if there is none, or a die has been thrown since."""

    def officer(self) -> None:
        """Let the officer, a player by his weights, do what is left of the phase."""

    def close(self) -> None:
        """End the phase; `Refused` names what must be done first."""

    def reach(self, unit: str) -> Mapping[str, str]:
        """Return where a unit may go now, and the movement points that it costs."""

    def standing(self) -> Sequence[UnitSeen]:
        """Return every unit on the map or still to come, as both players see it."""

    def status(self) -> Mapping[str, str]:
        """Return what is to be known besides: points now, air units, forts."""

    def saved(self) -> Saved:
        """Return the game as it was before this phase."""

    def log(self) -> EventLog:
        """Return the events until now."""


class Person(Protocol):
    """Whoever sits at the desk."""

    def conduct(self, desk: Desk) -> None:
        """Give the orders of a phase and end it."""

    def choose(self, question: Question) -> str:
        """Return the word of an answer."""

    def hear(self, log: EventLog, turn: int, side: str) -> None:
        """Hear what the rival has done in a turn of his: the events until its end."""


PlayByHand = Callable[[Saved, str, Person], tuple[GameResult, EventLog, NDArray[Any]]]
"""Plays a stopped game to its end, one side by a person: result, log from the very start, summary of the turns."""
