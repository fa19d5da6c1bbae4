"""What quick players look at is as it is now: road networks, supply on either side, air that may fly, ways back."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.build import ROOMS, plan
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.played.sequence import play_phase, restore, set_up
from sim.games.leningrad.players.battles.odds import column_seen
from sim.games.leningrad.players.roster import seat_of
from sim.games.leningrad.players.values import stand_worth
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.supply import look_for_line
from sim.map.forces.world import World, copy_of
from sim.map.forces.zones import lift, place
from sim.match.barrier import install
from sim.match.play import play_match
from sim.match.whole import Seats


@pytest.fixture
def world() -> World:
    """A world with nobody on the map, quick players in their seats."""
    template = plan(load_board("leningrad"))
    made = copy_of(template)
    install(made, ROOMS)
    restore(made, template)
    for side in range(2):
        seat = seat_of("balanced", side)
        made.weights[side], made.s[f.POLICY + side] = seat.weights, seat.kind
    made.s[g.TURN] = 6
    return made


def _column(w: World, side: int, attacker: int, target: int, h: str) -> int:
    w.lists[f.L_A, 0], w.lists[f.L_D, 0] = attacker, target
    return int(column_seen(w, side, 0, f.L_A, 1, f.L_D, 1, load_board("leningrad").index(h), 0, 0))


def test_a_road_just_cut_feeds_nobody(world: World) -> None:
    """A Soviet unit in Luga is two columns worse as soon as Germans stand around it, whoever traced the roads."""
    at = load_board("leningrad").index
    soviet = f.N_GERMAN
    world.u[f.KNOWN, soviet], world.u[g.DEF, soviet] = 1, 4
    place(world, soviet, at("2308"))
    for german, h in enumerate(("2207", "2208")):
        place(world, german, at(h))
    assert look_for_line(world, f.SOVIET, 1, at("2308")) == 1  # the roads are traced
    before = _column(world, f.GERMAN, 0, soviet, "2308")
    worth = stand_worth(world, f.SOVIET, soviet, at("2308"))
    for german, h in ((2, "2408"), (3, "2406"), (4, "2309"), (5, "2407")):
        place(world, german, at(h))
    assert _column(world, f.GERMAN, 0, soviet, "2308") >= min(before + 2, f.N_COLUMNS - 1)
    assert stand_worth(world, f.SOVIET, soviet, at("2308")) < worth - 10
    for german in (2, 3, 4, 5):
        lift(world, german)
    assert stand_worth(world, f.SOVIET, soviet, at("2308")) == worth


def test_free_air_counts_for_the_defender(world: World) -> None:
    """A Soviet attack is seen a column worse for each German air unit that may still fly [11.1]."""
    at = load_board("leningrad").index
    soviet = f.N_GERMAN
    world.u[f.KNOWN, soviet] = 1
    world.u[g.ATT, soviet] = 4 * world.u[g.DEF, 9]
    place(world, soviet, at("2009"))
    place(world, 9, at("1909"))
    world.s[g.TURN] = 9
    seen = []
    for used in range(3):
        world.s[f.AIR_USED : f.AIR_USED + 2] = [used > 0, used > 1]
        seen.append(_column(world, f.SOVIET, soviet, 9, "1909"))
    assert seen == [seen[2] - 2, seen[2] - 1, seen[2]]


def test_who_traced_the_roads_before_changes_nothing(world: World) -> None:
    """Every phase of a game is the same with the networks as they were left and with networks traced anew."""
    template = copy_of(world)
    restore(world, template)
    set_up(world)
    other = copy_of(world)
    for turn in range(1, 5):
        for w in (world, other):
            w.s[g.TURN] = turn
        for phase in range(1, 9):
            other.s[g.DIRTY : g.DIRTY + 2] = 1
            other.lines[:] = -1
            for side in range(2):
                look_for_line(other, side, 0, int(np.flatnonzero(other.x[g.TERRAIN])[0]))
            for w in (world, other):
                play_phase(w, phase)
            assert np.array_equal(world.u, other.u), f"turn {turn}, phase {phase}"


def test_a_reading_that_allows_more_is_not_a_trap() -> None:
    """Whether a force may retreat at risk [R30] moves the margin little: nobody goes where he would be lost."""
    margins = [
        play_match(WHOLE, 60, 3, Seats("balanced", "balanced", -1, readings), jobs=2).columns["vp_margin"]
        for readings in ((), (("R30", "at-risk"),))
    ]
    moved = margins[1] - margins[0]
    assert abs(moved.mean()) <= max(2.0, 5 * moved.std(ddof=1) / len(moved) ** 0.5)
    assert (moved == 0).mean() > 0.5
