"""Soviet supports and major offensives: every hand of a small cup, the short chain against the played one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.stalingrad_roads.systems import supports
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.games.stalingrad_roads.systems._cup import draw_ways, shortages_in_cup
from tests.games.stalingrad_roads.systems.asked import ROLLS, SYSTEMS, by_turn, setting


def test_the_drm_of_every_turn() -> None:
    for turn, major, minor in product(range(1, 18), (4, 12, 18), (5, 13, 18)):
        expected = -2 * (turn >= major) - (turn >= minor)
        assert int(supports.acquisition_drm(turn, major, minor)) == expected


def test_draws_by_every_hand_of_a_small_cup() -> None:
    # [12.2]
    for n, real, short in product(range(4), range(3, 6), range(4)):
        cup = ["real"] * real + (["test"] + ["plain"] * (short - 1) if short else [])
        hands = list(combinations(cup, n))
        expected = Counter((sum(m != "real" for m in hand), "test" in hand) for hand in hands)
        found = {(k, tested): Fraction(ways, of) for k, tested, ways, of in draw_ways(n, real, short)}
        assert found == {key: Fraction(times, len(hands)) for key, times in expected.items()}


def test_two_halves_of_a_draw_are_one_draw() -> None:
    """The scenario draws in two halves, so that its weights stay small: the law is that of one draw."""
    chosen = setting("supports", {"hq_moves": 3, "moves_start": 2})
    columns: list[Any] = [np.array([value], np.int8) for value in (4, 0, 7, 0, 0, 2, 1)]
    first = supports.Stock(*columns)
    short, real = int(shortages_in_cup(6, 3, 2)), 40 - 4
    law: Counter[int] = Counter()
    one = supports.cup_weights(first, chosen, 6, 0)[0].tolist()
    for k, ways in enumerate(one):
        if ways:
            drawn = supports.cup_drawn(first, chosen, 6, np.array([k]))
            two = supports.cup_weights(drawn, chosen, 6, 1)[0].tolist()
            assert sum(two) == comb(real + short - 4, 3)
            for more, times in enumerate(two):
                law[k + more] += ways * times
    total = sum(law.values())
    expected = {k: Fraction(comb(short, k) * comb(real, 7 - k), comb(real + short, 7)) for k in range(8)}
    assert {k: Fraction(n, total) for k, n in law.items() if n} == expected


@pytest.mark.parametrize(
    "factors", [{}, {"hq_moves": 5, "moves_start": 2}, {"marker_away": 5, "acquisition_shift": -1}]
)
@pytest.mark.parametrize("policy", ["save", "spend"])
def test_the_short_chain_is_the_played_one(factors: dict[str, int], policy: str) -> None:
    # [5.3.1, 5.3.4, 11.1.1, 11.4.3]
    chosen = setting("supports", factors, soviet=policy)
    chances = supports.next_launch_chances(chosen)
    assert sum(chances.values()) == 1
    for turn, worlds in enumerate(by_turn("supports", chosen), 1):
        by_then = sum((p for launch, p in chances.items() if 0 < launch <= turn), Fraction(0))
        assert worlds.law("launches").probability(lambda n: n > 1) == by_then


def test_the_first_roll_of_the_campaign_by_pencil() -> None:
    """No roll on NOV III, then a straight 2d6 from a cup without shortage markers."""
    _, second, *_ = by_turn("supports", setting("supports"))
    expected = Counter(int(acquired(np.array(roll, np.int8), 0)) for roll in ROLLS)
    assert {box[0]: p for box, p in second.law("box")} == {n: Fraction(times, 36) for n, times in expected.items()}


def test_what_a_launch_can_be_spent_on() -> None:
    """Example 11: ten supports and a shortage; seven kept, two for one of choice, one for an infantry unit."""
    assert supports.left_after_launch(10, chosen=1, units=1) == 7 + 1
    for supports_held, chosen, units, armored in product(range(10, 14), range(5), range(0, 14, 3), range(0, 7, 2)):
        price = 2 * chosen + units + 2 * armored
        if chosen > 3:
            with pytest.raises(GameError, match=r"4 supports of choice; expected at most 3 \[11.4.2\]"):
                supports.left_after_launch(supports_held, chosen, units, armored)
        elif price > supports_held:
            with pytest.raises(
                GameError, match=f"the launch costs {price} supports; expected at most the {supports_held} of"
            ):
                supports.left_after_launch(supports_held, chosen, units, armored)
        else:
            assert supports.left_after_launch(supports_held, chosen, units, armored) == supports_held - price + chosen


def test_what_spending_a_pair_each_turn_does_is_told_beside_saving() -> None:
    system = SYSTEMS["supports"]
    found = {one.id: one.law for one in system.find(system.setting())}["if_spent"]
    played = by_turn("supports", setting("supports", soviet="spend"))[-1].law("launches")
    assert found is not None
    assert found.probability(lambda turn: turn == 0) == played.probability(lambda n: n == 1) > Fraction(1, 5)
