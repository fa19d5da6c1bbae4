"""Systems beside the map of Traces of Hubris: the discard for Blücher, against every plan made in advance."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.factors import factors_of
from sim.games.traces_of_hubris.systems import blucher_discard as discard
from tests.sampled import sampled

NEVER = 10

SCHEDULES = [
    {},
    {"rostov_from": 5, "tikhoretsk_from": 7, "krasnodar_from": 8, "novorossiysk_from": NEVER},
    {"rostov_from": NEVER, "tikhoretsk_from": NEVER, "krasnodar_from": NEVER, "novorossiysk_from": NEVER},
]


def told(factors: dict[str, int]) -> dict[str, int]:
    return {
        name: factor.value for name, factor in factors_of("traces_of_hubris", "blucher_discard_factors").items()
    } | factors


def value_of(plan: tuple[int, ...], turns: tuple[discard.Turn, ...], price: Fraction) -> Fraction:
    """What a plan made in advance is worth: on each turn at most so many threes, or as many as are there."""
    left, value = Fraction(1), Fraction(0)
    for most, turn in zip(plan, turns, strict=True):
        success = cost = Fraction(0)
        for have, p in enumerate(turn.at_hand):
            there = p - (turn.at_hand[have + 1] if have + 1 < len(turn.at_hand) else 0)
            n = min(most, have)
            steps = [turn.success[k] - turn.success[k - 1] for k in range(1, n + 1)]
            success += there * turn.success[n]
            cost += there * (sum(k * step for k, step in enumerate(steps, 1)) if turn.is_seen else n)
        value += left * (success * turn.worth - cost * 3 * price)
        left *= 1 - success
    return value


@pytest.mark.in_turn
@pytest.mark.parametrize("factors", sampled(SCHEDULES, 1, "schedules"))
@pytest.mark.parametrize("price", [Fraction(0), Fraction(1, 20), Fraction(13, 100), Fraction(1, 5)])
@pytest.mark.parametrize("rulings", [(1, 0), (1, 1), (2, 0), (2, 1)], ids=str)
def test_the_best_plan_is_the_best_of_all(factors: dict[str, int], price: Fraction, rulings: tuple[int, int]) -> None:
    turns = discard.turns_of(told({**factors, "threes_that_count": rulings[0], "after_roll": rulings[1]}))
    choices = range(rulings[0] + 1)
    plans = {plan: value_of(plan, turns, price) for plan in product(choices, repeat=len(turns))}
    best = discard.best(turns, price)
    assert best.value == max(plans.values())
    assert discard.never(turns) == plans[(0,) * len(turns)]
    if rulings[0] == 1:
        assert best.value == plans[tuple(int(turn.turn in best.turns) for turn in turns)]


@pytest.mark.parametrize("factors", SCHEDULES)
@pytest.mark.parametrize("threes", [1, 2])
def test_at_the_price_where_the_choice_turns_both_are_as_good(factors: dict[str, int], threes: int) -> None:
    turns = discard.turns_of(told({**factors, "spent_before": 0, "threes_that_count": threes}))
    for at, turn in enumerate(turns):
        ours, price = turns[at:], discard.break_even(turns[at:])
        sure = replace(turn, at_hand=(Fraction(1),) * (threes + 1))
        if threes == 2 and len(ours) > 5:
            continue  # the plans of so many turns are too many to try
        later = list(product(range(threes + 1), repeat=len(ours) - 1))

        def first(n: int, price: Fraction, sure: Any = sure, ours: Any = ours, later: Any = later) -> Fraction:
            return max(value_of((n, *plan), (sure, *ours[1:]), price) for plan in later)

        def spending(price: Fraction, first: Any = first) -> Fraction:
            return max(first(n, price) for n in range(1, threes + 1))

        assert spending(price) == first(0, price)
        assert spending(price + Fraction(1, 1000)) < first(0, price + Fraction(1, 1000))
        if price:
            assert spending(price - Fraction(1, 10_000)) > first(0, price - Fraction(1, 10_000))


@pytest.mark.parametrize("factors", SCHEDULES)
def test_who_sees_the_roll_pays_no_more_than_the_landing_is_worth_to_him(factors: dict[str, int]) -> None:
    """R36 the other way: a roll that lacks one pip is bought exactly while three markers cost less than it saves."""
    turns = discard.turns_of(told({**factors, "after_roll": 1}))
    for at, turn in enumerate(turns):
        price = discard.break_even(turns[at:])
        if turn.success[1] == turn.success[0]:
            assert price == 0
        else:
            assert 3 * price == turn.worth - discard.best(turns[at + 1 :], price).value


def test_the_last_turn_by_hand() -> None:
    turns = discard.turns_of(told(SCHEDULES[2]))
    assert discard.break_even(turns[-1:]) == Fraction(1, 6) * Fraction(5, 2) / 3  # a sixth of 1 + 1/2 + 1 divisions
    seen = discard.turns_of(told({**SCHEDULES[2], "after_roll": 1}))
    assert discard.break_even(seen[-1:]) == Fraction(5, 2) / 3  # the roll lacks one pip: all of it is at stake


def test_blucher_has_three_markers_left_on_just_the_turns_that_are_sure_to_leave_them() -> None:
    """Both pages take the markers alike: the window of the one holds the turns certain on the other, and no other."""
    given = {name: one.value for name, one in factors_of("traces_of_hubris", "blucher_factors").items()}
    window = range(given["discard_from"], given["discard_from"] + given["discard_turns"])
    certain = [one.turn for one in discard.turns_of(told({})) if one.at_hand[1] == 1]
    assert list(window) == certain
