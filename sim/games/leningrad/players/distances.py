"""How far every hex lies from the enemy, and from where supply reaches: floods by open sides [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, HOME_NOTED, N_GERMAN, N_UNITS, Q_B, Q_J
from sim.map.forces.supply import network
from sim.map.forces.world import HEX, NET, ON_MAP, QUEUE, STATE, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

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
    far, tail = w.q[Q_B], 0
    fill(far, TOO_FAR)
    first, last = (N_GERMAN, N_UNITS) if side == GERMAN else (0, N_GERMAN)
    for u in range(first, last):
        h = w.u[HEX, u]
        if w.u[STATE, u] == ON_MAP and far[h] > 0:
            far[h] = 0
            w.q[QUEUE, tail] = h
            tail += 1
    flood_out(w, Q_B, tail, limit)
    return 0


@kernel
def note_home(w: World) -> None:
    """Keep in `Q_J` from where German supply comes by road now; few ask how far that is [`map_home`]."""
    network(w, GERMAN)
    copy(w.q[Q_J], w.x[NET + GERMAN])
    w.s[HOME_NOTED] = 1


@barrier
def map_home(w: World) -> int:
    """Write into `Q_J` how far each hex lies from where German supply came by road when `note_home` noted it.

    `TOO_FAR`: nowhere near.
    """
    tail = 0
    for h in range(w.x.shape[1] if w.s[HOME_NOTED] == 1 else 0):
        if w.q[Q_J, h] == 1:
            w.q[Q_J, h] = 0
            w.q[QUEUE, tail] = h
            tail += 1
        else:
            w.q[Q_J, h] = TOO_FAR
    flood_out(w, Q_J, tail, TOO_FAR)
    w.s[HOME_NOTED] = 0
    return 0
