"""Units that a thorough player sends to a hex: they get there before all others move, and files and advice say so."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.played.advice import _told
from sim.games.leningrad.played.look_ahead.ends import AT_MOST, MOST_ENDS, TOGETHER, list_sendings
from sim.games.leningrad.played.look_ahead.holding import N_TRIED
from sim.games.leningrad.played.look_ahead.playing_on import COUNTS, MOST_COMPARED
from sim.games.leningrad.played.look_ahead.playing_on import _learn as _learn_of_games
from sim.games.leningrad.played.look_ahead.sending import (
    MOST_WAYS,
    _add_best,
    _learn,
    _list_orders,
    _shorten,
    _stand_still,
    _try_told,
)
from sim.games.leningrad.played.look_ahead.telling import add, tell_more
from sim.games.leningrad.played.look_ahead.tries import lists_aside, prepare, set_aside
from sim.games.leningrad.played.look_ahead.ways import N_COLUMNS, SENT, STAY, STILL
from sim.games.leningrad.played.orders import held_of, order_of, plans_of_state, sendings_of
from sim.games.leningrad.played.positions import POSITIONS
from sim.games.leningrad.played.saved import take
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.sequence import open_moves, play_phase
from sim.games.leningrad.played.table import keep_plan
from sim.games.leningrad.played.worlds import quiet
from sim.games.leningrad.players.held import MAY_MARCH, bit_of
from sim.games.leningrad.players.moves.sent import hex_told, march_as_told, sent_to, unit_sent
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.map.forces.zones import hexes_between
from sim.match.advice import PlanTried
from sim.match.saved import Saved
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn

THOROUGH = Seats("thorough", "thorough")
NUMBERS = load_board(tables.GAME, -1).numbers


def sendings(world: World, side: int) -> Any:
    """Return all ways to send somebody from here, and leave the world as it was."""
    ways = np.zeros((MOST_WAYS, N_COLUMNS), np.int64)
    set_aside(world, 0, False)
    lists_aside(world, False)
    n = int(list_sendings(world, side, 0, ways, 0))
    lists_aside(world, True)
    return ways[:n]


def march(world: World, side: int, told: Any) -> None:
    """Play a half turn until those who are sent have marched."""
    set_aside(world, 0, True)
    world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT] = told
    prepare(world, side, 0, 0)
    play_phase(world, 4 * side + 1)
    open_moves(world, 4 * side + 2, side)
    march_as_told(world, side)


@pytest.mark.parametrize(("turn", "side"), [(1, f.SOVIET), (4, f.GERMAN), (5, f.SOVIET), (8, f.SOVIET), (9, f.GERMAN)])
def test_who_is_sent_gets_there_or_beside_it_and_nobody_else_moves(turn: int, side: int) -> None:
    """Every unit alone gets to the very hex; of a stack or a corps some may end beside it; it is done with then."""
    arrivals = groups = 0
    with quiet():
        world = at_turn(turn, side, THOROUGH)
        ways = sendings(world, side)
        march(world, side, 0)
        still = world.u[g.HEX].copy()
        assert len(ways) > 30
        for way in ways:
            told = way[SENT:]
            march(world, side, told)
            sent = sendings_of(told)
            assert all(world.u[g.SIDE, u] == side for u, _ in sent)
            assert not world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT].any()
            groups += len(sent) > 1
            for u, h in sent:
                arrivals += still[u] < 0 <= world.u[g.HEX, u]
                if len(sent) == 1:
                    assert world.u[g.HEX, u] == h
                    assert world.u[g.DONE, u] == 1
                elif world.u[g.DONE, u] == 1:
                    assert hexes_between(world, int(world.u[g.HEX, u]), h) <= 1
            others = np.setdiff1d(np.arange(f.N_UNITS), [u for u, _ in sent])
            assert np.array_equal(world.u[g.HEX, others], still[others])
    assert groups > 0 or turn == 1
    assert arrivals > 0 or side == f.GERMAN or turn == 1


def test_ends_are_of_three_sorts_and_no_unit_has_one_twice() -> None:
    """The best, other places, those beside; each unit is sent to a hex at most once."""
    with quiet():
        world = at_turn(5, f.GERMAN, THOROUGH)
        ways = sendings(world, f.GERMAN)
    alone = [sendings_of(way[SENT:])[0] for way in ways if way[SENT + 1] == 0]
    assert len(set(alone)) == len(alone)
    by_unit = {u: [h for v, h in alone if v == u] for u, _ in alone}
    assert max(len(ends) for ends in by_unit.values()) <= MOST_ENDS == sum(AT_MOST)
    assert max(len(ends) for ends in by_unit.values()) > AT_MOST[0] + AT_MOST[1]
    corps = [sendings_of(way[SENT:]) for way in ways if way[SENT + 1] != 0]
    assert any(len({int(world.u[g.HEX, u]) for u, _ in sent}) > 1 for sent in corps)
    assert all(len({h for _, h in sent}) == 1 for sent in corps)


def test_stacks_corps_and_each_two_of_them_are_sent_together() -> None:
    """Every stack and every corps, all of it and two by two, each to the same few hexes."""
    with quiet():
        world = at_turn(5, f.GERMAN, THOROUGH)
        ways = sendings(world, f.GERMAN)
    together: dict[frozenset[int], list[int]] = {}
    for way in ways:
        sent = sendings_of(way[SENT:])
        if len(sent) > 1:
            together.setdefault(frozenset(u for u, _ in sent), []).append(sent[0][1])
    assert all(len(set(ends)) == len(ends) <= TOGETHER for ends in together.values())
    on_map = [u for u in range(f.N_GERMAN) if world.u[g.STATE, u] == g.ON_MAP]
    groups = [
        frozenset(u for u in on_map if world.u[field, u] == value)
        for field, values in ((g.HEX, world.u[g.HEX, on_map]), (f.CORPS, world.u[f.CORPS, on_map]))
        for value in set(values.tolist())
        if field == g.HEX or value > 0
    ]
    those = {group for group in groups if len(group) > 1}
    expected = those | {frozenset(two) for group in those for two in combinations(sorted(group), 2)}
    assert set(together) <= expected
    assert len(set(together) & those) > 5
    assert any(len(two) == 2 for two in set(together) - those)


def test_who_is_in_the_way_and_sent_elsewhere_makes_room() -> None:
    """A stack that has no room for one more: he gets there if one of it is sent away, though told after him."""
    made_room = 0
    with quiet():
        world = at_turn(4, f.GERMAN, THOROUGH)
        ways = sendings(world, f.GERMAN)
        alone = [sendings_of(way[SENT:])[0] for way in ways if way[SENT + 1] == 0]
        start = world.u[g.HEX].copy()
        march(world, f.GERMAN, 0)
        for v, away in alone:
            here = int(start[v])
            if away == here or (start == here).sum() < 2:
                continue
            for u in range(f.N_GERMAN):
                if not 0 < hexes_between(world, int(start[u]), here) <= 2:
                    continue
                told = np.zeros(f.MOST_SENT, np.int64)
                told[0] = sent_to(u, here)
                march(world, f.GERMAN, told)
                if world.u[g.HEX, u] == here:
                    continue
                told[1] = sent_to(v, away)
                march(world, f.GERMAN, told)
                made_room += world.u[g.HEX, u] == here and world.u[g.HEX, v] == away
    assert made_room > 0


def orders_from(turn: int, side: int) -> tuple[World, Any, Any]:
    """Return a world with its start kept aside, all ways to tell somebody what to do, and where all go untold."""
    world = at_turn(turn, side, THOROUGH)
    ways, still = np.zeros((MOST_WAYS, N_COLUMNS), np.int64), np.zeros(f.MOST_SENT, np.int64)
    tried = np.zeros((N_TRIED, f.N_SAMPLES, f.N_PLANS), np.int64)
    set_aside(world, 0, False)
    lists_aside(world, False)
    n = int(_list_orders(world, side, 0, tried, 1, ways))
    assert _stand_still(world, side, np.zeros(N_COLUMNS, np.int64), still)
    return world, ways[:n], still


@pytest.mark.parametrize(("turn", "side"), [(5, f.SOVIET), (6, f.SOVIET)])
def test_all_others_go_where_they_would(turn: int, side: int) -> None:
    """Told nothing, habit puts others in the place of who is sent; each way has a twin by which nobody does so."""
    nothing, differ, same = np.zeros(N_COLUMNS, np.int64), 0, 0
    with quiet():
        world, ways, still = orders_from(turn, side)
        assert (ways[: len(ways) // 2, STILL] == 0).all()
        assert np.array_equal(ways[len(ways) // 2 :, SENT:], ways[: len(ways) // 2, SENT:])
        assert (ways[len(ways) // 2 :, STILL] == 1).all()
        usual = dict(sendings_of(still))
        for way in ways[len(ways) // 2 :: 7]:
            ends = []
            for twin in (0, 1):
                way[STILL], told = twin, nothing.copy()
                assert tell_more(side, told, way, still)
                march_and_all(world, side, told)
                ends.append(world.u[g.HEX].copy())
            sent = [u for u, _ in sendings_of(way[SENT:])]
            others = [u for u in usual if u not in sent]
            moved = [sum(int(end[u]) != usual[u] for u in others) for end in ends]
            differ += moved[0] > moved[1]
            same += moved[1] == 0
            assert moved[1] <= moved[0] or moved[1] <= len(sent)
    assert differ > 5
    assert same > 5 * differ / 10


def march_and_all(world: World, side: int, told: Any) -> None:
    """Play a half turn as told, until all have moved."""
    set_aside(world, 0, True)
    world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT] = told[SENT:]
    world.ahead[f.A_HELD + side] = told[STAY]
    prepare(world, side, 0, 0)
    play_phase(world, 4 * side + 1)
    play_phase(world, 4 * side + 2)


def test_where_somebody_overruns_nobody_else_is_told_to_stand_still() -> None:
    """Nothing is noted to stand still by; a way that needs it is not to be had."""
    told, way, still = np.zeros(N_COLUMNS, np.int64), np.zeros(N_COLUMNS, np.int64), np.zeros(f.MOST_SENT, np.int64)
    way[STILL], way[SENT] = 1, sent_to(3, 17)
    assert not tell_more(f.GERMAN, told, way, still)
    with quiet():
        world = at_turn(2, f.GERMAN, THOROUGH)
        set_aside(world, 0, False)
        lists_aside(world, False)
        fought = world.s[f.ATTACKS]
        march_and_all(world, f.GERMAN, np.zeros(N_COLUMNS, np.int64))
        overran = bool(world.s[f.ATTACKS] > fought)
        set_aside(world, 0, True)
        assert bool(_stand_still(world, f.GERMAN, np.zeros(N_COLUMNS, np.int64), still)) != overran
    assert overran


def test_orders_that_change_nothing_are_left_out() -> None:
    """All are sent where they go anyhow, one of them elsewhere: he alone has to be told, or some of those about him."""
    with quiet():
        world, ways, still = orders_from(5, f.SOVIET)
        told, short, prints = np.zeros(N_COLUMNS, np.int64), np.zeros(N_COLUMNS, np.int64), np.zeros(3, np.int64)
        told[SENT:] = short[SENT:] = still
        _shorten(world, f.SOVIET, short, prints)
        assert len(sendings_of(short[SENT:])) < len(sendings_of(still)) / 2
        shorter = 0
        for way in ways[len(ways) // 2 :: 31]:
            told[:] = 0
            tell_more(f.SOVIET, told, way, still)
            short[:] = told
            _shorten(world, f.SOVIET, short, prints)
            assert set(sendings_of(short[SENT:])) <= set(sendings_of(told[SENT:]))
            for sample in range(3):
                ends = []
                for one in (told, short):
                    ends.append(int(_try_told(world, f.SOVIET, one, sample)))
                    set_aside(world, 0, True)
                assert ends == [prints[sample]] * 2
            shorter += (short[SENT:] > 0).sum() < (told[SENT:] > 0).sum()
    assert shorter > 3


def test_whom_nobody_can_send_there_is_left_to_the_others() -> None:
    """A hex too far away: the unit is not done, and moves by habit."""
    with quiet():
        world = at_turn(5, f.GERMAN, THOROUGH)
        set_aside(world, 0, False)
        u = next(u for u in range(f.N_GERMAN) if world.u[g.STATE, u] == g.ON_MAP)
        far = max(range(len(NUMBERS)), key=lambda h: int(hexes_between(world, int(world.u[g.HEX, u]), h)))
        told = np.zeros(f.MOST_SENT, np.int64)
        told[0] = sent_to(u, far)
        here = int(world.u[g.HEX, u])
        march(world, f.GERMAN, told)
        assert world.u[g.HEX, u] == here
        assert world.u[g.DONE, u] == 0


def test_a_number_stands_for_a_unit_and_a_hex() -> None:
    for u, h in ((0, 0), (0, len(NUMBERS) - 1), (f.N_UNITS - 1, 0), (f.N_UNITS - 1, len(NUMBERS) - 1)):
        assert (int(unit_sent(sent_to(u, h))), int(hex_told(sent_to(u, h)))) == (u, h)
        assert sent_to(u, h) > 0


def test_what_is_told_is_added_up() -> None:
    """A second hex for a unit takes the place of the first, who is sent is not held back, orders of two sorts clash."""
    told, way = np.zeros(N_COLUMNS, np.int64), np.zeros(N_COLUMNS, np.int64)
    way[STAY] = bit_of(f.GERMAN, 3) | bit_of(f.GERMAN, 5)
    assert add(told, f.GERMAN, way)
    way[STAY], way[SENT], way[SENT + 1] = 0, sent_to(3, 17), sent_to(4, 17)
    assert add(told, f.GERMAN, way)
    assert told[STAY] == bit_of(f.GERMAN, 5)
    way[SENT], way[SENT + 1] = sent_to(4, 20), 0
    assert add(told, f.GERMAN, way)
    assert sendings_of(told[SENT:]) == [(3, 17), (4, 20)]
    way[STAY], way[SENT] = bit_of(f.GERMAN, 6) | MAY_MARCH, 0
    assert not add(told, f.GERMAN, way)
    way[STAY] = bit_of(f.GERMAN, 3)
    assert add(told, f.GERMAN, way)
    assert (sendings_of(told[SENT:]), told[STAY]) == ([(4, 20)], bit_of(f.GERMAN, 3) | bit_of(f.GERMAN, 5))
    way[STAY], way[SENT] = 0, sent_to(3, 17)
    assert add(told, f.GERMAN, way)
    for u in range(6, 6 + f.MOST_SENT - 2):
        way[STAY], way[SENT] = 0, sent_to(u, 30)
        assert add(told, f.GERMAN, way)
    way[SENT] = sent_to(6 + f.MOST_SENT, 30)
    assert not add(told, f.GERMAN, way)


def test_orders_are_given_once_to_units_of_his_own() -> None:
    """Whoever is sent is sent once and not held back as well; thinking changes nothing but what is told."""
    sent = set()
    with quiet():
        for turn, side, seed in ((11, f.GERMAN, 9), (7, f.SOVIET, 9)):
            world = at_turn(turn, side, THOROUGH, seed)
            world.ahead[f.A_GAMES : f.A_LEAD] = 4
            before = {name: getattr(world, name).copy() for name in ("u", "x", "s", "lists", "turns", "log")}
            think_aloud(world, side)
            for name, array in before.items():
                assert np.array_equal(getattr(world, name), array), name
            told, held = world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT], int(world.ahead[f.A_HELD + side])
            units = [u for u, _ in sendings_of(told)]
            assert len(set(units)) == len(units)
            for u in units:
                assert world.u[g.SIDE, u] == side
                assert world.u[g.STATE, u] == g.ON_MAP or is_due(world, u)
                assert held & MAY_MARCH or not held & bit_of(side, u)
            sent |= {(side, u) for u in units}
    assert {side for side, _ in sent} == {f.GERMAN, f.SOVIET}


@pytest.mark.parametrize(("order", "units"), [("held_back", [1, 4]), ("not_to_advance", [0])])
@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_an_order_is_told_as_it_was_given(side: int, order: str, units: list[int]) -> None:
    units = [u + side * f.N_GERMAN for u in units]
    assert order_of(held_of(order, side, units), side) == (order, units)


def saved_with(side: int, sent: list[tuple[int, int]]) -> Saved:
    with quiet():
        state = take(at_turn(5, side, THOROUGH))
    return Saved(THOROUGH, 8, 0, 5, 4 * side + 2, replace(state, plans=plans_of_state((0, 0), (0, 0), sent)))


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_a_saved_game_remembers_who_is_sent(side: int) -> None:
    """Written and read again, in the order in which they march; only that side's player takes it up."""
    first = side * f.N_GERMAN
    saved = saved_with(side, [(first + 4, 100), (first + 2, 101)])
    with quiet():
        text = POSITIONS.text(saved)
    names = tables.unit_names()
    assert tomllib.loads(text)["sent"] == {names[first + 4]: NUMBERS[100], names[first + 2]: NUMBERS[101]}
    read = POSITIONS.read(text, "f")
    assert read.state.plans.tolist() == saved.state.plans.tolist()
    with quiet():
        world = at_turn(5, side, THOROUGH)
        keep_plan(world, 1 - side, read.state.plans)
        assert not world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT].any()
        keep_plan(world, side, read.state.plans)
        assert sendings_of(world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT]) == [(first + 4, 100), (first + 2, 101)]


