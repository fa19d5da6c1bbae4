"""The front: a smooth line between what two sides hold, from where their units stand and where they passed last."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from sim.map.board import Board
from sim.map.contours import outlines, simplified

_FINE = 4
"""Squares a hex of the raster that the line is drawn on."""
_NEAR = 1.6
"""Hexes over which a unit makes itself felt."""
_SOFT = 2.0
"""Squares over which the field is smoothed."""


def front(board: Board, first: list[str], second: list[str], held: Mapping[str, bool]) -> list[NDArray[np.float64]]:
    """Return closed lines around what the first side holds, each (n, 2) in map positions of hexes.

    `first` and `second` are the hexes of the units, `held` says of hexes whether the first side holds them. A hex that
    nobody has entered goes to the side whose units are nearer; the parts of a line off the map are to be cut away.
    """
    n = len(board)
    field = np.array([{True: 0.55, False: -0.55}.get(held.get(number, None), 0.0) for number in board.numbers])  # type: ignore[arg-type]
    away = board.grid.distances
    for hexes, sign in ((first, 1.0), (second, -1.0)):
        at = np.array(sorted({board.index(number) for number in hexes}), dtype=int)
        if at.size:
            near = away[:, at].min(axis=1)
            field += sign * (np.exp(-((near / _NEAR) ** 2)) + 0.25 / (1 + near))
    corner, raster = _raster(board, np.where(np.arange(n) >= 0, field, 0.0))
    lines = outlines(ndimage.gaussian_filter(raster, _SOFT), 0.0)
    return [simplified(line / _FINE + corner, 0.05) for line in lines if len(line) > 3 * _FINE]


def _raster(board: Board, field: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the map position of the first square, and the field on squares, each that of the nearest hex."""
    centers = board.grid.centers
    low, high = centers.min(axis=0) - 1.0, centers.max(axis=0) + 1.0
    xs, ys = (np.arange(low[k], high[k], 1 / _FINE) for k in (0, 1))
    squares = np.stack(np.meshgrid(xs, ys), axis=-1)
    nearest = _nearest(board, squares.reshape(-1, 2)).reshape(squares.shape[:2])
    return low, field[nearest]


def _nearest(board: Board, points: NDArray[np.float64]) -> NDArray[np.int64]:
    from scipy.spatial import cKDTree

    found: NDArray[np.int64] = cKDTree(board.grid.centers).query(points)[1]
    return found
