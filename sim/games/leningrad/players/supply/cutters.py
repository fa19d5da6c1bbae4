"""Who cuts a German army off, and how many divisions he starves: what an attack on him is worth besides [9.1].

At the very end the Soviet player asks who of his own does so for the points of Leningrad, and leaves them there.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    L_A,
    L_CITY,
    L_D,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    PLANNED,
    Q_A,
    Q_F,
    Q_H,
    Q_I,
    SOVIET,
)
from sim.games.leningrad.map.upkeep import german_points, holds
from sim.games.leningrad.players.battles.odds import seen_attack
from sim.games.leningrad.players.battles.traps import mark_traps
from sim.games.leningrad.players.moves.reaching import POSTED
from sim.games.leningrad.players.names import W_RELIEF
from sim.games.leningrad.players.supply.roads import FREE_HEX, feed, raid, stand
from sim.games.leningrad.players.values import is_over
from sim.map.forces.supply import is_blocked, is_supplied
from sim.map.forces.world import COUNT, HEX, ON_MAP, PHASE, STATE, TURN, ZOC, World
from sim.map.forces.zones import lift, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

MANY = 2
"""Divisions without supply from which it is asked who cuts them off."""
A_DIVISION = 12
"""How much less at risk is worth as much as a division fed."""
IN_CONTACT, IN_CITY = 40, 200
"""What it costs besides to send who stands beside Germans, or in a hex that counts."""


@barrier
def mark_cutters(w: World, side: int) -> int:
    """Write into `Q_H` how many divisions the enemies in a hex starve; nothing unless many are out of supply now."""
    starved = w.q[Q_H]
    fill(starved, 0)
    if side == SOVIET:
        mark_traps(w)
    if side != GERMAN or w.weights[GERMAN, W_RELIEF] == 0:
        return 0
    hungry = 0
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and not is_supplied(w, u):
            hungry += 1
    if hungry < MANY:
        return 0
    blocks(w)
    feed(w)
    for h in range(w.x.shape[1]):
        if w.q[Q_F, h] >= MANY:
            starved[h] = max(starved[h], w.q[Q_F, h])
            for d in range(6):
                n = w.neighbors[h, d]
                if n >= 0:
                    starved[n] = max(starved[n], w.q[Q_F, h])
    return hungry


@barrier
def mark_raiders(w: World, side: int) -> int:
    """Add to `Q_H` what those enemies starve who would raid the last roads; return what is at risk [`feed`]."""
    if side != GERMAN or w.s[TURN] < N_TURNS or w.weights[GERMAN, W_RELIEF] == 0:
        return 0
    fill(w.q[Q_I], FREE_HEX)
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP:
            stand(w, w.u[HEX, u])
    raid(w, 0, -1)
    total = feed(w)
    for h in range(w.x.shape[1] if total > 0 else 0):
        if w.x[COUNT + SOVIET, h] > 0 and _is_met(w, h):
            raid(w, 0, h)
            saved = (total - feed(w)) // A_DIVISION
            w.q[Q_H, h] = max(w.q[Q_H, h], saved)
    return total


@kernel
def _is_met(w: World, h: int) -> bool:
    """Return whether Germans stand beside a hex, or may come there if they still move."""
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and (w.x[COUNT + GERMAN, n] > 0 or (w.s[PHASE] < 3 and w.reach[n] != 0)):
            return True
    return False


@kernel
def blocks(w: World) -> None:
    """Write into `Q_A` which hexes no German supply passes as the units stand now."""
    for h in range(w.x.shape[1]):
        w.q[Q_A, h] = 1 if is_blocked(w, GERMAN, h) else 0


@barrier
def keep_cutters(w: World, side: int) -> int:
    """Put on guard those without whom Germans in Leningrad would be in supply, in the last turn; return how many.

    Of several who cut the same way those with most to do elsewhere go free.
    """
    if not is_over(w, side) or not _starved(w):
        return 0
    points, kept = german_points(w), 0
    home, tried = w.lists[L_A], w.lists[L_D]
    for u in range(N_GERMAN, N_UNITS):
        home[u] = -1
        tried[u] = 0 if w.u[STATE, u] == ON_MAP else 1
    while True:
        most, u = -1, -1
        for other in range(N_GERMAN, N_UNITS):
            if tried[other] == 0 and price_of(w, other) > most:
                most = price_of(w, other)
                u = other
        if u < 0:
            break
        tried[u] = 1
        home[u] = w.u[HEX, u]
        lift(w, u)
        if german_points(w) > points:
            place(w, u, home[u])
            home[u] = -1
            w.u[PLANNED, u] = POSTED
            kept += 1
    for u in range(N_GERMAN, N_UNITS):
        if home[u] >= 0:
            place(w, u, home[u])
    return kept


@kernel
def _starved(w: World) -> bool:
    """Return whether Germans stand in a hex of Leningrad that counts for nothing."""
    for k in range(4):
        h = w.lists[L_CITY, k]
        if w.x[COUNT + GERMAN, h] > 0 and not holds(w, h):
            return True
    return False


@kernel
def price_of(w: World, u: int) -> int:
    """Return what a unit, or one still to come in, could do elsewhere."""
    h = w.u[HEX, u]
    price = seen_attack(w, u)
    if h < 0:
        return price
    if w.x[ZOC + GERMAN, h] > 0:
        price += IN_CONTACT
    return price + (IN_CITY if w.x[CITY_VP, h] > 0 else 0)
