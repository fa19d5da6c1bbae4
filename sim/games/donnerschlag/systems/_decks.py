"""Activation cards of Donnerschlag [4.4, 5, 6, 10.1, 10.2, 14]: hands dealt turn by turn, and what they activate [6.2].

One formation, or one color of a Soviet army, is followed. A deck holds cards that name it, cards of free choice (Any
Formation; a color or a formation), special ones (Schwerpunkt; an HQ or a formation) and all others. How many there
are is not printed and comes in as factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.errors import GameError
from sim.factors import factors_of
from sim.games.donnerschlag.systems._laws import each_turn, mean_of
from sim.numbers.tables import load_list
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import (
    Course,
    Draw,
    Finding,
    Group,
    Phase,
    Setting,
    System,
    Unit,
    result_findings,
    system_of,
)
from sim.verdict import Found, figure, roughly

HANDS = load_list("donnerschlag", "card_hands")
TURNS = tuple(row["turn"] for row in load_list("donnerschlag", "turns").rows)
RESHUFFLE = int(load_list("donnerschlag", "card_reshuffles").rows[0]["turn"])
_RULES = load_list("donnerschlag", "activation_rules")
LIMIT, RAISED = HANDS.integer("activation_hand_limit"), HANDS.integer("activation_hand_limit_raised")
EXTRA_TURN = int(TURNS[-1])
EXTRA_ACTIVATIONS = _RULES.integer("turn_8_activations")
KINDS = ("own", "any", "special", "other")

_PILE_MAX = 64  # no pile of the game is larger; the counts of hands of six stay below 2 ** 31 up to there
_WAYS = np.array([[comb(n, k) for k in range(RAISED + 1)] for n in range(_PILE_MAX + 1)], np.int64)

Cards = NDArray[np.int8]


@dataclass(frozen=True)
class Deck(State):
    """The activation cards of one side in each game, as the followed formation sees them."""

    pile_own: Cards = column("cards in the draw pile that name the formation or color", lasts=True, logged=False)
    pile_any: Cards = column("cards of free choice in the draw pile", lasts=True, logged=False)
    pile_special: Cards = column("special cards in the draw pile", lasts=True, logged=False)
    pile_other: Cards = column("other cards in the draw pile", lasts=True, logged=False)
    to_deal: Cards = column("cards still to be dealt into the hand", lasts=False, logged=False)
    hand_own: Cards = column("cards in hand that name the formation or color", lasts=False)
    hand_any: Cards = column("cards of free choice in hand", lasts=False)
    hand_special: Cards = column("special cards in hand", lasts=False)
    activations: Cards = column("activations of the formation or color this turn", lasts=False)
    total: Cards = column("activations of the formation or color so far", lasts=True)


RESULTS = {"total": f"activations of the formation or color in a game, with as many on turn {EXTRA_TURN} as we assume"}


def card_ways(wanted: ArrayLike, others: ArrayLike, dealt: ArrayLike) -> NDArray[np.int64]:
    """Return in how many ways `dealt` cards of a pile hold 0, 1, ... 6 of the wanted ones, shape (..., 7).

    The arguments have shape (...): cards of the wanted kind in the pile, all others in it, cards dealt, at most six.

    >>> card_ways(3, 12, 5).tolist()  # five of fifteen cards, three of which are wanted
    [792, 1485, 660, 66, 0, 0, 0]
    """
    k = np.arange(RAISED + 1)
    rest = np.asarray(dealt, np.int64)[..., np.newaxis] - k
    ways = _WAYS[np.asarray(wanted, np.int64)[..., np.newaxis], k]
    return np.where(rest >= 0, ways * _WAYS[np.asarray(others, np.int64)[..., np.newaxis], np.maximum(rest, 0)], 0)


def cards_of(setting: Setting, period: str) -> dict[str, NDArray[np.int64]]:
    """Return how many cards of each kind a deck holds, ``early`` or ``late``, shape () or (games,) each.

    `GameError` says when the kinds are more than the deck.
    """
    known = {kind: np.asarray(setting.factors.get(f"{period}_{kind}", 0), np.int64) for kind in KINDS[:-1]}
    cards, named = np.asarray(setting.factors[f"{period}_cards"], np.int64), sum(known.values())
    if (cards < named).any():
        at = np.argmax(np.broadcast_to(cards < named, np.broadcast(cards, named).shape))
        few, many = (np.ravel(np.broadcast_to(n, np.broadcast(cards, named).shape))[at] for n in (cards, named))
        raise GameError(f"factor {period}_cards is {few}; expected at least the {many} cards of the kinds named")
    return known | {"other": cards - named}


def start(n: int, setting: Setting) -> Deck:
    """Return n games before the first deal: the early cards are the pile [5]."""
    cards_of(setting, "late")
    zero = np.zeros(n, np.int8)
    pile = {f"pile_{kind}": zero + cards.astype(np.int8) for kind, cards in cards_of(setting, "early").items()}
    return Deck(
        **pile, to_deal=zero, hand_own=zero, hand_any=zero, hand_special=zero, activations=zero, total=zero
    )  # fmt: skip


def piles(deck: Deck, setting: Setting, turn: int, rolls: Rolls) -> Deck:
    """Settle what is to be dealt, and on turn 4 shuffle the late cards in [4.4, 6.1.c, 6.1.d, 14]; no dice.

    What is left of the old pile on turn 4 goes into the hand; late cards and all discards make the new one, or the
    whole deck does with `late_shuffled_first` (ruling R27). All cards of a hand are played and discarded each turn. A
    pile that runs out deals nothing (ruling R55).
    """
    limit = np.where(turn >= np.asarray(setting.factors["six_from"]), RAISED, LIMIT) * (turn != EXTRA_TURN)
    in_hand: NDArray[np.int64] = np.zeros(len(deck.total), np.int64)
    if turn == RESHUFFLE:
        early, late = cards_of(setting, "early"), cards_of(setting, "late")
        stays = np.asarray(setting.factors.get("late_shuffled_first", 0)) == 0
        kept = {kind: getattr(deck, f"pile_{kind}") * stays for kind in KINDS}
        in_hand = sum(cards.astype(np.int64) for cards in kept.values())
        new = {f"pile_{kind}": (early[kind] + late[kind] - kept[kind]).astype(np.int8) for kind in KINDS}
        deck = replace(deck, **new, **{f"hand_{kind}": kept[kind].astype(np.int8) for kind in KINDS[:-1]})
    return replace(deck, to_deal=np.minimum(limit - in_hand, _size(deck)).astype(np.int8))


def play(deck: Deck, setting: Setting, turn: int, rolls: Rolls) -> Deck:
    """Fill the hand with other cards, play it and count the formation's activations [10.1, 10.2, 14]; no dice.

    A card of free choice or a special one goes to the formation as the policy says; a special one only from the turn
    that it works on and within its reach. On turn 8 a share of five activations without cards takes their place.
    """
    factors = setting.factors
    works = (np.asarray(factors["special_reach"]) > 0) & (turn >= np.asarray(factors["special_from"]))
    wild = deck.hand_any + deck.hand_special * works
    side = next(iter(setting.policies))
    spent = np.minimum(wild, np.asarray(setting.policies[side].decide(deck, turn)["wild_cards"]))
    extra = np.minimum(np.asarray(factors["turn_8_share"]), EXTRA_ACTIVATIONS) * (turn == EXTRA_TURN)
    activations = (deck.hand_own + spent + extra).astype(np.int8)
    return replace(
        deck,
        pile_other=deck.pile_other - deck.to_deal,
        to_deal=np.zeros_like(deck.to_deal),
        activations=activations,
        total=(deck.total + activations).astype(np.int8),
    )


def _size(deck: Deck) -> NDArray[np.int64]:
    return sum(getattr(deck, f"pile_{kind}").astype(np.int64) for kind in KINDS)


def _deal(kind: str) -> Draw:
    """Return the step that settles how many cards of one kind are dealt, given the kinds settled before it."""
    after = KINDS[KINDS.index(kind) + 1 :]

    def weights(deck: Deck, setting: Setting, turn: int) -> NDArray[np.int64]:
        others = sum(getattr(deck, f"pile_{other}").astype(np.int64) for other in after)
        return card_ways(getattr(deck, f"pile_{kind}"), others, deck.to_deal)

    def apply(deck: Deck, setting: Setting, turn: int, drawn: NDArray[Any]) -> Deck:
        number = drawn.astype(np.int8)
        pile, hand = getattr(deck, f"pile_{kind}"), getattr(deck, f"hand_{kind}")
        return replace(
            deck, to_deal=deck.to_deal - number, **{f"pile_{kind}": pile - number, f"hand_{kind}": hand + number}
        )  # fmt: skip

    return Draw(f"deal_{kind}", "4.4, 6.1.c", weights, apply)


PHASES = (
    Phase("piles", "4.4, 6.1.c, 6.1.d", 0, piles),
    _deal("own"),
    _deal("any"),
    _deal("special"),
    Phase("play", "4.4, 6.1.c, 10.1, 10.2, 14", 0, play),
)


def wild_cards(entry: Entry) -> Decide:
    """Spend so many cards of free choice, perhaps only if no card names the formation or color."""
    most, only_if_idle = int(entry["wild_cards"]), entry["only_if_idle"] == "yes"
    return lambda deck, turn: {"wild_cards": np.where((deck.hand_own == 0) | (not only_if_idle), most, 0)}


def cards_course(name: str, title: str, table: str, what: str) -> Course:
    """Return the course of the cards that activate a formation or a color: `what` of the two."""
    return Course(
        id=name, title=title, factors=factors_of("donnerschlag", table),
        policies=policies_of("donnerschlag", name, wild_cards), turns=TURNS, state=Deck, start=start, phases=PHASES,
        results={field: about.replace("formation or color", what) for field, about in RESULTS.items()},
    )  # fmt: skip


def usual_and_all(found: Found, side: str, what: str) -> str:
    """Say how many activations come with a card of free choice where none names it, and with all such cards."""
    usual, most = (found.again({side: policy}).value for policy in ("once", "focus"))
    when = f"by turn {TURNS[-2]}" if found.given("turn_8_share") == 0 else "in a game"
    said = f"With the decks we assume, a {what} is activated {roughly(usual, 'time')} {when}"
    said += f", or {figure(most)} if it gets every card of free choice" if figure(most) != figure(usual) else ""
    return f"{said}."


def cards_system(
    course: Course, *, order: int, question: str, table: str, good_for: str, verdict: Callable[[Found], str]
) -> System:
    """Return the system of such a course."""
    return system_of(
        course,
        order=order,
        group=Group.COMMAND,
        verdict=verdict,
        question=question,
        rules=("4.4", "5", "6", "10.1", "10.2", "14"),
        tables=("card_hands", "card_reshuffles", table),
        unprinted=tuple(
            name for name in course.factors if name.startswith(("early_", "late_")) and name != "late_shuffled_first"
        ),
        measured=f"activations in a game if, as we assume, none come on turn {EXTRA_TURN}",
        unit=Unit.NUMBER,
        good_for=good_for,
        measure=mean_of(course, "activations"),
        find=lambda setting: _findings(course, setting),
        shows=(good_for,),
    )


def _findings(course: Course, setting: Setting) -> Iterator[Finding]:
    yield from result_findings(course, setting, "4.4, 6.1.c, 10.2, 14")
    laws = [worlds.law("activations") for worlds in each_turn(course, setting)][:-1]
    idle = sum((law.probability(lambda n: n == 0) for law in laws), Fraction(0))
    yield Finding("idle_turns", "turns of seven without an activation", "4.4, 10.2", number=idle)
    yield Finding("first_turn", "activations on turn 1", "4.4, 5, 10.2", law=laws[0])
    yield Finding(
        "seventh_turn", "activations on turn 7, with the late cards shuffled in", "4.4, 6.1.d, 10.2", law=laws[-1]
    )
