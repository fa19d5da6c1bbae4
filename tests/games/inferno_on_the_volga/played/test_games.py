"""Whole games: the same bits alone and in a block, nothing lost, nothing illegal, endings that hold."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sim.game import load_game
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.readings import READINGS
from sim.games.inferno_on_the_volga.map.record.columns import RESULT_COLUMNS
from sim.games.inferno_on_the_volga.played.hiding import redeal
from sim.games.inferno_on_the_volga.played.season import begin, play_half
from sim.games.inferno_on_the_volga.played.worlds import quiet, seat, worlds
from sim.games.inferno_on_the_volga.players.quick import decide
from sim.match.play import play_game, play_match
from sim.match.whole import Seats

WHOLE = load_game("inferno_on_the_volga").whole
AT = {name: at for at, name in enumerate(RESULT_COLUMNS)}
GERMANS, SOVIETS = WHOLE.players_of("german"), WHOLE.players_of("soviet")


def test_a_game_is_the_same_alone_in_a_block_and_on_two_threads() -> None:
    seats = Seats("bold", "ai", 3)
    block = WHOLE.play_block(seats, 9, 40, 12, True)
    alone = WHOLE.play_block(seats, 9, 47, 1, True)
    assert np.array_equal(block.results[7], alone.results[0])
    assert np.array_equal(block.turns[7], alone.turns[0])
    one, two = (play_match(WHOLE, 120, 9, seats, jobs) for jobs in (1, 2))
    assert all(np.array_equal(one.columns[name], two.columns[name]) for name in RESULT_COLUMNS)
    logged, _ = WHOLE.play_logged(seats, 9, 47)
    assert logged.numbers == dict(zip(RESULT_COLUMNS, alone.results[0].tolist(), strict=True))


@pytest.mark.in_turn
@pytest.mark.parametrize("german", GERMANS)
@pytest.mark.parametrize("soviet", SOVIETS)
def test_players_keep_the_rules_and_games_end(german: str, soviet: str) -> None:
    n = 3 if "strong" in (german, soviet) else 40  # whoever looks ahead takes a hundred times as long
    found = WHOLE.play_block(Seats(german, soviet), 5, 0, n, False).results
    assert not found[:, AT["illegal_plans"]].any()
    assert not found[:, AT["log_overflow"]].any()
    assert found[:, AT["turns"]].max() < WHOLE.turns
    clock = found[:, AT["vp_margin"]] == -1
    assert not found[clock, AT["soviet_cards_left"]].any()
    losses = found[:, AT["vp_margin"]] == 0
    assert (found[losses, AT["dead_points"]] >= 10).all()
    assert (found[~losses & ~clock & (found[:, AT["has_okh"]] == 0), AT["spawn_hexes"]] == 6).all()


def check(world: f.World) -> None:
    """Assert that every block is where it is counted, once, and no stack or count is out of order."""
    for h in range(f.N_HEXES):
        n = int(world.x[f.COUNT, h])
        units = world.x[f.SLOT : f.SLOT + f.STACK, h].tolist()
        assert 0 <= n <= f.STACK
        assert units[n:] == [-1] * (f.STACK - n)
        assert all(world.u[f.HEX, u] == h and world.u[f.STATE, u] == f.ON_MAP for u in units[:n])
        assert len({u < f.N_GERMAN for u in units[:n]}) <= 1
        if n:
            assert world.x[f.CONTROL, h] == (f.GERMAN if units[0] < f.N_GERMAN else f.SOVIET)
    on_map = world.u[f.STATE] == f.ON_MAP
    assert on_map.sum() == world.x[f.COUNT].sum()
    assert (world.u[f.STRENGTH, on_map] >= 1).all()
    assert (world.u[f.STRENGTH, on_map] <= world.u[f.FULL, on_map]).all()
    assert (world.u[f.STATE, : f.N_GERMAN] == f.WAITING).sum() == world.n_track.sum()
    drawn = world.s[f.DECK_AT + f.SOVIET]
    assert 0 <= world.hand[f.SOVIET].sum() <= drawn <= world.s[f.DECK_N + f.SOVIET]
    assert world.x[f.RUBBLE].sum() == world.s[f.N_RUBBLE] <= 15
    assert not (world.x[f.RUBBLE] & (world.x[f.TERRAIN] != f.URBAN)).any()


@pytest.mark.parametrize("level", READINGS["difficulty"])
def test_every_half_turn_leaves_the_table_in_order(level: str) -> None:
    seats = Seats("bold", "random" if level == "standard" else "ai", 2, (("difficulty", level),))
    world, template = worlds(seats)
    seat(world, template, seats, 3, 1, False)
    with quiet():
        begin(world)
        check(world)
        assert (world.u[f.STATE, f.N_GERMAN :] == f.ON_MAP).sum() == 23
        assert (world.u[f.STATE, : f.N_GERMAN] == f.ON_MAP).sum() == 7
        half = 1
        while half:
            half = play_half(world, half)
            check(world)


def test_levels_change_the_decks() -> None:
    top = {}
    for level in ("easy_for_soviets", "easy_for_germans"):
        seats = Seats("bold", "ai", -1, (("difficulty", level),))
        world, template = worlds(seats)
        seat(world, template, seats, 4, 0, False)
        with quiet():
            begin(world)
        top[level] = world.deck[f.SOVIET, :3].tolist(), world.leaders.copy(), world.deck[f.GERMAN, 25]
    assert sorted(top["easy_for_soviets"][0]) == [f.CHUIKOV_CARD, f.ZAYTSEV_CARD, f.KHRUSHCHEV_CARD]
    leaders = top["easy_for_germans"][1]
    assert leaders[[f.PAULUS, f.HOTH, f.RICHTHOFEN, f.LINDEN]].all()
    assert top["easy_for_germans"][2] == f.OKH_CARD


def test_no_german_decision_hangs_on_what_is_hidden() -> None:
    seats = Seats("bold", "ai")
    world, template = worlds(seats)
    changed = 0
    for game in range(6):
        seat(world, template, seats, 8, game, False)
        with quiet():
            begin(world)
            half = 1
            while half:
                if half == 1:
                    kept = {name: getattr(world, name).copy() for name in ("u", "x", "s", "deck", "hand", "track")}
                    decide(world)
                    plan = world.plan.copy()
                    world.s[f.SEED] += 1_000
                    redeal(world)
                    changed += not np.array_equal(world.u, kept["u"])
                    decide(world)
                    assert np.array_equal(world.plan, plan)
                    for name, array in kept.items():
                        getattr(world, name)[:] = array
                half = play_half(world, half)
    assert changed > 50


def test_a_stopped_game_goes_on_to_the_same_end() -> None:
    seats = Seats("balanced", "ai", -1, (("difficulty", "normal"),))
    result, log = WHOLE.play_logged(seats, 12, 5)
    stops = list(WHOLE.positions.walk(seats, 12, 5, None))
    middle = stops[len(stops) // 2]
    kept = WHOLE.positions.read(WHOLE.positions.text(middle), "here")
    again, events, _ = WHOLE.positions.resume(kept, seats)
    assert again == result
    assert events.digest() == log.digest()
    assert len(set(WHOLE.positions.rest(middle, seats, 6, 77, 0).tolist())) >= 1
    assert len(stops) >= 2 * result.turns - 1


def test_the_log_opens_with_who_plays_and_ends_with_what_ended_it() -> None:
    played = play_game(WHOLE, 21, 0, Seats("cautious", "ai"))
    assert played.events is not None
    rows = played.events.table.to_pylist()
    head = json.loads(rows[0]["note"])
    assert (head["german"], head["soviet"], head["board"]) == ("cautious", "ai", -1)
    assert rows[-1]["kind"] == "end"
    assert rows[-1]["note"] == played.result.level
    assert WHOLE.diary is not None
    assert WHOLE.diary(played)[-1].startswith("The ")


@pytest.mark.in_turn
@pytest.mark.parametrize("name", [name for name in READINGS if name != "difficulty"])
def test_every_reading_is_felt(name: str) -> None:
    german = "random" if name == "R21" else "balanced"
    easy, normal = ("R3", "R6", "R7", "R24", "R35"), ("R42", "R43")
    level = (("difficulty", "easy_for_germans" if name in easy else "normal"),) if name in (*easy, *normal) else ()
    theirs = tuple(sorted((*level, (name, READINGS[name][1]))))
    n = 240 if name in normal else 120
    board = 3 if name == "drawn" else -1
    ours = WHOLE.play_block(Seats(german, "ai", board, level), 31, 0, n, False).results
    assert not np.array_equal(ours, WHOLE.play_block(Seats(german, "ai", board, theirs), 31, 0, n, False).results)
