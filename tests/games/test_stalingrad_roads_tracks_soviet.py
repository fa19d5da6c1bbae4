"""Supports, shortage, the STAVKA reserve, victory and Mars: every hand, every roll, every sequence."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.exact import count
from sim.game import GameError, Setting
from sim.games.stalingrad_roads import stavka, supports
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.mars import mars_chances
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.tracks import TRACKS
from sim.games.stalingrad_roads.victory import (
    LEVELS,
    backhand_level,
    campaign_points,
    late_turns,
    level_by,
    levels,
    uranus_points,
)  # fmt: skip
from sim.tables import load_list

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


# Victory and Mars ----------------------------------------------------------------------------------------------------


def test_every_score_has_one_level() -> None:
    for scenario, low, high in (("II", -12, 12), ("III", -30, 40)):
        found = [level_by(scenario, "vp", vp) for vp in range(low, high)]
        assert set(found) <= set(levels(scenario))
        assert len([1 for a, b in pairwise(found) if a != b]) == len(set(found)) - 1
    printed = {row["level"]: row for row in LEVELS.rows if row["scenario"] == "III" and row["measure"] == "vp"}
    for level, row in printed.items():
        for edge in (row["low"], row["high"]):
            assert not edge or level_by("III", "vp", int(edge)) == level
    with pytest.raises(GameError, match="no victory levels of scenario 'I'; expected one of II, III, IV, V"):
        levels("I")


def test_points_of_uranus_and_the_campaign() -> None:
    assert int(uranus_points({"fortress_level": np.int64(7), "stavka_support": 9, "open_a_turn": 1})) == -7 + 6 - 1
    held = {name: 1 for name in ("hex_1333", "hex_1433", "hex_1129", "hex_1624", "hex_1125", "hex_1023", "hex_0729")}
    assert int(uranus_points(held)) == 4 * 2 + 3 * 5
    everything = {name: 1 for name in (row["id"] for row in load_list(GAME, "victory_schedule_III").rows)}
    assert int(campaign_points(everything)) == 5 + 3 + 9 * 2 + 5 * 4 + 1 + 3 - 5
    assert [late_turns(fall) for fall in range(11, 19)] == [0, 0, 0, 1, 2, 3, 4, 5]
    with pytest.raises(GameError, match="nothing scores for 'hex_9999'; expected one of"):
        campaign_points({"hex_9999": 1})


def test_the_backhand_over_every_count() -> None:
    for majors, cities in product(range(4), range(-2, 8)):
        if majors == 0:
            expected = "soviet_decisive"
        elif majors >= 2 or cities >= 4:
            expected = "axis_decisive"
        else:
            expected = {3: "axis_marginal", 2: "draw"}.get(cities, "soviet_marginal")
        assert backhand_level(majors, cities) == expected


def test_coins_by_every_sequence() -> None:
    """Half and half for each city: the laws count the subsets."""
    track = TRACKS["victory_gallop"]
    wins = sum(sum(cities) >= 2 for cities in product((0, 1), repeat=4))
    assert track.measure(track.setting()) == Fraction(wins, 16)
    track = TRACKS["victory_backhand"]
    told = {
        "major_cities": 2,
        "cities": 3,
        "cities_at_risk": 1,
        "major_percent": 50,
        "city_percent": 50,
        "loss_percent": 50,
    }
    wins = sum(backhand_level(sum(c[:2]), sum(c[2:5]) - c[5]).startswith("axis") for c in product((0, 1), repeat=6))
    assert track.measure(track.setting(told)) == Fraction(wins, 64)


def test_the_score_of_uranus_is_the_sum_of_its_laws() -> None:
    track = TRACKS["victory_uranus"]
    levels_law = worlds_by_turn("pocket", setting("pocket"))[1].law("level")
    rolls = all_rolls(4)
    drawn = supports.acquired(rolls[:, :2], 0) + supports.acquired(rolls[:, 2:], 0)
    scored = count({"vp": np.clip(drawn.astype(int) - 2, 0, 6)}).mean(lambda vp: vp)
    fixed = 3 * 1 + 1 + 4 - 3
    assert track.measure(track.setting()) == fixed - levels_law.mean(lambda level: level) + scored


def test_mars_by_every_sequence_of_rolls() -> None:
    steps = Counter((a + b >= 9) - (a + b <= 5) for a, b in ROLLS)
    for spaces in (1, 2, 3):
        found: Counter[int] = Counter()
        for walk in product((-1, 0, 1), repeat=4):
            place, ways = 0, 1
            for step in walk:
                ways *= steps[step]
                place += step if abs(place) < spaces else 0
            found[place] += ways
        law = mars_chances({"spaces": spaces, "back_roll": 5, "forward_roll": 9})
        assert {place: p for place, p in law.items() if p} == {k: Fraction(n, 36**4) for k, n in found.items()}
    with pytest.raises(GameError, match="a roll of 5 moves Mars both ways; expected more than 5"):
        mars_chances({"spaces": 1, "back_roll": 5, "forward_roll": 5})
