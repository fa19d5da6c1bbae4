"""Players that look ahead: they foresee nothing, change nothing while they think, and win more than the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.played.ahead import decide, try_rest, try_turn
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.sequence import play_phase, restore, set_up
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players.roster import seat_of
from sim.games.leningrad.referee import judge
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.play import play_game, play_match
from sim.match.whole import Seats
from tests.games.leningrad.referee.games import seed_of_the_code

FIRST_ROLL = ("reveal", "overrun", "combat")
TURNS = (2, 5, 9, 11)


def at_turn(turn: int, side: int, seats: Seats, seed: int = 8) -> World:
    """Return a game at the start of a side's turn; all thoughts come from the seed of the game."""
    world, template = worlds(seats)
    restore(world, template)
    world.s[g.SEED], world.s[g.LOGGING] = seed, 1
    sit_down(world, seat_of("balanced", 0), seat_of("balanced", 1))
    set_up(world)
    for now in range(1, turn + side):
        world.s[g.TURN] = now
        for phase in range(1, 9 if now < turn else 5):
            play_phase(world, phase)
    world.s[g.TURN] = turn
    sit_down(world, seat_of(seats.first, 0), seat_of(seats.second, 1))
    return world


def shuffle_unseen(world: World, rng: np.random.Generator) -> None:
    """Deal the counters that nobody has seen to other untried units of their class."""
    for kind in (f.MOBILE, f.INFANTRY):
        hidden = np.flatnonzero((world.u[g.SIDE] == f.SOVIET) & (world.u[g.CLASS] == kind) & (world.u[f.KNOWN] == 0))
        for u, counter in zip(hidden, rng.permutation(world.u[f.COUNTER, hidden]), strict=True):
            _, attack, defense, of_type = tables.counters()[counter]
            world.u[f.COUNTER, u], world.u[f.TYPE, u] = counter, of_type
            world.u[g.ATT, u] = world.u[g.FULL, u] = world.u[g.HALF, u] = attack
            world.u[g.DEF, u] = defense


def decisions(turn: int, side: int, seats: Seats, change: int) -> tuple[int, list[Any]]:
    """Return the plan chosen and all events of the turn up to its first roll; `change` permutes what is unknown."""
    with quiet():
        world = at_turn(turn, side, seats)
        if change:
            world.s[g.SEED] += change
            shuffle_unseen(world, np.random.default_rng(change))
        plan = int(think_aloud(world, side))
        for phase in range(4 * side + 1, 4 * side + 4):
            play_phase(world, phase)
    log = event_log(world, load_board(tables.GAME, -1), seats, 8, 0, WHOLE.version).table.to_pylist()
    turn_log = [row for row in log if row["turn"] == turn and row["phase"] > 4 * side]
    first = next((at for at, row in enumerate(turn_log) if row["kind"] in FIRST_ROLL), len(turn_log))
    return plan, turn_log[:first]


@pytest.mark.parametrize("player", ["cautious", "balanced", "bold", "tuned", "strong"])
@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_nobody_foresees_dice_or_untried_counters(player: str, side: int) -> None:
    """Other dice to come and other counters under the untried units: the same plan, the same moves until a roll."""
    seats = Seats(player, player)
    moved = 0
    for turn in TURNS:
        known = decisions(turn, side, seats, 0)
        moved += len(known[1])
        for change in (1, 2):
            assert decisions(turn, side, seats, change) == known
    assert moved > 20


def test_other_thoughts_may_choose_otherwise() -> None:
    """The plan hangs on the dice of the thoughts, so the test above could fail."""
    chosen = {turn: set[int]() for turn in TURNS}
    with quiet():
        for turn, plans in chosen.items():
            for thoughts in range(6):
                world = at_turn(turn, f.GERMAN, Seats("strong", "balanced"))
                world.ahead[f.A_SEED] = thoughts
                plans.add(int(think_aloud(world, f.GERMAN)))
    assert max(len(plans) for plans in chosen.values()) > 1


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_thinking_changes_nothing_but_the_plan(side: int) -> None:
    with quiet():
        for turn in (1, 6, 12):
            world = at_turn(turn, side, Seats("strong", "strong"))
            before = {name: getattr(world, name).copy() for name in ("u", "x", "s", "lists", "turns", "log")}
            chosen = decide(world, side)
            for name, kept in before.items():
                assert np.array_equal(getattr(world, name), kept), name
            assert np.array_equal(world.weights[side], world.plans[side, chosen])


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_what_leads_to_the_same_position_is_played_out_once(side: int) -> None:
    """Every plan played out by itself, twice: same fingerprint, same worth, and the best sum is what is decided."""
    twins = 0
    with quiet():
        for turn in TURNS:
            world = at_turn(turn, side, Seats("strong", "strong"))
            now = 2 * turn + side
            world.ahead[f.A_FIRST + now], world.ahead[f.A_SECOND + now] = 2, 0
            before = {name: getattr(world, name).copy() for name in ("u", "x", "s", "lists", "turns", "weights")}
            total = [0] * int(world.ahead[f.A_PLANS + side])
            for sample in range(2):
                worth_of: dict[int, int] = {}
                for plan in range(len(total)):
                    print_of = try_turn(world, side, plan, sample)
                    value = try_rest(world, side)
                    twins += print_of in worth_of
                    assert worth_of.setdefault(print_of, value) == value
                    total[plan] += value
                    for name, kept in before.items():
                        getattr(world, name)[:] = kept
                assert len(worth_of) > 1
            assert decide(world, side) == total.index(max(total))
    assert twins > 0


@pytest.mark.in_turn
def test_a_strong_game_is_the_same_on_any_number_of_threads_and_alone() -> None:
    seats = Seats("strong", "strong")
    one, two = (play_match(WHOLE, 60, 3, seats, jobs=jobs, turns=True) for jobs in (1, 2))
    for name in WHOLE.result_columns:
        assert np.array_equal(one.columns[name], two.columns[name])
    assert one.turns is not None
    assert two.turns is not None
    assert np.array_equal(one.turns, two.turns)
    assert play_game(WHOLE, 3, 57, seats).result.margin == one.columns["vp_margin"][57]


@pytest.mark.parametrize("seats", [Seats("strong", "bold"), Seats("cautious", "strong"), Seats("closer", "closer")])
def test_the_referee_passes_who_looks_ahead(seats: Seats) -> None:
    played = play_game(WHOLE, seed_of_the_code(), 0, seats)
    assert played.events is not None
    judgment = judge(played.events.table)
    assert judgment.is_legal, judgment.message


@pytest.mark.in_turn
@pytest.mark.parametrize(("side", "n"), [pytest.param("german", 400, marks=pytest.mark.verification), ("soviet", 240)])
def test_strong_beats_the_balanced_one(side: str, n: int) -> None:
    """Five standard errors over the balanced player on the same dice; the Germans gain less, so it takes more games."""
    seats = Seats("strong", "balanced") if side == "german" else Seats("balanced", "strong")
    new, old = (play_match(WHOLE, n, 4, who, jobs=2).columns["vp_margin"] for who in (seats, Seats()))
    gain = (new - old) * (1 if side == "german" else -1)
    assert gain.mean() > 5 * gain.std(ddof=1) / np.sqrt(n)
