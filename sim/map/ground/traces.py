"""Lines laid on a grid: a river along hexsides, a road from hex to hex.

Both are shortest paths where a step costs more the further it strays from the real line.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import numpy as np

from sim.map.grid import OFF, HexGrid
from sim.map.ground.contours import Points

Corner = tuple[int, int]
Side = tuple[int, int]
T = TypeVar("T", int, Corner)
STRAY_HEXES = 0.35
"""At this distance from the real line a step costs several times as much as on it."""
_LENGTH = 0.15


def padded(grid: HexGrid) -> HexGrid:
    """Return the grid with two more hexes on every side, so that lines may leave and come back."""
    return replace(
        grid, n_columns=grid.n_columns + 4, n_rows=grid.n_rows + 4,
        first_column=grid.first_column - 2, first_row=grid.first_row - 2,
    )  # fmt: skip


def trace_river(grid: HexGrid, points: Points) -> list[tuple[int, int]]:
    """Return the hexsides, as pairs of hex indices in the grid, along which a line runs, in its order."""
    wide = padded(grid)
    corners, links = _corner_graph(wide)
    start, end = (_nearest(corners, points[at]) for at in (0, -1))

    def steps(here: Corner) -> Mapping[Corner, float]:
        return {there: _stray(points, corners[here], corners[there]) for there in links[here]}

    walk = cheapest(start, end, steps)
    inside = {wide.numbers.index(number): h for h, number in enumerate(grid.numbers)}
    found = []
    for here, there in pairwise(walk):
        one, other = links[here][there]
        if one in inside and other in inside:
            found.append((inside[one], inside[other]))
    return found


def trace_road(grid: HexGrid, stops: Sequence[int], points: Points, shut: Callable[[int, int], bool]) -> list[Side]:
    """Return the steps, as pairs of hex indices, of a road through given hexes along a line; `shut` forbids steps."""
    found: list[Side] = []
    for start, end in pairwise(stops):

        def steps(here: int) -> Mapping[int, float]:
            near = [int(n) for n in grid.neighbors[here] if n != OFF and not shut(here, int(n))]
            return {n: _stray(points, grid.centers[here], grid.centers[n]) for n in near}

        walk = cheapest(start, end, steps)
        found += list(pairwise(walk))
    return found


def cheapest(start: T, end: T, steps: Callable[[T], Mapping[T, float]]) -> list[T]:
    """Return the cheapest path, both ends included; raises `ValueError` if there is none."""
    best, before = {start: 0.0}, dict[T, T]()
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == end:
            path = [end]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
        if cost > best[here]:
            continue
        for there, more in steps(here).items():
            if cost + more < best.get(there, float("inf")):
                best[there], before[there] = cost + more, here
                heapq.heappush(queue, (cost + more, there))
    raise ValueError(f"no way from {start} to {end}")


def _stray(points: Points, one: Points, other: Points) -> float:
    """Return what a straight step costs: its length, times more the further its middle and ends lie from the line."""
    at = one + (other - one) * np.array([0.0, 0.5, 1.0])[:, None]
    away = distance_to_line(at, points)
    return float(np.hypot(*(other - one)) * (_LENGTH + np.mean((away / STRAY_HEXES) ** 2)))


def distance_to_line(at: Points, points: Points) -> Points:
    """Return the distance of positions, shape (n, 2), from a line, shape (m, 2), m two or more."""
    start, step = points[:-1], np.diff(points, axis=0)
    length = np.maximum((step**2).sum(axis=1), 1e-12)
    t = np.clip(((at[:, None] - start) * step).sum(axis=2) / length, 0, 1)
    nearest = start + t[..., None] * step
    return np.asarray(np.hypot(*np.moveaxis(at[:, None] - nearest, -1, 0)).min(axis=1))


def _nearest(corners: Mapping[Corner, Points], at: Points) -> Corner:
    return min(corners, key=lambda c: (float(np.hypot(*(corners[c] - at))), c))


def _corner_graph(grid: HexGrid) -> tuple[dict[Corner, Points], dict[Corner, dict[Corner, Side]]]:
    """Return where every corner between hexes lies, and from each the corners beyond a hexside, with its two hexes."""
    corners: dict[Corner, Points] = {}
    links: dict[Corner, dict[Corner, Side]] = {}
    for h, around in enumerate(grid.corners()):
        keys = [(round(float(x) * 1000 / 5), round(float(y) * 1000 / 5)) for x, y in around]
        for d in range(6):
            there = int(grid.neighbors[h, d])
            if there == OFF:
                continue
            a, b = keys[d], keys[(d + 1) % 6]
            corners[a], corners[b] = around[d], around[(d + 1) % 6]
            links.setdefault(a, {})[b] = (h, there)
            links.setdefault(b, {})[a] = (h, there)
    return corners, links
