"""Front lines over a map: where one side stands in half of many games, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analysis.matches.front import line_of_shares
from sim.map.board import Board
from sim.map.drawing.ground import path
from sim.map.drawing.picture import canvas_of

_FROM, _TO = np.array([244, 200, 80]), np.array([140, 10, 40])
"""Colors of the first line and of the last."""


def front_lines(board: Board, shares: Mapping[int, NDArray[np.float64]], prefix: str) -> str:
    """Return a line a turn as an overlay for a board drawn with the same prefix, the first palest, each with its turn.

    `shares` holds by turn in which share of games the first side passed each hex last, (H,).
    """
    canvas = canvas_of(board)
    parts, discs = [], []
    for at, (turn, share) in enumerate(sorted(shares.items())):
        red, green, blue = (_FROM + (_TO - _FROM) * at / max(len(shares) - 1, 1)).astype(int)
        lines = [canvas.at(line) for line in line_of_shares(board, share)]
        if not lines:
            continue
        color = f"rgb({red},{green},{blue})"
        drawn = "".join(path(line) for line in lines)
        parts.append(f'<path d="{drawn}" fill="none" stroke="{color}" stroke-width="5" stroke-linejoin="round"/>')
        x, y = _label_place(max(lines, key=len), canvas.width, canvas.map_height, at)
        discs.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="15" fill="{color}"/><text x="{x:.0f}" y="{y + 6:.0f}" '
            f'font-size="17" font-weight="bold" text-anchor="middle" style="fill:#fff">{turn}</text>'
        )
    return f'<g clip-path="url(#{prefix}map)">{"".join(parts + discs)}</g>'


def _label_place(line: NDArray[np.float64], width: float, height: float, at: int) -> tuple[float, float]:
    """Return where on a line its turn stands: inside the map, farthest east, each line a little lower than the last."""
    inside = line[(line[:, 0] > 60) & (line[:, 0] < width - 60) & (line[:, 1] > 110) & (line[:, 1] < height - 60)]
    if not len(inside):
        return float(line[0, 0]), float(line[0, 1])
    wanted = height * (0.35 + 0.09 * (at % 6))
    score = inside[:, 0] - 3 * np.abs(inside[:, 1] - wanted)
    x, y = inside[int(score.argmax())]
    return float(x), float(y)
