"""The German call for reinforcements: a card, six dice, blocks from the left of the rows, removals.

Of the book [p. 6 arrivals at full strength, p. 7 reinforcements, p. 18 6th Panzer].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    BLUE,
    CALLS,
    COLOR,
    DEAD_POINTS,
    END_ROW,
    FULL,
    K_ARRIVE,
    K_REMOVE,
    K_RETURN,
    K_TAKE,
    N_GERMAN,
    N_ROWS,
    ON_MAP,
    REMOVED,
    SIXTH_PANZER,
    STATE,
    STRENGTH,
    TAKEN,
    TRACK,
    VOID,
    WAITING,
    WHITE,
    World,
    X,
    Z,
)
from sim.games.inferno_on_the_volga.map.readings import R5, R42
from sim.games.inferno_on_the_volga.map.record.events import draw, emit, say
from sim.games.inferno_on_the_volga.map.stacks import enter, lift
from sim.games.inferno_on_the_volga.map.turns.cards import draw_german, german_cards
from sim.games.inferno_on_the_volga.players.choices import arrival_hex
from sim.match.barrier import barrier
from sim.match.compiled import kernel

N_DICE, RAUS_ROW = 6, 5
IN_HAND = 7
"""`STATE` of a block just taken from the track."""


@barrier
def call(w: World) -> int:
    """Call for reinforcements."""
    w.s[CALLS] += 1
    draw_german(w, german_cards(w))
    for k in range(N_DICE):
        rolled = 1 + draw(w, TRACK, 6, k)
        row = rolled - 1
        if w.n_track[row] > 0:
            unit = w.track[row, 0]
            for i in range(w.n_track[row] - 1):
                w.track[row, i] = w.track[row, i + 1]
            w.n_track[row] -= 1
            w.u[STATE, unit] = IN_HAND
            emit(w, K_TAKE, unit, -1, -1, row + 1, rolled, 1)
        else:
            _empty_row(w, row, rolled)
    _deploy(w)
    return 0


@kernel
def _empty_row(w: World, row: int, rolled: int) -> None:
    """Settle the square at the end of an empty row, once [p. 7, p. 18, R4, R42, R55]."""
    if w.closed[row] == 1:
        emit(w, K_REMOVE, -1, -1, -1, row + 1, rolled, 0)
        return
    if row == RAUS_ROW:
        w.closed[row] = w.s[SIXTH_PANZER]
        emit(w, K_REMOVE, -1, -1, -1, row + 1, rolled, w.closed[row])
        if w.closed[row] == 1:
            for unit in range(N_GERMAN - 3, N_GERMAN):
                w.u[STATE, unit] = WAITING
                _back(w, unit, RAUS_ROW if w.p[R42] == 1 else -1)
        return
    w.closed[row] = 1
    for unit in range(N_GERMAN):
        if w.u[END_ROW, unit] == row and w.u[STATE, unit] in (ON_MAP, IN_HAND):
            if w.u[STATE, unit] == ON_MAP:
                lift(w, unit)
            w.u[STATE, unit] = REMOVED
            w.s[TAKEN] += 1
            if w.p[R5] == 1:
                w.s[DEAD_POINTS] += 2
            emit(w, K_REMOVE, unit, -1, -1, row + 1, rolled, 1)
            return
    emit(w, K_REMOVE, -1, -1, -1, row + 1, rolled, 0)


@kernel
def _deploy(w: World) -> None:
    """Deploy what was taken, those with a color before the white ones; what finds no room goes back [p. 7]."""
    for color in range(WHITE + 1):
        for unit in range(N_GERMAN):
            if w.u[STATE, unit] == IN_HAND and w.u[COLOR, unit] == color:
                low = Z if color == BLUE else X
                high = Z + 1 if color in (BLUE, WHITE) else Z
                h = arrival_hex(w, low, high)
                if h >= 0:
                    w.u[STRENGTH, unit] = w.u[FULL, unit]
                    enter(w, unit, h)
                    say(w, K_ARRIVE, unit, h, w.u[STRENGTH, unit])
    for unit in range(N_GERMAN):
        if w.u[STATE, unit] == IN_HAND:
            w.u[STATE, unit] = WAITING
            _back(w, unit, -1)


@kernel
def _back(w: World, unit: int, into: int) -> None:
    """Put a block on a row, with -1 on the shortest, of equal ones the lowest [p. 7]; at the right end [R59]."""
    best = max(0, into)
    for row in range(N_ROWS):
        if into < 0 and w.n_track[row] < w.n_track[best]:
            best = row
    w.track[best, w.n_track[best]] = unit
    w.n_track[best] += 1
    emit(w, K_RETURN, unit, -1, -1, best + 1, VOID, VOID)
