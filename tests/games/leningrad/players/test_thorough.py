"""Thorough players have their best ways played on by others: the same games, found by sitting down anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.played.look_ahead.in_battle import _pays
from sim.games.leningrad.played.look_ahead.interdiction import interdict_with_care, weighs_interdiction
from sim.games.leningrad.played.look_ahead.outlook import worth
from sim.games.leningrad.played.look_ahead.playing_on import (
    BETTER,
    CHECKED,
    CLEARLY,
    COUNTS,
    EARLIEST,
    INTERDICTION,
    MOST_COMPARED,
    MOST_SEEN,
    NO_BATTLE,
    OF_ATTACKS,
    OF_BATTLES,
    OF_INTERDICTION,
    OF_PLANS,
    PART,
    THOUGHT,
    TURNS,
    _is_behind,
    _live_phase,
    as_seen,
    best_played_on,
    last_turn,
)
from sim.games.leningrad.played.look_ahead.tries import fingerprint, redeal
from sim.games.leningrad.played.look_ahead.ways import (
    ANYWHERE,
    ATTACK,
    GIVE,
    HOLD,
    INTERDICTION_PHASE,
    KEEP,
    N_COLUMNS,
    NOWHERE,
    OPEN,
    SPARED,
    STAY,
    USUAL,
    fight_as,
    interdict_as,
)
from sim.games.leningrad.played.season import live_phase, play_until, think_aloud
from sim.games.leningrad.played.sequence import open_phase, play_phase
from sim.games.leningrad.played.table import CHECKS, PLAYS_ON, sit_down
from sim.games.leningrad.played.worlds import quiet
from sim.games.leningrad.players.battles.assault import (
    begin_fights,
    choose_fight,
    choose_further_fight,
    end_fights,
    fight_on,
    resolve,
    spare,
)
from sim.games.leningrad.players.held import EAGER, MAY_MARCH, bit_of
from sim.games.leningrad.players.names import W_INTERDICT
from sim.games.leningrad.players.roster import seat_of
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.barrier import later
from sim.match.dice import AHEAD, key_of
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn, shuffle_unseen

THOROUGH = Seats("thorough", "thorough")
ARRAYS = ("u", "x", "s", "lists", "turns", "weights", "q", "ahead", "reach", "aside")
GAMES = 8


def a_while(turn: int, side: int, seed: int = 8, games: int = GAMES) -> World:
    """Return a game before a turn between thorough players who play but so many games on."""
    world = at_turn(turn, side, THOROUGH, seed)
    world.ahead[f.A_GAMES : f.A_LEAD] = games
    return world


def kept(world: World) -> dict[str, Any]:
    return {name: getattr(world, name).copy() for name in ARRAYS}


def put_back(world: World, arrays: dict[str, Any]) -> None:
    for name, array in arrays.items():
        getattr(world, name)[:] = array


def seat_others(world: World, side: int, sample: int) -> None:
    """Let others sit down as anybody does, with the dice of a sample and the counters dealt anew."""
    key = key_of(world.ahead[f.A_SEED], world.s[g.GAME], world.s[g.TURN], side, AHEAD, sample)
    thoughts = int(world.ahead[f.A_SEED])
    player = CHECKS if sample % THOUGHT >= CHECKED else PLAYS_ON
    sit_down(world, seat_of(player, 0), seat_of(player, 1))
    world.s[g.SEED], world.s[g.LOGGING] = int(key) >> 2, 0
    world.ahead[f.A_SEED] = thoughts ^ int(world.s[g.SEED])
    redeal(world)


def after(world: World, phase: int, last: int) -> int:
    """Return what a game that others play on is worth at the end of turn `last`, in thousandths."""
    play_until(world, phase, last)
    return int(worth(world, f.SOVIET))


def worth_of(world: World, side: int, plan: int, held: int, sample: int) -> int:
    """Return what comes of a half turn by a plan, and of the turns after it by others."""
    last = int(last_turn(world.s[g.TURN]))
    seat_others(world, side, sample)
    world.weights[side] = world.plans[side, plan]
    world.weights[f.GERMAN, W_INTERDICT] = world.plans[f.GERMAN, 0, W_INTERDICT]
    world.ahead[f.A_CHOSEN + side], world.ahead[f.A_HELD + side] = plan, held
    live_phase(world, 4 * side + 1)
    return after(world, 4 * side + 2, last)


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_the_best_way_is_that_of_the_games_played_on(side: int) -> None:
    """All of eight games of three plans played by hand: what comes of them and what each seemed tell the best one."""
    plans, others = (0, 3, 5), 0
    with quiet():
        for turn, seed in ((9, 8), (10, 9), (11, 10), (12, 11), (11, 12), (10, 13), (11, 14), (11, 15)):
            world = a_while(turn, side, seed)
            start, seems = kept(world), np.array([0, 700, -300])
            played, checked = np.zeros((len(plans), GAMES), np.int64), np.zeros((len(plans), GAMES // PART), np.int64)
            for at, plan in enumerate(plans):
                for row, first in ((played[at], 0), (checked[at], CHECKED)):
                    for k in range(len(row)):
                        put_back(world, start)
                        sample = OF_PLANS * THOUGHT + first + k
                        row[k] = worth_of(world, side, plan, 0, sample) * (1 - 2 * side)
            world = a_while(turn, side, seed)
            start = kept(world)
            ways = np.zeros((len(plans), N_COLUMNS), np.int64)
            ways[:, HOLD] = plans
            found = int(best_played_on(world, side, side, NO_BATTLE, ways, seems.copy(), 3, OF_PLANS, GAMES))
            total = played.sum(axis=1) + COUNTS * np.clip(seems - seems[0], -MOST_SEEN, MOST_SEEN)
            best = int(total.argmax())
            spread = (played[best] - played[0]).std(ddof=1) / np.sqrt(GAMES)
            lead = (total[best] - total[0]) / GAMES
            pays = lead >= BETTER / 2 * spread and checked[best].sum() > checked[0].sum()
            assert found == (best if pays else 0), (turn, total, spread)
            for name, array in start.items():
                assert np.array_equal(getattr(world, name), array), name
            others += found != 0
    assert others > 0


def test_how_far_games_are_played_on() -> None:
    """Three turns more, not less far than turn 7, not beyond the last; a way counts as seen within four points."""
    assert [int(last_turn(turn)) for turn in (1, 3, 4, 5, 8, 9, 10, 12)] == [7, 7, 7, 8, 11, 12, 12, 12]
    assert (TURNS, EARLIEST) == (3, 7)
    assert [int(as_seen(seems)) for seems in (-9000, -4000, 17, 4001)] == [-4000, -4000, 17, 4000]


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_a_battle_is_played_on_with_the_die_that_fell(side: int) -> None:
    """Ground given, ground kept, as usual: the first battle of a phase by hand, then the others, then the game."""
    compared = 0
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 24) for turn in (7, 8, 9, 10)):
            world = a_while(turn, side, seed)
            for phase in (1, 2):
                play_phase(world, 4 * side + phase)
            open_phase(world, 4 * side + 3, side)
            begin_fights(world)
            chosen, start, prints = int(choose_fight(world)), kept(world), []
            if chosen < 0:
                continue
            ways = np.zeros((3, N_COLUMNS), np.int64)
            ways[:, HOLD : HOLD + 2] = USUAL
            ways[:, HOLD + side] = USUAL, GIVE, KEEP
            for way in ways:
                put_back(world, start)
                fight_as(world, side, chosen, way)
                prints.append(int(fingerprint(world)))
            ways = ways[[prints.index(one) == at for at, one in enumerate(prints)]]
            if len(ways) == 1:
                continue
            played = np.array([
                [battle_by_hand(world, start, side, chosen, way, k) * (1 - 2 * side) for k in range(GAMES)]
                for way in ways
            ])  # fmt: skip
            put_back(world, start)
            nothing = np.zeros(len(ways), np.int64)
            found = best_played_on(world, side, side, chosen, ways, nothing, len(ways), OF_BATTLES, GAMES)
            best = int(played.sum(axis=1).argmax())
            difference = played[best] - played[0]
            pays = (
                difference.mean() >= BETTER / 2 * difference.std(ddof=1) / np.sqrt(GAMES)
                and sum(
                    battle_by_hand(world, start, side, chosen, ways[at], CHECKED + k) * sign * (1 - 2 * side)
                    for k in range(GAMES // PART)
                    for at, sign in ((best, 1), (0, -1))
                )
                > 0
            )
            assert found == (best if pays else 0)
            compared += 1
    assert compared > 2


def battle_by_hand(world: World, start: dict[str, Any], side: int, chosen: int, way: Any, sample: int) -> int:
    """Return what comes of a battle fought in a way; whoever's turn it is keeps his plan, the other has a habit."""
    put_back(world, start)
    last = int(last_turn(world.s[g.TURN]))
    fight_as(world, side, chosen, way)
    weights = world.weights.copy()
    seat_others(world, side, OF_BATTLES * THOUGHT + sample)
    world.weights[side] = weights[side]
    world.weights[f.GERMAN, W_INTERDICT] = world.plans[f.GERMAN, 0, W_INTERDICT]
    fight_on(world)
    end_fights(world)
    play_phase(world, 4 * side + 4)
    world.s[g.TURN] += side
    return after(world, 5 - 4 * side, last)


