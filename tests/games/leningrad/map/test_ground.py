"""Board, costs and counters as the kernels hold them, against the referee's plain reading of the same files."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.build import build
from sim.games.leningrad.map.upkeep import may_regenerate
from sim.games.leningrad.referee import costs
from sim.games.leningrad.referee.counters import SOVIET
from sim.games.leningrad.referee.ground import load_ground
from sim.games.leningrad.referee.state import State
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.retreat import safety
from sim.map.forces.world import World

BOARDS = (-1, 0, 41)
SOURCES = {
    f.GERMAN: {"0007", "0008", "0009", "0010", "0011", "0012", "0013"},
    f.SOVIET: {"2505", "2604", "2605", "2705", "1601", "0908", "2906", "2911"},
}


def world_of(member: int = -1) -> World:
    return build(load_board("leningrad", member))


@pytest.mark.parametrize("member", BOARDS)
def test_every_way_in_costs_what_the_chart_says(member: int) -> None:
    """Movement and supply lines of both classes over every hexside, shut ones shut [2.1, 2.2, 4.2, 4.8, 5.0, 9.0]."""
    numbers, world = load_board("leningrad", member).numbers, world_of(member)
    state = State.fresh(load_ground(member), 1, 0)
    for h, one in enumerate(numbers):
        ways = {numbers[n]: d for d, n in enumerate(world.neighbors[h].tolist()) if n >= 0}
        open_to = set(state.ground.reach(one))
        assert not state.ground.is_playable(one) or open_to <= set(ways)
        for other, kind in product(open_to, (f.MOBILE, f.INFANTRY)):
            d, is_mobile = ways[other], kind == f.MOBILE
            assert world.step[kind, h, d] == costs.ground_cost(state, is_mobile, one, other)
            assert world.step[2 + kind, h, d] == costs.line_cost(state, SOVIET, is_mobile, one, other)


def test_counters_are_those_of_the_sheet() -> None:
    """Strengths, steps, speed, type and corps, both sides [2.4, 2.5, 2.6, 2.7, 2.8, 8.45]."""
    state, world = State.fresh(load_ground(), 1, 0), world_of()
    corps = {"": 0} | {name: at + 1 for at, name in enumerate(tables.CORPS)}
    kinds = {"infantry": f.INF_TYPE, "mechanized": f.MECH_TYPE, "armor": f.ARMOR_TYPE}
    for at, name in enumerate(tables.unit_names()):
        unit, have = state.units[name], world.u[:, at]
        assert have[g.ALLOWANCE] == unit.allowance
        assert have[g.STEPS] == unit.steps
        assert have[g.CLASS] == (f.MOBILE if unit.is_mobile else f.INFANTRY)
        assert have[f.CORPS] == corps[unit.corps]
        if at < f.N_GERMAN:
            told = (unit.attack, unit.defense, unit.reduced, kinds[unit.type])
            assert tuple(have[[g.ATT, g.DEF, g.HALF, f.TYPE]].tolist()) == told


def test_sources_are_those_of_the_book() -> None:
    """The Germans have seven, the Soviets eight [9.5]."""
    numbers, world = load_board("leningrad").numbers, world_of()
    for side, expected in SOURCES.items():
        found = world.lists[g.SOURCES + side, : world.s[g.N_SOURCES + side]]
        assert {numbers[h] for h in found} == expected


def test_nobody_leaves_the_map() -> None:
    """What lies off the map is never a way back [4.8]."""
    world = world_of()
    at = load_board("leningrad").index("0013")
    assert (world.neighbors[at] < 0).any()
    world.lists[f.L_HEX, 0] = load_board("leningrad").index("0113")
    assert safety(world, f.GERMAN, at, -1, f.L_HEX, 1) == 0


def test_the_dead_do_not_regenerate() -> None:
    """Nor do Soviet units [14.10]; who may is asked in played games."""
    world = world_of()
    world.s[g.TURN] = 5
    world.u[[g.STATE, g.HEX, g.STEPS, f.SINCE], 0] = np.array([g.GONE, -1, 0, 3])
    world.u[[g.STATE, g.HEX, g.STEPS, f.SINCE], f.N_GERMAN] = np.array([g.ON_MAP, 1, 1, 1])
    assert not may_regenerate(world, 0)
    assert not may_regenerate(world, f.N_GERMAN)
