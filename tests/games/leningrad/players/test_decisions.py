"""What is fitted to decisions: leads, known of a plan before it is tried, and what is added to the outlook."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import fit_decisions
from benchmarks.decisions import LAST, PLAYED, TRIED, Decision, try_plans
from benchmarks.fit_decisions import FEWEST, RIDGE, SLOPE, hindsight, leads, slopes
from sim.game import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.tries import lists_aside, set_aside, try_on, try_rest, try_turn
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.table import outlook
from sim.games.leningrad.played.worlds import quiet
from sim.games.leningrad.players import roster
from sim.games.leningrad.players.roster import leads_of, plans_of
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn

SURE = 10**9


@pytest.mark.parametrize("side", [0, 1])
def test_a_plan_far_ahead_is_chosen_and_one_far_behind_never(side: int) -> None:
    for plan in (1, 5):
        assert choice(side, {plan: SURE}) == plan
    assert choice(side, dict.fromkeys(range(1, f.N_PLANS), -SURE)) == 0


def choice(side: int, leads: dict[int, int]) -> int:
    """Return the plan that is chosen on turn 5 with these leads and no others."""
    with quiet():
        world = at_turn(5, side, Seats("strong", "strong"))
        table = world.ahead[f.A_LEAD : f.A_REST].reshape(f.N_PLANS, -1)
        table[:] = 0
        for plan, lead in leads.items():
            table[plan] = lead
        return int(think_aloud(world, side))


def test_players_sit_down_with_the_leads_of_their_file() -> None:
    world = at_turn(4, 1, Seats("strong", "strong"))
    table = world.ahead[f.A_LEAD : f.A_REST].reshape(f.N_PLANS, f.N_TURNS + 1, 2)
    for side in range(2):
        leads = leads_of(roster.SIDES[side])
        assert leads.any()
        assert np.array_equal(table[: len(leads), 1:, side], leads)


def test_a_plan_without_leads_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "leads.toml"
    broken.write_text(roster.LEADS.read_text(encoding="utf8").replace("storm", "siege"), encoding="utf8")
    monkeypatch.setattr(roster, "LEADS", broken)
    with pytest.raises(GameError, match=r"leads\.toml, german: .*storm"):
        leads_of.__wrapped__("german")


@pytest.mark.parametrize(("turn", "side"), [(5, 0), (7, 1)])
def test_a_decision_holds_what_plans_lead_to_and_leaves_the_game_as_it_was(turn: int, side: int) -> None:
    with quiet():
        world = at_turn(turn, side, Seats("strong", "strong"))
        before = world.u.copy(), world.s.copy(), world.x[f.FORT].copy()
        found = try_plans(world, 0, side)
        for was, now in zip(before, (world.u, world.s, world.x[f.FORT]), strict=True):
            assert np.array_equal(was, now)
        world.ahead[f.A_HELD : f.A_HELD + 2] = 0
        set_aside(world, 0, False)
        lists_aside(world, False)
        for sample, plan in ((0, 0), (1, 3)):
            try_turn(world, side, plan, sample)
            value = try_rest(world, side)
            expected = int(found.seen[sample, plan] @ outlook()[found.row])
            assert value == (expected if side == f.GERMAN else -expected)
            set_aside(world, 0, True)
            try_turn(world, side, plan, sample)
            assert found.ends[sample, plan] == try_on(world, f.GERMAN, side, 2 * f.N_TURNS) / 1000
            set_aside(world, 0, True)
    same = ~found.parted
    assert same[:, 0].all()
    assert not same.all()
    for sample, plan in zip(*np.nonzero(same), strict=True):
        assert found.ends[sample, plan] == found.ends[sample, 0]
        assert sample >= TRIED or np.array_equal(found.seen[sample, plan], found.seen[sample, 0])


WORTHS = np.eye(1, f.N_MARKS).repeat(2 * (f.N_TURNS + 1), axis=0)
"""An outlook to which only the first thing seen is worth anything: a point."""


def tried(rng: np.random.Generator, seems: float, comes_to: float, games: int = 400) -> list[Decision]:
    """Return tries of German plans by chance, of which the first one on turn 5 seems so good and comes to something."""
    n = len(plans_of("german"))
    found: list[Decision] = []
    for turn in range(1, LAST + 1):
        for game in range(games):
            seen = np.zeros((TRIED, n, f.N_MARKS), np.int64)
            values: NDArray[np.float64] = rng.normal(0, 8, (TRIED + PLAYED, n))
            values[TRIED:] += rng.normal(0, 30, (PLAYED, n))
            if turn == 5:
                values[:TRIED, 1] += seems
                values[TRIED:, 1] += comes_to
            parted = np.ones((TRIED + PLAYED, n), np.bool_)
            parted[:, 0] = False
            parted[:, 2] = len(found) < FEWEST // 2  # hardly ever another than the habit
            seen[:, :, 0] = np.rint(values[:TRIED])
            found.append(Decision(game, turn, 0, seen, values, parted))
    return found


def test_a_lead_is_what_a_plan_comes_to_beyond_what_it_seems() -> None:
    found = leads(tried(np.random.default_rng(5), 10.0, -20.0), WORTHS, 0)
    off = (-20 - SLOPE * 10) / SLOPE
    assert found[1, 4] == pytest.approx(off / 2, rel=0.2)  # the turns before and after count as much as it
    assert found[1, [3, 5]] == pytest.approx(off / 4, rel=0.4)
    assert abs(np.delete(found, 1, axis=0)).max() < 0.15 * abs(off)
    assert not found[2].any()
    assert not found[0].any()
    assert not found[:, LAST:].any()


def test_chance_makes_small_leads() -> None:
    assert abs(leads(tried(np.random.default_rng(6), 0.0, 0.0), WORTHS, 0)).max() < 2


def ended(rng: np.random.Generator, worth: float, games: int = 300) -> list[Decision]:
    """Return decisions whose samples end by chance but for one thing that is seen, worth so much on turn 6 alone.

    What is common to all samples of a decision is worth something too, of which no decision can tell.
    """
    found: list[Decision] = []
    for turn, side in ((5, 0), (5, 1), (6, 0), (6, 1), (9, 0)):
        for game in range(games):
            seen = np.zeros((TRIED, 8, f.N_MARKS), np.int64)
            seen[:, :, 6:9] = rng.integers(0, 12, (TRIED, 8, 3))
            seen[:, :, 9] = common = rng.integers(0, 12)
            ends: NDArray[np.float64] = rng.normal(0, 25, (TRIED + PLAYED, 8)) + 9.0 * common
            if turn + side == 6:
                ends[:TRIED] += worth * seen[:, :, 7]
            found.append(Decision(game, turn, side, seen, ends, np.ones(ends.shape, np.bool_)))
    return found


def test_hindsight_adds_what_the_outlook_lacks_within_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_decisions, "worths_in", lambda _: np.zeros(WORTHS.shape))
    added = hindsight(ended(np.random.default_rng(7), 4.0))
    row = 2 * 6 + f.SOVIET  # after the Soviet half turn at which Germans of turn 6 and Soviets of turn 5 stop
    part = 4.0 * 2 / (2 + 0.5 + 0.5)  # half of those before and after, where it is worth nothing
    assert added[row, 7] == pytest.approx(part / (1 + RIDGE), rel=0.25)
    assert abs(added[row, [6, 8]]).max() < 0.4
    assert not added[:, 9].any()
    assert not added[[row - 1, row + 1]].any()
    assert not added[:, :6].any()


def test_what_the_outlook_says_already_is_not_added(monkeypatch: pytest.MonkeyPatch) -> None:
    known = np.zeros(WORTHS.shape)
    known[12 + f.SOVIET, 7] = 4000
    monkeypatch.setattr(fit_decisions, "worths_in", lambda _: known)
    assert abs(hindsight(ended(np.random.default_rng(8), 4.0))[12 + f.SOVIET]).max() < 0.5


def test_a_slope_is_what_a_point_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_decisions, "worths_in", lambda _: 1000 * WORTHS)
    assert tuple(slopes(followed(np.random.default_rng(9), 1.0))) == pytest.approx((1.0, 1.0), abs=0.05)
    half = 0.5 / (1 - 0.5 / (1 + RIDGE))  # half is too much, and all but the ridge's share of that is seen
    assert tuple(slopes(followed(np.random.default_rng(9), 0.5))) == pytest.approx((half, half), abs=0.05)


def followed(rng: np.random.Generator, share: float, games: int = 400) -> list[Decision]:
    """Return decisions of which every sample comes to a share of what plans seem to be worth to the outlook."""
    found: list[Decision] = []
    for game in range(games):
        for side in range(2):
            seen = np.zeros((TRIED, 8, f.N_MARKS), np.int64)
            seen[:, :, 0] = rng.integers(-20, 20, 8)
            ends: NDArray[np.float64] = share * seen[0, :, 0] + rng.normal(0, 5, (TRIED + PLAYED, 8))
            found.append(Decision(game, 5, side, seen, ends, np.ones(ends.shape, np.bool_)))
    return found
