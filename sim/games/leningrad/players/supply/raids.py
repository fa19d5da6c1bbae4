"""Cuts before the last turn: where one or two Soviet units put most Germans out of supply for their next move [9.1].

A German without supply moves half as far and attacks two columns worse, and so is he attacked at once. The ways of
supply that pass the fewest hexes which units in reach could shut are sought, and the strength that hangs on each such
hex is added up. A unit is set down where most hangs, then a second on what is left, and whom they starve is counted by
the rules; they go only if that is worth more than what they could do elsewhere.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARRIVES,
    CITY_VP,
    GERMAN,
    L_BEST,
    L_CITY,
    L_TRY,
    MOBILE,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    PLANNED,
    Q_ALLOWED,
    Q_C,
    Q_D,
    Q_E,
    Q_F,
    Q_K,
    SOVIET,
)
from sim.games.leningrad.map.moves.arrivals import bring_in, choose_entry, is_due
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.moves.last_word import overrun_before
from sim.games.leningrad.players.moves.reaching import POSTED, unit_bit
from sim.games.leningrad.players.names import W_DELAY
from sim.games.leningrad.players.supply.by_road import FAR, ways_by_road
from sim.games.leningrad.players.supply.cuts import cheapest, who_is_free
from sim.games.leningrad.players.supply.cutters import price_of
from sim.games.leningrad.players.supply.roads import BITS, lead_lines
from sim.map.forces.memory import last_cost, last_flood
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import is_blocked, is_supplied
from sim.map.forces.world import ATT, CLASS, COUNT, HEX, N_REACH, NOWHERE, ON_MAP, STATE, TURN, WAITING, ZOC, World
from sim.map.forces.zones import lift, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

FIRST_TURN = 4
COME_IN = 9
"""The turn from which mobile units that come in raid as well: +1.1 points a game to the Soviets (0.8 to 1.4; n = 6,000)
between quick players. From turn 4 to 8 they gain nothing by it (+0.1, -0.3 to +0.5; n = 4,800)."""
LEAST = 10
"""Attack strength that a raid must starve for each unit that it takes; with 30 the Soviets gained a point less."""
LINE_HEXES = 4
"""Hexes beside the road to which supply is reckoned to reach."""
MOST_TRIED = 2
"""Hexes on which most hangs that are tried for the first unit."""
SHARE = 24
"""What a point of strength starved is worth, against quarters of strength taken from elsewhere."""


@barrier
def raid_roads(w: World, side: int) -> int:
    """Send one or two units where they starve most, if it pays; after `survey`. Return how many went.

    The search writes into the rows of `map_danger`.
    """
    if side != SOVIET or w.s[TURN] < FIRST_TURN or w.s[TURN] >= N_TURNS:
        return 0
    return _raid_with(w, _raiders(w))


@kernel
def _raiders(w: World) -> int:
    """Return who may go: nobody out of Leningrad, nor who could fill a hex of 30 points beside Germans."""
    free = who_is_free(w)
    if w.s[TURN] >= COME_IN:
        free |= _survey_arrivals(w)
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP and w.x[CITY_VP, w.u[HEX, u]] > 0:
            free &= ~unit_bit(SOVIET, u)
    for k in range(4):
        h = w.lists[L_CITY, k]
        has_room = w.x[COUNT + GERMAN, h] == 0 and w.x[COUNT + SOVIET, h] < w.p[P_STACK]
        if w.x[CITY_VP, h] > 10 and has_room and w.x[ZOC + GERMAN, h] > 0:
            free &= ~w.reach[h]
    return free


@kernel
def _raid_with(w: World, free: int) -> int:
    """Send one or two units of a set where they starve most, if it pays; return how many went."""
    if _hang(w, free) < LEAST:
        return 0
    before, best, sent = _starved(w), 0, w.lists[L_BEST]
    n = _list_stands(w, free, 0, MOST_TRIED)
    for k in range(n):
        s = w.lists[L_TRY, k]
        u = cheapest(w, s, free)
        home, price = w.u[HEX, u], price_of(w, u)
        _set_down(w, u, s)
        starved = _starved(w) - before
        if starved >= LEAST and SHARE * starved - price > best:
            best = SHARE * starved - price
            sent[0], sent[1], sent[2] = u, s, -1
        best = _try_second(w, u, s, free & ~unit_bit(SOVIET, u), before, price, best)
        _set_down(w, u, home)
    return _send(w) if best > 0 else 0


@kernel
def _try_second(w: World, first: int, s: int, free: int, before: int, price: int, best: int) -> int:
    """Try a second unit while the first stands where it would go; return the best so far."""
    if _hang(w, free) < LEAST or _list_stands(w, free, MOST_TRIED, 1) == 0:
        return best
    sent, t = w.lists[L_BEST], w.lists[L_TRY, MOST_TRIED]
    u = cheapest(w, t, free)
    home = w.u[HEX, u]
    price += price_of(w, u)
    _set_down(w, u, t)
    starved = _starved(w) - before
    _set_down(w, u, home)
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
    s = sent[1]
    _go_or_enter(w, first, s)
    if second < 0:
        return 1
    _go_or_enter(w, second, t)
    return 2


@kernel
def _survey_arrivals(w: World) -> int:
    """Note in `World.reach` where mobile units that are due get to when they come in; return a bit for each."""
    found = 0
    for u in range(N_GERMAN, N_UNITS):
        if w.u[CLASS, u] != MOBILE or not is_due(w, u) or w.s[TURN] < w.u[ARRIVES, u] + w.weights[SOVIET, W_DELAY]:
            continue
        found |= unit_bit(SOVIET, u)
        for k in range(entries(w, u)):
            if choose_entry(w, u, k) < 0:
                break
            reached = last_flood(w)
            for i in range(w.s[N_REACH]):
                if w.q[Q_ALLOWED, reached[i]] == 1:
                    w.reach[reached[i]] |= unit_bit(SOVIET, u)
    return found


@kernel
def _set_down(w: World, u: int, h: int) -> None:
    """Set a unit down in a hex as a trial; one still to come in waits again where the hex is none."""
    if w.u[HEX, u] >= 0:
        lift(w, u)
    if h >= 0:
        place(w, u, h)
    else:
        w.u[STATE, u] = WAITING


@kernel
def _go_or_enter(w: World, u: int, h: int) -> None:
    """Move a unit to a hex if it still can, or bring it in there."""
    if w.u[STATE, u] == ON_MAP:
        move_to(w, u, h)
        return
    overrun_before(w, u)
    for k in range(entries(w, u)):
        entry = choose_entry(w, u, k)
        if entry >= 0 and last_cost(w, h) < NOWHERE and w.q[Q_ALLOWED, h] == 1:
            bring_in(w, u, entry, h)
            return


@kernel
def _starved(w: World) -> int:
    """Return the attack strength of the Germans who are out of supply."""
    total = 0
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and not is_supplied(w, u):
            total += w.u[ATT, u]
    return total


@kernel
def _hang(w: World, free: int) -> int:
    """Write into `Q_F` how much strength hangs on each hex that a set can shut; return the most."""
    toll, hangs = w.q[Q_K], w.q[Q_F]
    _charge(w, free)
    ways_by_road(w)
    lead_lines(w, LINE_HEXES)
    fill(hangs, 0)
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
def _charge(w: World, free: int) -> None:
    """Write into `Q_K` which hexes a set can shut, by entering them or by its zone; no supply passes the blocked."""
    toll = w.q[Q_K]
    fill(toll, 0)
    for h in range(w.x.shape[1]):
        if w.reach[h] & free != 0:
            toll[h] = 1
            for d in range(6):
                if w.neighbors[h, d] >= 0:
                    toll[w.neighbors[h, d]] = 1
    for h in range(w.x.shape[1]):
        if is_blocked(w, GERMAN, h):
            toll[h] = FAR
        elif w.x[COUNT + GERMAN, h] > 0:
            toll[h] = 0


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
