"""Players who look ahead think inside a battle, with the dice that fell there and without a look at those to come."""

from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.played.look_ahead.in_battle import (
    BEFORE,
    MOST_WAYS,
    STACKS,
    _answers,
    _best_way,
    _fight,
    _stays,
    fight_with_care,
    thinks,
)
from sim.games.leningrad.played.look_ahead.tries import lists_aside, set_aside
from sim.games.leningrad.played.look_ahead.ways import HOLD, N_COLUMNS, USUAL, write_way
from sim.games.leningrad.played.season import live_phase, think_aloud
from sim.games.leningrad.played.sequence import open_phase, play_phase
from sim.games.leningrad.played.worlds import quiet
from sim.games.leningrad.players.battles.assault import begin_fights, choose_fight
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn, shuffle_unseen

STRONG = Seats("strong", "strong")
TURNS = (4, 6, 10)
Rows = list[dict[str, Any]]


def before_combat(turn: int, side: int, seed: int = 8) -> World:
    """Return a game of strong players before the combat phase of a side."""
    world = at_turn(turn, side, STRONG, seed)
    think_aloud(world, side)
    for phase in (1, 2):
        live_phase(world, 4 * side + phase)
    return world


def events(world: World, phase: int, since: int) -> Rows:
    """Return the events of a phase after `since` others."""
    log = event_log(world, load_board(tables.GAME, -1), STRONG, 8, 0, WHOLE.version).table.to_pylist()
    return [row for row in log[since:] if row["phase"] == phase]


def first_battle(turn: int, side: int, change: int, spared: frozenset[str] = frozenset()) -> Rows:
    """Return the events of a combat phase before its second roll; `change` permutes what is unknown until then."""
    with quiet():
        world = before_combat(turn, side)
        since = int(world.s[g.N_LOG])
        if change:
            world.s[g.SEED] += change
            seen = [tables.unit_names().index(name) for name in spared]
            known = world.u[f.KNOWN, seen].copy()
            world.u[f.KNOWN, seen] = 1  # who is turned over in the first battle keeps his counter
            shuffle_unseen(world, np.random.default_rng(change))
            world.u[f.KNOWN, seen] = known
        live_phase(world, 4 * side + 3)
    rows = events(world, 4 * side + 3, since)
    rolls = [at for at, row in enumerate(rows) if row["kind"] == "combat"]
    second = next((at for at, row in enumerate(rows) if rolls and row["battle"] != rows[rolls[0]]["battle"]
                   and at > rolls[0]), len(rows))  # fmt: skip
    return rows[:second]


def die_of(rows: Rows) -> int:
    return next((row["die"] for row in rows if row["kind"] == "combat"), 0)


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_in_a_battle_nobody_foresees_later_dice_or_counters(side: int) -> None:
    """Other dice to come, other counters under units elsewhere: a battle with the same die goes the same way."""
    compared = 0
    for turn in TURNS:
        known = first_battle(turn, side, 0)
        spared = frozenset(row["unit"] for row in known if row["kind"] == "reveal")
        for change in range(1, 13):
            other = first_battle(turn, side, change, spared)
            if die_of(other) == die_of(known):
                assert other == known, (turn, change)
                compared += 1
    assert compared > 2


def test_what_is_decided_in_a_battle_is_another_thing_than_by_habit_now_and_then() -> None:
    """The same attack with the same die, and other steps, retreats or advances: so the test above could fail."""
    others = 0
    with quiet():
        for seed, side, turn in ((seed, side, turn) for seed in range(8, 28) for side in (0, 1) for turn in TURNS):
            told = []
            for play in (live_phase, play_phase):
                world = before_combat(turn, side, seed)
                since = int(world.s[g.N_LOG])
                play(world, 4 * side + 3)
                rows = events(world, 4 * side + 3, since)
                first = next((row["battle"] for row in rows if row["kind"] == "combat"), None)
                told.append([row for row in rows if row["battle"] == first])
            cared, usual = told
            assert die_of(cared) == die_of(usual)
            assert [row["unit"] for row in cared if row["kind"] == "attack"] == [
                row["unit"] for row in usual if row["kind"] == "attack"
            ]
            others += cared != usual
    assert others > 2


def test_where_mobile_winners_go_on_infantry_is_tried_alone() -> None:
    """Of the ways to fight a battle of Germans one keeps mobile units where they are; now and then infantry goes in."""
    listed, infantry_goes, silent = 0, 0, 0
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 30) for turn in (3, 5, 8, 10)):
            world, chosen = before_battle(turn, seed)
            if chosen < 0:
                continue
            mobile = set(np.flatnonzero(world.u[f.TYPE, : f.N_GERMAN] != f.INF_TYPE).tolist())
            was, ways = world.u[g.HEX].copy(), np.zeros((MOST_WAYS, N_COLUMNS), np.int64)
            write_way(ways, 0, 0, USUAL, USUAL)
            n = _stays(world, f.GERMAN, chosen, was, ways, 1)
            usual = advances(world, chosen, ways[0])
            if n == 1:
                silent += bool(usual)
                continue
            assert not set(advances(world, chosen, ways[1])) & set(usual)
            if set(usual) & mobile:
                alone = advances(world, chosen, ways[2])
                listed += 1
                infantry_goes += bool(alone)
                assert not set(alone) & mobile
    assert listed > infantry_goes > 0
    assert silent > 0


