"""A study: a question put to a scenario, as a TOML file; checked in full before a single die is cast."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from analysis.errors import KesselError
from sim.game import Scenario, game_ids, games_with, load_game

ROOT = Path(__file__).resolve().parents[1]


def data_folder() -> Path:
    """Return the folder of runs and warehouse: `KESSEL_DATA`, or the project's own."""
    return Path(os.environ.get("KESSEL_DATA") or ROOT / "data")


DATA = data_folder()
"""Where runs and the warehouse lie; the environment may name another folder. The printed numbers stay."""
KEYS = {"id", "question", "game", "scenario", "games", "seed", "size", "policies", "grid", "ranges"}
REQUIRED = {"id", "question", "game", "scenario", "games", "seed"}
MAX_GAMES = 100_000_000
MAX_CELLS = 10_000


@dataclass(frozen=True)
class Cell:
    """One combination of policies and factor values."""

    index: int
    policies: Mapping[str, str]
    factors: Mapping[str, int]


@dataclass(frozen=True)
class Study:
    """What to play: `games` in each cell of policies x grid; `ranges` are drawn anew for each game.

    `size` is small for what ``make reports`` plays and large for what is played by name.
    """

    id: str
    question: str
    game: str
    scenario: str
    games: int
    seed: int
    size: str
    policies: Mapping[str, tuple[str, ...]]
    grid: Mapping[str, tuple[int, ...]]
    ranges: Mapping[str, tuple[int, int]]

    def plays(self) -> Scenario:
        """Return the scenario the study plays."""
        scenario: Scenario = load_game(self.game).chapter("scenarios").SCENARIOS[self.scenario]
        return scenario

    def cells(self) -> list[Cell]:
        """Return every combination, policies outermost, in the order of the file."""
        sides, factors = list(self.policies), list(self.grid)
        combinations: Any = product(*self.policies.values(), *self.grid.values())
        return [
            Cell(
                index,
                dict(zip(sides, values[: len(sides)], strict=True)),
                dict(zip(factors, values[len(sides) :], strict=True)),
            )
            for index, values in enumerate(combinations)
        ]


def shipped_studies() -> dict[str, Path]:
    """Return the studies that ship with the house: across games, then game by game."""
    folders = [ROOT / "analysis" / "studies", *(ROOT / "sim" / "games" / g / "studies" for g in game_ids())]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}


def find_study(name: str, *, games: int | None = None, seed: int | None = None) -> Study:
    """Return a study by the name of a shipped one or by the path of a file; `games` and `seed` overrule the file's."""
    shipped = shipped_studies()
    path = shipped.get(name, Path(name))
    if not path.is_file():
        raise KesselError(f"no study {name!r}; expected a file or one of {', '.join(shipped)}")
    study = load_study(path)
    if study.id in shipped and path != shipped[study.id]:
        raise KesselError(f"{name}: key 'id' is {study.id!r}, the name of a shipped study; expected another")
    if games is not None:
        study = replace(study, games=_whole(games, "--games", 1, MAX_GAMES))
    if seed is not None:
        study = replace(study, seed=_whole(seed, "--seed", 0, 2**63 - 1))
    return study


