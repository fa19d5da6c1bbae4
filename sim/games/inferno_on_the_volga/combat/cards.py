"""The cards of a fight and what they come to: steps, dice, rubble, newcomers, leaders [p. 12-16].

Of the book [p. 6 playing Soviet cards].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, LOWEST_HIT
from sim.numbers.tables import load_list

GERMAN = load_list(GAME_ID, "german_cards")
SOVIET = load_list(GAME_ID, "soviet_cards")
LEADERS = load_list(GAME_ID, "leader_effects")
RUBBLE_CARDS = load_list(GAME_ID, "rubble_modifiers")

GERMAN_SUPPORT = tuple(row["card"] for row in GERMAN.rows if row["kind"] == "support")
SOVIET_CARDS = tuple(row["card"] for row in SOVIET.rows)
SOVIET_LEADERS = tuple(row["card"] for row in SOVIET.rows if row["kind"] == "leader")
AA_HERE = "aa_here"
"""An AA card that names the defender's hex."""
NEWCOMERS = {"infiltration": "infantry", "t34_dug_in": "tank"}
PIONEERS = tuple(row["card"] for row in GERMAN.rows if "pioneer" in (row["card"], row["counted_in"]))


@dataclass(frozen=True)
class Volley:
    """Dice of cards, all alike: how many, and the lowest that hits."""

    n_dice: int
    lowest_hit: int

    @property
    def lowest(self) -> tuple[int, ...]:
        """The lowest hit of each die."""
        return (self.lowest_hit,) * self.n_dice


@cache
def is_air_strike(card: str) -> bool:
    """Whether an AA card or the 1077th cancels a German card [p. 16 AA, p. 19]."""
    return GERMAN[card]["is_air_strike"] == "yes"


def german_volley(cards: Sequence[str], *, has_von_richthofen: bool, are_two: bool = False) -> Volley:
    """Return the dice of German cards that were not canceled; several Pioneers roll as one pool [ruling R45].

    With `are_two` an air strike of Von Richthofen has exactly two dice (the other reading of ruling R7).

    >>> german_volley(["stuka"], has_von_richthofen=False), german_volley(["stuka"], has_von_richthofen=True).n_dice
    (Volley(n_dice=5, lowest_hit=4), 10)
    """
    dice, lowest = 0, LOWEST_HIT["tf"]
    for card in cards:
        if GERMAN[card]["dice"]:
            is_his = has_von_richthofen and is_air_strike(card)
            times = LEADERS.integer(_AIR_DICE) if is_his else 1
            dice += times if is_his and are_two else times * GERMAN.integer(card, "dice")
            lowest = LOWEST_HIT[GERMAN[card]["fire_value"].lower()]
    return Volley(dice, lowest)


_AIR_DICE = "von_richthofen | air_strike_dice"


def rubble_row(card: str, *, has_von_richthofen: bool) -> str | None:
    """Return the row of the rubble modifiers that a German card brings, `None` for a card without one [p. 10, p. 13].

    >>> rubble_row("stuka", has_von_richthofen=True)
    'stuka_with_von_richthofen'
    """
    if not GERMAN[card]["rubble_modifier"]:
        return None
    if has_von_richthofen and is_air_strike(card):
        return f"{card}_with_von_richthofen"
    return GERMAN[card]["counted_in"] if GERMAN[card]["counted_in"] in PIONEERS else card


@cache
def soviet_volley(card: str, *, is_coastal: bool) -> Volley:
    """Return the dice of a Soviet card against the Germans; the Flotilla fires from coastal hexes only [p. 15-16].

    >>> soviet_volley("tommy_gunner", is_coastal=False), soviet_volley("volga_flotilla", is_coastal=False).n_dice
    (Volley(n_dice=2, lowest_hit=5), 0)
    """
    row = SOVIET[_printed(card)] if card != "none" else {"dice": ""}
    if not row["dice"] or (card == "volga_flotilla" and not is_coastal):
        return Volley(0, LOWEST_HIT["sf"])
    return Volley(int(row["dice"]), LOWEST_HIT[row["fire_value"].lower()])


@cache
def soviet_steps(card: str, *, has_zaytsev: bool) -> int:
    """Return the steps that a Soviet card takes without a die; each Sniper counts twice with Zaytsev [p. 15-16]."""
    steps = SOVIET[_printed(card)]["step_losses"] if card != "none" else ""
    twice = has_zaytsev and card == "sniper"
    return int(steps or 0) * (LEADERS.integer("zaytsev | sniper_plays") if twice else 1)


def unseen(seen: Sequence[str], in_play: Sequence[str], aa_here: int) -> Mapping[str, int]:
    """Return how many of each Soviet card are still unseen, in deck and hand alike, the AA cards of this hex apart.

    `GameError` names the card that cannot have been seen so often.

    >>> left = unseen(("sniper", "aa"), ("chuikov",), 1)
    >>> left["sniper"], left["aa"], left["aa_here"], left["chuikov"], sum(left.values())
    (4, 2, 1, 0, 25)
    """
    gone = Counter(seen)
    for card in gone:
        if card not in SOVIET_CARDS:
            raise GameError(f"soviet_cards_seen is {card!r}; expected {', '.join(SOVIET_CARDS)}")
        if gone[card] > SOVIET.integer(card, "copies"):
            raise GameError(
                f"soviet_cards_seen is {card!r} {gone[card]} times; expected at most {SOVIET[card]['copies']}"
            )
    for leader in in_play:
        gone[leader] = SOVIET.integer(leader, "copies")
    left = {card: SOVIET.integer(card, "copies") - gone[card] for card in SOVIET_CARDS}
    if aa_here > left["aa"]:
        raise GameError(f"aa_cards_here is {aa_here}; expected at most {left['aa']}: so many AA cards are unseen")
    if not any(left.values()):
        raise GameError("soviet_cards_seen is the whole deck; expected soviet_card none")
    return {**left, "aa": left["aa"] - aa_here, AA_HERE: aa_here}


def _printed(card: str) -> str:
    """Return the card as the deck has it."""
    return "aa" if card == AA_HERE else card
