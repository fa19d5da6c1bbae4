"""What shortage costs, by every hand."""

from fractions import Fraction
from itertools import combinations

from tests.games.stalingrad_roads.systems.asked import SYSTEMS


def test_no_move_costs_nothing_and_the_cost_is_that_of_every_hand() -> None:
    system = SYSTEMS["shortage"]
    assert system.measure(system.setting({"hq_moves": 0})) == 0
    given = {"cup_supports": 25, "draws": 3, "hq_moves": 1, "moves_start": 10, "box_supports": 0}
    lost = Fraction(0)
    for turn in range(11, 18):
        cup = ["test"] + ["plain"] * (turn - 10 - 1) + ["real"] * 25
        hands = list(combinations(cup, 3))
        for hand in hands:
            plain, real = hand.count("plain"), hand.count("real")
            lost += Fraction(3 - real + (min(plain, real) if "test" in hand else 0), len(hands))
    assert system.measure(system.setting(given)) == lost
