"""Dealing anew what nobody knows: hidden Soviet blocks, both decks, the Soviet hand, the blocks on the track.

What lay hidden is put in order before it is dealt, so that the deal hangs on the seed and on what is seen alone.
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    COUNT,
    DECK_AT,
    DECK_N,
    GERMAN,
    HEX,
    MARINES,
    N_CARDS,
    N_GERMAN,
    N_HEXES,
    N_ROWS,
    N_SOVIET_CARDS,
    N_UNITS,
    NOWHERE,
    ON_MAP,
    P_BLANK,
    PAULUS_CARD,
    POOL,
    SLOT,
    SOVIET,
    STATE,
    WAITING,
    World,
)
from sim.games.inferno_on_the_volga.map.record.events import draw
from sim.games.inferno_on_the_volga.map.stacks import turn
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import AHEAD

BLOCKS, GERMAN_DECK, SOVIET_DECK, TRACK, TURNS = 0, 1 << 10, 2 << 10, 3 << 10, 4 << 10
GERMANS = -1
"""In place of a reserve: the German blocks on the map."""


@barrier
def redeal(w: World) -> int:
    """Deal anew all that is hidden from both sides of the table [p. 3 fog of war, p. 6]."""
    for pool in range(MARINES + 1):
        _blocks(w, pool, BLOCKS + 64 * pool)
    for unit in range(N_GERMAN, N_UNITS):
        if w.u[STATE, unit] == ON_MAP:
            turn(w, unit, draw(w, AHEAD, 4, TURNS + unit))
    _cards(w, GERMAN, GERMAN_DECK)
    _hand(w, SOVIET, N_SOVIET_CARDS, SOVIET_DECK)
    _track(w)
    return 0


@barrier
def redeal_for_soviet(w: World) -> int:
    """Deal anew what is hidden from a Soviet player: German blocks, hand and track, both decks [p. 3 fog of war]."""
    _blocks(w, GERMANS, TURNS)
    _hand(w, GERMAN, PAULUS_CARD, GERMAN_DECK)
    _cards(w, SOVIET, SOVIET_DECK)
    _track(w)
    return 0


@kernel
def _is_among(w: World, unit: int, pool: int) -> bool:
    """Return whether a block is dealt with those of a pool: a Soviet reserve, or `GERMANS`."""
    return unit < N_GERMAN if pool == GERMANS else unit >= N_GERMAN and w.u[POOL, unit] == pool


@kernel
def _blocks(w: World, pool: int, first: int) -> None:
    """Deal the blocks of a pool to the places on the map where such blocks stand, each with the points it has.

    A Soviet reserve is dealt with those on the map; the Germans who wait lie on the track, which is dealt by itself.
    """
    n = 0
    for unit in range(N_UNITS):
        may_come = w.u[STATE, unit] == WAITING and pool != GERMANS
        if _is_among(w, unit, pool) and (w.u[STATE, unit] == ON_MAP or may_come):
            w.queue[0, n] = unit
            n += 1
    _shuffle(w, w.queue[0], 0, n, first)
    dealt = 0
    for h in range(N_HEXES):
        for k in range(w.x[COUNT, h]):
            if _is_among(w, w.x[SLOT + k, h], pool):
                unit = w.queue[0, dealt]
                w.x[SLOT + k, h] = unit
                w.u[HEX, unit], w.u[STATE, unit] = h, ON_MAP
                dealt += 1
    for i in range(dealt, n):
        unit = w.queue[0, i]
        w.u[HEX, unit], w.u[STATE, unit] = NOWHERE, WAITING


@kernel
def _shuffle(w: World, row, low: int, high: int, first: int) -> None:  # type: ignore[no-untyped-def]
    """Shuffle a row from one place to before another; `first` is the number of the lowest place's draw."""
    for i in range(high - 1, low, -1):
        j = low + draw(w, AHEAD, i + 1 - low, first + i)
        row[i], row[j] = row[j], row[i]


@kernel
def _cards(w: World, side: int, first: int) -> None:
    """Put what is left of a deck in order, then shuffle it."""
    low, n = w.s[DECK_AT + side], w.s[DECK_N + side]
    for card in range(N_CARDS):
        w.queue[0, card] = 0
    for i in range(low, n):
        w.queue[0, w.deck[side, i]] += 1
    at = low
    for card in range(N_CARDS):
        for _ in range(w.queue[0, card]):
            w.deck[side, at] = card
            at += 1
    _shuffle(w, w.deck[side], low, n, first)


@kernel
def _is_held(w: World, side: int, card: int) -> bool:
    """Return whether a card goes into the hand when it is drawn: of the Germans' no leader, and no blank."""
    return side == SOVIET or (card < PAULUS_CARD and w.rules[P_BLANK + GERMAN, card] == 0)


@kernel
def _hand(w: World, side: int, kinds: int, first: int) -> None:
    """Shuffle hand and deck together, and deal as many cards again: nobody opposite has seen either [p. 6]."""
    low, in_hand = w.s[DECK_AT + side], 0
    for card in range(kinds):
        for _ in range(w.hand[side, card]):
            low -= 1
            in_hand += 1
            w.deck[side, low] = card
        w.hand[side, card] = 0
    w.s[DECK_AT + side] = low
    _cards(w, side, first)
    for i in range(low, low + in_hand):
        at = i
        while not _is_held(w, side, w.deck[side, at]):
            at += 1
        w.deck[side, i], w.deck[side, at] = w.deck[side, at], w.deck[side, i]
        w.hand[side, w.deck[side, i]] += 1
    w.s[DECK_AT + side] = low + in_hand


@kernel
def _track(w: World) -> None:
    """Shuffle the German blocks that lie face down on the track; the white last column is shuffled in."""
    n = 0
    for unit in range(N_GERMAN):
        w.queue[1, unit] = 0
    for row in range(N_ROWS):
        for i in range(w.n_track[row]):
            w.queue[1, w.track[row, i]] = 1
    for unit in range(N_GERMAN):
        if w.queue[1, unit] == 1:
            w.queue[0, n] = unit
            n += 1
    _shuffle(w, w.queue[0], 0, n, TRACK)
    n = 0
    for row in range(N_ROWS):
        for i in range(w.n_track[row]):
            w.track[row, i] = w.queue[0, n]
            n += 1
