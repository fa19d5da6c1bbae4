"""The Flotilla, rubble and the fire of the cards of Inferno on the Volga: examples, brute force, laws with a pencil."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.games.inferno_on_the_volga.systems import cards, flotilla, rubble
from tests.games.inferno_on_the_volga.systems.asking import COURSES, SYSTEMS, given_and_expected, headline, last

# --- flotilla


def test_every_card_of_the_flotilla_against_plain_loops() -> None:
    # [p. 5 set-up, p. 16 Flotilla]
    hexes = np.arange(19)
    for first, n, full, marines, draws in product((3, 9, 16), (0, 2, 10), (4, 12), (0, 2), (0, 1)):
        is_german, is_full = (hexes >= first) & (hexes < first + n), hexes == full
        for is_coastal in (False, True):
            found = flotilla.flotilla(all_rolls(3), is_coastal, is_german, is_full, marines, draws)
            for roll, effect, hits, hex in zip(all_rolls(3).tolist(), *(part.tolist() for part in found), strict=True):
                if is_coastal:
                    expected = (flotilla.FIRE, sum(die in (5, 6) for die in roll), 0)
                elif first <= sum(roll) < first + n and (marines or not draws):  # ruling R54
                    expected = (flotilla.NOTHING, 0, sum(roll))
                elif sum(roll) == full or not marines:
                    expected = (flotilla.CARD_INSTEAD, 0, sum(roll))
                else:
                    expected = (flotilla.LANDS, 0, sum(roll))
                assert (effect, hits, hex) == expected


@pytest.mark.parametrize("factors", [{}, {"coastal_in_6": 0, "marines_back": 0}, {"german_hexes": 9}])
def test_marines_landed_are_those_of_the_chain(factors: dict[str, int]) -> None:
    worlds = last(COURSES["flotilla"], **factors)
    assert worlds.law("landed").mean(lambda n: n) == headline("flotilla", **factors)


def test_flotilla_by_pencil() -> None:
    assert headline("flotilla", coastal_in_6=6) == 0
    both = headline("flotilla", coastal_in_6=0, german_hexes=0, full_hexes=0, marines_back=0)
    assert both == 2, "nothing in the way: the two marines land, and there is no third"
    third = last(COURSES["flotilla"], coastal_in_6=0, german_hexes=0, full_hexes=0, marines_back=0)
    assert dict(third.law("cards")) == {(3,): 1}, "a third marine costs a card [example on p. 11]"
    fire = last(COURSES["flotilla"], coastal_in_6=6).law("all_hits")
    assert fire.mean(lambda hits: hits) == 5


# --- rubble


def test_rubble_examples() -> None:
    given, expected = given_and_expected("rubble_plus_11")
    factors = {
        "attacking_hexes": given["attacking_hexes"],
        "armored_blocks": given["panzer_blocks"] + given["panzer_grenadier_blocks"],
        "card": rubble.CARDS.index(given["card"]),
        "has_von_richthofen": int(given["has_von_richthofen"]),
    }
    assert int(rubble.attack_drm(factors)) == expected["drm"]
    for roll in all_rolls(3):
        assert bool(rubble.makes_rubble(roll, expected["drm"])) == (int(roll.sum()) >= expected["lowest_success"])
    given, expected = given_and_expected("richthofen_rubble")
    nothing = {"attacking_hexes": 0, "armored_blocks": 0, "has_von_richthofen": int(given["has_von_richthofen"])}
    assert int(rubble.attack_drm({**nothing, "card": 4})) == expected["drm_card"][given["cards"].index("heinkel_111")]


def test_rubble_modifiers_against_plain_sums() -> None:
    # [p. 9 rubble, p. 10 rubble]
    bonus = {0: 0, 1: 1, 2: 2, 3: 2, 4: 3}
    for hexes, armor, card, leader, aa in product(range(1, 7), range(5), range(5), (0, 1), (False, True)):
        expected = hexes + armor + (0 if aa and card > 2 else bonus[card] * (2 if leader and card > 2 else 1))
        told = {"attacking_hexes": hexes, "armored_blocks": armor, "card": card, "has_von_richthofen": leader}
        assert int(rubble.attack_drm(told, aa)) == expected


def test_rubble_by_brute_force_and_by_the_chain() -> None:
    sums = Counter(sum(roll) for roll in product(range(1, 7), repeat=3))
    for drm in range(20):
        assert rubble.chance(drm) == Fraction(sum(n for total, n in sums.items() if total + drm > 18), 216)
    worlds = last(COURSES["rubble"])
    chance = headline("rubble")
    assert worlds.law("attack_of_rubble").probability(lambda n: n == 0) == (1 - chance) ** 6
    assert worlds.law("attack_of_rubble").probability(lambda n: n == 2) == chance * (1 - chance)


def test_aa_cards_leave_rubble_in_the_hex_that_they_name() -> None:
    """Four of 28 cards, of which n name the hex: those leave rubble, the other AA cards cancel the strike."""
    weak = {"attacking_hexes": 1, "armored_blocks": 0, "card": 0}  # +1: 18 of three dice only
    for n in range(5):
        expected = Fraction(1, 7) * Fraction(n, 4) + (1 - Fraction(1, 7) * Fraction(n, 4)) * Fraction(1, 216)
        assert headline("rubble", **weak, aa_cards_that_name_it=n) == expected
        worlds = last(COURSES["rubble"], **weak, aa_cards_that_name_it=n)
        assert worlds.law("attack_of_rubble").probability(lambda turn: turn == 1) == expected
        assert worlds.law("attack_of_rubble").probability(lambda turn: turn == 0) == (1 - expected) ** 6
    assert headline("rubble", aa_in_28=12, card=3) < headline("rubble", aa_in_28=12, card=2), "the Stuka is canceled"


# --- cards


def test_the_deck_that_is_drawn_from() -> None:
    assert sum(cards.COPIES.values()) == 21
    assert "pioneer_672" not in cards.COPIES


def test_fire_of_cards_against_every_roll() -> None:
    # [p. 14 German support cards, p. 15 Soviet support cards]
    for n_dice, lowest, per_step in product(range(1, 7), (4, 5, 6), (1, 2)):
        rolls = all_rolls(n_dice)
        steps = Counter(((rolls >= lowest).sum(axis=1) // per_step).tolist())
        law = cards.volley_law(n_dice, lowest, per_step)
        assert {k: p for (k,), p in law} == {k: Fraction(n, len(rolls)) for k, n in steps.items()}


def test_cards_by_pencil() -> None:
    setting = SYSTEMS["cards"].setting()
    expected = {
        "heinkel_111": 3 * Fraction(24, 28), "stuka": Fraction(5, 2) * Fraction(24, 28), "howitzer": Fraction(3),
        "pioneer": Fraction(5, 2), "sniper": Fraction(1), "pak": Fraction(1, 3),
    }  # fmt: skip
    assert {card: cards.steps_of(card, setting) for card in cards.COPIES} == expected
    total = sum(cards.COPIES[card] * steps for card, steps in expected.items())
    assert cards.steps_a_card(setting) == total / 21
    strong = SYSTEMS["cards"].setting({"has_von_richthofen": 1, "aa_in_28": 0})
    assert [cards.steps_of(card, strong) for card in ("heinkel_111", "stuka")] == [6, 5]
    assert cards.two_dice(strong) == 1


def test_soviet_cards_by_pencil() -> None:
    """Two Tommy Gunners 2/3 each, five Snipers and two Anti-Tank a step each, five Flotillas a hit on the coast."""
    inland = (Fraction(2, 3) * 2 + 5 + 2) / 28
    assert cards.steps_a_soviet_card(is_coastal=False, has_zaytsev=False) == inland
    assert cards.steps_a_soviet_card(is_coastal=True, has_zaytsev=True) == inland + Fraction(10, 28)
