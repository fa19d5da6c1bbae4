"""Where names across a map stand: as near as they can to where they belong, clear of the names of places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product

from sim.map.drawing.ground import Canvas

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in points of the drawing."""

_LETTER, _SPACING = 0.62, {"sea": 0.18, "lake": 0.04, "island": 0.1, "region": 0.32}
"""The width of a capital and the room after it, in sizes of the letters, as the style sheet has them."""
_FARTHEST, _STEP, _EDGE = 72, 6, 6.0
"""How far a name may be moved, in what steps, and how near to the map's edge it may come, in points."""


def text_box(x: float, y: float, text: str, size: float) -> Box:
    """Return about where words stand whose middle is at x and whose letters stand on y."""
    half = len(text) * size * 0.27
    return (x - half, y - 0.8 * size, x + half, y + 0.25 * size)


def moved(at: Sequence[float], label: str, kind: str, angle: float, size: float, taken: Iterable[Box],
          canvas: Canvas) -> tuple[float, float]:  # fmt: skip
    """Return where a name across the map stands: the nearest place on which no letter meets a box or leaves the map.

    If there is none within reach, where the fewest letters do.
    """
    boxes = list(taken)
    offsets = [dx for dx in range(-_FARTHEST, _FARTHEST + 1, _STEP)]
    tried = sorted(product(offsets, offsets), key=lambda one: (math.hypot(*one), one))
    letters = _letters(len(label), kind, angle, size)
    best, fewest = (float(at[0]), float(at[1])), len(label) + 1
    for dx, dy in tried:
        x, y = at[0] + dx, at[1] + dy
        bad = sum(_is_bad(x + a, y + b, 0.5 * size, boxes, canvas) for a, b in letters)
        if bad < fewest:
            best, fewest = (x, y), bad
        if not bad:
            break
    return best


def _letters(n: int, kind: str, angle: float, size: float) -> list[tuple[float, float]]:
    """Return the middles of the letters of a name around its own place."""
    wide = size * (_LETTER + _SPACING[kind])
    turn = math.radians(angle)
    along = [(i - (n - 1) / 2) * wide for i in range(n)]
    up = -0.35 * size
    return [(a * math.cos(turn) - up * math.sin(turn), a * math.sin(turn) + up * math.cos(turn)) for a in along]


def _is_bad(x: float, y: float, radius: float, boxes: Sequence[Box], canvas: Canvas) -> bool:
    low, right, bottom = canvas.margin + _EDGE, canvas.width - canvas.margin - _EDGE, canvas.map_height - _EDGE
    if x - radius < low or x + radius > right or y - radius < low + canvas.top or y + radius > bottom:
        return True
    return any(left - radius < x < end + radius and top - radius < y < foot + radius for left, top, end, foot in boxes)
