"""Leads: what is known of a plan before it is tried, and how it is fitted to what plans come to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.fit_leads import FEWEST, LAST, PLAYED, SLOPE, TRIED, Tried, fitted
from sim.game import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.season import think_aloud
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
        table = world.ahead[f.A_LEAD :].reshape(f.N_PLANS, -1)
        table[:] = 0
        for plan, lead in leads.items():
            table[plan] = lead
        return int(think_aloud(world, side))


def test_players_sit_down_with_the_leads_of_their_file() -> None:
    world = at_turn(4, 1, Seats("strong", "strong"))
    table = world.ahead[f.A_LEAD :].reshape(f.N_PLANS, f.N_TURNS + 1, 2)
    for side in range(2):
        leads = leads_of(roster.SIDES[side])
        assert leads.any()
        assert np.array_equal(table[: len(leads), 1:, side], leads)


def test_a_plan_without_leads_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "leads.toml"
    broken.write_text(roster._LEADS.read_text(encoding="utf8").replace("storm", "siege"), encoding="utf8")
    monkeypatch.setattr(roster, "_LEADS", broken)
    with pytest.raises(GameError, match=r"leads\.toml, german: .*storm"):
        leads_of.__wrapped__("german")


def tried(rng: np.random.Generator, seems: float, comes_to: float, games: int = 400) -> list[Tried]:
    """Return tries of German plans by chance, of which the first one on turn 5 seems so good and comes to something."""
    n = len(plans_of("german"))
    found: list[Tried] = []
    for turn in range(1, LAST + 1):
        for _ in range(games):
            values: NDArray[np.float64] = rng.normal(0, 8, (TRIED + PLAYED, n))
            values[TRIED:] += rng.normal(0, 30, (PLAYED, n))
            if turn == 5:
                values[:TRIED, 1] += seems
                values[TRIED:, 1] += comes_to
            parted = np.ones((TRIED + PLAYED, n), np.bool_)
            parted[:, 0] = False
            parted[:, 2] = len(found) < FEWEST // 2  # hardly ever another than the habit
            found.append((turn, 0, np.rint(1000 * values).astype(np.int64), parted))
    return found


def test_a_lead_is_what_a_plan_comes_to_beyond_what_it_seems() -> None:
    leads = fitted(tried(np.random.default_rng(5), 10.0, -20.0), 0)
    off = (-20 - SLOPE * 10) / SLOPE
    assert leads[1, 4] == pytest.approx(off / 2, rel=0.2)  # the turns before and after count as much as it
    assert leads[1, [3, 5]] == pytest.approx(off / 4, rel=0.4)
    assert abs(np.delete(leads, 1, axis=0)).max() < 0.15 * abs(off)
    assert not leads[2].any()
    assert not leads[0].any()
    assert not leads[:, LAST:].any()


def test_chance_makes_small_leads() -> None:
    assert abs(fitted(tried(np.random.default_rng(6), 0.0, 0.0), 0)).max() < 2