def load_study(path: Path) -> Study:
    """Read and check a study file; `KesselError` names the file, the key, the value and what was expected."""
    label = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    try:
        entries = tomllib.loads(path.read_text(encoding="utf8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KesselError(f"{label}: not TOML: {error}") from None
    for key in REQUIRED - set(entries):
        raise KesselError(f"{label}: key {key!r} is missing")
    for key in set(entries) - KEYS:
        raise KesselError(f"{label}: key {key!r} is not known; expected {', '.join(sorted(KEYS))}")
    for key in ("id", "question", "game", "scenario"):
        if not isinstance(entries[key], str) or not entries[key]:
            raise KesselError(f"{label}: key {key!r} is {entries[key]!r}; expected text")
    if not entries["id"].replace("_", "").isalnum():
        raise KesselError(f"{label}: key 'id' is {entries['id']!r}; expected letters, digits and underscores")
    scenario = _scenario(entries, label)
    study = Study(
        id=entries["id"],
        question=entries["question"],
        game=entries["game"],
        scenario=entries["scenario"],
        games=_whole(entries["games"], f"{label}: key 'games'", 1, MAX_GAMES),
        seed=_whole(entries["seed"], f"{label}: key 'seed'", 0, 2**63 - 1),
        size=_size(entries.get("size", "small"), label),
        policies=_policies(entries.get("policies", {}), scenario, label),
        grid=_grid(entries.get("grid", {}), scenario, label),
        ranges=_ranges(entries.get("ranges", {}), entries.get("grid", {}), scenario, label),
    )
    cells = prod(map(len, (*study.policies.values(), *study.grid.values())))
    if cells > MAX_CELLS:
        raise KesselError(f"{label}: {cells:,} cells of policies x grid; expected at most {MAX_CELLS:,}")
    return study


def _scenario(entries: dict[str, Any], label: str) -> Scenario:
    known = games_with("scenarios")
    if entries["game"] not in games_with("scenarios", hidden=True):
        raise KesselError(f"{label}: key 'game' is {entries['game']!r}; expected one of {', '.join(known)}")
    scenarios = load_game(entries["game"]).chapter("scenarios").SCENARIOS
    if entries["scenario"] not in scenarios:
        raise KesselError(f"{label}: key 'scenario' is {entries['scenario']!r}; expected one of {', '.join(scenarios)}")
    found: Scenario = scenarios[entries["scenario"]]
    return found


def _size(value: Any, label: str) -> str:
    if value not in ("small", "large"):
        raise KesselError(f"{label}: key 'size' is {value!r}; expected 'small' or 'large'")
    return str(value)


def _policies(given: Any, scenario: Scenario, label: str) -> dict[str, tuple[str, ...]]:
    chosen: dict[str, tuple[str, ...]] = {side: (next(iter(known)),) for side, known in scenario.policies.items()}
    for side, names in _table(given, "policies", label).items():
        if side not in scenario.policies:
            raise KesselError(f"{label}: key 'policies.{side}': no such side; expected one of {', '.join(chosen)}")
        place = f"{label}: key 'policies.{side}'"
        for name in _list(names, place):
            if not isinstance(name, str) or name not in scenario.policies[side]:
                raise KesselError(f"{place}: {name!r}; expected one of {', '.join(scenario.policies[side])}")
        chosen[side] = tuple(names)
    return chosen


def _grid(given: Any, scenario: Scenario, label: str) -> dict[str, tuple[int, ...]]:
    grid = {}
    for name, values in _table(given, "grid", label).items():
        place = f"{label}: key 'grid.{name}'"
        low, high = _bounds(name, scenario, place)
        grid[name] = tuple(_whole(value, place, low, high) for value in _list(values, place))
    return grid


def _ranges(given: Any, grid: Any, scenario: Scenario, label: str) -> dict[str, tuple[int, int]]:
    ranges = {}
    for name, span in _table(given, "ranges", label).items():
        place = f"{label}: key 'ranges.{name}'"
        low, high = _bounds(name, scenario, place)
        if name in grid:
            raise KesselError(f"{place}: the factor stands in [grid] as well; expected one of the two")
        if not isinstance(span, list) or len(span) != 2:
            raise KesselError(f"{place}: {span!r}; expected [low, high]")
        first, last = (_whole(value, place, low, high) for value in span)
        if first > last:
            raise KesselError(f"{place}: {span!r}; expected [low, high] with low <= high")
        ranges[name] = (first, last)
    return ranges


def _bounds(name: str, scenario: Scenario, place: str) -> tuple[int, int]:
    if name not in scenario.factors:
        raise KesselError(f"{place}: no such factor; expected one of {', '.join(scenario.factors)}")
    return scenario.factors[name].low, scenario.factors[name].high


def _table(given: Any, key: str, label: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise KesselError(f"{label}: key {key!r} is {given!r}; expected a table [{key}]")
    return given


def _list(values: Any, place: str) -> list[Any]:
    if not isinstance(values, list) or not values:
        raise KesselError(f"{place}: {values!r}; expected a list with at least one entry")
    if len(set(map(str, values))) != len(values):
        raise KesselError(f"{place}: {values!r}; an entry stands twice")
    return values


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise KesselError(f"{place}: {value!r}; expected a whole number from {low:,} to {high:,}")
    return value
