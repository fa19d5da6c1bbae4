"""A game of one's own, begun as a copy of the template under another name: rules, card, rulings, studies, numbers."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path

from analysis.errors import KesselError
from sim.game import GAMES, game_ids, load_game
from sim.numbers.rawfiles import RAW

TEMPLATE = "_template"
MAX_ID, MAX_TITLE = 32, 60


def new_game(game: str, title: str, games: Path = GAMES, raw: Path = RAW) -> list[Path]:
    """Copy the template as a new game with an id and a title; return its two folders.

    `KesselError` if the id is not a plain lower-case name, is taken or could be mistaken for another game's, or if the
    title would not fit on a line of code. Nothing is written then.
    """
    _check_id(game)
    _check_title(title)
    places = {games / TEMPLATE: games / game, raw / TEMPLATE: raw / game}
    for folder in places.values():
        if folder.exists():
            raise KesselError(f"{folder.parent.name}/{folder.name} is there already; expected the id of a new game")
    try:
        for source, folder in places.items():
            _copy(source, folder, game, title)
    except BaseException:
        for folder in places.values():
            shutil.rmtree(folder, ignore_errors=True)
        raise
    game_ids.cache_clear()
    return list(places.values())


def _check_id(game: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", game) or iskeyword(game) or len(game) > MAX_ID:
        raise KesselError(
            f"id is {game!r}; expected up to {MAX_ID} lower-case letters, digits and underscores, a letter first"
        )
    for known in game_ids():
        if known == game:
            raise KesselError(f"id is {game!r}, which is {load_game(known).title}; expected the id of a new game")
        if f"{known}_".startswith(f"{game}_") or f"{game}_".startswith(f"{known}_"):  # pages and tables begin with it
            raise KesselError(f"id is {game!r}; expected one that does not begin as {known!r} does")


def _check_title(title: str) -> None:
    if not title.strip() or len(title) > MAX_TITLE or not title.isprintable() or any(sign in title for sign in '"\\'):
        raise KesselError(f"title is {title!r}; expected up to {MAX_TITLE} letters without quotes and backslashes")


def _copy(source: Path, folder: Path, game: str, title: str) -> None:
    for path in _files(source):
        to = folder / str(path.relative_to(source)).replace(TEMPLATE, game)
        to.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes().decode("utf8").replace(TEMPLATE, game).replace("Template", title)
        to.write_bytes(text.encode("utf8"))


def _files(source: Path) -> Iterable[Path]:
    return (path for path in sorted(source.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
