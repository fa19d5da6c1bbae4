"""Combat of Inferno on the Volga: brute force over all dice, every fact told, invariants, refusals."""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import odds, outcomes
from sim.combat import CombatOdds
from sim.dice import all_rolls, draw_rolls
from sim.errors import GameError
from sim.exact import Law
from sim.games.inferno_on_the_volga.combat import unknown
from sim.games.inferno_on_the_volga.combat.facts import OPTIONS
from sim.games.inferno_on_the_volga.combat.fire import Mixture, Pool, scores
from sim.games.inferno_on_the_volga.combat.odds import after_roll, n_dice
from sim.games.inferno_on_the_volga.combat.unknown import FAMILY, composition
from sim.streams import stream
from tests.games.conftest import Chosen

GAME = "inferno_on_the_volga"
FIGHT: dict[str, Any] = {"attacker": ["panzer 2 TF", "infantry 2 DF"], "defender": ["infantry 2 SF", "tank 1 DF"]}


def whole(**told: Any) -> CombatOdds:
    return odds(GAME, **told)


def ask(*changes: Mapping[str, Any], **facts: Any) -> CombatOdds:
    told = dict(FIGHT)
    for change in (*changes, facts):
        told |= change
    return whole(**told)


def chance(answer: CombatOdds, name: str) -> Fraction:
    assert answer.after is not None
    return answer.after.marginal(f"is_{name}").probability(lambda happens: happens)


def mean(answer: CombatOdds, name: str) -> Fraction:
    assert answer.after is not None
    return answer.after.marginal(name).mean(lambda value: value)


def law_of(found: Mapping[Any, int]) -> dict[Any, Fraction]:
    return {outcome: Fraction(n, sum(found.values())) for outcome, n in found.items()}


def as_chances(law: Law | None) -> dict[Any, Fraction]:
    assert law is not None
    return dict(law)


def hit_strongest(strengths: list[int], hits: int) -> list[int]:
    for _ in range(min(hits, sum(strengths))):
        strengths[strengths.index(max(strengths))] -= 1
    return strengths


# --- against every roll, in plain Python ----------------------------------------------------------------------------


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


# --- every fact tells -----------------------------------------------------------------------------------------------

