"""How far every hex lies from the enemy, and from where supply reaches: floods by open sides [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, Q_B, Q_J
from sim.map.forces.supply import network
from sim.map.forces.world import COUNT, NET, QUEUE, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

TOO_FAR = 99
"""How far a hex is that a flood does not reach."""


@kernel
def flood_out(w: World, row: int, tail: int, limit: int) -> None:
    """Write into a row of `q` how many hexes each hex lies from the `tail` first of the queue, up to `limit`.

    The row holds 0 where those lie, and `TOO_FAR` elsewhere, as it does afterwards beyond `limit`.
    """
    far, queue = w.q[row], w.q[QUEUE]
    head = 0
    while head < tail and far[queue[head]] < limit:
        h = queue[head]
        head += 1
        for d in range(6):
            n = w.neighbors[h, d]
            if n >= 0 and far[n] == TOO_FAR:
                far[n] = far[h] + 1
                queue[tail] = n
                tail += 1


@barrier
def map_threat(w: World, side: int, limit: int) -> int:
    """Write into `Q_B` how far each hex lies from the nearest enemy, by open sides; `TOO_FAR` beyond `limit`."""
    tail = 0
    for h in range(w.x.shape[1]):
        w.q[Q_B, h] = TOO_FAR
        if w.x[COUNT + 1 - side, h] > 0:
            w.q[Q_B, h] = 0
            w.q[QUEUE, tail] = h
            tail += 1
    flood_out(w, Q_B, tail, limit)
    return 0


@barrier
def map_home(w: World) -> int:
    """Write into `Q_J` how far each hex lies from where German supply comes by road; `TOO_FAR`: nowhere near."""
    network(w, GERMAN)
    tail = 0
    for h in range(w.x.shape[1]):
        w.q[Q_J, h] = TOO_FAR
        if w.x[NET + GERMAN, h] == 1:
            w.q[Q_J, h] = 0
            w.q[QUEUE, tail] = h
            tail += 1
    flood_out(w, Q_J, tail, TOO_FAR)
    return 0
