"""The city as a picture: one SVG, north on top, the Volga to the east, light or dark."""

from __future__ import annotations

import math
from html import escape

from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID
from sim.games.inferno_on_the_volga.map.city.board import HEXES, SPAWN, TERRAINS, URBAN, City, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import BANK, NAMES
from sim.map.drawing.style import patterns, style
from sim.map.layers import read_layers

SIZE, MARGIN, TOP, BOTTOM, RIVER = 54.0, 16.0, 58.0, 64.0, 60.0
_FILL = {"clear": "land", "rough": "hills", "urban": "city"}


def draw_city(board: int = -1, theme: str = "auto") -> str:
    """Return a board as an SVG text; `theme` is ``light``, ``dark`` or ``auto``."""
    city = load_city(board)
    places = {name: _center(city, name) for name in NAMES}
    left = min(x for x, _ in places.values()) - SIZE / 2 - MARGIN
    width = max(x for x, _ in places.values()) + SIZE / 2 + RIVER + MARGIN - left
    height = max(y for _, y in places.values()) + SIZE / 2 + BOTTOM
    which = "central board" if board < 0 else f"board {board} of the ensemble"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kmap" viewBox="{left:.0f} 0 {width:.0f} {height:.0f}" '
        f'role="img" aria-label="Stalingrad, {which}">{style(theme)}<defs>{patterns("i")}</defs>',
        f'<rect x="{left:.0f}" width="{width:.0f}" height="{height:.0f}" fill="var(--frame)"/>',
        f'<text class="title" x="{left + MARGIN:.0f}" y="30">Stalingrad: Inferno on the Volga</text>',
        f'<text class="small" x="{left + MARGIN:.0f}" y="47">{which}; fit {city.lattice.rms_hexes:.2f} hexes rms, '
        f"{city.lattice.meters:,.0f} m from hex to hex; terrain and icons are drawn</text>",
        _volga(city, places),
        *(_hex(city, name, *places[name]) for name in NAMES),
        *(_label(name, *places[name]) for name in NAMES),
        _legend(left + MARGIN, height - 30),
        "</svg>",
    ]
    return "".join(parts)


def _center(city: City, name: str) -> tuple[float, float]:
    x, row = city.lattice.at[name]
    return x * SIZE / 2, TOP + row * SIZE * math.sqrt(0.75)


def _outline(x: float, y: float, scale: float = 1.0) -> str:
    radius = SIZE / math.sqrt(3) * scale
    corners = (math.radians(60 * k - 90) for k in range(6))
    return "M" + "L".join(f"{x + radius * math.cos(a):.1f} {y + radius * math.sin(a):.1f}" for a in corners) + "z"


def _volga(city: City, places: dict[str, tuple[float, float]]) -> str:
    """Return the river east of the bank."""
    bank = [places[str(n)] for n in range(3, BANK + 1)]
    shore = [(x + SIZE * 0.5, y) for x, y in bank]
    beyond = [(x + SIZE * 0.5 + RIVER * 0.8, y) for x, y in reversed(bank)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*shore, *beyond))
    x, y = shore[len(shore) // 2]
    return (
        f'<polygon points="{points}" fill="var(--water)" stroke="var(--shore)" stroke-linejoin="round"/>'
        f'<text class="river-name" font-size="15" transform="translate({x + 34:.0f} {y:.0f}) rotate(75)">Volga</text>'
    )


def _hex(city: City, name: str, x: float, y: float) -> str:
    at = NAMES.index(name)
    terrain = TERRAINS[int(city.terrain[at])]
    parts = [f'<path d="{_outline(x, y)}" fill="var(--{_FILL[terrain]})" stroke="var(--grid)" stroke-opacity=".45"/>']
    if terrain == "rough":
        parts.append(f'<path d="{_outline(x, y)}" fill="url(#ihills)"/>')
    if city.icon[at]:
        parts.append(f'<rect x="{x - 9:.1f}" y="{y + 8:.1f}" width="18" height="8" rx="2" fill="var(--border)"/>')
    sides = {row["hex"]: row["side"] for row in SPAWN.rows}
    if name in sides:
        ink = "border" if sides[name] == "soviet" else "text"
        parts.append(f'<path d="{_outline(x, y, 0.86)}" fill="none" stroke="var(--{ink})" stroke-width="2.4"/>')
    if at in city.aa and city.terrain[at] == URBAN:
        parts.append(f'<text class="small" x="{x + 9:.1f}" y="{y - 9:.1f}" font-size="8">AA</text>')
    parts.append(f'<text x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" font-size="14">{name}</text>')
    return "".join(parts)


def _label(name: str, x: float, y: float) -> str:
    place = _place(name)
    return f'<text class="locality halo" x="{x:.1f}" y="{y + 24:.1f}">{escape(place)}</text>' if place else ""


def _place(name: str) -> str:
    places = {row["hex"]: row["place"] for row in read_layers(GAME_ID, "places").values()}
    return HEXES[name]["name"] or places.get(name, "")


def _legend(x: float, y: float) -> str:
    signs = (
        ("land", "clear"), ("hills", "rough"), ("city", "urban"),
    )  # fmt: skip
    parts = []
    for fill, words in signs:
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="22" height="16" rx="3" fill="var(--{fill})" '
                     f'stroke="var(--grid)" stroke-opacity=".4"/>'
                     f'<text class="legend" x="{x + 28:.0f}" y="{y + 13:.0f}">{words}</text>')  # fmt: skip
        x += 84
    parts.append(f'<rect x="{x:.0f}" y="{y + 4:.0f}" width="18" height="8" rx="2" fill="var(--border)"/>'
                 f'<text class="legend" x="{x + 26:.0f}" y="{y + 13:.0f}">start icon</text>')  # fmt: skip
    box = f'<rect x="{x + 110:.0f}" y="{y + 1:.0f}" width="20" height="14" fill="none" stroke="var(--border)" '
    words = f'<text class="legend" x="{x + 138:.0f}" y="{y + 13:.0f}">spawn hex</text>'
    parts.append(f'{box}stroke-width="2.4"/>{words}')
    return "".join(parts)
