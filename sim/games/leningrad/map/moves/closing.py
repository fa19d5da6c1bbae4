"""The forced moves of turn 1: every Soviet unit closes with the Germans, or goes as near as it can [15.1, R47]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, P_READING, Q_ALLOWED, Q_CLOSE, SOVIET
from sim.games.leningrad.map.moves.march import is_pinned
from sim.games.leningrad.map.readings import R47
from sim.map.forces.memory import last_flood
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    EXTRA,
    HEX,
    N_REACH,
    PACE,
    QUEUE,
    QUEUED,
    SIDE,
    TURN,
    ZOC,
    World,
)
from sim.match.compiled import kernel
from sim.match.rows import fill


@kernel
def prepare_closing(w: World) -> None:
    """Write the distance in points from every hex to the nearest hex beside a German, by class; zones do not matter."""
    for kind in range(2):
        dist = w.q[Q_CLOSE + kind]
        queue, queued = w.q[QUEUE], w.q[QUEUED]
        size = len(queue)
        head, tail = 0, 0
        fill(dist, BIG)
        for h in range(size):
            if w.x[ZOC + GERMAN, h] > 0 and w.x[COUNT + GERMAN, h] == 0:
                dist[h] = 0
                queue[tail] = h
                queued[h] = 1
                tail = tail + 1 if tail + 1 < size else 0
        while head != tail:
            h = queue[head]
            head = head + 1 if head + 1 < size else 0
            queued[h] = 0
            for d in range(6):
                n = w.neighbors[h, d]
                if n < 0 or w.x[COUNT + GERMAN, n] > 0:
                    continue
                back = (d + 3) % 6
                cost = dist[h] + w.step[kind, n, back] * w.x[PACE + SOVIET, h] + w.x[EXTRA + SOVIET, h]
                if w.p[P_READING + R47] == 1:
                    cost = dist[h] + 1  # the shortest way in hexes
                if cost < dist[n]:
                    dist[n] = cost
                    if queued[n] == 0:
                        queued[n] = 1
                        queue[tail] = n
                        tail = tail + 1 if tail + 1 < size else 0


@kernel
def is_closing(w: World, u: int) -> bool:
    """Return whether a unit must close with the enemy now [15.1]."""
    return w.s[TURN] == 1 and w.u[SIDE, u] == SOVIET


@kernel
def allow_ends(w: World, u: int) -> int:
    """Mark in row `Q_ALLOWED` the hexes of the last flood where a unit may end: with room, and closing on turn 1.

    Return the best that a Soviet unit of turn 1 can do: -1 if it gets beside a German, else how far it stays from one.
    """
    side = w.u[SIDE, u]
    allowed, reached = w.q[Q_ALLOWED], last_flood(w)
    here = w.u[HEX, u]
    best = BIG
    must = is_closing(w, u)
    for k in range(w.s[N_REACH]):
        h = reached[k]
        room = h == here or w.x[COUNT + side, h] < w.p[P_STACK]
        allowed[h] = 1 if room else 0
        if must and room:
            best = min(best, -1 if w.x[ZOC + GERMAN, h] > 0 else w.q[Q_CLOSE + w.u[CLASS, u], h])
    if not must:
        return 0
    for k in range(w.s[N_REACH]):
        h = reached[k]
        value = -1 if w.x[ZOC + GERMAN, h] > 0 else w.q[Q_CLOSE + w.u[CLASS, u], h]
        if value > best:
            allowed[h] = 0
    return best


@kernel
def must_stay(w: World, u: int) -> bool:
    """Return whether a unit cannot move at all now: pinned, or in contact on turn 1 [15.1]."""
    if is_pinned(w, u):
        return True
    return w.s[TURN] == 1 and w.u[SIDE, u] == SOVIET and w.x[ZOC + GERMAN, w.u[HEX, u]] > 0
