"""What a board of the ensemble holds: every uncertain thing drawn from the distributions that the map files state.

Three levels: what the printed book or an owner says is never drawn; rivers, roads and towns come or go whole; forest,
marsh, hills and open country are drawn hex by hex, after a draw of how generous the map is with each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sim.map.draws import happens, number, pick
from sim.map.layers import LayerRow, read_layers
from sim.numbers.rawfiles import RAW

KINDS = ("clear", "forest", "marsh", "hills")
"""What a hex without a town may be."""
MEMBERS = 64
"""Boards in an ensemble as it is usually asked for; any number can be drawn."""
GENEROSITY = {
    "clear": (100,),
    "forest": (60, 80, 100, 125, 165),
    "marsh": (60, 80, 100, 125, 165),
    "hills": (50, 75, 100, 135, 200),
}
"""Per board and kind, one of these factors (in a hundred) is drawn with the same chance and applied to every weight."""


def terrain_of(member: int, number_of_hex: str, row: LayerRow) -> str:
    """Return what a hex is on a board: its town if it has one there, else a kind drawn by weight."""
    if not row["town_chance"] and not row["clear"]:
        return row["terrain"]
    town = int(row["town_chance"] or 0)
    if town and happens(member, "town", number_of_hex, town):
        return row["town_kind"]
    weights = [int(row[kind] or 0) * generosity(member, kind) for kind in KINDS]
    return KINDS[pick(member, "terrain", number_of_hex, weights)]


def generosity(member: int, kind: str) -> int:
    """Return how generous a board is with a kind of terrain, in a hundred; the central one is as the weights say."""
    factors = GENEROSITY[kind]
    return 100 if member < 0 else factors[number(member, "generosity", kind, len(factors))]


def side_runs(member: int, row: LayerRow) -> bool:
    """Return whether a hexside's feature is there on a board: a river comes or goes whole, water side by side."""
    if not row["chance"]:
        return True
    place = row["river"] or f"{row['hex']}-{row['neighbor']}"
    return happens(member, row["kind"], place, int(row["chance"]))


def road_runs(member: int, row: LayerRow, chances: Mapping[str, int]) -> bool:
    """Return whether any of the roads over a hexside is there on a board; an owner's always is, unless ``none``."""
    if row["road"] in ("", "none"):
        return not row["road"]
    return any(happens(member, "road", road, chances[road]) for road in row["road"].split(";") if road in chances)


def road_chances(game: str, root: Path = RAW) -> dict[str, int]:
    """Return the chance in a hundred of every road of a game's map."""
    return {name: int(row["chance"]) for name, row in read_layers(game, "geography/roads", root).items()}
