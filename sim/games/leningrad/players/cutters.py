"""Who cuts a German army off, and how many divisions he starves: what an attack on him is worth besides [9.1]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, N_GERMAN, Q_A, Q_F, Q_H
from sim.games.leningrad.players.names import W_RELIEF
from sim.games.leningrad.players.roads import feed
from sim.map.forces.supply import is_blocked, is_supplied
from sim.map.forces.world import ON_MAP, STATE, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

MANY = 2
"""Divisions without supply from which it is asked who cuts them off."""


@barrier
def mark_cutters(w: World, side: int) -> int:
    """Write into `Q_H` how many divisions the enemies in a hex starve; nothing unless many are out of supply now."""
    starved = w.q[Q_H]
    starved[:] = 0
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


@kernel
def blocks(w: World) -> None:
    """Write into `Q_A` which hexes no German supply passes as the units stand now."""
    for h in range(w.x.shape[1]):
        w.q[Q_A, h] = 1 if is_blocked(w, GERMAN, h) else 0
