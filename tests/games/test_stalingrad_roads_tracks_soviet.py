"""Supports, offensives, shortage and the STAVKA reserve: every hand, every roll."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from sim.game import GameError, Setting
from sim.games.stalingrad_roads import offensives, stavka, supports
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.laws import drawn_law
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.tracks import TRACKS
from sim.tables import load_grid

GAME = "stalingrad_roads"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def setting(name: str, factors: Mapping[str, int] | None = None, **policies: str) -> Setting:
    return SCENARIOS[name].setting(factors, policies)


# Supports ------------------------------------------------------------------------------------------------------------


def test_the_drm_of_every_turn() -> None:
    for turn, major, minor in product(range(1, 18), (4, 12, 18), (5, 13, 18)):
        expected = -2 * (turn >= major) - (turn >= minor)
        assert int(supports.acquisition_drm(turn, major, minor)) == expected


def test_draws_by_every_hand_of_a_small_cup() -> None:
    for n, real, short in product(range(4), range(3, 6), range(4)):
        cup = ["real"] * real + (["test"] + ["plain"] * (short - 1) if short else [])
        hands = list(combinations(cup, n))
        expected = Counter((sum(m != "real" for m in hand), "test" in hand) for hand in hands)
        found = {(k, tested): Fraction(ways, of) for k, tested, ways, of in supports.draw_ways(n, real, short)}
        assert found == {key: Fraction(times, len(hands)) for key, times in expected.items()}


def test_two_halves_of_a_draw_are_one_draw() -> None:
    """The scenario draws in two halves, so that its weights stay small: the law is that of one draw."""
    chosen = setting("supports", {"hq_moves": 3, "moves_start": 2})
    columns: list[Any] = [np.array([value], np.int8) for value in (4, 0, 7, 0, 0, 2, 1)]
    first = supports.Stock(*columns)
    short, real = int(supports.shortages_in_cup(6, 3, 2)), 40 - 4
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
    chosen = setting("supports", factors, soviet=policy)
    chances = supports.next_launch_chances(chosen)
    assert sum(chances.values()) == 1
    for turn, worlds in enumerate(worlds_by_turn("supports", chosen), 1):
        by_then = sum((p for launch, p in chances.items() if 0 < launch <= turn), Fraction(0))
        assert worlds.law("launches").probability(lambda n: n > 1) == by_then


def test_the_first_roll_of_the_campaign_by_pencil() -> None:
    """No roll on NOV III, then a straight 2d6 from a cup without shortage markers."""
    _, second, *_ = worlds_by_turn("supports", setting("supports"))
    expected = Counter(int(supports.acquired(np.array(roll, np.int8), 0)) for roll in ROLLS)
    assert {box[0]: p for box, p in second.law("box")} == {n: Fraction(times, 36) for n, times in expected.items()}


def test_no_move_costs_nothing_and_the_cost_is_that_of_every_hand() -> None:
    track = TRACKS["shortage"]
    assert track.measure(track.setting({"hq_moves": 0})) == 0
    told = {"cup_supports": 25, "draws": 3, "hq_moves": 1, "moves_start": 10, "box_supports": 0}
    lost = Fraction(0)
    for turn in range(11, 18):
        cup = ["test"] + ["plain"] * (turn - 10 - 1) + ["real"] * 25
        hands = list(combinations(cup, 3))
        for hand in hands:
            plain, real = hand.count("plain"), hand.count("real")
            lost += Fraction(3 - real + (min(plain, real) if "test" in hand else 0), len(hands))
    assert track.measure(track.setting(told)) == lost


# The STAVKA reserve --------------------------------------------------------------------------------------------------


def test_every_release_over_the_whole_table() -> None:
    shifts = {"road": -1, "rail": 0, "city_rail": 1, "major_city_rail": 2}
    for (at, name), spent, die, front in product(enumerate(stavka.POSITIONS), range(4), range(1, 7), (False, True)):
        modified = die + shifts[name] + spent
        expected = (1 if modified <= 3 else 2 if modified <= 5 else 3) + front
        found = stavka.release_units(stavka.release_drm(at, spent), np.array([die], np.int8), front)
        assert int(found) == expected
    assert [int(stavka.entry_units(at)) for at in range(4)] == [1, 2, 2, 3]


def test_no_unit_is_lost_or_made_in_the_reserve() -> None:
    for factors in ({}, {"arrivals": 0, "reserve_start": 24}, {"arrivals": 8, "offensive_every": 0}):
        chosen = setting("stavka", factors)
        start, arrivals = (int(chosen.factors[name]) for name in ("reserve_start", "arrivals"))  # type: ignore[arg-type]
        for turn, worlds in enumerate(worlds_by_turn("stavka", chosen), 1):
            law = worlds.law("reserve", "released", "sent", "allowed", "is_offensive")
            for reserve, released, sent, allowed, is_offensive in law.counts:
                assert reserve + released == start + arrivals * turn
                assert 0 <= sent <= allowed
                assert reserve >= arrivals
                if is_offensive:
                    assert allowed == 8


def test_a_full_reserve_gives_the_mean_of_the_table() -> None:
    """With more than the dice can ask for: (1, 1, 1, 1, 2, 2) + 1 on a road and (1, 1, 2, 2, 3, 3) in a city."""
    chosen = setting("stavka", {"reserve_start": 24, "arrivals": 8, "offensive_every": 0})
    mean = last_worlds("stavka", chosen).law("released").mean(lambda units: units)
    assert mean == len(stavka.TURNS) * (Fraction(8, 6) + 1 + Fraction(12, 6))


# Minor offensives and the cup ----------------------------------------------------------------------------------------


def found_of(
    name: str, told: Mapping[str, int] | None = None, policies: Mapping[str, str] | None = None
) -> dict[str, Any]:
    track = TRACKS[name]
    return {finding.id: finding.number for finding in track.find(track.setting(told, policies))}


def test_who_rolls_for_the_minor_boxes() -> None:
    for turn, since, every, contested in product(range(1, 18), (2, 6, 18), range(9), (0, 1)):
        moves = every > 0 and turn > 2 and (turn - 1) % every == 0
        assert bool(offensives.is_redeployed(turn, every)) == moves
        expected = turn >= since and not (moves and contested)
        assert bool(offensives.has_minor(turn, since, moves, contested)) == expected


def test_the_drm_of_all_three_markers() -> None:
    """Example 3: Rostov and Kharkov on FEB I, the other minor marker still at Stalingrad."""
    for turn, major, first, second, there in product(range(1, 18), (4, 12), (6, 18), (8, 18), (2, 10)):
        told = {
            "major_west_turn": major,
            "first_west_turn": first,
            "second_west_turn": second,
            "second_marker_turn": there,
        }
        expected = -2 * (turn >= major) - (turn >= first) - (turn >= second and turn >= there)
        assert int(offensives.minor_drm(turn, setting("minor_offensives", told))) == expected
    told = {"major_west_turn": 11, "first_west_turn": 18, "second_west_turn": 11}
    assert int(offensives.minor_drm(11, setting("minor_offensives", told))) == -3


@pytest.mark.parametrize("policy", ["play", "keep_two", "keep_four"])
@pytest.mark.parametrize("told", [{}, {"redeploy_every": 2, "is_contested": 1}, {"second_marker_turn": 18}])
def test_no_marker_of_the_minor_boxes_is_lost(told: dict[str, int], policy: str) -> None:
    """What is drawn is played, sent back, or left; and what is drawn is the sum of the rolls' means."""
    found = found_of("minor_offensives", told, {"soviet": policy})
    track = TRACKS["minor_offensives"]
    chosen = track.setting(told, {"soviet": policy})
    assert track.measure(chosen) + found["returned"] + found["left"] == found["drawn"]
    factors, mean = {name: int(value) for name, value in chosen.factors.items()}, Fraction(0)  # type: ignore[arg-type]
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