TELLS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "attacker": ({}, {"attacker": ["panzer 2 TF", "infantry 2 SF"]}),
    "defender": ({}, {"defender": ["infantry 1 SF", "tank 1 DF"]}),
    "attack": ({"terrain": "urban"}, {"attack": "german_hasty"}),
    "terrain": ({}, {"terrain": "urban"}),
    "coastal": ({"soviet_card": "volga_flotilla"}, {"coastal": True}),
    "rubble": ({"terrain": "urban"}, {"rubble": True}),
    "rubble_used_up": ({"terrain": "urban"}, {"rubble_used_up": True}),
    "fortified": ({}, {"fortified": True}),
    "hoth": ({"defender": ["infantry 2 SF"]}, {"hoth": True}),
    "von_richthofen": ({"german_card": ["stuka"], "defender": ["4x tank 4 SF"]}, {"von_richthofen": True}),
    "linden": ({"german_card": ["pioneer"]}, {"linden": True, "german_card": ["pioneer", "pioneer_672"]}),
    "chuikov": ({}, {"chuikov": True}),
    "zaytsev": ({"soviet_card": "sniper"}, {"zaytsev": True}),
    "khrushchev": ({}, {"khrushchev": True}),
    "immortal_guard": ({"defender": ["guard 1/4 DF"]}, {"immortal_guard": True}),
    "marine_skills": ({"defender": ["unknown marine"]}, {"marine_skills": True}),
    "special_blocks": ({"defender": ["unknown infantry"]}, {"special_blocks": True}),
    "soviet_card": ({}, {"soviet_card": "anti_tank"}),
    "soviet_cards_seen": ({"soviet_card": "random"}, {"soviet_cards_seen": ["anti_tank"]}),
    "aa_cards_here": ({"soviet_card": "random", "terrain": "urban"}, {"aa_cards_here": 2}),
    "infantry_reserve_empty": ({"soviet_card": "infiltration"}, {"infantry_reserve_empty": True}),
    "tank_reserve_empty": ({"soviet_card": "t34_dug_in"}, {"tank_reserve_empty": True}),
    "german_card": ({}, {"german_card": ["pak"]}),
    "opportunity_blocks": ({"chuikov": True}, {"opportunity_blocks": 2}),
    "fortified_opportunity_blocks": (
        {"chuikov": True, "opportunity_blocks": 2}, {"fortified_opportunity_blocks": 1},
    ),
    "ties": ({"attacker": ["infantry 2 DF", "infantry 2 SF"]}, {"ties": "order"}),
    "hoth_attacks_only": (
        {"attack": "soviet_hasty", "attacker": ["infantry 2 SF"], "defender": ["panzer_grenadier 2 TF"], "hoth": True},
        {"hoth_attacks_only": True},
    ),
    "soviets_lack": (
        {"attacker": ["panzer 2 TF", "infantry 2 SF"], "defender": ["tank 2 SF"], "hoth": True},
        {"soviets_lack": "tanks"},
    ),
    "arms_as_revealed": (
        {"attacker": ["panzer 2 TF", "infantry 1 SF"], "defender": ["infantry 2 SF"], "hoth": True,
         "soviet_card": "sniper"},
        {"arms_as_revealed": True},
    ),
    "rubble_as_declared": (
        {"attacker": ["panzer 3 TF @1", "infantry 1 SF @2"], "defender": ["infantry 3 DF"], "terrain": "urban",
         "soviet_card": "sniper"},
        {"rubble_as_declared": True},
    ),
    "pioneers_apart": (
        {"linden": True, "german_card": ["pioneer", "pioneer_672"], "terrain": "urban", "rubble": True,
         "defender": ["infantry 4 SF", "infantry 4 SF"]},
        {"pioneers_apart": True},
    ),
    "two_air_dice": ({"german_card": ["stuka"], "von_richthofen": True}, {"two_air_dice": True}),
    "odd_hits_added": (
        {"german_card": ["howitzer"], "terrain": "urban", "rubble": True, "defender": ["2x infantry 3 SF"]},
        {"odd_hits_added": True},
    ),
    "stack_hit": ({"attacker": ["infantry 1 SF @1", "panzer 2 TF @2"]}, {"stack_hit": 1}),
    "ends_at_once": (
        {"german_card": ["howitzer"], "chuikov": True, "opportunity_blocks": 2, "defender": ["infantry 1 SF"]},
        {"ends_at_once": True},
    ),
    "soviet_blocks_seen": ({"defender": ["unknown tank"]}, {"soviet_blocks_seen": ["3x tank 3 DF"]}),
    "special_blocks_late": (
        {"defender": ["aa_regiment 3 SF"], "german_card": ["heinkel_111"], "special_blocks": True,
         "terrain": "urban", "attacker": ["4x infantry 2 DF"]},
        {"special_blocks_late": True},
    ),
    "card_hits": (
        {"attacker": ["infantry 2 SF", "panzer 1 TF"], "soviet_card": "tommy_gunner"}, {"card_hits": "firer"},
    ),
}  # fmt: skip


def test_every_fact_has_a_fight_that_it_changes() -> None:
    # [p. 4 hex types, p. 8 hasty attack, p. 9 deliberate attack, p. 9 sequence]
    assert set(TELLS) == {option.name for option in OPTIONS}


@pytest.mark.parametrize("name", TELLS)
def test_a_fact_tells(name: str) -> None:
    # [p. 6 adjusting strength, p. 18 marines, p. 19 fortifications]
    base, change = TELLS[name]
    without, with_it = ask(base), ask(base, change)
    assert as_chances(without.law) != as_chances(with_it.law)


# --- cards ----------------------------------------------------------------------------------------------------------


def test_snipers_and_guns_take_a_step_off_the_strongest_of_their_kind_whatever_the_rubble() -> None:
    """The steps are read where all dice miss, the outcome that leaves most."""
    # [p. 14 German support cards, p. 15 Zaytsev, p. 16 Soviet Sniper and Anti-Tank]
    best = {
        "attacker": ["infantry 3 SF", "panzer 4 SF"],
        "defender": ["infantry 3 SF", "tank 2 SF"],
        "terrain": "urban",
    }
    for told, left in (
        ({"german_card": ["sniper"]}, (3, 4, 2, 2)), ({"german_card": ["pak"]}, (3, 4, 3, 1)),
        ({"soviet_card": "sniper"}, (2, 4, 3, 2)), ({"soviet_card": "anti_tank"}, (3, 3, 3, 2)),
        ({"soviet_card": "sniper", "zaytsev": True}, (1, 4, 3, 2)), ({}, (3, 4, 3, 2)),
    ):  # fmt: skip
        law = ask(best, told, rubble=True).law
        assert law is not None
        assert max(law.counts) == left, told


