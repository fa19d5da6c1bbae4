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


@barrier
def redeal(w: World) -> int:
    """Deal anew all that is hidden from both sides of the table [p. 3 fog of war, p. 6]."""
    for pool in range(MARINES + 1):
        _blocks(w, pool)
    for unit in range(N_GERMAN, N_UNITS):
        if w.u[STATE, unit] == ON_MAP:
            turn(w, unit, draw(w, AHEAD, 4, TURNS + unit))
    _cards(w, GERMAN, GERMAN_DECK)
    _soviet_hand(w)
    _track(w)
    return 0


@barrier
def redeal_for_soviet(w: World) -> int:
    """Deal anew what is hidden from a Soviet player: German blocks, hand and track, both decks [p. 3 fog of war]."""
    _german_blocks(w)
    _german_hand(w)
    _cards(w, SOVIET, SOVIET_DECK)
    _track(w)
    return 0


@kernel
def _german_blocks(w: World) -> None:
    """Deal the German blocks on the map among the places where such blocks stand, each with the points it has."""
    n = 0
    for unit in range(N_GERMAN):
        if w.u[STATE, unit] == ON_MAP:
            w.queue[0, n] = unit
            n += 1
    for i in range(n - 1, 0, -1):
        j = draw(w, AHEAD, i + 1, TURNS + i)
        w.queue[0, i], w.queue[0, j] = w.queue[0, j], w.queue[0, i]
    n = 0
    for h in range(N_HEXES):
        for k in range(w.x[COUNT, h]):
            if w.x[SLOT + k, h] < N_GERMAN:
                w.x[SLOT + k, h] = w.queue[0, n]
                w.u[HEX, w.queue[0, n]] = h
                n += 1


@kernel
def _is_held(w: World, card: int) -> bool:
    """Return whether a German card goes into the hand when it is drawn: no leader, and no blank."""
    return card < PAULUS_CARD and w.rules[P_BLANK + GERMAN, card] == 0


@kernel
def _german_hand(w: World) -> None:
    """Shuffle the German hand and deck together, and deal as many cards again, none of them a leader."""
    low, in_hand = w.s[DECK_AT + GERMAN], 0
    for card in range(PAULUS_CARD):
        for _ in range(w.hand[GERMAN, card]):
            low -= 1
            in_hand += 1
            w.deck[GERMAN, low] = card
        w.hand[GERMAN, card] = 0
    w.s[DECK_AT + GERMAN] = low
    _cards(w, GERMAN, GERMAN_DECK)
    for i in range(low, low + in_hand):
        at = i
        while not _is_held(w, w.deck[GERMAN, at]):
            at += 1
        w.deck[GERMAN, i], w.deck[GERMAN, at] = w.deck[GERMAN, at], w.deck[GERMAN, i]
        w.hand[GERMAN, w.deck[GERMAN, i]] += 1
    w.s[DECK_AT + GERMAN] = low + in_hand


@kernel
def _blocks(w: World, pool: int) -> None:
    """Deal the blocks of a reserve, on the map and in it, to the places on the map where such blocks stand."""
    n = 0
    for unit in range(N_GERMAN, N_UNITS):
        if w.u[POOL, unit] == pool and w.u[STATE, unit] in (ON_MAP, WAITING):
            w.queue[0, n] = unit
            n += 1
    for i in range(n - 1, 0, -1):
        j = draw(w, AHEAD, i + 1, BLOCKS + 64 * pool + i)
        w.queue[0, i], w.queue[0, j] = w.queue[0, j], w.queue[0, i]
    dealt = 0
    for i in range(n):
        w.queue[1, i] = w.queue[0, i]
    for h in range(N_HEXES):
        for k in range(w.x[COUNT, h]):
            if w.x[SLOT + k, h] >= N_GERMAN and w.u[POOL, w.x[SLOT + k, h]] == pool:
                unit = w.queue[1, dealt]
                w.x[SLOT + k, h] = unit
                w.u[HEX, unit], w.u[STATE, unit] = h, ON_MAP
                dealt += 1
    for i in range(dealt, n):
        unit = w.queue[1, i]
        w.u[HEX, unit], w.u[STATE, unit] = NOWHERE, WAITING


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
    for i in range(n - 1, low, -1):
        j = low + draw(w, AHEAD, i + 1 - low, first + i)
        w.deck[side, i], w.deck[side, j] = w.deck[side, j], w.deck[side, i]


@kernel
def _soviet_hand(w: World) -> None:
    """Shuffle hand and deck together, and deal the hand anew: nobody has seen either [p. 6]."""
    low, in_hand = w.s[DECK_AT + SOVIET], 0
    for card in range(N_SOVIET_CARDS):
        for _ in range(w.hand[SOVIET, card]):
            low -= 1
            in_hand += 1
            w.deck[SOVIET, low] = card
        w.hand[SOVIET, card] = 0
    w.s[DECK_AT + SOVIET] = low
    _cards(w, SOVIET, SOVIET_DECK)
    for i in range(low, low + in_hand):
        w.hand[SOVIET, w.deck[SOVIET, i]] += 1
    w.s[DECK_AT + SOVIET] = low + in_hand


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
    for i in range(n - 1, 0, -1):
        j = draw(w, AHEAD, i + 1, TRACK + i)
        w.queue[0, i], w.queue[0, j] = w.queue[0, j], w.queue[0, i]
    n = 0
    for row in range(N_ROWS):
        for i in range(w.n_track[row]):
            w.track[row, i] = w.queue[0, n]
            n += 1
