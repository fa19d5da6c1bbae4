"""What a German player sees: stacks, not the faces of hidden blocks; his own strengths; how far the goals are."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CONTROL,
    COUNT,
    DIST,
    END_ROW,
    FORT,
    GERMAN,
    KHRUSHCHEV,
    LOW,
    N_HEXES,
    N_NUMBERED,
    NEAR,
    OKH,
    RUBBLE,
    SLOT,
    SOVIET,
    SPAWN_OF,
    STRENGTH,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.sequence import COAST
from sim.match.barrier import barrier
from sim.match.compiled import kernel

FAR = 99
SIXTHS_A_BLOCK = 13
"""Points of a hidden Soviet block on average, in sixths: a block of 3 to 4 points, turned at random."""
FACES_A_POINT = 8
"""Faces out of six with which a point of theirs hits, in sixths: mostly black, some white."""


@kernel
def is_goal(w: World, h: int) -> bool:
    """Return whether Germans still need a hex to win: a Soviet spawn hex, with OKH one of 1 to 19 [p. 3, p. 13]."""
    if w.x[CONTROL, h] == GERMAN:
        return False
    return h < COAST if w.leaders[OKH] == 1 else (h < N_NUMBERED and w.x[SPAWN_OF, h] > 0)


@barrier
def look(w: World) -> int:
    """Fill in how far each hex is from the nearest goal (`DIST`) and from the nearest Soviet stack (`NEAR`)."""
    for field in (DIST, NEAR):
        n = 0
        for h in range(N_HEXES):
            n = _start(w, w.x[field], h, is_goal(w, h) if field == DIST else holder(w, h) == SOVIET, n)
        _spread(w, w.x[field], n)
    return 0


@barrier
def look_for_germans(w: World, row: int) -> int:
    """Fill in how far each hex is from the nearest Germans, in a row of `queue` after the first."""
    n = 0
    for h in range(N_HEXES):
        n = _start(w, w.queue[row], h, holder(w, h) == GERMAN, n)
    _spread(w, w.queue[row], n)
    return 0


@kernel
def _start(w: World, far, h: int, is_source: bool, n: int) -> int:  # type: ignore[no-untyped-def]
    """Put a hex at distance 0 and in line for `_spread`, or out of reach; return how many stand in line."""
    far[h] = FAR
    if is_source:
        far[h] = 0
        w.queue[0, n] = h
        n += 1
    return n


@kernel
def _spread(w: World, far, n: int) -> None:  # type: ignore[no-untyped-def]
    """Fill in how far each hex is from the nearest of those in line."""
    at = 0
    while at < n:
        h = w.queue[0, at]
        at += 1
        for d in range(6):
            to = w.neighbors[h, d]
            if to >= 0 and far[to] == FAR:
                far[to] = far[h] + 1
                w.queue[0, n] = to
                n += 1


@kernel
def fire_of(w: World, h: int, mask: int) -> int:
    """Return the faces that hit, over all dice of the German blocks of a stack that a mask picks: sixths of hits."""
    total = 0
    for k in range(w.x[COUNT, h]):
        if mask >> k & 1 == 1:
            unit = w.x[SLOT + k, h]
            strength = w.u[STRENGTH, unit]
            total += strength * (7 - w.u[LOW + strength, unit])
    return total


@kernel
def points_of(w: World, h: int, mask: int) -> int:
    """Return the points of the German blocks of a stack that a mask picks."""
    total = 0
    for k in range(w.x[COUNT, h]):
        if mask >> k & 1 == 1:
            total += w.u[STRENGTH, w.x[SLOT + k, h]]
    return total


@kernel
def weak_in(w: World, h: int, mask: int) -> int:
    """Return how many of these blocks are down to one point."""
    n = 0
    for k in range(w.x[COUNT, h]):
        if mask >> k & 1 == 1 and w.u[STRENGTH, w.x[SLOT + k, h]] == 1:
            n += 1
    return n


@kernel
def r_in(w: World, h: int, mask: int) -> int:
    """Return how many of these blocks are marked R and below three points."""
    n = 0
    for k in range(w.x[COUNT, h]):
        unit = w.x[SLOT + k, h]
        if mask >> k & 1 == 1 and w.u[END_ROW, unit] >= 0 and w.u[STRENGTH, unit] < 3:
            n += 1
    return n


@kernel
def soviet_points(w: World, h: int) -> int:
    """Return the points that a hidden Soviet stack has on average, in sixths."""
    return SIXTHS_A_BLOCK * w.x[COUNT, h]


@kernel
def soviet_fire(w: World, h: int) -> int:
    """Return the hits that a hidden Soviet stack scores on average, in sixths of a sixth."""
    per_point = FACES_A_POINT + 6 * w.leaders[KHRUSHCHEV] + 6 * (w.x[FORT, h] > 0)
    return soviet_points(w, h) * per_point // 6


@kernel
def sheltered(w: World, h: int) -> int:
    """Return the hits that a step costs in a hex: two in rubble."""
    return 2 if w.x[RUBBLE, h] == 1 else 1
