"""Kampfgruppen by every hand."""

from collections import Counter
from itertools import combinations, product

import pytest

from sim.errors import GameError
from sim.games.stalingrad_roads.systems.kampfgruppen import group_steps_law


def test_kampfgruppen_by_every_hand() -> None:
    for groups in range(1, 7):
        for strong, drawn in product(range(groups + 1), range(8)):
            cup = [2] * strong + [1] * (groups - strong)
            hands = [sum(hand) for hand in combinations(cup, min(drawn, groups))]
            expected = {(steps,): n for steps, n in Counter(hands).items()}
            law = group_steps_law(groups, strong, drawn)
            assert (law.counts, law.denominator) == (expected, len(hands))
    with pytest.raises(GameError, match="5 Kampfgruppen of two steps among 4; expected 0 to 4"):
        group_steps_law(4, 5, 1)
