"""What a quick player does between moves and battles: interdiction by air, and forts."""

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.fields import FORT, GERMAN, IN_FORT_RADIUS, IS_CITY, P_FORTS_A_TURN, Q_B, SOVIET
from sim.games.leningrad.map.upkeep import fortify, forts_left, interdict, may_fortify
from sim.games.leningrad.players.asked import note
from sim.games.leningrad.players.moves.distances import map_threat
from sim.games.leningrad.players.names import W_FORT_CITY, W_FORT_MANNED, W_FORT_NEAR, W_INTERDICT
from sim.map.forces.world import BIG, COUNT, World
from sim.match.barrier import barrier

PRESSED = 2
"""Enemies beside the Germans beyond whom all free air is kept for defense [11.1]."""


@barrier
def interdict_best(w: World) -> int:
    """Set free air units on the fullest Soviet hexes off the front, unless many beside the Germans may attack them."""
    free = air_free(w)
    if free == 0:
        return 0
    map_threat(w, SOVIET, 6)
    beside = 0
    for h in range(w.x.shape[1]):
        beside += w.x[COUNT + SOVIET, h] if w.q[Q_B, h] == 1 else 0
    if beside > PRESSED:
        return 0
    for _ in range(free):
        best, chosen = w.weights[GERMAN, W_INTERDICT] - 1, -1
        for h in range(w.x.shape[1]):
            far = w.q[Q_B, h]
            if w.x[COUNT + SOVIET, h] > 0 and 2 <= far <= 5:
                value = 10 * w.x[COUNT + SOVIET, h] - far
                if value > best:
                    best = value
                    chosen = h
        if chosen >= 0:
            interdict(w, chosen)
    return 0


@barrier
def fortify_best(w: World) -> int:
    """Fortify the city hexes, then what Soviet units hold nearest to the enemy; forts may be held back [13.4]."""
    forts = min(w.p[P_FORTS_A_TURN], forts_left(w))
    if forts <= 0:
        return 0
    wt = w.weights[SOVIET]
    note(w, 1 << W_FORT_NEAR)
    map_threat(w, SOVIET, max(9, wt[W_FORT_NEAR] + 1))
    for _ in range(forts):
        best, chosen = -BIG, -1
        for h in range(w.x.shape[1]):
            if w.x[IN_FORT_RADIUS, h] == 0 or w.x[FORT, h] > 0 or w.q[Q_B, h] > wt[W_FORT_NEAR]:
                continue
            value = wt[W_FORT_CITY] * w.x[IS_CITY, h] + wt[W_FORT_MANNED] * min(1, w.x[COUNT + SOVIET, h])
            value -= min(9, w.q[Q_B, h])
            if value > best and may_fortify(w, h):
                best = value
                chosen = h
        if chosen >= 0:
            fortify(w, chosen)
    return 0
