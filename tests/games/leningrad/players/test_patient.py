"""Patient players ask of everybody who moved whether he had better stay, and have more plans to try."""

from __future__ import annotations

import numpy as np
import pytest

from sim.game import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.holding import EDGE
from sim.games.leningrad.played.look_ahead.tries import set_aside, try_rest, try_turn
from sim.games.leningrad.played.positions import POSITIONS
from sim.games.leningrad.played.saved import take
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.worlds import quiet
from sim.games.leningrad.players import roster
from sim.games.leningrad.players.roster import plan_words, plans_of, seat_of, weights_of
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.saved import Saved
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn

PATIENT = Seats("patient", "patient")


def thinking(turn: int, side: int, seed: int) -> tuple[World, int, int]:
    """Return a world before a turn, the plan that a patient player chooses there, and whom it holds back."""
    world = at_turn(turn, side, PATIENT, seed)
    plan = int(think_aloud(world, side))
    held = int(world.ahead[f.A_HELD + side])
    set_aside(world, 0, True)
    return world, plan, held


def value(world: World, side: int, plan: int, held: int, sample: int) -> tuple[int, int]:
    """Return what a plan comes to in a sample with units held back, and bits for who ended it elsewhere."""
    set_aside(world, 0, True)
    world.ahead[f.A_HELD + side] = held
    try_turn(world, side, plan, sample)
    first, last = (0, f.N_GERMAN) if side == f.GERMAN else (f.N_GERMAN, f.N_UNITS)
    moved = 0
    for u in range(first, last):
        if world.u[g.STATE, u] == g.ON_MAP and world.u[g.START, u] not in (-1, world.u[g.HEX, u]):
            moved |= 1 << (u - first)
    found = int(try_rest(world, side))
    set_aside(world, 0, True)
    return found, moved


def gain(world: World, side: int, plan: int, held: int, samples: range) -> float:
    """Return what holding units back gains a sample."""
    return float(np.mean([value(world, side, plan, held, k)[0] - value(world, side, plan, 0, k)[0] for k in samples]))


@pytest.mark.parametrize(("side", "turns"), [(f.GERMAN, (4, 7)), (f.SOVIET, (6, 9))])
def test_everybody_who_moved_is_asked_and_what_pays_must_pay_again(side: int, turns: tuple[int, ...]) -> None:
    """Whoever stays had moved, or stood with one who had; it wins in the samples of the choice and in others."""
    unlike_strong = 0
    with quiet():
        for seed, turn in ((seed, turn) for seed in range(8, 28) for turn in turns):
            world, plan, held = thinking(turn, side, seed)
            if not held:
                continue
            moved, now = 0, 2 * turn + side
            first, second, more = (int(world.ahead[at + now]) for at in (f.A_FIRST, f.A_SECOND, f.A_AGAIN))
            for sample in range(first + second):
                moved |= value(world, side, plan, 0, sample)[1]
            assert held & moved
            assert any(  # the second samples are left out where no plan but the habit was left for them
                gain(world, side, plan, held, range(n)) > EDGE
                and gain(world, side, plan, held, range(n, n + more)) > EDGE
                for n in (first, first + second)
            )
            world.ahead[f.A_EVERYBODY + now] = 0
            think_aloud(world, side)
            unlike_strong += int(world.ahead[f.A_HELD + side]) == 0
    assert unlike_strong > 1


@pytest.mark.parametrize("side", roster.SIDES)
def test_characters_are_plans_too(side: str) -> None:
    """Three more than strong players have, with words for each; nobody has said by how much they lead."""
    few, many = plans_of(side), plans_of(side, "patient")
    assert list(many) == [*few, "balanced", "bold", "cautious"]
    assert many["bold"] == weights_of("bold", side)
    assert plan_words(side, "patient")["bold"] == "plays as bold players do"
    seat = seat_of("patient", roster.SIDES.index(side))
    assert len(seat.plans) == len(seat.leads) == len(many)
    assert seat.leads[: len(few)].any()
    assert not seat.leads[len(few) :].any()


def test_a_patient_player_advises_with_all_his_plans() -> None:
    """The plan that he chooses is one of those that he is asked about, a character's way among them."""
    with quiet():
        world = at_turn(5, f.GERMAN, PATIENT)
    assert POSITIONS.advise is not None
    asked = POSITIONS.advise(Saved(PATIENT, 8, 0, 5, 1, take(world)), "patient", 2, 5)
    assert [one.name for one in asked.plans[:11]] == list(plans_of("german", "patient"))
    assert asked.chosen < len(asked.plans)


def test_a_plan_that_a_player_does_not_have_is_refused() -> None:
    """A position of patient players with a character's way as the plan is none of strong ones."""
    with quiet():
        state = take(at_turn(5, f.GERMAN, PATIENT))
    plans = list(plans_of("german", "patient"))
    state.plans[f.GERMAN] = plans.index("bold")
    text = POSITIONS.text(Saved(PATIENT, 8, 0, 5, 2, state))
    assert POSITIONS.read(text, "f").state.plans[f.GERMAN] == plans.index("bold")
    with pytest.raises(GameError, match="f: plans, german: 9; expected a whole number from 0 to 7"):
        POSITIONS.read(text.replace('german = "patient"', 'german = "strong"'), "f")


@pytest.mark.parametrize(("key", "n"), [("again", 110), ("stay", 17)])
def test_more_samples_than_there_is_room_for_are_refused(monkeypatch: pytest.MonkeyPatch, key: str, n: int) -> None:
    """A battle has as many for attackers as for defenders."""
    given = roster._strong()
    monkeypatch.setattr(roster, "_strong", lambda: given | {"patient": given["patient"] | {key: n}})
    with pytest.raises(GameError, match=rf"strong\.toml, patient: .*{key} {n}.*expected at most 128 samples a turn"):
        seat_of.__wrapped__("patient", f.GERMAN)
