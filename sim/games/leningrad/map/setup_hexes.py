"""Where units may start: the red hexes of the Soviets and the German zones, from the map's own files [1.0]."""

from __future__ import annotations

from sim.games.leningrad.map.tables import table
from sim.map.board import Board
from sim.map.layers import read_layers
from sim.map.setup import load_setup

_SPARE = ("0110", "0109", "0108")
"""Hexes beside the zones; the first free one takes the unit for which seven hexes have no room [ruling R9]."""
_NEEDED = 8


def red_hexes(board: Board) -> dict[str, tuple[int, int]]:
    """Return the red start hexes of a board with their infantry and mobile units."""
    starts = load_setup(board.game, board.member).starts
    return {start.number: (start.infantry, start.mobile) for start in starts}


def german_zones(board: Board) -> dict[str, str]:
    """Return the German start hexes with their zone: ``north`` or another, of which eight are needed [ruling R9]."""
    zones = {row["hex"]: row["zone"] for row in read_layers(board.game, "setup_german_hexes").values()}
    red = red_hexes(board)
    for spare in _SPARE:
        few = sum(zone != "north" and h not in red for h, zone in zones.items()) < _NEEDED
        if few and spare not in red and board.playable[board.index(spare)]:
            zones[spare] = "spare"
    return zones


def limits_of_setup() -> int:
    """Return the most infantry allowed north of 0010 [1.0]."""
    return table("setup").integer("german_north_limit", "count")
