"""Luftflotte 4 [4.5, 4.6, 6.1.c, 14]: where the card that buys the 6th Army a turn is, and whether it came in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.donnerschlag.systems._combat_cards import (
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
from sim.games.donnerschlag.systems._march import END_BOX
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

PLACES = ("late deck", "draw pile", "held", "discards", "came off")


@dataclass(frozen=True)
class Card(State):
    """Luftflotte 4 and the piles around it, in each game."""

    place: Cards = column("where the card is: 0 late deck, 1 draw pile, 2 held, 3 discards, 4 came off", lasts=True)
    pile: Cards = column("cards in the draw pile", lasts=True, logged=False)
    dealt: Cards = column("cards dealt from the pile in this step", lasts=False, logged=False)
    is_in_window: NDArray[np.bool_] = column("its event would count: called, and box 4 not yet checked", lasts=False)
    held_turn: Cards = column("first turn on which the card was held, 0 if never", lasts=True)
    flip_turn: Cards = column("turn on which the marker was turned to 6. Army Survival, 0 if never", lasts=True)


def start(n: int, setting: Setting) -> Card:
    """Return n games before the first deal; an early card that is picked is held at once [5, 6.1.c]."""
    zero, factors = np.zeros(n, np.int8), setting.factors
    is_late = np.asarray(factors["is_late"]) > 0
    place = np.where(is_late, LATE, np.where(_is_picked(setting, zero, 1), HELD, PILE))
    pile = np.asarray(factors["early_cards"]) - PICKS.get(1, 0)
    return Card(
        place=(zero + place).astype(np.int8), pile=(zero + pile).astype(np.int8), dealt=zero,
        is_in_window=np.zeros(n, np.bool_), held_turn=zero, flip_turn=zero,
    )  # fmt: skip


def old_pile(card: Card, setting: Setting, turn: int, rolls: Rolls) -> Card:
    """Say how many cards come from the pile as it is [4.5, 6.1.c]; no dice.

    The hand is filled to its limit; a pick and a kept card are of it (ruling R26).
    """
    return _dealing(card, _wanted(card, setting, turn))


def new_pile(card: Card, setting: Setting, turn: int, rolls: Rolls) -> Card:
    """On turn 4 pick from the late cards, shuffle them in with the discards, and fill the hand [6.1.c, 6.1.d; R27].

    No dice; on other turns nothing is left to deal.
    """
    if turn != RESHUFFLE:
        return _dealing(card, 0)
    factors, pick = setting.factors, PICKS.get(turn, 0)
    is_late_pick = (card.place == LATE) & _is_picked(setting, card.place, turn)
    place = np.where(is_late_pick, HELD, np.where(np.isin(card.place, (LATE, DISCARDED)), PILE, card.place))
    in_box, kept = _waiting(card, setting, turn)
    out = np.asarray(factors["early_cards"]) - card.pile - in_box - kept - card.dealt
    returned = np.maximum(out - np.asarray(factors["removed"]), 0)
    pile = card.pile + returned + np.asarray(factors["late_cards"]) - pick
    shuffled = replace(card, place=place.astype(np.int8), pile=pile.astype(np.int8))
    return _dealing(shuffled, _wanted(card, setting, turn) - card.dealt)


def deal_ways(card: Card, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many ways the card is not, and is, among those dealt from the pile, shape (games, 2) [4.5]."""
    is_there = card.place == PILE
    size, dealt = card.pile.astype(np.int64), card.dealt.astype(np.int64)
    return np.stack([np.where(is_there, size - dealt, 1), np.where(is_there, dealt, 0)], axis=-1)


def dealt(card: Card, setting: Setting, turn: int, drawn: NDArray[Any]) -> Card:
    """Take the cards from the pile."""
    place = np.where(drawn == 1, HELD, card.place).astype(np.int8)
    return replace(card, place=place, pile=card.pile - card.dealt)


def play(card: Card, setting: Setting, turn: int, rolls: Rolls) -> Card:
    """Play the card once it counts; rolls of shape (games, 2), its own die and one for an enemy's stop [4.6, 14].

    It counts from the call until the marker reaches box 4, on that turn only, or before the call too (`window`, ruling
    R31); before, it is kept or waits in the box, or is played for its tactical event and may come back on turn 4
    (`waits`, ruling R57). From the box it comes off without a die; from the hand a failure discards it.
    """
    factors = setting.factors
    call = np.asarray(factors["call_turn"])
    end = call + END_BOX
    opens = np.choose(np.asarray(factors["window"]), (call, end - 1, np.ones_like(call)))
    is_in_window = (turn >= opens) & (turn < end) & np.ones(len(card.place), np.bool_)
    uses_box = np.asarray(setting.policies["axis"].decide(card, turn)["uses_box"])
    is_played = is_in_window & (card.place == HELD)
    comes_off = is_played & (uses_box | succeeds(factors["faces"], factors["stopped_faces"], rolls))
    is_spent = (card.place == HELD) & (turn < opens) & (np.asarray(factors["waits"]) == 0)
    place = np.where(comes_off, CAME_OFF, np.where(is_played | is_spent, DISCARDED, card.place)).astype(np.int8)
    is_first = (card.place == HELD) & (card.held_turn == 0)
    return replace(
        card,
        place=place,
        is_in_window=is_in_window,
        held_turn=np.where(is_first, np.int8(turn), card.held_turn),
        flip_turn=np.where(comes_off, np.int8(turn), card.flip_turn),
    )


