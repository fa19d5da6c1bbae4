"""Stacks and zones of control: putting a unit into a hex and taking it out, and what both sides notice of it.

Counts of units and of zones are kept up to date with every change, so that asking is one look.
"""

from __future__ import annotations

from sim.map.forces.memory import cover_changed, hold_changed, prices_changed
from sim.map.forces.supply import cuts_road, join_network
from sim.map.forces.world import (
    COUNT,
    DEAR,
    DIRTY,
    EXTRA,
    GATE,
    HELD,
    HEX,
    N_SOURCES,
    NET,
    PACE,
    ROADED,
    SIDE,
    SLOT,
    SOURCES,
    STATE,
    ZOC,
    ZONED,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def place(w: World, u: int, h: int) -> int:
    """Put a unit that is nowhere into a hex with room."""
    side = w.u[SIDE, u]
    there = w.x[COUNT + side, h]
    w.x[SLOT + there, h] = u
    w.x[COUNT + side, h] = there + 1
    w.u[HEX, u] = h
    w.u[STATE, u] = 1
    _spread_zone(w, side, h, 1)
    if there == 0:
        _occupancy_changed(w, side, h)
    return there


@barrier
def lift(w: World, u: int) -> int:
    """Take a unit out of its hex; it is nowhere until placed again."""
    side = w.u[SIDE, u]
    h = w.u[HEX, u]
    there = w.x[COUNT + side, h] - 1
    at = 0
    while w.x[SLOT + at, h] != u:
        at += 1
    for k in range(at, there):
        w.x[SLOT + k, h] = w.x[SLOT + k + 1, h]
    w.x[SLOT + there, h] = -1
    w.x[COUNT + side, h] = there
    w.u[HEX, u] = -1
    _spread_zone(w, side, h, -1)
    if there == 0:
        _occupancy_changed(w, side, h)
    return there


@kernel
def shift(w: World, u: int, h: int) -> None:
    """Set a unit down elsewhere, at once and at no cost: as a trial."""
    lift(w, u)
    place(w, u, h)


@kernel
def _spread_zone(w: World, side: int, h: int, change: int) -> None:
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0:
            before = w.x[ZOC + side, n]
            w.x[ZOC + side, n] = before + change
            if before == 0 or before + change == 0:
                w.x[GATE + 1 - side, n] ^= ZONED
                if w.x[COUNT + 1 - side, n] > 0:
                    cover_changed(w, 1 - side, n)
                if w.x[ROADED, n] != 0:
                    _road_changed(w, 1 - side, n)


@kernel
def _occupancy_changed(w: World, side: int, h: int) -> None:
    """Note that a hex is held or vacant now, and that supply through it must be looked at anew."""
    w.x[GATE + 1 - side, h] ^= HELD
    hold_changed(w, 1 - side, h)
    if w.x[ZOC + 1 - side, h] > 0:
        cover_changed(w, side, h)
    if w.x[ROADED, h] != 0:
        _road_changed(w, 1 - side, h)
        if w.x[ZOC + 1 - side, h] > 0:
            _road_changed(w, side, h)


@kernel
def _road_changed(w: World, side: int, h: int) -> None:
    """Note that roads through a hex may be open or cut now.

    The network of a side stays what it is if what is cut did not belong to it, or what is open does already or lies
    beside none of it. What opens beside it is joined to it, and the end of a road that is cut just falls off; after
    any other cut it must be searched anew.
    """
    if w.s[DIRTY + side] != 0 or (w.x[NET + side, h] == 0) == cuts_road(w, side, h):
        return
    joined = 0
    for k in range(w.along.shape[1]):
        if w.along[h, k] < 0:
            break
        joined += w.x[NET + side, w.along[h, k]]
    is_source = False
    for k in range(w.s[N_SOURCES + side]):
        is_source = is_source or w.lists[SOURCES + side, k] == h
    if w.x[NET + side, h] == 0:
        if joined > 0 or is_source:
            join_network(w, side, h)
    elif joined > 1 or is_source:
        w.s[DIRTY + side] = 1
    else:
        w.x[NET + side, h] = 0


@kernel
def price_changed(w: World, side: int, h: int) -> None:
    """Note that what a hex or its supply lines cost a side was changed: `PACE`, `EXTRA` or `LINE`."""
    w.x[GATE + side, h] &= HELD | ZONED
    if w.x[PACE + side, h] != 1 or w.x[EXTRA + side, h] != 0:
        w.x[GATE + side, h] |= DEAR
    prices_changed(w, side)


@kernel
def in_ezoc(w: World, side: int, h: int) -> bool:
    """Return whether a hex lies in a zone of control of the other side."""
    return w.x[ZOC + 1 - side, h] > 0


@kernel
def is_enemy_held(w: World, side: int, h: int) -> bool:
    """Return whether a unit of the other side stands in a hex."""
    return w.x[COUNT + 1 - side, h] > 0


@kernel
def hexes_between(w: World, a: int, b: int) -> int:
    """Return the distance between two hexes."""
    return w.apart[a, b]
