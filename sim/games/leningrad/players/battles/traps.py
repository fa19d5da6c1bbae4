"""Whom an attack shuts in: Germans who have no way out of their hex once another hex is taken [quick]."""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, N_GERMAN, Q_H, SOVIET
from sim.games.leningrad.players.moves.danger import all_steps
from sim.games.leningrad.players.names import W_TRAP
from sim.map.forces.world import COUNT, HEX, N_SOURCES, ON_MAP, SLOT, SOURCES, STATE, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def mark_traps(w: World) -> int:
    """Add to `Q_H` what the Germans are worth whom Soviets shut in by taking a hex; return the most.

    Nobody gets out of a hex, and no supply comes in, where Soviets or their zones are all round and no German stands.
    """
    worth, share, most = w.q[Q_H], w.weights[SOVIET, W_TRAP], 0
    for u in range(N_GERMAN if share > 0 else 0):
        h = w.u[HEX, u]
        if w.u[STATE, u] != ON_MAP or w.x[ZOC + SOVIET, h] == 0 or w.x[SLOT, h] != u or _is_source(w, h):
            continue
        lost = 0
        for k in range(w.x[COUNT + GERMAN, h]):
            lost += all_steps(w, w.x[SLOT + k, h])
        for k in range(w.around.shape[1]):
            key = w.around[h, k]
            if key < 0:
                break
            if key != h and w.x[COUNT + GERMAN, key] > 0 and _shuts_in(w, h, key):
                worth[key] += lost * share // 100
                most = max(most, worth[key])
    return most


@kernel
def _shuts_in(w: World, h: int, key: int) -> bool:
    """Return whether there is a way out of h now, and none once Soviets take another hex near it."""
    was_open = False
    for d in range(6):
        n = w.neighbors[h, d]
        if n < 0 or w.x[COUNT + SOVIET, n] > 0:
            continue
        if w.x[COUNT + GERMAN, n] > 0:
            if n != key:
                return False
            was_open = True
        elif w.x[ZOC + SOVIET, n] == 0:
            if hexes_between(w, n, key) > 1:
                return False
            was_open = True
    return was_open


@kernel
def _is_source(w: World, h: int) -> bool:
    for k in range(w.s[N_SOURCES + GERMAN]):
        if w.lists[SOURCES + GERMAN, k] == h:
            return True
    return False
