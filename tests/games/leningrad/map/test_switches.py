"""Readings of the whole game that are switched in its plan: what each changes in the numbers that kernels read."""

import numpy as np
import pytest

from sim.games.leningrad.map import tables
from sim.games.leningrad.map.build import plan
from sim.games.leningrad.map.fields import L_LATE_INF, OVERRUN_STEP, P_READING
from sim.games.leningrad.map.readings import R44, READINGS
from sim.games.leningrad.referee.state import OTHER_READINGS
from sim.games.leningrad.referee.state import READINGS as REFEREES
from sim.map.board import load_board
from sim.map.forces.rules import P_MINIMUM_LEAVES, P_PACES_MULTIPLY, P_ROAD_ZOC
from sim.map.forces.world import World


def of(**readings: str) -> World:
    return plan(load_board(tables.GAME), readings)


@pytest.fixture(scope="module")
def ours() -> World:
    return of()


def test_the_referee_knows_every_switch_and_by_which_it_can_judge() -> None:
    assert {name: known[0] for name, known in READINGS.items()} == REFEREES
    assert all(set(others) <= set(READINGS[name][1:]) for name, others in OTHER_READINGS.items())


def test_the_22nd_unit_comes_on_turn_2_or_stands_at_the_border(ours: World) -> None:
    """R9: 18 of 24 infantry divisions start; by the other reading 17, and a sixth one comes on turn 2."""
    counts = [dict(zip(w.lists[L_LATE_INF, :6:3].tolist(), w.lists[L_LATE_INF, 1:6:3].tolist(), strict=True))
              for w in (ours, of(R9="turn-2"))]  # fmt: skip
    assert counts == [{2: 5, 6: 1}, {2: 6, 6: 1}]


def test_an_overrun_pays_the_road_or_the_terrain(ours: World) -> None:
    """R21: as a move does; by the other reading never less, and more along some roads."""
    rates = ours.step[OVERRUN_STEP:]
    assert np.array_equal(rates, ours.step[:2])
    terrain = of(R21="terrain")
    assert np.array_equal(terrain.step[:OVERRUN_STEP], ours.step[:OVERRUN_STEP])
    assert (terrain.step[OVERRUN_STEP:] >= rates).all()
    assert (terrain.step[OVERRUN_STEP:] > rates).any(axis=(1, 2)).all()


@pytest.mark.parametrize(("reading", "place"), [
    ({"R44": "line-only"}, P_ROAD_ZOC), ({"R22": "full-cost"}, P_MINIMUM_LEAVES),
    ({"R45": "product"}, P_PACES_MULTIPLY),
])  # fmt: skip
def test_rules_of_the_map_that_a_reading_turns_over(ours: World, reading: dict[str, str], place: int) -> None:
    other = of(**reading)
    switched = [at for at in range(P_READING) if other.p[at] != ours.p[at]]
    assert switched == [place]
    assert other.p[P_READING + R44] == int("R44" in reading)
