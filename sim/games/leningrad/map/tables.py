"""The printed numbers of Leningrad as packed arrays: units, arrivals, costs, combat table, shifts, victory points.

Everything comes from the files that `kessel odds` reads; nothing is typed in again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from sim.games.leningrad.combat.results import CRT, RESULTS, demands
from sim.games.leningrad.combat.shifts import SHIFTS
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.readings import Readings
from sim.games.leningrad.map.readings import packed as packed_readings
from sim.map.forces.rules import N_RULES, MapRules
from sim.map.forces.world import Ints
from sim.numbers.tables import Records, load_list

GAME = "leningrad"
CORPS = ("41", "56", "39")
_TYPES = {"infantry": f.INF_TYPE, "mechanized": f.MECH_TYPE, "armor": f.ARMOR_TYPE}


def table(name: str) -> Records:
    """Return one list of the game."""
    return load_list(GAME, name)


def half_mp(text: str) -> int:
    """Return printed movement points in half points.

    >>> half_mp("1/2"), half_mp("+2"), half_mp("3")
    (1, 4, 6)
    """
    return 1 if text == "1/2" else 2 * int(text)


def map_rules(readings: Readings) -> MapRules:
    """Return the rules that generic kernels ask for [4.3, 4.6, 6.1, 6.2, 8.47, 9.0, 9.1, 9.4]."""
    limits = table("movement_limits")
    first = half_mp(limits["disengage_german_mobile"]["value"])
    other = half_mp(limits["disengage_other"]["value"])
    return MapRules(
        stack_max=limits.integer("stack_max"),
        line=half_mp(table("supply_limits")["line_mp"]["value"]),
        leave_cost=(first, other, other, other),
        leave_anytime=(True, False, False, False),
        minimum_move=True,
        half_unit=2,
        retreat_blocked_by_zoc=True,
        retreat_stack_max=table("combat_limits").integer("retreat_stack_max"),
        retreat_prefers_vacant=True,
        may_retreat_unsafe=readings.get("R30") == "at-risk",
        roads_blocked_by_zoc=readings.get("R44") != "line-only",
        minimum_move_leaves=readings.get("R22") != "full-cost",
        paces_multiply=readings.get("R45") == "product",
        retreat_round_water=readings.get("R41") == "over-land",
    )


def packed_rules(readings: Readings) -> Ints:
    """Return all numbers of the rules in the order of the `P_` places [2.3, 7.3, 8.4, 16.1]."""
    chosen = packed_readings(readings)
    p = map_rules(readings).packed(f.N_PACKED - N_RULES)
    limits = table("movement_limits")
    p[f.P_OVERRUN_MP] = half_mp(limits["overrun"]["value"])
    p[f.P_OVERRUN_MP_FIRST] = half_mp(limits["overrun_german_turn_1"]["value"])
    p[f.P_FORT_MP] = half_mp(table("forts")["enter_empty_mp"]["value"])
    p[f.P_FORT_LINE] = table("forts").integer("supply_line_factor")
    p[f.P_FORTS_A_TURN] = table("forts").integer("max_placed_per_turn")
    p[f.P_REGEN_MAX] = table("regeneration_limits").integer("max_per_phase")
    p[f.P_READING : f.P_READING + len(chosen)] = chosen
    p[f.P_WORTH : f.P_WORTH + f.N_SHIFTS] = [int(row["column_shift"]) for row in SHIFTS.rows]
    vp = table("vp_schedule")
    for kind, at in _TYPES.items():
        p[f.P_VP_REDUCED + at] = vp.integer(f"{kind}_reduced", "vp")
        p[f.P_VP_GONE + at] = vp.integer(f"{kind}_eliminated", "vp")
    p[f.P_VP_REGEN] = vp.integer("regeneration", "vp")
    p[f.P_CRT : f.P_LEVEL] = [
        number for row in CRT.cells for cell in row for number in (*demands(cell), RESULTS.index(cell))
    ]
    return p


@dataclass(frozen=True)
class Slot:
    """A Soviet place in the set-up or the schedule: class, turn (0 at the start) and group of entry hexes."""

    movement: int
    turn: int
    group: int
    row: str


@cache
def groups() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the groups of reinforcements: a row of the schedule and its entry hexes, Soviets first [14.0]."""
    soviet = [row for row in table("soviet_reinforcements").rows if row["kind"] != "fort"]
    german = [row for row in table("german_reinforcements").rows if row["entry_hexes"]]
    found: dict[tuple[str, ...], str] = {}
    for row in (*soviet, *german):
        hexes = tuple(row["entry_hexes"].split(";"))
        found.setdefault((*hexes, row["id"]) if row["id"] == LATE_GROUP else hexes, row["id"])
    return tuple((name, tuple(h for h in hexes if h != name)) for hexes, name in found.items())


def _group_of(row: Mapping[str, str], note: str) -> int:
    hexes = tuple(row["entry_hexes"].split(";"))
    for at, (name, theirs) in enumerate(groups()):
        if theirs == hexes and (note == "3") == (name == LATE_GROUP):
            return at
    raise AssertionError(f"no group of entry hexes for {row['id']}")