def test_a_panzer_grenadier_is_hit_by_both() -> None:
    for card in ("sniper", "anti_tank"):
        law = ask(attacker=["panzer_grenadier 2 SF"], soviet_card=card).law
        assert law is not None
        assert max(law.counts)[0] == 1


@pytest.mark.parametrize("shield", [{"soviet_card": "aa"}, {"defender": ["aa_regiment 2 SF"], "special_blocks": True}])
def test_an_air_strike_is_canceled_with_its_rubble_and_a_howitzer_is_not(shield: dict[str, Any]) -> None:
    # [p. 13 Von Richthofen, p. 16 AA]
    urban = {"defender": ["infantry 2 SF"], "terrain": "urban"}
    assert as_chances(ask(urban, shield, german_card=["stuka"]).law) == as_chances(ask(urban).law)
    assert as_chances(ask(urban, shield, german_card=["howitzer"]).law) != as_chances(ask(urban).law)


def test_the_destroyer_brigade_reduces_the_strongest_panzer() -> None:
    # [p. 19 1077th and 20th]
    law = ask(defender=["destroyer_brigade 1 SF"], attacker=["panzer 3 SF", "infantry 3 SF"], special_blocks=True).law
    assert law is not None
    assert max(law.counts)[:2] == (2, 3)


def test_two_pioneers_are_one_pool_of_ten_dice() -> None:
    # [p. 13 Linden, p. 14 German support cards]
    told: dict[str, Any] = {
        "attacker": ["infantry 1 SF"],
        "defender": ["infantry 4 SF", "infantry 4 SF", "infantry 4 SF"],
    }
    two = whole(**told, german_card=["pioneer", "pioneer"], linden=True)
    assert mean(two, "defender_step_losses") == 10 * Fraction(1, 2) + Fraction(1, 6)


def test_the_random_card_is_the_mixture_of_the_unseen_ones() -> None:
    # [p. 6 playing Soviet cards, p. 12 cards in play, p. 15 Soviet support cards]
    told: dict[str, Any] = {
        "coastal": True,
        "infantry_reserve_empty": True,
        "tank_reserve_empty": True,
        "german_card": ["stuka"],
    }
    copies = {"tommy_gunner": 1, "volga_flotilla": 5, "aa": 4, "sniper": 5, "anti_tank": 2, "infiltration": 4,
              "t34_dug_in": 3, "khrushchev": 1, "zaytsev": 1}  # fmt: skip
    answer = ask(told, soviet_card="random", soviet_cards_seen=["tommy_gunner"], chuikov=True)
    assert answer.basis == "rulebook"
    parts = {card: as_chances(ask(told, soviet_card=card, chuikov=True).law) for card in copies}
    for outcome, p in as_chances(answer.law).items():
        assert p == sum(n * parts[card].get(outcome, Fraction(0)) for card, n in copies.items()) / 26


# --- unknown blocks -------------------------------------------------------------------------------------------------


HARD = {"german_card": ["pioneer"], "khrushchev": True, "chuikov": True, "terrain": "urban"}


@pytest.mark.parametrize("facts", [{}, HARD], ids=["plain", "hard"])
@pytest.mark.parametrize("member", FAMILY.members)
def test_an_unknown_pair_is_every_ordered_pair_of_blocks_on_every_side(member: str, facts: dict[str, Any]) -> None:
    """Three-line loop: two different tanks, each on one of four sides, blank ones at one point."""
    # [p. 3 fog of war, p. 6 random deployment]
    tanks = [b for b, n in composition(member, special_blocks=False).items() if b.kind == "tank" for _ in range(n)]
    pairs: Counter[tuple[tuple[int, int], ...]] = Counter()
    for drawn in permutations(tanks, 2):
        for sides in product(range(4), repeat=2):
            shown = [(max(1, len(tank.lowest) - side), tank.lowest[0]) for tank, side in zip(drawn, sides, strict=True)]
            pairs[tuple(sorted(shown))] += 1
    found: dict[tuple[int, ...], Fraction] = {}
    colors = {6: "SF", 5: "DF", 4: "TF"}
    for pair, n in pairs.items():
        told = [f"tank {strength} {colors[lowest]}" for strength, lowest in pair]
        for outcome, p in as_chances(ask(facts, defender=told).law).items():
            key = (*outcome[:2], *sorted(outcome[2:], reverse=True))
            found[key] = found.get(key, Fraction(0)) + n * p / pairs.total()
    answer = ask(facts, defender=["2x unknown tank"])
    at = [FAMILY.central, *(m for m in FAMILY.members if m != FAMILY.central)].index(member)
    assert as_chances(answer.laws[at]) == found


