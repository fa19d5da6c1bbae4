"""The strong player: candidate plans, each played out against the rival's reply with dice of its own [look-ahead].

A plan is a set of weights for one's own turn. It is tried on a copy of the state: own turn, the rival's reply by his
balanced plan, then what the position is worth. All plans meet the same dice; half of them are dropped after each round.
Nothing is foreseen: roll-outs have a seed domain apart, and untried counters are dealt anew among those unseen.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import (
    A_CHOSEN,
    A_FIRST,
    A_FROM,
    A_KEEP,
    A_LAST,
    A_LONG,
    A_PLANS,
    A_SECOND,
    A_SEED,
    A_THIRD,
    COUNTER,
    GERMAN,
    KNOWN,
    L_COUNTER,
    L_PICK,
    L_TRY,
    N_GERMAN,
    N_PLANS,
    N_SOVIET,
    N_TURNS,
    N_UNITS,
    POLICY,
    TYPE,
)
from sim.games.leningrad.map.setup import shuffle_counters
from sim.games.leningrad.played.outlook import worth
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.seat import QUICK
from sim.map.forces.world import ATT, BIG, CLASS, DEF, FULL, GAME, HALF, LOGGING, SEED, TURN, World
from sim.match.aside import swap_table
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import AHEAD, key_of

OUT = -BIG * 8192
"""Score of a plan that is out of the running."""


@kernel
def _copy(w: World, back: bool) -> None:
    """Keep the state of the game, or put it back; scratch is not kept."""
    at = swap_table(w.aside, w.u, 0, back)
    at = swap_table(w.aside, w.x, at, back)
    at = swap_table(w.aside, w.lists, at, back)
    at = swap_table(w.aside, w.weights, at, back)
    turn = w.s[TURN]
    for k in range(len(w.s)):
        if back:
            w.s[k] = w.aside[at + k]
        else:
            w.aside[at + k] = w.s[k]
    at += len(w.s)
    if back:
        for later in range(w.s[TURN] + 1, turn + 1):
            w.turns[later] = 0
        w.turns[w.s[TURN]] = w.aside[at : at + w.turns.shape[1]]
    else:
        w.aside[at : at + w.turns.shape[1]] = w.turns[turn]


@kernel
def redeal(w: World) -> None:
    """Deal the counters that nobody has seen anew among the untried units, from the seed of the world [12.0]."""
    for kind in range(2):
        n = 0
        for c in range(N_SOVIET):
            w.lists[L_TRY, c] = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind:
                w.lists[L_TRY, w.u[COUNTER, u]] = 1
        for c in range(N_SOVIET):
            if w.lists[L_TRY, c] == 1:
                w.lists[L_PICK, n] = c
                n += 1
        shuffle_counters(w, L_PICK, n, AHEAD, kind)
        n = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind:
                _show(w, u, w.lists[L_PICK, n])
                n += 1


@kernel
def _show(w: World, u: int, counter: int) -> None:
    w.u[COUNTER, u] = counter
    w.u[ATT, u] = w.lists[L_COUNTER + 1, counter]
    w.u[DEF, u] = w.lists[L_COUNTER + 2, counter]
    w.u[FULL, u] = w.u[ATT, u]
    w.u[HALF, u] = w.u[ATT, u]
    w.u[TYPE, u] = w.lists[L_COUNTER + 3, counter]


@kernel
def _prepare(w: World, side: int, plan: int, sample: int) -> None:
    """Make the copy a world to think in: no log, other dice, counters redealt, quick players with their plans."""
    key = key_of(w.ahead[A_SEED], w.s[GAME], w.s[TURN], side, AHEAD, sample)
    w.s[LOGGING] = 0
    w.s[SEED] = np.int64(key >> np.uint64(2))
    redeal(w)
    for at in range(2):
        w.s[POLICY + at] = QUICK
        w.weights[at] = w.plans[at, plan if at == side else 0]


@barrier
def try_plan(w: World, side: int, plan: int, sample: int) -> int:
    """Play a plan and what follows, and return what comes of it for the side, in thousandths of a point."""
    _prepare(w, side, plan, sample)
    turn, half = w.s[TURN], side
    halves = w.ahead[A_LONG + side]
    if turn >= w.ahead[A_LAST + side]:
        halves = 2 * (N_TURNS - turn) + 2 - side
    for k in range(halves):
        if turn > N_TURNS:
            break
        if k == 1:
            w.weights[side] = w.plans[side, 0]
        w.s[TURN] = turn
        for phase in range(1, 5):
            play_phase(w, 4 * half + phase)
        turn += half
        half = 1 - half
    value = worth(w, 1 - half)
    return value if side == GERMAN else -value


@kernel
def _round(w: World, side: int, score, first: int, n: int) -> None:  # type: ignore[no-untyped-def]
    """Try the plans still in the running with further samples."""
    for plan in range(w.ahead[A_PLANS + side]):
        if score[plan] > OUT:
            for sample in range(first, first + n):
                score[plan] += try_plan(w, side, plan, sample)
                _copy(w, True)


@kernel
def _drop(w: World, side: int, score, keep: int) -> None:  # type: ignore[no-untyped-def]
    """Drop all but the best plans; the first, the player's own habit, stays."""
    n = w.ahead[A_PLANS + side]
    least = BIG * 4096
    for plan in range(n):
        better = 0
        for other in range(n):
            if score[other] > score[plan]:
                better += 1
        if better < keep:
            least = min(least, score[plan])
    for plan in range(1, n):
        if score[plan] < least:
            score[plan] = OUT


@barrier
def decide(w: World, side: int) -> int:
    """Choose the plan of a turn and sit down with its weights; return its place among the plans."""
    chosen = 0
    score = np.zeros(N_PLANS, np.int64)
    if w.s[TURN] >= w.ahead[A_FROM + side] and w.ahead[A_PLANS + side] > 1:
        _copy(w, False)
        n = w.ahead[A_FIRST + side]
        _round(w, side, score, 0, n)
        if w.ahead[A_SECOND + side] > 0:
            _drop(w, side, score, w.ahead[A_KEEP + side])
            _round(w, side, score, n, w.ahead[A_SECOND + side])
            n += w.ahead[A_SECOND + side]
        if w.ahead[A_THIRD + side] > 0:
            _drop(w, side, score, 1)
            _round(w, side, score, n, w.ahead[A_THIRD + side])
        for plan in range(1, w.ahead[A_PLANS + side]):
            if score[plan] > score[chosen]:
                chosen = plan
    w.weights[side] = w.plans[side, chosen]
    w.ahead[A_CHOSEN + side] = chosen
    return chosen
