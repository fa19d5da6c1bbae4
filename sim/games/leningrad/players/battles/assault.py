"""Combat phase and overruns of a quick player: the best attack first, at exact odds, reckoned anew after every die."""

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.battles.overrun import can_overrun, go_together, overrun
from sim.games.leningrad.map.battles.targets import attack, attackers_of, forced_attacks, is_target
from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    L_ATT,
    L_BEST,
    L_CITY,
    L_HEX,
    L_ORDER,
    N_GERMAN,
    N_UNITS,
    OPENER,
    OPENER_VP,
    PLANNED,
    Q_A,
    SOVIET,
)
from sim.games.leningrad.players.asked import note, weight
from sim.games.leningrad.players.battles.muster import muster, value_of
from sim.games.leningrad.players.battles.odds import (
    air_hoped,
    effort,
    is_trapped,
)
from sim.games.leningrad.players.battles.sparing import others_beside, spare_corps
from sim.games.leningrad.players.battles.taking import map_blows
from sim.games.leningrad.players.moves.danger import SURPRISE_TURN
from sim.games.leningrad.players.moves.reaching import FREE, POSTED, STORMS
from sim.games.leningrad.players.names import W_AIR, W_AIR_CITY, W_ATTACK, W_OVERRUN, W_REST, W_WAIT
from sim.games.leningrad.players.supply.cutters import keep_cutters, mark_cutters, mark_raiders
from sim.games.leningrad.players.values import gives_up_city, keeps_city, kept_back, least_worth, rests
from sim.map.forces.world import ACTIVE, BIG, COUNT, HEX, ON_MAP, SIDE, SLOT, STATE, TURN, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

MOST_FIGHTS = 40
"""Attacks of a phase at most, so that it ends."""
_AIR = 8
"""An attack is a number: so many times its units, and the air units that fly with them."""
SPARED = -BIG - 1
"""In place of what an attack on a hex promises: there is to be none in this phase."""
PATIENCE = 20
"""How much more a combat must promise to be worth waiting for: an overrun leaves the rest of the move open."""


@kernel
def _best_force(w: World, side: int, h: int, least: int) -> int:
    """Gather all who may attack h into `L_ATT`, and leave out who is worth more elsewhere or would only pay for it."""
    air = air_hoped(w, side, h)
    n = muster(w, side, h, air)
    value = value_of(w, side, 0, n, h, air)
    if side == GERMAN:
        n = spare_corps(w, n, h, air, value, least)
        value = value_of(w, side, 0, n, h, air)
    k = n - 1
    while k >= 0 and n > 1:
        u = w.lists[L_ATT, k]
        w.lists[L_ATT, k] = w.lists[L_ATT, n - 1]
        without = value_of(w, side, 0, n - 1, h, air)
        if without + _elsewhere(w, side, u, h, least) > value and without >= min(least, value):
            n -= 1
            value = without
        else:
            w.lists[L_ATT, k] = u
        k -= 1
    return n


@kernel
def _elsewhere(w: World, side: int, u: int, h: int, least: int) -> int:
    """Return what a unit is worth that does not attack h: in another battle, or at rest [14.9]."""
    if rests(w, u):
        return w.weights[side, W_REST] // 4 + 1
    for d in range(6):
        a = w.neighbors[w.u[HEX, u], d]
        if a >= 0 and a != h and w.x[COUNT + 1 - side, a] > 0 and w.q[Q_A, a] >= least:
            return effort(w, side, u)
    return 0


@kernel
def _air_for(w: World, side: int, over: int, n: int, h: int, value: int) -> int:
    """Return how many air units pay for themselves."""
    if side != GERMAN:
        return 0
    used = 0
    elsewhere = _air_elsewhere(w, h, n) * w.weights[side, W_AIR_CITY] // 100 if w.weights[side, W_AIR_CITY] > 0 else 0
    for air in range(1, air_free(w) + 1):
        more = value_of(w, side, over, n, h, air)
        if more - value >= max(w.weights[side, W_AIR] * air, elsewhere):
            used = air
    return used


