"""Dealing anew what nobody knows: hidden Soviet blocks, both decks, the Soviet hand, the blocks on the track."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.events import draw
from sim.games.inferno_on_the_volga.map.fields import (
    DECK_AT,
    DECK_N,
    GERMAN,
    HEX,
    N_GERMAN,
    N_ROWS,
    N_SOVIET_CARDS,
    N_UNITS,
    ON_MAP,
    POOL,
    SLOT,
    SOVIET,
    STACK,
    STATE,
    STRENGTH,
    WAITING,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import turn
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import AHEAD

BLOCKS, GERMAN_DECK, SOVIET_DECK, TRACK, TURNS = 0, 1 << 10, 2 << 10, 3 << 10, 4 << 10


@barrier
def redeal(w: World) -> int:
    """Deal anew all that is hidden from both sides of the table [p. 3 fog of war, p. 6]."""
    _blocks(w)
    _german_deck(w)
    _soviet_cards(w)
    _track(w)
    return 0


@kernel
def _blocks(w: World) -> None:
    """Let hidden Soviet blocks change places with those of their reserve and each other, and turn them."""
    for unit in range(N_GERMAN, N_UNITS):
        other = unit + draw(w, AHEAD, N_UNITS - unit, BLOCKS + unit)
        if other != unit and w.u[POOL, other] == w.u[POOL, unit] and _is_hidden(w, unit) and _is_hidden(w, other):
            _exchange(w, unit, other)
    for unit in range(N_GERMAN, N_UNITS):
        if w.u[STATE, unit] == ON_MAP:
            turn(w, unit, draw(w, AHEAD, 4, TURNS + unit))


@kernel
def _is_hidden(w: World, unit: int) -> bool:
    return w.u[STATE, unit] in (ON_MAP, WAITING)


@kernel
def _exchange(w: World, one: int, other: int) -> None:
    """Let two blocks change places."""
    here, there = w.u[HEX, one], w.u[HEX, other]
    at_here, at_there = _slot(w, one, here), _slot(w, other, there)
    if here >= 0:
        w.x[SLOT + at_here, here] = other
    if there >= 0:
        w.x[SLOT + at_there, there] = one
    for field in (HEX, STATE, STRENGTH):
        w.u[field, one], w.u[field, other] = w.u[field, other], w.u[field, one]


@kernel
def _slot(w: World, unit: int, h: int) -> int:
    if h >= 0:
        for k in range(STACK):
            if w.x[SLOT + k, h] == unit:
                return k
    return 0


@kernel
def _german_deck(w: World) -> None:
    low, n = w.s[DECK_AT + GERMAN], w.s[DECK_N + GERMAN]
    for i in range(n - 1, low, -1):
        j = low + draw(w, AHEAD, i + 1 - low, GERMAN_DECK + i)
        w.deck[GERMAN, i], w.deck[GERMAN, j] = w.deck[GERMAN, j], w.deck[GERMAN, i]


@kernel
def _soviet_cards(w: World) -> None:
    """Shuffle hand and deck together, and deal the hand anew: nobody has seen either [p. 6]."""
    low, n, in_hand = w.s[DECK_AT + SOVIET], w.s[DECK_N + SOVIET], 0
    for card in range(N_SOVIET_CARDS):
        for _ in range(w.hand[SOVIET, card]):
            low -= 1
            in_hand += 1
            w.deck[SOVIET, low] = card
        w.hand[SOVIET, card] = 0
    for i in range(n - 1, low, -1):
        j = low + draw(w, AHEAD, i + 1 - low, SOVIET_DECK + i)
        w.deck[SOVIET, i], w.deck[SOVIET, j] = w.deck[SOVIET, j], w.deck[SOVIET, i]
    for i in range(low, low + in_hand):
        w.hand[SOVIET, w.deck[SOVIET, i]] += 1


@kernel
def _track(w: World) -> None:
    """Shuffle the German blocks that lie face down on the track; the white last column is shuffled in."""
    n = 0
    for row in range(N_ROWS):
        for i in range(w.n_track[row]):
            w.queue[0, n] = row * N_GERMAN + i
            n += 1
    for i in range(n - 1, 0, -1):
        j = draw(w, AHEAD, i + 1, TRACK + i)
        a, b = w.queue[0, i], w.queue[0, j]
        one, other = w.track[a // N_GERMAN, a % N_GERMAN], w.track[b // N_GERMAN, b % N_GERMAN]
        w.track[a // N_GERMAN, a % N_GERMAN], w.track[b // N_GERMAN, b % N_GERMAN] = other, one