LATE_GROUP = "s8a"
"""The six infantry of turn 8, whose delay opens another hex [15.3]."""


@cache
def slots() -> tuple[Slot, ...]:
    """Return the Soviet slots in order: red hexes, columns, red hexes' mobile ones, then the schedule [1.0, 14.0]."""
    setup = table("setup")
    red_infantry = setup.integer("soviet_red_hexes_infantry", "count")
    columns = setup.integer("soviet_columns", "count")
    red_mobile = setup.integer("soviet_red_hexes_mobile", "count")
    found = [Slot(f.INFANTRY, 0, -1, "red")] * red_infantry + [Slot(f.INFANTRY, 0, -1, "column")] * columns
    found += [Slot(f.MOBILE, 0, -1, "red")] * red_mobile
    for row in table("soviet_reinforcements").rows:
        if row["kind"] != "fort":
            kind = f.INFANTRY if row["kind"] == "infantry" else f.MOBILE
            slot = Slot(kind, int(row["game_turn"]), _group_of(row, row["printed_note"]), row["id"])
            found += [slot] * int(row["count"])
    assert len(found) == f.N_SOVIET
    return tuple(found)


@cache
def forts_by_turn() -> tuple[int, ...]:
    """Return how many forts become available on each turn, from turn 0 [14.0]."""
    found = [0] * (f.N_TURNS + 1)
    for row in table("soviet_reinforcements").rows:
        if row["kind"] == "fort":
            found[int(row["game_turn"])] += int(row["count"])
    return tuple(found)


@cache
def counters() -> tuple[tuple[int, int, int, int], ...]:
    """Return the Soviet counters in the order of their list: class, attack, defense, type."""
    return tuple(
        (
            f.INFANTRY if row["movement_class"] == "infantry" else f.MOBILE,
            int(row["attack"]), int(row["defense"]), _TYPES[row["type"]],
        )
        for row in table("soviet_units").rows
    )  # fmt: skip


@cache
def unit_names() -> tuple[str, ...]:
    """Return the names of all units in the log: Germans by their id, then s00 to s60."""
    germans = tuple(row["id"] for row in table("german_units").rows)
    return germans + tuple(f"s{k:02d}" for k in range(f.N_SOVIET))


def german_arrival(row: Mapping[str, str]) -> tuple[int, int]:
    """Return turn and group of a German unit that cannot start; infantry is dealt over turns 0, 2 and 6 at set-up."""
    if row["setup_group"].startswith("turn_"):
        turn = int(row["setup_group"].removeprefix("turn_"))
        entry = next(r for r in table("german_reinforcements").rows if int(r["game_turn"]) == turn)
        return turn, _group_of(entry, "")
    return 0, -1


def infantry_arrivals(more: int = 0) -> tuple[tuple[int, int, int], ...]:
    """Return turn, number and group of the infantry that comes later, with so many `more` on turn 2 [14.0, R9, R10]."""
    return tuple(
        (int(row["game_turn"]), int(row["count"]) + more * (row["game_turn"] == "2"), _group_of(row, ""))
        for row in table("german_reinforcements").rows
        if row["kind"] == "infantry"
    )


@cache
def unit_fields() -> Ints:
    """Return the fields of all units before the deal, shape (fields, units) [2.4-2.8, 8.45]."""
    from sim.map.forces import world as g

    u = np.zeros((f.N_UNIT_FIELDS, f.N_UNITS), np.int64)
    u[g.HEX] = u[f.HOME] = u[f.GROUP] = u[f.COUNTER] = -1
    for at, row in enumerate(table("german_units").rows):
        u[g.FULL, at], u[g.HALF, at] = int(row["strength"]), int(row["reduced_strength"])
        u[g.ATT, at] = u[g.DEF, at] = int(row["strength"])
        u[g.ALLOWANCE, at] = 2 * int(row["movement_allowance"])
        u[g.CLASS, at] = f.INFANTRY if row["movement_class"] == "infantry" else f.MOBILE
        u[f.TYPE, at] = _TYPES[row["type"]]
        u[f.CORPS, at] = 1 + CORPS.index(row["panzer_corps"]) if row["panzer_corps"] else 0
        u[f.ARRIVES, at], u[f.GROUP, at] = german_arrival(row)
        u[f.KNOWN, at], u[g.STEPS, at] = 1, table("combat_limits").integer("german_steps")
    allowance = {kind: 2 * int(r["movement_allowance"]) for r in table("soviet_units").rows
                 for kind in (f.INFANTRY if r["movement_class"] == "infantry" else f.MOBILE,)}  # fmt: skip
    for k, slot in enumerate(slots()):
        at = f.N_GERMAN + k
        u[g.SIDE, at], u[g.CLASS, at] = f.SOVIET, slot.movement
        u[g.ALLOWANCE, at], u[f.ARRIVES, at], u[f.GROUP, at] = allowance[slot.movement], slot.turn, slot.group
        u[g.STEPS, at] = table("combat_limits").integer("soviet_steps")
    return u
