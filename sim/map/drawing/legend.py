"""What stands around a map: title, north, scale, and what its signs mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from sim.map.board import Board
from sim.map.drawing.ground import Canvas
from sim.map.ground.geography import has_geography
from sim.map.ground.georeference import load_fit
from sim.numbers.rawfiles import RAW

_SIGNS = (
    ("clear", "clear"), ("forest", "forest"), ("marsh", "marsh"), ("hills", "hills"), ("town", "town"),
    ("city", "Soviet city"), ("locality", "place without effect"), ("river", "river hexside"), ("road", "road"),
)  # fmt: skip
_WIDTHS = {
    "clear": 66,
    "forest": 72,
    "marsh": 74,
    "hills": 66,
    "town": 68,
    "city": 98,
    "locality": 140,
    "river": 108,
    "road": 72,
}

Ticks = Sequence[tuple[float, str]]
"""Values from 0 to 1 and the words for them."""
_FAINT, _DENSE, _EDGE = 0.1, 0.78, 0.04
"""The density of the least value and of the greatest; how near an end of the scale words begin or end there."""


def legend(
    board: Board,
    canvas: Canvas,
    title: str,
    subtitle: str,
    has_setup: bool,
    value_label: str,
    value_color: str,
    value_ticks: Ticks,
    prefix: str,
    root: Path = RAW,
) -> str:
    """Return the title above a map and the line of signs below it; `value_ticks` name shades of the values."""
    parts = [f'<g transform="translate({canvas.margin:.1f} {canvas.margin:.1f})">']
    parts.append(f'<text class="title" x="2" y="22">{escape(title or board.game.replace("_", " ").title())}</text>')
    parts.append(f'<text class="small" x="3" y="38">{escape(subtitle)}</text>')
    if has_geography(board.game, root):
        parts.append(_scale_and_north(board, canvas, root))
    parts.append(f'</g><g transform="translate({canvas.margin:.1f} {canvas.map_height + 16:.1f})">')
    x = 4.0
    for sign, words in _SIGNS:
        parts.append(_sign(sign, x, prefix) + f'<text class="legend" x="{x + 30:.0f}" y="16">{words}</text>')
        x += _WIDTHS[sign] + 14
    if has_setup:
        parts.append(f'<path class="border" d="M{x:.0f} 12h24"/>')
        parts.append(f'<text class="legend" x="{x + 30:.0f}" y="16">red border and start hexes</text>')
    if value_label:
        parts.append(_ramp(4.0, value_label, value_color, value_ticks))
    return "".join(parts) + "</g>"


def _sign(sign: str, x: float, prefix: str) -> str:
    box = f'<rect x="{x:.0f}" y="2" width="24" height="20" rx="3"'
    if sign in ("forest", "marsh", "hills"):
        return f'{box} fill="var(--{sign})"/>{box} fill="url(#{prefix}{sign})"/>'
    if sign == "clear":
        return f'{box} fill="var(--land)" stroke="var(--grid)" stroke-opacity=".35"/>'
    if sign in ("town", "city"):
        ground = f'{box} fill="var(--city)" fill-opacity=".75"/>' if sign == "city" else ""
        blocks = ((5, 5, 6, 5), (13, 4, 7, 6), (4, 12, 5, 6), (11, 12, 9, 5))
        houses = "".join(f"M{x + a:.0f} {b}h{w}v{h}h-{w}z" for a, b, w, h in blocks)
        return f'{ground}<path d="{houses}" fill="var(--{sign}-mark)"/>'
    if sign == "locality":
        ring = 'fill="var(--halo)" stroke="var(--town-mark)" stroke-width="1.3"'
        return f'<circle cx="{x + 14:.0f}" cy="12" r="2.8" {ring}/>'
    if sign == "river":
        return f'<path class="river" d="M{x:.0f} 16l8 -8l8 8l8 -8"/>'
    line = f'd="M{x:.0f} 15q8 -10 24 -4"'
    return f'<path class="road-case" {line}/><path class="road" {line}/>'


def shade(value: float) -> float:
    """Return how dense the color of a value from 0 to 1 is; the least that is drawn can be told from nothing.

    >>> shade(0.0), shade(1.0), shade(2.0)
    (0.1, 0.78, 0.78)
    """
    return round(_FAINT + (_DENSE - _FAINT) * min(1.0, value), 3)


def _ramp(x: float, label: str, color: str, ticks: Ticks) -> str:
    """Return the scale of the values on bare land, as they lie on the map, with words below some of its shades."""
    wide, steps = 264.0, 24
    box = f'x="{x:.0f}" y="32" width="{wide:.0f}" height="12"'
    shades = "".join(
        f'<rect x="{x + wide / steps * i:.1f}" y="32" width="{wide / steps:.1f}" height="12" fill="{color}"'
        f' fill-opacity="{shade(i / (steps - 1))}"/>'
        for i in range(steps)
    )
    words = "".join(
        f'<text class="legend" x="{x + wide * at:.0f}" y="57"'
        f' text-anchor="{"start" if at < _EDGE else "end" if at > 1 - _EDGE else "middle"}">{escape(said)}</text>'
        for at, said in ticks
    )
    said = f'<text class="legend" x="{x + wide + 14:.0f}" y="42">{escape(label)}</text>'
    return f'<rect {box} fill="var(--land)"/>{shades}{words}{said}'


def _scale_and_north(board: Board, canvas: Canvas, root: Path) -> str:
    """Return a bar of 100 km and an arrow that points to real north, at the right end."""
    fit = load_fit(board.game, root)
    right = canvas.width - 2 * canvas.margin
    length = 100 / fit.km_per_hex * canvas.size
    left = right - length - 46
    bar = f"M{left:.1f} 8v6h{length:.1f}v-6M{left + length / 2:.1f} 10v4"
    turn = fit.rotation if math.isfinite(fit.rotation) else 0.0
    words = f"100 km · {fit.km_per_hex:.0f} km a hex"
    return (
        f'<path d="{bar}" fill="none" stroke="var(--text)" stroke-width="1.3"/>'
        f'<text class="small" x="{left + length / 2:.1f}" y="27" text-anchor="middle">{words}</text>'
        f'<g transform="translate({right - 18:.1f} 17) rotate({turn:.1f})">'
        '<path d="M0 -16L5 8L0 4L-5 8Z" fill="var(--text)"/>'
        '<text x="0" y="-19" text-anchor="middle" font-size="10">N</text></g>'
    )
