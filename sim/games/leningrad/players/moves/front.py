"""What a unit adds to the line before the enemy where it ends its move [quick]."""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import FORT, Q_B, SOVIET
from sim.games.leningrad.players.names import W_GAP, W_LINE, W_MAN_FORT
from sim.map.forces.world import COUNT, HEX, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel

LINE_REACH = 4  # hexes from the enemy within which holes in the line count


@kernel
def line(w: World, side: int, u: int, h: int) -> int:
    """Return what a unit in h adds to the line before the enemy: its own hex, holes beside it, a fort to be manned."""
    wt = w.weights[side]
    here = w.u[HEX, u]
    value = 0
    if side == SOVIET and w.x[ZOC + side, h] - _own_zone(w, here, h) == 0:
        value += 2 * wt[W_LINE]
    if w.x[FORT, h] > 0 and side == SOVIET and w.x[COUNT + side, h] - (1 if here == h else 0) == 0:
        value += wt[W_MAN_FORT]
    if wt[W_GAP] != 0:
        for d in range(6):
            n = w.neighbors[h, d]
            if n >= 0 and w.q[Q_B, n] <= LINE_REACH and w.x[COUNT + side, n] - (1 if here == n else 0) == 0:
                if w.q[Q_B, n] > 0 and w.x[ZOC + side, n] - _own_zone(w, here, n) == 0:
                    value += wt[W_GAP]
    return value


@kernel
def _own_zone(w: World, here: int, h: int) -> int:
    """Return 1 if a unit that stands in `here` has its zone over h."""
    return 1 if here >= 0 and hexes_between(w, here, h) == 1 else 0


@kernel
def most_line_of(w: World, side: int) -> int:
    """Return what `line` gives at most."""
    wt = w.weights[side]
    return 2 * max(0, wt[W_LINE]) + max(0, wt[W_MAN_FORT]) + 6 * max(0, wt[W_GAP])
