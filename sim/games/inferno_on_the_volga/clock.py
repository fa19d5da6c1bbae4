"""The Soviet clock: how fast the deck runs out under the solitaire AI [p. 3, p. 11-12].

Of the map no more is kept than the tallest stacks. Two facts make that a chain: a spawn action lifts the spawn hexes
above all others, and a move action takes one block off the tallest hexes only, so they come down level by level and all
stand alike when a level is done. Then the Soviets spawn again, at single blocks in any case, since there are
more of these than spawn hexes, and higher up where another stack stands as tall (a factor).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.exact import Law
from sim.game import Setting
from sim.games.inferno_on_the_volga.factors import GAME_ID, every
from sim.games.inferno_on_the_volga.soviet_ai import (
    CARDS_WITHOUT_SPAWN_HEX,
    FULL,
    MAX_DICE,
    N_DIRECTIONS,
    OUTCOMES,
    SPAWN,
    action,
    dice_counts,
)
from sim.state import State, column, take
from sim.tables import load_list

MOST_TURNS = 60
"""Turns that are looked at; a game that has lasted so long counts as ending then."""
TURNS = tuple(str(turn) for turn in range(1, MOST_TURNS + 1))
DECK = load_list(GAME_ID, "deck_counts").integer("soviet | all", "cards")

_ICONS = tuple(int(row["infantry_blocks"]) + int(row["tank_blocks"]) for row in SPAWN)
_TWO_ICONS = sum(n > 1 for n in _ICONS)
_TENTHS = 10
_CARDS, _MOVED = (np.array(part, np.int16) for part in zip(*OUTCOMES, strict=True))
_CASES = (MAX_DICE + 1, _TENTHS + 1, N_DIRECTIONS + 1, N_DIRECTIONS + 1)
_PAIR, _TRIPLE = 2, 3

Numbers = NDArray[np.int16]
_Steps = tuple[int, dict[tuple[int, int], list[tuple[tuple[int, int], int, int]]]]


@dataclass(frozen=True)
class Clock(State):
    """The tallest Soviet stacks and the deck of each game."""

    deck: Numbers = column("cards left in the Soviet deck", lasts=True)
    height: Numbers = column("blocks in the tallest spawn hexes; where none rolls, in all of them", lasts=True)
    tallest: Numbers = column("spawn hexes that tall, 0 if so many others are that the Soviets spawn", lasts=True)
    cards_drawn: Numbers = column("Soviet cards drawn on this turn", lasts=False)
    last_turn: Numbers = column("turn on which the last Soviet card was drawn, 0 if not yet", lasts=True, logged=False)


RESULTS = {"last_turn": f"turn on which the last Soviet card is drawn, 0 if not within {MOST_TURNS}"}


def start(n: int, setting: Setting) -> Clock:
    """Return n games at the start: the 23 single blocks are more than the spawn hexes, so the Soviets spawn [p. 5]."""
    zero = np.zeros(n, np.int16)
    height = np.broadcast_to(np.asarray(setting.factors["blocks_on_spawn_hexes"], np.int16), n).copy()
    return Clock(deck=zero + np.int16(DECK), height=height, tallest=zero, cards_drawn=zero, last_turn=zero)


def hexes_held(setting: Setting, turn: int) -> Numbers:
    """Return the spawn hexes that the Soviets still hold on a Soviet turn, shape (...)."""
    factors = setting.factors
    since = turn - np.asarray(factors["first_loss"])
    lost = np.where(since >= 0, since // np.asarray(factors["loss_every"]) + 1, 0)
    kept = np.asarray(setting.policies["german"].decide(None, turn)["hexes_left"])
    return np.maximum(len(SPAWN) - lost, kept).astype(np.int16)


def weights(clock: Clock, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the rolls, in tenths, that come to each of `OUTCOMES`, without and with another stack as tall next.

    Shape (games, 2 x outcomes). Without dice the first outcome is certain.
    """
    factors = setting.factors
    n_dice = np.minimum(clock.tallest, hexes_held(setting, turn)) * (clock.deck > 0)
    chance = np.where(n_dice > 0, _chance_of_others(clock, setting), 0)
    case = np.broadcast_arrays(n_dice, chance, factors["blocked_directions"], factors["idle_directions"])
    found, which = np.unique(np.ravel_multi_index(tuple(case), _CASES), return_inverse=True)
    cases = zip(*(part.tolist() for part in np.unravel_index(found, _CASES)), strict=True)
    return np.array([_ways(*one_case) for one_case in cases])[which]


@cache
def _ways(n_dice: int, chance: int, blocked: int, idle: int) -> tuple[int, ...]:
    """Return the weights of one case; another stack is asked for where all dice move, so that the level is done."""
    rolls = dice_counts(n_dice, blocked, idle)
    tenths = [chance * (moved == n_dice) for _, moved in OUTCOMES]
    without = [n * (_TENTHS - with_it) for n, with_it in zip(rolls, tenths, strict=True)]
    return (*without, *(n * with_it for n, with_it in zip(rolls, tenths, strict=True)))


def _chance_of_others(clock: Clock, setting: Setting) -> NDArray[np.int64]:
    """Return the chance in tenths that elsewhere a stack stands as tall as the next level down."""
    pairs, triples = (np.asarray(setting.factors[name]) for name in ("pairs_elsewhere", "triples_elsewhere"))
    lower = clock.height - 1
    return np.where(lower == _PAIR, pairs, np.where(lower == _TRIPLE, triples, 0)).astype(np.int64)