def test_what_is_clearly_behind() -> None:
    """Three halves of a standard error of the differences, what a way seemed to be worth counted in; twins always."""
    rng = np.random.default_rng(5)
    values, nothing = np.zeros((MOST_COMPARED, 32), np.int64), np.zeros(MOST_COMPARED, np.int64)
    told = set()
    for _ in range(200):
        values[0], values[1] = rng.integers(-30_000, 30_001, (2, 32)) + rng.integers(-4000, 4001, (2, 1))
        seems = rng.integers(-3000, 3000, MOST_COMPARED)
        difference = values[1] - values[0]
        lead = difference.sum() + COUNTS * (seems[1] - seems[0])
        expected = lead >= 0 and lead / 32 >= CLEARLY / 2 * difference.std(ddof=1) / np.sqrt(32)
        assert bool(_is_behind(values, seems, 0, 1, CLEARLY, 32)) == expected
        told.add(expected)
    assert told == {True, False}
    values[1] = values[0]
    assert _is_behind(values, nothing, 0, 1, CLEARLY, 32)


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_he_foresees_neither_dice_nor_counters_and_thinking_changes_nothing_else(side: int) -> None:
    """Other dice to come, other counters under the untried units: the same plan, the same units held back or sent."""
    found = []
    with quiet():
        for change in (0, 1, 2):
            world = a_while(11, side, games=4)
            if change:
                world.s[g.SEED] += change
                shuffle_unseen(world, np.random.default_rng(change))
            before = {name: getattr(world, name).copy() for name in ("u", "x", "s", "lists", "turns", "log")}
            plan = int(think_aloud(world, side))
            for name, array in before.items():
                assert np.array_equal(getattr(world, name), array), name
            found.append((plan, *world.ahead[f.A_HELD : f.A_SENT + f.MOST_SENT].tolist()))
    assert any(found[0])
    assert found[0] == found[1] == found[2]


