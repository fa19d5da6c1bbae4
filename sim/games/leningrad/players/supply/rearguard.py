"""The roads on the last turn: who is free closes the holes by which a raid would starve the city [9.1, 16.0].

Nobody moves after the Soviet turn that follows, and a hex of Leningrad without supply counts nothing. So here everybody
counts as standing where he is; who is free goes where a raid would begin, or where it would end, and who is in the way
of one stays there.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    INF_TYPE,
    L_TRY,
    N_GERMAN,
    N_TURNS,
    PLANNED,
    Q_A,
    Q_F,
    Q_I,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.map.moves.closing import must_stay
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.battles.odds import seen_attack
from sim.games.leningrad.players.moves.reaching import FREE, POSTED, can_reach
from sim.games.leningrad.players.names import W_GUARD
from sim.games.leningrad.players.supply.guards import whence
from sim.games.leningrad.players.supply.roads import FREE_HEX, feed, raid, stand
from sim.map.forces.world import BIG, COUNT, HEX, ON_MAP, SLOT, STATE, TURN, ZOC, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

GIVEN, PRICES = 32, 64
"""First places in `L_TRY` of whether a listed hex is given up, and of what its cheapest unit costs to bind."""
MOST_GUARDS = 9
MOST_TRIED = 16
"""Hexes that are tried for each guard."""
MOBILE_PRICE, NEEDED_PRICE = 5, 5
"""What it costs to bind a mobile division, and one that is in the way of a raid where it stands."""


@barrier
def close_rear(w: World, side: int) -> int:
    """Close the roads behind the city on the last turn, after `survey`; return how many units were sent or kept."""
    if side != GERMAN or w.s[TURN] < N_TURNS or w.weights[GERMAN, W_GUARD] == 0:
        return 0
    _raise_all(w, -1)
    raid(w, 0, -1)
    total = feed(w)
    posted = 0
    while total > 0 and posted < MOST_GUARDS:
        left = _send_one(w, total)
        if left >= total:
            break
        total = left
        posted += 1
    return posted + _keep_needed(w)


@kernel
def _raise_all(w: World, but: int) -> None:
    """Write into `Q_I` all Germans where they stand now, but one."""
    fill(w.q[Q_I], FREE_HEX)
    for u in range(N_GERMAN):
        if u != but and w.u[STATE, u] == ON_MAP:
            stand(w, w.u[HEX, u])


@kernel
def _send_one(w: World, total: int) -> int:
    """Send the guard that saves most of what is at risk; return what is left at risk, on which a new raid is known."""
    n = _list_hexes(w)
    best, chosen, at = total, -1, -1
    for k in range(n):
        h = w.lists[L_TRY, k]
        u = _guard_for(w, h)
        if u < 0:
            continue
        _raise_all(w, u)
        stand(w, h)
        raid(w, 0, -1)
        left = feed(w) + _price(w, u)
        if left < best:
            best = left
            chosen = u
            at = h
        if 2 * best < total:
            break
    if chosen >= 0:
        move_to(w, chosen, at)
        w.u[PLANNED, chosen] = POSTED
    _raise_all(w, -1)
    raid(w, 0, -1)
    return min(total, feed(w)) if chosen >= 0 else total


@kernel
def _list_hexes(w: World) -> int:
    """Write into `L_TRY` where the raid on the road hex that it reaches first would begin, and on to where it ends."""
    hangs, risk = w.q[Q_F], w.q[Q_A]
    n = 0
    while n < MOST_TRIED:
        best, at = 0, -1
        for h in range(w.x.shape[1]):
            if hangs[h] > 0 and 64 * risk[h] + min(63, hangs[h]) > best:
                best = 64 * risk[h] + min(63, hangs[h])
                at = h
        if at < 0:
            break
        hangs[at] = 0
        first = n
        while at >= 0 and w.x[COUNT + SOVIET, at] == 0:
            if w.reach[at] != 0 and n < 64:
                w.lists[L_TRY, n] = at
                n += 1
            come = whence(w, at)
            at = come if come != at else -1
        for k in range((n - first) // 2):
            other = n - 1 - k
            w.lists[L_TRY, first + k], w.lists[L_TRY, other] = w.lists[L_TRY, other], w.lists[L_TRY, first + k]
    return min(n, MOST_TRIED)


@kernel
def _guard_for(w: World, h: int) -> int:
    """Return the free unit that is cheapest to send into a hex, or -1."""
    least, chosen = BIG, -1
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] == FREE and w.u[HEX, u] != h and can_reach(w, GERMAN, u, h):
            price = _price(w, u)
            if price < least:
                least = price
                chosen = u
    return chosen


@kernel
def _price(w: World, u: int) -> int:
    """Return what it costs to send a unit away from where it stands."""
    price = seen_attack(w, u) // 8
    if w.u[TYPE, u] != INF_TYPE:
        price += MOBILE_PRICE
    if w.x[COUNT + GERMAN, w.u[HEX, u]] == 1 and w.x[ZOC + SOVIET, w.u[HEX, u]] > 0:
        price += NEEDED_PRICE
    return price


@kernel
def _keep_needed(w: World) -> int:
    """Keep one unit in each hex that no raid may find empty, lest more be at risk; return how many.

    Hexes are given up in ever larger blocks while nothing more is at risk, those with the dearest units first. Soviets
    go as far as in supply: whoever leaves may feed them.
    """
    n = _list_free(w)
    given = w.lists[L_TRY, GIVEN : GIVEN + n]
    fill(given, 1)
    empty = _left_at_risk(w, n)
    if empty == 0:
        return 0
    n = _drop_untouched(w, n)
    fill(given, 0)
    total = _left_at_risk(w, n)
    if empty <= total:
        return 0
    at, size, kept = 0, (n + 1) // 2, 0
    while at < n:
        given[at : at + size] = 1
        if _left_at_risk(w, n) <= total:
            at += size
            size = min(2 * size, n - at)
            continue
        given[at : at + size] = 0
        if size > 1:
            size = size // 2
            continue
        w.u[PLANNED, _cheapest(w, w.lists[L_TRY, at])] = POSTED
        kept += 1
        at += 1
        size = min(2, n - at)
    return kept


@kernel
def _list_free(w: World) -> int:
    """Write into `L_TRY` where none but free Germans stand, the dearest first; return how many hexes."""
    n = 0
    for h in range(w.x.shape[1]):
        if w.x[COUNT + GERMAN, h] == 0 or not _may_empty(w, h):
            continue
        price, k = _price(w, _cheapest(w, h)), n
        while k > 0 and w.lists[L_TRY, PRICES + k - 1] < price:
            w.lists[L_TRY, k] = w.lists[L_TRY, k - 1]
            w.lists[L_TRY, PRICES + k] = w.lists[L_TRY, PRICES + k - 1]
            k -= 1
        w.lists[L_TRY, k], w.lists[L_TRY, PRICES + k] = h, price
        n += 1
    return n


@kernel
def _drop_untouched(w: World, n: int) -> int:
    """Drop from `L_TRY`, whose n hexes have just been given up, what no raid comes near; return how many are left."""
    kept = 0
    for k in range(n):
        if w.q[Q_A, w.lists[L_TRY, k]] > 0:
            w.lists[L_TRY, kept] = w.lists[L_TRY, k]
            kept += 1
    return kept


@kernel
def _may_empty(w: World, h: int) -> bool:
    """Return whether all Germans in a hex may leave it."""
    for k in range(w.x[COUNT + GERMAN, h]):
        u = w.x[SLOT + k, h]
        if w.u[PLANNED, u] != FREE or must_stay(w, u):
            return False
    return True


@kernel
def _cheapest(w: World, h: int) -> int:
    """Return the German unit in a hex that is cheapest to keep there."""
    chosen = w.x[SLOT, h]
    for k in range(1, w.x[COUNT + GERMAN, h]):
        if _price(w, w.x[SLOT + k, h]) < _price(w, chosen):
            chosen = w.x[SLOT + k, h]
    return chosen


@kernel
def _left_at_risk(w: World, n: int) -> int:
    """Return what is at risk once the hexes given up, of the n listed, are empty."""
    fill(w.q[Q_I], FREE_HEX)
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and not _is_given(w, w.u[HEX, u], n):
            stand(w, w.u[HEX, u])
    raid(w, 1, -1)
    return feed(w)


@kernel
def _is_given(w: World, h: int, n: int) -> bool:
    for k in range(n):
        if w.lists[L_TRY, k] == h:
            return w.lists[L_TRY, GIVEN + k] == 1
    return False
