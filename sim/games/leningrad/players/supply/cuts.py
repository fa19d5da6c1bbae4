"""The last word on supply: where one or two Soviet units starve the Germans in Leningrad once nobody can answer.

Each way of German supply must pass a hex that units in reach can enter or bring into their zone, or no cut exists. So
the way with the fewest such hexes is sought, a unit set down where it shuts one of them, and the points counted by the
rules; then the way that is left, for a second unit. Nothing moves until the best pair is found.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import L_A, L_BEST, L_D, N_GERMAN, N_UNITS, PLANNED, SOVIET
from sim.games.leningrad.map.upkeep import german_points
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.moves.reaching import FREE, POSTED, unit_bit
from sim.games.leningrad.players.supply.cutters import keep_cutters, price_of
from sim.games.leningrad.players.supply.lifelines import stands
from sim.games.leningrad.players.values import is_over
from sim.map.forces.world import BIG, HEX, ON_MAP, STATE, World
from sim.map.forces.zones import shift
from sim.match.barrier import barrier
from sim.match.compiled import kernel

POINT = 1000
"""What a German point weighs against the strength that a cut takes from elsewhere."""
ROUNDS = 3


@barrier
def cut_off(w: World, side: int) -> int:
    """Move who starves the Germans in Leningrad, and keep those where they are who do so already; after `survey`.

    Nothing before the last Soviet move. Return how many units were sent.
    """
    if not is_over(w, side):
        return 0
    sent = 0
    for _ in range(ROUNDS):
        now = _send_best(w)
        sent += now
        if now == 0:
            break
    keep_cutters(w, side)
    return sent


@kernel
def _send_best(w: World) -> int:
    """Send the one or two whose cut costs the Germans most, the cheapest of equals; return how many."""
    free = who_is_free(w)
    least = POINT * german_points(w)
    best = w.lists[L_BEST]
    best[0] = best[1] = -1
    n = stands(w, L_A, free)
    for k in range(n):
        h = w.lists[L_A, k]
        u = cheapest(w, h, free)
        home, price = w.u[HEX, u], price_of(w, u)
        shift(w, u, h)
        left = german_points(w)
        if POINT * left + price < least:
            least = POINT * left + price
            best[0], best[1] = u, -1
            best[2] = h
        if left > 0:
            least = _try_second(w, u, h, free & ~unit_bit(SOVIET, u), price, least)
        shift(w, u, home)
    first, second, at, beyond = best[0], best[1], best[2], best[3]
    if first < 0:
        return 0
    w.u[PLANNED, first] = POSTED
    move_to(w, first, at)
    if second < 0:
        return 1
    w.u[PLANNED, second] = POSTED
    move_to(w, second, beyond)
    return 2


@kernel
def _try_second(w: World, first: int, at: int, free: int, price: int, least: int) -> int:
    """Try a second unit while the first stands where it would go; return what the best cut so far leaves."""
    best = w.lists[L_BEST]
    for k in range(stands(w, L_D, free)):
        h = w.lists[L_D, k]
        u = cheapest(w, h, free)
        home = w.u[HEX, u]
        shift(w, u, h)
        now = POINT * german_points(w) + price + price_of(w, u)
        shift(w, u, home)
        if now < least:
            least = now
            best[0], best[1], best[2], best[3] = first, u, at, h
    return least


@kernel
def who_is_free(w: World) -> int:
    """Return a bit for each unit that may still be sent."""
    found = 0
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] == FREE:
            found |= unit_bit(SOVIET, u)
    return found


@kernel
def cheapest(w: World, h: int, free: int) -> int:
    """Return the unit of a set that gets to a hex and has least to do elsewhere."""
    least, chosen = BIG, -1
    for u in range(N_GERMAN, N_UNITS):
        if w.reach[h] & free & unit_bit(SOVIET, u) != 0 and price_of(w, u) < least:
            least = price_of(w, u)
            chosen = u
    return chosen