@pytest.mark.parametrize(("row", "message"), [
    ('{unit} = 7', "f: sent, {unit}: 7; expected"),
    ('{unit} = "9999"', "f: sent, {unit}: '9999'; expected a hex"),
    ('nobody = "{number}"', "f: sent: 'nobody'; expected"),
])  # fmt: skip
def test_orders_that_make_no_sense_get_one_line(row: str, message: str) -> None:
    saved = saved_with(f.SOVIET, [(f.N_GERMAN + 4, 100)])
    with quiet():
        text = POSITIONS.text(saved)
    given = {"unit": tables.unit_names()[f.N_GERMAN + 4], "number": NUMBERS[100]}
    line = re.search(r"\[sent\]\n(.*)\n", text)
    assert line
    with pytest.raises(GameError, match=re.escape(message.format(**given))):
        POSITIONS.read(text.replace(line[1], row.format(**given)), "f")


def test_too_many_orders_get_one_line() -> None:
    saved = saved_with(f.SOVIET, [(f.N_GERMAN, 100)])
    with quiet():
        text = POSITIONS.text(saved)
    more = "".join(f'{tables.unit_names()[f.N_GERMAN + k]} = "{NUMBERS[100]}"\n' for k in range(f.MOST_SENT + 1))
    with pytest.raises(GameError, match=r"f: sent: .*expected a table of units and hexes, 48 at most"):
        POSITIONS.read(re.sub(r"\[sent\]\n.*\n", f"[sent]\n{more}", text), "f")


