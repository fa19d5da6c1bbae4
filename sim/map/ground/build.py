"""The map files of a game, written from its geography: hexes, hexsides and roads, each row with how it is known.

A game's folder ``map/geography`` holds what is drawn in latitude and longitude; this lays it on the fitted grid. What
the files say afterwards is what counts: a board is read from them alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.map.ensemble import KINDS
from sim.map.grid import OFF
from sim.map.ground.geography import LAKE, LAND, SEA, load_lines, load_raster, shares, side_shares
from sim.map.ground.georeference import Fit, load_fit
from sim.map.ground.terrain_fit import Weights, hex_weights
from sim.map.ground.traces import trace_river, trace_road
from sim.map.layers import LayerRow, folder, read_layers
from sim.numbers.rawfiles import RAW, RuleDataError

LEAST_LAND = 0.25
"""A hex with less land than this is sea or lake, unless a rule needs it."""
SURE_LAND = 0.05
"""With less than this (or more than 1 less this) the fit alone decides."""
WATER_SIDE = (0.55, 0.90)
"""A hexside with this much water is certainly none, certainly all water; the chance rises between."""
_GROUND = {LAND: "land", SEA: "sea", LAKE: "lake"}
Rows = list[dict[str, str]]


@dataclass
class Groundwork:
    """What a map is built from."""

    game: str
    root: Path
    fit: Fit
    kinds: list[str]
    land: NDArray[np.float64]
    places: dict[int, list[LayerRow]] = field(default_factory=dict)

    def is_off(self, h: int) -> bool:
        """Return whether a hex is all water."""
        return self.kinds[h] != "land"

    def is_forced(self, h: int) -> bool:
        """Return whether a hex is land only because a rule needs it; its sides are then never all water."""
        return self.kinds[h] == "land" and self.land[h] < LEAST_LAND


def build_map(game: str, root: Path = RAW) -> list[Path]:
    """Write the map files of a game and return their paths; raises `RuleDataError` if its geography is not in order."""
    read_layers.cache_clear()
    ground = _ground(game, root)
    roads = _roads(ground)
    inferred, assumed = _hexes(ground)
    return [
        _write(ground, "map_hexes.inferred", inferred),
        _write(ground, "map_hexes.assumed", assumed),
        _write(ground, "map_hexsides.assumed", _hexsides(ground, {(r["hex"], r["neighbor"]) for r in roads})),
        _write(ground, "map_roads.assumed", roads),
    ]


def _ground(game: str, root: Path) -> Groundwork:
    fit = load_fit(game, root)
    share = shares(load_raster(game, root), fit.grid)
    forced = read_layers(game, "geography/ground", root)
    kinds = []
    for number, (land, sea, lake) in zip(fit.grid.numbers, share, strict=True):
        fitted = "land" if land >= LEAST_LAND else "sea" if sea >= lake else "lake"
        kinds.append(forced[number]["ground"] if number in forced else fitted)
    ground = Groundwork(game, root, fit, kinds, share[:, LAND])
    for row in read_layers(game, "geography/places", root).values():
        ground.places.setdefault(_place(ground, row), []).append(row)
    return ground


def _place(ground: Groundwork, row: LayerRow) -> int:
    try:
        number = row["hex"] or ground.fit.hex_at(float(row["lat"]), float(row["lon"]))
        h = ground.fit.grid.index(number)
    except (KeyError, ValueError) as error:
        raise RuleDataError(f"{ground.game}/map/geography/places, {row['place']!r}: {error}; give it a hex") from None
    if ground.is_off(h):
        raise RuleDataError(f"{ground.game}/map/geography/places, {row['place']!r}: hex {number} is all water")
    return h


def _hexes(ground: Groundwork) -> tuple[Rows, Rows]:
    """Return the rows of hexes: those that the fit alone decides, and those that our areas and towns do."""
    weights = hex_weights(ground.game, ground.fit, ground.root)
    forced = read_layers(ground.game, "geography/ground", ground.root)
    inferred: Rows = []
    assumed: Rows = []
    for h, number in enumerate(ground.fit.grid.numbers):
        water = f"{ground.land[h]:.0%} land by the fit"
        if ground.is_off(h):
            note = forced[number]["note"] if number in forced else water
            row = {"hex": number, "terrain": ground.kinds[h], "note": note}
            (inferred if ground.land[h] < SURE_LAND else assumed).append(row)
        else:
            assumed.append(_land_hex(ground, h, weights[h], forced))
    return inferred, assumed


def _land_hex(ground: Groundwork, h: int, weights: Weights, forced: dict[str, LayerRow]) -> dict[str, str]:
    number = ground.fit.grid.numbers[h]
    places = sorted(ground.places.get(h, []), key=lambda row: -int(row["chance"]))
    row = {"hex": number, "terrain": weights.likeliest, "name": _shown(places[0]) if places else ""}
    row |= {kind: str(weight) for kind, weight in zip(KINDS, weights.weights, strict=True)}
    if places:
        is_city = places[0]["kind"] == "soviet_city"
        row |= {"town_kind": "soviet_city" if is_city else "town", "town_chance": places[0]["chance"]}
        if int(places[0]["chance"]) >= 50:
            row["terrain"] = row["town_kind"]
    notes = list(weights.areas)
    if ground.land[h] < 1 - SURE_LAND:
        notes.append(f"{ground.land[h]:.0%} land by the fit")
    if number in forced:
        notes.append(forced[number]["note"])
    return row | {"note": "; ".join(notes)}


def _shown(place: LayerRow) -> str:
    """Return the name of a place on the map: what stands in brackets only tells places apart."""
    return place["place"].partition(" (")[0]


def _hexsides(ground: Groundwork, on_road: set[tuple[str, str]]) -> Rows:
    """Return the rows of hexsides: rivers, then sides that are all water where no road runs, then those set by hand."""
    numbers, known = ground.fit.grid.numbers, read_layers(ground.game, "map_hexsides", ground.root, pairs=True)
    found: dict[tuple[str, str], dict[str, str]] = {}
    chances = read_layers(ground.game, "geography/river_chances", ground.root)
    order = {name: -int(row["chance"]) for name, row in chances.items()}
    for line in sorted(load_lines(ground.game, "rivers", ground.root), key=lambda line: order.get(line.name, 0)):
        if line.name not in chances:
            raise RuleDataError(f"{ground.game}/map/geography/river_chances: no river {line.name!r}")
        for one, other in trace_river(ground.fit.grid, line.points):
            if not ground.is_off(one) and not ground.is_off(other):
                pair = _pair(numbers[one], numbers[other])
                river = {"kind": "river", "river": line.name, "chance": chances[line.name]["chance"], "note": ""}
                found.setdefault(pair, river)
    for pair, chance, kind, water in _water_sides(ground):
        if pair not in on_road and (pair not in found or chance >= 50):
            found[pair] = {"kind": kind, "river": "", "chance": str(chance), "note": f"{water:.0%} water by the fit"}
    for row in read_layers(ground.game, "geography/sides", ground.root, pairs=True).values():
        found[_pair(row["hex"], row["neighbor"])] = {"river": "", **{k: row[k] for k in ("kind", "chance", "note")}}
    sure = {key for key, row in known.items() if row.basis != "assumed"}
    return [{"hex": a, "neighbor": b, **row} for (a, b), row in sorted(found.items()) if f"{a} | {b}" not in sure]


def _water_sides(ground: Groundwork) -> list[tuple[tuple[str, str], int, str, float]]:
    """Return the hexsides between land hexes that may be all water: pair, chance in a hundred, kind, share of water."""
    grid, found = ground.fit.grid, []
    share = side_shares(load_raster(ground.game, ground.root), grid)
    low, high = WATER_SIDE
    for h, d in np.ndindex(len(grid), 3):
        there = int(grid.neighbors[h, d])
        if there == OFF or ground.is_off(h) or ground.is_off(there) or ground.is_forced(h) or ground.is_forced(there):
            continue
        water = 1 - float(share[h, d, LAND])
        chance = round(100 * min(1.0, max(0.0, (water - low) / (high - low))))
        if chance:
            kind = "sea" if share[h, d, SEA] >= share[h, d, LAKE] else "lake"
            found.append((_pair(grid.numbers[h], grid.numbers[there]), chance, kind, water))
    return found


def _roads(ground: Groundwork) -> Rows:
    grid, found = ground.fit.grid, dict[tuple[str, str], list[str]]()
    share = side_shares(load_raster(ground.game, ground.root), grid)
    where = {row["place"]: h for h, rows in ground.places.items() for row in rows}

    def shut(one: int, other: int) -> bool:
        water = 1 - float(share[one, grid.direction(one, other), LAND])
        return ground.is_off(one) or ground.is_off(other) or water > sum(WATER_SIDE) / 2

    for road, row in read_layers(ground.game, "geography/roads", ground.root).items():
        stops = [where[s] if s in where else grid.index(s) for s in row["stops"].split(";")]
        try:
            steps = trace_road(grid, stops, _road_line(ground, row), shut)
        except ValueError as error:
            raise RuleDataError(f"{ground.game}/map/geography/roads, {road!r}: {error}") from None
        for one, other in steps:
            roads = found.setdefault(_pair(grid.numbers[one], grid.numbers[other]), [])
            if road not in roads:
                roads.append(road)
    return [{"hex": a, "neighbor": b, "road": ";".join(roads)} for (a, b), roads in sorted(found.items())]


def _road_line(ground: Groundwork, row: LayerRow) -> NDArray[np.float64]:
    """Return the line of a road in map positions: through its places where they lie, through its hexes' centers."""
    places = read_layers(ground.game, "geography/places", ground.root)
    grid, line = ground.fit.grid, []
    for stop in row["stops"].split(";"):
        if stop in places and not places[stop]["hex"]:
            line.append(ground.fit.to_map(float(places[stop]["lat"]), float(places[stop]["lon"])))
        else:
            line.append(grid.centers[grid.index(places[stop]["hex"] if stop in places else stop)])
    return np.array(line)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


_LAYOUT = {
    "map_hexes.inferred": ("hex", "terrain", "name", "note"),
    "map_hexes.assumed": ("hex", "terrain", "name", *KINDS, "town_kind", "town_chance", "note"),
    "map_hexsides.assumed": ("hex", "neighbor", "kind", "river", "chance", "note"),
    "map_roads.assumed": ("hex", "neighbor", "road"),
}


def _write(ground: Groundwork, name: str, rows: Rows) -> Path:
    """Write one map file; its sidecar keeps everything but the checksum."""
    header = _LAYOUT[name]
    lines = [",".join(header), *(",".join(_quoted(row.get(column, "")) for column in header) for row in rows)]
    path = folder(ground.game, ground.root) / f"{name}.csv"
    data = ("\n".join(lines) + "\n").encode()
    path.write_bytes(data)
    side = path.with_suffix(".toml")
    text = side.read_text(encoding="utf8").splitlines(keepends=True)
    digest = hashlib.sha256(data).hexdigest()
    side.write_text("".join(f'sha256   = "{digest}"\n' if line.startswith("sha256") else line for line in text))
    return path


def _quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell
