"""Cuts before the last turn: where one or two Soviet units put most Germans out of supply for their next move [9.1].

The ways of German supply that pass the fewest hexes which units in reach could shut are sought, and what hangs on each
such hex is added up. One unit is set down where most hangs, then a second on what is left, and what they starve
is counted by the rules; they go only if that is worth more than what they could do elsewhere.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    PLANNED,
    Q_A,
    Q_B,
    Q_C,
    Q_D,
    Q_E,
    Q_F,
    Q_K,
    SOVIET,
)
from sim.games.leningrad.players.by_road import FAR, ways_by_road
from sim.games.leningrad.players.cutters import price_of
from sim.games.leningrad.players.groups import move_to
from sim.games.leningrad.players.reaching import FREE, POSTED, unit_bit
from sim.games.leningrad.players.roads import BITS, lead_lines
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import is_blocked, is_supplied
from sim.map.forces.world import ATT, BIG, COUNT, HEX, ON_MAP, STATE, TURN, World
from sim.map.forces.zones import lift, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel

FIRST_TURN = 4
LEAST = 15
"""Attack strength that a raid must starve to be worth a unit."""
LINE_HEXES = 4
"""Hexes beside the road to which supply is reckoned to reach."""
SHARE = 12
"""What a point of strength starved is worth, against quarters of strength taken from elsewhere."""


@barrier
def raid_roads(w: World, side: int) -> int:
    """Send one or two units where they starve most, if it pays; after `survey`. Return how many went."""
    if side != SOVIET or w.s[TURN] < FIRST_TURN or w.s[TURN] >= N_TURNS:
        return 0
    free = 0
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] == FREE:
            free |= unit_bit(SOVIET, u)
    if _hang(w, free) < LEAST:
        return 0
    before = _starved(w)
    s = _stand(w, free)
    if s < 0:
        return 0
    first = _cheapest(w, s, free)
    home, price = w.u[HEX, first], price_of(w, first)
    lift(w, first)
    place(w, first, s)
    one = _starved(w) - before
    free &= ~unit_bit(SOVIET, first)
    both, second, t = -BIG, -1, -1
    if _hang(w, free) >= LEAST:
        t = _stand(w, free)
        if t >= 0:
            second = _cheapest(w, t, free)
            back = w.u[HEX, second]
            lift(w, second)
            place(w, second, t)
            both = _starved(w) - before
            lift(w, second)
            place(w, second, back)
    lift(w, first)
    place(w, first, home)
    gain = SHARE * one - price if one >= LEAST else -BIG
    if second >= 0 and both >= 2 * LEAST and SHARE * both - price - price_of(w, second) > max(0, gain):
        w.u[PLANNED, first] = w.u[PLANNED, second] = POSTED
        move_to(w, first, s)
        move_to(w, second, t)
        return 2
    if gain > 0:
        w.u[PLANNED, first] = POSTED
        move_to(w, first, s)
        return 1
    return 0


@kernel
def _starved(w: World) -> int:
    """Return the attack strength of the Germans who are out of supply."""
    total = 0
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and not is_supplied(w, u):
            total += w.u[ATT, u]
    return total


@kernel
def _can_shut(w: World, h: int, free: int) -> bool:
    if w.x[COUNT + GERMAN, h] > 0:
        return False
    near = w.reach[h]
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0:
            near |= w.reach[n]
    return near & free != 0


@kernel
def _hang(w: World, free: int) -> int:
    """Write into `Q_F` how much strength hangs on each hex that a set can shut; return the most."""
    toll, hangs = w.q[Q_K], w.q[Q_F]
    for h in range(w.x.shape[1]):
        toll[h] = FAR if is_blocked(w, GERMAN, h) else 1 if _can_shut(w, h, free) else 0
    ways_by_road(w)
    lead_lines(w, LINE_HEXES)
    hangs[:] = 0
    most = 0
    for u in range(N_GERMAN):
        if w.u[STATE, u] != ON_MAP:
            continue
        at = w.u[HEX, u]
        label = w.q[Q_D, at] >> BITS
        if label < 1 or label >= FAR:
            continue
        worth = w.u[ATT, u]
        while at >= 0:
            if toll[at] == 1:
                hangs[at] += worth
                most = max(most, hangs[at])
            at = w.q[Q_E, at] if w.q[Q_E, at] >= 0 else w.q[Q_C, at]
    return most


@kernel
def _stand(w: World, free: int) -> int:
    """Return where a unit of a set shuts most of what hangs on hexes, or -1."""
    best, chosen = 0, -1
    for s in range(w.x.shape[1]):
        if w.reach[s] & free == 0 or w.x[COUNT + GERMAN, s] > 0 or w.x[COUNT + SOVIET, s] >= w.p[P_STACK]:
            continue
        value = w.q[Q_F, s]
        for d in range(6):
            n = w.neighbors[s, d]
            if n >= 0 and w.x[COUNT + GERMAN, n] == 0:
                value = max(value, w.q[Q_F, n])
        if value > best:
            best = value
            chosen = s
    return chosen


@kernel
def _cheapest(w: World, h: int, free: int) -> int:
    """Return the unit of a set that gets to a hex and has least to do elsewhere."""
    least, chosen = BIG, -1
    for u in range(N_GERMAN, N_UNITS):
        if w.reach[h] & free & unit_bit(SOVIET, u) != 0 and price_of(w, u) < least:
            least = price_of(w, u)
            chosen = u
    return chosen
