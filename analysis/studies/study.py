"""A study: a question put to a system that is played turn by turn, as a TOML file; checked in full before any die."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from analysis.errors import KesselError
from analysis.matches.inquiry import MATCH, match_inquiry
from analysis.studies.edits import EDIT, edits_of, with_edits
from analysis.studies.stopping import check_until
from analysis.studies.tables import grid_of, integer, policies_compared, ranges_drawn
from sim.border import checked, shown, toml_file
from sim.errors import BorderError, GameError
from sim.game import GAMES, Game, game_ids, games_with, leave_out, load_game
from sim.system import Course, Inquiry

ROOT = Path(__file__).resolve().parents[2]


def data_folder() -> Path:
    """Return the folder of runs and warehouse: `KESSEL_DATA`, or the project's own."""
    return Path(os.environ.get("KESSEL_DATA") or ROOT / "data")


DATA = data_folder()
"""Where runs and the warehouse lie; the environment may name another folder. The printed numbers stay."""
REQUIRED = {"id", "question", "game", "system", "games", "seed"}
KEYS = REQUIRED | {"size", "log", "events", "policies", "grid", "ranges", "edits", "until"}
OLD_KEYS = {"scenario": "system"}
"""Names of keys that older files use, which go on working."""
MAX_GAMES = 100_000_000
MAX_CELLS = 10_000
MAX_EVENTS = 1_000
"""Games of a cell whose events may be kept: a log has three thousand rows or so."""
MAX_TEXT = 500
STUDY_ID = r"[A-Za-z0-9_]{1,60}"


@dataclass(frozen=True)
class Cell:
    """One combination of policies and factor values."""

    index: int
    policies: Mapping[str, str]
    factors: Mapping[str, int]


@dataclass(frozen=True)
class Study:
    """What to play: `games` in each cell of policies x grid; `ranges` are drawn anew for each game.

    `size` is small for what ``make reports`` plays and large for what is played by name. Without `log` the
    results of games are kept and their turns are not. Of whole games, the first `events` of a cell keep their log.
    `edits` are changes of printed cells by name, a factor of their own beside the grid. With `until`, `games` is the
    most.
    """

    id: str
    question: str
    game: str
    system: str
    games: int
    seed: int
    size: str
    policies: Mapping[str, tuple[str, ...]]
    grid: Mapping[str, tuple[int, ...]]
    ranges: Mapping[str, tuple[int, int]]
    log: bool = True
    events: int = 1
    edits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    until: str = ""

    @property
    def is_match(self) -> bool:
        """Whether it plays whole games, not a system beside the map."""
        return self.system == MATCH

    def asks(self) -> Inquiry:
        """Return the factors and policies that its cells choose from."""
        asked = match_inquiry(load_game(self.game)) if self.is_match else self.plays()
        return with_edits(asked, tuple(self.edits)) if self.edits else asked

    def plays(self) -> Course:
        """Return the course of the system that the study plays; `GameError` names those there are."""
        return course_of(self.game, self.system)

    def cells(self) -> list[Cell]:
        """Return every combination, policies outermost, in the order of the file; the edits innermost."""
        grid = dict(self.grid) | ({EDIT: range(len(self.edits) + 1)} if self.edits else {})
        sides, factors = list(self.policies), list(grid)
        combinations: Any = product(*self.policies.values(), *grid.values())
        return [
            Cell(
                index,
                dict(zip(sides, values[: len(sides)], strict=True)),
                dict(zip(factors, values[len(sides) :], strict=True)),
            )
            for index, values in enumerate(combinations)
        ]


def course_of(game: str, system: str) -> Course:
    """Return how a system is played turn by turn; `GameError` names the systems of the game that are."""
    courses = courses_of(game)
    if system not in courses:
        known = f"one of {', '.join(courses)}" if courses else "a game with systems that are played so"
        raise GameError(f"{game} does not play {shown(system)} turn by turn; expected {known}")
    return courses[system]


def courses_of(game: str) -> dict[str, Course]:
    """Return the courses of a game's systems that are played turn by turn, by the id of the system."""
    return {name: system.course for name, system in load_game(game).systems.items() if system.course is not None}


def shipped_studies() -> dict[str, Path]:
    """Return the studies that ship with the house, game by game.

    A name that two games give to a study stands for neither; it is named on standard error, and the others go on.
    """
    known = _files_by_name()
    for name in known:
        try:
            _only_one(name, known)
        except KesselError as error:
            leave_out(f"study {name}", error)
    return {name: paths[0] for name, paths in known.items() if len(paths) == 1}


def sound_studies(game: str | None = None) -> dict[str, Study]:
    """Return the shipped studies, or a game's, whose files are in order; one that is not is named on standard error."""
    found = {}
    for name, path in shipped_studies().items():
        if game not in (None, path.parents[1].name):
            continue
        try:
            found[name] = load_study(path)
        except (BorderError, GameError) as error:
            leave_out(f"study {name}", error)
    return found


def _files_by_name() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in (path for game in game_ids() for path in sorted((GAMES / game / "studies").glob("*.toml"))):
        found.setdefault(path.stem, []).append(path)
    return found


def _only_one(name: str, known: Mapping[str, list[Path]]) -> None:
    if len(known.get(name, ())) > 1:
        games = ", ".join(path.parents[1].name for path in known[name])
        raise KesselError(f"two studies are called {name!r}, of {games}; expected a name for each")


