"""How an assault gets to its faces: who is in the way makes room, who wait for each other step aside [quick]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    INF_TYPE,
    L_A,
    L_BEST,
    L_PICK,
    N_GERMAN,
    PLANNED,
    Q_ALLOWED,
    TYPE,
)
from sim.games.leningrad.map.moves.closing import allow_ends
from sim.games.leningrad.map.moves.march import go, reach
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.battles.odds import seen_attack
from sim.games.leningrad.players.moves.last_word import overrun_before
from sim.games.leningrad.players.moves.reaching import FREE, STORMS, can_reach
from sim.games.leningrad.players.values import stand_worth
from sim.map.forces.memory import last_cost, last_flood
from sim.map.forces.movement import pace_of
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import (
    BIG,
    BUDGET,
    CLASS,
    COUNT,
    EXTRA,
    HEX,
    N_REACH,
    NOWHERE,
    ON_MAP,
    SLOT,
    STATE,
    ZOC,
    World,
)
from sim.match.compiled import kernel


@kernel
def send_all(w: World, side: int, h: int, n: int) -> None:
    """Move an assault to its faces, in as many rounds as it takes for those in the way to go."""
    for k in range(n):
        w.lists[L_BEST, k], w.lists[L_BEST, 64 + k] = w.lists[L_A, k], w.lists[L_PICK, k]
        w.u[PLANNED, w.lists[L_A, k]] = STORMS
    for _ in range(8):
        moved = _clear_faces(w, side, h, n)
        for k in range(n):
            u, a = w.lists[L_BEST, k], w.lists[L_BEST, 64 + k]
            if w.u[STATE, u] == ON_MAP and w.u[HEX, u] != a and w.x[COUNT + side, a] < w.p[P_STACK]:
                move_to(w, u, a)
                moved = moved or w.u[HEX, u] == a
        if moved or _step_aside(w, side, n) or _relieve(w, side, n) or _open_behind(w, side, h, n):
            continue
        return


@kernel
def _relieve(w: World, side: int, n: int) -> bool:
    """Bring the weakest German infantry to one who cannot leave an enemy zone alone [6.3]; return whether it came."""
    for k in range(n if side == GERMAN else 0):
        u = w.lists[L_BEST, k]
        here = w.u[HEX, u]
        if w.u[STATE, u] != ON_MAP or here == w.lists[L_BEST, 64 + k]:
            continue
        if w.x[COUNT + side, here] != 1 or w.x[ZOC + 1 - side, here] == 0:
            continue
        other = _relief_for(w, here)
        if other >= 0:
            w.u[PLANNED, other] = STORMS
            move_to(w, other, here)
            return w.u[HEX, other] == here
    return False


@kernel
def _relief_for(w: World, h: int) -> int:
    """Return the weakest free German infantry division that gets to a hex, or -1."""
    least, chosen = BIG, -1
    for u in range(N_GERMAN):
        if w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] != FREE or w.u[TYPE, u] != INF_TYPE:
            continue
        if can_reach(w, GERMAN, u, h) and seen_attack(w, u) < least:
            least = seen_attack(w, u)
            chosen = u
    return chosen


@kernel
def _clear_faces(w: World, side: int, h: int, n: int) -> bool:
    """Send those away who are in the way of an assault and can go; return whether one went.

    The last of a stack cannot leave an enemy zone [6.3]: he goes once others have come.
    """
    went = False
    for d in range(6):
        a = w.neighbors[h, d]
        for _ in range(w.p[P_STACK] if a >= 0 else 0):
            if _too_many(w, side, a, n):
                went = _make_room(w, side, h, a) or went
    return went


@kernel
def _open_behind(w: World, side: int, h: int, n: int) -> bool:
    """Let a free unit make room behind a face of h for one there who is in the way; return whether one went."""
    for d in range(6):
        a = w.neighbors[h, d]
        if a < 0 or not _too_many(w, side, a, n):
            continue
        for e in range(6):
            m = w.neighbors[a, e]
            if m >= 0 and w.apart[m, h] > 1 and w.x[COUNT + side, m] == w.p[P_STACK] and _could_go(w, side, a, m):
                for k in range(w.p[P_STACK]):
                    u = w.x[SLOT + k, m]
                    to = _elsewhere(w, side, h, u) if w.u[PLANNED, u] == FREE else -1
                    if to >= 0:
                        w.u[PLANNED, u] = STORMS
                        go(w, u, to)
                        return True
    return False


@kernel
def _could_go(w: World, side: int, a: int, m: int) -> bool:
    """Return whether a free unit in a could get to m if there were room."""
    for k in range(w.x[COUNT + side, a]):
        u = w.x[SLOT + k, a]
        if w.u[PLANNED, u] == FREE and can_reach(w, side, u, m):
            return True
    return False


@kernel
def _step_aside(w: World, side: int, n: int) -> bool:
    """Let one of those who wait for each other's place go beside his own first; return whether one did."""
    for k in range(n):
        u, a = w.lists[L_BEST, k], w.lists[L_BEST, 64 + k]
        if w.u[STATE, u] != ON_MAP or w.u[HEX, u] == a or w.x[COUNT + side, w.u[HEX, u]] < w.p[P_STACK]:
            continue
        reach(w, u)
        allow_ends(w, u)
        best, chosen = w.u[BUDGET, u] + 1, -1
        for d in range(6):
            m = w.neighbors[a, d]
            if m < 0 or m == w.u[HEX, u] or last_cost(w, m) >= NOWHERE or w.q[Q_ALLOWED, m] == 0:
                continue
            cost = last_cost(w, m) + w.step[w.u[CLASS, u], m, (d + 3) % 6] * pace_of(w, side, m, a)
            if w.x[ZOC + 1 - side, m] == 0 and cost + w.x[EXTRA + side, a] < best:
                best = cost + w.x[EXTRA + side, a]
                chosen = m
        if chosen >= 0:
            overrun_before(w, u)
            go(w, u, chosen)
            return True
    return False


