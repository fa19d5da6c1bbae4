"""Which panzer corps an attack leaves out, since it is worth more against another hex [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.battles.targets import attackers_of, is_target
from sim.games.leningrad.map.fields import CORPS, GERMAN, L_ATT, L_BEST, SOVIET
from sim.games.leningrad.players.battles.muster import value_of
from sim.map.forces.world import COUNT, FOUGHT, HEX, SLOT, World
from sim.match.compiled import kernel
from sim.match.rows import copy


@kernel
def spare_corps(w: World, n: int, h: int, air: int, value: int, least: int) -> int:
    """Leave out of the n of `L_ATT` a whole panzer corps in a hex that is worth more against another; return how many.

    Together its divisions are worth a column there: asked one by one, each might stay for what it adds here [8.1].
    """
    for d in range(6):
        a = w.neighbors[h, d]
        if a < 0 or w.x[COUNT + GERMAN, a] < 3 or n <= 3:
            continue
        copy(w.lists[L_BEST], w.lists[L_ATT])
        other = _worth_of_corps(w, a, h, n, least)
        kept = 0
        for k in range(n):
            u = w.lists[L_BEST, k]
            if w.u[HEX, u] != a:
                w.lists[L_ATT, kept] = u
                kept += 1
        if other > 0 and kept == n - 3:
            without = value_of(w, GERMAN, 0, kept, h, air)
            if without + other > value and without >= min(least, value):
                return kept
        copy(w.lists[L_ATT], w.lists[L_BEST])
    return n


@kernel
def _worth_of_corps(w: World, a: int, h: int, n: int, least: int) -> int:
    """Return what a whole panzer corps in a adds against another hex than h, or 0; the n of `L_BEST` attack h.

    Beside it may stand others whom h does not need, and only together they may be strong enough.
    """
    first = w.x[SLOT, a]
    for k in range(3):
        u = w.x[SLOT + k, a]
        if w.u[CORPS, u] == 0 or w.u[CORPS, u] != w.u[CORPS, first] or w.u[FOUGHT, u] == 1:
            return 0
    best = 0
    for d in range(6):
        other = w.neighbors[a, d]
        if other >= 0 and other != h and w.x[COUNT + SOVIET, other] > 0 and is_target(w, other):
            others = others_beside(w, other, n)
            alone = value_of(w, GERMAN, 0, others, other, 0)
            for k in range(3):
                w.lists[L_ATT, others + k] = w.x[SLOT + k, a]
            value = value_of(w, GERMAN, 0, others + 3, other, 0)
            if value >= least:
                best = max(best, value - (alone if alone >= least else 0))
    return best


@kernel
def others_beside(w: World, h: int, n_here: int) -> int:
    """Write into `L_ATT` who may attack h besides the n of `L_BEST`; return how many."""
    n, kept = attackers_of(w, h, L_ATT), 0
    for k in range(n):
        u = w.lists[L_ATT, k]
        busy = False
        for j in range(n_here):
            busy = busy or w.lists[L_BEST, j] == u
        if not busy:
            w.lists[L_ATT, kept] = u
            kept += 1
    return kept
