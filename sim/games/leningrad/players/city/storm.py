"""Assaults on Leningrad in the last turns: which hex first, and who goes [quick].

Before the last turn a hex is also worth what it opens: a hex of 30 points that is attacked from three hexes falls to
nine units when six cannot take it. On the last turn only points count, and all who are left join in.
"""

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    L_A,
    L_CITY,
    L_D,
    L_H,
    L_TRY,
    N_COLUMNS,
    N_TURNS,
    OPENER,
    OPENER_VP,
    P_CRT,
    SOVIET,
)
from sim.games.leningrad.players.battles.groups import group_worth
from sim.games.leningrad.players.battles.odds import STOUT, WEAK, list_defenders
from sim.games.leningrad.players.city.faces import send_all
from sim.games.leningrad.players.city.filling import best_assault, fill, volunteers
from sim.games.leningrad.players.moves.danger import SURPRISE_TURN, counterblow
from sim.games.leningrad.players.names import W_AIR, W_STORM
from sim.games.leningrad.players.values import least_worth
from sim.map.forces.world import BIG, COUNT, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

PROMISED = 120
"""First place in `L_TRY` of what the best assault on each of the four hexes promises."""
MANY = 10
"""Points above which a hex decides the game."""
OPENS = 200
"""What a better assault on such a hex counts for, percent, where another opens it: more than one turn may use it."""
LIKELY = 8
"""In how many of 24 cases an assault must leave a hex empty to go before one on a hex of 30 points."""
LEAST_BEFORE = 40
"""What an assault must promise by itself to be worth its while for what it opens."""


@barrier
def storm_cities(w: World, side: int) -> int:
    """Send all who are worth it against the hexes of Leningrad, the best assault first; return a bit for each one."""
    if w.s[TURN] < w.weights[side, W_STORM]:
        return 0
    tried = 0
    air = air_free(w) if side == GERMAN else 0
    for k in range(4):
        w.lists[L_TRY, PROMISED + k] = BIG
    for _ in range(4):
        code = _next_target(w, side, tried, air)
        if code < 0:
            break
        chosen, more = code % 4, code // 4
        tried |= 1 << chosen
        h = w.lists[L_CITY, chosen]
        if more > 0:
            w.s[OPENER], w.s[OPENER_VP] = h, more  # who fights must know it too
        w.x[CITY_VP, h] += more
        best = best_assault(w, side, h, air, -1)
        n = w.lists[L_A, 127]
        n_def = list_defenders(w, side, h, L_D)
        if air > 0 and best - group_worth(w, side, h, n, n_def, 0) >= w.weights[GERMAN, W_AIR]:
            air = 0
        w.x[CITY_VP, h] -= more
        send_all(w, side, h, n)
    return tried


@kernel
def _next_target(w: World, side: int, tried: int, air: int) -> int:
    """Return which of the four hexes to assault next, and four times the points that it opens; -1 if none pays.

    What did not pay while more units were free is not asked again.
    """
    least = least_worth(w, side)
    best, chosen = least - 1, -1
    for k in range(4):
        h = w.lists[L_CITY, k]
        if tried >> k & 1 == 1 or w.lists[L_TRY, PROMISED + k] < least or w.x[COUNT + 1 - side, h] == 0:
            continue
        value = best_assault(w, side, h, air, -1) - _surprise(w, side, h)
        w.lists[L_TRY, PROMISED + k] = value
        if value > best:
            best = value
            chosen = k
    if tried > 0 or chosen < 0 or side != GERMAN or w.s[TURN] == N_TURNS:
        return chosen
    return _opening(w, air, chosen, best) if w.x[CITY_VP, w.lists[L_CITY, chosen]] > MANY else chosen


@kernel
def _surprise(w: World, side: int, h: int) -> int:
    """Return what the surprise of turn 8 may cost the assault in `L_A` in the hex that it takes; after `map_danger`."""
    return counterblow(w, side, h, w.lists[L_A, 127]) if side == GERMAN and w.s[TURN] == SURPRISE_TURN else 0


@kernel
def _opening(w: World, air: int, chosen: int, now: int) -> int:
    """Return what `_next_target` does if what opens another way to the chosen hex of 30 points counts for that."""
    c, best, code = w.lists[L_CITY, chosen], now, chosen
    for k in range(4):
        h = w.lists[L_CITY, k]
        if w.apart[h, c] != 1 or w.x[CITY_VP, h] > MANY or w.x[COUNT + SOVIET, h] == 0:
            continue
        if w.lists[L_TRY, PROMISED + k] < LEAST_BEFORE:
            continue
        more = (best_assault(w, GERMAN, c, air, h) - now) * (OPENS if w.s[TURN] < N_TURNS - 1 else 100) // 1000
        if more > 0:
            w.x[CITY_VP, h] += more
            value = best_assault(w, GERMAN, h, air, -1)
            w.x[CITY_VP, h] -= more
            if value > best and _falls(w, h, air) >= LIKELY:
                best = value
                code = k + 4 * more
    return code


@kernel
def _falls(w: World, h: int, air: int) -> int:
    """Return in how many of 24 cases the assault on h in `L_A` leaves nobody there, over what the untried may be."""
    n_def = list_defenders(w, GERMAN, h, L_D)
    group_worth(w, GERMAN, h, w.lists[L_A, 127], n_def, air)
    column, weak, stout = w.lists[L_A, 126], w.lists[L_H, WEAK], w.lists[L_H, STOUT]
    return 2 * _clears(w, column, n_def) + _clears(w, weak, n_def) + _clears(w, stout, n_def)


@kernel
def _clears(w: World, column: int, n_def: int) -> int:
    """Return how many of the six rolls on a column put n defenders of one step out."""
    found = 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
        found += 1 if demand < 0 or demand >= n_def else 0
    return found


@barrier
def join_assaults(w: World, side: int, tried: int) -> int:
    """On the last turn let those who are left over join the assaults named by bits; return how many could."""
    found = 0
    for k in range(4 if w.s[TURN] == N_TURNS else 0):
        if tried >> k & 1 == 1:
            h = w.lists[L_CITY, k]
            n = fill(w, side, h, volunteers(w, side, h, -1, 0), 0, -1)
            send_all(w, side, h, n)
            found += n
    return found
