"""Battle groups: all or nothing. For each enemy hex the units that can get beside it, until the odds are good [quick].

Units come up where they leave the enemy no way back, and who adds nothing is sent home. A group whose odds do not pay
is released whole; the best group goes first, and the others are reckoned anew.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.closing import allow_ends, must_stay
from sim.games.leningrad.map.fields import (
    GERMAN,
    INF_TYPE,
    L_A,
    L_BEST,
    L_CITY,
    L_D,
    L_ORDER,
    L_OUT,
    L_PICK,
    L_SCORE,
    L_TRY,
    N_GERMAN,
    N_UNITS,
    PLANNED,
    Q_A,
    Q_ALLOWED,
    Q_B,
    REGEN,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.map.march import go, reach
from sim.games.leningrad.players.names import W_ATTACK, W_COLUMN, W_EFFORT, W_REST, W_SUPPLY
from sim.games.leningrad.players.odds import column_seen, hungry_as, is_trapped, list_defenders, promise, seen_attack
from sim.games.leningrad.players.values import keeps_city, rests
from sim.map.memory import last_cost, last_flood
from sim.map.rules import P_STACK
from sim.map.supply import has_line
from sim.map.world import (
    BIG,
    CLASS,
    COUNT,
    HEX,
    N_REACH,
    NOWHERE,
    ON_MAP,
    SIDE,
    STATE,
    STEPS,
    TERRAIN,
    TURN,
    ZOC,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel

UNIT_COST = 1
"""What a unit bound by a battle could do elsewhere, beside its strength."""
FREE, SENT, TIRED = 0, 1, 2
"""Values of `PLANNED`: nothing yet, where it belongs, on its way to rest."""


@barrier
def survey(w: World, side: int) -> int:
    """Flood for every unit of a side and note by hex who can reach it."""
    w.reach[:] = 0
    for u in range(N_UNITS):
        if w.u[SIDE, u] != side:
            continue
        w.u[PLANNED, u] = FREE
        if w.u[STATE, u] != ON_MAP:
            continue
        if must_stay(w, u) or keeps_city(w, side, u) or rests(w, u):
            w.reach[w.u[HEX, u]] |= _bit(side, u)
            continue
        reach(w, u)
        allow_ends(w, u)
        reached = last_flood(w)
        tired = needs_rest(w, u)
        for k in range(w.s[N_REACH]):
            h = reached[k]
            if w.q[Q_ALLOWED, h] == 1:
                w.reach[h] |= _bit(side, u)
                if tired and w.x[REGEN, h] == 1 and w.x[ZOC + SOVIET, h] == 0:
                    w.u[PLANNED, u] = TIRED
    return 0


@kernel
def needs_rest(w: World, u: int) -> bool:
    """Return whether a German mobile division is reduced and can still be turned over in time [14.6, 14.9]."""
    if u >= N_GERMAN or w.u[STEPS, u] != 1 or w.u[TYPE, u] == INF_TYPE:
        return False
    return w.s[TURN] <= 10 and w.weights[GERMAN, W_REST] > 0


@kernel
def _bit(side: int, u: int) -> int:
    return 1 << (u - (0 if side == GERMAN else N_GERMAN))


@kernel
def can_reach(w: World, side: int, u: int, h: int) -> bool:
    """Return whether the survey found that a unit can get to a hex, or stands there."""
    return w.reach[h] & _bit(side, u) != 0


@kernel
def _ways_shut(w: World, side: int, h: int) -> int:
    """Return a bit for each direction in which the enemies of h have no way back already."""
    shut = 0
    for d in range(6):
        n = w.neighbors[h, d]
        foes = 0 if n < 0 else w.x[COUNT + 1 - side, n]
        if n < 0 or w.x[COUNT + side, n] > 0 or foes >= w.p[P_STACK] or (foes == 0 and w.x[ZOC + side, n] > 0):
            shut |= 1 << d
    return shut


@kernel
def _shade(d: int) -> int:
    """Return the directions in which nobody gets farther from an attacker who stands in direction d."""
    return 1 << d | 1 << (d + 1) % 6 | 1 << (d + 5) % 6


@kernel
def _berth(w: World, side: int, u: int, h: int, n: int, shut: int) -> int:
    """Return in which direction of h a unit would stand to attack it, or -1: where it shuts most ways back."""
    worth = w.lists[L_TRY]
    for d in range(6):
        a = w.neighbors[h, d]
        worth[d] = -BIG
        if a < 0 or not can_reach(w, side, u, a) or w.x[COUNT + 1 - side, a] > 0:
            continue
        there = w.x[COUNT + side, a]
        for k in range(n):
            if w.lists[L_PICK, k] == a and w.u[HEX, w.lists[L_A, k]] != a:
                there += 1
        value = (1 if there == 0 else 0) - w.x[ZOC + 1 - side, a]
        if a == w.u[HEX, u]:
            value += 3
        elif there >= w.p[P_STACK]:
            continue
        more = _shade(d) & ~shut
        value += 6 * ((more & 1) + (more >> 1 & 1) + (more >> 2 & 1) + (more >> 3 & 1) + (more >> 4 & 1) + (more >> 5))
        value -= 4 if w.sides[h, d] & 1 else 0
        worth[d] = value + (1 if w.x[TERRAIN, a] != 1 else 0)
    looked = 0
    while True:  # supply is looked at only where the unit would go
        d = 0
        for other in range(1, 6):
            d = other if worth[other] > worth[d] else d
        if worth[d] == -BIG:
            return -1
        if looked >> d & 1 == 1 or has_line(w, side, w.u[CLASS, u], w.neighbors[h, d]) == 1:
            return d
        worth[d] -= w.weights[side, W_SUPPLY] // 4
        looked |= 1 << d


@kernel
def _as_if_there(w: World, n: int) -> None:
    """Swap the hexes of a group's units with the hexes they would attack from."""
    for k in range(n):
        u = w.lists[L_A, k]
        kept = w.u[HEX, u]
        w.u[HEX, u] = w.lists[L_PICK, k]
        w.lists[L_PICK, k] = kept


