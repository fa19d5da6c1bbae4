"""Draws from cups, tanks and the rally game, against plain recursion and by hand."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.games.donnerschlag.systems import _cups as draws
from sim.games.donnerschlag.systems import rally
from sim.play import play_exactly
from tests.games.donnerschlag.systems.asking import COURSES, SYSTEMS


def test_draws_are_set_off_by_the_modified_roll() -> None:
    for drm, roll in product(range(-3, 3), range(1, 7)):
        rolls = np.array([roll], np.int8)
        assert draws.sets_off("ad_hoc_infantry", drm, rolls) == (roll + drm <= 1)
        assert draws.sets_off("alarmgruppe", drm, rolls) == (roll + drm >= 6)


def test_draw_ways_count_dice_and_markers() -> None:
    for faces, units, snafus in product(range(7), range(4), range(3)):
        seen: Counter[str] = Counter()
        for die, marker in product(range(6), ["unit"] * units + ["snafu"] * snafus):
            seen[marker if die < faces and units else "nothing"] += 1
        ways = draws.draw_ways(faces, units, snafus)
        total = sum(seen.values()) or 1
        shares = [Fraction(seen[kind], total) for kind in ("nothing", "snafu", "unit")] if seen else [1, 0, 0]
        assert [Fraction(int(n), int(ways.sum())) for n in ways] == shares


def test_tanks_by_hand() -> None:
    """One card a turn, and the unit it brings is lost again: five chances in six on each of seven turns."""
    course = COURSES["soviet_tanks"]
    assert SYSTEMS["soviet_tanks"].measure(course.setting()) == 7 * Fraction(5, 6)
    half = SYSTEMS["soviet_tanks"].measure(course.setting(None, {"soviet": "other"}))
    assert half == 7 * Fraction(1, 2) * Fraction(5, 6)  # half of one card is that card every other time


def test_shares_of_attacks_are_whole_ones_and_a_last_one_by_chance() -> None:
    """On the average so many sixths of the attacks are made, whatever their number."""
    for attacks, of_6 in product(range(11), (0, 1, 3, 6)):
        told = {"attacks": attacks, "drm": 0}
        ways = [int(draws.set_off_of_36("ad_hoc_infantry", told, of_6, n)) for n in range(10)]
        assert sum(ways) == attacks * of_6  # one face of six sets a draw off
        assert sorted(ways, reverse=True) == ways
        assert sum(0 < n < 6 for n in ways) <= 1


def test_two_tank_cards_a_turn_against_plain_recursion() -> None:
    def placed(card: int, cards: int, on_map: int, units: int, losses: int) -> Fraction:
        if card == 7 * cards:
            return Fraction(0)
        if card and card % cards == 0:
            on_map = max(0, on_map - losses)
        left = units - on_map
        if not left:
            return placed(card + 1, cards, on_map, units, losses)
        unit = 1 + placed(card + 1, cards, on_map + 1, units, losses)
        return (left * unit + placed(card + 1, cards, on_map, units, losses)) / (left + 1)

    for cards, losses, units in ((2, 1, 5), (2, 0, 3), (1, 2, 4)):
        setting = COURSES["soviet_tanks"].setting({"cards": cards, "losses": losses, "units": units})
        assert SYSTEMS["soviet_tanks"].measure(setting) == placed(0, cards, 0, units, losses)


def test_a_snafu_beside_the_cup_goes_back_when_the_last_unit_is_drawn() -> None:
    for stays, on_map, kind in product((0, 1), range(4), (draws.NOTHING, draws.SNAFU, draws.UNIT)):
        setting = COURSES["ad_hoc"].setting({"units": 4, "snafu_stays_out": stays})
        cup = draws.start(1, setting)
        cup = replace(cup, on_map=cup.on_map + np.int8(on_map), snafu_out=cup.snafu_out + np.int8(stays))
        after = draws.drawn(cup, setting, 1, np.array([kind]))
        is_empty = on_map + (kind == draws.UNIT) == 4
        assert after.snafu_out[0] == (0 if not stays or is_empty else stays + (kind == draws.SNAFU))


def ad_hoc_by_recursion(tries: int, faces: int, units: int, on_map: int, out: int, stays: bool) -> Fraction:
    """Units placed by some attacks, in plain recursion."""
    if not tries:
        return Fraction(0)
    left, snafus = units - on_map, 2 - out
    later = ad_hoc_by_recursion
    quiet = later(tries - 1, faces, units, on_map, out, stays)
    if not left:
        return quiet
    unit = 1 + later(tries - 1, faces, units, on_map + 1, out if stays and left > 1 else 0, stays)
    snafu = later(tries - 1, faces, units, on_map, out + stays, stays) if snafus else Fraction(0)
    drawn = (left * unit + snafus * snafu) / (left + snafus)
    return Fraction(faces, 6) * drawn + Fraction(6 - faces, 6) * quiet


@pytest.mark.parametrize("stays", [0, 1])
def test_a_turn_of_ad_hoc_draws_against_plain_recursion(stays: int) -> None:
    course = COURSES["ad_hoc"]
    for units, drm in product((4, 8), (0, -3)):
        setting = course.setting({"units": units, "drm": drm, "attacks": 8, "snafu_stays_out": stays})
        placed = next(iter(play_exactly(course, setting))).law("placed").mean(int)
        assert placed == ad_hoc_by_recursion(8, 1 - drm, units, 0, 0, bool(stays))


def test_as_many_draws_are_played_as_the_factors_know() -> None:
    for name, cup, factor in (
        ("ad_hoc", "ad_hoc_infantry", "attacks"), ("alarmgruppe", "alarmgruppe", "attacks"),
        ("soviet_tanks", "soviet_tank", "cards"),
    ):  # fmt: skip
        assert COURSES[name].factors[factor].high == draws.MOST[cup]


def test_the_rally_game_is_what_its_plans_pay() -> None:
    inquiry = SYSTEMS["rally"]
    for factors in (
        {},
        {"seen": 0},
        {"feint": 0, "call_turn": 2},
        {"groups_first": 1, "groups_later": 2, "blocked": 9},
    ):
        setting = inquiry.setting(factors)
        axis, soviet = rally.plans(setting)
        told = {name: int(np.asarray(value)) for name, value in setting.factors.items()}
        payoffs = rally.payoffs(setting)
        assert payoffs.shape == (len(axis), len(soviet))
        for (a, (zone, side)), (s, (first, later)) in product(enumerate(axis), enumerate(soviet)):
            chance = told[f"reach_{'abc'[zone]}"] - told["earlier"] * (4 - told["call_turn"])
            chance -= told["feint"] * (side != (zone + 1 == told["seen"]))
            chance -= told["blocked"] * (first[zone] + later[side][zone])
            assert payoffs[a, s] == min(max(chance, 0), 36)


def test_the_secret_by_hand() -> None:
    """Three like zones, one group, nothing to see: the group guesses right once in three [7]."""
    inquiry = SYSTEMS["rally"]
    like = {"reach_a": 18, "reach_b": 18, "reach_c": 18, "seen": 0, "blocked": 12}
    guess = inquiry.setting(like | {"groups_first": 1, "groups_later": 0})
    assert rally.value(guess) == Fraction(18 - 4, 36)
    assert rally.value_if_known(guess) == Fraction(6, 36)
    chosen, sent = rally.mixes(guess)
    assert list(chosen.values()) == sent == [Fraction(1, 3)] * 3
    seen = inquiry.setting(like | {"seen": 1, "feint": 18, "groups_first": 0, "groups_later": 1})
    assert rally.value(seen) == Fraction(12, 36)  # go to B or C; the group, which sees that much, guesses
