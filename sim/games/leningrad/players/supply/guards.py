"""Guards over the roads: who stays behind, so that no raid of the enemy starves the army ahead [9.1, 9.4].

Asked before a German move: if each Soviet unit walks as far as it can past who is sure to stay, on which road hexes
hangs the supply of how many? The cheapest division that gets there is kept, or sent, where it saves most.
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
    Q_G,
    Q_I,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.battles.odds import seen_attack
from sim.games.leningrad.players.moves.reaching import FREE, POSTED, can_reach
from sim.games.leningrad.players.names import W_GUARD
from sim.games.leningrad.players.supply.roads import CITY_TURN, feed, raid, raise_wall, stand
from sim.map.forces.world import BIG, COUNT, HEX, ON_MAP, ROADED, STATE, TURN, ZOC, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

FIRST_TURN = 8
"""The turn from which roads are guarded: then an army enters behind the front. On the last `close_rear` does it."""
MOST_GUARDS, MOST_LATE = 4, 2
"""Guards that are posted at most, and once Leningrad is stormed."""
MOST_TRIED = 2
"""Hexes that are tried for each guard, those first through which most raids come."""
MOST_ROADS = 3
"""Road hexes that are tried, each with the hex from which a raid comes there."""
MOST_VAIN = 2
"""Trials in vain, less one, after which none is made."""
MOBILE_PRICE, LATE_PRICE = 12, 240
"""What binding a mobile division costs besides, and once Leningrad is stormed."""


@barrier
def post_guards(w: World, side: int, by_road: bool) -> int:
    """Keep or send guards where a raid would starve many; after `survey`. Return how many.

    With `by_road` only on roads on which enough hang, since others may be needed for a storm; else where raids pass.
    """
    least = w.weights[GERMAN, W_GUARD]
    if side != GERMAN or least == 0 or not FIRST_TURN <= w.s[TURN] < N_TURNS:
        return 0
    most = MOST_GUARDS if by_road or w.s[TURN] < CITY_TURN else MOST_LATE
    raise_wall(w)
    raid(w, 0, -1)
    total, posted = feed(w), 0
    while posted < most and total > least:
        left = _post_best(w, least, total, by_road)
        if left == total:
            break
        total = left
        posted += 1
        if total > least and posted < most:
            raid(w, 0, -1)
            if by_road:
                feed(w)
    return posted


@kernel
def _post_best(w: World, least: int, total: int, by_road: bool) -> int:
    """Post the guard that saves most of a total at risk; return what is left of it."""
    n = _list_roads(w, least) if by_road else _list_ways(w)
    wall, kept = w.q[Q_I], w.q[Q_G]
    copy(kept, wall)
    best, chosen, at, rest = least, -1, -1, total
    for k in range(n):
        h = w.lists[L_TRY, k]
        u = _guard_for(w, h)
        if u < 0:
            continue
        stand(w, h)
        raid(w, 2, -1)
        left = feed(w)
        saved = total - left - _price(w, u, h)
        copy(wall, kept)
        if saved > best:
            best = saved
            chosen = u
            at = h
            rest = left
        if 3 * best > total or (k >= MOST_VAIN and chosen < 0):
            break  # no other can be much better
    if chosen < 0:
        return total
    move_to(w, chosen, at)
    w.u[PLANNED, chosen] = POSTED
    stand(w, w.u[HEX, chosen])
    return rest


@kernel
def _list_roads(w: World, least: int) -> int:
    """Write into `L_TRY` the hexes on which most hangs and a raid comes first; return how many."""
    hangs, risk = w.q[Q_F], w.q[Q_A]
    most = 0
    for h in range(w.x.shape[1]):
        most = max(most, hangs[h])
    n = 0
    for _ in range(MOST_ROADS if most >= least else 0):
        best, at = 0, -1
        for h in range(w.x.shape[1]):
            if (
                w.reach[h] != 0
                and 2 * hangs[h] >= most
                and hangs[h] >= least
                and 64 * risk[h] + min(63, hangs[h]) > best
            ):
                best = 64 * risk[h] + min(63, hangs[h])
                at = h
        if at < 0:
            break
        hangs[at] = 0
        n = _add(w, at, n)
        at = whence(w, at)
        n = _add(w, at, n) if w.reach[at] != 0 else n
    return n


@kernel
def _add(w: World, h: int, n: int) -> int:
    """Add a hex to `L_TRY` unless it is there; return how many there are."""
    for k in range(n):
        if w.lists[L_TRY, k] == h:
            return n
    w.lists[L_TRY, n] = h
    return n + 1


@kernel
def _list_ways(w: World) -> int:
    """Write into `L_TRY` where raids on most roads pass, not too near to where they begin, and a hex beside who raids.

    Return how many.
    """
    through, risk = w.q[Q_G], w.q[Q_A]
    fill(through, 0)
    most, source = 0, -1
    for h in range(w.x.shape[1]):
        if risk[h] > 0 and w.x[ROADED, h] != 0 and w.x[COUNT + SOVIET, h] == 0:
            at, come = -1, h
            while come != at:
                at = come
                through[at] += 1
                come = whence(w, at)
            if through[at] > most:
                most = through[at]
                source = at
    n = 0
    while n < MOST_TRIED:
        best, at = -BIG, -1
        for h in range(w.x.shape[1]):
            value = 2 * through[h] - 5 * risk[h]
            if through[h] > 0 and value > best and w.reach[h] != 0 and w.x[COUNT + SOVIET, h] == 0:
                best = value
                at = h
        if at < 0:
            break
        through[at] = 0
        w.lists[L_TRY, n] = at
        n += 1
    return _add_pin(w, source, n)


@kernel
def _add_pin(w: World, source: int, n: int) -> int:
    """Add to the n of `L_TRY` the hex beside the first raider and most others; return how many there are."""
    best, at = 0, -1
    for d in range(6 if source >= 0 and w.x[COUNT + SOVIET, source] > 0 else 0):
        h = w.neighbors[source, d]
        if h >= 0 and w.reach[h] != 0 and w.x[COUNT + SOVIET, h] == 0:
            value = 1
            for e in range(6):
                a = w.neighbors[h, e]
                value += 1 if a >= 0 and w.x[COUNT + SOVIET, a] > 0 else 0
            if value > best:
                best = value
                at = h
    return _add(w, at, n) if at >= 0 else n


@kernel
def whence(w: World, h: int) -> int:
    """Return the hex from which a raid comes into another: beside it, with most left; the same if it starts there."""
    best = h
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and w.q[Q_A, n] > w.q[Q_A, best]:
            best = n
    return best


@kernel
def _guard_for(w: World, h: int) -> int:
    """Return the free German unit that is cheapest to keep or send into a hex, or -1."""
    least, chosen = BIG, -1
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] == FREE and can_reach(w, GERMAN, u, h):
            price = _price(w, u, h)
            if price < least:
                least = price
                chosen = u
    return chosen


@kernel
def _price(w: World, u: int, h: int) -> int:
    """Return what it costs to bind a unit: its strength, more for who is mobile or in contact."""
    price = seen_attack(w, u) // 2
    if w.u[TYPE, u] != INF_TYPE:
        price += MOBILE_PRICE if w.s[TURN] < CITY_TURN else LATE_PRICE
    if w.u[HEX, u] != h:
        price += 2 + (12 if w.x[ZOC + 1, w.u[HEX, u]] > 0 else 0)
    return price
