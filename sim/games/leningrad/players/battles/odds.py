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
    N_GERMAN,
    N_UNITS,
    P_READING,
    P_WORTH,
    POOL_ATT,
    POOL_DEF,
    POOL_N,
    SH_DEF_OOS,
    SOVIET,
)
from sim.games.leningrad.map.readings import R25
from sim.games.leningrad.players.names import W_DOUBT, W_EFFORT
from sim.games.leningrad.players.values import step_worth
from sim.map.forces.retreat import danger
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import ATT, CLASS, COUNT, DEF, HEX, N_SOURCES, PHASE, SLOT, SOURCES, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel

SCALE = 4
"""Strengths are counted in quarters, so that the mean of untried units counts."""
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
    here = -1  # looked up where it matters
    for d in range(6):
        n = w.neighbors[h, d]
        if n < 0 or w.x[COUNT + side, n] > 0 or w.x[COUNT + enemy, n] >= w.p[P_STACK]:
            continue
        if w.x[COUNT + enemy, n] == 0 and w.x[ZOC + side, n] > 0:
            continue
        if here < 0:
            here = danger(w, row_from, n_from, h)
        away = danger(w, row_from, n_from, n)
        if away > here and (w.x[COUNT + enemy, n] > 0 or away > 1):
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
    rung = rung_of(attack, defense)
    if column_of(rung + shift + more) != column_of(rung + shift) and _starves(w, side, h, row, n, row_def, n_def):
        shift += more  # where supply would not tell, it is not looked up
    column = column_of(rung + shift)
    w.lists[L_H, WEAK] = w.lists[L_H, STOUT] = column
    off = _spread(w, row_def, n_def) if side == GERMAN and w.x[CITY_VP, h] > 0 else 0
    if off > 0 or defense < SCALE:
        w.lists[L_H, WEAK] = column_of(rung_of(attack, max(SCALE, defense - off)) + shift)
        w.lists[L_H, STOUT] = column_of(rung_of(attack, defense + off) + shift)
    return column


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
