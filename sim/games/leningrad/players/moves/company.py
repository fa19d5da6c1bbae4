"""What a unit adds to the mobile divisions that it joins [quick]."""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, INF_TYPE, PLANNED, Q_D, Q_E, Q_F, Q_G, TYPE
from sim.games.leningrad.players.battles.odds import seen_defense, seen_worth
from sim.games.leningrad.players.moves.danger import all_steps, column_against, open_sides
from sim.games.leningrad.players.moves.reaching import FREE
from sim.games.leningrad.players.names import W_DANGER, W_FORSAKE
from sim.map.forces.world import COUNT, HEX, MOVED, SLOT, TOO_FAR, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

JOIN = 3
"""How much more than leaving them joining comrades in danger counts: who joins also comes nearer to the next battle."""


@kernel
def joined(w: World, u: int, h: int) -> int:
    """Return how much less the mobile German units that stay in h risk once a unit joins them; after `map_danger`."""
    n = w.x[COUNT + GERMAN, h]
    if n == 0 or n > 2 or w.u[HEX, u] == h or w.q[Q_D, h] == 0 or not _somebody_stays(w, h, n):
        return 0
    return _saved(w, u, h, n)


@barrier
def _saved(w: World, u: int, h: int, n: int) -> int:
    """Return how much less the n units in h risk once another joins them."""
    defense = 0
    for k in range(n):
        defense += seen_defense(w, w.x[SLOT + k, h])
    alone = w.q[Q_G, h] == TOO_FAR
    sides = open_sides(w, GERMAN, -1, h)
    before = column_against(w, GERMAN, h, w.q[Q_D, h], max(1, defense), sides, alone)
    after = column_against(w, GERMAN, h, w.q[Q_D, h], max(1, defense + seen_defense(w, u)), sides, alone)
    if before == after:
        return 0
    saved = 0
    for k in range(n):
        other = w.x[SLOT + k, h]
        if _stays(w, other):
            saved += (w.q[Q_E, before] - w.q[Q_E, after]) * all_steps(w, other)
            saved += (w.q[Q_F, before] - w.q[Q_F, after]) * seen_worth(w, other) // (1 if alone else 3)
    return saved * w.weights[GERMAN, W_DANGER] // 600 * JOIN * w.weights[GERMAN, W_FORSAKE] // 100


@kernel
def _somebody_stays(w: World, h: int, n: int) -> bool:
    """Return whether one of the n mobile German units in a hex stays there."""
    for k in range(n):
        if _stays(w, w.x[SLOT + k, h]):
            return True
    return False


@kernel
def _stays(w: World, u: int) -> bool:
    """Return whether a unit is mobile and has moved, or will not."""
    return w.u[TYPE, u] != INF_TYPE and (w.u[MOVED, u] == 1 or w.u[PLANNED, u] != FREE)
