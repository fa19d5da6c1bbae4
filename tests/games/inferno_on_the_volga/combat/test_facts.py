"""Facts of a fight: each changes some fight, and nonsense is refused in one line."""

import re
from typing import Any

import pytest

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.facts import OPTIONS
from sim.games.inferno_on_the_volga.combat.fire import Mixture, Pool, scores
from sim.games.inferno_on_the_volga.combat.odds import n_dice
from tests.games.inferno_on_the_volga.combat.fights import FIGHT, as_chances, ask

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
