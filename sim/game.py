"""What a game is to the rest of the house; games are found by their folder, there is no central list."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from sim.border import one_line
from sim.errors import BorderError
from sim.errors import GameError as GameError
from sim.places import GAMES as GAMES

if TYPE_CHECKING:
    from sim.combat import Combat, CombatTable
    from sim.lint import Check
    from sim.match.referee import Referee
    from sim.match.whole import WholeGame
    from sim.system import System

Reader = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Works an example of the rulebook by our rules: from what it gives to what comes of it."""


def lazily(module: str, name: str) -> Callable[[], Any]:
    """Return what imports a module once it is called and gives the value it holds under a name; `GameError` if none.

    >>> offers = lazily("sim.games._template.combat", "COMBAT")  # nothing is imported yet
    >>> offers().example["attack"]
    11
    """

    def offered() -> Any:
        found = vars(import_module(module))
        if name not in found:
            raise GameError(f"{module} has no {name}; expected the value that GAME offers")
        return found[name]

    return offered


@dataclass(frozen=True)
class Game:
    """A published game in one edition: the value ``GAME`` of its folder.

    `version` goes up exactly when some outcome can change. What a game offers is made when it is asked for, so that one
    game's odds cost no other part's start-up: `offers_combat` gives its combat; `offers_checks` the remarks that its
    tables prove; `offers_examples` the readers that work the examples of the rulebook by our rules, by kind;
    `offers_whole` the game as it is played whole on its map, `offers_referee` who judges a log of it,
    `offers_drawing(board, theme, heat)` its map as SVG where hexes are no grid of columns and rows, hexes tinted by
    their heat, 0 to 1. `lacks` says in words what a whole game needs that our copy of its rulebook leaves out, while
    nobody can play it whole, and `lead` is the system whose answer then stands first, the surest where it is empty.
    Systems beside the map are found in its folder ``systems``, a file or a folder each.
    """

    id: str
    title: str
    edition: str
    version: int
    sides: tuple[str, str]
    offers_combat: Callable[[], Combat] | None = None
    offers_checks: Callable[[], tuple[Check, ...]] | None = None
    offers_examples: Callable[[], Mapping[str, Reader]] | None = None
    offers_whole: Callable[[], WholeGame] | None = None
    offers_referee: Callable[[], Referee] | None = None
    offers_drawing: Callable[[int, str, Mapping[str, float]], str] | None = None
    lacks: str = ""
    lead: str = ""

    @property
    def has_combat(self) -> bool:
        """Whether fights can be asked."""
        return self.offers_combat is not None

    @property
    def has_table(self) -> bool:
        """Whether fights are read from a combat results table."""
        return self.has_combat and self.combat.table is not None

    @property
    def has_explorer(self) -> bool:
        """Whether the game has an odds explorer."""
        return self.has_combat and self.combat.explorer is not None

    @cached_property
    def combat(self) -> Combat:
        """The game's combat; `GameError` names the games that have it."""
        if self.offers_combat is None:
            raise GameError(f"{self.id} has no combat yet; games that have: {_those(lambda game: game.has_combat)}")
        with _at_fault(self.id, "combat"):
            combat = self.offers_combat()
        if complaint := combat.complaint():
            raise GameError(f"{self.id}, combat: {complaint}")
        return combat

    @property
    def table(self) -> CombatTable:
        """The game's combat results table; `GameError` names the games that have one."""
        if self.combat.table is None:
            raise GameError(
                f"{self.id} has no combat results table; games that have: {_those(lambda game: game.has_table)}"
            )
        return self.combat.table

    @property
    def has_whole(self) -> bool:
        """Whether the game is played whole, on its map."""
        return self.offers_whole is not None

    @cached_property
    def whole(self) -> WholeGame:
        """The game played whole; `GameError` names the games that can be."""
        if self.offers_whole is None:
            those = _those(lambda game: game.has_whole)
            raise GameError(f"{self.id} cannot be played whole yet; games that can: {those}")
        with _at_fault(self.id, "whole game"):
            return self.offers_whole()

    @cached_property
    def referee(self) -> Referee:
        """Who judges a log of the game; `GameError` names the games that have a referee."""
        if self.offers_referee is None:
            those = _those(lambda game: game.offers_referee is not None)
            raise GameError(f"{self.id} has no referee yet; games that have: {those}")
        return self.offers_referee()

    @cached_property
    def systems(self) -> Mapping[str, System]:
        """The systems beside the map by id, in their order; found in the folder ``systems``."""
        with _at_fault(self.id, "systems"):
            return _systems(self)

    @property
    def has_systems(self) -> bool:
        """Whether any system can be asked."""
        return bool(self.systems)

    def system(self, name: str) -> System:
        """Return one system; `GameError` names those there are."""
        if name not in self.systems:
            raise GameError(f"{self.id} has no system {name!r}; expected one of {', '.join(self.systems)}")
        return self.systems[name]


