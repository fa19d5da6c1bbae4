"""What a battle promises a quick player: its column as both players see it, and the worth of the six rolls."""

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.battles.guests import adds_nothing
from sim.games.leningrad.map.battles.shifts import AS_SEEN, column_of, net_shift, rung_of
from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    KNOWN,
    L_H,
    N_COLUMNS,
    N_GERMAN,
    N_UNITS,
    P_CRT,
    P_READING,
    P_WORTH,
    POOL_ATT,
    POOL_DEF,
    POOL_N,
    Q_H,
    SH_DEF_OOS,
    SOVIET,
)
from sim.games.leningrad.map.readings import R25
from sim.games.leningrad.players.names import W_CARE, W_DOUBT, W_EFFORT, W_GROUND, W_RELIEF, W_THROWN, W_VAIN
from sim.games.leningrad.players.values import is_over, lasting, step_worth
from sim.map.forces.retreat import danger
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import ATT, BIG, CLASS, COUNT, DEF, HEX, N_SOURCES, PHASE, SLOT, SOURCES, STEPS, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel

SCALE = 4
"""Strengths are counted in quarters, so that the mean of untried units counts."""
LAST_HOPELESS, HOPELESS = 1, 120
"""At 1-3 and less the defender loses nothing in five rolls of six or in all; such an attack counts for so much less."""

LAST_VAIN = 4
"""Up to 2-1 no result puts three units out of a city hex, and five rolls of six cost the attacker."""

WEAK, STOUT = 1, 2
"""Places in `L_H` of the columns of an attack if the untried defenders are weak, or strong."""


@kernel
def seen_attack(w: World, u: int) -> int:
    """Return a unit's attack in quarters, the mean of the unseen ones if it is untried."""
    if w.u[KNOWN, u] == 1:
        return SCALE * w.u[ATT, u]
    kind = w.u[CLASS, u]
    return SCALE * w.s[POOL_ATT + kind] // max(1, w.s[POOL_N + kind])


@kernel
def seen_defense(w: World, u: int) -> int:
    """Return a unit's defense in quarters, the mean of the unseen ones if it is untried."""
    if w.u[KNOWN, u] == 1:
        return SCALE * w.u[DEF, u]
    kind = w.u[CLASS, u]
    return SCALE * w.s[POOL_DEF + kind] // max(1, w.s[POOL_N + kind])


@kernel
def effort(w: World, side: int, u: int) -> int:
    """Return what the strength of a unit that a battle does not need is worth elsewhere."""
    return 1 + w.weights[side, W_EFFORT] * seen_attack(w, u) // 16


@kernel
def seen_worth(w: World, u: int) -> int:
    """Return what a unit's next step is worth as both players see it."""
    if w.u[KNOWN, u] == 1:
        return step_worth(w, u, 0)
    return 12 + 3 * (seen_attack(w, u) + seen_defense(w, u)) // SCALE


@kernel
def list_defenders(w: World, side: int, h: int, row: int) -> int:
    """Write the enemies of a hex that count in its defense into a list; return how many.

    Whoever retreated from an overrun defends in the next one, and in the combat phase to come [7.8, 8.2].
    """
    n = 0
    for k in range(w.x[COUNT + 1 - side, h]):
        u = w.x[SLOT + k, h]
        if w.s[PHASE] in (2, 6) or not adds_nothing(w, u):
            w.lists[row, n] = u
            n += 1
    return n


@kernel
def is_trapped(w: World, side: int, h: int, row_from: int, n_from: int) -> bool:
    """Return whether the enemies in h find no safe hex if they are attacked from the hexes of a list."""
    enemy = 1 - side
    here = danger(w, row_from, n_from, h)
    for d in range(6):
        n = w.neighbors[h, d]
        if n < 0 or w.x[COUNT + side, n] > 0 or w.x[COUNT + enemy, n] >= w.p[P_STACK]:
            continue
        away = danger(w, row_from, n_from, n)
        if away <= here:
            continue
        if w.x[COUNT + enemy, n] > 0 or (w.x[ZOC + side, n] == 0 and away > 1):
            return False
    return True


@barrier
def column_seen(
    w: World, side: int, overrun: int, row: int, n: int, row_def: int, n_def: int, h: int, air: int, hungry: int
) -> int:
    """Return the column, 0 for 1-4, of an attack on a hex as both players would reckon it [`hungry_as`]."""
    attack, defense = 0, 0
    for k in range(n):
        u = w.lists[row, k]
        attack += seen_attack(w, u) * (100 - (1 - w.u[KNOWN, u]) * w.weights[side, W_DOUBT]) // 100
    for k in range(n_def):
        defense += seen_defense(w, w.lists[row_def, k])
    if attack == 0 or defense == 0:
        return 0
    w.lists[L_H, 0] = h
    flown = air_free(w) if side == SOVIET else 0  # the Germans see the attack coming [11.1]
    shift = net_shift(w, side, overrun, row, n, row_def, n_def, L_H, 1, air, flown, hungry, 0, AS_SEEN)
    more = w.p[P_WORTH + SH_DEF_OOS]
    rung = rung_of(attack, defense) + shift
    if column_of(rung + more) != column_of(rung) and _starves(w, side, h, row, n, row_def, n_def):
        shift += more  # where supply would not tell, it is not looked up
    off = _spread(w, row_def, n_def) if side == GERMAN and w.x[CITY_VP, h] > 0 else 0
    w.lists[L_H, WEAK] = column_of(rung_of(attack, max(SCALE, defense - off)) + shift)
    w.lists[L_H, STOUT] = column_of(rung_of(attack, defense + off) + shift)
    return column_of(rung_of(attack, defense) + shift)


