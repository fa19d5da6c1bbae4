"""The front line of Leningrad while nobody knows it: every draw counted by hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from sim.games.leningrad.systems import untried
from sim.numbers.tables import load_list


def test_the_law_of_a_line_counts_every_draw() -> None:
    units = load_list("leningrad", "soviet_units").rows
    infantry = [(int(u["attack"]), int(u["defense"])) for u in units if u["movement_class"] == "infantry"]
    mobile = [(int(u["attack"]), int(u["defense"])) for u in units if u["movement_class"] == "mobile"]
    for attacks in (False, True):
        seen = Counter(
            sum(unit[not attacks] for unit in (*pair, one)) for pair in combinations(infantry, 2) for one in mobile
        )
        law = untried.strength_law(2, 1, attacks=attacks)
        assert {points: Fraction(n, comb(46, 2) * 15) for points, n in seen.items()} == {o[0]: p for o, p in law}
    weak = Counter(sum(defense <= 2 for _, defense in pair) for pair in combinations(infantry, 2))
    assert {o[0]: p for o, p in untried.weak_law(2, 2)} == {k: Fraction(n, comb(46, 2)) for k, n in weak.items()}


def test_the_luck_of_a_single_division_by_hand() -> None:
    """46 infantry of 139 defense points in all; the mean is a little above three."""
    mean = Fraction(139, 46)
    counts = {1: 6, 2: 12, 3: 12, 4: 10, 5: 4, 6: 1, 7: 1}
    luck = sum(n * abs(points - mean) for points, n in counts.items()) / 46
    assert untried.SYSTEM.measure(untried.SYSTEM.setting({"infantry": 1, "mobile": 0})) == luck


def test_the_line_at_start_is_that_of_the_set_up() -> None:
    setup, factors = load_list("leningrad", "setup"), untried.SYSTEM.factors
    assert factors["infantry"].value == setup.integer("soviet_red_hexes_infantry", "count")
    assert factors["mobile"].value == factors["mobile"].high == setup.integer("soviet_red_hexes_mobile", "count")
    columns = setup.integer("soviet_columns", "count")
    assert factors["infantry"].high == factors["infantry"].value + columns
