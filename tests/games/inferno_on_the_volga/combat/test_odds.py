"""Combat of Inferno on the Volga: brute force over all dice, one rule in two uses, invariants."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls, draw_rolls
from sim.games.inferno_on_the_volga.combat.odds import after_roll, n_dice
from sim.streams import stream
from tests.games.inferno_on_the_volga.combat.fights import (
    FIGHT,
    as_chances,
    ask,
    chance,
    hit_strongest,
    law_of,
    mean,
    whole,
)


@pytest.mark.parametrize(("german", "soviet"), [((2, 1), (2,)), ((1,), (2, 1)), ((3,), (1, 1))])
def test_simultaneous_fire_is_every_roll_counted(german: tuple[int, ...], soviet: tuple[int, ...]) -> None:
    # [p. 4 strength, p. 4 firepower, p. 10 close combat]
    found: Counter[tuple[int, ...]] = Counter()
    a, d = sum(german), sum(soviet)
    for dice in product(range(1, 7), repeat=a + d):
        german_hits, soviet_hits = sum(x >= 4 for x in dice[:a]), sum(x >= 5 for x in dice[a:])
        found[(*hit_strongest([*german], soviet_hits), *hit_strongest([*soviet], german_hits))] += 1
    texts: dict[str, Any] = {
        "attacker": [f"infantry {n} TF" for n in german],
        "defender": [f"infantry {n} DF" for n in soviet],
    }
    assert as_chances(whole(**texts).law) == law_of(found)


@pytest.mark.parametrize("in_rubble", [False, True])
def test_the_defender_of_an_urban_hex_fires_first(in_rubble: bool) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for dice in product(range(1, 7), repeat=5):
        german = hit_strongest([2, 1], sum(x == 6 for x in dice[:2]))
        hits = sum(x >= 5 for x in dice[2 : 2 + sum(german)])
        found[(*german, *hit_strongest([2], hits // 2 if in_rubble else hits))] += 1
    told: dict[str, Any] = {
        "attacker": ["infantry 2 DF", "infantry 1 DF"],
        "defender": ["infantry 2 SF"],
        "terrain": "urban",
    }
    answer = whole(**told, attack="german_hasty", rubble=in_rubble)
    assert as_chances(answer.law) == law_of(found)


def test_germans_defend_first_in_an_urban_hex_and_in_its_rubble() -> None:
    # [p. 9 rubble]
    found: Counter[tuple[int, ...]] = Counter()
    for dice in product(range(1, 7), repeat=4):
        soviet = hit_strongest([2], sum(x >= 5 for x in dice[:2]))
        hits = sum(x >= 4 for x in dice[2 : 2 + sum(soviet)])
        found[(*soviet, *hit_strongest([2], hits // 2))] += 1
    told: dict[str, Any] = {
        "attacker": ["infantry 2 TF"],
        "defender": ["infantry 2 DF"],
        "terrain": "urban",
        "rubble": True,
    }
    assert as_chances(whole(**told, attack="soviet_hasty").law) == law_of(found)


def test_combined_arms_count_only_while_both_arms_are_left() -> None:
    """A Tommy gunner's two dice first; if a hit takes the infantry, Hoth no longer helps."""
    # [p. 12 Hoth, p. 13 combined arms]
    found: Counter[tuple[int, ...]] = Counter()
    for card in product(range(1, 7), repeat=2):
        for dice in product(range(1, 7), repeat=3):
            german = hit_strongest([1, 1], sum(x >= 5 for x in card))  # of two alike the first told
            hits = sum(x >= 5 for x in dice[: sum(german)])
            soviet_fires = dice[2] == 6 and any(german) and not (all(german) and hits)
            found[(*hit_strongest(german, int(soviet_fires)), max(0, 1 - hits))] += 1
    told: dict[str, Any] = {"attacker": ["infantry 1 DF", "panzer 1 DF"], "defender": ["infantry 1 SF"], "hoth": True}
    assert as_chances(whole(**told, soviet_card="tommy_gunner").law) == law_of(found)


def test_khrushchev_helps_and_hurts_in_opportunity_fire_and_in_close_combat() -> None:
    # [p. 14 Chuikov, p. 14 opportunity fire, p. 15 Khrushchev]
    told: dict[str, Any] = {"attacker": ["infantry 2 TF-SF"], "defender": ["infantry 2 SF"], "opportunity_blocks": 1}
    found: Counter[tuple[int, ...]] = Counter()
    for here, around, first, second, *soviet in product(range(1, 7), repeat=6):
        german = max(0, 2 - sum(x >= 5 for x in (here, around)))
        left = max(0, 2 - sum(x == 1 for x in (here, around)))
        if german and left:
            hits = sum(x >= 4 for x in (first, second)) if german == 2 else int(first == 6)
            fire = soviet[:left]
            german -= min(german, sum(x >= 5 for x in fire))
            left -= min(left, hits + sum(x == 1 for x in fire))
        found[german, left] += 1
    answer = whole(**told, chuikov=True, khrushchev=True)
    assert as_chances(answer.law) == law_of(found)


def rubble_chance(drm: int) -> Fraction:
    return Fraction(sum(sum(dice) + drm > 18 for dice in product(range(1, 7), repeat=3)), 216)


def test_the_rubble_roll_counts_hexes_armor_and_card() -> None:
    told: dict[str, Any] = {
        "attacker": ["panzer 4 TF @1", "infantry 4 TF @2"],
        "defender": ["infantry 4 DF"],
        "terrain": "urban",
    }
    assert chance(whole(**told), "rubble_placed") == rubble_chance(3)
    assert chance(whole(**told, german_card=["howitzer"]), "rubble_placed") == rubble_chance(5)
    strike = whole(**told, german_card=["heinkel_111"], von_richthofen=True)
    assert chance(strike, "rubble_placed") == rubble_chance(9)


