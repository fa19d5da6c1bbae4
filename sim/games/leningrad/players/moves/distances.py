"""How far every hex lies from the enemy, and from where supply reaches, by open sides [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import GERMAN, HOME_NOTED, N_GERMAN, N_UNITS, Q_B, Q_J
from sim.map.forces.supply import network
from sim.map.forces.world import HEX, NET, ON_MAP, QUEUE, STATE, TOO_FAR, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill


@kernel
def come_near(w: World, row: int, h: int) -> None:
    """Lower how far each hex lies from the nearest of some, in a row of `q`, now that h is one of them."""
    far = w.q[row]
    for k in range(far.shape[0]):
        far[k] = min(far[k], w.away[h, k])


@kernel
def forget_beyond(w: World, row: int, limit: int) -> None:
    """Write `TOO_FAR` where a row of `q` holds more than a limit."""
    far = w.q[row]
    for k in range(far.shape[0]):
        far[k] = TOO_FAR if far[k] > limit else far[k]


@barrier
def map_threat(w: World, side: int, limit: int) -> int:
    """Write into `Q_B` how far each hex lies from the nearest enemy, by open sides; `TOO_FAR` beyond `limit`."""
    far = w.q[Q_B]
    fill(far, TOO_FAR)
    first, last = (N_GERMAN, N_UNITS) if side == GERMAN else (0, N_GERMAN)
    for u in range(first, last):
        h = w.u[HEX, u]
        if w.u[STATE, u] == ON_MAP and far[h] > 0:
            come_near(w, Q_B, h)
    forget_beyond(w, Q_B, limit)
    return 0


@kernel
def note_home(w: World) -> None:
    """Keep in `Q_J` from where German supply comes by road now; few ask how far that is [`map_home`]."""
    network(w, GERMAN)
    copy(w.q[Q_J], w.x[NET + GERMAN])
    w.s[HOME_NOTED] = 1


@kernel
def _flood_out(w: World, row: int, tail: int, limit: int) -> None:
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
    _flood_out(w, Q_J, tail, TOO_FAR)
    w.s[HOME_NOTED] = 0
    return 0
