"""The Soviet turn of the solitaire game: which action, the dice on the tallest stacks, the spawn [p. 11-12].

Of the book [p. 6 compass].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.numbers.tables import load_list

LIMITS = load_list(GAME_ID, "ai_limits")
CARDS = load_list(GAME_ID, "ai_card_draws")
SPAWN = tuple(row for row in load_list(GAME_ID, "spawn_hexes").rows if row["side"] == "soviet")
"""The Soviet spawn hexes in the order of the spawn action."""
_LAST_PLACE = load_list(GAME_ID, "spawn_rules").integer("three_in_hex_infantry")
COMPASS = load_list(GAME_ID, "compass")
FULL = load_list(GAME_ID, "stacking").integer("hex", "max_units")

DRAW, SPAWNS, MOVES = range(3)
FREE, BLOCKED, GERMANS = range(3)
"""What lies in the direction that a die shows."""
MAX_DICE = LIMITS.integer("max_dice")
N_DIRECTIONS = len(COMPASS.rows)

_ICONS_OF = {"infantry": "infantry_blocks", "tanks": "tank_blocks"}
_MOVES_AT = np.array([row["moves_in_solo"] == "yes" for row in COMPASS.rows])
_EQUAL, _BLOCKED_CARD, _ONE, _FULL_CARD, _MISSING, CARDS_WITHOUT_SPAWN_HEX, CARDS_OF_A_GERMAN_HEX = (
    CARDS.integer(occasion, "cards")
    for occasion in (
        "equal_dice", "blocked_move", "single_one_without_attack", "spawn_hex_full", "reserve_empty",
        "no_spawn_hex_held", "capture_german_spawn_hex",
    )
)  # fmt: skip

Counts = NDArray[np.int16]


def action(tallest_hexes: ArrayLike, spawn_hexes_held: ArrayLike) -> NDArray[np.int8]:
    """Return the Soviet action, shape (...): `DRAW` without a spawn hex, `SPAWNS` with too many tallest hexes [p. 11].

    >>> int(action(7, 6)), int(action(6, 6)), int(action(1, 0))  # the note on p. 11: seven always spawn
    (1, 2, 0)
    """
    tallest, held = np.broadcast_arrays(tallest_hexes, spawn_hexes_held)
    return np.where(held < 1, DRAW, np.where(tallest > held, SPAWNS, MOVES)).astype(np.int8)


def settle_dice(dice: Rolls, lies: ArrayLike, *, do_equal_attack: bool = False) -> tuple[Counts, Counts, Counts]:
    """Return cards drawn, blocks moved and attacks, shape (...); dice and what lies in their direction, (..., k).

    Equal dice draw, whatever lies there; with `do_equal_attack` those that point at Germans attack instead (ruling
    R12). A single 1 draws unless Germans are there [p. 12].

    >>> [int(n) for n in settle_dice(np.array([1, 1, 6, 6, 3, 1], np.int8), FREE)]  # example on p. 12
    [5, 1, 0]
    """
    lies = np.broadcast_to(np.asarray(lies), dice.shape)
    is_equal = (dice[..., :, np.newaxis] == dice[..., np.newaxis, :]).sum(axis=-1) > 1
    is_equal &= ~(np.bool_(do_equal_attack) & (lies == GERMANS))
    can_move = _MOVES_AT[dice - 1]
    attacks = ~is_equal & (lies == GERMANS)
    moves = ~is_equal & (lies == FREE) & can_move
    draws = is_equal * _EQUAL + (~is_equal & ~can_move & ~attacks) * _ONE
    draws = draws + (~is_equal & can_move & (lies == BLOCKED)) * _BLOCKED_CARD
    cards, moved, attacking = (found.sum(axis=-1).astype(np.int16) for found in (draws, moves, attacks))
    return cards, moved, attacking


OUTCOMES = tuple((cards, moves) for cards in range(MAX_DICE + 1) for moves in range(MAX_DICE + 1 - cards))
"""What the dice of a move action can come to: cards drawn and blocks moved; the other dice do neither."""


@cache
def dice_counts(n_dice: int, blocked: int, idle: int, do_equal_attack: bool = False) -> tuple[int, ...]:
    """Return the rolls of so many dice that come to each of `OUTCOMES`, with some directions blocked or idle.

    Idle ones count as Germans: no card, and the stack stays as it is. Which directions these are does not
    matter: the faces 2 to 6 of a die are alike.

    >>> dict(zip(OUTCOMES, dice_counts(1, 1, 0), strict=True))[(0, 1)]  # one die: a 1 and one direction draw
    4
    """
    faces = np.flatnonzero(_MOVES_AT) + 1
    lies = np.full(len(_MOVES_AT) + 1, FREE)
    lies[faces[:blocked]] = BLOCKED
    lies[faces[blocked : blocked + idle]] = GERMANS
    rolls = all_rolls(n_dice)
    cards, moves, _ = settle_dice(rolls, lies[rolls], do_equal_attack=do_equal_attack)
    found = np.bincount(cards * (MAX_DICE + 1) + moves, minlength=(MAX_DICE + 1) ** 2).tolist()
    return tuple(found[cards * (MAX_DICE + 1) + moves] for cards, moves in OUTCOMES)


def spawn(
    stacks: NDArray[np.integer],
    is_held: NDArray[np.bool_],
    infantry: ArrayLike,
    tanks: ArrayLike,
    each_icon: ArrayLike = 0,
) -> tuple[Counts, Counts, Counts, Counts]:
    """Return stacks, infantry and tanks left in reserve and cards drawn after a spawn action [p. 11 spawn].

    Stacks and `is_held` have shape (..., 6), hexes in the order of `SPAWN`; the rest (...). A full hex draws one card,
    or with `each_icon` one for each block that finds no room (ruling R9); each block that the reserve lacks another.

    >>> held, three = np.array([True, True] + [False] * 4), np.array([1, 1, 0, 0, 0, 0])
    >>> [part.tolist() for part in spawn(three, held, 22, 0)]  # example on p. 11: no tanks for #3 and #19
    [[2, 2, 0, 0, 0, 0], 20, 0, 2]
    """
    after: Counts = stacks.astype(np.int16)
    reserve: dict[str, Counts] = {
        kind: np.broadcast_to(np.asarray(blocks, np.int16), after.shape[:-1])
        for kind, blocks in (("infantry", infantry), ("tanks", tanks))
    }
    cards: Counts = np.zeros(after.shape[:-1], np.int16)
    for at, row in enumerate(SPAWN):
        before, held = after[..., at].copy(), is_held[..., at]
        icons = sum(int(row[name]) for name in _ICONS_OF.values())
        for_full = _FULL_CARD * np.where(np.asarray(each_icon) > 0, icons, 1)
        cards = (cards + (held & (before == FULL)) * for_full).astype(np.int16)
        for kind in reserve:
            due = held * _due(row, kind, before)
            placed = np.minimum(due, reserve[kind])
            reserve[kind] = (reserve[kind] - placed).astype(np.int16)
            cards = (cards + (due - placed) * _MISSING).astype(np.int16)
            after[..., at] += placed.astype(np.int16)
    return after, reserve["infantry"], reserve["tanks"], cards


def wanted(kind: str, stacks: NDArray[np.integer], is_held: NDArray[np.bool_]) -> Counts:
    """Return the blocks, ``infantry`` or ``tanks``, that all spawn hexes held ask for, shape (...); as in `spawn`.

    >>> [int(wanted(kind, np.zeros(6, np.int16), np.ones(6, bool))) for kind in ("infantry", "tanks")]  # note on p. 11
    [6, 3]
    """
    due = [_due(row, kind, stacks[..., at]) * is_held[..., at] for at, row in enumerate(SPAWN)]
    return np.sum(due, axis=0).astype(np.int16)


def _due(row: Mapping[str, str], kind: str, stack: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the blocks of a kind that a hex asks for, by the blocks in it.

    Three blocks in #3, #13 or #19 leave room for one infantry; what is dropped draws no card (ruling R10).
    """
    icons = int(row[_ICONS_OF[kind]])
    has_two = int(row["infantry_blocks"]) + int(row["tank_blocks"]) > 1
    last = _LAST_PLACE * (kind == "infantry") if has_two else icons
    return np.where(stack < FULL - 1, icons, np.where(stack < FULL, last, 0)).astype(np.int16)