def test_advice_says_who_is_sent_where() -> None:
    plan, margins = PlanTried("habit", "plays as always", {}, np.zeros(2, np.int64)), np.zeros(2, np.int64)
    told, names = np.zeros(1 + f.MOST_SENT, np.int64), tables.unit_names()
    told[1:3] = sent_to(40, 100), sent_to(41, 101)
    said = _told(plan, f.SOVIET, told, -1, margins)
    assert said.name == "habit, sending"
    assert said.about == (
        f"plays as always, but {names[40]} goes to {NUMBERS[100]}, and {names[41]} goes to {NUMBERS[101]}"
    )
    told[3] = sent_to(42, 100)
    assert (
        f"but {names[40]} and {names[42]} go to {NUMBERS[100]}, and {names[41]} goes to"
        in _told(plan, f.SOVIET, told, -1, margins).about
    )
    told[0], told[3] = bit_of(f.SOVIET, 50), 0
    said = _told(plan, f.SOVIET, told, -1, margins)
    assert said.name == "habit, holding back and sending"
    assert f"but {names[50]} stay where they are, and {names[40]} goes to" in said.about


def test_who_tells_the_same_units_something_else_is_worth_less_once_they_are_told() -> None:
    """Of three ways the first is taken: another for one of its units is known by what it has more than that."""
    ways = np.zeros((5, N_COLUMNS), np.int64)
    ways[0, SENT], ways[1, SENT], ways[2, STAY] = sent_to(3, 17), sent_to(4, 17), bit_of(f.GERMAN, 3) | MAY_MARCH
    known, places = np.full(5, -1), np.array([0, 2, 0, 1])
    _learn(f.GERMAN, ways, known, np.array([0, 900, 2000, 700]), places, 1, 4, 2)
    assert known.tolist() == [0, 700, -1100, -1, -1]
    _learn(f.GERMAN, ways, known, np.array([0, 900, 2000, 700]), places, 2, 4, 1)
    assert known.tolist() == [2000, 700, -1100, -1, -1]


