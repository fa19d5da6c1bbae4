"""How German supply reaches Leningrad by the way that fewest Soviets could shut, and where they would stand for it."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, L_CITY, Q_A, Q_B, Q_C, Q_E, Q_K, SOVIET
from sim.games.leningrad.map.upkeep import holds
from sim.games.leningrad.players.supply.by_road import FAR, ways_by_road
from sim.map.forces.rules import P_LINE, P_STACK
from sim.map.forces.supply import has_line, is_blocked, network
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    LINE,
    LINE_DIST,
    LINE_SEEN,
    NET,
    QUEUE,
    QUEUED,
    SLOT,
    World,
)
from sim.match.compiled import kernel
from sim.match.rows import fill

MOST_STANDS = 60


@kernel
def stands(w: World, row: int, free: int) -> int:
    """List the hexes in which a unit of a set would shut the way of a supplied hex of Leningrad; return how many."""
    n, is_led = 0, False
    fill(w.q[Q_A], 0)
    for k in range(4):
        h = w.lists[L_CITY, k]
        if w.x[COUNT + GERMAN, h] == 0 or not holds(w, h):
            continue
        if not is_led:
            network(w, GERMAN)
            _charge(w, free)
            ways_by_road(w)
            is_led = True
        lead = _lead(w, h)
        if lead < 0 or not _can_cut(w, h, lead, free):
            continue
        at = lead
        while at >= 0:  # by road
            n = _add_stands(w, row, n, at, free)
            at = w.q[Q_C, at]
        at = w.q[Q_E, lead]
        while at >= 0:  # from the road to the unit
            n = _add_stands(w, row, n, at, free)
            at = w.q[Q_E, at]
    return n


@kernel
def _can_cut(w: World, h: int, lead: int, free: int) -> bool:
    """Return whether units of a set can shut any hex of the way to h."""
    at = lead
    while w.q[Q_B, lead] == 0 and at >= 0 and not _can_shut(w, at, free):
        at = w.q[Q_E, at]
    return at >= 0


@kernel
def _can_shut(w: World, h: int, free: int) -> bool:
    """Return whether a unit of a set can enter a hex or bring its zone over it."""
    if w.x[COUNT + GERMAN, h] > 0:
        return False
    near = w.reach[h]
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0:
            near |= w.reach[n]
    return near & free != 0


@kernel
def _add_stands(w: World, row: int, n: int, h: int, free: int) -> int:
    """Add the hexes from which units of a set can shut h, each once; return how many there are."""
    if w.x[COUNT + GERMAN, h] > 0:
        return n
    for d in range(-1, 6):
        s = h if d < 0 else w.neighbors[h, d]
        if s >= 0 and w.reach[s] & free != 0 and w.q[Q_A, s] == 0 and n < MOST_STANDS:
            w.q[Q_A, s] = 1
            if w.x[COUNT + GERMAN, s] == 0 and w.x[COUNT + SOVIET, s] < w.p[P_STACK]:
                w.lists[row, n] = s
                n += 1
    return n


@kernel
def _charge(w: World, free: int) -> None:
    """Write into `Q_K` which hexes of the supply network a set can shut; no supply passes the others."""
    toll = w.q[Q_K]
    fill(toll, FAR)
    for h in range(w.x.shape[1]):
        if w.x[NET + GERMAN, h] == 1:
            toll[h] = 1 if _can_shut(w, h, free) else 0


@kernel
def _lead(w: World, h: int) -> int:
    """Return where a line from Germans in h meets the road whose supply hangs on fewest hexes, or -1 [9.1].

    `Q_E` leads back from there to h.
    """
    back, seen = w.q[Q_E], w.q[LINE_SEEN]
    back[h] = -1
    if w.x[NET + GERMAN, h] == 1:
        return h
    least, at = FAR, -1
    for j in range(w.x[COUNT + GERMAN, h]):
        kind = w.u[CLASS, w.x[SLOT + j, h]]
        if has_line(w, GERMAN, kind, h) == 0:
            continue
        for k in range(_spread_line(w, kind, h)):
            if w.q[Q_B, seen[k]] < least:
                least = w.q[Q_B, seen[k]]
                at = seen[k]
        break
    return at


@kernel
def _spread_line(w: World, kind: int, h: int) -> int:
    """List in `LINE_SEEN` where lines of a class from h get, each with the hex before it in `Q_E`; return how many."""
    dist, queue, queued, seen = w.q[LINE_DIST], w.q[QUEUE], w.q[QUEUED], w.q[LINE_SEEN]
    size = len(queue)
    dist[h] = 0
    queue[0] = seen[0] = h
    n, head, tail = 1, 0, 1
    while head != tail:
        here = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[here] = 0
        for d in range(6):
            to = w.neighbors[here, d]
            if to < 0:
                continue
            cost = dist[here] + w.step[2 + kind, here, d] * w.x[LINE + GERMAN, to]
            if cost < dist[to] and cost <= w.p[P_LINE] and not is_blocked(w, GERMAN, to):
                if dist[to] == BIG:
                    seen[n] = to
                    n += 1
                dist[to] = cost
                w.q[Q_E, to] = here
                if queued[to] == 0:
                    queued[to] = 1
                    queue[tail] = to
                    tail = tail + 1 if tail + 1 < size else 0
    for k in range(n):
        dist[seen[k]] = BIG
    return n
