"""The stacks of the Soviet clock: how the deck runs out under the solitaire AI, turn by turn [p. 3, p. 11-12].

Of the map no more is kept than the tallest stacks. Two facts make that a chain: a spawn action lifts the spawn hexes
above all others, and a move action takes one block off the tallest hexes only, so they come down level by level and all
stand alike when a level is done. Then the Soviets spawn again, at single blocks in any case, since there are
more of these than spawn hexes, and higher up where another stack stands as tall (a factor). What the reserves lack is
a factor too; which hexes go without follows from the order of the spawn action.

Of the book [p. 6 capturing a spawn hex].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.inferno_on_the_volga.systems._game import GAME_ID, is_due
from sim.games.inferno_on_the_volga.systems.clock.soviet_ai import (
    CARDS_OF_A_GERMAN_HEX,
    CARDS_WITHOUT_SPAWN_HEX,
    FULL,
    MAX_DICE,
    N_DIRECTIONS,
    OUTCOMES,
    SPAWN,
    action,
    dice_counts,
    spawn,
    wanted,
)
from sim.numbers.tables import load_list
from sim.state import State, column
from sim.system import Setting

MOST_TURNS = 60
"""Turns that are looked at; a game that has lasted so long counts as ending then."""
TURNS = tuple(str(turn) for turn in range(1, MOST_TURNS + 1))
DECK = load_list(GAME_ID, "deck_counts").integer("soviet | all", "cards")

_ICONS = tuple(int(row["infantry_blocks"]) + int(row["tank_blocks"]) for row in SPAWN)
_HAS_TWO = np.array([n > 1 for n in _ICONS])
_FALL = np.stack([np.argsort(np.argsort(~two, kind="stable")) for two in (_HAS_TWO, ~_HAS_TWO)])
"""How many others each spawn hex outlasts at least, by whether those with two icons fall first, shape (2, hexes)."""
TWELVE = 12
"""The turns over which the factor of other cards counts."""
_TENTHS = 10
_CARDS, _MOVED = (np.array(part, np.int16) for part in zip(*OUTCOMES, strict=True))
_CASES = (MAX_DICE + 1, _TENTHS + 1, N_DIRECTIONS + 1, N_DIRECTIONS + 1, 2)
_PAIR, _TRIPLE = 2, 3

Numbers = NDArray[np.int16]


@dataclass(frozen=True)
class Clock(State):
    """The tallest Soviet stacks and the deck of each game."""

    deck: Numbers = column("cards left in the Soviet deck", lasts=True)
    height: Numbers = column("blocks in the tallest spawn hexes; where none rolls, in all of them", lasts=True)
    tallest: Numbers = column("spawn hexes that tall, 0 if so many others are that the Soviets spawn", lasts=True)
    cards_drawn: Numbers = column("Soviet cards drawn on this turn", lasts=False)
    last_turn: Numbers = column("turn on which the last Soviet card was drawn, 0 if not yet", lasts=True, logged=False)


def start(n: int, setting: Setting) -> Clock:
    """Return n games at the start: the 23 single blocks are more than the spawn hexes, so the Soviets spawn [p. 5]."""
    zero = np.zeros(n, np.int16)
    height = np.broadcast_to(np.asarray(setting.factors["blocks_on_spawn_hexes"], np.int16), n).copy()
    return Clock(deck=zero + deck_of(setting), height=height, tallest=zero, cards_drawn=zero, last_turn=zero)


def deck_of(setting: Setting) -> Numbers:
    """Return the cards of the deck less those of German spawn hexes taken: when they are drawn changes nothing else."""
    taken = np.asarray(setting.factors["german_hexes_taken"])
    return np.asarray(DECK - taken * CARDS_OF_A_GERMAN_HEX, np.int16)


def hexes_held(setting: Setting, turn: int) -> Numbers:
    """Return the spawn hexes that the Soviets still hold on a Soviet turn, shape (...)."""
    factors = setting.factors
    since = turn - np.asarray(factors["first_loss"])
    lost = np.where(since >= 0, since // np.asarray(factors["loss_every"]) + 1, 0)
    kept = np.asarray(setting.policies["german"].decide(None, turn)["hexes_left"])
    return np.maximum(len(SPAWN) - lost, kept).astype(np.int16)


def weights(clock: Clock, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the rolls, in tenths, that come to each of `OUTCOMES`, without and with another stack as tall next.

    Shape (games, 2 x outcomes). Without dice there is the first outcome only.
    """
    factors, held = setting.factors, hexes_held(setting, turn)
    n_dice = np.minimum(clock.tallest, held) * (clock.deck > 0)
    are_full = _are_full(*_spawned(clock, setting, held)[:2], held) & (clock.deck > 0)
    fours = np.where(are_full, factors["fours_elsewhere"], 0)
    chance = np.where(n_dice > 0, _chance_of_others(clock, setting), fours)
    directions = (factors[name] for name in ("blocked_directions", "idle_directions", "equal_dice_attack"))
    case = np.broadcast_arrays(n_dice, chance, *directions)
    found, which = np.unique(np.ravel_multi_index(tuple(case), _CASES), return_inverse=True)
    cases = zip(*(part.tolist() for part in np.unravel_index(found, _CASES)), strict=True)
    return np.array([_ways(*one_case) for one_case in cases])[which]