FIRST: list[tuple[dict[str, Any], list[str]]] = list(product(
    ({"ties": "order"}, {"hoth": True, "german_card": ["howitzer"]}, {"hoth": True, "ties": "order"}),
    ([], ["infantry 2 DF"]),
))  # fmt: skip


@pytest.mark.in_turn
def test_either_of_two_unknown_blocks_is_the_first_told(chosen: Chosen) -> None:
    """Alone, or around a seen one."""
    for facts, seen in chosen(FIRST, 2):
        assert_either_is_first(facts, seen)


def assert_either_is_first(facts: dict[str, Any], seen: list[str]) -> None:
    """Three-line loop: two different blocks in either order, each on one of four sides, around a seen one."""
    stock = [
        b for b, n in composition(FAMILY.central, special_blocks=False).items() if b.kind != "marine" for _ in range(n)
    ]
    told: Counter[tuple[str, ...]] = Counter()
    for drawn in permutations(stock, 2):
        for sides in product(range(4), repeat=2):
            shown = [(b.kind, max(1, b.strength - side), b.lowest[0]) for b, side in zip(drawn, sides, strict=True)]
            told[tuple(f"{kind} {strength} {({6: 'SF', 5: 'DF', 4: 'TF'})[low]}" for kind, strength, low in shown)] += 1
    fight = facts | {"attacker": ["panzer_grenadier 1 DF"]}
    found: dict[tuple[int, ...], Fraction] = {}
    for (first, second), n in told.items():
        for (german, one, *between, other), p in as_chances(ask(fight, defender=[first, *seen, second]).law).items():
            key = (german, max(one, other), *between, min(one, other))
            found[key] = found.get(key, Fraction(0)) + n * p / told.total()
    assert as_chances(ask(fight, defender=["unknown", *seen, "unknown"]).law) == found


ORDERS: list[dict[str, Any]] = [
    {"ties": "order"}, {"hoth": True, "german_card": ["howitzer"]}, {"german_card": ["pak"]},
    {"ties": "order", "german_card": ["sniper"]},
    {"german_card": ["howitzer"], "terrain": "urban"},
]  # fmt: skip


@pytest.mark.in_turn
def test_orders_counted_as_one_are_one(chosen: Chosen, monkeypatch: pytest.MonkeyPatch) -> None:
    for facts in chosen(ORDERS, 1):
        told = facts | {"attacker": ["panzer_grenadier 2 DF"], "defender": ["infantry 1 DF", "3x unknown"]}
        few = ask(told)
        with monkeypatch.context() as patched:
            patched.setattr(unknown, "orders", lambda blocks, ties, **_: Counter(permutations(blocks)))
            every = ask(told)
        assert [dict(law) for law in few.laws] == [dict(law) for law in every.laws]
        assert [dict(law) for law in few.afters] == [dict(law) for law in every.afters]


def test_a_guard_that_joins_is_turned_at_random_whatever_the_advantage() -> None:
    # [p. 18 Immortal Guard]
    stock = [
        b
        for b in Counter(composition(FAMILY.central, special_blocks=False)).elements()
        if b.is_infantry and b.kind != "marine"
    ]
    found: dict[tuple[int, ...], Fraction] = {}
    for block, side in product(stock, range(4)):
        joined = f"infantry {max(1, block.strength - side)} {({6: 'SF', 5: 'DF', 4: 'TF'})[block.lowest[0]]}"
        for outcome, p in as_chances(ask(defender=["infantry 2 SF", joined]).law).items():
            found[outcome] = found.get(outcome, Fraction(0)) + p / len(stock) / 4
    told: dict[str, Any] = {"defender": ["infantry 2 SF"], "soviet_card": "infiltration"}
    assert as_chances(ask(told, immortal_guard=True).law) == as_chances(ask(told).law) == found
    beside = told | {"defender": ["unknown tank"]}
    assert as_chances(ask(beside, immortal_guard=True).law) == as_chances(ask(beside).law)


