"""The players by name, and their weights: of the quick ones by side, of who looks ahead his habits too; from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import GameError
from sim.games.inferno_on_the_volga.map.fields import N_AHEAD, N_HABITS, N_WEIGHTS, SOVIET_HABIT, Ints
from sim.games.inferno_on_the_volga.players.features import NAMES, SOVIET_NAMES
from sim.games.inferno_on_the_volga.players.outlook import FEATURES
from sim.match.tuning import weights_in

FILE = Path(__file__).with_name("weights.toml")
_RANGES = Path(__file__).with_name("ranges.toml")
_STRONG = Path(__file__).with_name("strong.toml")
RANDOM, QUICK, LOOKS_AHEAD = 0, 1, 2
"""Who plans for the Germans."""
WITHOUT_PLAN, PROCEDURE = 0, 1
"""Who plays the Soviets: a player without a plan, the book's procedure, or from 2 on as for the Germans from 1 on."""
CHARACTERS = ("cautious", "balanced", "bold", "tuned")
STRONG = "strong"
PLAYERS = {"german": ("random", *CHARACTERS, STRONG), "soviet": ("ai", "random", *CHARACTERS, STRONG)}
"""By side, as the two have different ones."""
RIVALS = {"german": ("ai",), "soviet": ("cautious", "balanced", "bold")}
"""Whom a side meets that is tuned: the Germans the book's own Soviets."""
WEIGHTS = {"german": NAMES, "soviet": SOVIET_NAMES}
_MOST = 1_000_000
"""The most that a weight may be, far beyond what any has; points that add them up stay far below 64 bits."""


@cache
def weights_of(name: str, side: str) -> dict[str, int]:
    """Return the weights of a player of a side by name or file, of one that looks ahead those of his first habit.

    `GameError` names a player or a weight that does not exist, and a weight that is missing; `BorderError` what of a
    file is not in order.
    """
    if name.endswith(".toml"):
        given = weights_of("balanced", side) | weights_in(Path(name), side, _MOST)
        return _complete(given, f"{name}, {side}", side)
    if name == STRONG:
        return weights_of(_strong()[side]["habits"][0], side)
    if name not in CHARACTERS:
        raise GameError(f"no weights of a {side} {name!r}; expected one of {', '.join(CHARACTERS)}, or a file")
    given = tomllib.loads(FILE.read_text(encoding="utf8"))[side]
    return _complete(given["balanced"] | given[name], f"{FILE.name}, {side}.{name}", side)


def _complete(found: Mapping[str, Any], where: str, side: str) -> dict[str, int]:
    if odd := set(found) ^ set(WEIGHTS[side]):
        raise GameError(f"{where}: unknown or missing weights: {', '.join(sorted(odd))}")
    return {weight: int(found[weight]) for weight in WEIGHTS[side]}


@cache
def ranges_of(side: str) -> dict[str, tuple[int, int]]:
    """Return between which bounds a tuner may move each weight of a side, both included."""
    given = tomllib.loads(_RANGES.read_text(encoding="utf8"))[side]
    if odd := set(given) - set(WEIGHTS[side]):
        raise GameError(f"{_RANGES.name}, {side}: unknown weights: {', '.join(sorted(odd))}")
    return {name: (int(low), int(high)) for name, (low, high) in given.items()}


def packed(weights: Mapping[str, int], side: str) -> Ints:
    """Return weights in the order of the kernels, shape (48,)."""
    row = np.zeros(N_WEIGHTS, np.int64)
    row[: len(WEIGHTS[side])] = [weights[name] for name in WEIGHTS[side]]
    return row


def player_of(name: str, side: str) -> tuple[int, Ints]:
    """Return what kind of player a name or a file of weights is, and his weights; `GameError` names those there are."""
    if not name.endswith(".toml") and name not in PLAYERS[side]:
        raise GameError(f"no {side} player {name!r}; expected one of {', '.join(PLAYERS[side])}, or a file of weights")
    if name in ("random", "ai"):
        return (PROCEDURE if name == "ai" else RANDOM), np.zeros(N_WEIGHTS, np.int64)
    kind = LOOKS_AHEAD if name == STRONG else QUICK
    return kind + (PROCEDURE if side == "soviet" else 0), packed(weights_of(name, side), side)


@cache
def _strong() -> dict[str, Any]:
    return tomllib.loads(_STRONG.read_text(encoding="utf8"))


@cache
def foresight() -> tuple[Ints, Ints, Ints]:
    """Return how far and how often strong players look, their weights of a position, and those of their habits."""
    told = _strong()
    look, german, soviet = told["look"], told["german"]["habits"], told["soviet"]["habits"]
    settings = [
        0,
        look["first"],
        look["second"],
        look["keep"],
        look["turns"],
        len(german),
        look["edge"],
        0,
        len(soviet),
    ]
    ahead = np.zeros(N_AHEAD, np.int64)
    ahead[: len(settings)] = settings
    habits = np.zeros((N_HABITS, N_WEIGHTS), np.int64)
    for side, names, first in (("german", german, 0), ("soviet", soviet, SOVIET_HABIT)):
        for at, name in enumerate(names, first):
            habits[at] = packed(weights_of(name, side), side)
    return ahead, np.array([told["outlook"][name] for name in FEATURES], np.int64), habits