def test_the_rubble_roll_counts_only_who_is_left() -> None:
    """The Tommy gunner's first hit takes the panzer and its hex, a second everybody [rulings R37, R49]."""
    told: dict[str, Any] = {
        "attacker": ["panzer 1 TF @1", "infantry 1 TF @2"],
        "defender": ["infantry 4 DF"],
        "terrain": "urban",
    }
    answer = whole(**told, soviet_card="tommy_gunner")
    assert chance(answer, "rubble_placed") == Fraction(4, 9) * rubble_chance(3) + Fraction(4, 9) * rubble_chance(1)


@pytest.mark.parametrize("facts", [
    {"terrain": "urban", "khrushchev": True, "attack": "german_hasty"},
    {"hoth": True, "attacker": ["panzer_grenadier 2 TF-SF"], "defender": ["infantry 2 DF", "tank 1 SF"]},
    {"hoth": True, "attacker": ["panzer_grenadier 2 TF-SF"], "defender": ["infantry 2 DF"]},
    {"chuikov": True, "attacker": ["infantry 2 DF"], "defender": ["infantry 1 SF"], "fortified": True},
    {"attack": "soviet_hasty", "attacker": ["infantry 2 DF"], "defender": ["panzer 2 TF"], "khrushchev": True},
])  # fmt: skip
def test_the_rule_fed_with_every_roll_is_the_law(facts: dict[str, Any]) -> None:
    """One rule, two uses: whole rolls through `after_roll`, against scores counted beforehand."""
    told: dict[str, Any] = {**FIGHT, **facts}
    dice = all_rolls(sum(n_dice(**told)))
    left, n = np.unique(after_roll(dice, **told), axis=0, return_counts=True)
    assert as_chances(whole(**told).law) == {
        tuple(row): Fraction(times, len(dice)) for row, times in zip(left.tolist(), n.tolist(), strict=True)
    }


def test_a_big_fight_sampled_agrees_with_its_law() -> None:
    told: dict[str, Any] = {
        "attacker": ["2x panzer 4 TF-DF-DF-SF", "2x panzer_grenadier 3 DF @2"], "defender": ["4x infantry 3 SF"],
        "terrain": "urban", "chuikov": True, "khrushchev": True, "opportunity_blocks": 2, "german_card": ["stuka"],
        "soviet_card": "tommy_gunner", "fortified": True,
    }  # fmt: skip
    n = 100_000
    left = after_roll(draw_rolls(stream(3, 0, 0, "combat"), n, sum(n_dice(**told))), **told)
    law = whole(**told).law
    assert law is not None
    for name, seen in zip(law.fields, left.T, strict=True):
        for (value,), p in law.marginal(name):
            assert abs((seen == value).mean() - p) <= 5 * (p * (1 - p) / n) ** 0.5, name


@pytest.mark.parametrize("terrain", ["clear", "rough", "urban"])
def test_a_point_or_a_better_color_never_hurts_its_owner(terrain: str) -> None:
    taken = {}
    for n, color in product((1, 2, 3, 4), ("SF", "DF", "TF")):
        answer = whole(attacker=[f"infantry {n} {color}"], defender=["infantry 2 DF"], terrain=terrain,
                      rubble_used_up=True)  # fmt: skip
        taken[n, ("SF", "DF", "TF").index(color)] = chance(answer, "hex_taken")
    assert all(taken[n, c] <= taken[n + 1, c] for n in (1, 2, 3) for c in range(3))
    assert all(taken[n, c] <= taken[n, c + 1] for n in (1, 2, 3, 4) for c in (0, 1))


def test_what_comes_after_adds_up_with_the_survivors() -> None:
    # [p. 10 advance]
    answer = ask(terrain="urban", german_card=["pioneer"], chuikov=True)
    assert answer.law is not None
    blocks = answer.law.fields
    lost = 4 - sum(answer.law.marginal(name).mean(lambda n: n) for name in blocks if name.startswith("attacker"))
    assert mean(answer, "attacker_step_losses") == lost
    assert chance(answer, "hex_taken") == answer.law.probability(lambda a, b, c, d: not (c or d) and bool(a or b))


def test_blitz_asks_for_hoth_the_clear_and_a_block_that_can() -> None:
    # [p. 12 Hoth, p. 13 Blitz]
    won = {"attacker": ["motorized_infantry 4 TF"], "defender": ["infantry 1 SF"]}
    assert chance(ask(won, hoth=True), "blitz_possible") == chance(ask(won, hoth=True), "hex_taken") > 0
    assert chance(ask(won), "blitz_possible") == 0
    assert chance(ask(won, hoth=True, terrain="rough"), "blitz_possible") == 0
    assert chance(ask(won, hoth=True, attacker=["infantry 4 TF"]), "blitz_possible") == 0


def test_four_on_four_is_quick() -> None:
    from time import perf_counter

    told: dict[str, Any] = {"attacker": ["2x panzer 4 TF", "2x infantry 4 DF"], "defender": ["4x infantry 4 DF"]}
    ask(told)
    spent = []
    for _ in range(5):
        start = perf_counter()
        law = ask(told).law
        spent.append(perf_counter() - start)
        assert law is not None
        assert len(law.counts) == 17 * 17
    assert min(spent) < 0.02
