"""What floods and supply lines keep is what they would find anew, in the middle of played games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.build import ROOMS, plan
from sim.games.leningrad.played.sequence import play_phase, restore, set_up
from sim.games.leningrad.players.roster import seat_of
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.memory import KEY, STATE_SEEN, _scrambled
from sim.map.forces.movement import flood
from sim.map.forces.supply import look_for_line
from sim.map.forces.world import World, copy_of
from sim.map.forces.zones import lift, place
from sim.match.barrier import install


@pytest.fixture(scope="module")
def world() -> World:
    template = plan(load_board("leningrad"))
    made = copy_of(template)
    install(made, ROOMS)
    restore(made, template)
    for side, player in enumerate(("bold", "cautious")):
        made.weights[side], made.s[f.POLICY + side] = seat_of(player, side).weights, seat_of(player, side).kind
    made.s[g.SEED] = 11
    set_up(made)
    return made


def test_the_number_of_a_position_is_the_same_uncompiled() -> None:
    number: Any = _scrambled
    hexes = np.arange(0, 5000, 7, dtype=np.int32)  # as maps number them: no product of 62 bits fits these
    told = [int(number.py_func(h)) for h in hexes]
    assert told == [int(number(h)) for h in hexes]
    assert len(set(told)) == len(hexes)


def _flood(w: World, u: int) -> tuple[list[int], ...]:
    flood(w, u, 1, int(w.u[g.SPENT, u]), int(w.u[g.BUDGET, u]))
    rows = w.floods[w.s[g.FLOOD]]
    reached = rows[g.REACH, : w.s[g.N_REACH]].tolist()
    return reached, rows[g.DIST, reached].tolist(), rows[g.PARENT, reached].tolist(), [int(w.s[g.MINIMUM])]


def test_what_is_kept_is_what_is_found_anew(world: World) -> None:
    recalled = 0
    for turn in range(1, 5):
        world.s[g.TURN] = turn
        for phase in range(1, 9):
            play_phase(world, phase)
            side = f.GERMAN if phase <= 4 else f.SOVIET
            units = [u for u in range(f.N_UNITS) if world.u[g.STATE, u] == g.ON_MAP and world.u[g.SIDE, u] == side]
            marks = world.marks.copy()
            kept = [_flood(world, u) for u in units]
            recalled += sum(np.array_equal(marks[u], world.marks[u]) for u in units)
            for u, told in zip(units, kept, strict=True):
                world.marks[:-1, KEY] = 0
                assert _flood(world, u) == told, f"turn {turn}, phase {phase}, unit {u}"
            _lines_agree(world)
    assert recalled > 20


def _far_apart(w: World, side: int) -> tuple[int, list[int]]:
    """Return a unit of a side, ready to move, and a stack of the enemy far from it."""
    units = [u for u in range(f.N_UNITS) if w.u[g.STATE, u] == g.ON_MAP]
    pairs = [(u, v) for u in units for v in units if w.u[g.SIDE, u] == side != w.u[g.SIDE, v]]
    u, foe = max(pairs, key=lambda pair: w.apart[w.u[g.HEX, pair[0]], w.u[g.HEX, pair[1]]])
    w.u[[g.SPENT, g.MOVED, g.DONE, g.STOPPED], u], w.u[g.BUDGET, u] = 0, 12
    h = w.u[g.HEX, foe]
    return u, [int(v) for v in w.x[g.SLOT : g.SLOT + w.x[g.COUNT + 1 - side, h], h]]


def _transfer(w: World, units: list[int], h: int) -> None:
    for u in units:
        lift(w, u)
        place(w, u, h)


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_a_flood_outlasts_what_changes_far_away_and_nothing_near_by(world: World, side: int) -> None:
    u, foes = _far_apart(world, side)
    told = _flood(world, u)
    row, home = int(world.s[g.FLOOD]), int(world.u[g.HEX, foes[0]])
    vacant = [h for h in range(len(world.neighbors)) if world.x[g.COUNT, h] + world.x[g.COUNT + 1, h] == 0]
    aside = next(h for h in vacant if world.apart[h, home] == 1)
    _transfer(world, foes, aside)
    assert world.marks[row, STATE_SEEN] != world.s[g.FLOOD_STATE + side]
    assert (_flood(world, u), world.s[g.FLOOD]) == (told, row), "nothing that it looked at is another"
    beside = next(h for h in told[0][1:] if h in vacant)
    _transfer(world, foes, beside)
    assert beside not in _flood(world, u)[0]
    assert world.s[g.FLOOD] != row
    _transfer(world, foes, home)
    assert (_flood(world, u), world.s[g.FLOOD]) == (told, row), "all is as it was, and it was kept beside the other"


def _lines_agree(w: World) -> None:
    asked = [(side, kind, h) for side in range(2) for kind in range(2) for h in np.flatnonzero(w.x[g.TERRAIN]).tolist()]
    told = [look_for_line(w, *question) for question in asked]
    joined = w.x[g.NET : g.NET + 2].copy()
    w.lines[:] = -1
    w.s[g.DIRTY : g.DIRTY + 2] = 1
    assert [look_for_line(w, *question) for question in asked] == told
    assert np.array_equal(w.x[g.NET : g.NET + 2], joined)


def test_prices_and_occupancy_stand_in_the_gate(world: World) -> None:
    for side in range(2):
        held, zoned = world.x[g.COUNT + 1 - side] > 0, world.x[g.ZOC + 1 - side] > 0
        dear = (world.x[g.PACE + side] != 1) | (world.x[g.EXTRA + side] != 0)
        assert np.array_equal(world.x[g.GATE + side], g.HELD * held + g.ZONED * zoned + g.DEAR * dear)


def test_the_network_kept_up_is_the_network_searched_anew(world: World) -> None:
    draw, kept = np.random.default_rng(7), 0
    home = [(u, int(world.u[g.HEX, u])) for u in range(f.N_UNITS) if world.u[g.STATE, u] == g.ON_MAP]
    roads = np.flatnonzero(world.x[g.ROADED])
    for _ in range(400):
        u, _ = home[draw.integers(len(home))]
        h, enemy = int(draw.choice(roads)), 1 - int(world.u[g.SIDE, u])
        if world.x[g.COUNT + enemy, h] > 0 or world.x[g.COUNT + 1 - enemy, h] >= 3:
            continue
        lift(world, u)
        place(world, u, h)
        for side in range(2):
            kept += int(world.s[g.DIRTY + side] == 0)
            told = look_for_line(world, side, 0, h), world.x[g.NET + side].copy()
            world.s[g.DIRTY + side], world.lines[:] = 1, -1
            assert look_for_line(world, side, 0, h) == told[0]
            assert np.array_equal(world.x[g.NET + side], told[1])
    assert kept > 100
    for u, _ in home:
        lift(world, u)
    for u, h in home:
        place(world, u, h)
