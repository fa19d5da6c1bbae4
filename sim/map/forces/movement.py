"""Movement floods: every hex that a unit can reach with what it has left, at what cost and by which path.

Costs are those of `World.step`, times `PACE` and plus `EXTRA` of the hex entered. A hex in an enemy zone ends the move
unless the unit may leave it, for more and never straight into another enemy zone.
"""

from __future__ import annotations

from sim.map.forces.memory import LENGTH, SEEN, find_flood, keep_flood, last_before, recall_flood, room_for_flood
from sim.map.forces.rules import P_ANYTIME, P_LEAVE, P_MINIMUM, P_MINIMUM_LEAVES, P_PACES_MULTIPLY
from sim.map.forces.world import (
    BUDGET,
    CLASS,
    COUNT,
    DEAR,
    DIST,
    DONE,
    EDGE,
    EXTRA,
    FLOOD,
    GATE,
    HELD,
    HEX,
    LOOKED,
    MINIMUM,
    MOVED,
    N_PATH,
    N_REACH,
    NO_LEAVE,
    NOTED,
    NOWHERE,
    PACE,
    PARENT,
    PATH,
    QUEUE,
    QUEUED,
    REACH,
    SIDE,
    SPENT,
    STOPPED,
    WAY_OUT,
    ZOC,
    ZONED,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.shortcuts import busy


@barrier
@busy
def flood(w: World, u: int, together: int, spent: int, budget: int) -> int:
    """Flood from a unit's hex for `together` units that move as one, of its class, with so much spent of a budget."""
    start = w.u[HEX, u]
    key = _key(w, u, start, together, spent, budget)
    row = find_flood(w, u, key, start, together)
    if row >= 0:
        recall_flood(w, row)
        return w.s[N_REACH]
    fresh = w.u[MOVED, u] == 0
    _spread(w, u, start, spent, budget, fresh, together)
    if fresh and spent == 0 and w.p[P_MINIMUM] == 1 and w.u[DONE, u] == 0 and budget > 0:
        _add_minimum(w, u, start, budget, together)
    keep_flood(w, u, key, start, together, _leaves_anywhere(w, u))
    return w.s[N_REACH]


@kernel
def _leaves_anywhere(w: World, u: int) -> bool:
    """Return whether a unit may leave an enemy zone in the middle of its move."""
    return w.p[P_ANYTIME + w.u[SIDE, u] * 2 + w.u[CLASS, u]] == 1


@kernel
def _key(w: World, u: int, start: int, together: int, spent: int, budget: int) -> int:
    """Return all that a flood depends on beside the map, as one number above 0; `together` is 0 for who enters."""
    flags = w.u[MOVED, u] + 2 * w.u[DONE, u] + 4 * w.u[STOPPED, u] + 8 * w.u[CLASS, u] + 16 * w.s[NO_LEAVE]
    return (((start * 4096 + spent) * 4096 + budget) * 4 + together) * 64 + flags + 32


@kernel
def flood_unit(w: World, u: int) -> None:
    """Flood for a unit alone, from where it stands."""
    flood(w, u, 1, w.u[SPENT, u], w.u[BUDGET, u])


@barrier
def flood_entry(w: World, u: int, h: int, cost: int) -> int:
    """Flood for a unit that enters the map at a hex, whose cost it pays."""
    budget = w.u[BUDGET, u]
    key = _key(w, u, h, 0, cost, budget)
    row = find_flood(w, u, key, h, 0)
    if row >= 0:
        recall_flood(w, row)
        return w.s[N_REACH]
    _spread(w, u, h, cost, budget, False, 0)
    keep_flood(w, u, key, h, 0, _leaves_anywhere(w, u))
    return w.s[N_REACH]


@kernel
def leave_cost(w: World, u: int, h: int, is_start: bool, fresh: bool, together: int) -> int:
    """Return what leaving a hex in an enemy zone costs, or -1 if the unit may not; a friend must stay behind."""
    side = w.u[SIDE, u]
    kind = side * 2 + w.u[CLASS, u]
    staying = w.x[COUNT + side, h] - (together if is_start else 0)
    if w.s[NO_LEAVE] == 1 or staying < 1 or together > 2:
        return -1
    if w.p[P_ANYTIME + kind] == 1 or (is_start and fresh):
        return w.p[P_LEAVE + kind]
    return -1


@kernel
def pace_of(w: World, side: int, a: int, b: int) -> int:
    """Return what the cost of a step between two hexes is multiplied by: the larger of their factors, or both."""
    if w.p[P_PACES_MULTIPLY] == 1:
        return w.x[PACE + side, a] * w.x[PACE + side, b]
    return max(w.x[PACE + side, a], w.x[PACE + side, b])


@kernel
def _spread(w: World, u: int, start: int, spent: int, budget: int, fresh: bool, together: int) -> None:
    side = w.u[SIDE, u]
    enemy = 1 - side
    kind = w.u[CLASS, u]
    row = room_for_flood(w, u)
    dist, parent = w.floods[row, DIST], w.floods[row, PARENT]
    reach, looked = w.floods[row, REACH], w.floods[row, LOOKED]
    queue, queued = w.q[QUEUE], w.q[QUEUED]
    size = len(queue)
    too_much = budget + 1
    dist[start] = spent
    parent[start] = -1
    reach[0] = start
    n_reach, n_looked = 1, 0
    w.s[MINIMUM] = -1
    head, tail = 0, 0
    halted = w.u[STOPPED, u] == 1 and w.x[ZOC + enemy, start] == 0  # the zone that stopped it is gone [4.7]
    if w.u[DONE, u] == 0 and not halted:
        queue[0] = start
        queued[start] = 1
        tail = 1
    while head != tail:
        h = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[h] = 0
        base = dist[h]
        shut = HELD
        slow = fresh and h == start and w.x[PACE + side, h] != 1
        if w.x[GATE + side, h] & ZONED != 0:
            shut = HELD | ZONED
            more = leave_cost(w, u, h, h == start, fresh, together)
            if more < 0:
                continue
            base += more
        if base + w.x[WAY_OUT + kind, h] > budget:
            continue
        for d in range(6):
            edge = w.edges[kind, h, d]
            if edge < 0:
                continue
            n = edge & (EDGE - 1)
            before = min(dist[n], too_much)
            cost = base + (edge >> 12)
            if cost >= before:  # most neighbors have been reached before; nothing makes a step cheaper
                continue
            gate = w.x[GATE + side, n]
            if gate & shut != 0:
                n_looked = _note(dist, looked, n, n_looked)
                continue
            if gate & DEAR != 0 or slow:
                pace = pace_of(w, side, h, n) if slow else w.x[PACE + side, n]
                cost = base + (edge >> 12) * pace + w.x[EXTRA + side, n]
                if cost >= before:
                    n_looked = _note(dist, looked, n, n_looked)
                    continue
            is_new = dist[n] >= NOTED
            if is_new:
                reach[n_reach] = n
                n_reach += 1
            dist[n] = cost
            parent[n] = h
            if is_new or queued[n] == 0:
                queued[n] = 1
                queue[tail] = n
                tail = tail + 1 if tail + 1 < size else 0
    w.s[FLOOD] = row
    w.s[N_REACH] = w.marks[row, LENGTH] = n_reach
    w.marks[row, SEEN] = n_looked


@kernel
def _note(dist, looked, n: int, n_looked: int) -> int:  # type: ignore[no-untyped-def]
    """List a hex that was looked at and not reached, once; return how many such hexes there are."""
    if dist[n] != NOWHERE:
        return n_looked
    dist[n] = NOTED
    looked[n_looked] = n
    return n_looked + 1


@kernel
def _add_minimum(w: World, u: int, start: int, budget: int, together: int) -> None:
    """Add the neighbors that only the move of one hex for the whole allowance reaches."""
    side = w.u[SIDE, u]
    enemy, row = 1 - side, w.s[FLOOD]
    dist, parent, reach = w.floods[row, DIST], w.floods[row, PARENT], w.floods[row, REACH]
    tied = w.x[ZOC + enemy, start] > 0
    if tied and w.p[P_MINIMUM_LEAVES] == 0:
        return
    if tied and leave_cost(w, u, start, True, True, together) < 0:
        return
    for d in range(6):
        n = w.neighbors[start, d]
        if n < 0 or dist[n] < NOTED:
            continue
        if w.x[COUNT + enemy, n] > 0 or (tied and w.x[ZOC + enemy, n] > 0):
            w.marks[row, SEEN] = _note(dist, w.floods[row, LOOKED], n, w.marks[row, SEEN])
            continue
        dist[n] = budget
        parent[n] = start
        reach[w.s[N_REACH]] = n
        w.s[N_REACH] += 1
        w.marks[row, LENGTH] += 1
        w.s[MINIMUM] = start


@kernel
def trace_path(w: World, dest: int) -> int:
    """Write the path of the last flood to a hex, start first, into the row `PATH`; return how many hexes it has."""
    n = 0
    h = dest
    while h >= 0:
        n += 1
        h = last_before(w, h)
    h = dest
    for k in range(n - 1, -1, -1):
        w.q[PATH, k] = h
        h = last_before(w, h)
    w.s[N_PATH] = n
    return n
