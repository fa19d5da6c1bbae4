"""A board as a value: all that a kernel needs to know of a map, as arrays; the central one or one of the ensemble."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.map.ensemble import MEMBERS, road_chances, road_runs, side_runs, terrain_of
from sim.map.grid import OFF, HexGrid, opposite
from sim.map.layers import LayerRow, read_layers, read_settings
from sim.numbers.rawfiles import RAW, RuleDataError

RIVER, BARRED, ROAD = 1, 2, 4
"""Bits of a hexside: a river; all sea or all lake; crossed by a road."""
CENTRAL = -1
"""The member that holds the most likely value of everything."""
TERRAINS = ("off", "clear", "forest", "marsh", "hills", "town", "soviet_city")
"""Terrain codes in order; "off" is unplayable."""
_PLAYS_AS = {"locality": "clear", "sea": "off", "lake": "off"}
_SIDES = {"river": RIVER, "sea": BARRED, "lake": BARRED, "none": 0}


@dataclass(frozen=True, eq=False)
class Board:
    """A map, hex by hex; `sides` is symmetric, and every side of an "off" hex is barred."""

    game: str
    member: int
    grid: HexGrid
    numbers: tuple[str, ...]
    neighbors: NDArray[np.int16]
    terrain: NDArray[np.int8]
    terrains: tuple[str, ...]
    sides: NDArray[np.uint8]
    names: tuple[str, ...]
    basis: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.numbers)

    def index(self, number: str) -> int:
        """Return the index of a hex by its printed number."""
        return self.grid.index(number)

    def terrain_of(self, number: str) -> str:
        """Return the terrain of a hex by name."""
        return self.terrains[int(self.terrain[self.index(number)])]

    def side_of(self, one: str, other: str) -> int:
        """Return the bits of the hexside between two neighbors."""
        return int(self.sides[self.index(one), self.grid.direction(self.index(one), self.index(other))])

    @cached_property
    def playable(self) -> NDArray[np.bool_]:
        """Which hexes can be entered at all, shape (H,)."""
        return self.terrain != self.terrains.index("off")

    def digest(self) -> str:
        """Return a fingerprint of everything that play can notice: sixteen hexadecimal digits."""
        code = hashlib.sha256()
        code.update("|".join((self.game, *self.numbers, *self.terrains)).encode())
        for array in (self.neighbors, self.terrain, self.sides):
            code.update(np.ascontiguousarray(array).astype("<i2").tobytes())
        return code.hexdigest()[:16]


@cache
def load_hex_grid(game: str, root: Path = RAW) -> HexGrid:
    """Return the grid of a game's map, from ``map/grid.toml``."""
    g = read_settings(game, "grid", root)["grid"]
    return HexGrid(
        layout=g["layout"], parity=g["parity"], n_columns=g["n_columns"], n_rows=g["n_rows"],
        first_column=g["first_column"], first_row=g["first_row"], numbering=g["numbering"], rows_grow=g["rows_grow"],
    )  # fmt: skip


@lru_cache(4 * MEMBERS)
def load_board(game: str, member: int = CENTRAL, root: Path = RAW) -> Board:
    """Return the central board of a game or member `member` of its ensemble; raises `RuleDataError` on bad files."""
    grid = load_hex_grid(game, root)
    hexes = read_layers(game, "map_hexes", root)
    sides = _sides(game, member, grid, root)
    terrain = np.array([TERRAINS.index(_plays_as(game, member, n, hexes)) for n in grid.numbers], dtype=np.int8)
    bar_off(grid, terrain, sides)
    for array in (terrain, sides):
        array.setflags(write=False)
    return Board(
        game=game, member=member, grid=grid, numbers=grid.numbers, neighbors=grid.neighbors,
        terrain=terrain, terrains=TERRAINS, sides=sides,
        names=tuple(hexes[n]["name"] for n in grid.numbers), basis=tuple(hexes[n].basis for n in grid.numbers),
    )  # fmt: skip


def bar_off(grid: HexGrid, terrain: NDArray[np.int8], sides: NDArray[np.uint8]) -> None:
    """Bar every side of an unplayable hex, in place, and take rivers and roads off it."""
    off = terrain == TERRAINS.index("off")
    there = np.where(grid.neighbors == OFF, 0, grid.neighbors)
    sides[(off[:, None] | off[there]) & (grid.neighbors != OFF)] = BARRED


def _plays_as(game: str, member: int, number: str, hexes: dict[str, LayerRow]) -> str:
    if number not in hexes:
        raise RuleDataError(f"{game}/map_hexes: hex {number} is in no file; expected every hex of the grid")
    terrain = terrain_of(member, number, hexes[number])
    terrain = _PLAYS_AS.get(terrain, terrain)
    if terrain not in TERRAINS:
        raise RuleDataError(
            f"{game}/map_hexes, hex {number}: terrain {terrain!r}; expected one of "
            f"{', '.join((*TERRAINS[1:], *_PLAYS_AS))}"
        )
    return terrain


def _sides(game: str, member: int, grid: HexGrid, root: Path) -> NDArray[np.uint8]:
    """Return the bits of every hexside; a road that a board has keeps its side open."""
    sides = np.zeros((len(grid), 6), dtype=np.uint8)
    for key, row in read_layers(game, "map_hexsides", root, pairs=True).items():
        if row["kind"] not in _SIDES:
            raise RuleDataError(
                f"{game}/map_hexsides, {key}: kind {row['kind']!r}; expected one of {', '.join(_SIDES)}"
            )
        if side_runs(member, row):
            _add(game, grid, sides, row, _SIDES[row["kind"]])
    chances = road_chances(game, root)
    for row in read_layers(game, "map_roads", root, pairs=True).values():
        if road_runs(member, row, chances):
            _add(game, grid, sides, row, ROAD)
    return sides


def _add(game: str, grid: HexGrid, sides: NDArray[np.uint8], row: LayerRow, bits: int) -> None:
    try:
        add_side(grid, sides, row["hex"], row["neighbor"], bits)
    except (KeyError, ValueError) as error:
        raise RuleDataError(f"{game}/map, hexside {row['hex']} to {row['neighbor']}: {error}") from None


def add_side(grid: HexGrid, sides: NDArray[np.uint8], one: str, other: str, bits: int) -> None:
    """Set bits on the hexside between two neighbors, seen from both, in place."""
    a, b = grid.index(one), grid.index(other)
    direction = grid.direction(a, b)
    sides[a, direction] |= bits
    sides[b, opposite(direction)] |= bits
