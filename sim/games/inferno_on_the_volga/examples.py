"""How our rules work the examples of Inferno on the Volga: a reader for each kind that they can work."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from sim.combat import CombatOdds
from sim.dice import all_rolls
from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, Block, blocks_of
from sim.games.inferno_on_the_volga.combat.cards import german_volley
from sim.games.inferno_on_the_volga.combat.facts import Facts, contradictions
from sim.games.inferno_on_the_volga.combat.fight import GERMAN_FIRST, SOVIET_FIRST, Fight, dice_of, rubble_rows
from sim.games.inferno_on_the_volga.combat.fire import State, score
from sim.games.inferno_on_the_volga.combat.laws import cards_of, fight_of
from sim.games.inferno_on_the_volga.combat.odds import odds
from sim.games.inferno_on_the_volga.combat.steps import stages
from sim.numbers.tables import load_list
from sim.options import refuse

Given = Mapping[str, Any]


def _fight(**given: Any) -> Fight:
    """Return one open fight, from the facts that a player gives."""
    facts = Facts(**given)
    refuse(facts, contradictions(facts))
    (card,) = cards_of(facts)
    return fight_of(facts, card, ())


def _block_strength(given: Given) -> dict[str, Any]:
    """Read the strength of a block that shows so many points, or the dice of some colors."""
    if "strength_shown" in given:
        (block,) = blocks_of("block", f"infantry {given['strength_shown']} SF", given["side"])
        assert isinstance(block, Block)
        return {"strength": block.strength}
    dice = []
    for color in given["fire_values"]:
        (block,) = blocks_of("block", f"infantry {given['strength']} {color}", "german")
        assert isinstance(block, Block)
        dice.append(dice_of([block], [block.strength], 0))
    return {"dice_each": len(dice[0]), "lowest_hits": [one[0] for one in dice]}


def _rubble(given: Given) -> dict[str, Any]:
    """Read modifiers and the lowest success off a whole attack, its chance among the sums of three dice."""
    if "cards" in given:  # one attack a card
        one_attack = {"panzer_blocks": 1, "panzer_grenadier_blocks": 1, "attacking_hexes": 1, "terrain": "urban"}
        one_attack["has_von_richthofen"] = given["has_von_richthofen"]
        return {"drm_card": [_rubble({**one_attack, "card": one})["drm_card"] for one in given["cards"]]}
    if "target_hex" in given:
        printed = load_list(GAME_ID, "hexes")[str(given["target_hex"])]["terrain"]
        if printed != given["terrain"]:
            raise GameError(f"terrain is {given['terrain']}; expected {printed}, as of hex #{given['target_hex']}")
    kinds = ["panzer"] * given["panzer_blocks"] + ["panzer_grenadier"] * given["panzer_grenadier_blocks"]
    places = [f"@{1 + i % given['attacking_hexes']}" for i in range(len(kinds))]
    answer = odds(
        [f"{kind} 4 TF {place}" for kind, place in zip(kinds, places, strict=True)], ["infantry 1 SF"],
        terrain=given["terrain"], german_card=(given["card"],), von_richthofen=given["has_von_richthofen"],
    )  # fmt: skip
    worth = {one.id: one.value for one in answer.applied}
    p = _chance(answer, "is_rubble_placed")
    sums = all_rolls(3).sum(axis=1)
    lowest = next(n for n in range(3, 20) if Fraction(int((sums >= n).sum()), len(sums)) == p)
    card = sum(value for name, value in worth.items() if name.startswith(f"rubble_{given['card']}"))
    return {
        "drm": sum(worth.values()), "drm_hexes": worth["rubble_attacking_hex"], "drm_card": card,
        "lowest_success": lowest,
        "drm_panzer": given["panzer_blocks"],
        "drm_panzer_grenadier": worth["rubble_panzer_or_panzer_grenadier"] - given["panzer_blocks"],
    }  # fmt: skip


def _combat_dice(given: Given) -> dict[str, Any]:
    """Read dice, order and hits a step; the picture's white points are one block, the rest black."""
    white, rest = 3, divmod(given["soviet_points"] - 3, given["soviet_blocks"] - 1)
    soviet = [f"infantry {white} DF"]
    soviet += [f"infantry {rest[0] + (i < rest[1])} SF" for i in range(given["soviet_blocks"] - 1)]
    each = divmod(given["german_points"], given["german_blocks"])
    german = [f"infantry {each[0] + (i < each[1])} DF" for i in range(given["german_blocks"])]
    sides = [german, soviet] if given["attacker"] == "german" else [soviet, german[:4]]
    sides[0] = [f"{text} @{1 + i // 4}" for i, text in enumerate(sides[0])]
    fight = _fight(
        attacker=tuple(sides[0]), defender=tuple(sides[1]), terrain=given["terrain"], rubble=given["has_rubble"],
        attack="german_deliberate" if given["attacker"] == "german" else "soviet_hasty", rubble_used_up=True,
    )  # fmt: skip
    lowest = fight.soviet_pools[0].lowest
    first = {GERMAN_FIRST: "german", SOVIET_FIRST: "soviet"}.get(int(fight.order[0, 0]), "both")
    return {
        "first_fire": first, "german_dice_at_most": sum(fight.german_path[0]),
        "soviet_sf_dice": lowest.count(6), "soviet_df_dice": lowest.count(5), "soviet_tf_dice": lowest.count(4),
        "hits_per_german_step_loss": _hits_per_step(fight, "soviets fire", "german_losses"),
        "hits_per_soviet_step_loss": _hits_per_step(fight, "germans fire", "soviet_losses"),
    }  # fmt: skip


