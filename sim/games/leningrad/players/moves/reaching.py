"""Where the units of a side can get to when it moves, and from which side they would best attack a hex [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CORPS,
    GERMAN,
    IN_FORT_RADIUS,
    INF_TYPE,
    L_A,
    L_PICK,
    L_TRY,
    N_GERMAN,
    N_UNITS,
    PLANNED,
    Q_ALLOWED,
    REGEN,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.march import reach
from sim.games.leningrad.players.names import W_CORPS, W_MAN_CITY, W_REST, W_STORM, W_SUPPLY
from sim.games.leningrad.players.values import keeps_city, rests
from sim.map.forces.memory import last_flood
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    HEX,
    N_REACH,
    ON_MAP,
    SIDE,
    STATE,
    STEPS,
    TERRAIN,
    TURN,
    ZOC,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

FREE, SENT, TIRED, STORMS, POSTED = 0, 1, 2, 3, 4
"""Values of `PLANNED`: nothing yet, where it belongs, on its way to rest, before Leningrad for an assault, on guard."""
COMRADE = 6
"""What a comrade of its panzer corps in a hex is worth to who chooses where to attack from: a way back shut."""


@barrier
def survey(w: World, side: int) -> int:
    """Flood for every unit of a side and note by hex who can reach it."""
    fill(w.reach, 0)
    crowd = w.weights[SOVIET, W_MAN_CITY] > 0 if side == SOVIET else w.s[TURN] >= w.weights[side, W_STORM]
    for u in range(N_UNITS):
        if w.u[SIDE, u] != side:
            continue
        if w.u[PLANNED, u] in (STORMS, POSTED):
            continue
        w.u[PLANNED, u] = FREE
        if w.u[STATE, u] != ON_MAP:
            continue
        if must_stay(w, u) or keeps_city(w, side, u) or rests(w, u):
            w.reach[w.u[HEX, u]] |= unit_bit(side, u)
            continue
        reach(w, u)
        allow_ends(w, u)
        reached = last_flood(w)
        tired = needs_rest(w, u)
        for k in range(w.s[N_REACH]):
            h = reached[k]
            if w.q[Q_ALLOWED, h] == 1 or (crowd and w.x[IN_FORT_RADIUS, h] == 1):  # who stands there may make room
                w.reach[h] |= unit_bit(side, u)
                if tired and w.q[Q_ALLOWED, h] == 1 and w.x[REGEN, h] == 1 and w.x[ZOC + SOVIET, h] == 0:
                    w.u[PLANNED, u] = TIRED
    return 0


@kernel
def needs_rest(w: World, u: int) -> bool:
    """Return whether a German mobile division is reduced and can still be turned over in time [14.6, 14.9]."""
    if u >= N_GERMAN or w.u[STEPS, u] != 1 or w.u[TYPE, u] == INF_TYPE:
        return False
    return w.s[TURN] <= 10 and w.weights[GERMAN, W_REST] > 0


@kernel
def unit_bit(side: int, u: int) -> int:
    """Return the bit of a unit in `World.reach`."""
    return 1 << (u - (0 if side == GERMAN else N_GERMAN))


@kernel
def can_reach(w: World, side: int, u: int, h: int) -> bool:
    """Return whether the survey found that a unit can get to a hex, or stands there."""
    return w.reach[h] & unit_bit(side, u) != 0


@kernel
def ways_shut(w: World, side: int, h: int) -> int:
    """Return a bit for each direction in which the enemies of h have no way back already."""
    shut = 0
    for d in range(6):
        n = w.neighbors[h, d]
        foes = 0 if n < 0 else w.x[COUNT + 1 - side, n]
        if n < 0 or w.x[COUNT + side, n] > 0 or foes >= w.p[P_STACK] or (foes == 0 and w.x[ZOC + side, n] > 0):
            shut |= 1 << d
    return shut


@kernel
def shade(d: int) -> int:
    """Return the directions in which nobody gets farther from an attacker who stands in direction d."""
    return 1 << d | 1 << (d + 1) % 6 | 1 << (d + 5) % 6


@kernel
def _comrades_at(w: World, side: int, u: int, a: int, n: int) -> int:
    """Return how many of the n of a group, in `L_A`, who attack from a are of the panzer corps of a unit [8.1]."""
    found = 0
    if w.weights[side, W_CORPS] > 0 and w.u[CORPS, u] > 0:
        for k in range(n):
            found += 1 if w.lists[L_PICK, k] == a and w.u[CORPS, w.lists[L_A, k]] == w.u[CORPS, u] else 0
    return found


@kernel
def berth_of(w: World, side: int, u: int, h: int, n: int, shut: int) -> int:
    """Return in which direction of h a unit would stand to attack it, or -1: where it shuts most ways back."""
    worth = w.lists[L_TRY]
    for d in range(6):
        a = w.neighbors[h, d]
        worth[d] = -BIG
        if a < 0 or not can_reach(w, side, u, a) or w.x[COUNT + 1 - side, a] > 0:
            continue
        there = w.x[COUNT + side, a]
        for k in range(n):
            if w.lists[L_PICK, k] == a and w.u[HEX, w.lists[L_A, k]] != a:
                there += 1
        value = COMRADE * _comrades_at(w, side, u, a, n) + (1 if there == 0 else 0) - w.x[ZOC + 1 - side, a]
        if a == w.u[HEX, u]:
            value += 3
        elif there >= w.p[P_STACK]:
            continue
        more = shade(d) & ~shut
        value += 6 * ((more & 1) + (more >> 1 & 1) + (more >> 2 & 1) + (more >> 3 & 1) + (more >> 4 & 1) + (more >> 5))
        value -= 4 if w.sides[h, d] & 1 else 0
        worth[d] = value + (1 if w.x[TERRAIN, a] != 1 else 0)
    looked = 0
    while True:  # supply is looked at only where the unit would go
        d = 0
        for other in range(1, 6):
            d = other if worth[other] > worth[d] else d
        if worth[d] == -BIG:
            return -1
        if looked >> d & 1 == 1 or has_line(w, side, w.u[CLASS, u], w.neighbors[h, d]) == 1:
            return d
        worth[d] -= w.weights[side, W_SUPPLY] // 4
        looked |= 1 << d