def test_an_answer_over_the_compositions_has_bounds_around_the_shown_one() -> None:
    answer = ask(defender=["infantry 1 SF", "unknown"], soviet_card="infiltration")
    assert (answer.basis, answer.family, answer.member) == ("assumed", "soviet_blocks", "central")
    assert answer.law is not None
    assert answer.law.fields[-1] == "newcomer"
    rows = outcomes(answer)
    assert all(row["p_low"] <= row["p"] <= row["p_high"] for row in rows)
    assert any(row["p_low"] < row["p_high"] for row in rows)


def test_a_full_hex_takes_no_newcomer() -> None:
    # [p. 16 Infiltration and T-34]
    full = {"defender": ["4x infantry 1 SF"]}
    assert as_chances(ask(full, soviet_card="infiltration").law) == as_chances(ask(full).law)
    assert ask(full, soviet_card="infiltration").basis == "rulebook"


@pytest.mark.parametrize("member", FAMILY.members)
def test_every_composition_has_the_printed_numbers_of_blocks(member: str) -> None:
    # [p. 4 units]
    kinds: Counter[str] = Counter()
    for block, n in composition(member, special_blocks=True).items():
        kinds[block.kind] += n
    assert kinds == {"guard": 4, "infantry": 32, "aa_regiment": 1, "destroyer_brigade": 1, "tank": 13, "marine": 2}
    four = {b: n for b, n in composition(member, special_blocks=True).items() if b.kind == "infantry"}
    assert sum(n for block, n in four.items() if block.strength == 4) >= 18


