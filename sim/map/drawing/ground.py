"""The ground of a drawn map: smooth coasts, woods, marsh and hills that keep to the hexes they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from sim.map.board import BARRED, Board
from sim.map.grid import OFF, HexGrid
from sim.map.ground.contours import Points, outlines, simplified
from sim.map.ground.geography import LAND, PER_HEX, Mask, Raster, blank, has_geography, load_raster, owners
from sim.numbers.rawfiles import RAW

_WET = 0.75
"""A hex with more water than this is land only because a rule says so, and is drawn as land almost whole."""
_COARSE = 2
"""Every so many squares of the raster one is kept for drawing."""


@dataclass(frozen=True)
class Canvas:
    """Where hexes lie on a drawing, in its points."""

    grid: HexGrid
    size: float
    margin: float
    top: float

    def at(self, positions: Points) -> Points:
        """Return points of the drawing for map positions in hexes, shape (..., 2)."""
        corners = self.grid.corners().reshape(-1, 2)
        return (positions - corners.min(axis=0)) * self.size + np.array([self.margin, self.margin + self.top])

    def center(self, h: int) -> tuple[float, float]:
        """Return the middle of a hex."""
        x, y = self.at(self.grid.centers[h])
        return float(x), float(y)

    @property
    def width(self) -> float:
        """How wide the drawing is."""
        return float(np.ptp(self.grid.corners()[..., 0]) * self.size + 2 * self.margin)

    @property
    def map_height(self) -> float:
        """Where the map ends below."""
        return float(np.ptp(self.grid.corners()[..., 1]) * self.size + self.margin + self.top)


def path(points: Points, *, closed: bool = True) -> str:
    """Return the path of a line of points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")


@cache
def _ground(game: str, root: Path, grid: HexGrid) -> tuple[Raster, NDArray[np.int16]]:
    """Return the raster of a map (dry land if its geography is not there) and the hex under each square."""
    fine = load_raster(game, root) if has_geography(game, root) else blank(grid)
    return fine, owners(fine, grid)


def water_path(board: Board, canvas: Canvas, root: Path = RAW) -> str:
    """Return the outline of all water: the real coasts, bent where the board has a hex or a hexside otherwise."""
    raster, owner = _ground(board.game, root, board.grid)
    wet = raster.ground != LAND
    at = raster.positions
    for h in np.flatnonzero(board.playable):
        dry = wet[owner == h].mean() < _WET
        _stamp(raster, at, wet, board.grid.centers[h], 0.24 if dry else 0.47, value=False)
        for d in range(6):
            there = int(board.neighbors[h, d])
            if there == OFF or not board.playable[there] or there < h:
                continue
            middle = (board.grid.centers[h] + board.grid.centers[there]) / 2
            if board.sides[h, d] & BARRED:
                ends = board.grid.corners()[h][[d, (d + 1) % 6]]
                for t in np.linspace(-0.05, 1.05, 12):
                    _stamp(raster, at, wet, ends[0] + (ends[1] - ends[0]) * t, 0.085, value=True)
            else:
                _stamp(raster, at, wet, middle, 0.13, value=False)
    return _smooth(raster, wet, canvas, 0.028)


def terrain_path(board: Board, canvas: Canvas, terrain: str, root: Path = RAW) -> str:
    """Return the soft outline of all hexes of one terrain."""
    raster, owner = _ground(board.game, root, board.grid)
    kind = np.append(board.terrain == board.terrains.index(terrain), False)
    return _smooth(raster, np.where(owner == OFF, False, kind[owner]), canvas, 0.11)


def _stamp(raster: Raster, at: Points, mask: Mask, middle: Points, radius: float, *, value: bool) -> None:
    """Set what lies within a radius, in place."""
    x0, y0 = (max(0, int(v)) for v in raster.cell(middle - radius))
    x1, y1 = (int(v) + 2 for v in raster.cell(middle + radius))
    near = np.hypot(*np.moveaxis(at[y0:y1, x0:x1] - middle, -1, 0)) <= radius
    mask[y0:y1, x0:x1][near] = value


def _smooth(raster: Raster, mask: Mask, canvas: Canvas, sigma_hexes: float) -> str:
    """Return the outlines of a mask, softened."""
    soft = ndimage.gaussian_filter(mask.astype(float), sigma_hexes * PER_HEX)[::_COARSE, ::_COARSE]
    found = []
    for line in outlines(soft):
        if len(line) < 8:
            continue
        square = (line * _COARSE + 0.5) / PER_HEX + np.array([raster.left, raster.top])
        found.append(path(canvas.at(simplified(square, 0.012))))
    return "".join(found)
