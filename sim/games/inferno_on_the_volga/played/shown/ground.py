"""The city as a replay shows it: the drawn board, what may lie on a hex, and the front between the two sides."""

from __future__ import annotations

from collections.abc import Collection

from sim.games.inferno_on_the_volga.map.city.board import City
from sim.games.inferno_on_the_volga.map.city.drawing import SIZE, Sheet, corners, drawing, outline, place_name
from sim.games.inferno_on_the_volga.map.city.lattice import NAMES
from sim.match.shown import Backdrop

ROOM = 26.0
_DEBRIS = (
    "M-21-9l6-6 5 3-3 7-7 1zM-5-19l7-2 4 5-6 4-6-2zM9-16l8 1 2 6-6 3-6-4zM-17 9l5-5 6 2 1 6-7 3zM13 3l7 1 1 7-6 3-5-5z"
    "M0 16l6-4 6 3-2 6-7 1zM-22-1l3-2 2 3-3 2zM6 8l3-1 1 3-3 1z"
)


def ground(city: City) -> Backdrop:
    """Return the map of a board."""
    sheet = Sheet(city)
    top = min(y for _, y in sheet.places.values()) - SIZE / 3**0.5 - 2 * ROOM
    box = (sheet.left - 8, top, sheet.width + 8, sheet.bottom + ROOM - top)
    land = "".join(outline(*sheet.places[name], 1.25) for name in NAMES)
    return Backdrop(
        drawing(sheet, box, "auto", has_icons=False), box, NAMES, [place_name(name) for name in NAMES],
        [sheet.places[name] for name in NAMES], SIZE, land,
        {
            "held": f'<path class="held" d="{outline(0, 0)}"/>',
            "rubble": f'<path class="waste" d="{outline(0, 0)}"/><path class="debris" d="{_DEBRIS}"/>',
            "fort": '<path class="fort" d="M-23 20l4-12 5 4 4-6 5 5 5-5 5 5 5-5 4 6 5-4 4 12z"/>',
            "hq": '<g transform="translate(15 -18)"><path class="hq" d="M0 12v-24h15l-4 5 4 5h-13v14z"/></g>',
        },
        ("hq",),
    )  # fmt: skip


def front(city: City, held: Collection[str]) -> str:
    """Return the line between what Germans hold and what they do not, as a path of whole points."""
    sheet = Sheet(city)
    edges = []
    for name in sorted(held):
        around = corners(*sheet.places[name])
        for die in range(1, 7):
            there = city.lattice.towards(name, die)
            if there and there not in held:
                a, b = around[die % 6], around[(die + 1) % 6]
                edges.append(((round(a[0]), round(a[1])), (round(b[0]), round(b[1]))))
    return _chained(dict(edges))


def _chained(follows: dict[tuple[int, int], tuple[int, int]]) -> str:
    """Join edges end to end into as few lines as there are; each runs clockwise round what is held."""
    path = ""
    left = dict(follows)
    while left:
        ends = set(left.values())
        at = next((point for point in left if point not in ends), next(iter(left)))
        path += f"M{at[0]} {at[1]}"
        while at in left:
            at = left.pop(at)
            path += f"L{at[0]} {at[1]}"
    return path
