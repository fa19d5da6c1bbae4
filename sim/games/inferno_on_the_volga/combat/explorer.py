"""The odds explorer of Inferno on the Volga: blocks, streets, rubble and cards, and the numbers of its own routine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.errors import GameError
from sim.explorer import Control, Explorer, Value, always, control_of, words
from sim.games.inferno_on_the_volga.combat.blocks import (
    FIRE,
    GAME_ID,
    KINDS,
    LOWEST_HIT,
    MAX_STRENGTH,
    NEVER,
    STACK,
    Block,
    blocks_of,
    kinds_of,
)
from sim.games.inferno_on_the_volga.combat.cards import (
    GERMAN,
    GERMAN_SUPPORT,
    SOVIET,
    german_volley,
    is_air_strike,
    rubble_row,
    soviet_steps,
    soviet_volley,
)
from sim.games.inferno_on_the_volga.combat.facts import ATTACKS, OPTIONS, TERRAIN
from sim.games.inferno_on_the_volga.combat.fight import HIT_DRM, RUBBLE_DRM, first_fires
from sim.games.inferno_on_the_volga.combat.fire import OWN_HIT
from sim.games.inferno_on_the_volga.combat.steps import RUBBLE

_OPTIONS = {option.name: option for option in OPTIONS}
_KINDS_OF_ATTACK = ("german_deliberate", "german_hasty", "soviet_hasty")
_SOVIET_CARDS = ("none", "tommy_gunner", "sniper", "anti_tank", "aa")
_GERMAN_CARDS = tuple(card for card in GERMAN_SUPPORT if card != "pioneer_672")
_ON_THE_COAST = "volga_flotilla"
"""A card that no control offers: it fires at the coast alone, which a fight of the explorer is not told [p. 16]."""
_NAMES = {card: str(deck[card]["name"]) for deck, cards in ((GERMAN, _GERMAN_CARDS), (SOVIET, (*_SOVIET_CARDS[1:],
          _ON_THE_COAST))) for card in cards} | {"none": "none"}  # fmt: skip
"""Cards as they are printed."""
_BLOCKS = STACK
"""Blocks of a side: as many as a hex holds [p. 4 stacking]."""
_TRAITS = ("counts_as_infantry", "counts_as_armor", "adds_to_rubble_roll")
_PLAIN = {"german": kinds_of("german"), "soviet": ("infantry", "tank")}
_COLORS = tuple((row["abbreviation"], f"{row['abbreviation']}, {row['color']}") for row in FIRE.rows)
_FIRST = {"german": (("infantry", 3, "DF"), ("infantry", 3, "DF")), "soviet": (("infantry", 3, "SF"),)}


_TIES = {"fire": "the one that leaves the Germans the most fire", "order": "the first in the list"}


def _control(name: str, label: str, group: str, **given: Any) -> Control:
    return control_of(_OPTIONS[name], label, group, **given)


def _block(side: str, n: int) -> tuple[Control, ...]:
    kind, strength, color = _FIRST[side][n - 1] if n <= len(_FIRST[side]) else ("none", MAX_STRENGTH, _COLORS[0][0])
    group, has = f"{side.capitalize()} blocks", always(**{f"{side}_{n}": _PLAIN[side]})
    kinds = _PLAIN[side] if n == 1 else ("none", *_PLAIN[side])
    return (
        Control(f"{side}_{n}", f"Block {n}", group, "choice", kind, choices=tuple((one, words(one)) for one in kinds)),
        Control(f"{side}_{n}_strength", f"Block {n}: strength", group, "number", strength, low=1, high=MAX_STRENGTH,
                opens=has),
        Control(f"{side}_{n}_color", f"Block {n}: color", group, "choice", color, choices=_COLORS, opens=has),
    )  # fmt: skip


def _controls() -> tuple[Control, ...]:
    german, deliberate = always(attack=_KINDS_OF_ATTACK[:2]), always(attack=_KINDS_OF_ATTACK[0])
    attacks = tuple((one, words(one)) for one in _KINDS_OF_ATTACK)
    with_air = always(attack=_KINDS_OF_ATTACK[0], german_card=tuple(c for c in _GERMAN_CARDS if is_air_strike(c)))
    return (
        _control("attack", "Kind of attack", "The fight", choices=attacks),
        _control("terrain", "Terrain", "The fight", choices=tuple((r["terrain"], r["terrain"]) for r in TERRAIN.rows)),
        _control("rubble", "Rubble", "The fight", opens=always(terrain="urban")),
        _control("rubble_used_up", "All rubble markers used", "The fight", opens=always(terrain="urban")),
        _control("fortified", "Fortified", "The fight", opens=german),
        *(control for side in _PLAIN for n in range(1, _BLOCKS + 1) for control in _block(side, n)),
        _control("german_card", "German card", "Cards and leaders", default="none", opens=deliberate,
                 help="in a deliberate attack only (p. 9, p. 13-14)",
                 choices=(("none", "none"), *((card, _NAMES[card]) for card in _GERMAN_CARDS))),
        _control("soviet_card", "Soviet card", "Cards and leaders",
                 help="played in the fight (p. 9, p. 15-16)",
                 choices=tuple((card, _NAMES[card]) for card in _SOVIET_CARDS)),
        _control("hoth", "Hoth", "Cards and leaders"),
        _control("von_richthofen", "Von Richthofen", "Cards and leaders", opens=with_air,
                 help="twice the dice of an air strike, as we read p. 13 (ruling R7)"),
        _control("zaytsev", "Zaytsev", "Cards and leaders", opens=always(soviet_card="sniper")),
        _control("khrushchev", "Khrushchev", "Cards and leaders"),
        _control("ties", "Of the strongest blocks, a hit takes", "Choices", choices=tuple(_TIES.items())),
    )  # fmt: skip


def _numbers() -> Mapping[str, Any]:
    """Return what the routine reads: of fire, kinds, cards, order of fire, rubble, drms, and the pages of each."""
    hits = {row["id"]: int(row["value"]) for row in HIT_DRM.rows}
    rubble = {row["id"]: int(row["value"]) for row in RUBBLE_DRM.rows}
    of_cards = [rubble_row(card, has_von_richthofen=led) for card in _GERMAN_CARDS for led in (False, True)]
    return {
        "side": {one: ATTACKS[one]["side"] for one in _KINDS_OF_ATTACK},
        "blocks": _BLOCKS, "own_hit": OWN_HIT, "never": NEVER,
        "lowest_hit": {name: LOWEST_HIT[name.lower()] for name, _ in _COLORS},
        "traits": {
            f"{row['kind']} | {row['side']}": [row[trait] == "yes" for trait in _TRAITS] for row in KINDS.rows
        },
        "first_fire": {
            f"{terrain['terrain']} {side}": list(first_fires(terrain["terrain"], side))
            for terrain in TERRAIN.rows for side in ("german", "soviet")
        },
        "hit_drm": hits, "rubble_drm": rubble,
        "rubble_for_each": [name for name in rubble if name not in of_cards],
        "makes_rubble": _KINDS_OF_ATTACK[0],
        "rubble_dice": RUBBLE.integer("dice"), "rubble_above": RUBBLE.integer("success_above"),
        "hits_in_rubble": RUBBLE.integer("hits_per_step_loss"),
        "german_cards": {f"{card} {air}": _german_card(card, bool(air)) for card in _GERMAN_CARDS for air in (0, 1)},
        "soviet_cards": {
            f"{card} {z}": _soviet_card(card, bool(z)) for card in (*_SOVIET_CARDS[1:], _ON_THE_COAST) for z in (0, 1)
        },
        "example": "points and colors stand on the blocks, not in the book; ours are an example",
        "as_read": {
            "ruling": "R7", "cards": [f"{card} 1" for card in _GERMAN_CARDS if is_air_strike(card)],
            "otherwise": _other_air_strike(),
        },
        "names": _NAMES | {_ON_THE_COAST: f"{_NAMES[_ON_THE_COAST]}, on the coast"},
        "order_words": ["simultaneous fire", "Germans first", "Soviets first", "no close combat"],
    }  # fmt: skip


def _other_air_strike() -> Mapping[str, Any]:
    """Return an air strike of Von Richthofen by the other reading of ruling R7: two dice in all [p. 13]."""
    volley = german_volley([next(card for card in _GERMAN_CARDS if is_air_strike(card))], has_von_richthofen=True,
                           are_two=True)  # fmt: skip
    return {"says": "Air strike with him, if two dice in all", "dice": volley.n_dice, "fire": _color(volley.lowest_hit)}


def _color(lowest_hit: int) -> str:
    """Return the fire value of dice that hit from this number on."""
    return next(name for name, _ in _COLORS if LOWEST_HIT[name.lower()] == lowest_hit)


def _german_card(card: str, has_von_richthofen: bool) -> Mapping[str, Any]:
    volley = german_volley([card], has_von_richthofen=has_von_richthofen)
    row = rubble_row(card, has_von_richthofen=has_von_richthofen)
    steps = 0 if GERMAN[card]["dice"] else GERMAN.integer(card, "step_losses")
    return {
        "dice": volley.n_dice, "fire": _color(volley.lowest_hit), "rubble_row": row, "is_air": is_air_strike(card),
        "steps": steps, "trait": {"sniper": 0, "pak": 1}.get(card),
    }  # fmt: skip


def _soviet_card(card: str, has_zaytsev: bool) -> Mapping[str, Any]:
    volley = soviet_volley(card, is_coastal=True)
    return {
        "dice": volley.n_dice, "fire": _color(volley.lowest_hit), "steps": soviet_steps(card, has_zaytsev=has_zaytsev),
        "trait": {"sniper": 0, "anti_tank": 1}.get(card), "is_aa": card == "aa",
    }  # fmt: skip


def setting_of(facts: Mapping[str, Any]) -> Mapping[str, Value] | None:
    """Return the controls that stand for a fight, `None` where they cannot."""
    setting: dict[str, Value] = {}
    for name, fact in facts.items():
        if name == "german_card" and len(fact) == 1:
            setting[name] = fact[0]
        elif name not in ("attacker", "defender"):
            setting[name] = fact
    attacker = ATTACKS[str(facts.get("attack", _KINDS_OF_ATTACK[0]))]["side"]
    for name in ("attacker", "defender"):
        side = attacker if name == "attacker" else ("soviet" if attacker == "german" else "german")
        try:
            blocks = [block for text in facts[name] for block in blocks_of(name, text, side)]
        except GameError:
            return None
        if len(blocks) > _BLOCKS or not all(isinstance(block, Block) for block in blocks):
            return None
        setting |= {f"{side}_{n}": "none" for n in range(len(blocks) + 1, _BLOCKS + 1)}
        for n, block in enumerate(blocks, 1):
            assert isinstance(block, Block)
            color = _color(block.lowest[block.strength - 1])
            setting |= {
                f"{side}_{n}": block.kind, f"{side}_{n}_strength": block.strength, f"{side}_{n}_color": color,
            }  # fmt: skip
    return setting


EXPLORER = Explorer(
    controls=_controls(),
    routine="pools",
    numbers=_numbers(),
    setting_of=setting_of,
    choices={"ties": "german"},
    before="The Germans keep the most fire",
    about_choices="No combat sends a block back, and a hit takes the strongest block of a side. Of several the German"
    " player picks one, of either side (p. 10): blocks of other colors or kinds make a difference.",
    left_out=f"{GAME_ID.split('_')[0].capitalize()}'s unknown blocks, a Soviet card drawn at random, several attacking"
    " hexes, blocks of changing colors, Chuikov and joint attacks, newcomers, the Flotilla, special blocks, the 672nd",
)
