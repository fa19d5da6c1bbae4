"""What it may cost a German to be left alone: the Soviets who can get beside it in their turn, by the roads [quick].

Two on opposite sides of a lone unit shut its supply and every way back, so all that the table asks is paid in steps.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    INF_TYPE,
    L_ATT,
    L_ENTRY,
    MOBILE,
    N_ATT,
    N_COLUMNS,
    N_GERMAN,
    N_UNITS,
    P_CRT,
    Q_K,
    TYPE,
)
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.players.battles.odds import seen_attack, seen_defense, seen_worth
from sim.games.leningrad.players.moves.danger import all_steps, column_against, danger, open_sides
from sim.games.leningrad.players.names import W_DANGER, W_REST
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import (
    ACTIVE,
    ALLOWANCE,
    CLASS,
    COUNT,
    HEX,
    ON_MAP,
    PHASE,
    QUEUE,
    QUEUED,
    SLOT,
    STATE,
    STEPS,
    WAITING,
    ZOC,
    World,
)
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel

MOST = 12
"""Half movement points that a mobile Soviet unit is reckoned to spend on its way."""
ON_FOOT, ON_WHEELS, INLAND = 2, 4, 5
"""Hexes from which infantry comes, a mobile unit, and who enters next."""
UNREACHED = 99
WAY_BACK = 3
"""One step in so many is paid by who is in supply and not alone in its hex: it falls back instead."""
FULL_DREAD = 1200
"""Six rolls, and the weight `danger` by which all that may be lost counts in full."""


@kernel
def is_alone(w: World, u: int, h: int) -> bool:
    """Return whether no other German stands in a hex or beside it."""
    here = w.u[HEX, u]
    if w.x[COUNT + GERMAN, h] - (1 if here == h else 0) > 0:
        return False
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and w.x[COUNT + GERMAN, n] - (1 if here == n else 0) > 0:
            return False
    return True


@barrier
def alone_at(w: World, u: int, h: int) -> int:
    """Return what the next Soviet turn may cost a German unit that ends its move in h with nobody in or beside it."""
    if w.weights[GERMAN, W_DANGER] == 0:
        return 0
    attack = _who_comes(w, h)
    return 0 if attack == 0 else _paid_in_steps(w, u, h, attack, seen_defense(w, u))


@kernel
def _paid_in_steps(w: World, u: int, h: int, attack: int, defense: int) -> int:
    """Return what a unit loses where nobody finds a way back."""
    column = column_against(w, GERMAN, h, attack, max(1, defense), 6, True)
    cost = 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
        cost += all_steps(w, u) if demand < 0 or demand >= w.u[STEPS, u] else demand * seen_worth(w, u)
    return cost * w.weights[GERMAN, W_DANGER] // FULL_DREAD


@kernel
def _who_comes(w: World, h: int) -> int:
    """Return the Soviet attack strength, in quarters, that can get beside h; of those in Leningrad half comes."""
    _flood_back(w, h)
    away, attack = w.q[Q_K], 0
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP:
            at = w.u[HEX, u]
            if w.u[CLASS, u] != MOBILE:
                attack += seen_attack(w, u) if hexes_between(w, at, h) <= ON_FOOT else 0
            elif away[at] <= w.u[ALLOWANCE, u]:
                attack += seen_attack(w, u) // (2 if w.x[CITY_VP, at] > 0 else 1)
        elif w.u[STATE, u] == WAITING and is_due(w, u) and entries(w, u) > 0:
            at = w.lists[L_ENTRY, 0]
            if hexes_between(w, at, h) <= INLAND:
                attack += seen_attack(w, u)
    return attack


@kernel
def _flood_back(w: World, h: int) -> None:
    """Write into `Q_K` what a mobile Soviet unit pays from each hex to one beside h, past the Germans elsewhere."""
    away, queue, queued = w.q[Q_K], w.q[QUEUE], w.q[QUEUED]
    size = len(queue)
    away[:] = UNREACHED
    head, tail = 0, 0
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and w.x[COUNT + GERMAN, n] == 0:
            away[n] = 0
            queue[tail], queued[n] = n, 1
            tail += 1
    while head != tail:
        to = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[to] = 0
        if away[to] > 0 and w.x[ZOC + GERMAN, to] > 0:
            continue
        for d in range(6):
            n = w.neighbors[to, d]
            if n < 0 or w.x[COUNT + GERMAN, n] > 0:
                continue
            cost = away[to] + (w.edges[MOBILE, n, (d + 3) % 6] >> 12)
            if cost < away[n] and cost <= MOST:
                away[n] = cost
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0


@barrier
def back_at(w: World, u: int, h: int) -> int:
    """Return what Soviets who are near may cost a German attacker who falls back into h, next to whom it has there."""
    if w.s[ACTIVE] != GERMAN or w.weights[GERMAN, W_DANGER] == 0:
        return 0
    attack = 0
    for foe in range(N_GERMAN, N_UNITS):
        reach = ON_WHEELS if w.u[CLASS, foe] == MOBILE else ON_FOOT + 1
        if w.u[STATE, foe] == ON_MAP and hexes_between(w, w.u[HEX, foe], h) <= reach:
            attack += seen_attack(w, foe)
    if attack == 0:
        return 0
    defense = seen_defense(w, u)
    for k in range(w.x[COUNT + GERMAN, h]):
        defense += seen_defense(w, w.x[SLOT + k, h])
    cost = _paid_in_steps(w, u, h, attack * open_sides(w, GERMAN, u, h) // 6, defense)
    return cost if is_alone(w, u, h) or has_line(w, GERMAN, w.u[CLASS, u], h) == 0 else cost // 2


@barrier
def advance_risk(w: World, u: int, h: int) -> int:
    """Return how much more a mobile German attacker risks alone in the hex that it may take than where it stands."""
    if w.s[ACTIVE] != GERMAN or w.u[TYPE, u] == INF_TYPE or not is_alone(w, u, h):
        return 0
    here = w.u[HEX, u]
    return max(0, alone_at(w, u, h) - (alone_at(w, u, here) if is_alone(w, u, here) else 0))


@barrier
def left_behind(w: World, u: int, h: int) -> int:
    """Return how much more the mobile Germans risk whom a winner who takes h leaves where it stood.

    Those who fought beside it may follow if there is room for all of them.
    """
    here = w.u[HEX, u]
    n = w.x[COUNT + GERMAN, here]
    if w.s[ACTIVE] != GERMAN or w.s[PHASE] != 3 or n < 2 or w.weights[GERMAN, W_DANGER] == 0:
        return 0
    stay, defense = 0, 0
    for k in range(n):
        other = w.x[SLOT + k, here]
        defense += seen_defense(w, other)
        stay += 1 if other != u and w.u[TYPE, other] != INF_TYPE else 0
    if stay == 0 or (_winners_beside(w, u) >= stay and w.p[P_STACK] - w.x[COUNT + GERMAN, h] > stay):
        return 0
    attack = _who_comes(w, here)
    if attack == 0:
        return 0
    attack = attack * open_sides(w, GERMAN, -1, here) // 6
    hungry = has_line(w, GERMAN, w.u[CLASS, u], here) == 0
    more = 0
    for k in range(n):
        other = w.x[SLOT + k, here]
        if other != u and w.u[TYPE, other] != INF_TYPE:
            left = _paid_in_steps(w, other, here, attack, defense - seen_defense(w, u))
            more += left // (1 if n == 2 or hungry else WAY_BACK)
            more -= _paid_in_steps(w, other, here, attack, defense) // (1 if hungry else WAY_BACK)
    return more // stay


@kernel
def _winners_beside(w: World, u: int) -> int:
    """Return how many mobile divisions of the hex of a winner fought with it and have not gone on."""
    n = 0
    for k in range(w.s[N_ATT]):
        other = w.lists[L_ATT, k]
        if other != u and w.u[HEX, other] == w.u[HEX, u] and w.u[TYPE, other] != INF_TYPE:
            n += 1
    return n


@kernel
def rests_safely(w: World, u: int) -> bool:
    """Return whether a German division at rest risks no more than rest is worth; after `map_danger`."""
    h, worth = w.u[HEX, u], w.weights[GERMAN, W_REST]
    return danger(w, GERMAN, u, h) <= worth and (not is_alone(w, u, h) or alone_at(w, u, h) <= worth)
