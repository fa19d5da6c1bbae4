"""Rivers along hexsides and roads from hex to hex, drawn as the curves that a cartographer would make of them."""

from __future__ import annotations

from collections.abc import Set

import numpy as np
from numpy.typing import NDArray

from sim.map.board import BARRED, RIVER, ROAD, Board
from sim.map.drawing.ground import Canvas
from sim.map.grid import OFF

Point = tuple[float, float]
Node = tuple[int, int]


def river_path(board: Board, canvas: Canvas) -> str:
    """Return the path of all rivers: through the middles of their hexsides, rounded at the corners between."""
    corners = canvas.at(board.grid.corners())
    at_corner: dict[Node, list[Point]] = {}
    for h, d in _sides(board, RIVER):
        if board.sides[h, d] & BARRED:
            continue
        ends = corners[h, d], corners[h, (d + 1) % 6]
        for end in ends:
            at_corner.setdefault(_node(end), []).append(_point((ends[0] + ends[1]) / 2))
    return _join(at_corner)


def road_path(board: Board, canvas: Canvas) -> str:
    """Return the path of all roads: through the middles of the hexsides that they cross, rounded at the centers."""
    centers = canvas.at(board.grid.centers)
    at_center: dict[Node, list[Point]] = {}
    for h, d in _sides(board, ROAD):
        middle = _point((centers[h] + centers[board.neighbors[h, d]]) / 2)
        for hex_index in (h, int(board.neighbors[h, d])):
            at_center.setdefault(_node(centers[hex_index]), []).append(middle)
    named = {_node(center) for center, name in zip(centers, board.names, strict=True) if name}
    return _join(at_center, named)


def border_path(board: Board, canvas: Canvas, hexes: tuple[int, ...]) -> str:
    """Return the line around hexes, where it runs between playable hexes of the map."""
    corners, inside = canvas.at(board.grid.corners()), set(hexes)
    found = []
    for h in hexes:
        for d in range(6):
            there = int(board.neighbors[h, d])
            if there != OFF and there not in inside and board.playable[there]:
                (ax, ay), (bx, by) = corners[h, d], corners[h, (d + 1) % 6]
                found.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
    return "".join(found)


def _sides(board: Board, bit: int) -> list[tuple[int, int]]:
    """Return every hexside with a bit once, as hex and direction."""
    return [
        (h, d) for h in range(len(board)) for d in range(6) if board.sides[h, d] & bit and board.neighbors[h, d] > h
    ]


def _join(nodes: dict[Node, list[Point]], sharp: Set[Node] = frozenset()) -> str:
    """Return curves through each node between the middles that meet there; at `sharp` ones straight up to it."""
    found = []
    for (nx, ny), middles in nodes.items():
        x, y = nx / 10, ny / 10
        if len(middles) == 1:
            found.append(f"M{middles[0][0]:.1f} {middles[0][1]:.1f}L{x:.1f} {y:.1f}")
        elif len(middles) == 2 and (nx, ny) not in sharp:
            (ax, ay), (bx, by) = middles
            found.append(f"M{ax:.1f} {ay:.1f}Q{x:.1f} {y:.1f} {bx:.1f} {by:.1f}")
        else:
            found += [f"M{mx:.1f} {my:.1f}L{x:.1f} {y:.1f}" for mx, my in middles]
    return "".join(found)


def _node(point: NDArray[np.float64]) -> Node:
    """Name a point so that the same corner, reckoned from two hexes, has one name."""
    return round(float(point[0]) * 10 + 0.137), round(float(point[1]) * 10 + 0.137)


def _point(point: NDArray[np.float64]) -> Point:
    return float(point[0]), float(point[1])
