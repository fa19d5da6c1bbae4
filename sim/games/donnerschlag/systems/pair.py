"""Two combat cards that go together [4.5, 4.6]: whether SWT-40 and Deadbolt Position come off as one, and when.

The same for Naval Rifle Brigade and Garde. One of the two can wait for the other, in hand or in the STAVKA box.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.donnerschlag.systems._combat_cards import (
    BOX_TURN,
    CAME_OFF,
    DISCARDED,
    HELD,
    LATE,
    LIMIT,
    PICKS,
    PILE,
    PLAYED_TURNS,
    Cards,
    succeeds,
    yes_and_no,
)
from sim.games.donnerschlag.systems._decks import RESHUFFLE
from sim.games.donnerschlag.systems._laws import at_the_end
from sim.policies import policies_of
from sim.state import State, column
from sim.system import (
    Course,
    Draw,
    Finding,
    Group,
    Phase,
    Setting,
    Unit,
    Words,
    result_findings,
    system_of,
)
from sim.verdict import Found, often

CARDS = ("first", "second")


@dataclass(frozen=True)
class Pair(State):
    """The two cards and the piles around them, in each game."""

    first: Cards = column("where one card is: 0 late deck, 1 draw pile, 2 held, 3 discards, 4 came off", lasts=True)
    second: Cards = column("where the other is", lasts=True)
    waits: NDArray[np.bool_] = column("one of them has waited for the other since an earlier turn", lasts=False)
    pile: Cards = column("cards in the draw pile", lasts=True, logged=False)
    dealt: Cards = column("cards dealt from the pile in this step", lasts=False, logged=False)
    came_off: Cards = column("turn on which both came off as one, 0 if never", lasts=True)


def start(n: int, setting: Setting) -> Pair:
    """Return n games before the first deal; the High Command picks another card [5, 6.1.c]."""
    zero, factors = np.zeros(n, np.int8), setting.factors
    at = {card: np.where(np.asarray(factors[f"{card}_late"]) > 0, LATE, PILE) for card in CARDS}
    pile = np.asarray(factors["early_cards"]) - PICKS.get(1, 0)
    return Pair(
        first=(zero + at["first"]).astype(np.int8), second=(zero + at["second"]).astype(np.int8), waits=zero > 0,
        pile=(zero + pile).astype(np.int8), dealt=zero, came_off=zero,
    )  # fmt: skip


def deal_ways(pile: ArrayLike, dealt: ArrayLike, is_first: ArrayLike, is_second: ArrayLike) -> NDArray[np.int64]:
    """Return in how many ways a deal brings neither card, the first, the second, or both, shape (..., 4) [4.5].

    All of shape (...): cards in the pile, cards dealt, and whether each of the two is in the pile. The ways are those
    of the places of the two cards in the pile.

    >>> deal_ways(10, 4, True, True).tolist(), deal_ways(10, 4, True, False).tolist()
    ([30, 24, 24, 12], [6, 4, 0, 0])
    """
    size, some, one, other = np.broadcast_arrays(
        np.asarray(pile, np.int64), np.asarray(dealt, np.int64), np.asarray(is_first), np.asarray(is_second)
    )
    rest = size - some
    two = np.stack([rest * (rest - 1), some * rest, some * rest, some * (some - 1)], axis=-1)
    alone = np.stack([np.where(one | other, rest, 1), some * one, some * other, 0 * some], axis=-1)
    return np.where((one & other)[..., np.newaxis], two, alone)


def old_pile(pair: Pair, setting: Setting, turn: int, rolls: Rolls) -> Pair:
    """Say how many cards come from the pile as it is, and whether one of the two waits [4.5, 6.1.c]; no dice."""
    waiting = replace(pair, waits=(pair.first == HELD) ^ (pair.second == HELD))
    return _dealing(waiting, _wanted(waiting, setting, turn))


def new_pile(pair: Pair, setting: Setting, turn: int, rolls: Rolls) -> Pair:
    """On turn 4 shuffle the late cards and the discards in, and fill the hand [6.1.c, 6.1.d; R27]; no dice."""
    if turn != RESHUFFLE:
        return _dealing(pair, 0)
    factors, pick = setting.factors, PICKS.get(turn, 0)
    back: dict[str, Any] = {
        card: np.where(np.isin(getattr(pair, card), (LATE, DISCARDED)), np.int8(PILE), getattr(pair, card))
        for card in CARDS
    }
    in_box = _in_box(pair, setting, turn)
    out = np.asarray(factors["early_cards"]) - pair.pile - in_box - _kept(pair, setting, turn) - pair.dealt
    returned = np.maximum(out - np.asarray(factors["removed"]), 0)
    pile = pair.pile + returned + np.asarray(factors["late_cards"]) - pick
    shuffled = replace(pair, pile=pile.astype(np.int8), **back)
    return _dealing(shuffled, _wanted(pair, setting, turn) - pair.dealt)


def in_deal(pair: Pair, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the ways of the deal, shape (games, 4)."""
    return deal_ways(pair.pile, pair.dealt, pair.first == PILE, pair.second == PILE)