def _hits_per_step(fight: Fight, stage: str, losses: str) -> int:
    (rule,) = (one.rule for one in stages(fight) if one.name == stage)
    start = State(*(np.array([value]) for value in fight.start))
    own = np.zeros(1, np.int64)
    return next(hits for hits in (1, 2, 3) if getattr(rule(start, np.array([hits]), own), losses)[0])


def _hit_modifier(given: Given) -> dict[str, Any]:
    fight = _fight(
        attacker=("infantry 4 SF",), defender=(f"infantry 1 {given['fire_value']}",),
        khrushchev=given["has_khrushchev"],
    )  # fmt: skip
    faces = np.arange(1, 7)
    hits, own = score(fight.soviet_pools, np.zeros(6, np.int64), faces[:, np.newaxis].astype(np.int8))
    return {"hit_faces": faces[hits > 0].tolist(), "own_hit_faces": faces[own > 0].tolist()}


def _card(given: Given) -> dict[str, Any]:
    """Play an AA card that names the attacked hex against a German card."""
    place = given["hex_on_card"]
    is_named = str(place) in [row["rubble_hex"] for row in load_list(GAME_ID, "aa_cards").rows]
    fight = _fight(
        attacker=("infantry 4 SF",), defender=("infantry 1 SF",), terrain="urban", german_card=(given["german_card"],),
        soviet_card="aa_here" if given["soviet_card"] == "aa" and is_named else given["soviet_card"],
    )  # fmt: skip
    return {
        "german_card_dice": german_volley(fight.german_cards, has_von_richthofen=False).n_dice,
        "german_card_rubble_drm": sum(n for row, n in rubble_rows(fight).items() if row != "attacking_hex"),
        "rubble_placed_in": place if fight.has_rubble else None,
    }


def _block_fight(given: Given) -> dict[str, Any]:
    answer = odds(**given)
    names = ("hex_cleared", "hex_taken", "attacker_eliminated")
    return {name: str(_chance(answer, f"is_{name}")) for name in names}


def _chance(answer: CombatOdds, field: str) -> Fraction:
    """Return the chance of something that a fight may come to."""
    assert answer.after is not None
    return answer.after.marginal(field).probability(lambda happens: bool(happens))


READERS = {
    "strength": _block_strength,
    "rubble": _rubble,
    "combat_dice": _combat_dice,
    "hit_modifier": _hit_modifier,
    "card": _card,
    "block_fight": _block_fight,
}
