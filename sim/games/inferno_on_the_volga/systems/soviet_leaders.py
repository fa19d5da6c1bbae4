"""Soviet leaders, from the deck into play [p. 12, p. 14-15, p. 18-19]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.factors import factors_of, wholes
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems._levels import LEVELS, leader_advantages, level_words
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Setting, Unit, result_findings, system_of
from sim.verdict import OPEN, Found, figure, roughly

_DECKS = load_list(GAME_ID, "deck_counts")
SOVIET_DECK, SOVIET_LEADERS = (_DECKS.integer(f"soviet | {kind}", "cards") for kind in ("all", "leader"))
TURNS = tuple(str(turn) for turn in range(1, 21))

Numbers = NDArray[np.int8]


def leaders_on_top(level: str) -> dict[int, Fraction]:
    """Return how many Soviet leaders lie on top of the deck at a level, each number with its chance [p. 18-19].

    >>> leaders_on_top("impossible_for_germans"), leaders_on_top("normal")[0]
    ({3: Fraction(1, 1)}, Fraction(1, 8))
    """
    if LEVELS[level]["advantage_dice_per_side"]:
        return {leaders: p for (leaders,), p in leader_advantages("soviet")}
    return {int(LEVELS[level]["soviet_leaders_on_top"] or 0): Fraction(1)}


@dataclass(frozen=True)
class Hand(State):
    """The Soviet hand of each game: which leaders have shown themselves."""

    in_play: Numbers = column("Soviet leaders in play", lasts=True)
    leaders_in_hand: Numbers = column("Soviet leaders in the hand, unseen", lasts=True)
    others_in_hand: Numbers = column("other cards in the hand", lasts=True)
    leaders_in_deck: Numbers = column("leaders still in the deck", lasts=True, logged=False)
    others_in_deck: Numbers = column("other cards still in the deck", lasts=True, logged=False)


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


COURSE = Course(
    id="soviet_leaders",
    title="Soviet leaders, from the deck into play",
    factors=factors_of(GAME_ID, "soviet_leader_factors"),
    policies=policies_of(GAME_ID, "soviet_leaders"),
    turns=TURNS,
    state=Hand,
    start=start,
    phases=(*(_draws(nth) for nth in range(1, MOST_CARDS + 1)), Draw("play", "p. 9, p. 12", play_weights, play)),
    results={"in_play": f"Soviet leaders in play after {len(TURNS)} turns"},
)


def _turns_of_a_leader(setting: Setting) -> Fraction:
    """Return the turns, of those played, that a given Soviet leader is in play at the end of, on average."""
    in_play = (worlds.law("in_play").mean(lambda leaders: leaders) for worlds in play_exactly(COURSE, setting))
    return sum(in_play, Fraction(0)) / SOVIET_LEADERS


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield the leaders in play after the last turn, and the answer at each level of The Designer's Way."""
    yield from result_findings(COURSE, setting, "p. 12")
    factors = wholes(setting.factors)
    turns = [
        _turns_of_a_leader(COURSE.setting(factors | {"leaders_on_top": on_top})) for on_top in range(SOVIET_LEADERS + 1)
    ]
    about = "turns that a given Soviet leader is in play in the game as printed, without The Designer's Way"
    yield Finding("as_printed", about, "p. 12", number=turns[0])
    for row in LEVELS.rows:
        number = sum((p * turns[on_top] for on_top, p in leaders_on_top(row["level"]).items()), Fraction(0))
        about = f"turns that a given Soviet leader is in play at the level {level_words(row['level'])}"
        yield Finding(f"at_{row['level']}", about, "p. 18-19", number=number)


def verdict(found: Found) -> str:
    """Say how long a leader serves in the game as printed and at the hard levels, and what else decides."""
    low, high = found.span("cards_a_turn")
    if high - low < 2 or not found.given("cards_a_turn"):
        if not found.value:
            return "A Soviet leader never comes into play."
        return f"A Soviet leader is in play for {roughly(found.value, 'turn')} of the game."
    printed, hard = found.number("as_printed"), found.number("at_easy_for_soviets")
    return (
        f"{OPEN}: {_pace(found)}, a Soviet leader has served {roughly(printed, 'turn')} by turn {len(TURNS)}"
        f" as printed, but {figure(hard)} at the hard levels."
    )


def _pace(found: Found) -> str:
    """Return whether the cards and the combats are those that we assume, or others."""
    known = found.system.factors
    is_ours = all(found.given(name) == known[name].value for name in ("cards_a_turn", "combat_every"))
    return "as we assume" if is_ours else "as set here"


SYSTEM = system_of(
    COURSE,
    order=10,
    group=Group.COMMAND,
    question="How long are the Soviet leaders in play?",
    rules=("p. 9", "p. 12", "p. 18", "p. 19"),
    tables=("soviet_leader_factors", "deck_counts", "difficulty_levels"),
    measured="turns, of twenty, that end with a given Soviet leader in play",
    unit=Unit.NUMBER,
    good_for="soviet",
    measure=_turns_of_a_leader,
    find=_findings,
    verdict=verdict,
)
