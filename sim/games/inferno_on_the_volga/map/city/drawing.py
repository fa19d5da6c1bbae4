"""The city as a picture: one SVG, north on top, the Volga to the east, light or dark; what a replay draws upon."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from types import MappingProxyType

from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID
from sim.games.inferno_on_the_volga.map.city.board import HEXES, SPAWN, TERRAINS, URBAN, City, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import BANK, NAMES
from sim.map.drawing.style import patterns, style
from sim.map.layers import read_layers

SIZE, MARGIN, TOP, BOTTOM, RIVER = 54.0, 18.0, 72.0, 66.0, 104.0
AROUND = 700.0
"""Points by which the country goes on beyond the box, for a page whose window is wider than it."""
FACTORY = "7"
"""Where the red factory piece stands [p. 5]."""
_FILL = {"clear": "land", "rough": "hills", "urban": "city"}
Point = tuple[float, float]


@dataclass(frozen=True)
class Sheet:
    """Where everything lies on the drawing of a board, in its points."""

    city: City

    @cached_property
    def places(self) -> dict[str, Point]:
        """The middle of every hex."""
        found = {}
        for name in NAMES:
            x, row = self.city.lattice.at[name]
            found[name] = (x * SIZE / 2, TOP + row * SIZE * math.sqrt(0.75))
        return found

    @cached_property
    def left(self) -> float:
        """The left edge."""
        return min(x for x, _ in self.places.values()) - SIZE / 2 - MARGIN

    @cached_property
    def width(self) -> float:
        """How wide it is, the far bank included."""
        return max(x for x, _ in self.places.values()) + SIZE / 2 + RIVER + 34 - self.left

    @cached_property
    def bottom(self) -> float:
        """Where the last row ends."""
        return max(y for _, y in self.places.values()) + SIZE / math.sqrt(3)

    @cached_property
    def shore(self) -> list[Point]:
        """The western bank of the Volga, smoothed, from above the drawing to below it."""
        rows = [self.places[str(n)] for n in (1, 2, *range(3, BANK + 1))]
        gaps = [0.95, 0.95, *(0.56 for _ in range(3, BANK + 1))]
        edge = [(x + SIZE * gap, y) for (x, y), gap in zip(rows, gaps, strict=True)]
        smooth = [
            ((a[0] + 2 * b[0] + c[0]) / 4, b[1]) for a, b, c in zip(edge, edge[1:], edge[2:], strict=False)
        ]  # fmt: skip
        first, last = edge[0], edge[-1]
        above = [(first[0] + 620, -760.0), (first[0] + 230, -120.0), (first[0] + 60, first[1] - 66), first]
        low = ((smooth[-1][0] + last[0]) / 2, last[1])
        return [*above, *smooth, low, (last[0] - 8, self.bottom + 60), (last[0] - 60, self.bottom + 700)]


def draw_city(board: int = -1, theme: str = "auto", heat: Mapping[str, float] = MappingProxyType({})) -> str:
    """Return a board as an SVG text; `theme` is ``light``, ``dark`` or ``auto``, `heat` (0 to 1) tints hexes."""
    sheet = Sheet(load_city(board))
    lattice = sheet.city.lattice
    which = "central board" if board < 0 else f"board {board} of the ensemble"
    height = sheet.bottom + BOTTOM
    x = sheet.left + MARGIN
    lines = (
        f"{which}; {lattice.meters:,.0f} m a hex; terrain and icons are our drawing",
        f"named places lie {lattice.rms_hexes:.1f} hexes off (root mean square)",
    )
    words = [
        f'<text class="title halo" x="{x:.0f}" y="30">Stalingrad: Inferno on the Volga</text>',
        *(
            f'<text class="small halo" x="{x:.0f}" y="{y}">{line}</text>'
            for y, line in zip((47, 63), lines, strict=True)
        ),
        *([] if heat else _legend(x, height - 152)),
    ]
    box = (sheet.left, 0.0, sheet.width, height)
    return drawing(sheet, box, theme, has_icons=not heat, over=words, heat=heat or None)


def drawing(
    sheet: Sheet, box: tuple[float, float, float, float], theme: str, *, has_icons: bool,
    over: Sequence[str] = (), heat: Mapping[str, float] | None = None,
) -> str:  # fmt: skip
    """Return the map in a box (x, y, width, height), with the start icons or without, and what is laid over it.

    With `heat` hexes are tinted by it and their terrain is left out.
    """
    city = sheet.city
    which = "central board" if city.member < 0 else f"board {city.member} of the ensemble"
    x, y, width, height = box
    return "".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kmap" viewBox="{x:.0f} {y:.0f} {width:.0f} {height:.0f}" '
        f'role="img" aria-label="Stalingrad, {which}">{style(theme)}<defs>{patterns("i")}{_STREETS}</defs>',
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" fill="var(--frame)"/>',
        *_volga(sheet, box),
        *(
            _hex(city, name, *sheet.places[name], has_icon=has_icons)
            if heat is None
            else _warm(name, *sheet.places[name], heat.get(name, 0.0))
            for name in NAMES
        ),
        *(_label(name, *sheet.places[name]) for name in NAMES if not (heat or {}).get(name)),
        *over,
        "</svg>",
    ))  # fmt: skip


def _warm(name: str, x: float, y: float, share: float) -> str:
    """Return a hex tinted by a share, with the share in words where there is one."""
    said = f'<text class="small halo" x="{x:.1f}" y="{y + 15:.1f}" text-anchor="middle">{100 * share:.0f}\u00a0%</text>'
    return (
        f'<path d="{outline(x, y)}" fill="var(--land)" stroke="var(--grid)" stroke-opacity=".38"/>'
        f'<path d="{outline(x, y)}" fill="#b3123a" fill-opacity="{0.8 * min(1.0, share):.2f}"/>{_frame(name, x, y)}'
        f'<text class="halo" x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" font-size="13">{name}</text>'
        f"{said if share else ''}"
    )


def _frame(name: str, x: float, y: float) -> str:
    """Return the frame of a spawn hex."""
    sides = {row["hex"]: row["side"] for row in SPAWN.rows}
    if name not in sides:
        return ""
    ink = "border" if sides[name] == "soviet" else "text"
    return f'<path d="{outline(x, y, 0.9)}" fill="none" stroke="var(--{ink})" stroke-width="3"/>'


def corners(x: float, y: float, scale: float = 1.0) -> list[Point]:
    """Return the corners of a hex, the topmost first, clockwise; corners 1 and 2 bound its eastern side."""
    radius = SIZE / math.sqrt(3) * scale
    angles = (math.radians(60 * k - 90) for k in range(6))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def outline(x: float, y: float, scale: float = 1.0) -> str:
    """Return the path round a hex."""
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners(x, y, scale)) + "z"


def curve(points: Sequence[Point]) -> str:
    """Return a smooth path through points (Catmull and Rom)."""
    text = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    padded = [points[0], *points, points[-1]]
    for before, a, b, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        c1 = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        c2 = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        text += f"C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {b[0]:.1f} {b[1]:.1f}"
    return text


def _volga(sheet: Sheet, box: tuple[float, float, float, float]) -> list[str]:
    """Return land, river and far bank, the ferries to the spawn hexes on the bank, and the river's name."""
    x, y, width, height = box
    right, shore = x + width + AROUND, sheet.shore
    far = [(a + RIVER, b) for a, b in shore]
    near, beyond = curve(shore), curve(far)
    to_edge = f"L{right + 40:.0f} {far[-1][1]:.0f}L{right + 40:.0f} {far[0][1]:.0f}Z"
    ferries = []
    for row in SPAWN.rows:
        if row["side"] == "soviet" and row["hex"] != FACTORY:
            a, b = sheet.places[row["hex"]]
            over, end = a + RIVER * 0.6, a + RIVER + 34
            ferries.append(f"M{a + SIZE * 0.5:.0f} {b:.0f}Q{over:.0f} {b - 16:.0f} {end:.0f} {b:.0f}")
    at = shore[len(shore) // 2 + 2]
    return [
        f'<rect x="{x - AROUND:.0f}" y="{y - AROUND:.0f}" width="{width + 2 * AROUND:.0f}" '
        f'height="{height + 2 * AROUND:.0f}" fill="var(--land)" fill-opacity=".55"/>',
        f'<path d="{near}{to_edge}" fill="var(--water)"/>',
        *(
            f'<path class="shallow" d="{line}" stroke-width="{w}" stroke-opacity="{o}"/>'
            for line in (near, beyond) for w, o in ((26, 0.4), (14, 0.5), (6, 0.7))
        ),
        f'<path d="{beyond}{to_edge}" fill="var(--land)"/><path d="{beyond}{to_edge}" fill="url(#iforest)" '
        'fill-opacity=".5"/>',
        *(f'<path d="{line}" fill="none" stroke="var(--shore)" stroke-width="1.5"/>' for line in (near, beyond)),
        f'<path d="{"".join(ferries)}" fill="none" stroke="var(--border)" stroke-width="1.6" '
        'stroke-dasharray="2 5" stroke-linecap="round" stroke-opacity=".8"/>',
        f'<text class="river-name" font-size="24" letter-spacing="9" transform="translate({at[0] + 46:.0f} '
        f'{at[1]:.0f}) rotate(60)">Volga</text>',
    ]  # fmt: skip


def _hex(city: City, name: str, x: float, y: float, *, has_icon: bool) -> str:
    at = NAMES.index(name)
    terrain = TERRAINS[int(city.terrain[at])]
    parts = [f'<path d="{outline(x, y)}" fill="var(--{_FILL[terrain]})" stroke="var(--grid)" stroke-opacity=".38"/>']
    if terrain != "clear":
        parts.append(f'<path d="{outline(x, y)}" fill="url(#i{"hills" if terrain == "rough" else "streets"})"/>')
    if has_icon and city.icon[at]:
        parts.append(f'<rect x="{x - 9:.1f}" y="{y + 8:.1f}" width="18" height="8" rx="2" fill="var(--border)"/>')
    parts.append(_frame(name, x, y))
    if name == FACTORY:
        parts.append(f'<path d="{_WORKS}" transform="translate({x:.1f} {y - 5:.1f}) scale(.85)" fill="var(--border)"/>')
    if has_icon and at in city.aa and city.terrain[at] == URBAN:
        parts.append(f'<text class="small halo" x="{x + 10:.1f}" y="{y - 10:.1f}" font-size="8">AA</text>')
    low = 15 if name == FACTORY else 5
    parts.append(f'<text class="halo" x="{x:.1f}" y="{y + low:.1f}" text-anchor="middle" font-size="13">{name}</text>')
    return "".join(parts)


def _label(name: str, x: float, y: float) -> str:
    known = place_name(name)
    return f'<text class="locality halo" x="{x:.1f}" y="{y + 25:.1f}">{escape(known)}</text>' if known else ""


def place_name(name: str) -> str:
    """Return what stands in a hex by name, empty for nothing; the book names five, we two more [p. 19]."""
    places = {row["hex"]: row["place"] for row in read_layers(GAME_ID, "places").values()}
    return HEXES[name]["name"] or places.get(name, "")


def _legend(x: float, y: float) -> list[str]:
    """Return the signs of the map, one below the other in the corner that the front leaves free."""
    box = 'width="22" height="16" rx="3"'
    signs = [
        (f'<rect {box} fill="var(--land)" stroke="var(--grid)" stroke-opacity=".4"/>', "clear"),
        (f'<rect {box} fill="var(--hills)"/><rect {box} fill="url(#ihills)"/>', "rough"),
        (f'<rect {box} fill="var(--city)"/><rect {box} fill="url(#istreets)"/>', "urban"),
        ('<rect x="2" y="4" width="18" height="8" rx="2" fill="var(--border)"/>', "start icon"),
        ('<rect x="1" y="1" width="20" height="14" fill="none" stroke="var(--border)" stroke-width="2.6"/>',
         "Soviet spawn hex"),
        ('<rect x="1" y="1" width="20" height="14" fill="none" stroke="var(--text)" stroke-width="2.6"/>',
         "German spawn hex"),
    ]  # fmt: skip
    return [
        f'<g transform="translate({x:.0f} {y + 23 * k:.0f})">{sign}'
        f'<text class="legend" x="30" y="13">{words}</text></g>'
        for k, (sign, words) in enumerate(signs)
    ]


_STREETS = (
    '<pattern id="istreets" width="18" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)">'
    '<path d="M1.500 1.500h6v5h-6zM10 2h6v4h-6zM2 9.500h4.500v4.500h-4.500zM9 9h7.500v5.500h-7.500z" '
    'fill="var(--city-mark)" fill-opacity=".3"/></pattern>'
)
_WORKS = "M-13 8v-10l5-4v4l5-4v4l5-4v4h1l1-12h3l1 12h3v10z"
