"""Both decks, drawn from the top; German leaders act at once when drawn, Soviet ones when played [p. 12]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CARD,
    CARDS,
    DECK_AT,
    DECK_N,
    DRAWS,
    GERMAN,
    GOES_ON,
    HALF_BATTLES,
    K_DRAW,
    K_LEADER,
    N_SOVIET_CARDS,
    NO_CARD,
    OKH,
    OVER,
    P_BLANK,
    P_COPIES,
    PAULUS,
    PAULUS_CARD,
    SHUFFLE,
    SOVIET,
    SOVIET_CLOCK,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R35
from sim.games.inferno_on_the_volga.map.record.events import draw, emit
from sim.match.barrier import barrier
from sim.match.compiled import kernel

RESHUFFLED = 1 << 16
"""Numbers of SHUFFLE for a deck made anew."""


@barrier
def draw_german(w: World, n: int) -> int:
    """Draw n German cards; leaders come into play at once; an empty deck gives none [p. 12, R25, R35]."""
    s = w.s
    for _ in range(n):
        if w.p[R35] == 1 and s[DECK_AT + GERMAN] == s[DECK_N + GERMAN]:
            _reshuffle(w)
        if s[DECK_AT + GERMAN] < s[DECK_N + GERMAN]:
            card = w.deck[GERMAN, s[DECK_AT + GERMAN]]
            s[DECK_AT + GERMAN] += 1
            s[CARDS + GERMAN] += 1
            emit(w, K_DRAW, -1, -1, -1, card, VOID, GERMAN)
            if w.rules[P_BLANK + GERMAN, card] == 0:
                _keep(w, card)
    return 0


@kernel
def _keep(w: World, card: int) -> None:
    """Bring a leader into play, or a card into the hand."""
    if card >= PAULUS_CARD:
        w.leaders[card - PAULUS_CARD + PAULUS] = 1
        emit(w, K_LEADER, 0, -1, -1, card - PAULUS_CARD + PAULUS, VOID, 1)
    else:
        w.hand[GERMAN, card] += 1


@kernel
def _reshuffle(w: World) -> None:
    """Make a deck of the cards that Germans have played: all but leaders and those in hand [R35]."""
    n = 0
    for card in range(PAULUS_CARD):
        for _ in range(w.rules[P_COPIES, card] - w.hand[GERMAN, card]):
            w.deck[GERMAN, n] = card
            n += 1
    for i in range(n - 1, 0, -1):
        j = draw(w, SHUFFLE, i + 1, RESHUFFLED + i)
        w.deck[GERMAN, i], w.deck[GERMAN, j] = w.deck[GERMAN, j], w.deck[GERMAN, i]
    w.s[DECK_AT + GERMAN], w.s[DECK_N + GERMAN] = 0, n


@kernel
def german_cards(w: World) -> int:
    """Return how many cards Germans draw at a time: two with Paulus [p. 12]."""
    return 1 + w.leaders[PAULUS]


@barrier
def draw_soviet(w: World, n: int) -> int:
    """Draw n Soviet cards unseen; the last one ends the game at once, unless OKH is in play [p. 3, p. 13, R15]."""
    s = w.s
    for _ in range(n):
        if s[DECK_AT + SOVIET] < s[DECK_N + SOVIET]:
            card = w.deck[SOVIET, s[DECK_AT + SOVIET]]
            s[DECK_AT + SOVIET] += 1
            s[CARDS + SOVIET] += 1
            w.hand[SOVIET, card] += 1
            emit(w, K_DRAW, -1, -1, -1, card, VOID, SOVIET)
            if s[DECK_AT + SOVIET] == s[DECK_N + SOVIET] and w.leaders[OKH] == 0 and s[OVER] == GOES_ON:
                s[OVER] = SOVIET_CLOCK
    return 0


@kernel
def random_card(w: World) -> int:
    """Take a card from the Soviet hand at random, `NO_CARD` if it is empty [p. 6]."""
    total = 0
    for card in range(N_SOVIET_CARDS):
        total += w.hand[SOVIET, card]
    if total == 0:
        return NO_CARD
    at = draw(w, CARD, total, w.s[HALF_BATTLES])
    for card in range(N_SOVIET_CARDS):
        at -= w.hand[SOVIET, card]
        if at < 0:
            w.hand[SOVIET, card] -= 1
            return card
    return NO_CARD


@kernel
def next_draw(w: World) -> int:
    """Return the number of the next draw of this half turn, whatever it is for."""
    w.s[DRAWS] += 1
    return w.s[DRAWS]
