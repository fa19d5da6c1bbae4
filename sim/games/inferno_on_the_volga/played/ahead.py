"""The strong German: candidate plans, each played out against the book's Soviets with dice of its own.

The plans are what each of his habits would do, action by action, and every deliberate attack. All meet the same dice;
the better ones are played out more often. Nothing is foreseen: the seed is apart, and all that is hidden is dealt anew.
"""

from __future__ import annotations

import numpy as np

from sim.games.inferno_on_the_volga.map.fields import (
    A_CHOSEN,
    A_EDGE,
    A_FIRST,
    A_HABITS,
    A_KEEP,
    A_SECOND,
    A_SEED,
    A_TURNS,
    GAME,
    GERMAN,
    GOES_ON,
    LOGGING,
    N_CANDIDATES,
    N_HEXES,
    N_PLAN,
    OVER,
    PASS,
    POLICY,
    RNG,
    SEED,
    SOVIET,
    TURN,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.actions import german_action, is_legal
from sim.games.inferno_on_the_volga.map.turns.sequence import begin_half, end_half
from sim.games.inferno_on_the_volga.played.halves import PLANNED as SOVIET_PLANNED
from sim.games.inferno_on_the_volga.played.halves import after_half, soviet_half
from sim.games.inferno_on_the_volga.played.hiding import redeal
from sim.games.inferno_on_the_volga.players.assault import best_deliberate, deliberate_on
from sim.games.inferno_on_the_volga.players.outlook import worth
from sim.games.inferno_on_the_volga.players.quick import (
    best_hasty,
    best_long,
    best_moves,
    call_points,
    decide,
)
from sim.games.inferno_on_the_volga.players.sight import look
from sim.match.aside import swap_row, swap_table
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import AHEAD, key_of
from sim.match.rows import copy, fill

OUT = -(1 << 50)
"""Score of a plan that is out of the running."""
N_WAYS = 5


@barrier
def set_aside(w: World, back: int) -> int:
    """Keep the game as it is, or with 1 put it back; scratch is not kept. Return how many numbers that took."""
    turn = w.s[TURN]
    at = swap_table(w.aside, w.u, 0, back == 1)
    at = swap_table(w.aside, w.x, at, back == 1)
    at = swap_table(w.aside, w.track, at, back == 1)
    at = swap_table(w.aside, w.deck, at, back == 1)
    at = swap_table(w.aside, w.hand, at, back == 1)
    at = swap_table(w.aside, w.weights, at, back == 1)
    at = swap_row(w.aside, w.s, at, back == 1)
    at = swap_row(w.aside, w.leaders, at, back == 1)
    at = swap_row(w.aside, w.n_track, at, back == 1)
    at = swap_row(w.aside, w.closed, at, back == 1)
    for later in range(w.s[TURN] + 1, turn + 1):
        fill(w.turns[later], 0)
    return swap_row(w.aside, w.turns[w.s[TURN]], at, back == 1)


@kernel
def _add(w: World, n: int) -> int:
    """Add the plan just made to the candidates, unless it is one of them or breaks a rule; return how many."""
    if n >= N_CANDIDATES or is_legal(w) == 0:
        return n
    for k in range(n):
        is_same = True
        for i in range(N_PLAN):
            is_same = is_same and w.plans[k, i] == w.plan[i]
        if is_same:
            return n
    copy(w.plans[n], w.plan)
    return n + 1


@barrier
def _propose(w: World) -> int:
    """List the candidate plans, what the first habit would do at the head; return how many."""
    n = 0
    decide(w)
    n = _add(w, n)
    for habit in range(w.ahead[A_HABITS]):
        copy(w.weights[GERMAN], w.habits[habit])
        for way in range(N_WAYS):
            if _propose_one(w, way) > OUT // 2:
                n = _add(w, n)
    for target in range(N_HEXES):
        if holder(w, target) == SOVIET:
            for plays in range(2):
                if deliberate_on(w, target, plays) == 1:
                    n = _add(w, n)
    copy(w.weights[GERMAN], w.habits[0])
    return n


@kernel
def _propose_one(w: World, way: int) -> int:
    """Write the best plan of one action by the weights of now; return its points."""
    if way == 0:
        return best_deliberate(w)
    if way == 1:
        return best_hasty(w)
    if way == 2:
        return best_moves(w)
    if way == 3:
        return best_long(w)
    return call_points(w)


@kernel
def imagine(w: World, half: int, sample: int) -> None:
    """Make the game one to think in from a half turn on: no log, dice of its own, nobody looks further ahead."""
    key = key_of(w.ahead[A_SEED], w.s[GAME], w.s[TURN], half, AHEAD, sample)
    w.s[LOGGING] = 0
    w.s[SEED] = np.int64(key >> np.uint64(2))
    w.s[POLICY + GERMAN] = 1
    w.s[POLICY + SOVIET] = min(w.s[POLICY + SOVIET], SOVIET_PLANNED)


@barrier
def play_ahead(w: World, is_planned: int) -> int:
    """Play the turns that a player looks ahead, the first by the German `plan` if that is made; return the worth."""
    for turn in range(w.ahead[A_TURNS]):
        if turn > 0 or is_planned == 0:
            begin_half(w, 1)
            w.s[RNG] = 0
            decide(w)
        german_action(w)
        end_half(w, GERMAN)
        if after_half(w, 1) == 0:
            break
        soviet_half(w)
        if after_half(w, 2) == 0:
            break
    return worth(w)


@barrier
def try_plan(w: World, plan: int, sample: int) -> int:
    """Play a candidate plan and what follows with other dice and other hidden things; return what comes of it."""
    imagine(w, 1, sample)
    redeal(w)
    copy(w.plan, w.plans[plan])
    return play_ahead(w, 1)


@kernel
def _round(w: World, score, n: int, first: int, times: int) -> None:  # type: ignore[no-untyped-def]
    """Try the plans still in the running with further samples."""
    for plan in range(n):
        if score[plan] > OUT:
            for sample in range(first, first + times):
                score[plan] += try_plan(w, plan, sample)
                set_aside(w, 1)


@kernel
def _drop(score, n: int, keep: int) -> None:  # type: ignore[no-untyped-def]
    """Drop all but the best plans; the first, the player's own habit, stays."""
    order = np.argsort(-score[:n], kind="mergesort")
    for k in range(keep, n):
        if order[k] > 0:
            score[order[k]] = OUT


@barrier
def decide_ahead(w: World) -> int:
    """Write the plan of this turn into `plan`; return its place among the candidates."""
    look(w)
    n = _propose(w)
    chosen = 0
    if n > 1 and w.s[OVER] == GOES_ON:
        score = np.zeros(N_CANDIDATES, np.int64)
        set_aside(w, 0)
        _round(w, score, n, 0, w.ahead[A_FIRST])
        if n > w.ahead[A_KEEP]:
            _drop(score, n, w.ahead[A_KEEP])
        _round(w, score, n, w.ahead[A_FIRST], w.ahead[A_SECOND])
        least = score[0] + w.ahead[A_EDGE] * (w.ahead[A_FIRST] + w.ahead[A_SECOND])
        for plan in range(1, n):
            if score[plan] > max(score[chosen], least):
                chosen = plan
    if n > 0:
        copy(w.plan, w.plans[chosen])
    else:
        fill(w.plan, 0)
        w.plan[0] = PASS
    w.ahead[A_CHOSEN] = chosen
    return chosen