def test_what_is_called_later_is_the_very_kernel() -> None:
    """By name from Python too; a name that no module has is refused when it is asked for."""
    ends = []
    with quiet():
        for call in (live_phase, _live_phase):
            world = at_turn(3, f.GERMAN, Seats("tuned", "tuned"))
            for phase in (1, 2, 3):
                call(world, phase)
            ends.append((world.u.tobytes(), world.log[: world.s[g.N_LOG]].tobytes()))
    assert ends[0] == ends[1]
    with pytest.raises(KeyError):
        later("sim.games.leningrad.played.season", "no_such_kernel", 1)


def test_no_bit_of_a_unit_is_that_of_an_order() -> None:
    units = sum(int(bit_of(side, u)) for side, u in [(f.SOVIET, u) for u in range(f.N_GERMAN, f.N_UNITS)])
    assert units & (MAY_MARCH | EAGER) == 0


def test_who_is_eager_goes_on_as_far_as_he_may() -> None:
    """Nobody advances less far than by habit, some farther; who is held back as well stays."""
    farther = 0
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 20) for turn in (3, 4, 6)):
            world = a_while(turn, f.GERMAN, seed)
            for phase in (1, 2):
                play_phase(world, phase)
            open_phase(world, 3, f.GERMAN)
            begin_fights(world)
            chosen, start = int(choose_fight(world)), kept(world)
            if chosen < 0:
                continue
            way, ends = np.zeros(N_COLUMNS, np.int64), []
            way[HOLD : HOLD + 2] = USUAL
            attackers = world.lists[f.L_ATT, : chosen // 8].copy()
            for stay in (0, EAGER, EAGER | int(bit_of(f.GERMAN, attackers[0]))):
                put_back(world, start)
                way[STAY] = stay
                fight_as(world, f.GERMAN, chosen, way)
                ends.append(world.u[g.HEX].copy())
            assert ends[2][attackers[0]] in (start["u"][g.HEX, attackers[0]], -1)
            gone = [(end != start["u"][g.HEX])[: f.N_GERMAN].sum() for end in ends]
            assert gone[1] >= gone[0]
            farther += gone[1] > gone[0]
    assert farther > 2


def test_interdiction_is_one_of_four_ways_by_what_comes_of_them() -> None:
    """By plan, by habit, anywhere, nowhere; what is done is the best in the end, and told in the log."""
    chosen = set()
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 16) for turn in (4, 7)):
            world = a_while(turn, f.GERMAN, seed)
            assert weighs_interdiction(world)
            for phase in (1, 2, 3):
                play_phase(world, phase)
            start, ways = kept(world), np.zeros((4, N_COLUMNS), np.int64)
            prints: list[int] = []
            for least in (USUAL, int(world.plans[f.GERMAN, 0, W_INTERDICT]), ANYWHERE, NOWHERE):
                put_back(world, start)
                ways[len(prints), HOLD] = least
                interdict_as(world, ways[len(prints)])
                if int(fingerprint(world)) not in prints:
                    prints.append(int(fingerprint(world)))
            n = len(prints)
            put_back(world, start)
            best = int(
                best_played_on(world, 0, 0, INTERDICTION, ways, np.zeros(4, np.int64), n, OF_INTERDICTION, GAMES)
            )
            put_back(world, start)
            interdict_with_care(world)
            assert int(fingerprint(world)) == prints[best if n > 1 else 0]
            log = event_log(world, load_board(tables.GAME, -1), THOROUGH, seed, 0, WHOLE.version).table.to_pylist()
            told = [row for row in log if row["phase"] == INTERDICTION_PHASE and row["turn"] == turn]
            assert (world.x[f.AIRED] > 0).any() == any(row["kind"] == "interdict" for row in told)
            chosen.add(best)
    assert len(chosen) > 1


