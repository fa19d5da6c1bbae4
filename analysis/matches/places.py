"""Where a hex is, in words: its name, or the nearest named place and the way from there."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from sim.map.board import Board

_WINDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_TOWNS = ("town", "soviet_city")


class Places:
    """The named places of a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._named = [h for h, name in enumerate(board.names) if name and board.playable[h]]
        self._told = cache(self._find)

    def name(self, number: str) -> str:
        """Return the name of a hex, empty if it has none."""
        return self._board.names[self._board.index(number)]

    def is_town(self, number: str) -> bool:
        """Return whether a hex is a town or a city on this board."""
        return self._board.terrain_of(number) in _TOWNS

    def at(self, number: str) -> str:
        """Return where something happens: ``at Luga``, ``just north of Luga``, ``2 hexes north of Luga``."""
        name, hexes, wind = self._told(number)
        if not hexes:
            return f"at {name}"
        return f"just {wind} of {name}" if hexes == 1 else f"{hexes} hexes {wind} of {name}"

    def to(self, number: str) -> str:
        """Return where something goes: ``to Luga``, ``to the hex north of Luga``, ``to 2 hexes north of Luga``."""
        name, hexes, wind = self._told(number)
        if not hexes:
            return f"to {name}"
        return f"to just {wind} of {name}" if hexes == 1 else f"to {hexes} hexes {wind} of {name}"

    def bare(self, number: str) -> str:
        """Return a place after ``from`` or ``near``: ``Luga``, ``the hex north of Luga``."""
        return self.to(number).removeprefix("to ")

    def distance(self, number: str, others: tuple[str, ...]) -> int:
        """Return the hexes to the nearest of some others."""
        return min(self._board.grid.distance(number, other) for other in others)

    def _find(self, number: str) -> tuple[str, int, str]:
        board, here = self._board, self._board.index(number)
        if not self._named:
            return f"hex {number}", 0, ""
        nearest = min(self._named, key=lambda h: (board.grid.distances[here, h], board.terrain[h] < 5, h))
        hexes = int(board.grid.distances[here, nearest])
        east, south = np.asarray(board.grid.centers[here]) - board.grid.centers[nearest]
        wind = _WINDS[round(math.degrees(math.atan2(east, -south)) / 45) % 8]
        return board.names[nearest], hexes, wind
