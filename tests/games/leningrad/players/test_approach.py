"""How far Germans have to go to Leningrad past the Soviets: against SciPy's shortest paths, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.approach import (
    APPROACH_MARKS,
    FARTHEST,
    PAST_UNITS,
    PAST_ZONE,
    look_at_approach,
    map_ways,
)
from sim.games.leningrad.played.look_ahead.outlook import MARKS
from sim.games.leningrad.played.worlds import quiet
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.map.forces.zones import lift
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn


def position(turn: int, side: int, seed: int) -> World:
    """Return a position between quick players."""
    with quiet():
        return at_turn(turn, side, Seats("tuned", "tuned"), seed)


def expected_ways(world: World) -> NDArray[np.int64]:
    """Return the ways from all hexes, found by another algorithm on the costs of the board."""
    price = np.where(world.x[g.COUNT + f.SOVIET] > 0, PAST_UNITS, np.where(world.x[g.ZOC + f.SOVIET] > 0, PAST_ZONE, 0))
    price[world.x[f.CITY_VP] > 0] = 0
    price[world.s[f.LENINGRAD]] = 0
    frm, d = np.nonzero(world.neighbors >= 0)
    to = world.neighbors[frm, d]
    some = 1 / 1024  # a cost of 0 would be no way to SciPy
    cost = world.step[f.MOBILE, frm, d] + price[to] + some
    n = len(world.neighbors)
    ways = dijkstra(csr_array((cost, (to, frm)), shape=(n, n)), indices=int(world.s[f.LENINGRAD]))
    return np.minimum(np.floor(np.minimum(ways, 10**6)), FARTHEST).astype(np.int64)


@pytest.mark.parametrize(("turn", "side", "seed"), [(1, 0, 3), (3, 1, 5), (6, 0, 8), (9, 1, 13)])
def test_ways_are_the_shortest_past_soviets(turn: int, side: int, seed: int) -> None:
    world = position(turn, side, seed)
    map_ways(world)
    assert np.array_equal(world.q[f.Q_K], expected_ways(world))
    assert len(np.unique(world.q[f.Q_K])) > 30


def test_nobody_in_the_way_leaves_the_way_itself() -> None:
    world = position(4, 0, 3)
    for u in range(f.N_GERMAN, f.N_UNITS):
        if world.u[g.STATE, u] == g.ON_MAP:
            lift(world, u)
            world.u[g.STATE, u] = g.GONE
    map_ways(world)
    assert np.array_equal(world.q[f.Q_K], np.minimum(world.x[f.GOAL + f.MOBILE], FARTHEST))


@pytest.mark.parametrize(("turn", "side"), [(2, 0), (7, 1)])
def test_marks_are_those_of_the_ways(turn: int, side: int) -> None:
    world = position(turn, side, 4)
    world.u[f.KNOWN, : f.N_GERMAN] = 1
    found = np.zeros(len(MARKS), np.int64)
    look_at_approach(world, found, MARKS.index(APPROACH_MARKS[0]))
    seen = dict(zip(MARKS, found, strict=True))
    map_ways(world)
    on_map = world.u[g.STATE, : f.N_GERMAN] == g.ON_MAP
    for kind, most, near in (("mobile", 6, 48), ("infantry", 8, 40)):
        those = np.flatnonzero(on_map & ((world.u[f.TYPE, : f.N_GERMAN] == f.INF_TYPE) == (kind == "infantry")))
        ways, attack = world.q[f.Q_K, world.u[g.HEX, those]].astype(int), 4 * world.u[g.ATT, those]
        order = np.sort(np.append(ways, [FARTHEST] * 8))
        assert [seen[f"{kind}_way_{k}"] for k in (1, 3, most)] == [order[:k].sum() for k in (1, 3, most)]
        assert seen[f"{kind}_attack_way_24"] == attack[ways <= 24].sum()
        assert seen[f"{kind}_attack_way_{near}"] == attack[ways <= near].sum()
        assert seen[f"{kind}_way"] == 10 * (attack * ways).sum() // attack.sum()
    assert 0 < seen["mobile_way_1"] < seen["mobile_way_3"] < seen["mobile_way_6"]