@kernel
def _spread(w: World, row: int, n: int) -> int:
    """Return how far from its mean the defense of a list may well be, in quarters: the deviation times the root of 2.

    With the mean counted twice, both ends have the variance of as many drawn from the counters that nobody has seen.
    """
    total = 0
    for kind in range(2):
        drawn = 0
        for k in range(n):
            u = w.lists[row, k]
            drawn += 1 if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind else 0
        unseen = w.s[POOL_N + kind]
        if drawn == 0 or unseen < 2:
            continue
        squares = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind:
                squares += w.u[DEF, u] * w.u[DEF, u]
        deviations = max(0, unseen * squares - w.s[POOL_DEF + kind] * w.s[POOL_DEF + kind])
        total += 2 * SCALE * SCALE * drawn * deviations * (unseen - drawn) // (unseen * unseen * (unseen - 1))
    root = 0
    while (root + 1) * (root + 1) <= total:
        root += 1
    return root


@kernel
def air_hoped(w: World, side: int, h: int) -> int:
    """Return the air units that an attack on h may reckon with: all that are free, for a hex that decides the game."""
    return air_free(w) if side == GERMAN and w.x[CITY_VP, h] > 10 else 0


@kernel
def n_out(w: World, side: int, row: int, n: int) -> int:
    """Return how many units of a list have no supply where they stand."""
    out = 0
    for k in range(n):
        u = w.lists[row, k]
        out += 1 - has_line(w, side, w.u[CLASS, u], w.u[HEX, u])
    return out


@kernel
def hungry_as(w: World, out: int, n: int) -> int:
    """Return 1 if a force of n units counts as out of supply when so many of them are [9.2, ruling R25]."""
    if w.p[P_READING + R25] == 1:
        return 1 if out == n and n > 0 else 0
    return 1 if out > 0 else 0


@kernel
def _starves(w: World, side: int, h: int, row: int, n: int, row_def: int, n_def: int) -> bool:
    """Return whether the defenders of h will be out of supply."""
    return is_ringed(w, side, h, row, n) or hungry_as(w, n_out(w, 1 - side, row_def, n_def), n_def) == 1


@kernel
def is_ringed(w: World, side: int, h: int, row: int, n: int) -> bool:
    """Return whether no supply reaches the enemies in h once the units of a list stand where they attack from."""
    enemy = 1 - side
    for k in range(w.s[N_SOURCES + enemy]):
        if w.lists[SOURCES + enemy, k] == h:
            return False
    for d in range(6):
        a = w.neighbors[h, d]
        if a < 0 or w.x[COUNT + side, a] > 0:
            continue
        if w.x[COUNT + enemy, a] > 0:
            return False
        closed = w.x[ZOC + side, a] > 0
        for k in range(n):
            closed = closed or hexes_between(w, w.u[HEX, w.lists[row, k]], a) <= 1
        if not closed:
            return False
    return True


@kernel
def hope(
    w: World, side: int, over: int, column: int, row: int, n: int, row_def: int, n_def: int, h: int, trapped: int
) -> int:
    """Return what an attack just reckoned by `column_seen` promises, over the columns that the untried may leave it."""
    weak, stout = w.lists[L_H, WEAK], w.lists[L_H, STOUT]
    value = promise(w, side, over, column, row, n, row_def, n_def, h, trapped)
    if weak == stout:
        return value
    ends = promise(w, side, over, weak, row, n, row_def, n_def, h, trapped)
    ends += promise(w, side, over, stout, row, n, row_def, n_def, h, trapped)
    return (2 * value + ends) // 4


@barrier
def promise(
    w: World, side: int, over: int, column: int, row: int, n: int, row_def: int, n_def: int, h: int, trapped: int
) -> int:
    """Return the worth of an attack on a column, six rolls alike: what the enemy loses less what it costs.

    Attackers may retreat for little, but not out of an overrun that succeeds [7.6, ruling R28].
    """
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
    total_def, least_def, next_def = total_def * share // 100, least_def * share // 100, next_def * share // 100
    ground = w.weights[side, W_GROUND] * share // 100 + 10 * w.x[CITY_VP, h]
    if side == GERMAN:
        ground += w.weights[side, W_RELIEF] * w.q[Q_H, h]
    care = w.weights[side, W_CARE]
    free = is_over(w, side) and over == 0  # their steps count for nothing then, but who overruns could still attack
    if is_over(w, side):
        care = 0 if free else care // 4
    value = -HOPELESS if column <= LAST_HOPELESS and not free else 0
    if w.x[CITY_VP, h] > 0 and n_def > 2 and column <= LAST_VAIN and not free:
        value -= w.weights[side, W_VAIN]
    for die in range(6):
        at = P_CRT + (die * N_COLUMNS + column) * 3
        asked = least_def if w.p[at] == 1 else total_def if steps_def < 3 else least_def + next_def
        value += _gain(w.p[at], n_def, steps_def, total_def, asked, ground, trapped)
        stays = over == 1 and w.p[at] != 0
        value -= _cost(w, side, w.p[at + 1], total_own, least_own, n, stays) * care // 100
    return value // 6


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
