"""Kampfgruppen by every hand."""

from collections import Counter
from itertools import combinations, product

import pytest

from sim.errors import GameError
from sim.games.stalingrad_roads.systems.kampfgruppen import SYSTEM, group_steps_law, steps_back
from tests.games.stalingrad_roads.systems.asked import found_of, setting


def test_kampfgruppen_by_every_hand() -> None:
    # [8.15.1, 8.15.4, 8.15.8]
    for groups in range(1, 7):
        for strong, drawn in product(range(groups + 1), range(8)):
            cup = [2] * strong + [1] * (groups - strong)
            hands = [sum(hand) for hand in combinations(cup, min(drawn, groups))]
            expected = {(steps,): n for steps, n in Counter(hands).items()}
            law = group_steps_law(groups, strong, drawn)
            assert (law.counts, law.denominator) == (expected, len(hands))
    with pytest.raises(GameError, match="5 Kampfgruppen of two steps among 4; expected 0 to 4"):
        group_steps_law(4, 5, 1)


def test_every_infantry_kampfgruppe_is_one_step_until_all_are_used() -> None:
    """All alike, so nothing is drawn: a step for each loss, as long as there are groups [8.15.5, 8.15.7]."""
    for groups, lost in product(range(5), range(7)):
        none = setting(SYSTEM.id, {"armored_lost": 0, "infantry_groups": groups, "infantry_lost": lost})
        assert steps_back(none) == min(groups, lost)


def test_an_armored_kampfgruppe_has_the_mean_of_the_cup() -> None:
    """Each armored loss gives that much, as long as there are groups: the first draws are alike [8.15.4, 8.15.8]."""
    for groups, strong in ((8, 3), (4, 4), (5, 1)):
        given = {"armored_groups": groups, "two_step_groups": strong, "infantry_lost": 0, "armored_lost": 2}
        found = found_of(SYSTEM.id, given)
        assert 2 * found["armored_each"] == steps_back(setting(SYSTEM.id, given))