@kernel
def _air_elsewhere(w: World, h: int, n_here: int) -> int:
    """Return what all free air adds to the best attack on another hex of Leningrad, by who stands beside it.

    The n who attack h, in `L_ATT`, do not count there.
    """
    best = 0
    for k in range(4):
        other = w.lists[L_CITY, k]
        if other == h or w.x[COUNT + SOVIET, other] == 0 or not is_target(w, other):
            continue
        for j in range(N_GERMAN):
            w.lists[L_BEST, j] = w.lists[L_ATT, j]
        n = others_beside(w, other, n_here)
        if n > 0:
            flown = value_of(w, GERMAN, 0, n, other, air_free(w))
            if flown >= weight(w, GERMAN, W_ATTACK):
                best = max(best, flown - max(0, value_of(w, GERMAN, 0, n, other, 0)))
        for j in range(N_GERMAN):
            w.lists[L_ATT, j] = w.lists[L_BEST, j]
    return best


@kernel
def _choose(w: World, least: int) -> int:
    """Write the best attack that promises as much into `L_ATT` and `L_HEX`; return it as a number, -1 for none."""
    side = w.s[ACTIVE]
    worth = w.q[Q_A]
    best, target = -BIG, -1
    w.x[CITY_VP, w.s[OPENER]] += w.s[OPENER_VP]  # only while it is weighed: the enemy's answers look there too
    first, last = (N_GERMAN, N_UNITS) if side == GERMAN else (0, N_GERMAN)
    for foe in range(first, last):
        h = w.u[HEX, foe]
        if w.u[STATE, foe] != ON_MAP:
            continue
        if worth[h] == BIG:  # not reckoned since something happened near by
            air = air_hoped(w, side, h)
            n = muster(w, side, h, air) if w.x[ZOC + side, h] > 0 and is_target(w, h) else 0
            worth[h] = value_of(w, side, 0, n, h, air) if n > 0 else -BIG
        if worth[h] > best:
            best = worth[h]
            target = h
    chosen = _attack_on(w, side, target, least) if target >= 0 and best >= least else -1
    w.x[CITY_VP, w.s[OPENER]] -= w.s[OPENER_VP]
    w.lists[L_HEX, 0] = target
    return chosen


@kernel
def _attack_on(w: World, side: int, target: int, least: int) -> int:
    """Write who had better attack a hex into `L_ATT`; return the attack as a number, -1 if nobody does."""
    n = _best_force(w, side, target, least)
    air = _air_for(w, side, 0, n, target, value_of(w, side, 0, n, target, 0))
    return _AIR * n + air if n > 0 else -1