@barrier
def build_group(w: World, side: int, h: int) -> int:
    """Gather units against an enemy hex into `L_A`, their hexes into `L_PICK`; return its worth.

    The number of units is left at the end of `L_A`.
    """
    n_def = list_defenders(w, side, h, L_D)
    free = _candidates(w, side, h)
    n, kept = 0, 0
    value = -BIG
    shut = _ways_shut(w, side, h)
    while n < 12:
        best, at, berth = 0, -1, -1
        for k in range(free):
            u = w.lists[L_ORDER, k]
            if u < 0 or w.lists[L_SCORE, k] <= best:
                continue
            d = _berth(w, side, u, h, n, shut)
            if d >= 0:
                best = w.lists[L_SCORE, k]
                at = k
                berth = d
        if at < 0:
            break
        w.lists[L_A, n] = w.lists[L_ORDER, at]
        w.lists[L_PICK, n] = w.neighbors[h, berth]
        w.lists[L_ORDER, at] = -1
        _note_supply(w, side, n)
        shut |= _shade(berth)
        n += 1
        now = _worth(w, side, h, n, n_def)
        if now > value:
            value = now
            kept = n
        if w.lists[L_A, 126] >= w.weights[side, W_COLUMN]:
            break
    if value >= w.weights[side, W_ATTACK]:
        value = _send_home(w, side, h, kept, n_def, value)
    else:
        w.lists[L_A, 127] = kept
    return value


@kernel
def _send_home(w: World, side: int, h: int, n: int, n_def: int, value: int) -> int:
    """Take out of a group who adds less than he is worth elsewhere; return what the rest promises."""
    k = n - 1
    while k >= 0 and n > 1:
        u, a = w.lists[L_A, k], w.lists[L_PICK, k]
        w.lists[L_A, k], w.lists[L_PICK, k] = w.lists[L_A, n - 1], w.lists[L_PICK, n - 1]
        _note_supply(w, side, k)
        now = _worth(w, side, h, n - 1, n_def)
        if now + effort(w, side, u) > value and now >= w.weights[side, W_ATTACK]:
            value = now
            n -= 1
        else:
            w.lists[L_A, k], w.lists[L_PICK, k] = u, a
            _note_supply(w, side, k)
        k -= 1
    w.lists[L_A, 127] = n
    return value


