"""Readings of the whole game that are switched in its plan: what each changes in the numbers that kernels read."""

import numpy as np
import pytest

from sim.games.leningrad.map import tables
from sim.games.leningrad.map.battles.guests import adds_nothing, may_be_attacked
from sim.games.leningrad.map.build import build, plan
from sim.games.leningrad.map.fields import L_HEX, L_LATE_INF, N_GERMAN, OVERRUN_STEP, P_READING
from sim.games.leningrad.map.moves.one_move import end_moves_before
from sim.games.leningrad.map.readings import R44, READINGS
from sim.games.leningrad.referee.ground import load_ground
from sim.games.leningrad.referee.retreat import gap
from sim.games.leningrad.referee.state import OTHER_READINGS, State
from sim.games.leningrad.referee.state import READINGS as REFEREES
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.retreat import danger
from sim.map.forces.rules import P_MINIMUM_LEAVES, P_PACES_MULTIPLY, P_ROAD_ZOC, P_ROUND_WATER
from sim.map.forces.world import BIG, World


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
    ({"R45": "product"}, P_PACES_MULTIPLY), ({"R41": "over-land"}, P_ROUND_WATER),
])  # fmt: skip
def test_rules_of_the_map_that_a_reading_turns_over(ours: World, reading: dict[str, str], place: int) -> None:
    other = of(**reading)
    switched = [at for at in range(P_READING) if other.p[at] != ours.p[at]]
    assert switched == [place]
    assert other.p[P_READING + R44] == int("R44" in reading)


@pytest.mark.parametrize("reading", ["straight", "over-land"])
def test_hexes_of_a_retreat_are_those_of_the_referee(reading: str) -> None:
    """R41: straight over sea and lake, or by the way over land; a sample of places for the force that beat it."""
    world, board, ground = build(load_board(tables.GAME), {"R41": reading}), load_board(tables.GAME), load_ground()
    state = State.fresh(ground, 1, 0)
    state.readings["R41"] = reading
    rng = np.random.default_rng(41)
    playable = np.flatnonzero(board.playable)
    for foes in rng.choice(playable, (8, 2)):
        world.lists[L_HEX, :2] = foes
        for h in rng.choice(playable, 40):
            expected = gap(state, board.numbers[h], [board.numbers[foe] for foe in foes])
            assert min(danger(world, L_HEX, 2, h), 9999) == expected
    assert not world.q[g.QUEUED].any(), "what floods mark is left marked"


def test_a_way_over_land_is_never_shorter_and_round_water_longer() -> None:
    straight, over_land = (build(load_board(tables.GAME), {"R41": how}) for how in ("straight", "over-land"))
    playable = np.flatnonzero(load_board(tables.GAME).playable)
    longer = 0
    for foe in playable[::25]:
        for h in playable[::3]:
            straight.lists[L_HEX, 0] = over_land.lists[L_HEX, 0] = foe
            one, other = danger(straight, L_HEX, 1, h), danger(over_land, L_HEX, 1, h)
            assert one <= other <= BIG
            longer += other > one
    assert longer > 0


def _stack(world: World, h: int, *came: int) -> None:
    for k, retreated in enumerate(came):
        u = N_GERMAN + k
        world.u[[g.HEX, g.STATE, g.HIT, g.CAME], u] = h, g.ON_MAP, 1, retreated
        world.x[g.SLOT + k, h] = u
    world.x[g.COUNT + 1, h] = len(came)


@pytest.mark.parametrize(("reading", "alone"), [("never-again", False), ("alone-again", True)])
def test_who_retreated_is_attacked_again_where_nobody_else_stands(reading: str, alone: bool) -> None:
    """R40: two that retreated into an empty hex; and one that retreated to another that beat off its attack."""
    world = build(load_board(tables.GAME), {"R40": reading})
    h = load_board(tables.GAME).index("2308")
    for phase, came, again in ((3, (1, 1), alone), (3, (1, 0), False), (2, (1, 1), False)):
        world.s[g.PHASE] = phase
        _stack(world, h, *came)
        assert may_be_attacked(world, N_GERMAN) == again
        assert adds_nothing(world, N_GERMAN) == (not again)
        assert not adds_nothing(world, N_GERMAN + 1) or came[1]


@pytest.mark.parametrize(("reading", "done"), [("taken-up-again", [0, 0, 0, 0]), ("one-move", [0, 0, 1, 0])])
def test_a_move_is_over_when_a_unit_of_another_hex_moves(reading: str, done: list[int]) -> None:
    """R54: unit 0 moves; 1 began in its hex, 2 elsewhere, 3 has not moved."""
    world = build(load_board(tables.GAME), {"R54": reading})
    world.u[[g.START, g.MOVED], :4] = [[10, 10, 11, 11], [1, 1, 1, 0]]
    end_moves_before(world, 0)
    assert world.u[g.DONE, :4].tolist() == done
    world.u[g.START, :2] = -1  # two that enter the map are no stack
    end_moves_before(world, 0)
    assert world.u[g.DONE, 1] == done[2]
