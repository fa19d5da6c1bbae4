"""A board as a picture: one SVG that needs nothing else, light or dark, with room for units and values over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.map.board import Board
from sim.map.drawing.ground import Canvas, path, terrain_path, water_path
from sim.map.drawing.labels import moved, text_box
from sim.map.drawing.legend import Ticks, legend, shade
from sim.map.drawing.lines import border_path, river_path, road_path
from sim.map.drawing.style import patterns, style
from sim.map.ground.geography import has_geography
from sim.map.ground.georeference import load_fit
from sim.map.layers import read_layers
from sim.map.setup import Setup
from sim.numbers.rawfiles import RAW

SIZE = 46.0
"""Points a hex."""
TOP, BOTTOM, RAMP, MARGIN = 44.0, 52.0, 38.0, 14.0
_VEIL, _PALE = 0.74, 0.5
"""How far the ground goes, and the roads stay, where values are drawn over them."""
_TEXTURED = ("forest", "marsh", "hills")


@dataclass(frozen=True)
class Counter:
    """A counter on the map: the hex, up to two lines of text, and its colors."""

    hex: int
    text: str
    below: str = ""
    fill: str = "#8d9a8a"
    ink: str = "#ffffff"


def canvas_of(board: Board) -> Canvas:
    """Return where the hexes of a board lie on its drawing, for overlays of one's own."""
    return Canvas(board.grid, SIZE, MARGIN, TOP)


def draw_board(
    board: Board,
    *,
    title: str = "",
    subtitle: str = "",
    theme: str = "auto",
    setup: Setup | None = None,
    values: ArrayLike | None = None,
    value_label: str = "",
    value_color: str = "#b3123a",
    value_ticks: Ticks = ((0.0, "0"), (1.0, "1")),
    counters: Sequence[Counter] = (),
    overlays: Sequence[str] = (),
    is_plain: bool = False,
    has_legend: bool = True,
    prefix: str = "k",
    root: Path = RAW,
) -> str:
    """Return a board as an SVG text.

    `values` (H,), 0 to 1 or NaN for none, tints the hexes, the ground paled so that a shade is one shade everywhere;
    `value_ticks` are words for some of the values, on the scale below; `setup` draws the border and the start hexes;
    `counters` lie in stacks; `overlays` are pieces of SVG in the points of `canvas_of`; `is_plain` leaves names and
    numbers out, `has_legend` false title and signs; `prefix` keeps maps apart that share a page; `theme` is ``light``,
    ``dark`` or ``auto``.
    """
    canvas = canvas_of(board)
    height = canvas.map_height + BOTTOM + (RAMP if value_label else 0.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kmap" viewBox="0 0 {canvas.width:.0f} {height:.0f}" '
        f'role="img" aria-label="{escape(title or board.game, quote=True)}">',
        style(theme),
        f'<rect width="{canvas.width:.0f}" height="{height:.0f}" fill="var(--frame)"/>',
        f"<defs>{patterns(prefix)}{_clip(canvas, prefix)}</defs>",
        f'<g clip-path="url(#{prefix}map)">{_ground(board, canvas, prefix, root)}'
        f"{_veil(canvas) if values is not None else ''}</g>",
        f'<path class="grid" d="{_grid(board, canvas)}"/>',
        _heat(board, canvas, values, value_color),
        _roads(board, canvas, opacity=1.0 if values is None else _PALE),
        _towns(board, canvas),
        f'<path class="border" d="{border_path(board, canvas, setup.border())}"/>' if setup else "",
        ""
        if is_plain
        else _words(board, canvas, frozenset(s.hex for s in setup.starts) if setup else frozenset(), root),
        _starts(board, canvas, setup),
        _stacks(canvas, counters),
        *overlays,
        legend(board, canvas, title, subtitle, setup is not None, value_label, value_color, value_ticks, prefix, root)
        if has_legend
        else "",
        "</svg>",
    ]
    return "".join(parts)


def _clip(canvas: Canvas, prefix: str) -> str:
    hexes = "".join(path(corners) for corners in canvas.at(canvas.grid.corners()))
    return f'<clipPath id="{prefix}map"><path d="{hexes}"/></clipPath>'