def _waiting(card: Card, setting: Setting, turn: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return whether the card waits in the box, and how many cards were kept in hand, itself or others [4.5, 4.6]."""
    is_held = (card.held_turn > 0) & (card.place == HELD)
    in_box = is_held & np.asarray(setting.policies["axis"].decide(card, turn)["uses_box"])
    others = np.asarray(setting.factors["kept"], np.int64) * (turn > 1)
    return in_box, np.maximum(others, is_held & ~in_box)


def _wanted(card: Card, setting: Setting, turn: int) -> NDArray[np.int64]:
    _, kept = _waiting(card, setting, turn)
    return LIMIT - kept - PICKS.get(turn, 0)


def _dealing(card: Card, wanted: ArrayLike) -> Card:
    number = np.minimum(np.asarray(wanted, np.int64), card.pile)
    return replace(card, dealt=(number + np.zeros(len(card.pile), np.int64)).astype(np.int8))


def _is_picked(setting: Setting, like: Cards, turn: int) -> NDArray[np.bool_]:
    """Whether the card is the High Command pick of a turn that has one [5, 6.1.c]."""
    wants = np.asarray(setting.policies["axis"].decide(like, turn)["is_picked"])
    return np.asarray(wants & (PICKS.get(turn, 0) > 0) & np.ones(len(like), np.bool_))


COURSE = Course(
    id="luftflotte",
    title="Luftflotte 4 and the extra turn",
    factors=factors_of("donnerschlag", "luftflotte_mix"),
    policies=policies_of("donnerschlag", "luftflotte", yes_and_no),
    turns=PLAYED_TURNS,
    state=Card,
    start=start,
    phases=(
        Phase("old_pile", "4.5, 6.1.c", 0, old_pile),
        Draw("deal", "4.5, 6.1.c", deal_ways, dealt),
        Phase("new_pile", "6.1.c, 6.1.d", 0, new_pile),
        Draw("deal_again", "6.1.d", deal_ways, dealt),
        Phase("play", "4.5, 4.6, 14", 2, play),
    ),
    results={
        "flip_turn": "turn on which the marker was turned to its 6. Army Survival side, 0 if never in time",
        "held_turn": "first turn on which the card was held, 0 if never",
    },
)


def _in_time(setting: Setting) -> Fraction:
    """Return the chance that the event has come off before box 4 is checked."""
    return at_the_end(COURSE, setting).law("flip_turn").probability(lambda turn: turn > 0)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield when the card is held and comes off, and what the pick adds, which another card gives up."""
    words = {
        "flip_turn": Words("turn on which the marker was turned to its 6. Army Survival side", zero="never in time"),
        "held_turn": Words("first turn on which the card was held", zero="never"),
    }
    yield from result_findings(COURSE, setting, "4.5, 4.6, 14", words)
    at = {name: _in_time(replace(setting, policies={"axis": one})) for name, one in COURSE.policies["axis"].items()}
    about = (
        "what the High Command pick adds to Luftflotte 4 played from the box, "
        "and what you lose by picking another card instead"
    )
    yield Finding("pick_adds", about, "5, 6.1.c", number=at["pick"] - at["box"], unit=Unit.POINTS)


def verdict(found: Found) -> str:
    """Say how sure the card, played from the box, is as a pick, and how sure if left to the deal."""
    pick, dealt = (found.again({"axis": policy}).value for policy in ("pick", "box"))
    if pick <= dealt:
        return f"Leave Luftflotte 4 to the deal. With the decks we assume, it comes off in {often(dealt)}."
    said = "Pick Luftflotte 4: from the OKH box it"
    if pick < 1:
        return f"{said} comes off in {often(pick)}, against {often(dealt)} if left to the deal."
    return f"{said} always comes off. Left to the decks we assume, it does in {often(dealt)}."


SYSTEM = system_of(
    COURSE,
    order=10,
    group=Group.AIR_AND_SUPPLY,
    question="How likely is Luftflotte 4 to come off by the time the marker reaches box 4?",
    shows=("axis",),
    rules=("4.5", "4.6", "5", "6", "14"),
    tables=("card_hands", "card_reshuffles", "high_command", "donnerschlag_clock", "luftflotte_mix"),
    unprinted=("early_cards", "late_cards", "is_late", "faces"),
    measured="chance that the marker shows 6. Army Survival when it reaches box 4",
    unit=Unit.CHANCE,
    good_for="axis",
    measure=_in_time,
    find=_findings,
    verdict=verdict,
)
