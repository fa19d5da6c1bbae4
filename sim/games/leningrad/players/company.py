"""What a unit adds to the mobile divisions that it joins [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, INF_TYPE, PLANNED, Q_D, TYPE
from sim.games.leningrad.players.danger import danger_behind
from sim.games.leningrad.players.names import W_FORSAKE
from sim.games.leningrad.players.odds import seen_defense
from sim.games.leningrad.players.reaching import FREE
from sim.map.forces.world import COUNT, HEX, MOVED, SLOT, World
from sim.match.barrier import barrier

JOIN = 3
"""How much more than leaving them joining comrades in danger counts: who joins also comes nearer to the next battle."""


@barrier
def joined(w: World, u: int, h: int) -> int:
    """Return how much less the mobile German units that stay in h risk once a unit joins them; after `map_danger`."""
    share = JOIN * w.weights[GERMAN, W_FORSAKE]
    n = w.x[COUNT + GERMAN, h]
    if share == 0 or n == 0 or n > 2 or w.u[HEX, u] == h or w.q[Q_D, h] == 0:
        return 0
    defense, saved = 0, 0
    for k in range(n):
        defense += seen_defense(w, w.x[SLOT + k, h])
    for k in range(n):
        other = w.x[SLOT + k, h]
        if w.u[TYPE, other] != INF_TYPE and (w.u[MOVED, other] == 1 or w.u[PLANNED, other] != FREE):
            saved += danger_behind(w, GERMAN, other, h, defense)
            saved -= danger_behind(w, GERMAN, other, h, defense + seen_defense(w, u))
    return saved * share // 100