def _ground(board: Board, canvas: Canvas, prefix: str, root: Path) -> str:
    """Return land, woods, marsh, hills, cities, rivers and water, in the order in which they lie over each other."""
    whole = f'width="{canvas.width:.0f}" height="{canvas.map_height + BOTTOM:.0f}"'
    parts = [f'<rect {whole} fill="var(--land)"/>']
    for terrain in _TEXTURED:
        outline = terrain_path(board, canvas, terrain, root)
        parts.append(
            f'<path d="{outline}" fill="var(--{terrain})"/><path d="{outline}" fill="url(#{prefix}{terrain})"/>'
        )
    parts.append(
        f'<path d="{terrain_path(board, canvas, "soviet_city", root)}" fill="var(--city)" fill-opacity=".75"/>'
    )
    parts.append(f'<path class="river" d="{river_path(board, canvas)}"/>')
    water = water_path(board, canvas, root)
    parts.append(f'<clipPath id="{prefix}water"><path d="{water}"/></clipPath>')
    parts.append(f'<path class="water" d="{water}"/><g clip-path="url(#{prefix}water)">')
    for width, opacity in ((22, 0.45), (12, 0.55), (5, 0.7)):
        parts.append(f'<path class="shallow" d="{water}" stroke-width="{width}" stroke-opacity="{opacity}"/>')
    parts.append(f'</g><path class="water" d="{water}" style="fill:none"/>')
    off = "".join(path(corners) for corners in canvas.at(board.grid.corners())[~board.playable])
    parts.append(f'<path d="{off}" fill="var(--water)" fill-opacity=".55"/>')
    return "".join(parts)


def _roads(board: Board, canvas: Canvas, opacity: float) -> str:
    roads = road_path(board, canvas)
    return f'<g opacity="{opacity}"><path class="road-case" d="{roads}"/><path class="road" d="{roads}"/></g>'


def _veil(canvas: Canvas) -> str:
    """Return what pales the ground below values."""
    return (
        f'<rect width="{canvas.width:.0f}" height="{canvas.map_height + BOTTOM:.0f}" fill="var(--land)"'
        f' fill-opacity="{_VEIL}"/>'
    )


def _grid(board: Board, canvas: Canvas) -> str:
    """Return every hexside once, as short lines, so that none is drawn darker than another."""
    corners, found = canvas.at(board.grid.corners()), []
    for h in range(len(board)):
        for d in range(6):
            if int(board.neighbors[h, d]) < h:
                (ax, ay), (bx, by) = corners[h, d], corners[h, (d + 1) % 6]
                found.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
    return "".join(found)


def _heat(board: Board, canvas: Canvas, values: ArrayLike | None, color: str) -> str:
    if values is None:
        return ""
    heat: NDArray[np.float64] = np.asarray(values, dtype=float)
    if heat.shape != (len(board),):
        raise ValueError(f"values has shape {heat.shape}; expected one value a hex, ({len(board)},)")
    corners, found = canvas.at(board.grid.corners()), []
    for h in np.flatnonzero(np.nan_to_num(heat) > 0.004):
        label = f"<title>{board.numbers[h]}: {heat[h]:.2f}</title>"
        found.append(
            f'<path d="{path(corners[h])}" fill="{color}" fill-opacity="{shade(float(heat[h]))}">{label}</path>'
        )
    return "".join(found)


def _towns(board: Board, canvas: Canvas) -> str:
    """Return the signs of towns: blocks of houses for those with effects, a ring for a locality."""
    found = []
    for h, name in enumerate(board.names):
        x, y = canvas.center(h)
        kind = board.terrains[int(board.terrain[h])]
        if kind in ("town", "soviet_city"):
            ink = "city-mark" if kind == "soviet_city" else "town-mark"
            found.append(_houses(x, y, 1.5 if kind == "soviet_city" else 1.0, ink))
        elif name and board.playable[h]:
            found.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="var(--halo)" stroke="var(--town-mark)" '
                f'stroke-width="1.3"/>'
            )
    return "".join(found)


def _houses(x: float, y: float, s: float, ink: str) -> str:
    blocks = ((-8, -7, 7, 5), (0, -8, 8, 6), (-9, -1, 5, 7), (-3, -1, 6, 4), (4, -1, 5, 5), (-3, 4, 8, 4))
    houses = "".join(f"M{x + a * s:.1f} {y + b * s:.1f}h{w * s:.1f}v{h * s:.1f}h{-w * s:.1f}z" for a, b, w, h in blocks)
    ground = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{11.5 * s:.1f}" fill="var(--halo)" fill-opacity=".55"/>'
    return f'{ground}<path d="{houses}" fill="var(--{ink})"/>'


