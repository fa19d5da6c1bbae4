"""A board, the rules and a reading of them as a world ready to be dealt: all arrays of one game [2.1]."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.readings import READINGS, Readings
from sim.games.leningrad.map.setup_hexes import german_zones, red_hexes
from sim.map.board import BARRED, RIVER, ROAD, Board
from sim.map.forces import world as g
from sim.map.forces.memory import FLOODS, LINES, N_MARKS
from sim.map.forces.world import Ints, Small, World
from sim.map.grid import OFF, HexGrid
from sim.match import barrier

LOG_ROWS = 20_000
ROOMS = ("sim.map", "sim.games.leningrad")
"""The packages whose kernels play this game."""


def build(board: Board, readings: Readings | None = None) -> World:
    """Return a world of this board and these readings."""
    return g.copy_of(plan(board, readings))


def plan(board: Board, readings: Readings | None = None) -> World:
    """Return what a world of this board and these readings begins with; `copy_of` makes a world that can be played.

    What is only worked with takes no room in it, so that the plans of a whole ensemble can be kept.
    """
    readings = readings or {}
    assert len(board) <= g.EDGE, "the map has too many hexes for floods to be kept"
    neighbors, step = _open_neighbors(board), _costs(board, readings)
    x = _hexes(board, readings)
    s = np.zeros(f.N_SCALARS, np.int64)
    lists = np.full((f.N_LISTS, g.LIST_LENGTH), -1, np.int64)
    _fill_lists(board, lists, s, readings)
    x[f.DOOR, lists[f.L_GROUP : f.N_LISTS][lists[f.L_GROUP : f.N_LISTS] >= 0]] = 1
    for side in (f.GERMAN, f.SOVIET):
        x[g.ROADED, lists[g.SOURCES + side, : s[g.N_SOURCES + side]]] = 1
    for kind in range(2):
        x[g.WAY_OUT + kind] = np.where(neighbors < 0, g.NOWHERE, step[kind]).min(axis=1)
        x[f.GOAL + kind] = _distances(neighbors, step[kind], int(s[f.LENINGRAD]))
    return cast(World, SimpleNamespace(
        u=tables.unit_fields().copy(), x=x.astype(np.int32), s=s, neighbors=neighbors.astype(np.int16),
        sides=board.sides.astype(np.int16), step=step.astype(np.int16), edges=g.edges_of(neighbors, step[:4]),
        around=g.around_of(neighbors), along=g.along_of(neighbors, ((board.sides & ROAD) > 0) & (neighbors >= 0)),
        p=tables.packed_rules(readings), lists=lists, apart=_apart(board.grid), away=g.away_of(neighbors),
        **_workspace(len(board), x.size + s.size + lists.size),
    ))  # fmt: skip


def _workspace(n: int, state: int) -> dict[str, Small]:
    """Return what a world of n hexes and a `state` of so many numbers works with: each array one number, seen again."""
    aside = tables.unit_fields().size + state + f.N_TURN_FIELDS + 2 * f.N_WEIGHTS + (f.N_SCRATCH + 1) * n
    shapes: dict[str, tuple[int, type[np.signedinteger[Any]], tuple[int, ...]]] = {
        "weights": (0, np.int64, (2, f.N_WEIGHTS)),
        "q": (0, np.int32, (f.N_SCRATCH, n)),
        "calls": (0, np.int64, (barrier.MOST,)),
        "reach": (0, np.int64, (n,)),
        "floods": (g.NOWHERE, np.int16, (FLOODS * f.N_UNITS, g.N_FLOOD_ROWS, n)),
        "marks": (0, np.int64, (FLOODS * f.N_UNITS + 1, N_MARKS)),
        "lines": (0, np.int64, (4 * LINES, n)),
        "log": (0, np.int64, (LOG_ROWS, f.N_LOG_FIELDS)),
        "turns": (0, np.int64, (f.N_TURNS + 1, f.N_TURN_FIELDS)),
        "aside": (0, np.int64, (1 + f.N_KEPT, aside)),
        "plans": (0, np.int64, (2, f.N_PLANS, f.N_WEIGHTS)),
        "leaf": (0, np.int64, (2 * (f.N_TURNS + 1), f.N_MARKS)),
        "seen": (0, np.int64, (2 * (f.N_TURNS + 1), f.N_MARKS)),
        "ahead": (0, np.int64, (f.N_AHEAD,)),
    }
    return {name: np.broadcast_to(kind(value), shape) for name, (value, kind, shape) in shapes.items()}


@cache
def _apart(grid: HexGrid) -> Small:
    return grid.distances.astype(np.int16)


def _open_neighbors(board: Board) -> Ints:
    """Return the neighbors that a unit can get to at all: none off the map or across all-sea or all-lake [4.8, 5.0]."""
    return np.where((board.sides & BARRED) > 0, OFF, board.neighbors).astype(np.int64)


def _hexes(board: Board, readings: Readings) -> Ints:
    x = np.zeros((f.N_HEX_FIELDS, len(board)), np.int64)
    x[g.SLOT : g.SLOT + g.STACK_ROWS] = -1
    x[g.LINE : g.LINE + 2] = x[g.PACE : g.PACE + 2] = 1
    x[g.TERRAIN] = board.terrain
    column, twice = board.grid.doubled.T
    x[g.COORD_Q], x[g.COORD_R] = column, (twice - column) // 2
    x[g.ROADED] = ((board.sides & ROAD) > 0).any(axis=1)
    by_road = x[g.ROADED] * (readings.get("R46") != "terrain")
    x[f.ENTRY : f.ENTRY + 2] = _entry_costs(board, by_road).T
    _mark(board, x, readings)
    return x


def _entry_costs(board: Board, roaded: Ints) -> Ints:
    """Return what entering the map at each hex costs, shape (H, 2): the road rate where there is a road [14.1, R46]."""
    rows = tables.table("terrain")
    pairs = [
        _pair(rows["road" if road else "clear" if board.terrains[t] == "off" else board.terrains[t]])
        for t, road in zip(board.terrain, roaded, strict=True)
    ]
    return np.array(pairs, np.int64)


def _mark(board: Board, x: Ints, readings: Readings) -> None:
    """Mark the hexes that rules name [9.5, 13.0, 14.6, 15.1, 16.2]."""
    rest = (f.T_TOWN,) if readings.get("R15") == "towns" else (f.T_TOWN, f.T_CITY)
    terrain = np.isin(board.terrain, rest)
    x[f.REGEN] = terrain
    x[f.CONTROL] = f.SOVIET
    prussia = next(hexes for name, hexes in tables.groups() if name == "g2")
    x[f.REGEN, [board.index(h) for h in prussia]] = 1
    center = board.index("2604")
    radius = tables.table("forts").integer("radius_hexes")
    x[f.IN_FORT_RADIUS] = (board.grid.distances[center] <= radius) & board.playable
    for row in tables.table("vp_schedule").rows:
        if row["id"].startswith("hex_"):
            at = board.index(row["id"].removeprefix("hex_"))
            x[f.CITY_VP, at], x[f.IS_CITY, at] = int(row["vp"]), 1
    for row in tables.table("surprise").rows:
        if row["id"].startswith("soviet_pinned"):
            x[f.PINNED, board.index(row["value"])] = 1
    for number, zone in german_zones(board).items():
        x[f.NORTH_ZONE if zone == "north" else f.SETUP_ZONE, board.index(number)] = 1


def _fill_lists(board: Board, lists: Ints, s: Ints, readings: Readings) -> None:
    for row in tables.table("supply_sources").rows:
        side = f.GERMAN if row["side"] == "german" else f.SOVIET
        lists[g.SOURCES + side, s[g.N_SOURCES + side]] = board.index(row["hex"])
        s[g.N_SOURCES + side] += 1
    for at, (_, hexes) in enumerate(tables.groups()):
        lists[f.L_GROUP + at, : len(hexes)] = [board.index(h) for h in hexes]
    s[f.N_GROUPS] = len(tables.groups())
    s[f.LATE_GROUP] = next(at for at, (name, _) in enumerate(tables.groups()) if name == tables.LATE_GROUP)
    s[f.LATE_DOOR] = board.index(tables.table("surprise")["late_entry"]["value"])
    s[f.N_LATE] = tables.table("surprise").integer("soviet_attack_units")
    for at, arrival in enumerate(tables.infantry_arrivals(readings.get("R9") == "turn-2")):
        lists[f.L_LATE_INF, 3 * at : 3 * at + 3] = arrival
    lists[f.L_COUNTER : f.L_COUNTER + 4, : f.N_SOVIET] = np.array(tables.counters()).T
    north = tables.table("reinforcement_limits")["edge_alternative"]["value"].split(";")
    lists[f.L_NORTH, : len(north)] = [board.index(h) for h in north]
    cities = [board.index(h) for h in ("2604", "2705", "2505", "2605")]
    lists[f.L_CITY, :4] = cities
    s[f.LENINGRAD] = cities[0]
    red = [(board.index(h), inf, mob) for h, (inf, mob) in red_hexes(board).items()]
    infantry = [h for h, inf, _ in red for _ in range(inf)]
    mobile = [h for h, _, mob in red for _ in range(mob)]
    n = sum(slot.row == "red" and slot.movement == f.INFANTRY for slot in tables.slots())
    m = sum(slot.row == "red" and slot.movement == f.MOBILE for slot in tables.slots())
    assert (len(infantry), len(mobile)) == (n, m), "the red hexes hold another number of units than the set-up"
    lists[f.L_RED, :n] = infantry
    lists[f.L_RED, 64 : 64 + m] = mobile
    cells = np.array(board.grid.cells)
    edge = np.flatnonzero(((cells == cells.min(axis=0)) | (cells == cells.max(axis=0))).any(axis=1) & board.playable)
    lists[f.L_EDGE, : len(edge)] = edge
    lists[f.L_FORTS, : f.N_TURNS + 1] = np.cumsum(tables.forts_by_turn())


def _costs(board: Board, readings: Readings) -> Ints:
    """Return the cost of entering each neighbor by movement, line and overrun, each of mobile units and infantry.

    An overrun pays as movement does, or always the terrain (ruling R21) [2.2, 4.2, 7.3].
    """
    cost = _moving(board, readings)
    by_terrain = readings.get("R21") == "terrain"
    overrun = _moving(board, {**readings, "R34": "joined"}, has_roads=False) if by_terrain else cost
    return np.concatenate([cost, overrun[:2]])


def _moving(board: Board, readings: Readings, *, has_roads: bool = True) -> Ints:
    """Return the cost of entering each neighbor: movement of mobile units and infantry, then their lines [2.2, 4.2]."""
    rows = tables.table("terrain")
    cost = np.zeros((4, len(board), 6), np.int64)
    river = tables.half_mp(rows["river"]["armor_mechanized_mp"])
    by_terrain = {name: _pair(rows[name]) for name in board.terrains if name != "off"}
    road = _pair(rows["road"])
    bridged = readings.get("R20", READINGS["R20"][0]) == "bridge"
    roaded = np.logical_and(((board.sides & ROAD) > 0).any(axis=1), readings.get("R34") == "any-road")
    for h in range(len(board)):
        for d in range(6):
            n = int(board.neighbors[h, d])
            side = int(board.sides[h, d]) | (ROAD if n != OFF and roaded[h] and roaded[n] else 0)
            side &= ~0 if has_roads else ~ROAD
            if n == OFF or side & BARRED or board.terrains[board.terrain[n]] == "off":
                continue
            name = board.terrains[board.terrain[n]]
            for kind in range(2):
                line = 0 if readings.get("R14") == "armored-costs" else kind
                town = name in ("town", "soviet_city")
                for at, per, town_rate in ((kind, kind, None), (2 + kind, line, by_terrain.get("town", (1, 2))[0])):
                    here = by_terrain[name][per] if town_rate is None or not town else town_rate
                    if side & ROAD:
                        here = min(here, road[per]) if town_rate is not None and town else road[per]
                    if side & RIVER and not (side & ROAD and bridged):
                        here += river
                    cost[at, h, d] = here
    return cost


def _pair(row: object) -> tuple[int, int]:
    cells = row
    return tables.half_mp(cells["armor_mechanized_mp"]), tables.half_mp(cells["infantry_mp"])  # type: ignore[index]


def _distances(neighbors: Ints, step: Ints, goal: int) -> Ints:
    """Return the cost of the cheapest way from each hex to a goal, nobody in it, shape (H,); `BIG`: there is none."""
    found = np.full(len(neighbors), g.BIG, np.int64)
    found[goal] = 0
    while True:
        beyond = np.where(neighbors >= 0, np.minimum(found[neighbors] + step, g.BIG), g.BIG).min(axis=1)
        nearer = np.minimum(found, beyond)
        if np.array_equal(nearer, found):
            return found
        found = nearer