def studies_of(game: str, system: str) -> list[str]:
    """Return the shipped studies that play a system of a game, or its whole games, the quickest sizes first."""
    found = [(name, study) for name, study in sound_studies(game).items() if study.system == system]
    return [name for name, _ in sorted(found, key=lambda one: one[1].size == "large")]


def find_study(name: str, *, games: int | None = None, seed: int | None = None) -> Study:
    """Return a study by the name of a shipped one, the path of a file, or the id of one that was played from a file.

    `games` and `seed` overrule those of the file or of the kept run.
    """
    from analysis.studies.record import kept_study  # the record of a run is read by those who know studies

    known = _files_by_name()
    _only_one(name, known)
    path = known[name][0] if name in known else Path(name)
    if path.exists():
        study = load_study(path)
        if path not in known.get(study.id, [path]):
            raise KesselError(f"{name}: key 'id' is {study.id!r}, the name of a shipped study; expected another")
    elif (kept := kept_study(name)) is not None:
        study = kept
    else:
        raise KesselError(f"no study {shown(name)}; expected a file or one of {', '.join(known)}")
    if games is not None:
        study = replace(study, games=integer(games, "--games", 1, MAX_GAMES))
    if seed is not None:
        study = replace(study, seed=integer(seed, "--seed", 0, 2**63 - 1))
    return study


def load_study(path: Path) -> Study:
    """Read and check a study file; `KesselError` names the file, the key, the value and what was expected."""
    label = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    entries = toml_file(path, label)
    used = {OLD_KEYS.get(key, key): key for key in entries}
    if len(used) < len(entries):
        raise KesselError(f"{label}: key {used['system']!r} says again what 'system' says; expected one of the two")
    entries = {key: entries[name] for key, name in used.items()}
    for key in REQUIRED - set(entries):
        raise KesselError(f"{label}: key {key!r} is missing")
    for key in set(entries) - KEYS:
        raise KesselError(f"{label}: key {shown(key)} is not known; expected {', '.join(sorted(KEYS))}")
    for key in ("id", "question", "game", "system"):
        if not isinstance(entries[key], str) or not entries[key]:
            raise KesselError(f"{label}: key {used[key]!r} is {shown(entries[key])}; expected text")
        checked(entries[key], str, label, used[key])
        if len(entries[key]) > MAX_TEXT:
            raise KesselError(f"{label}: key {used[key]!r} has {len(entries[key]):,} signs; expected {MAX_TEXT}")
    if not re.fullmatch(STUDY_ID, entries["id"]):
        raise KesselError(
            f"{label}: key 'id' is {shown(entries['id'])}; expected letters, digits and underscores, at most 60"
        )
    course = _inquiry(entries, used["system"], label)
    study = Study(
        id=entries["id"],
        question=entries["question"],
        game=entries["game"],
        system=entries["system"],
        games=integer(entries["games"], f"{label}: key 'games'", 1, MAX_GAMES),
        seed=integer(entries["seed"], f"{label}: key 'seed'", 0, 2**63 - 1),
        size=_size(entries.get("size", "small"), label),
        policies=policies_compared(entries.get("policies", {}), course, label),
        grid=grid_of(entries.get("grid", {}), course, label),
        ranges=ranges_drawn(entries.get("ranges", {}), entries.get("grid", {}), course, label),
        log=_log(entries.get("log", True), entries["system"], label),
        events=integer(entries.get("events", 1), f"{label}: key 'events'", 1, MAX_EVENTS),
        edits=edits_of(entries.get("edits", {}), entries["game"], label, path.parent),
        until=check_until(entries.get("until", ""), entries["game"], entries["system"], label),
    )
    cells = prod(map(len, (*study.policies.values(), *study.grid.values()))) * (len(study.edits) + 1)
    if cells > MAX_CELLS:
        raise KesselError(f"{label}: {cells:,} cells of policies x grid; expected at most {MAX_CELLS:,}")
    return study


def _inquiry(entries: Mapping[str, Any], key: str, label: str) -> Inquiry:
    game, system = entries["game"], entries["system"]
    if system == MATCH and game in games_with(lambda game: game.has_whole):
        return match_inquiry(load_game(game))
    if game not in games_with(_is_played, hidden=True):
        raise KesselError(f"{label}: key 'game' is {shown(game)}; expected one of {', '.join(games_with(_is_played))}")
    courses = courses_of(game)
    if system not in courses:
        known = [*courses, *([MATCH] if load_game(game).has_whole else [])]
        raise KesselError(f"{label}: key {shown(key)} is {shown(system)}; expected one of {', '.join(known)}")
    return courses[system]


def _is_played(game: Game) -> bool:
    return game.has_whole or any(system.course for system in game.systems.values())


def _size(value: Any, label: str) -> str:
    if value not in ("small", "large"):
        raise KesselError(f"{label}: key 'size' is {shown(value)}; expected 'small' or 'large'")
    return str(value)


def _log(value: Any, system: str, label: str) -> bool:
    if not isinstance(value, bool):
        raise KesselError(f"{label}: key 'log' is {shown(value)}; expected true or false")
    if system == MATCH and not value:
        raise KesselError(f"{label}: key 'log' is false; expected true, since whole games are kept turn by turn")
    return value