@cache
def _ways(n_dice: int, chance: int, blocked: int, idle: int, equal_attack: int) -> tuple[int, ...]:
    """Return the weights of one case; another stack is asked for where all dice move, so that the level is done."""
    rolls = dice_counts(n_dice, blocked, idle, bool(equal_attack))
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
    raised, height, for_spawn = _spawned(clock, setting, held)
    left = n_dice - moved
    lower = clock.height - 1
    is_spawn_due = (left == 0) & (others | (lower < _PAIR))
    is_stuck = others & _are_full(raised, height, held)
    after = [
        (clock.tallest, clock.height, np.int16(CARDS_WITHOUT_SPAWN_HEX)),
        (np.where(is_stuck, 0, raised), height, for_spawn),
        (
            np.where(left > 0, left, np.where(is_spawn_due, 0, held)),
            np.where(left > 0, clock.height, lower),
            cards,
        ),
    ]
    tallest, height, drawn = (
        np.select([does == k for k in range(len(after))], list(part)) for part in zip(*after, strict=True)
    )
    besides = is_due(setting.factors["other_cards_in_12"], TWELVE, turn)
    drawn = np.minimum(drawn + besides, clock.deck).astype(np.int16)
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

    Hexes left lower, for want of blocks too, count as level with each other. Where no block comes the Soviets spawn
    again on the next turn, as many hexes being still as tall.
    """
    last_hexes = _FALL[np.asarray(setting.factors["two_icon_hexes_fall_first"])]
    is_held = last_hexes < held[..., np.newaxis]
    before = (clock.height[..., np.newaxis] * is_held).astype(np.int16)
    infantry, tanks = (
        np.maximum(wanted(kind, before, is_held) - np.asarray(setting.factors[f"missing_{kind}"]), 0)
        for kind in ("infantry", "tanks")
    )
    after, _, _, cards = spawn(before, is_held, infantry, tanks, setting.factors["card_each_icon"])
    height = np.where(held > 0, after.max(axis=-1), clock.height)
    is_lifted = (height > clock.height) | (height == FULL)
    tallest = (is_held & (after == height[..., np.newaxis])).sum(axis=-1) * (is_lifted & (height >= _PAIR))
    return tallest.astype(np.int16), height.astype(np.int16), cards


def _are_full(tallest: Numbers, height: Numbers, held: Numbers) -> NDArray[np.bool_]:
    """Whether every spawn hex held is full, so that one more stack of four has the Soviets spawn again [p. 11]."""
    return np.asarray((height == FULL) & (tallest == held) & (held > 0))
