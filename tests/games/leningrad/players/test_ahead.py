"""Players that look ahead: they foresee nothing, change nothing while they think, and win more than the others."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.played.look_ahead.plans import decide
from sim.games.leningrad.played.look_ahead.tries import (
    N_NOTES,
    compare_plans,
    set_aside,
    try_plan,
    try_rest,
    try_turn,
    where_from,
)
from sim.games.leningrad.played.season import live_phase, think_aloud
from sim.games.leningrad.played.sequence import play_phase, restore, set_up
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players import names
from sim.games.leningrad.players.asked import ENDS, NOTED
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
            live_phase(world, phase)
    log = event_log(world, load_board(tables.GAME, -1), seats, 8, 0, WHOLE.version).table.to_pylist()
    turn_log = [row for row in log if row["turn"] == turn and row["phase"] > 4 * side]
    first = next((at for at, row in enumerate(turn_log) if row["kind"] in FIRST_ROLL), len(turn_log))
    return plan, turn_log[:first]


@pytest.mark.parametrize("player", ["cautious", "balanced", "bold", "tuned", "strong", "patient"])
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
    """Every plan played out by itself, twice: same fingerprint, same worth; the best sum with its lead is decided."""
    twins = 0
    with quiet():
        for turn in TURNS:
            world = at_turn(turn, side, Seats("strong", "strong"))
            now = 2 * turn + side
            world.ahead[f.A_FIRST + now], world.ahead[f.A_SECOND + now] = 2, 0
            before = {name: getattr(world, name).copy() for name in ("u", "x", "s", "lists", "turns", "weights")}
            total = [0] * int(world.ahead[f.A_PLANS + side])
            leads = world.ahead[f.A_LEAD : f.A_REST].reshape(f.N_PLANS, f.N_TURNS + 1, 2)
            for sample in range(2):
                worth_of: dict[int, int] = {}
                first_with: dict[int, int] = {}
                for plan in range(len(total)):
                    print_of = try_turn(world, side, plan, sample)
                    value = try_rest(world, side)
                    twins += print_of in worth_of
                    assert worth_of.setdefault(print_of, value) == value
                    like = first_with.setdefault(print_of, plan)  # whose lead counts for both
                    total[plan] += value + int(leads[like, turn, side])
                    for name, kept in before.items():
                        getattr(world, name)[:] = kept
                assert len(worth_of) > 1
            assert decide(world, side) == total.index(max(total))
    assert twins > 0


@pytest.mark.parametrize("side", [f.GERMAN, f.SOVIET])
def test_a_plan_goes_on_where_it_parts_from_the_habit_as_if_played_from_the_start(side: int) -> None:
    """Three samples of every plan: the same units, dice and fingerprint, from the start and from what was kept."""
    places: set[int] = set()
    with quiet():
        for turn in TURNS:
            world = at_turn(turn, side, Seats("strong", "strong"))
            kept = np.zeros((N_NOTES, f.N_PLANS), np.int64)
            compare_plans(world, side, kept)
            set_aside(world, 0, False)
            for sample in range(3):
                for plan in range(int(world.ahead[f.A_PLANS + side])):
                    found = []
                    for is_kept in (False, True):
                        set_aside(world, 0, True)
                        places.add(where_from(plan, sample, kept))
                        trial = (
                            try_plan(world, side, plan, sample, kept) if is_kept
                            else try_turn(world, side, plan, sample)
                        )  # fmt: skip
                        seen = world.s[[f.ATTACKS, f.MOVES, g.SEED, g.PHASE, g.TURN]].tolist()
                        found.append((trial, world.u.tobytes(), seen))
                        try_rest(world, side)  # which leaves a later turn behind
                    assert found[0] == found[1], (turn, sample, plan)
    assert len(places) > 4


def test_every_weight_by_which_plans_part_is_noted_where_it_is_asked() -> None:
    """A kernel that reads such a weight notes it, or is there to find where a unit ends its move."""
    places = {name: getattr(names, name) for name in vars(names) if name.startswith("W_")}
    noted, ends = ({name for name, at in places.items() if bits >> at & 1} for bits in (NOTED, ENDS))
    read: set[str] = set()
    for path in sorted(Path(names.__file__).parent.rglob("*.py")):
        for function in (node for node in ast.parse(path.read_text("utf8")).body if isinstance(node, ast.FunctionDef)):
            used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            read |= used & noted
            assert not used & (noted - ends) or used & {"note", "weight"}, f"{path.name}, {function.name}"
            assert not used & ends or path.name in ("drive.py", "front.py"), f"{path.name}, {function.name}"
    assert read == noted


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