# --- invariants -----------------------------------------------------------------------------------------------------


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


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("facts", "message"), [
    ({"attacker": []}, "attacker is empty; expected one block at least"),
    ({"attacker": ["panzer"]}, r"attacker is 'panzer'; expected KIND STRENGTH COLOR"),
    ({"attacker": ["tank 3 DF"]}, "attacker is 'tank 3 DF'; expected a german block: panzer, "),
    ({"attacker": ["panzer 5 TF"]}, "attacker is 'panzer 5 TF'; expected a strength from 1 to full, full from 1 to 4"),
    ({"attacker": ["panzer 0 TF"]}, "expected a strength from 1 to full"),
    ({"attacker": ["panzer 3/2 TF"]}, "expected a strength from 1 to full"),
    ({"attacker": ["panzer 3 XF"]}, "expected colors sf, black, df, white, tf, red"),
    ({"attacker": ["panzer 4 TF-DF"]}, "expected 1 color, or 4 from full strength down"),
    ({"attacker": ["unknown"]}, "expected unknown, or unknown infantry, tank or marine, of the Soviets"),
    ({"defender": ["unknown guard"]}, "expected unknown, or unknown infantry, tank or marine"),
    ({"defender": ["0x infantry 1 SF"]}, "expected a count from 1 to"),
    ({"attacker": ["5x infantry 1 SF"]}, "expected at most 4 blocks of a hex"),
    ({"defender": ["infantry 0/0 SF"]}, "expected a strength from 0 to full, full from 1 to 4"),
    ({"attacker": ["infantry 1 SF @2"]}, "expected a block @1"),
    ({"attacker": ["infantry 1 SF @0", "infantry 1 SF"]}, "expected @1 to @6 in a german_deliberate attack"),
    ({"attacker": ["infantry 1 SF @1", "infantry 1 SF @7"]}, "expected @1 to @6 in a german_deliberate attack"),
    ({"attack": "german_hasty", "attacker": ["infantry 1 SF @1", "infantry 1 SF @2"]}, "expected @1 to @1"),
    ({"defender": ["5x infantry 1 SF"]}, "expected at most 4 blocks"),
    ({"defender": ["infantry 1 SF @2"]}, "expected no @"),
    ({"defender": ["infantry 1 SF @1"]}, "expected no @"),
    ({"defender": ["aa_regiment 2 SF"]}, "expected infantry for these where special_blocks is no"),
    ({"rubble": True}, "rubble is yes; expected no in clear terrain"),
    ({"attack": "german_hasty", "german_card": ["stuka"]}, "german_card is stuka; expected none in a german_hasty"),
    ({"german_card": ["paulus"]}, "german_card is paulus; expected cards of heinkel_111, "),
    ({"german_card": ["pioneer", "pioneer"]}, "expected one card, or Pioneers with linden"),
    ({"german_card": ["pioneer", "sniper"], "linden": True}, "expected one card, or Pioneers with linden"),
    ({"german_card": ["pioneer_672"]}, "expected another card without linden"),
    ({"german_card": ["pioneer"] * 5, "linden": True}, "expected at most 4 Pioneers"),
    ({"chuikov": True, "soviet_card": "chuikov"}, "soviet_card is 'chuikov'; expected another card"),
    ({"soviet_cards_seen": ["aa"]}, "expected nothing unless soviet_card is random"),
    ({"soviet_card": "random", "soviet_cards_seen": ["ace"]}, "soviet_cards_seen is 'ace'; expected tommy_gunner, "),
    ({"soviet_card": "random", "soviet_cards_seen": ["chuikov"] * 2}, "soviet_cards_seen is 'chuikov' 2 times"),
    ({"soviet_card": "random", "soviet_cards_seen": ["aa"] * 2, "aa_cards_here": 3}, "here is 3; expected at most 2"),
    ({"aa_cards_here": 1}, "aa_cards_here is 1; expected 0 unless soviet_card is random"),
    ({"fortified_opportunity_blocks": 1}, "expected at most opportunity_blocks, 0"),
    ({"terrain": "swamp"}, "terrain is 'swamp'; expected one of clear, rough, urban"),
])  # fmt: skip
def test_nonsense_is_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    # [p. 4 stacking]
    with pytest.raises(GameError, match=message) as caught:
        ask(facts)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("facts", "message"), [
    ({"chuikov": True}, "chuikov is yes; expected no in a soviet_hasty attack"),
    ({"attack": "soviet_deliberate"}, "chuikov is no; expected yes in a soviet_deliberate attack"),
    ({"fortified": True}, "fortified is yes; expected no when the Soviets attack"),
    ({"opportunity_blocks": 2}, "opportunity_blocks is 2; expected 0 when the Soviets attack"),
    ({"german_card": ["pak"]}, "german_card is pak; expected none in a soviet_hasty attack"),
    ({"attacker": ["unknown", "4x unknown tank @2"], "attack": "soviet_deliberate", "chuikov": True},
     "expected at most 4 unknown blocks"),
])  # fmt: skip
def test_a_soviet_attack_has_bounds_of_its_own(facts: dict[str, Any], message: str) -> None:
    told: dict[str, Any] = {"attack": "soviet_hasty", "attacker": ["infantry 2 SF"], "defender": ["infantry 2 SF"]}
    with pytest.raises(GameError, match=message):
        ask(told, facts)


def test_the_help_is_shown_whole() -> None:
    """The terminal takes square brackets for markup."""
    assert not [option.name for option in OPTIONS if re.search(r"\[[^0-9]", option.help)]


def test_a_hidden_fight_has_no_single_roll() -> None:
    with pytest.raises(GameError, match="soviet_card is random, or a block unknown"):
        n_dice(**FIGHT, soviet_card="random")


def test_one_number_holds_the_weights_of_several_answers() -> None:
    """Mixed at once, each in bits of its own, or one mixture after the other: the ways are the same."""
    pools, weights = (Pool((4, 4, 6)), Pool((5,)), Pool((6, 6), counts_own=True)), ((3, 1, 0), (2, 7, 5))
    packed = Mixture(tuple((one + (other << 60), pool) for one, other, pool in zip(*weights, pools, strict=True)))
    pairs, ways, rolls = scores(packed)
    for at, each in enumerate(weights):
        plain = scores(Mixture(tuple(zip(each, pools, strict=True))))
        assert dict(zip(plain[0], plain[1], strict=True)) == {
            pair: n >> 60 * at & (1 << 60) - 1 for pair, n in zip(pairs, ways, strict=True)
        }
        assert (plain[2], sum(plain[1])) == (rolls, rolls * sum(each))
