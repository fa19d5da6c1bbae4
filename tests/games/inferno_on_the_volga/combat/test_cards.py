"""Cards in a fight: what each does, and the random one."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.inferno_on_the_volga.combat.fights import as_chances, ask, mean, whole


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
