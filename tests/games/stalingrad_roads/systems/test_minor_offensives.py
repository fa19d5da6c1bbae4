"""The minor offensives: who rolls, with which DRM, and where every marker goes."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.factors import wholes
from sim.games.stalingrad_roads.systems import minor_offensives
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.numbers.tables import load_grid
from tests.games.stalingrad_roads.systems.asked import GAME, ROLLS, SYSTEMS, examples, found_of, setting


@pytest.mark.parametrize("example", examples("support_acquisition"), ids=lambda example: str(example["id"]))
def test_the_examples_of_support_acquisition(example: dict[str, Any]) -> None:
    given = example["given"]
    low = max(1, given["natural_roll"] - 6)
    rolls = np.array([low, given["natural_roll"] - low], np.int8)
    assert int(acquired(rolls, given["drm"], box=given["box"])) == example["expect"]["supports"]
    assert int(acquired(rolls, given["drm"], 1, box=given["box"])) == example["expect"]["supports"]


def test_who_rolls_for_the_minor_boxes() -> None:
    # [11.2.1, 11.3.2]
    for turn, since, every, contested in product(range(1, 18), (2, 6, 18), range(9), (0, 1)):
        moves = every > 0 and turn > 2 and (turn - 1) % every == 0
        assert bool(minor_offensives.is_redeployed(turn, every)) == moves
        expected = turn >= since and not (moves and contested)
        assert bool(minor_offensives.has_minor(turn, since, moves, contested)) == expected


def test_the_drm_of_all_three_markers() -> None:
    """Example 3: Rostov and Kharkov on FEB I, the other minor marker still at Stalingrad."""
    for turn, major, first, second, there in product(range(1, 18), (4, 12), (6, 18), (8, 18), (2, 10)):
        given = {
            "major_west_turn": major,
            "first_west_turn": first,
            "second_west_turn": second,
            "second_marker_turn": there,
        }
        expected = -2 * (turn >= major) - (turn >= first) - (turn >= second and turn >= there)
        assert int(minor_offensives.minor_drm(turn, setting("minor_offensives", given))) == expected
    given = {"major_west_turn": 11, "first_west_turn": 18, "second_west_turn": 11}
    assert int(minor_offensives.minor_drm(11, setting("minor_offensives", given))) == -3


@pytest.mark.parametrize("policy", ["play", "keep_two", "keep_four"])
@pytest.mark.parametrize("given", [{}, {"redeploy_every": 2, "is_contested": 1}, {"second_marker_turn": 18}])
def test_no_marker_of_the_minor_boxes_is_lost(given: dict[str, int], policy: str) -> None:
    """What is drawn is played, sent back, or left; and what is drawn is the sum of the rolls' means [11.2.3]."""
    found = found_of("minor_offensives", given, {"soviet": policy})
    system = SYSTEMS["minor_offensives"]
    chosen = system.setting(given, {"soviet": policy})
    assert system.measure(chosen) + found["returned"] + found["left"] == found["drawn"]
    factors, mean = wholes(chosen.factors), Fraction(0)
    table = load_grid(GAME, "support_acquisition")
    for turn, since in product(range(1, 18), (2, factors["second_marker_turn"])):
        every = factors["redeploy_every"]
        is_away = every and turn > 2 and (turn - 1) % every == 0 and factors["is_contested"]
        if turn >= since and not is_away:
            west = turn >= factors["second_west_turn"] and turn >= factors["second_marker_turn"]
            drm = -2 * (turn >= factors["major_west_turn"]) - (turn >= factors["first_west_turn"]) - west
            mean += Fraction(sum(int(table.cell(str(max(a + b + drm, -2)), "minor_offensive")) for a, b in ROLLS), 36)
    assert found["drawn"] == mean
    if policy == "play":
        assert found["returned"] == found["left"] == 0