def test_what_a_launch_can_be_spent_on() -> None:
    """Example 11: ten supports and a shortage; seven kept, two for one of choice, one for an infantry unit."""
    assert offensives.left_after_launch(10, chosen=1, units=1) == 7 + 1
    for supports_held, chosen, units, armored in product(range(10, 14), range(5), range(0, 14, 3), range(0, 7, 2)):
        price = 2 * chosen + units + 2 * armored
        if chosen > 3:
            with pytest.raises(GameError, match=r"4 supports of choice; expected at most 3 \[11.4.2\]"):
                offensives.left_after_launch(supports_held, chosen, units, armored)
        elif price > supports_held:
            with pytest.raises(
                GameError, match=f"the launch costs {price} supports; expected at most the {supports_held} of"
            ):
                offensives.left_after_launch(supports_held, chosen, units, armored)
        else:
            assert offensives.left_after_launch(supports_held, chosen, units, armored) == supports_held - price + chosen


def test_the_cup_by_every_hand() -> None:
    for wanted, others, short, draws in product(range(1, 4), range(4), range(3), range(1, 5)):
        cup = ["wanted"] * wanted + ["other"] * others + ["short"] * short
        hands = list(combinations(cup, min(draws, len(cup))))
        law = drawn_law(wanted, len(cup), min(draws, len(cup)))
        expected = Counter((hand.count("wanted"),) for hand in hands)
        assert (law.counts, law.denominator) == (dict(expected), len(hands))
    track = TRACKS["support_draw"]
    told = {"cup_supports": 25, "wanted": 2, "draws": 3, "shortages": 5, "turns": 2}
    missed = Fraction(comb(28, 3), comb(30, 3))
    assert track.measure(track.setting(told)) == 1 - missed**2
    assert found_of("support_draw", told)["dead"] == Fraction(3 * 5, 30)


def test_a_support_buys_the_mean_step_of_the_table() -> None:
    """1, 1, 1, 2, 2, 3 by the modified roll, 1 and 6 without end [13.1.1]."""
    units = [1, 1, 1, 2, 2, 3]
    for at, drm in enumerate((-1, 0, 1, 2)):
        found = found_of("stavka", {"first_position": at, "second_position": at})
        means = [
            Fraction(sum(units[min(max(die + drm + more, 1), 6) - 1] for die in range(1, 7)), 6) for more in (0, 1)
        ]
        assert found["first_support"] == found["second_support"] == means[1] - means[0]
    assert found_of("stavka", {"reserve_start": 24, "arrivals": 8, "offensive_every": 0})["dry"] == 0
