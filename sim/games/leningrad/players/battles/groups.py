"""Battle groups: all or nothing. For each enemy hex the units that can get beside it, until the odds are good [quick].

Units come up where they leave the enemy no way back, and who adds nothing is sent home. A group whose odds do not pay
is released whole; the best group goes first, and the others are reckoned anew.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    L_A,
    L_BEST,
    L_CITY,
    L_D,
    L_ORDER,
    L_OUT,
    L_PICK,
    L_SCORE,
    N_GERMAN,
    N_UNITS,
    PLANNED,
    Q_A,
    Q_ALLOWED,
    Q_B,
    SOVIET,
)
from sim.games.leningrad.map.moves.closing import allow_ends
from sim.games.leningrad.map.moves.march import go, reach
from sim.games.leningrad.players.battles.hoping import hope
from sim.games.leningrad.players.battles.odds import (
    air_hoped,
    column_seen,
    effort,
    hungry_as,
    is_trapped,
    list_defenders,
    seen_attack,
)
from sim.games.leningrad.players.moves.danger import counterblow, lone
from sim.games.leningrad.players.moves.last_word import overrun_before
from sim.games.leningrad.players.moves.reaching import (
    FREE,
    SENT,
    STORMS,
    berth_of,
    can_reach,
    shade,
    unit_bit,
    ways_shut,
)
from sim.games.leningrad.players.names import W_COLUMN, W_SUPPLY
from sim.games.leningrad.players.values import least_worth
from sim.map.forces.memory import last_cost
from sim.map.forces.supply import has_line
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    HEX,
    NOWHERE,
    ON_MAP,
    STATE,
    TURN,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel

UNIT_COST = 1
"""What a unit bound by a battle could do elsewhere, beside its strength."""


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
    air = air_hoped(w, side, h)
    n, kept = 0, 0
    value = -BIG
    shut = ways_shut(w, side, h)
    while n < 12:
        at, berth = -1, -1
        for k in range(free):
            if w.lists[L_ORDER, k] >= 0:
                berth = berth_of(w, side, w.lists[L_ORDER, k], h, n, shut)
                if berth >= 0:
                    at = k
                    break
        if at < 0:
            break
        w.lists[L_A, n] = w.lists[L_ORDER, at]
        w.lists[L_PICK, n] = w.neighbors[h, berth]
        w.lists[L_ORDER, at] = -1
        _note_supply(w, side, n)
        shut |= shade(berth)
        n += 1
        now = group_worth(w, side, h, n, n_def, air)
        if now > value:
            value = now
            kept = n
        if w.lists[L_A, 126] >= w.weights[side, W_COLUMN]:
            break
    if value >= least_worth(w, side):
        value = send_home(w, side, h, kept, n_def, value, air)
        value -= counterblow(w, side, h, w.lists[L_A, 127])
        if side == GERMAN and w.lists[L_A, 127] == 1:
            value -= lone(w, w.lists[L_A, 0], w.lists[L_PICK, 0])
    else:
        w.lists[L_A, 127] = kept
    return value


@kernel
def send_home(w: World, side: int, h: int, n: int, n_def: int, value: int, air: int) -> int:
    """Take out of a group who adds less than he is worth elsewhere; return what the rest promises."""
    k = n - 1
    while k >= 0 and n > 1:
        u, a = w.lists[L_A, k], w.lists[L_PICK, k]
        w.lists[L_A, k], w.lists[L_PICK, k] = w.lists[L_A, n - 1], w.lists[L_PICK, n - 1]
        _note_supply(w, side, k)
        now = group_worth(w, side, h, n - 1, n_def, air)
        if now + effort(w, side, u) > value and now >= least_worth(w, side):
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
def group_worth(w: World, side: int, h: int, n: int, n_def: int, air: int) -> int:
    """Return what an attack on h by the n units of `L_A` from their hexes promises with so many air units."""
    trapped = 1 if is_trapped(w, side, h, L_PICK, n) else 0
    out = 0
    for k in range(n):
        out += w.lists[L_OUT, k]
    _as_if_there(w, n)
    column = column_seen(w, side, 0, L_A, n, L_D, n_def, h, air, hungry_as(w, out, n))
    _as_if_there(w, n)
    w.lists[L_A, 126] = column
    cost = UNIT_COST * n + w.weights[side, W_SUPPLY] * out // 4
    return hope(w, side, 0, column, L_A, n, L_D, n_def, h, trapped) - cost


@kernel
def _candidates(w: World, side: int, h: int) -> int:
    """List the units still free that stand or can get beside h and have any strength, the strongest first; how many."""
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
        strength = seen_attack(w, u) if near & unit_bit(side, u) != 0 else 0
        if strength > 0:
            k = free
            while k > 0 and w.lists[L_SCORE, k - 1] < strength:
                w.lists[L_ORDER, k], w.lists[L_SCORE, k] = w.lists[L_ORDER, k - 1], w.lists[L_SCORE, k - 1]
                k -= 1
            w.lists[L_ORDER, k], w.lists[L_SCORE, k] = u, strength
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
            w.u[PLANNED, chosen] = STORMS
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
        if target < 0 or best < least_worth(w, side):
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
    overrun_before(w, u)
    reach(w, u)
    allow_ends(w, u)
    if last_cost(w, h) < NOWHERE and w.q[Q_ALLOWED, h] == 1:
        go(w, u, h)
