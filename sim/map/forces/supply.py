"""Supply: roads joined to a source, and lines of a few movement points from a unit to them.

A hex blocks where an enemy stands, or where an enemy zone reaches and no friend stands.
"""

from __future__ import annotations

from sim.map.forces.memory import line_row
from sim.map.forces.rules import P_LINE, P_ROAD_ZOC
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    DIRTY,
    GATE,
    HELD,
    HEX,
    LINE,
    LINE_DIST,
    LINE_SEEN,
    LINE_STATE,
    N_SOURCES,
    NET,
    QUEUE,
    QUEUED,
    SIDE,
    SOURCES,
    ZONED,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill
from sim.match.shortcuts import busy


@kernel
def is_blocked(w: World, side: int, h: int) -> bool:
    """Return whether no supply of a side passes a hex."""
    gate = w.x[GATE + side, h]
    return gate & HELD != 0 or (gate & ZONED != 0 and w.x[COUNT + side, h] == 0)


@kernel
def cuts_road(w: World, side: int, h: int) -> bool:
    """Return whether no supply of a side goes along the roads of a hex, for which a zone may not be enough."""
    if w.p[P_ROAD_ZOC] == 0:
        return w.x[GATE + side, h] & HELD != 0
    return is_blocked(w, side, h)


@kernel
def network(w: World, side: int) -> None:
    """Mark the hexes joined by road to a source of a side, sources included, if anything changed since last time."""
    if w.s[DIRTY + side] == 0:
        return
    w.s[DIRTY + side] = 0
    net = w.x[NET + side]
    fill(net, 0)
    tail = 0
    for k in range(w.s[N_SOURCES + side]):
        h = w.lists[SOURCES + side, k]
        if not cuts_road(w, side, h):
            net[h] = 1
            w.q[QUEUE, tail] = h
            tail += 1
    _follow_roads(w, side, tail)


@kernel
def join_network(w: World, side: int, h: int) -> None:
    """Add a hex that opened beside the network of a side to it, with all that is joined to it by road."""
    w.x[NET + side, h] = 1
    w.q[QUEUE, 0] = h
    _follow_roads(w, side, 1)


@kernel
def _follow_roads(w: World, side: int, tail: int) -> None:
    """Add to the network what the `tail` first hexes of the queue, which belong to it, are joined to by road."""
    net, queue = w.x[NET + side], w.q[QUEUE]
    head = 0
    while head < tail:
        h = queue[head]
        head += 1
        for k in range(w.along.shape[1]):
            n = w.along[h, k]
            if n < 0:
                break
            if net[n] == 0 and not cuts_road(w, side, n):
                net[n] = 1
                queue[tail] = n
                tail += 1


@kernel
def has_line(w: World, side: int, kind: int, h: int) -> int:
    """Return what `look_for_line` does, without a call where it is known already, as it is nine times of ten."""
    if w.s[DIRTY + side] == 0:
        if w.x[NET + side, h] == 1:
            return 1
        known = w.lines[line_row(w, side, kind), h]
        if known >> 1 == w.s[LINE_STATE + side]:
            return known & 1
    return look_for_line(w, side, kind, h)


@barrier
@busy
def look_for_line(w: World, side: int, kind: int, h: int) -> int:
    """Return whether a unit of a class that stands, or would stand, in a hex can trace a line, 1 or 0."""
    network(w, side)
    if w.x[NET + side, h] == 1:
        return 1
    row = line_row(w, side, kind)
    state = w.s[LINE_STATE + side]
    if w.lines[row, h] >> 1 == state:
        return w.lines[row, h] & 1
    found = _trace_line(w, side, kind, h)
    w.lines[row, h] = 2 * state + found
    return found


@kernel
def _trace_line(w: World, side: int, kind: int, h: int) -> int:
    dist, queue, queued, seen = w.q[LINE_DIST], w.q[QUEUE], w.q[QUEUED], w.q[LINE_SEEN]
    size = len(queue)
    limit = w.p[P_LINE]
    dist[h] = 0
    queue[0] = seen[0] = h
    n_seen = 1
    head, tail, found = 0, 1, 0
    while head != tail and found == 0:
        here = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[here] = 0
        base = dist[here]
        for d in range(6):
            n = w.neighbors[here, d]
            if n < 0:
                continue
            cost = base + w.step[2 + kind, here, d] * w.x[LINE + side, n]
            if cost < dist[n] and cost <= limit and not is_blocked(w, side, n):
                if dist[n] == BIG:
                    seen[n_seen] = n
                    n_seen += 1
                dist[n] = cost
                if w.x[NET + side, n] == 1:
                    found = 1
                    break
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0
    for k in range(n_seen):
        dist[seen[k]] = BIG
        queued[seen[k]] = 0
    return found


@kernel
def is_supplied(w: World, u: int) -> bool:
    """Return whether a unit on the map is in supply now."""
    return has_line(w, w.u[SIDE, u], w.u[CLASS, u], w.u[HEX, u]) == 1
