"""The weather table [3]: two dice against the turn's column [3.5]."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.numbers.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "weather")
TRACK = load_list("stalingrad_roads", "turn_track")

PRECIPITATION = ("N", "B")
RIVERS = ("", "rg", "FG")
CLOUDS = ("CD", "CC", "Bz")
CLEAR, OVERCAST, BLIZZARD = range(3)


def weather(game_turn: str, rolls: Rolls) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return precipitation, river state and clouds, shape (...), as positions in the tuples; rolls (..., 2) [3.1].

    River state is what the roll says for this turn; whether frost persists is not asked here.

    >>> [int(x) for x in weather("FEB IV", np.array([6, 5], np.int8))]  # 11: mud, no frost, overcast
    [1, 0, 1]
    """
    row = TABLE.row_index(rolls[..., 0] + rolls[..., 1])
    precipitation, rivers, clouds = _column(game_turn)
    return precipitation.take(row), rivers.take(row), clouds.take(row)


@cache
def _column(game_turn: str) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return the three parts of a turn's column, each of shape (11,)."""
    cells = [parts(cell) for cell in TABLE.column(TRACK[game_turn]["weather_column"])]
    precipitation, rivers, clouds = (np.array(part, np.int8) for part in zip(*cells, strict=True))
    return precipitation, rivers, clouds


def parts(cell: str) -> tuple[int, int, int]:
    """Return the three parts of a printed cell as positions in the tuples [Weather Table].

    >>> parts("N/FG - Bz")
    (0, 2, 2)
    """
    ground, _, sky = cell.partition(" - ")
    fall, _, frost = ground.partition("/")
    return PRECIPITATION.index(fall), RIVERS.index(frost), CLOUDS.index(sky)
