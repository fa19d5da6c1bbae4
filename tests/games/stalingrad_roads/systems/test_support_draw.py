"""Draws from the cup of supports, by every hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

from sim.laws import drawn_law
from tests.games.stalingrad_roads.systems.asked import SYSTEMS, found_of


def test_the_cup_by_every_hand() -> None:
    # [5.1.2, 5.2.1]
    for wanted, others, short, draws in product(range(1, 4), range(4), range(3), range(1, 5)):
        cup = ["wanted"] * wanted + ["other"] * others + ["short"] * short
        hands = list(combinations(cup, min(draws, len(cup))))
        law = drawn_law(wanted, len(cup), min(draws, len(cup)))
        expected = Counter((hand.count("wanted"),) for hand in hands)
        assert (law.counts, law.denominator) == (dict(expected), len(hands))
    system = SYSTEMS["support_draw"]
    given = {"cup_supports": 25, "wanted": 2, "draws": 3, "shortages": 5, "turns": 2}
    missed = Fraction(comb(28, 3), comb(30, 3))
    assert system.measure(system.setting(given)) == 1 - missed**2
    assert found_of("support_draw", given)["dead"] == Fraction(3 * 5, 30)
