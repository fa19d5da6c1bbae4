"""The front: a smooth line between what two sides hold, from where their units stand and where they passed last."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from sim.map.board import Board
from sim.map.grid import HexGrid
from sim.map.ground.contours import outlines, simplified

Field = NDArray[np.float64]
_FINE = 4
"""Squares a hex of the raster that the line is drawn on."""
_NEAR = 1.6
"""Hexes over which a unit makes itself felt."""
_PASSED = 0.55
"""What having passed a hex last counts beside a unit that stands in it, which counts one."""
_SOFT = 2.0
"""Squares over which the field is smoothed."""


def front(board: Board, first: list[str], second: list[str], held: Mapping[str, bool]) -> list[Field]:
    """Return closed lines around what the first side holds, each (n, 2) in map positions of hexes.

    `first` and `second` are the hexes of the units, `held` says of hexes whether the first side holds them. A hex that
    nobody has entered goes to the side whose units are nearer; the parts of a line off the map are to be cut away.
    """
    field = np.array([_PASSED * (2 * held[number] - 1) if number in held else 0.0 for number in board.numbers])
    away = board.grid.distances
    for hexes, sign in ((first, 1.0), (second, -1.0)):
        at = np.array(sorted({board.index(number) for number in hexes}), dtype=int)
        if at.size:
            near = away[:, at].min(axis=1)
            field += sign * (np.exp(-((near / _NEAR) ** 2)) + 0.25 / (1 + near))
    corner, nearest = _squares(board.grid)
    smooth = ndimage.gaussian_filter(field[nearest], _SOFT)
    for hexes, sign in ((first, 1.0), (second, -1.0)):
        smooth = _without_empty(smooth, sign, np.isin(nearest, [board.index(number) for number in hexes]))
    lines = outlines(smooth, 0.0)
    return [simplified(line / _FINE + corner, 0.05) for line in lines if len(line) > 3 * _FINE]


def line_of_shares(board: Board, shares: Field) -> list[Field]:
    """Return closed lines around what the first side holds in half of many games or more, each (n, 2) in map positions.

    `shares` (H,) says of each hex in which share of the games the first side passed it last. Sea and lake go with the
    nearest hex of land, and ground that nobody enters with what lies around it: each side has one connected part. The
    parts of a line off the map are to be cut away.
    """
    land = np.flatnonzero(board.playable)
    nearest_land = land[board.grid.distances[:, land].argmin(axis=1)]
    corner, nearest = _squares(board.grid)
    smooth = ndimage.gaussian_filter((2 * shares[nearest_land] - 1)[nearest], _SOFT)
    for sign in (-1.0, 1.0):
        smooth = _largest(smooth, sign)
    return [simplified(line / _FINE + corner, 0.05) for line in outlines(smooth, 0.0) if len(line) > 3 * _FINE]


@cache
def _squares(grid: HexGrid) -> tuple[Field, NDArray[np.int64]]:
    """Return the map position of the first square, and the hex nearest to each, shape (rows, columns)."""
    low, high = grid.centers.min(axis=0) - 1.0, grid.centers.max(axis=0) + 1.0
    xs, ys = (np.arange(low[k], high[k], 1 / _FINE) for k in (0, 1))
    squares = np.stack(np.meshgrid(xs, ys), axis=-1)
    nearest: NDArray[np.int64] = cKDTree(grid.centers).query(squares)[1]
    return low, nearest


def _largest(field: Field, sign: float) -> Field:
    """Give the other side all patches of one side but the largest."""
    patches, n = ndimage.label(field * sign > 0)
    if n < 2:
        return field
    most = 1 + int(np.bincount(patches.ravel())[1:].argmax())
    return np.where((patches > 0) & (patches != most), -sign * np.abs(field) - 1e-6 * sign, field)


def _without_empty(field: Field, sign: float, manned: NDArray[np.bool_]) -> Field:
    """Give the other side all patches of one side in which none of its units stands: ground passed, not a front."""
    patches, n = ndimage.label(field * sign > 0)
    empty = [patch for patch in range(1, n + 1) if not (manned & (patches == patch)).any()]
    return np.where(np.isin(patches, empty), -sign * np.abs(field) - 1e-6 * sign, field)