def dealt(pair: Pair, setting: Setting, turn: int, drawn: NDArray[Any]) -> Pair:
    """Take the cards from the pile: kind 1 is the first card, 2 the second, 3 both."""
    return replace(
        pair,
        first=np.where(np.isin(drawn, (1, 3)), np.int8(HELD), pair.first),
        second=np.where(np.isin(drawn, (2, 3)), np.int8(HELD), pair.second),
        pile=pair.pile - pair.dealt,
    )


def play(pair: Pair, setting: Setting, turn: int, rolls: Rolls) -> Pair:
    """Play both as one where both are held, by a single die or out of the box; rolls (games, 2) [4.5, 4.6].

    The second die is for an enemy's stop. The second card may join the first in the box, against the rule of one card
    a turn; then no die is rolled. A card alone waits, or is played for its tactical event and discarded, as the policy
    says.
    """
    factors, decides = setting.factors, setting.policies["soviet"].decide(pair, turn)
    is_both = (pair.first == HELD) & (pair.second == HELD)
    is_sure = np.asarray(decides["uses_box"]) & (turn >= BOX_TURN)
    comes_off = is_both & (is_sure | succeeds(factors["faces"], factors["stopped_faces"], rolls))
    stays = np.asarray(decides["waits"]) & ~is_both
    places: dict[str, Any] = {}
    for card in CARDS:
        place = getattr(pair, card)
        gone = np.where((place == HELD) & ~stays, DISCARDED, place)
        places[card] = np.where(comes_off, CAME_OFF, gone).astype(np.int8)
    return replace(pair, **places, came_off=np.where(comes_off, np.int8(turn), pair.came_off))


def _in_box(pair: Pair, setting: Setting, turn: int) -> NDArray[np.bool_]:
    """Return whether a card that waits lies in the box, where none is laid on turn 1 [6.1]."""
    uses = np.asarray(setting.policies["soviet"].decide(pair, turn)["uses_box"])
    return np.asarray(pair.waits & uses & (turn > BOX_TURN))


def _kept(pair: Pair, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return how many cards were kept in hand: the one that waits there, or another [4.5]."""
    in_hand = pair.waits & ~_in_box(pair, setting, turn)
    others = np.asarray(setting.factors["kept"], np.int64) * (turn > 1)
    return np.maximum(others, in_hand)


def _wanted(pair: Pair, setting: Setting, turn: int) -> NDArray[np.int64]:
    return LIMIT - _kept(pair, setting, turn) - PICKS.get(turn, 0)


def _dealing(pair: Pair, wanted: ArrayLike) -> Pair:
    number = np.minimum(np.asarray(wanted, np.int64), pair.pile)
    return replace(pair, dealt=(number + np.zeros(len(pair.pile), np.int64)).astype(np.int8))


COURSE = Course(
    id="pair",
    title="Two combat cards that go together",
    factors=factors_of("donnerschlag", "pair_mix"),
    policies=policies_of("donnerschlag", "pair", yes_and_no),
    turns=PLAYED_TURNS,
    state=Pair,
    start=start,
    phases=(
        Phase("old_pile", "4.5, 6.1.c", 0, old_pile),
        Draw("deal", "4.5, 6.1.c", in_deal, dealt),
        Phase("new_pile", "6.1.c, 6.1.d", 0, new_pile),
        Draw("deal_again", "6.1.d", in_deal, dealt),
        Phase("play", "4.5, 4.6", 2, play),
    ),
    results={"came_off": "turn on which both came off as one, 0 if never"},
)


def _chance(setting: Setting) -> Fraction:
    """Return the chance that both come off as one."""
    return at_the_end(COURSE, setting).law("came_off").probability(lambda turn: turn > 0)


def _findings(setting: Setting) -> list[Finding]:
    words = {"came_off": Words("turn on which both came off together", zero="never")}
    return result_findings(COURSE, setting, "4.5, 4.6", words)


def verdict(found: Found) -> str:
    """Say how the pair is best brought together, how often that works, and how often luck alone does it."""
    gather, chance = (found.again({"soviet": policy}).value for policy in ("gather", "chance"))
    if gather <= chance:
        return (
            f"Play each card as it comes: both come off together in {often(chance)}, and gathering them adds nothing."
        )
    is_early = not found.given("first_late") and not found.given("second_late")
    pair = "the early pair" if is_early else "the pair"
    said = f"Gathered in the STAVKA box, {pair} we assume comes off in {often(gather)}"
    return f"{said}; left to chance, in {often(chance)}."


SYSTEM = system_of(
    COURSE,
    order=5,
    group=Group.COMMAND,
    question="How likely is it that two combat cards come off together?",
    shows=("soviet",),
    rules=("4.5", "4.6", "5", "6"),
    tables=("card_hands", "card_reshuffles", "high_command", "okh_stavka", "pair_mix"),
    unprinted=("early_cards", "late_cards", "first_late", "second_late", "faces"),
    measured="chance that both come off together in seven turns",
    unit=Unit.CHANCE,
    good_for="soviet",
    measure=_chance,
    find=_findings,
    verdict=verdict,
)
