"""The roads that feed an army, and what an enemy could do to them: raids as far as they go, and whom they would starve.

A raid is one flood for all enemies of a class at once; the roads are then searched for the way with the fewest hexes
that a raid, or an enemy who stands there already, may cut. Nothing here moves anybody.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    INFANTRY,
    L_CITY,
    L_ENTRY,
    L_SCORE,
    MOBILE,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    PLANNED,
    Q_A,
    Q_B,
    Q_C,
    Q_D,
    Q_E,
    Q_F,
    Q_I,
    Q_J,
    Q_K,
    SOVIET,
)
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.map.moves.entry import entries, entry_cost
from sim.games.leningrad.players.moves.reaching import POSTED
from sim.games.leningrad.players.supply.by_road import FAR, ways_by_road
from sim.games.leningrad.players.values import keeps_city, rests
from sim.map.forces.rules import P_LEAVE
from sim.map.forces.supply import is_supplied
from sim.map.forces.world import (
    ALLOWANCE,
    CLASS,
    COUNT,
    EDGE,
    HEX,
    ON_MAP,
    QUEUE,
    QUEUED,
    STATE,
    TURN,
    WAITING,
    ZOC,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill
from sim.match.shortcuts import busy

FREE_HEX, ZONE, HELD_HEX = 0, 1, 2
"""Values of row `Q_I`, the wall: nobody, beside a unit that stays, a unit that stays."""
LINE_HEXES, BITS = 3, 3
"""Hexes beside the road to which supply is reckoned to reach, and the bits in which they are counted."""
CITY_TURN, LATE = 9, 11
"""The turns from which supply counts in Leningrad, held or pressed, beyond that of who stands there, and more."""
TOLL = 3
MOST_RISK = 40
"""Hexes at risk beyond which a way is no worse."""


@kernel
def raise_wall(w: World) -> None:
    """Write into `Q_I` where Germans stand who will hardly leave: in contact, on guard, in a city, at rest."""
    wall = w.q[Q_I]
    fill(wall, FREE_HEX)
    for u in range(N_GERMAN):
        h = w.u[HEX, u]
        if w.u[STATE, u] == ON_MAP:
            if w.u[PLANNED, u] == POSTED or w.x[ZOC + SOVIET, h] > 0 or rests(w, u) or keeps_city(w, GERMAN, u):
                stand(w, h)


@kernel
def stand(w: World, h: int) -> None:
    """Add to the wall a unit in a hex, and its zone."""
    wall = w.q[Q_I]
    wall[h] = HELD_HEX
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and wall[n] == FREE_HEX:
            wall[n] = ZONE


@barrier
@busy
def raid(w: World, fed: int, but: int) -> int:
    """Write into `Q_A` which hexes Soviet units could cut when they move next: reached, or beside one reached.

    With `fed` 1 all of them go as far as in supply, as they may once Germans have left; with 2 as far as in the raid
    before, where nobody has moved since. Those in hex `but` do not go.
    """
    risk, left, first = w.q[Q_A], w.q[Q_J], w.q[Q_K]
    fill(risk, 0)
    _flood_raid(w, MOBILE, fed, but)
    copy(first, left)
    _flood_raid(w, INFANTRY, fed, but)
    for h in range(w.x.shape[1]):
        reached = max(first[h], left[h])
        if reached > 0:
            risk[h] = max(risk[h], reached)
            for d in range(6):
                n = w.neighbors[h, d]
                if n >= 0 and risk[n] == 0:
                    risk[n] = 1
    wall = w.q[Q_I]
    for h in range(w.x.shape[1]):
        if wall[h] == HELD_HEX:
            risk[h] = 0
    return 0


@kernel
def _flood_raid(w: World, kind: int, fed: int, but: int) -> None:
    """Write into `Q_J` what the Soviet units of a class would have left in each hex that they reach, plus 1."""
    left, queue, queued, wall = w.q[Q_J], w.q[QUEUE], w.q[QUEUED], w.q[Q_I]
    size = len(queue)
    fill(left, 0)
    tail = _start_raid(w, kind, fed, but)
    head = 0
    while head != tail:
        h = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[h] = 0
        if wall[h] != FREE_HEX:
            continue
        here = left[h]
        for d in range(6):
            edge = w.edges[kind, h, d]
            if edge < 0:
                continue
            n = edge & (EDGE - 1)
            more = here - (edge >> 12)
            if more > left[n] and wall[n] != HELD_HEX:
                left[n] = more
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0


@kernel
def _start_raid(w: World, kind: int, fed: int, but: int) -> int:
    """Write where Soviet units of a class start with what they may spend; return how many hexes are in the queue."""
    left, wall = w.q[Q_J], w.q[Q_I]
    tail, budgets = 0, w.lists[L_SCORE]
    for u in range(N_GERMAN, N_UNITS):  # first of all, since a line is traced in the same queue
        if fed < 2 and w.u[CLASS, u] == kind and w.u[STATE, u] == ON_MAP:
            budgets[u] = w.u[ALLOWANCE, u] if fed == 1 or is_supplied(w, u) else w.u[ALLOWANCE, u] // 2
    for u in range(N_GERMAN, N_UNITS):
        if w.u[CLASS, u] != kind:
            continue
        if w.u[STATE, u] == ON_MAP:
            if w.u[HEX, u] == but:
                continue
            h, budget = w.u[HEX, u], budgets[u]
            if wall[h] == ZONE:
                left[h] = max(left[h], 1)
                if w.x[COUNT + SOVIET, h] > 1:
                    tail = _leave(w, kind, h, budget + 1 - w.p[P_LEAVE + 2 * SOVIET + kind], tail)
                continue
            tail = _from(w, h, budget + 1, tail)
        elif w.u[STATE, u] == WAITING and is_due(w, u):
            for k in range(entries(w, u)):
                h = w.lists[L_ENTRY, k]
                tail = _from(w, h, w.u[ALLOWANCE, u] + 1 - entry_cost(w, u, h), tail)
    return tail


@kernel
def _from(w: World, h: int, budget: int, tail: int) -> int:
    if w.q[Q_I, h] != HELD_HEX and budget > w.q[Q_J, h]:
        w.q[Q_J, h] = budget
        if w.q[QUEUED, h] == 0:
            w.q[QUEUED, h] = 1
            w.q[QUEUE, tail] = h
            return tail + 1
    return tail


@kernel
def _leave(w: World, kind: int, h: int, budget: int, tail: int) -> int:
    """Let a unit leave a zone for a hex beside it that lies in none."""
    for d in range(6):
        edge = w.edges[kind, h, d]
        if edge >= 0 and w.q[Q_I, edge & (EDGE - 1)] == FREE_HEX:
            tail = _from(w, edge & (EDGE - 1), budget - (edge >> 12), tail)
    return tail


@barrier
@busy
def feed(w: World) -> int:
    """Search the ways of German supply with the fewest hexes of `Q_A`; return what is at risk over all units.

    `Q_F` holds for each of these hexes how much hangs on it, in divisions.
    """
    _charge(w)
    ways_by_road(w)
    lead_lines(w, LINE_HEXES)
    hangs = w.q[Q_F]
    fill(hangs, 0)
    total = 0
    for u in range(N_GERMAN if w.s[TURN] < N_TURNS else 0):
        if w.u[STATE, u] == ON_MAP:
            total += _at_risk(w, w.u[HEX, u], 1)
    for k in range(4 if w.s[TURN] >= CITY_TURN else 0):
        h = w.lists[L_CITY, k]
        if w.x[COUNT + GERMAN, h] > 0 or w.x[ZOC + GERMAN, h] > 0:
            total += _at_risk(w, h, w.x[CITY_VP, h] // (5 if w.s[TURN] < LATE else 2))
    return total


@kernel
def _at_risk(w: World, h: int, worth: int) -> int:
    """Return what it is worth that supply reaches a hex, times how much it is at risk; note on what it hangs."""
    risk = (w.q[Q_D, h] >> BITS) - w.q[Q_K, h]  # nobody cuts who is there
    if risk <= 0 or worth == 0:
        return 0
    if risk < FAR - TOLL - 1:
        _hang(w, h, worth)
    return worth * (8 + min(risk, MOST_RISK))


@kernel
def _hang(w: World, h: int, worth: int) -> None:
    """Add a unit's worth to every hex at risk on its way to a source."""
    hangs, risk, road, off = w.q[Q_F], w.q[Q_A], w.q[Q_C], w.q[Q_E]
    hangs[h] -= worth if risk[h] > 0 else 0
    at = h
    while at >= 0:
        hangs[at] += worth if risk[at] > 0 else 0
        at = off[at] if off[at] >= 0 else road[at]