def soviet_turn(clock: Clock, setting: Setting, turn: int, kind: NDArray[Any]) -> Clock:
    """Return the clock after a Soviet turn with what the dice came to [p. 11-12]."""
    held = hexes_held(setting, turn)
    n_dice = np.minimum(clock.tallest, held)
    cards, moved = _CARDS[kind % len(OUTCOMES)], _MOVED[kind % len(OUTCOMES)]
    others = kind >= len(OUTCOMES)
    does = action(np.where(n_dice > 0, n_dice, held + 1), held)
    raised, height, missing = _spawned(clock, setting, held)
    left = n_dice - moved
    lower = clock.height - 1
    is_spawn_due = (left == 0) & (others | (lower < _PAIR))
    after = [
        (clock.tallest, clock.height, np.int16(CARDS_WITHOUT_SPAWN_HEX)),
        (raised, height, missing),
        (
            np.where(left > 0, left, np.where(is_spawn_due, 0, held)),
            np.where(left > 0, clock.height, lower),
            cards,
        ),
    ]
    tallest, height, drawn = (
        np.select([does == k for k in range(len(after))], list(part)) for part in zip(*after, strict=True)
    )
    drawn = np.minimum(drawn + every(setting.factors["other_card_every"], turn), clock.deck).astype(np.int16)
    is_on = clock.deck > 0
    deck = clock.deck - drawn
    return replace(
        clock,
        deck=deck.astype(np.int16),
        tallest=np.where(is_on & (deck > 0), tallest, 0).astype(np.int16),
        height=np.where(is_on & (deck > 0), height, 0).astype(np.int16),
        cards_drawn=drawn,
        last_turn=np.where(is_on & (deck == 0), turn, clock.last_turn).astype(np.int16),
    )


def _spawned(clock: Clock, setting: Setting, held: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return tallest hexes, their height and the cards drawn after a spawn action [p. 11 spawn].

    Blocks that the reserves lack cost a card each; that they leave the stacks lower is not followed.
    """
    fall_first = np.asarray(setting.factors["two_icon_hexes_fall_first"]) > 0
    two = np.where(fall_first, np.maximum(held - (len(_ICONS) - _TWO_ICONS), 0), np.minimum(held, _TWO_ICONS))
    high, low = (np.minimum(clock.height + n, FULL) for n in (max(_ICONS), min(_ICONS)))
    height = np.where(two > 0, high, low)
    tallest = np.where((two > 0) & (high > low), two, held) * (height >= _PAIR)
    due = two * (high - clock.height) + (held - two) * (low - clock.height)
    missing = np.minimum(np.asarray(setting.factors["missing_blocks"]), due)
    return tallest.astype(np.int16), height.astype(np.int16), missing.astype(np.int16)


def last_turn_law(setting: Setting) -> Law:
    """Return the exact law of `last_turn`, 0 if not within `MOST_TURNS`; the same as `play_exactly` has, but at once.

    The ways to each place (height, tallest) are held in one whole number a place, in slots by cards drawn: drawing is
    a shift, and what is shifted past the deck has ended.
    """
    steps = list(_all_steps(setting))
    width = 1 + sum(total.bit_length() for total, _ in steps)
    opened = start(1, setting)
    ways = {(int(opened.height[0]), int(opened.tallest[0])): 1}
    ended, denominator = [0] * (MOST_TURNS + 1), 1
    for turn, (total, of_place) in enumerate(steps, 1):
        denominator *= total
        more: dict[tuple[int, int], int] = {}
        for place, packed in ways.items():
            for after, cards, n in of_place[place]:
                more[after] = more.get(after, 0) + (packed * n << width * cards)
        ended = [n * total for n in ended]
        ended[turn] = sum(_slots(packed >> width * DECK, width) for packed in more.values())
        ways = {place: packed & (1 << width * DECK) - 1 for place, packed in more.items()}
    ended[0] = denominator - sum(ended)
    return Law(("last_turn",), {(turn,): n for turn, n in enumerate(ended) if n}, denominator)


def _slots(packed: int, width: int) -> int:
    """Return the sum of all slots of a packed number."""
    total = 0
    while packed:
        total += packed & (1 << width) - 1
        packed >>= width
    return total


def _all_steps(setting: Setting) -> Iterator[_Steps]:
    """Yield the steps of each turn; turns that differ in nothing share them."""
    known: dict[tuple[int, bool], _Steps] = {}
    for turn in range(1, MOST_TURNS + 1):
        key = int(hexes_held(setting, turn)), bool(every(setting.factors["other_card_every"], turn))
        if key not in known:
            known[key] = _steps(setting, turn)
        yield known[key]


def _steps(setting: Setting, turn: int) -> _Steps:
    """Return, for one turn, where each place goes, with cards and ways: the rules above on every place at once."""
    places = [(height, tallest) for height in range(FULL + 1) for tallest in range(len(SPAWN) + 1)]
    zero = np.zeros(len(places), np.int16)
    heights, tallest = (np.array(part, np.int16) for part in zip(*places, strict=True))
    here = Clock(deck=zero + np.int16(DECK), height=heights, tallest=tallest, cards_drawn=zero, last_turn=zero)
    ways = weights(here, setting, turn)
    totals = ways.sum(axis=1)
    common = int(np.lcm.reduce(totals))
    parent, kind = np.nonzero(ways)
    after = soviet_turn(take(here, parent), setting, turn, kind)
    n = ways[parent, kind] * (common // totals[parent])
    found: dict[tuple[int, int], list[tuple[tuple[int, int], int, int]]] = {place: [] for place in places}
    columns = (parent, after.height, after.tallest, after.cards_drawn, n)
    for at, height, top, cards, share in zip(*(part.tolist() for part in columns), strict=True):
        found[places[at]].append(((height, top), cards, share))
    return common, found
