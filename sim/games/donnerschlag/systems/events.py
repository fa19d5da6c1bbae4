"""Combat cards of Donnerschlag [4.5, 4.6, 5, 6.1.c, 13.2]: hands, the OKH or STAVKA box, and how many events come off.

Decks and die rolls are not printed and come in as factors. Seven turns are followed, of one side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.donnerschlag.systems._combat_cards import (
    BOX_TURN,
    FACES,
    LIMIT,
    PLAYED_TURNS,
    RAISED,
    yes_and_no,
)
from sim.games.donnerschlag.systems._decks import HANDS, RESHUFFLE
from sim.games.donnerschlag.systems._laws import each_turn, mean_of
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
    result_findings,
    system_of,
)
from sim.verdict import Found, figure, roughly

_BOX_CARDS = HANDS.integer("new_box_cards_per_turn")
_COMB = np.array([[comb(n, k) for k in range(RAISED + 1)] for n in range(RAISED + 1)], np.int64)

Cards = NDArray[np.int8]


@dataclass(frozen=True)
class Events(State):
    """The combat cards of one side in each game."""

    pile: Cards = column("cards in the draw pile", lasts=True, logged=False)
    discards: Cards = column("cards in the discard pile", lasts=True, logged=False)
    kept: Cards = column("cards kept for the next turn", lasts=True, logged=False)
    hand: Cards = column("cards in hand once all are dealt", lasts=False)
    boxed: Cards = column("cards played from the OKH or STAVKA box", lasts=False)
    rolled: Cards = column("cards whose event depends on the die", lasts=False)
    came_off: Cards = column("events that came off", lasts=False)
    total: Cards = column("events that came off so far", lasts=True)


def success_ways(cards: ArrayLike, faces: ArrayLike, stopped_faces: ArrayLike) -> NDArray[np.int64]:
    """Return in how many ways 0, 1, ... 6 of some cards come off, over all rolls of two dice a card, shape (..., 7).

    The arguments have shape (...); with six cards a face must stop none, or the ways are more than a draw can hold.

    >>> success_ways(1, 4, 0).tolist()  # of 36 rolls of the two dice
    [12, 24, 0, 0, 0, 0, 0]
    """
    k, n = np.arange(RAISED + 1), np.asarray(cards, np.int64)[..., np.newaxis]
    yes = np.asarray(np.asarray(faces) * (FACES - np.asarray(stopped_faces)), np.int64)[..., np.newaxis]
    return np.where(k <= n, _COMB[n, k] * yes**k * (FACES**2 - yes) ** np.maximum(n - k, 0), 0)


def start(n: int, setting: Setting) -> Events:
    """Return n games before the first deal: the early cards are the pile [5]."""
    zero = np.zeros(n, np.int8)
    pile = zero + np.asarray(setting.factors["early_cards"], np.int8)
    return Events(pile=pile, discards=zero, kept=zero, hand=zero, boxed=zero, rolled=zero, came_off=zero, total=zero)


def deal(events: Events, setting: Setting, turn: int, rolls: Rolls) -> Events:
    """Fill the hand and say what becomes of it [4.5, 4.6, 6.1.c, 6.1.d]; no dice.

    The High Command pick is one of the hand (ruling R26). On turn 4 late cards and discards join the pile (R27).
    """
    factors, decides = setting.factors, setting.policies["axis"].decide(events, turn)
    limit = np.where(turn >= np.asarray(factors["six_from"]), RAISED, LIMIT)
    pile, discards = events.pile.astype(np.int64), events.discards.astype(np.int64)
    if turn == RESHUFFLE:
        pile, discards = pile + discards + np.asarray(factors["late_cards"]), np.zeros_like(discards)
    wanted = limit - events.kept
    dealt = np.minimum(wanted, pile)
    again = np.minimum(wanted - dealt, discards) * (np.asarray(factors["reshuffle_when_empty"]) > 0)
    shuffled = np.where(again > 0, discards, 0)
    hand = events.kept + dealt + again
    has_box = np.asarray(decides["uses_box"]) & (turn >= BOX_TURN)
    boxed = np.minimum(hand, _BOX_CARDS * has_box)
    kept = np.minimum(np.asarray(factors["kept"]), hand - boxed)
    idle = np.minimum(np.asarray(factors["without_moment"]), hand - boxed - kept)
    counts = {
        "pile": pile - dealt + shuffled - again, "discards": discards - shuffled, "kept": kept,
        "hand": hand, "boxed": boxed, "rolled": hand - boxed - kept - idle,
    }  # fmt: skip
    return replace(events, **{name: count.astype(np.int8) for name, count in counts.items()})


def roll_ways(events: Events, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many ways so many of the rolled events come off, shape (games, 7) [4.5]."""
    is_general = np.asarray(setting.policies["axis"].decide(events, turn)["is_general"])
    faces = np.where(is_general, setting.factors["general_faces"], setting.factors["tactical_faces"])
    return success_ways(events.rolled, np.broadcast_to(faces, events.rolled.shape), setting.factors["stopped_faces"])


