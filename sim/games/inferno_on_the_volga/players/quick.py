"""Quick German players: every action is given points by named weights, and the best one is taken."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CALL,
    CONTROL,
    COUNT,
    DIST,
    END_ROW,
    GERMAN,
    HASTY,
    LONG,
    MOVE_FROM,
    N_GERMAN,
    N_HEXES,
    N_PLAN,
    N_ROWS,
    NEAR,
    ON_MAP,
    PASS,
    SHORT,
    STACK,
    STATE,
    World,
    X,
    Z,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.actions import is_open, may_hasten, may_short_move
from sim.games.inferno_on_the_volga.players.assault import best_deliberate, value_of
from sim.games.inferno_on_the_volga.players.features import (
    BEHIND,
    BLOCK_NEARER,
    CONTACT,
    HASTY_EDGE,
    LONG_EDGE,
    REINFORCE,
    REINFORCE_BLOCK,
    REINFORCE_CARD,
    ROW_DANGER,
    STACK_UP,
    THIN_ARMY,
)
from sim.games.inferno_on_the_volga.players.sight import fire_of, look, points_of, r_in, weak_in
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

FULL_ARMY, DICE = 12, 6
NOTHING = -(1 << 40)


@barrier
def decide(w: World) -> int:
    """Write the plan of this turn into `plan`."""
    look(w)
    fill(w.plan, 0)
    fill(w.best, 0)
    w.best[0] = PASS
    top = 0
    top = _keep(w, top, best_deliberate(w))
    top = _keep(w, top, best_hasty(w))
    top = _keep(w, top, best_moves(w))
    top = _keep(w, top, best_long(w))
    top = _keep(w, top, call_points(w))
    for k in range(N_PLAN):
        w.plan[k] = w.best[k]
    return top


@kernel
def _keep(w: World, top: int, points: int) -> int:
    """Keep the plan just made if it is better than the best so far."""
    if points <= top:
        return top
    for k in range(N_PLAN):
        w.best[k] = w.plan[k]
    return points


@kernel
def mask_for(w: World, start: int, to: int) -> int:
    """Return as many blocks of a stack as another hex has room for, as a mask."""
    n = min(w.x[COUNT, start], STACK - w.x[COUNT, to])
    return (1 << n) - 1


@barrier
def best_hasty(w: World) -> int:
    """Find the best hasty attack; return its points."""
    best = NOTHING
    fill(w.plan, 0)
    for start in range(N_HEXES):
        if holder(w, start) != GERMAN or w.x[NEAR, start] != 2:
            continue
        for d in range(6):
            to = w.neighbors[start, d]
            if to < 0 or w.x[NEAR, to] != 1:
                continue
            mask = mask_for(w, start, to)
            if mask == 0 or not may_hasten(w, start, to, mask):
                continue
            here = (1 << STACK) - 1
            fire = fire_of(w, start, mask) + fire_of(w, to, here)
            points = points_of(w, start, mask) + points_of(w, to, here)
            weak = weak_in(w, start, mask) + weak_in(w, to, here)
            marked = r_in(w, start, mask) + r_in(w, to, here)
            for e in range(6):
                target = w.neighbors[to, e]
                if target < 0 or w.x[NEAR, target] != 0:
                    continue
                value = value_of(w, target, fire, 0, points, weak, marked, w.x[DIST, start])
                if value > NOTHING:
                    value += w.weights[GERMAN, HASTY_EDGE]
                if value > best:
                    best = value
                    w.plan[0] = HASTY
                    w.plan[1], w.plan[2], w.plan[3], w.plan[4] = start, to, mask, target
    return best


@kernel
def _move_value(w: World, start: int, to: int, mask: int) -> int:
    n, weights = 0, w.weights[GERMAN]
    for k in range(STACK):
        n += mask >> k & 1
    value = weights[BLOCK_NEARER] * n * (w.x[DIST, start] - w.x[DIST, to])
    value += weights[STACK_UP] * (w.x[COUNT, to] + n - 1)
    value -= weights[BEHIND] * (w.x[COUNT, start] - n)
    if w.x[NEAR, to] == 2 and w.x[NEAR, start] > 2:
        value += weights[CONTACT]
    return value


@barrier
def best_moves(w: World) -> int:
    """Find the best two short moves of stacks that are not next to Soviets, to two hexes; return their points."""
    fill(w.plan, 0)
    total, n = 0, 0
    for _ in range(2):
        best, found, into, picked = 0, -1, -1, 0
        for start in range(N_HEXES):
            if holder(w, start) != GERMAN or w.x[NEAR, start] == 1:
                continue
            if n == 1 and (start == w.plan[MOVE_FROM] or start == w.plan[MOVE_FROM + 1]):
                continue
            for d in range(6):
                to = w.neighbors[start, d]
                if to < 0 or (n == 1 and (to == w.plan[MOVE_FROM + 1] or to == w.plan[MOVE_FROM])):
                    continue
                mask = mask_for(w, start, to)
                if mask == 0 or not may_short_move(w, start, to, mask):
                    continue
                value = _move_value(w, start, to, mask)
                if value > best:
                    best, found, into, picked = value, start, to, mask
        if found >= 0:
            w.plan[MOVE_FROM + 3 * n], w.plan[MOVE_FROM + 3 * n + 1] = found, into
            w.plan[MOVE_FROM + 3 * n + 2] = picked
            n += 1
            total += best
    w.plan[0], w.plan[1] = SHORT, n
    return total if n > 0 else NOTHING


@barrier
def best_long(w: World) -> int:
    """Find the best long move of two hexes; return its points."""
    best = NOTHING
    fill(w.plan, 0)
    for start in range(N_HEXES):
        if holder(w, start) != GERMAN or not is_open(w, start):
            continue
        for d in range(6):
            via = w.neighbors[start, d]
            if via < 0 or not is_open(w, via):
                continue
            for e in range(6):
                to = w.neighbors[via, e]
                if to < 0 or to == start or w.x[COUNT, to] > 0 or not is_open(w, to):
                    continue
                value = _move_value(w, start, to, (1 << w.x[COUNT, start]) - 1) + w.weights[GERMAN, LONG_EDGE]
                if value > best:
                    best = value
                    w.plan[0] = LONG
                    w.plan[1], w.plan[2], w.plan[3] = start, via, to
    return best


@barrier
def call_points(w: World) -> int:
    """Return the points of a call for reinforcements: who would come and find room, and who may be sent away."""
    weights = w.weights[GERMAN]
    fill(w.plan, 0)
    w.plan[0] = CALL
    room, rows, waiting, danger, army = 0, 0, 0, 0, 0
    for h in range(X, Z + 1):
        if w.x[CONTROL, h] == GERMAN:
            room += STACK - w.x[COUNT, h]
    for row in range(N_ROWS):
        waiting += w.n_track[row]
        rows += w.n_track[row] > 0
    for unit in range(N_GERMAN):
        army += w.u[STATE, unit] == ON_MAP
        row = w.u[END_ROW, unit]
        if row >= 0 and w.u[STATE, unit] == ON_MAP and w.n_track[row] <= 1 and w.closed[row] == 0:
            danger += 1
    come = min(min(rows * DICE // N_ROWS, room), waiting)
    if come == 0:
        return weights[REINFORCE_CARD] - weights[ROW_DANGER] * danger
    value = weights[REINFORCE] + weights[REINFORCE_BLOCK] * come + weights[REINFORCE_CARD]
    return value + weights[THIN_ARMY] * max(0, FULL_ARMY - army) - weights[ROW_DANGER] * danger