def _words(board: Board, canvas: Canvas, starts: frozenset[int], root: Path) -> str:
    """Return hex numbers, names of places and names across the map."""
    parts: list[str] = []
    names = _names(board, canvas, starts)
    taken = [text_box(x, y, name, 15.0 if "city" in css else 10.5) for css, x, y, name in names]
    if has_geography(board.game, root):
        for row in read_layers(board.game, "geography/labels", root).values():
            css, angle, size = row["kind"], float(row["angle"]), float(row["size"])
            at = canvas.at(load_fit(board.game, root).to_map(float(row["lat"]), float(row["lon"])))
            x, y = (float(at[0]), float(at[1]))
            if css == "river":  # it stands along its river
                css = "river-name halo"
            else:
                x, y = moved((x, y), row["label"], css, angle, size, taken, canvas)
            parts.append(
                f'<text class="{css}" x="{x:.0f}" y="{y:.0f}" transform="rotate({row["angle"]} {x:.0f} {y:.0f})" '
                f'font-size="{row["size"]}">{escape(row["label"])}</text>'
            )
    for h, number in enumerate(board.numbers):
        if board.playable[h]:
            x, y = canvas.center(h)
            parts.append(f'<text class="number" x="{x:.1f}" y="{y - 14.6:.1f}">{number}</text>')
    parts += [f'<text class="{css} halo" x="{x:.1f}" y="{y:.1f}">{escape(name)}</text>' for css, x, y, name in names]
    return "".join(parts)


def _names(board: Board, canvas: Canvas, starts: frozenset[int]) -> list[tuple[str, float, float, str]]:
    """Return the names of places with class and place: a city of several hexes has one, none lies under a start hex."""
    found: list[tuple[str, float, float, str]] = []
    groups: dict[str, list[int]] = {}
    for h, name in enumerate(board.names):
        if name and board.playable[h]:
            groups.setdefault(name, []).append(h)
    for name, hexes in groups.items():
        kind = board.terrains[int(board.terrain[hexes[0]])]
        css, drop = {"soviet_city": ("place city", 4.0), "town": ("place", 20.5)}.get(kind, ("locality", 12.5))
        if css == "locality" and hexes[0] in starts:
            continue
        x, y = np.mean([canvas.center(h) for h in hexes], axis=0)
        found.append((css, float(x), float(y) + drop, name))
    return found


def _starts(board: Board, canvas: Canvas, setup: Setup | None) -> str:
    """Return the red start hexes with their counts."""
    parts: list[str] = []
    for start in setup.starts if setup else ():
        corners = canvas.at(board.grid.corners())[start.hex]
        x, y = canvas.center(start.hex)
        inner = np.array([x, y]) + (corners - np.array([x, y])) * 0.88
        text = " + ".join(f"{n} {what}" for n, what in ((start.infantry, "inf"), (start.mobile, "mob")) if n)
        width = (6.2 * len(text) - 1) * (0.8 if "+" in text else 1)
        parts.append(
            f'<path d="{path(inner)}" fill="none" stroke="var(--border)" stroke-width="1.8"/>'
            f'<rect x="{x - width / 2:.1f}" y="{y - 8:.1f}" width="{width:.1f}" height="14" '
            f'rx="3" fill="var(--border)"/>'
            f'<text x="{x:.1f}" y="{y + 2.4:.1f}" text-anchor="middle" font-weight="700" style="fill:#fff" '
            f'font-size="{(7.2 if "+" in text else 9.2):.1f}">{text}</text>'
        )
    return "".join(parts)


def _stacks(canvas: Canvas, counters: Sequence[Counter]) -> str:
    """Return counters, each a little up and right of the one below it."""
    parts: list[str] = []
    height: dict[int, int] = {}
    for counter in counters:
        level = height[counter.hex] = height.get(counter.hex, -1) + 1
        x, y = canvas.center(counter.hex)
        left, top = x - 12.5 + 3 * level, y - 12.5 - 3 * level
        parts.append(
            f'<g><rect x="{left:.1f}" y="{top:.1f}" width="25" height="25" rx="2.5" '
            f'fill="{counter.fill}" stroke="#1c1a17" stroke-opacity=".55" stroke-width="0.9"/>'
        )
        lines = [(counter.text, 11.0 if counter.below else 15.5), (counter.below, 21.0)]
        for text, drop in lines:
            if text:
                parts.append(
                    f'<text x="{left + 12.5:.1f}" y="{top + drop:.1f}" text-anchor="middle" '
                    f'font-size="9.5" font-weight="700" style="fill:{counter.ink}">{escape(text)}</text>'
                )
        parts.append("</g>")
    return "".join(parts)
