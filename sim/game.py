"""What a game is to the rest of the house; games are found by their folder, there is no central list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.state import State

if TYPE_CHECKING:
    from types import ModuleType

GAMES = Path(__file__).parent / "games"
_MODULES = {"crt": "combat"}  # chapters that are told in the module of another


@dataclass(frozen=True)
class Game:
    """A published game in one edition.

    `version` goes up exactly when some outcome can change. `chapters` names the modules of the game's folder that other
    parts of the house may ask for: ``combat`` (exact odds), ``crt`` (its combat is read from one table, and the module
    ``combat`` says how: `READING`, `column_odds`), ``scenarios`` (whole systems to play), ``tracks`` (systems to ask),
    ``examples`` (`READERS` that work the examples of the rulebook by our rules).
    """

    id: str
    title: str
    edition: str
    version: int
    sides: tuple[str, str]
    chapters: frozenset[str] = frozenset()

    def chapter(self, name: str) -> ModuleType:
        """Import a chapter when it is needed, so that asking one game for odds costs no other game's start-up."""
        if name not in self.chapters:
            raise GameError(f"{self.id} has no {name} yet; games that have: {', '.join(games_with(name))}")
        return import_module(f"sim.games.{self.id}.{_MODULES.get(name, name)}")


class GameError(ValueError):
    """A request that a game cannot meet; the message says what it can."""


@dataclass(frozen=True)
class Policy:
    """How one side decides: `decide` takes state and turn (1, 2, ...) and returns named decisions, shape (games,)."""

    id: str
    side: str
    about: str
    decide: Callable[[Any, int], Mapping[str, ArrayLike]]


@dataclass(frozen=True)
class Factor:
    """A number that the scenario takes from outside, with its central value, its range and its basis."""

    id: str
    value: int
    low: int
    high: int
    about: str
    basis: str


@dataclass(frozen=True)
class Setting:
    """What one cell of a study holds fixed: a value for every factor (or one a game, shape (games,)), a policy a side.

    `forced` makes a modifier apply so many times on every turn, whatever the situation says: for asking what it is
    worth.
    """

    factors: Mapping[str, ArrayLike]
    policies: Mapping[str, Policy]
    forced: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Phase:
    """One step of the sequence of play.

    `apply` takes the state, the setting, the turn (1, 2, ...) and rolls of shape (games, n_dice), and returns the
    next state; it never rolls.
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
    """Something to be asked under a setting: what it takes from outside, and the policies of each side."""

    id: str
    title: str
    factors: Mapping[str, Factor]
    policies: Mapping[str, Mapping[str, Policy]]

    def setting(
        self, factors: Mapping[str, ArrayLike] | None = None, policies: Mapping[str, str] | None = None
    ) -> Setting:
        """Return a setting: central values and each side's first policy, except where told otherwise."""
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
class Scenario(Inquiry):
    """A system to play turn by turn: a start, phases in the order of play, and what its log and result hold.

    `sampled_because` says why its exact law is out of reach, and is empty where it is not.
    """

    turns: tuple[str, ...]
    state: type[State]
    start: Callable[[int, Setting], State]
    phases: tuple[Phase | Draw, ...]
    results: Mapping[str, str] = field(default_factory=dict)
    sampled_because: str = ""


@cache
def game_ids(*, hidden: bool = False) -> tuple[str, ...]:
    """Return the ids of all games, the folders of ``sim/games``; one with an underscore in front only if `hidden`.

    The template is such a one: it is held to the contract of every game, and no command lists it.
    """
    return tuple(sorted(p.parent.name for p in GAMES.glob("*/__init__.py") if hidden or p.parent.name[0] != "_"))


@cache
def load_game(game_id: str) -> Game:
    """Return a game by its id; the message of a wrong id names the right ones."""
    if game_id not in game_ids(hidden=True):
        raise GameError(f"no game {game_id!r}; expected one of {', '.join(game_ids())}")
    game: Game = import_module(f"sim.games.{game_id}").GAME
    return game


def games_with(chapter: str, *, hidden: bool = False) -> tuple[str, ...]:
    """Return the ids of the games that have a chapter, as `game_ids` lists them."""
    return tuple(g for g in game_ids(hidden=hidden) if chapter in load_game(g).chapters)
