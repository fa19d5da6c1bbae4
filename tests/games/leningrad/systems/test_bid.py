"""Bids of Leningrad: victory points and levels by hand, and what a bid costs in steps [16.4]."""

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from sim.errors import GameError
from sim.factors import wholes
from sim.game import load_game
from sim.games.leningrad.systems import bid
from sim.numbers.rawfiles import RAW
from sim.verdict import Found

EXAMPLES = tomllib.loads((RAW / "leningrad" / "examples.toml").read_text(encoding="utf8"))["example"]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(e["given"], e["expect"], id=e["id"]) for e in EXAMPLES if e["kind"] == kind]


def test_loss_ways_count_every_choice_of_steps() -> None:
    prices = {"armor": (5, 15), "mechanized": (4, 12), "infantry": (1, 3)}
    for kind in ("armor", "mechanized"):
        slots = [unit for unit in range(4) for _ in range(2)]
        for steps in range(9):
            seen: Counter[int] = Counter()
            for chosen in combinations(range(8), steps):
                hit = Counter(slots[slot] for slot in chosen)
                seen[sum(prices[kind][n - 1] for n in hit.values())] += 1
            assert bid.loss_ways(kind, steps) == dict(seen)
    for steps in (0, 3, 24, 48):
        assert sum(bid.loss_ways("infantry", steps).values()) == comb(48, steps)


def test_a_loss_law_weighs_armor_and_mechanized_steps_alike() -> None:
    law = bid.loss_law(2, 2)
    slots = [(kind, unit) for kind in ("armor", "mechanized") for unit in range(4) for _ in range(2)]
    seen: Counter[int] = Counter()
    for pair in combinations(slots, 2):
        hit = Counter(pair)
        seen[sum({"armor": (5, 15), "mechanized": (4, 12)}[kind][n - 1] for (kind, _), n in hit.items())] += 1
    assert {o[0]: n for o, n in law.counts.items()} == dict(seen)
    with pytest.raises(GameError, match="17 mobile steps lost; expected 0 to 16"):
        bid.loss_law(20, 17)


@pytest.mark.parametrize(("given", "expect"), of_kind("victory_level"))
def test_victory_levels(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert bid.level(given["vp_margin"]) == expect["level"]


def test_every_margin_has_one_level() -> None:
    levels = [bid.level(margin) for margin in range(-100, 101)]
    edges = {name: (levels.index(name) - 100, 100 - levels[::-1].index(name)) for name in dict.fromkeys(levels)}
    assert edges == {
        "soviet_strategic": (-100, -21), "soviet_tactical": (-20, 0), "german_tactical": (1, 30),
        "german_strategic": (31, 100),
    }  # fmt: skip


def test_fair_bids_and_allowances_are_where_the_chances_cross_one_half() -> None:
    system = bid.SYSTEM

    def wins(factors: dict[str, int], steps: int, paid: int) -> Fraction:
        return bid.margin_law(factors, steps).probability(lambda margin: margin - paid >= 1)

    for chosen_factors in ({}, {"big_hexes": 2, "small_hexes": 2}, {"mobile_tenths": 0}, {"steps_lost": 3}):
        factors = wholes(system.setting(chosen_factors).factors)
        fair = bid.fair_bid(factors)
        assert (
            wins(factors, factors["steps_lost"], fair)
            >= Fraction(1, 2)
            > wins(factors, factors["steps_lost"], fair + 1)
        )
        for paid in (0, 10):
            most = bid.allowance(factors, paid)
            if 0 <= most < 31:
                assert wins(factors, most, paid) >= Fraction(1, 2) > wins(factors, most + 1, paid)


def test_a_margin_is_hexes_less_regenerations_less_losses() -> None:
    system = bid.SYSTEM
    for steps, tenths, used, big, small in product((0, 3, 10), (0, 3, 5), (0, 4), (0, 2), (0, 1)):
        chosen = {"mobile_tenths": tenths, "regenerations": used, "big_hexes": big, "small_hexes": small}
        law = bid.margin_law(wholes(system.setting(chosen).factors), steps)
        lost = bid.loss_law(steps, steps * tenths // 10)
        assert {o[0]: p for o, p in law} == {30 * big + 5 * small - used - o[0]: p for o, p in lost}


def test_a_bid_against_infantry_alone_by_hand() -> None:
    """One big hex, infantry losses only: without eliminations each step costs one point of 30."""
    factors = wholes(bid.SYSTEM.setting({"small_hexes": 0, "mobile_tenths": 0, "regenerations": 0}).factors)
    assert bid.margin_law(factors, 1).counts == {(29,): 48}
    assert bid.margin_law(factors, 2).probability(lambda margin: margin == 27) == Fraction(24, comb(48, 2))


def test_the_next_steps_cost_what_the_chart_takes_off_the_bid() -> None:
    """A player asks what the next step costs, not what the first six did, which come cheaper [16.1]."""
    system = load_game("leningrad").system("bid")
    taken, most = (system.setting({"steps_lost": steps}) for steps in (6, 15))
    found = Found(system, taken)
    lost = found.law("margin").mean(int) - Found(system, most).law("margin").mean(int)
    assert found.number("vp_a_step") * 9 == lost
    assert "Each further step lost costs about 3 points" in system.verdict(found)
    assert "Each step lost costs" in system.verdict(Found(system, system.setting({"steps_lost": 0})))