@kernel
def _charge(w: World) -> None:
    """Write into `Q_K` how bad it is for supply to depend on a hex: no risk, some, or an enemy there or beside."""
    risk, toll = w.q[Q_A], w.q[Q_K]
    for h in range(w.x.shape[1]):
        toll[h] = 0
        if risk[h] > 0:
            toll[h] = TOLL if w.x[COUNT + SOVIET, h] > 0 or w.x[ZOC + SOVIET, h] > 0 else 1


@kernel
def lead_lines(w: World, most: int) -> None:
    """Lead the lines from the roads to the hexes beside them: `Q_E` leads back, `Q_D` holds what the way costs.

    That is eight times the risk, and the hexes, `most` of them, that the line goes beside the road.
    """
    toll, label, off, queue, queued = w.q[Q_K], w.q[Q_D], w.q[Q_E], w.q[QUEUE], w.q[QUEUED]
    size = len(queue)
    head, tail = 0, 0
    for h in range(w.x.shape[1]):
        label[h] = w.q[Q_B, h] << BITS
        off[h] = -1
        if w.q[Q_B, h] < FAR:
            queue[tail] = h
            queued[h] = 1
            tail = tail + 1 if tail + 1 < size else 0
    while head != tail:
        h = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[h] = 0
        here = label[h]
        if here & 7 == most:
            continue
        for d in range(6):
            n = w.neighbors[h, d]
            if n < 0:
                continue
            now = here + 1 + (toll[n] << BITS)
            if now < label[n]:
                label[n] = now
                off[n] = h
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0
