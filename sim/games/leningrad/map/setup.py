"""Set-up: the deal of the Soviet counters and who starts where [1.0, 12.0, rulings R9, R10]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARRIVES,
    COUNTER,
    GROUP,
    INF_TYPE,
    INFANTRY,
    K_SETUP,
    L_COUNTER,
    L_LATE_INF,
    L_RED,
    L_TRY,
    MOBILE,
    N_GERMAN,
    N_SOVIET,
    N_UNITS,
    NONE,
    NOTE_NONE,
    POOL_ATT,
    POOL_DEF,
    POOL_N,
    TYPE,
    VOID,
)
from sim.games.leningrad.map.record.events import emit
from sim.map.forces.world import ATT, CLASS, DEF, FULL, GAME, HALF, HEX, SEED, STATE, WAITING, World
from sim.map.forces.zones import place
from sim.match.compiled import kernel
from sim.match.dice import DEAL, number

FIRST_COLUMN, N_COLUMN_SLOTS, N_RED = 13, 7, 10
"""The columns that take one infantry unit each, and how many red slots of infantry come before them [1.0]."""


@kernel
def shuffle_counters(w: World, row: int, n: int, purpose: int, kind: int) -> None:
    """Shuffle the first n counters of a list, all of one class; the purpose says whether it is the deal or a guess."""
    for i in range(n - 1, 0, -1):
        j = number(i + 1, w.s[SEED], w.s[GAME], 0, 0, purpose, kind * 1000 + i)
        kept = w.lists[row, i]
        w.lists[row, i] = w.lists[row, j]
        w.lists[row, j] = kept


@kernel
def deal(w: World) -> None:
    """Deal the counters of each class to its slots, and count what is unseen of each [12.0]."""
    for kind in range(2):
        movement = INFANTRY if kind == 0 else MOBILE
        n = 0
        for c in range(N_SOVIET):
            if w.lists[L_COUNTER, c] == movement:
                w.lists[L_TRY, n] = c
                n += 1
        shuffle_counters(w, L_TRY, n, DEAL, kind)
        at = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[CLASS, u] == movement:
                _give(w, u, w.lists[L_TRY, at])
                at += 1


@kernel
def give_counter(w: World, u: int, counter: int) -> None:
    """Give an untried unit a counter of the pool: its strengths and its type [12.0]."""
    w.u[COUNTER, u] = counter
    w.u[ATT, u] = w.lists[L_COUNTER + 1, counter]
    w.u[DEF, u] = w.lists[L_COUNTER + 2, counter]
    w.u[FULL, u] = w.u[ATT, u]
    w.u[HALF, u] = w.u[ATT, u]
    w.u[TYPE, u] = w.lists[L_COUNTER + 3, counter]


@kernel
def _give(w: World, u: int, counter: int) -> None:
    kind = w.u[CLASS, u]
    give_counter(w, u, counter)
    w.s[POOL_N + kind] += 1
    w.s[POOL_ATT + kind] += w.u[ATT, u]
    w.s[POOL_DEF + kind] += w.u[DEF, u]


@kernel
def start(w: World, u: int, h: int) -> None:
    """Set a unit up in a hex."""
    place(w, u, h)
    emit(w, K_SETUP, u, NONE, h, VOID, NOTE_NONE)


@kernel
def set_up_red_hexes(w: World) -> None:
    """Set up the Soviet units of the red hexes, slot by slot."""
    for k in range(N_RED):
        start(w, N_GERMAN + k, w.lists[L_RED, k])
    k = 0
    while w.lists[L_RED, 64 + k] >= 0:
        start(w, N_GERMAN + N_RED + N_COLUMN_SLOTS + k, w.lists[L_RED, 64 + k])
        k += 1


@kernel
def hold_back(w: World, u: int, nth: int) -> bool:
    """Give the nth infantry division kept back its turn of arrival [14.0]; return whether there is one to give."""
    k = 0
    while w.lists[L_LATE_INF, k] >= 0:
        if nth < w.lists[L_LATE_INF, k + 1]:
            w.u[ARRIVES, u] = w.lists[L_LATE_INF, k]
            w.u[GROUP, u] = w.lists[L_LATE_INF, k + 2]
            return True
        nth -= w.lists[L_LATE_INF, k + 1]
        k += 3
    return False


@kernel
def n_late_infantry(w: World) -> int:
    """Return how many infantry divisions come later."""
    k, n = 0, 0
    while w.lists[L_LATE_INF, k] >= 0:
        n += w.lists[L_LATE_INF, k + 1]
        k += 3
    return n


@kernel
def starts(w: World, u: int) -> bool:
    """Return whether a unit is to be set up now and is not yet."""
    return w.u[STATE, u] == WAITING and w.u[ARRIVES, u] == 0 and w.u[HEX, u] < 0


@kernel
def is_infantry(w: World, u: int) -> bool:
    """Return whether a unit is German infantry, of which some come later [ruling R10]."""
    return u < N_GERMAN and w.u[TYPE, u] == INF_TYPE
