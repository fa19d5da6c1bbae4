"""Which pages there are: the notebooks, and what makes one of them this page and no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analysis.errors import KesselError
from analysis.systems.ask import every_system
from sim.game import Game, game_ids, games_with, load_game
from sim.system import Group

MARK = "kessel"
"""Under which metadata say what is ours, in a notebook and in the outputs of its cells."""

FOR_PLAYERS, FOR_DESIGNERS = "For your table", "For the designer"
GROUPS = (*(group.value for group in Group), FOR_PLAYERS, FOR_DESIGNERS)
"""The names under which a game's pages stand, in their order."""
WHOLE_GAME = "whole_game"
OWN_WHOLE_GAME = "games"
"""What the page on the whole game is called after a game's id: the shared one, or one made by hand for that game."""
"""The notebook about whole games: its headline is its game's verdict, and its pages link to replays."""

EACH: Mapping[str, Callable[[Game], bool]] = {
    "games": lambda game: True,
    "tables": lambda game: game.has_table,
    "explorers": lambda game: game.has_explorer,
    "whole": lambda game: game.has_whole and game.whole.is_scored,
}
"""Of which games a notebook makes a page each, as its metadata say; that of whole games speaks of points."""


@dataclass(frozen=True)
class Source:
    """What a page is made from: a notebook, and the parameters that make it this page and no other."""

    name: str
    path: Path
    parameters: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""
    """The system whose question the page answers, as ``game/system``, the first of several; empty if none."""
    also: tuple[str, ...] = ()
    """Further systems that it answers, where it answers several."""
    title: str = ""
    """What the page is called in lists, in a few words."""
    group: str = FOR_DESIGNERS
    """The name under which it stands among the pages of its game: one of `GROUPS`."""

    @property
    def game(self) -> str:
        """The game that the page is about, empty if it is about several."""
        return self.parameters.get("GAME") or self.answers.partition("/")[0] or _game_of(self.name)


def notebook_folder() -> Path:
    """Return the folder of the notebooks."""
    return Path(__file__).resolve().parents[2] / "notebooks"


def notebooks() -> dict[str, Path]:
    """Return the notebooks, by name."""
    return {path.stem: path for path in sorted(notebook_folder().glob("*.ipynb"))}


def reports() -> dict[str, Source]:
    """Return the pages by name, as the notebooks' metadata say under ``kessel``.

    ``each = "systems"`` makes a notebook a page a system of every game, but for those that another notebook
    ``answers``, one or a list; ``each = "games"`` a page a game, ``"tables"``, ``"explorers"`` and ``"whole"`` one a
    game that has a combat table or an explorer or is played whole for points; ``page = false`` none. Any other is one.
    ``group`` and ``title`` say where a page stands among those of its game; a system's stands where the system says.
    """
    meta = {path: _meta(path) for path in notebooks().values()}
    answered = {system for one in meta.values() for system in _answered(one)}
    found = [
        _source(name, path, parameters, one)
        for path, one in meta.items()
        for name, parameters in _instances(path.stem, one)
        if _system_of(parameters) not in answered
    ]
    return {source.name: source for source in sorted(found, key=lambda source: source.name)}


def whole_page(game: str) -> str:
    """Return the name of the page on a whole game: the one made by hand for it, else the shared one."""
    own = f"{game}_{OWN_WHOLE_GAME}"
    return own if own in notebooks() else f"{game}_{WHOLE_GAME}"


def of_whole_game(source: Source) -> str:
    """Return the game whose page on the whole game this is, empty for any other page."""
    return source.game if source.game and source.name == whole_page(source.game) else ""


def check_report(name: str | None, known: Collection[str]) -> None:
    """Raise `KesselError` with the names there are, if a page is asked for that is none of them."""
    if name is not None and name not in known:
        raise KesselError(f"no report {name!r}; expected one of {', '.join(known)}")


def _source(name: str, path: Path, parameters: Mapping[str, str], meta: Mapping[str, Any]) -> Source:
    """Return a page with its place: as its system says, else as its notebook says, else among the designer's."""
    answers = next(iter(_answered(meta)), "") or _system_of(parameters)
    game, _, system = answers.partition("/")
    if system and system in load_game(game).systems:
        known = load_game(game).system(system)
        title = meta.get("title", known.title)
        return Source(
            name, path, parameters, answers, tuple(_answered(meta)[1:]), title, known.group.value if known.group else ""
        )
    usual = Group.VICTORY.value if meta.get("each") == "whole" else FOR_DESIGNERS
    group, title = meta.get("group", usual), meta.get("title", path.stem.replace("_", " ").capitalize())
    if group not in GROUPS:
        raise KesselError(f"notebooks/{path.name}: group is {group!r}; expected one of {', '.join(GROUPS)}")
    return Source(name, path, parameters, answers, (), title, group)


def _answered(meta: Mapping[str, Any]) -> list[str]:
    """Return the systems that a notebook answers itself, as ``game/system``."""
    found = meta.get("answers", [])
    return [found] if isinstance(found, str) else list(found)


def _game_of(name: str) -> str:
    return next((game for game in game_ids() if name.startswith(f"{game}_")), "")


def _meta(path: Path) -> Mapping[str, Any]:
    """Return what a notebook says of itself; read as the JSON it is, since nbformat takes a second to import."""
    try:
        notebook = json.loads(path.read_text(encoding="utf8"))
        found: Mapping[str, Any] = notebook["metadata"].get(MARK, {})
    except (ValueError, OSError, LookupError, TypeError, AttributeError) as error:
        raise KesselError(f"notebooks/{path.name}: not a notebook: {type(error).__name__}: {error}") from None
    return found


def _instances(stem: str, meta: Mapping[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Return the name and the parameters of every page that a notebook makes."""
    each = meta.get("each")
    if not meta.get("page", True):
        return []
    if each is None:
        return [(stem, {})]
    if each == "systems":
        return [(f"{game}_{system}", {"GAME": game, "SYSTEM": system}) for game, system in every_system()]
    if each not in EACH:
        raise KesselError(f"notebooks/{stem}.ipynb: each is {each!r}; expected systems or one of {', '.join(EACH)}")
    return [(f"{game}_{stem}", {"GAME": game}) for game in games_with(EACH[each])]


def _system_of(parameters: Mapping[str, str]) -> str:
    return f"{parameters['GAME']}/{parameters['SYSTEM']}" if "SYSTEM" in parameters else ""