def played(events: Events, setting: Setting, turn: int, drawn: NDArray[Any]) -> Events:
    """Count what came off, and discard all cards but those kept and removed [4.5, 4.6; rulings R34, R35].

    With `box_removes` what was played from the box leaves the game, tactical events too (the other reading of R35).
    """
    came_off = events.boxed + drawn.astype(np.int8)
    is_general = np.asarray(setting.policies["axis"].decide(events, turn)["is_general"], np.bool_)
    of_box = events.boxed * ~is_general * (np.asarray(setting.factors["box_removes"]) > 0)
    discarded = events.hand - events.kept - came_off * is_general - of_box
    return replace(
        events,
        discards=(events.discards + discarded).astype(np.int8),
        came_off=came_off,
        total=(events.total + came_off).astype(np.int8),
    )


COURSE = Course(
    id="events",
    title="Events of combat cards over seven turns",
    factors=factors_of("donnerschlag", "event_mix"),
    policies=policies_of("donnerschlag", "events", yes_and_no),
    turns=PLAYED_TURNS,
    state=Events,
    start=start,
    phases=(
        Phase("deal", "4.5, 4.6, 6.1.c, 6.1.d", 0, deal),
        Draw("events", "4.5, 13.2", roll_ways, played),
    ),
    results={"total": "events that came off in seven turns"},
)


def _findings(setting: Setting) -> Iterator[Finding]:
    yield from result_findings(COURSE, setting, "4.5, 4.6, 6.1.c, 13.2")
    turns = list(each_turn(COURSE, setting))
    boxed = sum((worlds.law("boxed").mean(int) for worlds in turns), Fraction(0))
    yield Finding("boxed", "of these, events that come from the box, without a die", "4.6", number=boxed)
    yield Finding("last_hand", "cards in hand on turn 7", "4.5, 6.1.d", law=turns[-1].law("hand"))


def verdict(found: Found) -> str:
    """Say how many events come off, and how many if every card finds its combat."""
    idle = found.given("without_moment")
    said = f"Expect {roughly(found.value, 'event')} to come off with the decks we assume"
    if idle == found.system.factors["without_moment"].high:
        return f"{said}. Most cards find no combat to be played in."
    if idle:
        all_come = found.again(without_moment=0).value
        return f"{said}, or {figure(all_come)} if every card finds a combat to be played in."
    fewer = found.again(without_moment=1).value
    return f"{said}, or {figure(fewer)} if one card of each hand finds no combat."


SYSTEM = system_of(
    COURSE,
    order=4,
    group=Group.COMMAND,
    question="How many events of a side's combat cards come off in a game?",
    shows=("without_moment",),
    rules=("4.5", "4.6", "5", "6", "13.2"),
    tables=("card_hands", "card_reshuffles", "high_command", "event_mix"),
    unprinted=("early_cards", "late_cards", "general_faces", "tactical_faces"),
    measured="events that come off in seven turns",
    unit=Unit.NUMBER,
    measure=mean_of(COURSE, "came_off"),
    find=_findings,
    verdict=verdict,
)
