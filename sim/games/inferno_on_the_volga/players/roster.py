"""The players by name, and the weights of the quick ones."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import GameError
from sim.games.inferno_on_the_volga.map.fields import N_AHEAD, N_HABITS, N_WEIGHTS, Ints
from sim.games.inferno_on_the_volga.players.features import NAMES
from sim.games.inferno_on_the_volga.players.outlook import FEATURES

FILE = Path(__file__).with_name("weights.toml")
STRONG_FILE = Path(__file__).with_name("strong.toml")
RANDOM, QUICK, LOOKS_AHEAD = 0, 1, 2
"""Who plans for the Germans."""
PROCEDURE, ANYTHING = 1, 0
"""Who plays the Soviets: the book's procedure, or a player without a plan."""
CHARACTERS = ("cautious", "balanced", "bold")
PLAYERS = {"german": ("random", *CHARACTERS, "strong"), "soviet": ("ai", "random")}
"""By side, as the two have different ones."""


@cache
def weights_of(name: str) -> Ints:
    """Return the weights of a quick player; `GameError` names a weight that is missing, or one too many."""
    table = tomllib.loads(FILE.read_text(encoding="utf8"))
    wanted, given = set(NAMES), set(table[name])
    if wanted != given:
        odd = ", ".join(sorted(wanted ^ given))
        raise GameError(f"{FILE.name}, [{name}]: {odd}; expected exactly the weights of features.py")
    row = np.zeros(N_WEIGHTS, np.int64)
    row[: len(NAMES)] = [int(table[name][weight]) for weight in NAMES]
    return row


def german_of(name: str) -> tuple[int, Ints]:
    """Return who plans for the Germans, and with which weights; `GameError` names the players there are."""
    _check("german", name)
    if name == "random":
        return RANDOM, np.zeros(N_WEIGHTS, np.int64)
    if name == "strong":
        return LOOKS_AHEAD, weights_of(_strong()["look"]["habits"][0])
    return QUICK, weights_of(name)


@cache
def _strong() -> dict[str, Any]:
    return tomllib.loads(STRONG_FILE.read_text(encoding="utf8"))


@cache
def foresight() -> tuple[Ints, Ints, Ints]:
    """Return how far and how often the strong player looks, his weights of a position, and those of his habits."""
    told = _strong()
    look, names = told["look"], told["look"]["habits"]
    settings = [0, look["first"], look["second"], look["keep"], look["turns"], len(names)]
    ahead = np.zeros(N_AHEAD, np.int64)
    ahead[: len(settings)] = settings
    habits = np.zeros((N_HABITS, N_WEIGHTS), np.int64)
    for at, name in enumerate(names):
        habits[at] = weights_of(name)
    return ahead, np.array([told["outlook"][name] for name in FEATURES], np.int64), habits


def soviet_of(name: str) -> int:
    """Return who plays the Soviets; `GameError` names the players there are."""
    _check("soviet", name)
    return PROCEDURE if name == "ai" else ANYTHING


def _check(side: str, name: str) -> None:
    if name not in PLAYERS[side]:
        raise GameError(f"no {side} player {name!r}; expected one of {', '.join(PLAYERS[side])}")
