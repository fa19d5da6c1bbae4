"""Cuts before the last turn: where one or two Soviet units put most Germans out of supply for their next move [9.1].

The ways of German supply that pass the fewest hexes which units in reach could shut are sought, and what hangs on each
such hex is added up. One unit is set down where most hangs, then a second on what is left, and what they starve
is counted by the rules; they go only if that is worth more than what they could do elsewhere.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    L_BEST,
    L_TRY,
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
LEAST = 10
"""Attack strength that a raid must starve to be worth a unit."""
LINE_HEXES = 4
"""Hexes beside the road to which supply is reckoned to reach."""
MOST_TRIED = 3
"""Hexes on which most hangs that are tried for the first unit."""
SHARE = 24
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
    before, best, sent = _starved(w), 0, w.lists[L_BEST]
    n = _list_stands(w, free, 0, MOST_TRIED)
    for k in range(n):
        s = w.lists[L_TRY, k]
        u = _cheapest(w, s, free)
        home, price = w.u[HEX, u], price_of(w, u)
        _shift(w, u, s)
        starved = _starved(w) - before
        if starved >= LEAST and SHARE * starved - price > best:
            best = SHARE * starved - price
            sent[0], sent[1], sent[2] = u, s, -1
        best = _try_second(w, u, s, free & ~unit_bit(SOVIET, u), before, price, best)
        _shift(w, u, home)
    return _send(w) if best > 0 else 0


@kernel
def _try_second(w: World, first: int, s: int, free: int, before: int, price: int, best: int) -> int:
    """Try a second unit while the first stands where it would go; return the best so far."""
    if _hang(w, free) < LEAST or _list_stands(w, free, MOST_TRIED, 1) == 0:
        return best
    sent, t = w.lists[L_BEST], w.lists[L_TRY, MOST_TRIED]
    u = _cheapest(w, t, free)
    home = w.u[HEX, u]
    price += price_of(w, u)
    _shift(w, u, t)
    starved = _starved(w) - before
    _shift(w, u, home)
    if starved >= 2 * LEAST and SHARE * starved - price > best:
        best = SHARE * starved - price
        sent[0], sent[1], sent[2], sent[3] = first, s, u, t
    return best


@kernel
def _send(w: World) -> int:
    """Send who is written in `L_BEST`; return how many."""
    sent = w.lists[L_BEST]
    first, second, t = sent[0], sent[2], sent[3]
    w.u[PLANNED, first] = POSTED
    if second >= 0:
        w.u[PLANNED, second] = POSTED
    move_to(w, first, sent[1])
    if second < 0:
        return 1
    move_to(w, second, t)
    return 2


@kernel
def _shift(w: World, u: int, h: int) -> None:
    lift(w, u)
    place(w, u, h)


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
def _list_stands(w: World, free: int, first: int, most: int) -> int:
    """Write into `L_TRY`, from `first` on, where units of a set shut the hexes on which most hangs; return how many."""
    n = 0
    for _ in range(most):
        at = 0
        for h in range(w.x.shape[1]):
            if w.q[Q_F, h] > w.q[Q_F, at]:
                at = h
        if w.q[Q_F, at] < LEAST:
            break
        s = _stand_for(w, at, free)
        w.q[Q_F, at] = 0
        if s >= 0:
            w.lists[L_TRY, first + n] = s
            n += 1
    return n


@kernel
def _stand_for(w: World, at: int, free: int) -> int:
    """Return where a unit of a set shuts a hex and most others on which much hangs, or -1."""
    best, chosen = 0, -1
    for d in range(-1, 6):
        s = at if d < 0 else w.neighbors[at, d]
        if s < 0 or w.reach[s] & free == 0 or w.x[COUNT + GERMAN, s] > 0 or w.x[COUNT + SOVIET, s] >= w.p[P_STACK]:
            continue
        value = w.q[Q_F, s]
        for e in range(6):
            n = w.neighbors[s, e]
            value += w.q[Q_F, n] if n >= 0 else 0
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
