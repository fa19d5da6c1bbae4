"""Events and the Luftflotte: every roll counted, and by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.games.donnerschlag.systems import _combat_cards as combat_cards
from sim.games.donnerschlag.systems import _decks as decks
from sim.games.donnerschlag.systems import events, luftflotte
from sim.numbers.tables import load_list
from tests.games.donnerschlag.systems.asking import COURSES, SYSTEMS, last_law, of_kind


@pytest.mark.parametrize(("given", "expect"), of_kind("event_roll"))
def test_event_examples(given: dict[str, Any], expect: dict[str, Any]) -> None:
    printed = load_list("donnerschlag", "events")[f"{given['card']}_general"]
    assert printed["success_low"] == "1"
    faces = int(printed["success_high"])
    is_success = bool(combat_cards.succeeds(faces, 0, np.array([given["die"], 1], np.int8)))
    assert is_success == expect.get("is_success", is_success)
    assert is_success != expect.get("is_card_discarded", not is_success)
    assert is_success == expect.get("is_card_removed", is_success)
    assert not combat_cards.succeeds(faces, 0, np.array([faces + 1, 1], np.int8))


def test_success_ways_count_every_roll() -> None:
    rolls = all_rolls(4).reshape(-1, 2, 2)
    for faces, stopped in product(range(7), range(4)):
        seen = Counter(combat_cards.succeeds(faces, stopped, rolls).sum(axis=1).tolist())
        assert events.success_ways(2, faces, stopped).tolist() == [seen[k] for k in range(7)]


def test_events_by_hand() -> None:
    """Turn 1: five cards, one kept, one without its moment. Then one more goes by the box."""
    setting = COURSES["events"].setting()
    assert SYSTEMS["events"].measure(setting) == 3 * Fraction(4, 6) + 6 * (1 + 2 * Fraction(4, 6))
    unboxed = COURSES["events"].setting(None, {"axis": "unboxed"})
    assert SYSTEMS["events"].measure(unboxed) == 7 * 3 * Fraction(4, 6)


def test_an_empty_pile_deals_nothing_unless_its_discards_are_shuffled() -> None:
    """15 early and 8 late cards, all removed as they come off: 15 cards for turns 1 to 3, 8 for the rest."""
    told = {"early_cards": 15, "late_cards": 8, "kept": 0, "without_moment": 0, "general_faces": 6}
    course = COURSES["events"]
    assert last_law(course, course.setting(told), "total").probability(lambda total: total == 23) == 1
    again = told | {"without_moment": 2, "six_from": 4}
    short, shuffled = (
        last_law(course, course.setting(again | {"reshuffle_when_empty": rule}), "total").mean(int) for rule in (0, 1)
    )
    assert short < shuffled


def test_luftflotte_by_hand() -> None:
    """A late card: 2 left over, 6 discards, 11 late cards make 19; hands of turns 5 to 7 take four each [5]."""
    course = COURSES["luftflotte"]
    chance = {policy: Fraction(0) for policy in course.policies["axis"]}
    for policy in chance:
        law = last_law(course, course.setting(None, {"axis": policy}), "flip_turn")
        chance[policy] = law.probability(lambda turn: turn > 0)
    assert chance == {
        "box": Fraction(12, 19), "roll": Fraction(12, 19) * Fraction(4, 6), "pick": 1, "pick_and_roll": Fraction(4, 6)
    }  # fmt: skip
    stopped = course.setting({"stopped_faces": 3}, {"axis": "pick_and_roll"})
    assert SYSTEMS["luftflotte"].measure(stopped) == Fraction(4, 6) * Fraction(1, 2)


def test_luftflotte_counts_only_between_the_call_and_box_4() -> None:
    course = COURSES["luftflotte"]
    for call, is_late in product((2, 3, 4), (0, 1)):
        setting = course.setting({"call_turn": call, "is_late": is_late})
        law = last_law(course, setting, "flip_turn", "held_turn")
        assert all(call <= flip < call + 4 and held <= flip for flip, held in law.counts if flip)
        assert all(held == 0 or held >= call + 4 for flip, held in law.counts if not flip)


def test_the_clock_takes_the_chance_of_luftflotte_from_its_system() -> None:
    boxed = SYSTEMS["luftflotte"].measure(COURSES["luftflotte"].setting())
    assert COURSES["clock"].factors["luftflotte_of_36"].value == round(36 * boxed)
    assert decks.TURNS[:7] == luftflotte.COURSE.turns
