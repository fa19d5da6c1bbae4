"""The players by name: what kind each is, and the weights of the quick characters, read from TOML."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from sim.game import GameError
from sim.games.leningrad.players.names import WEIGHTS
from sim.games.leningrad.players.seat import QUICK, RANDOM
from sim.map.world import Ints

PLAYERS = ("random", "cautious", "balanced", "bold")
SIDES = ("german", "soviet")
N_WEIGHTS = 64
_FILE = Path(__file__).with_name("weights.toml")


@dataclass(frozen=True)
class Seat:
    """A player in his seat: kind and weights."""

    kind: int
    weights: Ints


@cache
def seat_of(name: str, side: int) -> Seat:
    """Return a player of a side by name; `GameError` names those there are."""
    if name not in PLAYERS:
        raise GameError(f"no player {name!r}; expected one of {', '.join(PLAYERS)}")
    weights = np.zeros(N_WEIGHTS, np.int64)
    if name != "random":
        weights[: len(WEIGHTS)] = list(weights_of(name, SIDES[side]).values())
    return Seat(RANDOM if name == "random" else QUICK, weights)


@cache
def weights_of(name: str, side: str) -> dict[str, int]:
    """Return the weights of a quick character by name; `GameError` names one that does not exist or is missing."""
    told = tomllib.loads(_FILE.read_text(encoding="utf8"))[side]
    found = told["balanced"] | told[name]
    if set(found) != set(WEIGHTS):
        odd = ", ".join(sorted(set(found) ^ set(WEIGHTS)))
        raise GameError(f"{_FILE.name}, {side}.{name}: unknown or missing weights: {odd}")
    return {weight: int(found[weight]) for weight in WEIGHTS}