@kernel
def _too_many(w: World, side: int, a: int, n: int) -> bool:
    """Return whether somebody must leave a for the n of an assault, in `L_BEST`, who are to stand there."""
    coming, here = 0, w.x[COUNT + side, a]
    for k in range(n):
        coming += 1 if w.lists[L_BEST, 64 + k] == a else 0
        here -= 1 if w.u[HEX, w.lists[L_BEST, k]] == a else 0
    return coming > 0 and here + coming > w.p[P_STACK]


@kernel
def _make_room(w: World, side: int, h: int, a: int) -> bool:
    """Let the weakest free unit in a full face a of h that can go do so, to no other face; return whether one went."""
    passed = -1
    while True:
        least, chosen = BIG, -1
        for k in range(w.x[COUNT + side, a]):
            u = w.x[SLOT + k, a]
            rank = 64 * seen_attack(w, u) + k
            if w.u[PLANNED, u] == FREE and passed < rank < least:
                least = rank
                chosen = u
        if chosen < 0:
            return False
        passed = least
        to = _elsewhere(w, side, h, chosen)
        if to >= 0:
            w.u[PLANNED, chosen] = STORMS
            go(w, chosen, to)
            return True


@kernel
def _elsewhere(w: World, side: int, h: int, u: int) -> int:
    """Return the best hex to which a unit can go other than its own that is no face of h, or -1."""
    overrun_before(w, u)
    reach(w, u)
    allow_ends(w, u)
    for d in range(6):
        if w.neighbors[h, d] >= 0:
            w.q[Q_ALLOWED, w.neighbors[h, d]] = 0
    best, to = -BIG, -1
    for k in range(w.s[N_REACH]):
        n = last_flood(w)[k]
        if w.q[Q_ALLOWED, n] == 1 and n != w.u[HEX, u]:
            worth = stand_worth(w, side, u, n)
            if worth > best:
                best = worth
                to = n
    return to
