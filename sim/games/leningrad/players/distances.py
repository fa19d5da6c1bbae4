"""How far every hex lies from the enemy, and from where supply reaches: floods by open sides [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, Q_B, Q_J
from sim.map.forces.supply import network
from sim.map.forces.world import COUNT, NET, QUEUE, World
from sim.match.barrier import barrier


@barrier
def map_threat(w: World, side: int, limit: int) -> int:
    """Write into `Q_B` how many hexes each hex lies from the nearest enemy, by open sides; 99: farther than `limit`."""
    far, queue = w.q[Q_B], w.q[QUEUE]
    tail = 0
    for h in range(w.x.shape[1]):
        far[h] = 99
        if w.x[COUNT + 1 - side, h] > 0:
            far[h] = 0
            queue[tail] = h
            tail += 1
    head = 0
    while head < tail:
        h = queue[head]
        head += 1
        if far[h] == limit:
            break
        for d in range(6):
            n = w.neighbors[h, d]
            if n >= 0 and far[n] == 99:
                far[n] = far[h] + 1
                queue[tail] = n
                tail += 1
    return 0


@barrier
def map_home(w: World) -> int:
    """Write into `Q_J` how many hexes each hex lies from where German supply comes by road; 99: nowhere near."""
    far, queue = w.q[Q_J], w.q[QUEUE]
    network(w, GERMAN)
    tail = 0
    for h in range(w.x.shape[1]):
        far[h] = 99
        if w.x[NET + GERMAN, h] == 1:
            far[h] = 0
            queue[tail] = h
            tail += 1
    head = 0
    while head < tail:
        h = queue[head]
        head += 1
        for d in range(6):
            n = w.neighbors[h, d]
            if n >= 0 and far[n] == 99:
                far[n] = far[h] + 1
                queue[tail] = n
                tail += 1
    return 0
