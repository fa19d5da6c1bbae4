"""Paulus [p. 12]: from the moment he is drawn the Germans draw twice the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.laws import has_mean_between_heaps, law_of
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Setting, Unit, Words, result_findings, system_of
from sim.verdict import Found, counted, often, roughly

DECK = load_list(GAME_ID, "deck_counts").integer("german | all", "cards")
HAND = load_list(GAME_ID, "card_rules").integer("hand_at_start")
TIMES = load_list(GAME_ID, "leader_effects").integer("paulus | card_draw_multiplier")
_FACTORS = factors_of(GAME_ID, "paulus_factors")
DRAWS = _FACTORS["draws"].high
TURNS = tuple(str(draw) for draw in range(1, DRAWS + 1))

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Cards(State):
    """The German deck of each game, as seen from Paulus."""

    cards: Numbers = column("German cards drawn so far, those of the set-up included", lasts=True)
    has_paulus: NDArray[np.bool_] = column("Paulus is in play", lasts=True)
    cards_due: Numbers = column("cards of this draw", lasts=False)


def start(n: int, setting: Setting) -> Cards:
    """Return n games after the set-up; whether Paulus is in the hand is found out at the first draw [p. 5 step 11]."""
    has = np.broadcast_to(np.asarray(setting.factors["paulus_at_start"]) > 0, n).copy()
    zero = np.zeros(n, np.int8)
    return Cards(cards=zero + np.int8(HAND), has_paulus=has, cards_due=zero)


def hand_weights(cards: Cards, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the cards that are not and that are in the hand of the set-up, before the first draw; shape (games, 2)."""
    ways = np.array([DECK - HAND, HAND], np.int64) * (turn == 1)
    return ways * ~cards.has_paulus[:, np.newaxis]


def hand(cards: Cards, setting: Setting, turn: int, kind: NDArray[Any]) -> Cards:
    """Note whether Paulus was dealt, and how many cards this draw has; his own draw is not doubled (ruling R57)."""
    has = cards.has_paulus | (kind == 1)
    is_drawing = turn <= np.asarray(setting.factors["draws"])
    return replace(cards, has_paulus=has, cards_due=(np.where(has, TIMES, 1) * is_drawing).astype(np.int8))


def _card(nth: int) -> Draw:
    """Return the draw of the nth card of one occasion."""

    def weights(cards: Cards, setting: Setting, turn: int) -> NDArray[np.int64]:
        left = (DECK - cards.cards).astype(np.int64)
        paulus = ~cards.has_paulus * (left > 0)
        return np.stack([left - paulus, paulus], axis=-1) * (cards.cards_due >= nth)[:, np.newaxis]

    def apply(cards: Cards, setting: Setting, turn: int, kind: NDArray[Any]) -> Cards:
        return replace(
            cards, cards=(cards.cards + (kind >= 0)).astype(np.int8), has_paulus=cards.has_paulus | (kind == 1)
        )

    return Draw(f"card_{nth}", "p. 6, p. 7, p. 12", weights, apply)


def without_paulus(setting: Setting) -> Fraction:
    """Return the cards drawn if he did not double them."""
    return Fraction(min(HAND + whole(setting.factors, "draws"), DECK))


COURSE = Course(
    id="paulus",
    title="Paulus: the German cards",
    factors=_FACTORS,
    policies=policies_of(GAME_ID, "paulus"),
    turns=TURNS,
    state=Cards,
    start=start,
    phases=(Draw("hand", "p. 5", hand_weights, hand), *(_card(nth) for nth in range(1, TIMES + 1))),
    results={"cards": "German cards drawn, those of the set-up included", "has_paulus": "whether Paulus is in play"},
)


def _cards_of_paulus(setting: Setting) -> Fraction:
    """Return the cards that Paulus adds on average."""
    *_, last = play_exactly(COURSE, setting)
    return last.law("cards").mean(lambda cards: cards) - without_paulus(setting)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield what the deck has given, and the cards that he adds by the number of draws, from the start or not."""
    cards, has_paulus = result_findings(COURSE, setting, "p. 12", {"has_paulus": Words(labels=("no", "yes"))})
    yield _brought(cards, without_paulus(setting), setting)
    yield has_paulus
    for is_there, where in ((1, "in play from the start"), (0, "to be drawn first")):
        for draws in _SHOWN_DRAWS:
            runs_out = ("; the deck may run out", "; the deck runs out")[is_there] * (HAND + TIMES * draws > DECK)
            yield Finding(
                f"at_{draws}_{is_there}", f"{where} ({draws} draws{runs_out}): cards that Paulus adds", "p. 12",
                number=_cards_of_paulus(COURSE.setting({"draws": draws, "paulus_at_start": is_there})),
            )  # fmt: skip


def _brought(cards: Finding, without: Fraction, setting: Setting) -> Finding:
    """Return the law of the cards that are his from that of all cards drawn, and those drawn without him."""
    assert cards.law is not None
    chances = {value - int(without): p for (value,), p in cards.law}
    about = "cards that Paulus adds"
    if not whole(setting.factors, "paulus_at_start"):
        start = _cards_of_paulus(COURSE.setting({**setting.factors, "paulus_at_start": 1}))
        about += f" if he must be drawn ({start} if he starts in play)"
    return Finding("cards_of_paulus", about, "p. 12", law_of("cards", chances))


_SHOWN_DRAWS = (4, 8, 12, 16)
"""Numbers of draws that are set side by side; at his rate the last two empty the deck."""


def verdict(found: Found) -> str:
    """Say what Paulus brings when he is there from the start; when he has to be drawn, how often nothing."""
    start, drawn = found.again(paulus_at_start=1), found.again(paulus_at_start=0)
    if not found.given("draws"):
        return "Paulus brings no card as long as the Germans draw none after the set-up."
    said = f"With the draws we assume, Paulus brings {counted(start.value, 'card')} if he starts in play"
    law = drawn.law("cards_of_paulus")
    if has_mean_between_heaps(law):
        none, every = (law.probability(lambda cards, n=n: cards == n) for n in (0, start.value))
        if none > every:
            return f"{said}. If not, he brings none in {often(none)}."
    return f"{said}. If not, he brings {roughly(drawn.value, 'card')}."


SYSTEM = system_of(
    COURSE,
    order=5,
    group=Group.COMMAND,
    question="How many cards does Paulus bring?",
    shows=("cards_of_paulus",),
    rules=("p. 6", "p. 7", "p. 12"),
    tables=("paulus_factors", "card_rules", "leader_effects", "deck_counts"),
    measured="extra cards that the Germans draw thanks to Paulus, on average",
    unit=Unit.NUMBER,
    good_for="german",
    measure=_cards_of_paulus,
    find=_findings,
    verdict=verdict,
)
