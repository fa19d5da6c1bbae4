"""The twelve steps of set-up, with advantages and levels of The Designer's Way before them.

Of the book [p. 5 set-up, p. 6 arrivals at full strength, p. 18 normal level, p. 18 late deployment, p. 18 6th Panzer,
p. 18 easy for the Germans, p. 19 easy for the Soviets, p. 19 impossible].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    ADVANTAGE,
    ASIDE,
    CHUIKOV_CARD,
    COLOR,
    DECK_N,
    FOOT,
    FORT,
    FULL,
    GERMAN,
    GUARD,
    GUARDS_BACK,
    HAS_HQ,
    HOTH_CARD,
    ICON,
    INFANTRY,
    K_ADVANTAGE,
    K_SETUP,
    K_TAKE,
    KIND,
    LATE,
    LINDEN_CARD,
    MARINE_SKILLS,
    N_GERMAN,
    N_HEXES,
    N_ROWS,
    N_UNITS,
    OKH_CARD,
    PAULUS_CARD,
    POOL,
    RICHTHOFEN_CARD,
    SHUFFLE,
    SIXTH_PANZER,
    SOVIET,
    SPECIAL,
    STATE,
    STRENGTH,
    TANKS,
    VOID,
    WAITING,
    WHITE,
    YELLOW,
    World,
)
from sim.games.inferno_on_the_volga.map.fields import (
    W as HEX_W,
)
from sim.games.inferno_on_the_volga.map.fields import (
    X as HEX_X,
)
from sim.games.inferno_on_the_volga.map.fields import (
    Y as HEX_Y,
)
from sim.games.inferno_on_the_volga.map.readings import (
    DIFFICULTY,
    EASY_GERMAN,
    EASY_SOVIET,
    GIVEN,
    IMPOSSIBLE,
    NORMAL,
    R43,
    STANDARD,
)
from sim.games.inferno_on_the_volga.map.record.events import draw, emit, say
from sim.games.inferno_on_the_volga.map.stacks import enter, turn
from sim.games.inferno_on_the_volga.map.turns.cards import draw_german
from sim.match.barrier import barrier
from sim.match.compiled import kernel

# what is shuffled by which numbers of the purpose SHUFFLE
TANK_PILE, INFANTRY_PILE, ICON_PILE, YELLOW_PILE, WHITE_PILE, TRACK_PILE, GERMAN_DECK, SOVIET_DECK, TURNED = range(9)
PILE = 256
N_FROM_TANKS, N_FROM_INFANTRY, N_LATE = 6, 18, 18
N_HAND, N_CHOSEN = 3, 3
FORTS = (3, 20, 25, 27, 31)
LEFT, ADVANTAGES = 1000, 6
assert LEFT > N_HEXES


@kernel
def shuffle(w: World, row: int, n: int, pile: int) -> None:
    """Shuffle the first n numbers of a row of the scratch [p. 5]."""
    for i in range(n - 1, 0, -1):
        j = draw(w, SHUFFLE, i + 1, pile * PILE + i)
        w.queue[row, i], w.queue[row, j] = w.queue[row, j], w.queue[row, i]


@barrier
def set_up(w: World) -> int:
    """Set the game up."""
    _advantages(w)
    _reserves_and_icons(w)
    _germans(w)
    _decks(w)
    return 0


@kernel
def _advantages(w: World) -> None:
    """Draw the random advantages of the normal level, or the one asked for; set what levels give [p. 18-19, R44]."""
    level = w.p[DIFFICULTY]
    w.s[HAS_HQ] = 0 if level == STANDARD else 1
    w.s[SPECIAL] = 1 if level == IMPOSSIBLE else 0
    for k in range(2 * ADVANTAGES):
        w.queue[3, k] = 0
    if w.p[GIVEN] > 0:
        w.queue[3, w.p[GIVEN] - 1] = 1
        emit(w, K_ADVANTAGE, -1, -1, -1, 1 + (w.p[GIVEN] - 1) % ADVANTAGES, VOID, (w.p[GIVEN] - 1) // ADVANTAGES)
        w.s[HAS_HQ] = max(w.s[HAS_HQ], w.queue[3, ADVANTAGES])
    elif level == NORMAL:
        for side in range(2):
            n = 1 + draw(w, ADVANTAGE, 6, side)
            for i in range(ADVANTAGES):
                w.queue[2, i] = i
            for i in range(ADVANTAGES - 1, 0, -1):
                j = draw(w, ADVANTAGE, i + 1, 16 + 16 * side + i)
                w.queue[2, i], w.queue[2, j] = w.queue[2, j], w.queue[2, i]
            for i in range(n):
                w.queue[3, side * ADVANTAGES + w.queue[2, i]] = 1 + i
                emit(w, K_ADVANTAGE, -1, -1, -1, w.queue[2, i] + 1, VOID, side)
    w.s[SIXTH_PANZER] = min(1, w.queue[3, 5])
    w.s[MARINE_SKILLS] = min(1, w.queue[3, ADVANTAGES + 3])
    w.s[LATE] = min(1, w.queue[3, ADVANTAGES + 4])
    w.s[GUARDS_BACK] = min(1, w.queue[3, ADVANTAGES + 5])
    if w.p[R43] == 1 and w.queue[3, ADVANTAGES] == 0:
        w.s[HAS_HQ] = 0
    if level == IMPOSSIBLE:
        for k in range(5):
            w.x[FORT, FORTS[k]] = 1


@kernel
def _reserves_and_icons(w: World) -> None:
    """Part the Soviets between the reserves and the icons, a block to each icon, turned at random [p. 5 steps 4-7]."""
    n_tanks, n_foot = 0, 0
    for unit in range(N_GERMAN, N_UNITS):
        w.u[STATE, unit] = WAITING
        if w.u[POOL, unit] == TANKS:
            w.queue[0, n_tanks] = unit
            n_tanks += 1
        elif w.u[POOL, unit] == INFANTRY and w.u[KIND, unit] != GUARD:
            w.queue[1, n_foot] = unit
            n_foot += 1
    shuffle(w, 0, n_tanks, TANK_PILE)
    shuffle(w, 1, n_foot, INFANTRY_PILE)
    if w.s[LATE] == 1:
        _put_first(w, n_foot)
    n = 0
    for i in range(N_FROM_TANKS, n_tanks):
        w.queue[2, n] = w.queue[0, i]
        n += 1
    for i in range(N_FROM_INFANTRY, n_foot):
        w.queue[2, n] = w.queue[1, i]
        n += 1
    shuffle(w, 2, n, ICON_PILE)
    k = 0
    for h in range(N_HEXES):
        if w.x[ICON, h] == 1 and k < n:
            unit = w.queue[2, k]
            turn(w, unit, draw(w, SHUFFLE, 4, TURNED * PILE + k))
            enter(w, unit, h)
            say(w, K_SETUP, unit, h, w.u[STRENGTH, unit])
            k += 1


@kernel
def _put_first(w: World, n: int) -> None:
    """Put divisions of four points first among the infantry: with late deployment they wait in the reserve [p. 18]."""
    first = 0
    for i in range(n):
        if w.u[FULL, w.queue[1, i]] == 4 and first < N_LATE:
            w.queue[1, i], w.queue[1, first] = w.queue[1, first], w.queue[1, i]
            first += 1


@kernel
def _start(w: World, unit: int, h: int) -> None:
    w.u[STRENGTH, unit] = w.u[FULL, unit]
    enter(w, unit, h)
    say(w, K_SETUP, unit, h, w.u[STRENGTH, unit])


@kernel
def _germans(w: World) -> None:
    """Put seven blocks into W, X and Y and thirty on the track, a white one at the end of each row [p. 5 steps 8-10].

    The first four blocks are those that the book names, the last three the 6th Panzer Division.
    """
    for unit in range(3):
        _start(w, unit, HEX_W)
    _start(w, 3, HEX_X)
    n_yellow, n_white, n = 0, 0, 0
    for unit in range(4, N_GERMAN - 3):
        if w.u[KIND, unit] == FOOT and w.u[COLOR, unit] == YELLOW:
            w.queue[0, n_yellow] = unit
            n_yellow += 1
        elif w.u[KIND, unit] == FOOT and w.u[COLOR, unit] == WHITE:
            w.queue[1, n_white] = unit
            n_white += 1
        else:
            w.queue[2, n] = unit
            n += 1
    shuffle(w, 0, n_yellow, YELLOW_PILE)
    shuffle(w, 1, n_white, WHITE_PILE)
    _start(w, w.queue[0, 0], HEX_X)
    _start(w, w.queue[0, 1], HEX_Y)
    _start(w, w.queue[0, 2], HEX_Y)
    for i in range(3, n_yellow):
        w.queue[2, n] = w.queue[0, i]
        n += 1
    for i in range(N_ROWS, n_white):
        w.queue[2, n] = w.queue[1, i]
        n += 1
    shuffle(w, 2, n, TRACK_PILE)
    each = n // N_ROWS
    for row in range(N_ROWS):
        for i in range(each):
            _wait(w, w.queue[2, row * each + i], row)
        _wait(w, w.queue[1, row], row)
    for unit in range(N_GERMAN - 3, N_GERMAN):
        w.u[STATE, unit] = ASIDE


@kernel
def _wait(w: World, unit: int, row: int) -> None:
    """Put a block at the right end of a row of the track."""
    w.track[row, w.n_track[row]] = unit
    w.n_track[row] += 1
    w.u[STATE, unit] = WAITING
    emit(w, K_TAKE, unit, -1, -1, row + 1, VOID, 0)


@kernel
def _decks(w: World) -> None:
    """Shuffle both decks, leaders on top as level and advantages say, and draw the German hand [p. 5, p. 18-19]."""
    level = w.p[DIFFICULTY]
    for side in range(2):
        n = w.s[DECK_N + side]
        for i in range(n):
            w.queue[side, i] = w.deck[side, i]
        shuffle(w, side, n, GERMAN_DECK + side)
        for i in range(n):
            w.deck[side, i] = w.queue[side, i]
    for nth in range(ADVANTAGES, 0, -1):  # in the order in which the advantages came, the first one on top
        for k in range(5):
            if w.queue[3, k] == nth:
                _move_card(w, GERMAN, PAULUS_CARD + _leader_of(k), 0)
        for k in range(3):
            if w.queue[3, ADVANTAGES + k] == nth:
                _move_card(w, SOVIET, CHUIKOV_CARD + _soviet_leader_of(k), 0)
    if level in (EASY_SOVIET, IMPOSSIBLE):
        for i in range(N_CHOSEN):
            w.queue[2, i] = i
        shuffle(w, 2, N_CHOSEN, TURNED + 1)
        for i in range(N_CHOSEN):
            _move_card(w, SOVIET, CHUIKOV_CARD + w.queue[2, i], 0)
    elif level == EASY_GERMAN:
        _move_card(w, GERMAN, LINDEN_CARD, 0)
        for card in (PAULUS_CARD, HOTH_CARD, RICHTHOFEN_CARD):
            _move_card(w, GERMAN, card, 0)
        _move_card(w, GERMAN, OKH_CARD, w.s[DECK_N + GERMAN] - 1)
        draw_german(w, N_CHOSEN)
    draw_german(w, N_HAND)


@kernel
def _leader_of(advantage: int) -> int:
    """Return the leader of a German advantage: the list has Von Richthofen third, the cards have him last [p. 18]."""
    return advantage if advantage < 2 else 4 if advantage == 2 else advantage - 1


@kernel
def _soviet_leader_of(advantage: int) -> int:
    """Return the leader of a Soviet advantage: Chuikov, Khrushchev, Zaytsev there; Zaytsev second among the cards."""
    return 0 if advantage == 0 else 3 - advantage


@kernel
def _move_card(w: World, side: int, card: int, to: int) -> None:
    """Take a card out of a deck and put it at a place, 0 on top."""
    at = 0
    while w.deck[side, at] != card:
        at += 1
    while at > to:
        w.deck[side, at] = w.deck[side, at - 1]
        at -= 1
    while at < to:
        w.deck[side, at] = w.deck[side, at + 1]
        at += 1
    w.deck[side, to] = card
