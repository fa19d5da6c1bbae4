"""Retreats after combat: safe hexes, and a whole force taken back unit by unit or not at all.

Each hex entered must lie farther from the nearest hex of the enemy force, straight or over land, must have room, and no
enemy zone may reach it unless a friend stands there; a vacant safe hex goes before an occupied one.
"""

from __future__ import annotations

from sim.map.forces.rules import P_PREFER_VACANT, P_RETREAT_CAP, P_RETREAT_ZOC, P_ROUND_WATER
from sim.map.forces.world import BIG, COUNT, QUEUE, QUEUED, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel


@kernel
def danger(w: World, row: int, n: int, h: int) -> int:
    """Return the distance from a hex to the nearest of the n hexes listed in a row, straight or over land."""
    if w.p[P_ROUND_WATER] == 1:
        return _over_land(w, row, n, h)
    best = BIG
    for k in range(n):
        best = min(best, hexes_between(w, w.lists[row, k], h))
    return best


@kernel
def _over_land(w: World, row: int, n: int, h: int) -> int:
    """Return the hexes of the shortest way from h to one of the n hexes listed, whoever stands there, or `BIG`."""
    queue, seen = w.q[QUEUE], w.q[QUEUED]
    queue[0], seen[h] = h, 1
    head, tail, last, away, found = 0, 1, 1, 0, BIG
    while head < tail and found == BIG:
        for k in range(n):
            if w.lists[row, k] == queue[head]:
                found = away
        for d in range(6):
            to = w.neighbors[queue[head], d]
            if to >= 0 and seen[to] == 0:
                queue[tail], seen[to] = to, 1
                tail += 1
        head += 1
        if head == last:  # the next ring
            last = tail
            away += 1
    for k in range(tail):
        seen[queue[k]] = 0
    return found


@kernel
def safety(w: World, side: int, h: int, n: int, row: int, n_danger: int) -> int:
    """Return 2 if a unit in h may retreat to its neighbor n, vacant; 1 if a friend stands there; 0 if it may not."""
    if n < 0 or w.x[COUNT + 1 - side, n] > 0 or w.x[COUNT + side, n] >= w.p[P_RETREAT_CAP]:
        return 0
    if danger(w, row, n_danger, n) <= danger(w, row, n_danger, h):
        return 0
    if w.x[COUNT + side, n] > 0:
        return 1
    if w.p[P_RETREAT_ZOC] == 1 and w.x[ZOC + 1 - side, n] > 0:
        return 0
    return 2


@kernel
def safe_hexes(w: World, side: int, h: int, row: int, n_danger: int, out: int, any_hex: bool) -> int:
    """Write the hexes to which a unit in h may retreat into list `out`; return how many.

    Only vacant ones if there are any and the rules prefer them, unless it may be `any_hex`.
    """
    vacant_first = w.p[P_PREFER_VACANT] == 1 and not any_hex
    found = 0
    best = 0
    for d in range(6):
        n = w.neighbors[h, d]
        safe = safety(w, side, h, n, row, n_danger)
        if safe == 0:
            continue
        if vacant_first and safe > best:
            found = 0
            best = safe
        if not vacant_first or safe == best:
            w.lists[out, found] = n
            found += 1
    return found