@barrier
def resolve(w: World, chosen: int) -> int:
    """Fight the attack that was chosen; what is near is weighed anew before the next."""
    side, target = w.s[ACTIVE], w.lists[L_HEX, 0]
    attack(w, chosen // _AIR, 1, chosen % _AIR)
    first, last = (N_GERMAN, N_UNITS) if side == GERMAN else (0, N_GERMAN)
    for foe in range(first, last):
        h = w.u[HEX, foe]
        if w.u[STATE, foe] == ON_MAP and hexes_between(w, h, target) <= 4 and w.q[Q_A, h] != SPARED:
            w.q[Q_A, h] = BIG
    return 0


@barrier
def begin_fights(w: World) -> int:
    """See who fights and who does not, before the first attack of a phase."""
    side = w.s[ACTIVE]
    mark_cutters(w, side)
    mark_raiders(w, side)
    fill(w.u[PLANNED], FREE)
    keep_cutters(w, side)
    if side == GERMAN and w.s[TURN] == SURPRISE_TURN:
        map_blows(w)
    fill(w.q[Q_A], BIG)
    return 0


@barrier
def choose_fight(w: World) -> int:
    """Choose the best attack that pays, for `resolve`; return -1 if there is none."""
    return _choose(w, least_worth(w, w.s[ACTIVE]))


@barrier
def choose_further_fight(w: World) -> int:
    """Choose the best attack of those that do not pay, for `resolve`, once the others are fought; -1 if there is none.

    The attackers are those who do best in it: nobody is kept for another battle.
    """
    return _choose(w, 1 - BIG)


@kernel
def spare(w: World) -> None:
    """Let the hex be that was chosen to be attacked, for this phase."""
    w.q[Q_A, w.lists[L_HEX, 0]] = SPARED


@barrier
def fight_on(w: World) -> int:
    """Fight the attacks that pay, best first."""
    for _ in range(MOST_FIGHTS):
        chosen = choose_fight(w)
        if chosen < 0:
            break
        resolve(w, chosen)
    return 0


@barrier
def end_fights(w: World) -> int:
    """Fight what must be fought on turn 1, and forget which hex was to be opened for others."""
    if w.s[ACTIVE] == SOVIET and w.s[TURN] == 1:
        for _ in range(MOST_FIGHTS):
            chosen = _choose(w, -60)
            if chosen < 0:
                break
            resolve(w, chosen)
        forced_attacks(w)
    w.s[OPENER] = w.s[OPENER_VP] = 0
    return 0


@barrier
def fight_best(w: World) -> int:
    """Fight the attacks that pay, best first; on turn 1 the Soviets then fight those that they must."""
    begin_fights(w)
    fight_on(w)
    return end_fights(w)


@kernel
def _overrun_group(w: World, u: int, target: int) -> int:
    """Gather the unit and those that stand with it and can come along into `L_ATT`; return how many."""
    side = w.s[ACTIVE]
    h = w.u[HEX, u]
    n = 1
    w.lists[L_ATT, 0] = u
    least = kept_back(w, h) if w.x[CITY_VP, target] < w.x[CITY_VP, h] else 0
    for k in range(w.x[COUNT + side, h]):
        other = w.x[SLOT + k, h]
        if w.x[COUNT + side, h] - n <= least:
            break
        if (
            other != u
            and w.u[PLANNED, other] not in (STORMS, POSTED)
            and not keeps_city(w, side, other)
            and go_together(w, u, other)
            and can_overrun(w, other, target)
        ):
            w.lists[L_ATT, n] = other
            n += 1
    return n


@kernel
def _can_wait(w: World, side: int, h: int, value: int) -> bool:
    """Return whether a combat by all who stand beside h promises far more than an overrun worth `value`.

    It may promise less where the enemy has no way back.
    """
    n = attackers_of(w, h, L_ATT)
    waits = value_of(w, side, 0, n, h, 0)
    patience = w.weights[side, W_WAIT] if is_trapped(w, side, h, L_ORDER, n) else PATIENCE
    return waits > value + patience


@barrier
def overrun_if_good(w: World, u: int) -> int:
    """Overrun the best neighbor of a unit with all who stand with it, if it pays; return 1 if there was one."""
    side = w.s[ACTIVE]
    best, target = w.weights[side, W_OVERRUN] - 1, -1
    for d in range(6):
        h = w.neighbors[w.u[HEX, u], d]
        if h < 0 or w.x[COUNT + 1 - side, h] == 0 or not can_overrun(w, u, h) or gives_up_city(w, side, u, h):
            continue
        note(w, 1 << W_OVERRUN)
        n = _overrun_group(w, u, h)
        value = value_of(w, side, 1, n, h, 0)
        if value > best and not _can_wait(w, side, h, value):
            best = value
            target = h
    if target < 0:
        return 0
    n = _overrun_group(w, u, target)
    overrun(w, n, target, 0)
    return 1


@barrier
def overruns(w: World, side: int) -> int:
    """Let every stack that stands beside an enemy overrun him where it pays, again while it goes well."""
    for u in range(N_UNITS):
        if w.u[SIDE, u] != side or keeps_city(w, side, u) or w.u[PLANNED, u] in (STORMS, POSTED):
            continue
        for _ in range(3):
            if w.u[STATE, u] != ON_MAP or overrun_if_good(w, u) == 0:
                break
    return 0
