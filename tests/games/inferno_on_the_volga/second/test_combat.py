"""A second reader's whole fight of Inferno on the Volga against the first's, through its public interface.

A sample of each comparison by default, all of it in `make verify`: the fixture `chosen` takes the cases.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from analysis.fights.odds import odds, options
from sim.errors import GameError
from sim.exact import Law
from tests.games.conftest import Chosen
from tests.games.inferno_on_the_volga.second.blocks import COPIES, GERMANS, LEADERS, SOVIETS, Illegal, setting
from tests.games.inferno_on_the_volga.second.combat import answer, cards
from tests.games.inferno_on_the_volga.second.samples import (  # fmt: skip
    ATTACKS,
    COLORS,
    GERMAN_CARDS,
    PLACES,
    POOLS,
    SOVIET_CARDS,
    Facts,
    legal_fight,
    samples,
    small,
    tiny,
    with_random_card,
    with_unknown,
    without_leaders,
)

GAME = "inferno_on_the_volga"


def chances(law: Law | None) -> dict[tuple[int, ...], Fraction]:
    assert law is not None
    return dict(law)


def assert_same(facts: Facts) -> None:
    first, second = odds(GAME, **facts), answer(**facts)
    assert first.law is not None
    assert first.law.fields == second.fields, facts
    assert chances(first.law) == second.law, facts
    assert chances(first.after) == second.after, facts
    assert dict(first.bounds) == second.bounds, facts
    assert dict(first.after_bounds) == second.after_bounds, facts
    assert sum(second.law.values()) == sum(second.after.values()) == 1, facts


@pytest.mark.in_turn
def test_random_open_fights_agree(chosen: Chosen) -> None:
    for facts in chosen(samples(1500, 53), 200):
        assert_same(facts)


def test_the_sample_meets_every_value_of_every_option() -> None:
    met: Counter[tuple[str, Any]] = Counter()
    for facts in samples(1500, 53):
        for option in options(GAME):
            value = facts.get(option.name, option.default)
            for each in value if isinstance(value, tuple) else (value,):
                met[option.name, each] += 1
        for text in facts["attacker"] + facts["defender"]:
            met.update(("word", word) for word in text.lower().replace(" ", "_").replace("@", "").split("_"))
    for option in options(GAME):
        values = {"yes_no": (True, False), "text": option.choices}.get(option.kind, ())
        for value in values:
            assert met[option.name, value] >= 20 or value == "random", (option.name, value, met[option.name, value])
    assert all(met["german_card", card] >= 20 for card in (*GERMAN_CARDS, "pioneer_672"))
    assert all(met["opportunity_blocks", number] >= 20 for number in (0, 1, 2, 5))
    assert all(met["word", word] >= 20 for kind in (*GERMANS, *SOVIETS) for word in kind.split("_"))


def test_every_pair_of_blocks_agrees_in_every_attack_and_place(chosen: Chosen) -> None:
    random = Random(4)
    for attack, german, soviet, (terrain, rubble) in chosen(product(ATTACKS, GERMANS, SOVIETS, PLACES), 150):
        ours, theirs = (f"{kind} {random.randint(1, 2)} {random.choice(COLORS)}" for kind in (german, soviet))
        is_german = attack.startswith("german")
        assert_same(
            {
                "attacker": (ours,) if is_german else (theirs,),
                "defender": (theirs,) if is_german else (ours,),
                "attack": attack,
                "terrain": terrain,
                "rubble": rubble,
                "special_blocks": True,
                "hoth": random.random() < 0.7,
                "chuikov": attack == "soviet_deliberate",
                "khrushchev": random.random() < 0.5,
            }
        )


def test_every_pair_of_cards_agrees_in_every_place(chosen: Chosen) -> None:
    random = Random(6)
    german_cards = [(), *((card,) for card in GERMAN_CARDS), ("pioneer",) * 3 + ("pioneer_672",)]
    for soviet, german, (terrain, rubble) in chosen(product(SOVIET_CARDS, german_cards, PLACES), 60):
        assert_same(
            {
                "attacker": ("panzer_grenadier 2 TF", f"{random.choice(GERMANS)} 2 DF @2"),
                "defender": (f"{random.choice(SOVIETS[:3])} 2 DF", "infantry 1 SF"),
                "terrain": terrain,
                "rubble": rubble,
                "soviet_card": soviet,
                "german_card": german,
                "linden": len(german) > 1,
                "von_richthofen": random.random() < 0.5,
                "coastal": random.random() < 0.5,
                "zaytsev": soviet != "zaytsev" and random.random() < 0.5,
                "ties": random.choice(("fire", "order")),
            }
        )


def test_random_cards_agree(chosen: Chosen) -> None:
    random = Random(7)
    for facts in chosen(samples(60, 9), 15):
        fight = with_random_card(random, small(facts))
        assert_same(fight if random.random() < 0.5 else without_leaders(fight))


def test_the_last_card_of_the_deck_is_certain_and_after_it_there_is_none() -> None:
    deck = [card for card, copies in COPIES.items() for _ in range(copies)]
    told: Facts = {"attacker": ("panzer 1 TF",), "defender": ("tank 1 DF",), "soviet_card": "random"}
    for card in COPIES:
        seen = deck.copy()
        seen.remove(card)
        assert_same(told | {"soviet_cards_seen": tuple(seen)})
        if card in LEADERS:
            assert_refused(told | {"soviet_cards_seen": tuple(seen), card: True})
    assert_refused(told | {"soviet_cards_seen": tuple(deck)})


@pytest.mark.in_turn
def test_one_unknown_block_agrees(chosen: Chosen) -> None:
    for number, facts in chosen(enumerate(samples(60, 11)), 20):
        assert_same(with_unknown(small(facts), (POOLS[number % 4],)))


@pytest.mark.in_turn
def test_every_pair_of_unknown_blocks_agrees(chosen: Chosen) -> None:
    for facts, pools in chosen(zip(samples(32, 13), [*product(POOLS, repeat=2)] * 2, strict=True), 8):
        assert_same(with_unknown(tiny(facts) | {"soviet_card": "sniper", "zaytsev": False}, pools))


def test_unknown_blocks_joined_by_others_agree(chosen: Chosen) -> None:
    pools = (("unknown",), ("unknown infantry",), ("unknown tank",), ("unknown", "unknown marine"))
    newcomers = ("infiltration", "t34_dug_in") * 2 + ("t34_dug_in", "infiltration") * 2
    for facts, unseen, card in chosen(zip(samples(8, 15), pools * 2, newcomers, strict=True), 3):
        some = {"infantry_reserve_empty": False, "tank_reserve_empty": False}
        assert_same(with_unknown(tiny(facts) | {"soviet_card": card} | some, unseen))


def test_four_unknown_blocks_agree(chosen: Chosen) -> None:
    german: Facts = {"attacker": ("panzer_grenadier 1 TF",), "defender": ("2x unknown tank", "2x unknown marine")}
    soviet: Facts = {"attacker": ("2x unknown marine", "unknown tank"), "defender": ("panzer 1 TF",)}
    for facts in chosen((german, soviet | {"attack": ATTACKS[2]}), 1):
        assert_same(facts)


@pytest.mark.in_turn
def test_an_unknown_block_with_a_random_card_agrees(chosen: Chosen) -> None:
    random = Random(17)
    for facts in chosen(samples(3, 19), 1):
        assert_same(with_unknown(with_random_card(random, tiny(facts)), ("unknown infantry",)))


def assert_refused(facts: Facts) -> None:
    with pytest.raises(Illegal):
        answer(**facts)
    with pytest.raises(GameError):
        odds(GAME, **facts)


def is_legal(facts: Facts) -> bool:
    try:
        cards(setting(**facts).facts)
    except Illegal:
        return False
    return True


def is_accepted(facts: Facts) -> bool:
    try:
        odds(GAME, **facts)
    except GameError:
        return False
    return True


@pytest.mark.in_turn
def test_what_one_reader_refuses_the_other_refuses() -> None:
    random = Random(23)
    verdicts: Counter[bool] = Counter()
    for facts in samples(900, 29):
        other = legal_fight(random)
        for name in random.sample(sorted(facts.keys() & other.keys()), random.choice((1, 1, 2, 4))):
            facts = facts | {name: other[name]}
        facts = facts | dict([random.choice(sorted(other.items()))])
        verdict = is_legal(facts)
        verdicts[verdict] += 1
        assert is_accepted(facts) == verdict, facts
    assert min(verdicts.values()) > 180, verdicts


BAD_BLOCKS = (
    "infantry 5 SF", "infantry 2/5 SF", "infantry 3/2 SF", "infantry 3 SF-DF", "infantry 3/3 SF-DF", "infantry 2 blue",
    "infantry 2", "2 infantry 2 SF", "0x infantry 2 SF", "65x infantry 1 SF", "5x infantry 1 SF", "engineer 2 SF", "",
    "infantry 2 SF @7", "5x unknown", "unknown guard", "unknown 2 SF", "unknown panzer",
)  # fmt: skip


@pytest.mark.parametrize("words", BAD_BLOCKS)
def test_bad_words_are_refused_on_both_sides(words: str) -> None:
    seen = "infantry 1 SF"
    assert_refused({"attacker": (words, seen), "defender": (seen,)})
    assert_refused({"attacker": (seen,), "defender": (words,)})


def test_blocks_that_cannot_be_there_are_refused() -> None:
    seen = ("infantry 1 SF",)
    for words in ("infantry 0 SF", "tank 1 SF", "unknown", "infantry 1 SF @2"):
        assert_refused({"attacker": (words,), "defender": seen})
    for words in ("panzer 1 SF", "aa_regiment 1 SF", "destroyer_brigade 1 SF", "3x unknown marine", "guard 1 SF @2"):
        assert_refused({"attacker": seen, "defender": (words,)})
    joint = {"attack": "soviet_deliberate", "chuikov": True, "defender": seen}
    assert_refused(joint | {"attacker": ("4x unknown", "unknown @2")})
    assert_refused({"attacker": seen, "defender": ()})


# The domains on which the two readers once disagreed, from DISAGREEMENTS.md.


@pytest.mark.in_turn
def test_a_guard_that_joins_in_step_5_is_turned_at_random(chosen: Chosen) -> None:
    told = {"attacker": ("panzer 2 TF",), "defender": ("infantry 2 SF",)}
    assert_same(told | {"soviet_card": "infiltration", "immortal_guard": True})
    for facts in chosen(samples(6, 31), 2):
        fight = tiny(facts) | {"soviet_card": "infiltration", "infantry_reserve_empty": False, "immortal_guard": True}
        assert_same(with_unknown(fight, ("unknown infantry",)))


def test_any_of_two_unknown_blocks_may_be_the_first_told() -> None:
    soviets = {"attack": "soviet_hasty", "attacker": ("2x unknown infantry",), "defender": ("panzer 1 DF",)}
    assert_same(soviets | {"terrain": "urban", "ties": "order"})


@pytest.mark.in_turn
def test_either_arm_may_be_the_first_told() -> None:
    told = {"attacker": ("panzer_grenadier 1 DF",), "defender": ("2x unknown", "infantry 2 SF")}
    assert_same(told | {"german_card": ("howitzer",), "hoth": True})


def test_unknown_blocks_may_be_told_around_a_seen_one() -> None:
    told = ("unknown infantry", "infantry 2 DF", "unknown infantry")
    assert_same({"attacker": ("panzer_grenadier 1 DF",), "defender": told, "german_card": ("howitzer",)})


@pytest.mark.in_turn
def test_three_unknown_blocks_are_told_in_any_order(chosen: Chosen) -> None:
    told: Facts = {"attacker": ("panzer_grenadier 1 DF",), "defender": ()}
    cases: list[Facts] = [{"defender": ("3x unknown infantry",), "ties": "order", "german_card": ("sniper",)}]
    cases += [{"defender": ("unknown tank", "infantry 1 DF", "2x unknown tank"), "ties": "order"}]
    longest: Facts = {"defender": ("3x unknown",), "german_card": ("pak",)}
    for facts in (*chosen(cases, 1), *chosen([longest], 0)):
        assert_same(told | facts)


def test_a_block_without_any_points_is_refused() -> None:
    assert_refused({"attacker": ("panzer 2 TF",), "defender": ("infantry 0/0 SF",)})


def test_hexes_are_numbered_from_one() -> None:
    assert_refused({"attacker": ("panzer 2 TF", "infantry 1 SF @0"), "defender": ("infantry 1 SF",)})


def test_a_defender_has_no_hex() -> None:
    assert_refused({"attacker": ("panzer 2 TF",), "defender": ("infantry 1 SF @1",)})
