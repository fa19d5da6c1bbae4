"""Leaders and advantages [p. 12-15, p. 18-19]: when they come, at each level of The Designer's Way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import all_rolls
from sim.exact import Law
from sim.game import Draw, Setting
from sim.games.inferno_on_the_volga.factors import GAME_ID, one
from sim.state import State, column
from sim.tables import load_list

DECKS = load_list(GAME_ID, "deck_counts")
ADVANTAGES = load_list(GAME_ID, "advantages").rows
LEVELS = load_list(GAME_ID, "difficulty_levels")
GERMAN_DECK, GERMAN_LEADERS = (DECKS.integer(f"german | {kind}", "cards") for kind in ("all", "leader"))
SOVIET_DECK, SOVIET_LEADERS = (DECKS.integer(f"soviet | {kind}", "cards") for kind in ("all", "leader"))
PLAIN, NORMAL, EASY = range(3)
FACES = 6
TURNS = tuple(str(turn) for turn in range(1, 21))

Numbers = NDArray[np.int8]


def leader_advantages(side: str) -> Law:
    """Return the law of the leaders among a side's random advantages: as many advantages as the die shows [p. 18].

    >>> leader_advantages("german").mean(lambda leaders: leaders)
    Fraction(35, 12)
    """
    kinds = [row["kind"] for row in ADVANTAGES if row["side"] == side]
    leaders, rules = kinds.count("leader_card"), len(kinds) - kinds.count("leader_card")
    common = FACES * 60  # 60 is a multiple of every number of ways to choose from six
    counts: dict[tuple[int, ...], int] = {}
    for die in range(1, FACES + 1):
        for found in range(leaders + 1):
            n = comb(leaders, found) * (comb(rules, die - found) if die >= found else 0)
            if n:
                counts[(found,)] = counts.get((found,), 0) + n * (common // FACES) // comb(len(kinds), die)
    return Law(("leaders",), counts, common).reduced()


def chance_of_an_advantage() -> Fraction:
    """Return the chance that a side has a given one of its six advantages.

    >>> chance_of_an_advantage()
    Fraction(7, 12)
    """
    per_side = load_list(GAME_ID, "designers_way_numbers").integer("advantages_per_side")
    return Fraction(sum(range(1, FACES + 1)), FACES * per_side)


def chance_of_more_advantages() -> Fraction:
    """Return the chance that a side's die is above the other's.

    >>> chance_of_more_advantages()
    Fraction(5, 12)
    """
    rolls = all_rolls(2)
    return Fraction(int((rolls[:, 0] > rolls[:, 1]).sum()), len(rolls))


def german_leaders(setting: Setting) -> Fraction:
    """Return the German leaders in play after so many cards, on average: they act when drawn [p. 12].

    Those drawn as an advantage lie on top. At the easy level three are in play, Linden is the first card and OKH the
    last (ruling R25).
    """
    return leaders_at(one(setting.factors, "level"), one(setting.factors, "german_cards_drawn"))


def leaders_at(level: int, drawn: int) -> Fraction:
    """Return the German leaders in play at a level after so many cards, on average."""
    if level == EASY:
        at_start = LEVELS.integer("easy_for_germans", "german_leaders_at_start")
        return Fraction(at_start + (drawn >= 1) + (drawn >= GERMAN_DECK - at_start))
    if level == PLAIN:
        return _in_play(0, drawn)
    return leader_advantages("german").mean(lambda on_top: _in_play(on_top, drawn))


def leaders_on_top(level: str) -> dict[int, Fraction]:
    """Return how many Soviet leaders lie on top of the deck at a level, each number with its chance [p. 18-19].

    >>> leaders_on_top("impossible_for_germans"), leaders_on_top("normal")[0]
    ({3: Fraction(1, 1)}, Fraction(1, 8))
    """
    if LEVELS[level]["advantage_dice_per_side"]:
        return {leaders: p for (leaders,), p in leader_advantages("soviet")}
    return {int(LEVELS[level]["soviet_leaders_on_top"] or 0): Fraction(1)}


def _in_play(on_top: int, drawn: int) -> Fraction:
    """Return the leaders among the cards drawn, so many of the five on top and the rest anywhere below."""
    below = max(drawn - on_top, 0)
    return min(on_top, drawn) + Fraction((GERMAN_LEADERS - on_top) * below, GERMAN_DECK - on_top)


@dataclass(frozen=True)
class Hand(State):
    """The Soviet hand of each game: which leaders have shown themselves."""

    in_play: Numbers = column("Soviet leaders in play", lasts=True)
    leaders_in_hand: Numbers = column("Soviet leaders in the hand, unseen", lasts=True)
    others_in_hand: Numbers = column("other cards in the hand", lasts=True)
    leaders_in_deck: Numbers = column("leaders still in the deck", lasts=True, logged=False)
    others_in_deck: Numbers = column("other cards still in the deck", lasts=True, logged=False)


RESULTS = {"in_play": f"Soviet leaders in play after {len(TURNS)} turns"}


def start(n: int, setting: Setting) -> Hand:
    """Return n games with the whole deck unseen [p. 5 set-up step 12]."""
    zero = np.zeros(n, np.int8)
    return Hand(
        in_play=zero, leaders_in_hand=zero, others_in_hand=zero, leaders_in_deck=zero + np.int8(SOVIET_LEADERS),
        others_in_deck=zero + np.int8(SOVIET_DECK - SOVIET_LEADERS),
    )  # fmt: skip


def _draws(nth: int) -> Draw:
    """Return the draw of the nth card of a turn."""

    def weights(hand: Hand, setting: Setting, turn: int) -> NDArray[np.int64]:
        is_drawn = np.asarray(setting.factors["cards_a_turn"]) >= nth
        on_top = SOVIET_LEADERS - hand.leaders_in_deck < np.asarray(setting.factors["leaders_on_top"])
        ways = np.stack([hand.others_in_deck * ~on_top, hand.leaders_in_deck], axis=-1).astype(np.int64)
        return ways * np.broadcast_to(is_drawn, hand.in_play.shape)[:, np.newaxis]

    def apply(hand: Hand, setting: Setting, turn: int, kind: NDArray[Any]) -> Hand:
        return replace(
            hand,
            others_in_deck=(hand.others_in_deck - (kind == 0)).astype(np.int8),
            others_in_hand=(hand.others_in_hand + (kind == 0)).astype(np.int8),
            leaders_in_deck=(hand.leaders_in_deck - (kind == 1)).astype(np.int8),
            leaders_in_hand=(hand.leaders_in_hand + (kind == 1)).astype(np.int8),
        )

    return Draw(f"card_{nth}", "p. 6, p. 12", weights, apply)


def play_weights(hand: Hand, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the cards of the hand, others and leaders, in a turn with a combat: one is played at random [p. 12]."""
    is_combat = turn % np.asarray(setting.factors["combat_every"]) == 0
    ways = np.stack([hand.others_in_hand, hand.leaders_in_hand], axis=-1).astype(np.int64)
    return ways * np.broadcast_to(is_combat, hand.in_play.shape)[:, np.newaxis]


def play(hand: Hand, setting: Setting, turn: int, kind: NDArray[Any]) -> Hand:
    """Play the card: a leader stays in play, any other is discarded [p. 14]."""
    is_leader = kind == 1
    return replace(
        hand,
        in_play=(hand.in_play + is_leader).astype(np.int8),
        leaders_in_hand=(hand.leaders_in_hand - is_leader).astype(np.int8),
        others_in_hand=(hand.others_in_hand - (kind == 0)).astype(np.int8),
    )


MOST_CARDS = 3
PHASES = (*(_draws(nth) for nth in range(1, MOST_CARDS + 1)), Draw("play", "p. 9, p. 12", play_weights, play))
