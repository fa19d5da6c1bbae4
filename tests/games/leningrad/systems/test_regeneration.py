"""Regeneration of Leningrad: the rulebook's example, brute force, and laws worked out by hand."""

import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.game import load_game
from sim.games.leningrad import regeneration_verdict
from sim.games.leningrad.systems import bid, regeneration
from sim.numbers.rawfiles import RAW
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.verdict import Found, complaint

EXAMPLES = tomllib.loads((RAW / "leningrad" / "examples.toml").read_text(encoding="utf8"))["example"]
RATES = ("mobile_twelfths", "infantry_twelfths")
NO_DICE = np.empty((1, 0), np.int8)


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(e["given"], e["expect"], id=e["id"]) for e in EXAMPLES if e["kind"] == kind]


@pytest.mark.parametrize(("given", "expect"), of_kind("regeneration"))
def test_regeneration_example(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """A mobile unit is reduced the turn before it enters; draw 3 is one mobile unit and no infantry."""
    course = regeneration.COURSE
    setting = course.setting(None, {"german": "all"})
    state = regeneration.start(1, setting)
    seen: dict[str, int] = {}
    for turn in range(1, 13):
        state = regeneration.regenerate(state, setting, turn, NO_DICE)
        seen |= {"full_again_turn": turn, "acts_turn": turn} if state.flipped_mobile[0] else {}
        seen |= {"rest_turn": turn} if state.rest_mobile[0] else {}
        state = regeneration.move(state, setting, turn, NO_DICE)
        assert (state.new_mobile[0] == 1) == (turn == given["entered_turn"])
        state = regeneration.lose(state, setting, turn, np.array([3 * (turn == given["entered_turn"] - 1)]))
    assert seen == expect


def test_a_bid_counts_the_regenerations_that_are_worth_their_point() -> None:
    """A mechanized unit wins 3 points, infantry none: so only mobile ones are sent; a bid takes as many, to a half."""
    setting = regeneration.COURSE.setting()
    worth = regeneration.saved_vp(setting.factors)
    assert (worth["mobile"], worth["infantry"]) == (3, 0)
    *_, last = play_exactly(regeneration.COURSE, setting)
    assert abs(last.law("total").mean(int) - bid.SYSTEM.factors["regenerations"].value) <= Fraction(1, 2)


def test_the_state_keeps_the_books_of_a_queue_of_units() -> None:
    """Against units followed one by one, in plain lists, over drawn losses."""
    course, generator = regeneration.COURSE, np.random.default_rng(1941)
    for beds, road in product((1, 2, 5), (1, 2)):
        setting = course.setting({"beds": beds, "road_turns": road}, {"german": "all"})
        drawn = generator.integers(0, 6, size=12)
        state = regeneration.start(1, setting)
        front_, waiting, inside, flips = [], [], [], []  # type: ignore[var-annotated]
        for turn, losses in enumerate(drawn.tolist(), 1):
            state = regeneration.regenerate(state, setting, turn, NO_DICE)
            ready = sorted((unit for unit in inside if unit[1] <= turn - 2), key=lambda u: u[0] != "mobile")[:3]
            inside = [unit for unit in inside if unit not in ready]
            flips.append(Counter(kind for kind, *_ in ready))
            assert flips[-1]["mobile"] == state.flipped_mobile[0]
            assert flips[-1]["infantry"] == state.flipped_infantry[0]
            if road == 1:
                waiting, front_ = waiting + (front_ if turn <= 10 else []), ([] if turn <= 10 else front_)
            for kind in ("mobile", "infantry"):
                for unit in [u for u in waiting if u[0] == kind]:
                    if len(inside) < beds:
                        waiting.remove(unit)
                        inside.append((kind, turn, unit[2]))
            if road == 2 and turn <= 10:
                waiting, front_ = waiting + front_, []
            state = regeneration.move(state, setting, turn, NO_DICE)
            assert sum(getattr(state, f"{p}_{k}")[0] for p in ("new", "rest") for k in regeneration.KINDS) == len(
                inside
            )
            mobile, infantry = divmod(losses, 3)
            front_ += [("mobile", 0, (turn, 0))] * mobile + [("infantry", 0, (turn, n)) for n in range(infantry)]
            state = regeneration.lose(state, setting, turn, np.array([losses]))
        assert state.total[0] == sum(sum(each.values()) for each in flips)
        assert state.front_mobile[0] + state.front_infantry[0] == len(front_)


def test_with_room_enough_every_mobile_unit_lost_by_turn_9_is_had_again() -> None:
    """It leaves a turn later, on turn 10 at the latest, and is turned over two turns after: four points each."""
    system = regeneration.SYSTEM
    for is_armor, each in ((1, 4), (0, 3)):
        setting = system.setting({"beds": 9, "mobile_twelfths": 4, "is_armor": is_armor}, {"german": "mobile"})
        assert system.measure(setting) == 9 * Fraction(4, 12) * each


@pytest.mark.in_turn
def test_the_track_counts_what_the_play_counts() -> None:
    course, system = regeneration.COURSE, regeneration.SYSTEM
    for policy, factors in product(course.policies["german"], ({}, {"beds": 1, "infantry_twelfths": 6})):
        setting = course.setting(factors, {"german": policy})
        *_, last = play_exactly(course, setting)
        found = {finding.id: finding.number for finding in system.find(setting)}
        assert found["mobile"] + found["infantry"] == last.law("total").mean(int)  # type: ignore[operator]
        assert system.measure(setting) == 3 * found["mobile"]  # type: ignore[operator]


def test_never_more_than_three_are_turned_over_in_a_phase() -> None:
    setting = regeneration.COURSE.setting(None, {"german": "all"})
    for mobile, infantry in product(range(5), range(5)):
        full = replace(
            regeneration.start(1, setting),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        after = regeneration.regenerate(full, setting, 5, NO_DICE)
        assert after.flipped_mobile[0] == min(mobile, 3)
        assert after.flipped_mobile[0] + after.flipped_infantry[0] == after.total[0] == min(mobile + infantry, 3)
        assert after.rest_mobile[0] + after.rest_infantry[0] == mobile + infantry - after.total[0]


def test_an_attack_makes_the_stack_of_a_town_begin_again() -> None:
    setting = regeneration.COURSE.setting(None, {"german": "all"})
    for mobile, infantry, new, drawn in product(range(5), range(5), (0, 2), (0, 1)):
        begun = replace(
            regeneration.start(1, setting), new_mobile=np.array([new], np.int8),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        after = regeneration.interrupt(begun, setting, 5, np.array([drawn]))
        hit = (["mobile"] * mobile + ["infantry"] * infantry)[: 3 * drawn]
        assert after.new_mobile[0] == new + hit.count("mobile")
        assert after.new_infantry[0] == hit.count("infantry")
        assert after.rest_mobile[0] == mobile - hit.count("mobile")
        assert after.rest_infantry[0] == infantry - hit.count("infantry")
        assert after.interrupted[0] == len(hit)


def test_a_town_is_attacked_only_where_units_spend_their_full_turn() -> None:
    for sixths, mobile, infantry, new in product(range(3), (0, 1), (0, 2), (0, 1)):
        setting = regeneration.COURSE.setting({"attacked_of_6": sixths}, {"german": "all"})
        state = replace(
            regeneration.start(1, setting), new_mobile=np.array([new], np.int8),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        hits = sixths if mobile or infantry else 0
        assert regeneration.attack_ways(state, setting, 5).tolist() == [[6 - hits, hits]]


@pytest.mark.parametrize("attacked_turn", [2, 3, 4, 5])
def test_a_unit_attacked_in_its_full_turn_has_its_next_one_as_such(attacked_turn: int) -> None:
    """The unit of the example enters on turn 2, rests on turn 3 is full on turn 4, or a turn later [14.9]."""
    setting = regeneration.COURSE.setting(None, {"german": "all"})
    state, flipped = regeneration.start(1, setting), 0
    for turn in range(1, 13):
        state = regeneration.regenerate(state, setting, turn, NO_DICE)
        flipped = turn if state.flipped_mobile[0] else flipped
        state = regeneration.move(state, setting, turn, NO_DICE)
        state = regeneration.lose(state, setting, turn, np.array([3 * (turn == 1)]))
        state = regeneration.interrupt(state, setting, turn, np.array([int(turn == attacked_turn)]))
    assert flipped == (5 if attacked_turn == 3 else 4)


def test_losses_are_those_of_our_games_and_their_range_holds_what_the_designer_supposes() -> None:
    def over_the_game(end: str) -> Fraction:
        mobile, infantry = (getattr(regeneration.COURSE.factors[one], end) for one in RATES)
        ways = regeneration.loss_ways(mobile, infantry)
        return 12 * Fraction(int(sum(n * sum(divmod(k, 3)) for k, n in enumerate(ways))), int(ways.sum()))

    taken = {name: factor.value for name, factor in bid.SYSTEM.factors.items()}
    assert abs(over_the_game("value") - (taken["steps_lost"] + taken["regenerations"])) <= 1
    supposed = load_list("leningrad", "designer_claims").integer("german_losses_if_winning")
    assert over_the_game("low") < supposed < over_the_game("high")


def test_losses_are_counted_draw_by_draw() -> None:
    for mobile, infantry in product(range(0, 13, 4), range(0, 13, 4)):
        seen = Counter(3 * (m < mobile) + (i < infantry) + (j < infantry) for m, i, j in product(range(12), repeat=3))
        assert regeneration.loss_ways(mobile, infantry).tolist() == [seen[k] for k in range(6)]


def test_whole_games_say_what_they_show_of_regeneration() -> None:
    found = Found(regeneration.SYSTEM, regeneration.SYSTEM.setting())
    assert regeneration_verdict.NEVER in {one.says for one in load_game("leningrad").whole.variations}
    ends = {(-18.0, 6.0): "show no clear gain.", (-9.0, -1.0): "bear it out.", (1.0, 9.0): "show a loss."}
    for interval, end in ends.items():
        said = regeneration_verdict.beside_variations(found, {regeneration_verdict.NEVER: interval})
        assert said.endswith(f"Whole games {end}")
        assert "spare: that wins about" in said
        assert complaint(said) == ""
    assert regeneration_verdict.beside_variations(found, {}) == regeneration_verdict.verdict(found)
    assert complaint(regeneration_verdict.verdict(found)) == ""