def test_the_best_ways_are_compared_and_none_that_leads_to_the_same() -> None:
    """By games where some were played, else by samples; equal to the last thousandth is the same."""
    ways, told = np.zeros((5, N_COLUMNS), np.int64), np.zeros(N_COLUMNS, np.int64)
    for k in range(5):
        ways[k, SENT] = sent_to(k, 17)
    told[SENT] = sent_to(9, 1)
    gains, known = np.array([400, 800, 400, -(1 << 30), 1200]), np.array([-(1 << 30)] * 4 + [150])
    found, seems, places = np.zeros((8, N_COLUMNS), np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    still = np.zeros(f.MOST_SENT, np.int64)
    assert _add_best(f.GERMAN, told, ways, gains, known, still, found, seems, places, 1, 8, 4) == 4
    assert (places[1:4].tolist(), seems[1:4].tolist()) == ([1, 4, 0], [200, 150, 100])
    assert sendings_of(found[1, SENT:]) == [(9, 1), (1, 17)]
    assert _add_best(f.GERMAN, told, ways, gains, known, still, found, seems, places, 1, 2, 4) == 2


def test_what_games_tell_is_written_down() -> None:
    """By how much a way is better than the usual one: what it seemed counts for so many games."""
    values, seems, games = np.zeros((MOST_COMPARED, 8), np.int64), np.zeros(MOST_COMPARED, np.int64), [8, 8, 4]
    values[0], values[1], values[2, :4], seems[:3] = 1000, 3000, -1000, (500, 1500, 500)
    _learn_of_games(values, seems, np.array(games), 3)
    assert seems[:3].tolist() == [0, (COUNTS * 1000 + 8 * 2000) // (COUNTS + 8), -(4 * 2000 // (COUNTS + 4)) - 1]
