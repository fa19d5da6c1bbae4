"""Outlines of a field of small squares: closed lines where it passes a level, for smooth coasts and woods on a map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
_EDGES = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 2), (1, 0)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 3), (2, 1)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
"""Marching squares: by which corners (1, 2, 4, 8 clockwise from the top left) lie above, the sides that lines join."""


def outlines(field: NDArray[np.float64], level: float = 0.5) -> list[Points]:
    """Return closed lines around what lies above a level, each (n, 2) in columns and rows of the field's squares."""
    f = np.pad(field, 1, constant_values=min(float(field.min()), level - 1))
    above = f > level
    code = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    follows: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for y, x in np.argwhere((code > 0) & (code < 15)):
        for start, end in _EDGES[int(code[y, x])]:
            follows[_side(int(x), int(y), start)] = _side(int(x), int(y), end)
    found = []
    while follows:
        first, here = follows.popitem()
        line = [first]
        while here != first:
            line.append(here)
            here = follows.pop(here)
        found.append(np.array([_cross(f, level, side) for side in line]) - 1)
    return found


def _side(x: int, y: int, side: int) -> tuple[int, int, int]:
    """Name a side of a cell so that the neighbor gives it the same name: 0 along the top, 1 down the left."""
    return ((x, y, 0), (x + 1, y, 1), (x, y + 1, 0), (x, y, 1))[side]


def _cross(f: NDArray[np.float64], level: float, side: tuple[int, int, int]) -> tuple[float, float]:
    x, y, down = side
    a, b = float(f[y, x]), float(f[y + down, x + 1 - down])
    t = (level - a) / (b - a)
    return (x + t * (1 - down), y + t * down)


def simplified(line: Points, tolerance: float) -> Points:
    """Return a closed line with the points left out that it can spare (Douglas and Peucker)."""
    if len(line) < 4:
        return line
    far = int(np.argmax(np.hypot(*(line - line[0]).T)))
    closed = np.concatenate([line, line[:1]])
    keep = {0, far, len(line)}
    stack = [(0, far), (far, len(line))]
    while stack:
        i, j = stack.pop()
        if j - i < 2:
            continue
        a, d = closed[i], closed[j] - closed[i]
        between = closed[i + 1 : j] - a
        length = float(np.hypot(*d))
        away = np.abs(d[0] * between[:, 1] - d[1] * between[:, 0]) / length if length else np.hypot(*between.T)
        at = int(np.argmax(away))
        if away[at] > tolerance:
            keep.add(i + 1 + at)
            stack += [(i, i + 1 + at), (i + 1 + at, j)]
    return closed[sorted(keep)[:-1]]
