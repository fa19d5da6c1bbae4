"""Who should attack a hex from where all stand now, and what that is worth [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.battles.targets import attackers_of
from sim.games.leningrad.map.fields import CITY_VP, L_ATT, L_CITY, L_D, L_ORDER, N_COLUMNS, P_CRT, PLANNED, SOVIET
from sim.games.leningrad.players.asked import weight
from sim.games.leningrad.players.battles.hoping import hope
from sim.games.leningrad.players.battles.odds import (
    column_seen,
    hungry_as,
    is_trapped,
    list_defenders,
    n_out,
    seen_attack,
    seen_worth,
)
from sim.games.leningrad.players.moves.reaching import POSTED
from sim.games.leningrad.players.names import W_CARE, W_STAKES
from sim.games.leningrad.players.values import is_over, post_worth
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, COUNT, HEX, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def value_of(w: World, side: int, over: int, n: int, h: int, air: int) -> int:
    """Return the worth of an attack on h by the n units of `L_ATT` from where they stand."""
    n_def = list_defenders(w, side, h, L_D)
    if n_def == 0 or n == 0:
        return -BIG
    for k in range(n):
        w.lists[L_ORDER, k] = w.u[HEX, w.lists[L_ATT, k]]
    trapped = 1 if is_trapped(w, side, h, L_ORDER, n) else 0
    hungry = hungry_as(w, n_out(w, side, L_ATT, n), n)
    column = column_seen(w, side, over, L_ATT, n, L_D, n_def, h, air, hungry)
    value = hope(w, side, over, column, L_ATT, n, L_D, n_def, h, trapped)
    return value if over == 1 else value - _at_stake(w, side, column, n)


@kernel
def _at_stake(w: World, side: int, column: int, n: int) -> int:
    """Return what it may cost that the n units of `L_ATT` who attack are all who hold a hex that counts."""
    stake = 0
    for k in range(n):
        h = w.u[HEX, w.lists[L_ATT, k]]
        if w.x[CITY_VP, h] > 0:
            here = 0
            for j in range(n):
                here += 1 if w.u[HEX, w.lists[L_ATT, j]] == h else 0
            if here == w.x[COUNT + side, h]:
                stake = max(stake, 10 * w.x[CITY_VP, h])
            elif not is_over(w, side):
                stake = max(stake, w.weights[side, W_STAKES] * w.x[CITY_VP, h] * here // 10)
    if stake == 0:
        return 0
    price, post = BIG, BIG
    for k in range(n):
        price = min(price, seen_worth(w, w.lists[L_ATT, k]))
        post = min(post, post_worth(w, w.lists[L_ATT, k]))
    price = min(stake // 4, price * weight(w, side, W_CARE) // 100) if side == SOVIET else stake // 4
    if not is_over(w, side):
        price += post
    cost = 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3 + 1]
        cost += stake if demand < 0 else demand * price
    return cost // 6


@kernel
def _without_guards(w: World, n: int) -> int:
    """Leave out of the n of `L_ATT` who is on guard; return how many are left."""
    kept = 0
    for k in range(n):
        u = w.lists[L_ATT, k]
        if w.u[PLANNED, u] != POSTED:
            w.lists[L_ATT, kept] = u
            kept += 1
    return kept


@kernel
def _who_may(w: World, side: int, h: int) -> int:
    """Write who may attack h into `L_ATT`; return how many.

    At the very end the weakest of several in a hex of Leningrad stays behind, so that no German walks in, and who cuts
    supply keeps out of it.
    """
    n = attackers_of(w, h, L_ATT)
    if is_over(w, side):
        n = _without_guards(w, n)
    for at in range(4 if is_over(w, side) else 0):
        own = w.lists[L_CITY, at]
        there, least = 0, -1
        for k in range(n):
            u = w.lists[L_ATT, k]
            if w.u[HEX, u] == own:
                there += 1
                if least < 0 or seen_attack(w, u) < seen_attack(w, w.lists[L_ATT, least]):
                    least = k
        if there > 1 and there == w.x[COUNT + SOVIET, own]:
            n -= 1
            w.lists[L_ATT, least] = w.lists[L_ATT, n]
    return n


@kernel
def muster(w: World, side: int, h: int, air: int) -> int:
    """Write who should attack h into `L_ATT`: all who may, or only those in supply if that promises more [9.2]."""
    n = _who_may(w, side, h)
    out = n_out(w, side, L_ATT, n)
    if out == 0 or out == n:
        return n
    value, kept = value_of(w, side, 0, n, h, air), 0
    for k in range(n):
        u = w.lists[L_ATT, k]
        if has_line(w, side, w.u[CLASS, u], w.u[HEX, u]) == 1:
            w.lists[L_ATT, kept] = u
            kept += 1
    return kept if value_of(w, side, 0, kept, h, air) > value else _who_may(w, side, h)
