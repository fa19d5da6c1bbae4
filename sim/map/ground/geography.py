"""The ground under a map: coasts, lakes, rivers and borders as lines in map positions, and what of it is water."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from sim.map.grid import OFF, HexGrid
from sim.map.ground.contours import Points
from sim.map.ground.georeference import load_fit
from sim.map.layers import folder, read_layers, read_settings
from sim.numbers.rawfiles import RAW

Mask = NDArray[np.bool_]
PER_HEX = 40
"""Raster cells a hex, some 0.8 km each on a map of 32 km hexes."""
MARGIN_HEXES = 1.2
LAND, SEA, LAKE = 0, 1, 2


@dataclass(frozen=True)
class Line:
    """A named line in map positions, shape (n, 2), in hexes."""

    name: str
    points: Points


@dataclass(frozen=True)
class Raster:
    """A map in small squares: `ground` holds LAND, SEA or LAKE, shape (rows, columns)."""

    ground: NDArray[np.int8]
    left: float
    top: float

    def at(self, points: Points) -> NDArray[np.int8]:
        """Return what lies under map positions, shape (..., 2); beyond the edge what lies at the edge."""
        x, y = self.cell(points)
        rows, columns = self.ground.shape
        return self.ground[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)]

    def cell(self, points: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return column and row of the small squares that hold map positions, shape (..., 2)."""
        x = np.floor((points[..., 0] - self.left) * PER_HEX).astype(np.int64)
        return x, np.floor((points[..., 1] - self.top) * PER_HEX).astype(np.int64)

    @property
    def positions(self) -> Points:
        """The map position of the middle of every small square, shape (rows, columns, 2)."""
        rows, columns = self.ground.shape
        x = self.left + (np.arange(columns) + 0.5) / PER_HEX
        y = self.top + (np.arange(rows) + 0.5) / PER_HEX
        return np.stack(np.meshgrid(x, y), axis=-1)


@cache
def load_lines(game: str, name: str, root: Path = RAW) -> tuple[Line, ...]:
    """Return the lines of a file of the folder ``geography`` (part, point, name, lat, lon) in map positions."""
    parts: dict[str, list[tuple[float, float]]] = {}
    names: dict[str, str] = {}
    for row in read_layers(game, f"geography/{name}", root).values():
        parts.setdefault(row["part"], []).append((float(row["lat"]), float(row["lon"])))
        names[row["part"]] = row["name"]
    fit = load_fit(game, root)
    return tuple(Line(names[part], fit.to_map(*np.array(points).T)) for part, points in parts.items())


@cache
def load_raster(game: str, root: Path = RAW) -> Raster:
    """Return land, sea and lakes: coasts and shores are walls, and water is poured in at the stated places."""
    fit = load_fit(game, root)
    raster = blank(fit.grid)
    settings = read_settings(game, "grid", root)
    for name, kind, pours in (("coast", SEA, "sea"), ("lakes", LAKE, "lake")):
        walls = np.zeros(raster.ground.shape, dtype=bool)
        for line in load_lines(game, name, root):
            _draw(raster, walls, line.points)
        basins, _ = ndimage.label(~walls)
        for lat, lon in settings["water"][pours]:
            x, y = raster.cell(fit.to_map(lat, lon))
            wet = ndimage.binary_dilation(basins == basins[int(y), int(x)]) if not walls[int(y), int(x)] else walls
            raster.ground[wet & (raster.ground == LAND)] = kind
    return raster


def blank(grid: HexGrid) -> Raster:
    """Return a raster of dry land that covers a grid with a margin around it."""
    low = grid.centers.min(axis=0) - MARGIN_HEXES
    high = grid.centers.max(axis=0) + MARGIN_HEXES
    columns, rows = (math.ceil(v * PER_HEX) for v in high - low)
    return Raster(np.zeros((rows, columns), dtype=np.int8), float(low[0]), float(low[1]))


def _draw(raster: Raster, walls: Mask, points: Points) -> None:
    """Draw a line, tight enough that nothing that spreads to the four sides passes through, in place."""
    for start, end in pairwise(points):
        steps = 1 + int(np.hypot(*(end - start)) * PER_HEX * 4)
        x, y = raster.cell(start + (end - start) * np.linspace(0, 1, steps + 1)[:, None])
        inside = (x >= 0) & (y >= 0) & (x < walls.shape[1]) & (y < walls.shape[0])
        walls[y[inside], x[inside]] = True


def owners(raster: Raster, grid: HexGrid) -> NDArray[np.int16]:
    """Return the hex under every small square, shape (rows, columns); `OFF` outside the grid."""
    at = raster.positions
    best = np.full(raster.ground.shape, np.inf)
    owner = np.full(raster.ground.shape, OFF, dtype=np.int16)
    for h, center in enumerate(grid.centers):
        x0, y0 = (max(0, int(v)) for v in raster.cell(center - 0.62))
        x1, y1 = (int(v) + 2 for v in raster.cell(center + 0.62))
        away = np.hypot(*np.moveaxis(at[y0:y1, x0:x1] - center, -1, 0))
        nearer = (away < best[y0:y1, x0:x1]) & (away < 1 / math.sqrt(3))
        best[y0:y1, x0:x1][nearer] = away[nearer]
        owner[y0:y1, x0:x1][nearer] = h
    return owner


def shares(raster: Raster, grid: HexGrid) -> Points:
    """Return how much of every hex is land, sea and lake, shape (H, 3)."""
    owner = owners(raster, grid)
    inside = owner != OFF
    count = np.zeros((len(grid), 3))
    np.add.at(count, (owner[inside], raster.ground[inside]), 1)
    return count / count.sum(axis=1, keepdims=True)


def side_shares(raster: Raster, grid: HexGrid) -> Points:
    """Return how much of every hexside is land, sea and lake, shape (H, 6, 3)."""
    corners = grid.corners()
    t = np.linspace(0.04, 0.96, 24)[:, None]
    along = corners[:, :, None, :] * (1 - t) + np.roll(corners, -1, axis=1)[:, :, None, :] * t
    ground = raster.at(along)
    return np.stack([(ground == kind).mean(axis=2) for kind in (LAND, SEA, LAKE)], axis=-1)


def has_geography(game: str, root: Path = RAW) -> bool:
    """Return whether a game's map has coasts of its own to be drawn."""
    return any(folder(game, root).glob("geography/coast*.csv"))
