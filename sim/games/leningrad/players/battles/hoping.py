"""What an attack whose column is reckoned promises: the worth of the six rolls [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import CITY_VP, GERMAN, INF_TYPE, L_H, N_COLUMNS, P_CRT, Q_H, SOVIET, TYPE
from sim.games.leningrad.players.asked import weight
from sim.games.leningrad.players.battles.odds import STOUT, WEAK, seen_worth
from sim.games.leningrad.players.names import W_CARE, W_GROUND, W_RELIEF, W_THROWN, W_VAIN
from sim.games.leningrad.players.values import is_over, lasting, step_worth
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, STEPS, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

LAST_HOPELESS, HOPELESS = 1, 120
"""At 1-3 and less the defender loses nothing in five rolls of six or in all; such an attack counts for so much less."""

LAST_VAIN = 4
"""Up to 2-1 no result puts three units out of a city hex, and five rolls of six cost the attacker."""

SHUT_IN = 40
"""How much more the steps of panzers that have neither supply nor a way out count to Soviets, percent: next turn they
are fed again, or gone. In 6,000 paired games of quick players it cost and gained nothing (0.05 points, +- 0.23)."""


@barrier
def hope(
    w: World, side: int, over: int, column: int, row: int, n: int, row_def: int, n_def: int, h: int, trapped: int
) -> int:
    """Return what an attack just reckoned by `column_seen` promises, over the columns that the untried may leave it."""
    total_def, least_def, next_def, steps_def = 0, BIG, BIG, 0
    for k in range(n_def):
        u = w.lists[row_def, k]
        worth = seen_worth(w, u)
        total_def += worth
        steps_def += w.u[STEPS, u]
        after = BIG
        if w.u[STEPS, u] > 1:
            after = step_worth(w, u, 1)
            total_def += after
        if worth < least_def:
            next_def = min(least_def, after)
            least_def = worth
        else:
            next_def = min(next_def, worth)
    total_own, least_own = 0, BIG
    for k in range(n):
        worth = seen_worth(w, w.lists[row, k])
        total_own += worth * (2 if side == GERMAN else 1)
        least_own = min(least_own, worth)
    share = lasting(w, side, h)
    if side == SOVIET and trapped == 1 and _starving_panzers(w, w.lists[row_def, 0], h):
        share = share * (100 + SHUT_IN) // 100
    total_def, least_def, next_def = total_def * share // 100, least_def * share // 100, next_def * share // 100
    both = total_def if steps_def < 3 else least_def + next_def
    ground = w.weights[side, W_GROUND] * share // 100 + 10 * w.x[CITY_VP, h]
    prize = w.q[Q_H, h] if side == SOVIET else 0
    if side == GERMAN:
        ground += w.weights[side, W_RELIEF] * w.q[Q_H, h]
    weak, stout, value = w.lists[L_H, WEAK], w.lists[L_H, STOUT], 0
    for k in range(3):  # as reckoned, which counts twice, then if the untried are weak, and if they are strong
        found = _six_rolls(
            w, side, over, column if k == 0 else weak if k == 1 else stout, n, n_def, h, trapped, steps_def, total_def,
            least_def, both, total_own, least_own, ground,
        )  # fmt: skip
        if prize > 0:
            found += _prize(w, column if k == 0 else weak if k == 1 else stout, prize)
        if weak == stout:
            return found
        value += 2 * found if k == 0 else found
    return value // 4


@kernel
def _starving_panzers(w: World, u: int, h: int) -> bool:
    """Return whether the first defender of a hex is a German mobile division without supply."""
    return w.u[TYPE, u] != INF_TYPE and has_line(w, GERMAN, w.u[CLASS, u], h) == 0


@kernel
def _six_rolls(
    w: World, side: int, over: int, column: int, n: int, n_def: int, h: int, trapped: int, steps_def: int,
    total_def: int, least_def: int, both: int, total_own: int, least_own: int, ground: int,
) -> int:  # fmt: skip
    """Return the worth of an attack on a column, six rolls alike: what the enemy loses less what it costs.

    Attackers may retreat for little, but not out of an overrun that succeeds [7.6, ruling R28].
    """
    care = weight(w, side, W_CARE)
    free = is_over(w, side) and over == 0  # their steps count for nothing then, but who overruns could still attack
    if is_over(w, side):
        care = 0 if free else care // 4
    value = -HOPELESS if column <= LAST_HOPELESS and not free else 0
    if w.x[CITY_VP, h] > 0 and n_def > 2 and column <= LAST_VAIN and not free:
        value -= w.weights[side, W_VAIN]
    for die in range(6):
        at = P_CRT + (die * N_COLUMNS + column) * 3
        asked = least_def if w.p[at] == 1 else both
        value += _gain(w.p[at], n_def, steps_def, total_def, asked, ground, trapped)
        stays = over == 1 and w.p[at] != 0
        value -= _cost(w, side, w.p[at + 1], total_own, least_own, n, stays) * care // 100
    return value // 6


@kernel
def _prize(w: World, column: int, prize: int) -> int:
    """Return what of a prize for the hex counts: all where nobody is left, half where holding it costs two steps."""
    halves = 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
        halves += 2 if demand < 0 else 1 if demand > 1 else 0
    return prize * halves // 12


@kernel
def _gain(demand: int, n_def: int, steps_def: int, total: int, asked: int, ground: int, trapped: int) -> int:
    if demand == 0:
        return 0
    if demand < 0:
        return total + ground
    steps = asked + (ground if demand >= steps_def else 0)
    if trapped == 1:
        return steps
    return min(steps, ground + 6 * n_def)


@kernel
def _cost(w: World, side: int, demand: int, total: int, least: int, n: int, stays: bool) -> int:
    if demand < 0:
        return total
    if stays:
        return least * demand * (2 if n == 1 and demand > 1 else 1)
    return demand * min(least, w.weights[side, W_THROWN])