@kernel
def _note_supply(w: World, side: int, k: int) -> None:
    """Note whether the unit at a place of a group would be out of supply where it attacks from."""
    w.lists[L_OUT, k] = 1 - has_line(w, side, w.u[CLASS, w.lists[L_A, k]], w.lists[L_PICK, k])


@kernel
def effort(w: World, side: int, u: int) -> int:
    """Return what the strength of a unit that a battle does not need is worth elsewhere."""
    return 1 + w.weights[side, W_EFFORT] * seen_attack(w, u) // 16


@kernel
def _worth(w: World, side: int, h: int, n: int, n_def: int) -> int:
    trapped = 1 if is_trapped(w, side, h, L_PICK, n) else 0
    out = 0
    for k in range(n):
        out += w.lists[L_OUT, k]
    _as_if_there(w, n)
    column = column_seen(w, side, 0, L_A, n, L_D, n_def, h, 0, hungry_as(w, out, n))
    _as_if_there(w, n)
    w.lists[L_A, 126] = column
    cost = UNIT_COST * n + w.weights[side, W_SUPPLY] * out // 4
    return promise(w, side, 0, column, L_A, n, L_D, n_def, h, trapped) - cost


@kernel
def _candidates(w: World, side: int, h: int) -> int:
    """List the units still free that stand or can get beside h, with their strengths; return how many."""
    near = 0
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0:
            near |= w.reach[a]
    free = 0
    if near == 0:
        return 0
    first, last = (0, N_GERMAN) if side == GERMAN else (N_GERMAN, N_UNITS)
    for u in range(first, last):
        if w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] != FREE:
            continue
        if near & _bit(side, u) != 0:
            w.lists[L_ORDER, free] = u
            w.lists[L_SCORE, free] = seen_attack(w, u)
            free += 1
    return free


@barrier
def grab_cities(w: World, side: int) -> int:
    """Send the weakest unit that can get there in supply into each empty hex that counts, in the last two turns."""
    if side != GERMAN or w.s[TURN] < 11:
        return 0
    for k in range(4):
        h = w.lists[L_CITY, k]
        if w.x[COUNT + GERMAN, h] > 0 or w.x[COUNT + SOVIET, h] > 0:
            continue
        least, chosen = BIG, -1
        for u in range(N_GERMAN):
            free = w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] == FREE and can_reach(w, GERMAN, u, h)
            if free and seen_attack(w, u) < least:
                if has_line(w, GERMAN, w.u[CLASS, u], h) == 1:
                    least = seen_attack(w, u)
                    chosen = u
        if chosen >= 0:
            w.u[PLANNED, chosen] = SENT
            move_to(w, chosen, h)
    return 0


@barrier
def send_groups(w: World, side: int) -> int:
    """Send the best groups to their battles, one after the other, until none pays; return how many went."""
    worth, foes, n_foes = w.q[Q_A], w.q[Q_B], 0
    for h in range(w.x.shape[1]):
        if w.x[COUNT + 1 - side, h] > 0:
            worth[h] = BIG
            foes[n_foes] = h
            n_foes += 1
    sent = 0
    for _ in range(200):
        best, target = -BIG, -1
        for k in range(n_foes):
            if worth[foes[k]] > best:
                best = worth[foes[k]]
                target = foes[k]
        if target < 0 or best < w.weights[side, W_ATTACK]:
            break
        value = build_group(w, side, target)
        if value < best:
            worth[target] = value
            continue
        worth[target] = -BIG
        _send(w, w.lists[L_A, 127])
        sent += 1
    return sent


@kernel
def _send(w: World, n: int) -> None:
    for k in range(n):
        w.lists[L_BEST, k] = w.lists[L_A, k]
        w.lists[L_BEST, 64 + k] = w.lists[L_PICK, k]
    for k in range(n):
        u = w.lists[L_BEST, k]
        w.u[PLANNED, u] = SENT
        move_to(w, u, w.lists[L_BEST, 64 + k])


@kernel
def move_to(w: World, u: int, h: int) -> None:
    """Move a unit to a hex if it still can."""
    if w.u[HEX, u] == h:
        return
    reach(w, u)
    allow_ends(w, u)
    if last_cost(w, h) < NOWHERE and w.q[Q_ALLOWED, h] == 1:
        go(w, u, h)
