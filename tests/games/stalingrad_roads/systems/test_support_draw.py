"""Draws from the cup of supports, by every hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

from sim.games.stalingrad_roads.systems.support_draw import least_markers, split_of
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


def test_kinds_that_the_examples_show_are_drawn_as_wanted_ones() -> None:
    """Three Artillery of 40 supports, four drawn, thrice; the least that the cup may hold has room for all shown."""
    found, system = found_of("support_draw", {}), SYSTEMS["support_draw"]
    missed = Fraction(comb(37, 4), comb(40, 4))
    assert found["at_least_artillery"] == found["at_least_tank_brigade"] == 1 - missed**3
    assert found["at_least_katyusha"] < found["at_least_artillery"]
    least = system.factors["cup_supports"].low
    assert sum(least_markers().values()) <= least


def test_nov_iii_splits_artillery_and_katyusha_by_row() -> None:
    """Scenarios II and III: equal numbers in rows to 15 and south of it, the odd one north; four at least."""
    assert [split_of(n) for n in range(4)] == [(0, 0), (1, 0), (1, 1), (2, 1)]
    found = found_of("support_draw", {})
    assert found["south_II"] == found["south_III"] == 2