def test_only_who_takes_his_time_weighs_interdiction() -> None:
    with quiet():
        assert not weighs_interdiction(at_turn(5, f.GERMAN, Seats("patient", "thorough")))
        assert not weighs_interdiction(at_turn(1, f.GERMAN, THOROUGH))


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_whether_an_attack_pays_is_told_by_games_with_dice_to_come(side: int) -> None:
    """Fought and spared, by hand, eight games each; other dice to come change nothing, and what is spared stays so."""
    told = set()
    with quiet():
        for seed, turn, further in ((seed, turn, more) for seed in (8, 9, 10) for turn in (9, 10) for more in (0, 1)):
            world = a_while(turn, side, seed)
            for phase in (1, 2):
                play_phase(world, 4 * side + phase)
            open_phase(world, 4 * side + 3, side)
            begin_fights(world)
            if further:
                fight_on(world)
            chosen = int(choose_further_fight(world) if further else choose_fight(world))
            if chosen < 0:
                continue
            start, sign = kept(world), 1 - 2 * side
            usual = np.zeros((2, N_COLUMNS), np.int64)
            usual[:, HOLD : HOLD + 2] = USUAL
            usual[:, ATTACK] = (SPARED, OPEN) if further else (OPEN, SPARED)
            played = np.array([
                [attack_by_hand(world, start, side, chosen, way, battle, k) * sign for k in range(GAMES)]
                for battle in (3,) for way in usual
            ])  # fmt: skip
            difference = played[1] - played[0]
            checked = sum(
                attack_by_hand(world, start, side, chosen, usual[at], 3, CHECKED + k) * times * sign
                for k in range(GAMES // PART)
                for at, times in ((1, 1), (0, -1))
            )
            other = difference.sum() > 0 and checked > 0
            other &= difference.mean() >= BETTER / 2 * difference.std(ddof=1) / np.sqrt(GAMES)
            for change in (0, 7):
                put_back(world, start)
                world.s[g.SEED] += change
                pays = bool(_pays(world, side, chosen, not further, 3))
                assert pays == (bool(other) == bool(further)), (seed, turn, further)
            told.add((further, pays))
            target = int(world.lists[f.L_HEX, 0])
            spare(world)
            for choose in (choose_fight, choose_further_fight):
                assert int(choose(world)) < 0 or int(world.lists[f.L_HEX, 0]) != target
    assert len(told) > 1


def attack_by_hand(world: World, start: dict[str, Any], side: int, chosen: int, way: Any, battle: int, k: int) -> int:
    """Return what comes of an attack with others' dice, or of none."""
    put_back(world, start)
    last = int(last_turn(world.s[g.TURN]))
    weights = world.weights.copy()
    seat_others(world, side, (OF_ATTACKS + battle) * THOUGHT + k)
    world.weights[side] = weights[side]
    world.weights[f.GERMAN, W_INTERDICT] = world.plans[f.GERMAN, 0, W_INTERDICT]
    if way[ATTACK] == OPEN:
        resolve(world, chosen)
    else:
        spare(world)
    fight_on(world)
    end_fights(world)
    play_phase(world, 4 * side + 4)
    world.s[g.TURN] += side
    return after(world, 5 - 4 * side, last)
