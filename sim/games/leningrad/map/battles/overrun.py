"""Overruns: who may, what it costs, and what follows [7.0, ruling R38]."""

from __future__ import annotations

from sim.games.leningrad.map.battles.battle import fight
from sim.games.leningrad.map.fields import (
    GERMAN,
    L_ATT,
    L_HEX,
    N_ATT,
    N_HEX,
    OVERRUN_STEP,
    P_OVERRUN_MP,
    P_OVERRUN_MP_FIRST,
    P_READING,
    SOVIET,
)
from sim.games.leningrad.map.moves.march import is_pinned, ready, set_off
from sim.games.leningrad.map.readings import R38
from sim.map.forces.movement import pace_of
from sim.map.forces.world import (
    BIG,
    BUDGET,
    CLASS,
    COUNT,
    DONE,
    HEX,
    MOVED,
    PACE,
    SIDE,
    SPENT,
    START,
    STOPPED,
    TRAIL,
    TURN,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def overrun_cost(w: World, u: int, target: int) -> int:
    """Return what overrunning a neighboring hex costs a unit: the way in, and two points, or one at first [7.3]."""
    side = w.u[SIDE, u]
    h = w.u[HEX, u]
    for d in range(6):
        if w.neighbors[h, d] == target:
            pace = pace_of(w, side, h, target) if w.u[MOVED, u] == 0 else w.x[PACE + side, target]
            more = P_OVERRUN_MP_FIRST if w.s[TURN] == 1 and side == GERMAN else P_OVERRUN_MP
            return w.step[OVERRUN_STEP + w.u[CLASS, u], h, d] * pace + w.p[more]
    return BIG


@kernel
def can_overrun(w: World, u: int, target: int) -> bool:
    """Return whether a unit beside an enemy hex can overrun it now, its supply judged if need be [7.0, 7.2, 15.1]."""
    side = w.u[SIDE, u]
    if w.u[DONE, u] == 1 or w.x[COUNT + 1 - side, target] == 0 or (w.s[TURN] == 1 and side == SOVIET):
        return False
    if is_pinned(w, u):
        return False
    ready(w, u)
    return w.u[SPENT, u] + overrun_cost(w, u, target) <= w.u[BUDGET, u]


@kernel
def go_together(w: World, a: int, b: int) -> bool:
    """Return whether two units may overrun together: from one hex, by one path, still together [4.5, 7.4]."""
    return (
        w.u[HEX, a] == w.u[HEX, b]
        and w.u[START, a] == w.u[START, b]
        and w.u[START, a] >= 0
        and w.u[TRAIL, a] == w.u[TRAIL, b]
    )


@barrier
def overrun(w: World, n: int, target: int, air: int) -> int:
    """Overrun a hex with the n units of list `L_ATT`, of which each can; return whether it succeeded [7.5, 7.6]."""
    for k in range(n):
        u = w.lists[L_ATT, k]
        cost = overrun_cost(w, u, target)
        set_off(w, u)
        w.u[SPENT, u] += cost
        w.u[STOPPED, u] = 0
    w.s[N_ATT] = n
    w.s[N_HEX] = 1
    w.lists[L_HEX, 0] = target
    done = fight(w, 1, air)
    if w.p[P_READING + R38] == 1 and done == 1:  # who stays behind is done
        for k in range(w.s[N_ATT]):
            u = w.lists[L_ATT, k]
            if w.u[HEX, u] != target:
                w.u[DONE, u] = 1
    return done