def before_battle(turn: int, seed: int, side: int = f.GERMAN) -> tuple[World, int]:
    """Return a game before the first battle of a side, kept aside, and the battle, or -1."""
    world = before_combat(turn, side, seed)
    open_phase(world, 4 * side + 3, side)
    begin_fights(world)
    chosen = int(choose_fight(world))
    lists_aside(world, False)
    set_aside(world, BEFORE, False)
    return world, chosen


def advances(world: World, chosen: int, way: np.ndarray[Any, Any], side: int = f.GERMAN) -> list[int]:
    """Fight a battle in a way, and return the units that advanced."""
    set_aside(world, BEFORE, True)
    since = int(world.s[g.N_LOG])
    _fight(world, side, chosen, way, 1)
    rows = world.log[since : world.s[g.N_LOG]]
    return [int(u) for u in rows[rows[:, f.C_KIND] == f.K_ADVANCE, f.C_UNIT]]


def test_who_takes_many_samples_also_asks_which_stacks_stay() -> None:
    """Whole stacks that winners left, beside the ways that are tried with few samples; nobody of such a stack goes."""
    more = 0
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 20) for turn in (5, 8)):
            world, chosen = before_battle(turn, seed)
            if chosen < 0:
                continue
            was, listed = world.u[g.HEX].copy(), []
            for few in (STACKS - 1, STACKS):
                world.ahead[f.A_STAY + 2 * turn] = few
                ways = np.zeros((MOST_WAYS, N_COLUMNS), np.int64)
                write_way(ways, 0, 0, USUAL, USUAL)
                listed.append(ways[: _stays(world, f.GERMAN, chosen, was, ways, 1), 0].tolist())
            assert listed[1][: len(listed[0])] == listed[0]
            usual = advances(world, chosen, np.array([0, USUAL, USUAL]))
            for way in listed[1][len(listed[0]) :] if usual else []:  # else whoever went fell back
                those = [u for u in range(f.N_GERMAN) if way >> u & 1]
                on_map = [u for u in range(f.N_GERMAN) if world.u[g.STATE, u] == g.ON_MAP]
                assert those == [u for u in on_map if was[u] == was[those[0]]]
                assert set(those) & set(usual)
                assert not set(those) & set(advances(world, chosen, np.array([way, USUAL, USUAL])))
                more += 1
    assert more > 3


def test_attackers_think_after_defenders_have() -> None:
    """Defenders think on copies, where nobody looks ahead; attackers then have their own say about the same battle."""
    both = 0
    with quiet():
        for seed, side in ((seed, side) for seed in range(28, 38) for side in (f.GERMAN, f.SOVIET)):
            world, chosen = before_battle(7, seed, side)
            if chosen < 0:
                continue
            was, ways = world.u[g.HEX].copy(), np.zeros((MOST_WAYS, N_COLUMNS), np.int64)
            write_way(ways, 0, 0, USUAL, USUAL)
            answer = _best_way(world, 1 - side, side, chosen, ways, _answers(ways, 1 - side, 1), 0)
            ways[0, HOLD:] = ways[answer, HOLD:]
            left_on_a_copy = not thinks(world, side)
            n = _stays(world, side, chosen, was, ways, _answers(ways, side, 1))
            best = _best_way(world, side, side, chosen, ways, n, 0)
            wanted = advances(world, chosen, ways[best], side)
            world, _ = before_battle(7, seed, side)
            since = int(world.s[g.N_LOG])
            fight_with_care(world, side)
            rows = world.log[since : world.s[g.N_LOG]]
            first = rows[rows[:, f.C_BATTLE] == rows[rows[:, f.C_KIND] == f.K_COMBAT][0, f.C_BATTLE]]
            assert [int(u) for u in first[first[:, f.C_KIND] == f.K_ADVANCE, f.C_UNIT]] == wanted, (seed, side)
            both += best != 0 and left_on_a_copy
    assert both > 0


def test_who_thinks_and_when() -> None:
    """Quick players never, the search of the last turns neither, who looks ahead from turn 2 on."""
    with quiet():
        world = at_turn(1, f.GERMAN, Seats("strong", "strong"))
        assert (thinks(world, f.GERMAN), thinks(world, f.SOVIET)) == (False, False)
        world = at_turn(2, f.GERMAN, Seats("strong", "tuned"))
        assert (thinks(world, f.GERMAN), thinks(world, f.SOVIET)) == (True, False)
        world = at_turn(2, f.GERMAN, Seats("closer", "strong"))
        assert (thinks(world, f.GERMAN), thinks(world, f.SOVIET)) == (False, True)