def _those(has: Callable[[Game], bool]) -> str:
    return ", ".join(games_with(has))


def _systems(game: Game) -> Mapping[str, System]:
    """Import every file or folder of ``systems`` that has a ``SYSTEM``, and check what it holds."""
    from sim.system import System

    found: list[System] = []
    folder = GAMES / game.id / "systems"
    names = {path.stem for path in folder.glob("[!_]*.py")} | {
        path.parent.name for path in folder.glob("[!_]*/__init__.py")
    }
    for name in sorted(names):
        system = vars(import_module(f"sim.games.{game.id}.systems.{name}")).get("SYSTEM")
        if system is None:
            continue  # a helper that several systems share
        where = f"{game.id}/systems/{name}"
        if not isinstance(system, System):
            raise GameError(f"{where}: SYSTEM is a {type(system).__name__}; expected a System")
        if system.id != name:
            raise GameError(f"{where}: the id of its system is {system.id!r}; expected {name!r}, as the file")
        if complaint := system.complaint(game.sides):
            raise GameError(f"{where}: {complaint}")
        found.append(system)
    orders = [system.order for system in found]
    twice = next((order for order in orders if orders.count(order) > 1), None)
    if twice is not None:
        both = ", ".join(system.id for system in found if system.order == twice)
        raise GameError(f"{game.id}/systems: {both} have the order {twice}; expected one each")
    return {system.id: system for system in sorted(found, key=lambda system: system.order)}


@cache
def game_ids(*, hidden: bool = False) -> tuple[str, ...]:
    """Return the ids of all games, the folders of ``sim.games``; one with an underscore in front only if `hidden`.

    The template is such a one: it is held to the contract of every game, and no command lists it.
    """
    return tuple(sorted(p.parent.name for p in GAMES.glob("*/__init__.py") if hidden or p.parent.name[0] != "_"))


@cache
def load_game(game_id: str) -> Game:
    """Return a game by its id; the message of a wrong id names the right ones, that of a wrong game what it lacks."""
    if game_id not in game_ids(hidden=True):
        raise GameError(f"no game {game_id!r}; expected one of {', '.join(game_ids())}")
    with _at_fault(game_id, "__init__.py"):
        game = vars(import_module(f"sim.games.{game_id}")).get("GAME")
    if not isinstance(game, Game):
        raise GameError(f"sim/games/{game_id}/__init__.py: GAME is {type(game).__name__}; expected a Game")
    if game.id != game_id:
        raise GameError(f"sim/games/{game_id}/__init__.py: the id of GAME is {game.id!r}; expected {game_id!r}")
    if len(set(game.sides)) != 2 or game.version < 1:
        raise GameError(f"sim/games/{game_id}/__init__.py: GAME needs two sides and a version of 1 or more")
    return game


def games_with(has: Callable[[Game], bool], *, hidden: bool = False) -> tuple[str, ...]:
    """Return the ids of the games that have something, as `game_ids` lists them.

    A game that cannot be asked is named on standard error, once, and left out: it says why when it is asked for itself.

    >>> "leningrad" in games_with(lambda game: game.has_combat)
    True
    """
    return tuple(game for game in game_ids(hidden=hidden) if _holds(game, has))


def sound_games() -> tuple[str, ...]:
    """Return the ids of the games whose combat and systems can be asked."""
    return games_with(lambda game: (not game.has_combat or game.combat is not None) and game.systems is not None)


def _holds(game_id: str, has: Callable[[Game], bool]) -> bool:
    try:
        return has(load_game(game_id))
    except (GameError, BorderError) as error:
        leave_out(game_id, error)
        return False


@cache
def _say_once(line: str) -> None:
    sys.stderr.write(f"kessel: {line}\n")


def leave_out(what: str, error: Exception) -> None:
    """Say on standard error, once, that a game, or a part of one, is left out of a list, and why."""
    _say_once(one_line(f"{what} is left out: {error}"))


@contextmanager
def _at_fault(game_id: str, part: str) -> Iterator[None]:
    """Turn whatever fails in a game's own files into a `GameError` that names the file and the line."""
    try:
        yield
    except (GameError, BorderError):
        raise
    except Exception as error:
        place = f"sim/games/{game_id}/{part}" if part.endswith(".py") else f"{game_id}, {part}"
        raise GameError(f"{_place_of(error, game_id) or place}: {type(error).__name__}: {error}") from error


def _place_of(error: Exception, game_id: str) -> str:
    """Return the last line of a game's own files that an error came through, empty if it came through none."""
    frames = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    own = [(Path(name), line) for name, line in frames if Path(name).is_relative_to(GAMES / game_id)]
    return f"sim/games/{own[-1][0].relative_to(GAMES)}, line {own[-1][1]}" if own else ""
