"""A hex grid as printed: both layouts, either parity, its numbers, neighbors, distances, paths and centers.

All arithmetic goes by doubled coordinates, where the six steps are fixed vectors whatever the parity: in a layout of
columns a step along the column changes the second coordinate by two, in a layout of rows the first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Layout = Literal["columns", "rows"]
Numbering = Literal["CCRR", "RRCC"]
Growth = Literal["south", "north"]

OFF = -1
"""The neighbor of a hex where the map ends."""
DIRECTIONS: dict[Layout, tuple[str, ...]] = {
    "columns": ("N", "NE", "SE", "S", "SW", "NW"),
    "rows": ("NE", "E", "SE", "SW", "W", "NW"),
}
_STEPS: dict[Layout, tuple[tuple[int, int], ...]] = {
    "columns": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "rows": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}
HALF_HEIGHT = math.sqrt(3) / 2
"""The distance between two lines of hexes, in hexes."""


def opposite(direction: int) -> int:
    """Return the direction that leads back.

    >>> opposite(1)
    4
    """
    return (direction + 3) % 6


@dataclass(frozen=True)
class HexGrid:
    """The hexes of a map, indexed in the order of their printed numbers.

    In a layout of columns the columns of this `parity` lie half a hex further north than the others; in a layout of
    rows the rows of this `parity` lie half a hex further west. Directions run clockwise from north (columns) or from
    north-east (rows).
    """

    layout: Layout
    parity: int
    n_columns: int
    n_rows: int
    first_column: int = 0
    first_row: int = 1
    numbering: Numbering = "CCRR"
    rows_grow: Growth = "south"

    def __post_init__(self) -> None:
        """Refuse a grid that cannot be."""
        if self.layout not in DIRECTIONS:
            raise ValueError(f"layout is {self.layout!r}; expected columns or rows")
        if self.parity not in (0, 1):
            raise ValueError(f"parity is {self.parity!r}; expected 0 or 1")
        if self.n_columns < 1 or self.n_rows < 1:
            raise ValueError(f"{self.n_columns} columns and {self.n_rows} rows; expected one at least of each")

    def __len__(self) -> int:
        return self.n_columns * self.n_rows

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Column and row of every hex, in index order."""
        columns = range(self.first_column, self.first_column + self.n_columns)
        rows = range(self.first_row, self.first_row + self.n_rows)
        if self.numbering == "CCRR":
            return tuple((c, r) for c in columns for r in rows)
        return tuple((c, r) for r in rows for c in columns)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The printed number of every hex.

        >>> HexGrid("columns", 1, 30, 13).numbers[:2]
        ('0001', '0002')
        """
        if self.numbering == "CCRR":
            return tuple(f"{c:02d}{r:02d}" for c, r in self.cells)
        return tuple(f"{r:02d}{c:02d}" for c, r in self.cells)

    @cached_property
    def _by_number(self) -> dict[str, int]:
        return {number: at for at, number in enumerate(self.numbers)}

    def index(self, number: str) -> int:
        """Return the index of a printed number; raises `KeyError` naming the range of the map.

        >>> HexGrid("columns", 1, 30, 13).index("2604")
        341
        """
        if number not in self._by_number:
            raise KeyError(f"no hex {number!r} on a map that runs from {self.numbers[0]} to {self.numbers[-1]}")
        return self._by_number[number]

    @cached_property
    def doubled(self) -> NDArray[np.int32]:
        """Doubled coordinates of every hex, shape (H, 2): x to the east, y to the south."""
        column, row = np.array(self.cells, dtype=np.int32).T
        down = row if self.rows_grow == "south" else -row
        if self.layout == "columns":
            return np.stack([column, 2 * down + (column % 2 != self.parity)], axis=1).astype(np.int32)
        return np.stack([2 * column + (row % 2 != self.parity), down], axis=1).astype(np.int32)

    @cached_property
    def centers(self) -> NDArray[np.float64]:
        """Centers of every hex, shape (H, 2), in hexes (neighbors lie 1 apart): x to the east, y to the south."""
        scale = (HALF_HEIGHT, 0.5) if self.layout == "columns" else (0.5, HALF_HEIGHT)
        return self.doubled * np.array(scale)

    @cached_property
    def neighbors(self) -> NDArray[np.int16]:
        """The neighbor of every hex in every direction, shape (H, 6); `OFF` where the map ends."""
        at = {(int(x), int(y)): h for h, (x, y) in enumerate(self.doubled)}
        table = [[at.get((int(x) + dx, int(y) + dy), OFF) for dx, dy in _STEPS[self.layout]] for x, y in self.doubled]
        return np.array(table, dtype=np.int16)

    @cached_property
    def distances(self) -> NDArray[np.int16]:
        """Hexes from every hex to every other, shape (H, H)."""
        x, y = self.doubled.T
        dx, dy = np.abs(x[:, None] - x[None, :]), np.abs(y[:, None] - y[None, :])
        across, along = (dx, dy) if self.layout == "columns" else (dy, dx)
        return (across + np.maximum(0, (along - across) // 2)).astype(np.int16)

    def distance(self, one: str, other: str) -> int:
        """Return the hexes from one to the other, by their numbers.

        >>> HexGrid("columns", 1, 30, 13).distance("2604", "2705")
        1
        """
        return int(self.distances[self.index(one), self.index(other)])

    def direction(self, one: int, other: int) -> int:
        """Return the direction from a hex to a neighbor; raises `ValueError` if they do not touch."""
        at = np.flatnonzero(self.neighbors[one] == other)
        if other < 0 or not at.size:
            raise ValueError(f"{self.numbers[one]} and {self.numbers[other]} do not touch")
        return int(at[0])

    def path(self, one: str, other: str) -> tuple[str, ...]:
        """Return a shortest path, both ends included; of several the one that takes the lowest directions first."""
        here, goal = self.index(one), self.index(other)
        found = [here]
        while here != goal:
            away = self.distances[here, goal]
            here = next(int(n) for n in self.neighbors[here] if n != OFF and self.distances[n, goal] < away)
            found.append(here)
        return tuple(self.numbers[h] for h in found)

    def corners(self, radius: float = 1 / math.sqrt(3)) -> NDArray[np.float64]:
        """Return the corners of every hex, shape (H, 6, 2); corners d and d + 1 bound the hexside of direction d."""
        first = -120.0 if self.layout == "columns" else -90.0
        angle = np.radians(first + 60.0 * np.arange(6))
        around = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return self.centers[:, None, :] + around[None, :, :]
