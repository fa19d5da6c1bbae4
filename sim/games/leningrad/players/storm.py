"""Assaults on Leningrad in the last turns: every face of a hex is filled with the strongest in reach [quick].

A stack that means to stand is put out of a hex only by an E, and above 6-1 an attack costs nothing. So nothing is saved
here: who stands on a face makes room for a stronger one, panzer corps come together, and on the last turn all who are
left join in.
"""

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.fields import (
    CORPS,
    GERMAN,
    L_A,
    L_CITY,
    L_D,
    L_ORDER,
    L_OUT,
    L_PICK,
    L_SCORE,
    L_TRY,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    PLANNED,
)
from sim.games.leningrad.players.faces import send_all
from sim.games.leningrad.players.groups import group_worth, send_home
from sim.games.leningrad.players.names import W_AIR, W_STORM
from sim.games.leningrad.players.odds import list_defenders, seen_attack
from sim.games.leningrad.players.reaching import FREE, can_reach
from sim.games.leningrad.players.values import least_worth
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    HEX,
    ON_MAP,
    SLOT,
    STATE,
    TURN,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel

NOBODY = -1
ROOM, FILLED, WHERE = 110, 117, 0
"""Places in `L_TRY`: the room left on the six faces, the units placed, and from 0 on the face of each candidate."""
_BASE = 8
"""Panzer corps and the faces kept for them are written as digits to this base: 1 + the direction, 0 for none."""


@barrier
def storm_cities(w: World, side: int) -> int:
    """Send all who are worth it against the hexes of Leningrad, the best assault first; return a bit for each one."""
    if w.s[TURN] < w.weights[side, W_STORM]:
        return 0
    tried = 0
    air = air_free(w) if side == GERMAN else 0
    for _ in range(4):
        best, chosen = least_worth(w, side) - 1, -1
        for k in range(4):
            if tried >> k & 1 == 0 and w.x[COUNT + 1 - side, w.lists[L_CITY, k]] > 0:
                value = _assault(w, side, w.lists[L_CITY, k], air)
                if value > best:
                    best = value
                    chosen = k
        if chosen < 0:
            break
        tried |= 1 << chosen
        h = w.lists[L_CITY, chosen]
        _assault(w, side, h, air)
        n = w.lists[L_A, 127]
        n_def = list_defenders(w, side, h, L_D)
        if air > 0 and best - group_worth(w, side, h, n, n_def, 0) >= w.weights[GERMAN, W_AIR]:
            air = 0
        send_all(w, side, h, n)
    return tried


@barrier
def join_assaults(w: World, side: int, tried: int) -> int:
    """On the last turn let those who are left over join the assaults named by bits; return how many could."""
    found = 0
    for k in range(4 if w.s[TURN] == N_TURNS else 0):
        if tried >> k & 1 == 1:
            h = w.lists[L_CITY, k]
            n = _fill(w, side, h, _volunteers(w, side, h), 0)
            send_all(w, side, h, n)
            found += n
    return found


@kernel
def _assault(w: World, side: int, h: int, air: int) -> int:
    """Write the best assault on h into `L_A` and `L_PICK`, its number at the end of `L_A`; return its worth."""
    n_def = list_defenders(w, side, h, L_D)
    free = _volunteers(w, side, h)
    code = 0
    n = _fill(w, side, h, free, code)
    value = group_worth(w, side, h, n, n_def, air) if n > 0 else -BIG
    if n == 0:
        return value
    tried = 0
    for _ in range(3 if side == GERMAN else 0):  # a whole panzer corps on one face is worth a column
        best, found = -BIG, tried
        for corps in range(3):
            unit = _BASE**corps
            if tried // unit % _BASE > 0:
                continue
            faces = _corps_faces(w, free, corps + 1)
            for d in range(6):
                if faces >> d & 1 == 1:
                    n = _fill(w, side, h, free, tried + unit * (d + 1))
                    now = group_worth(w, side, h, n, n_def, air)
                    if now > best:
                        best = now
                        found = tried + unit * (d + 1)
        if found == tried:
            break
        tried = found  # goes on where nothing is won yet: two corps may be worth a column that one is not
        if best > value:
            value = best
            code = tried
    n = _fill(w, side, h, free, code)
    value = group_worth(w, side, h, n, n_def, air)
    return send_home(w, side, h, n, n_def, value, air)


@kernel
def _volunteers(w: World, side: int, h: int) -> int:
    """List the units still free that stand or can get beside h in supply, the strongest first; return how many.

    The last six bits of the score say on which faces a unit can stand.
    """
    n = 0
    first, last = (0, N_GERMAN) if side == GERMAN else (N_GERMAN, N_UNITS)
    for u in range(first, last):
        if w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] != FREE:
            continue
        faces = _faces(w, side, u, h)
        if faces == 0:
            continue
        score = seen_attack(w, u) * 64 + faces
        k = n
        while k > 0 and w.lists[L_SCORE, k - 1] // 64 < score // 64:
            w.lists[L_ORDER, k], w.lists[L_SCORE, k] = w.lists[L_ORDER, k - 1], w.lists[L_SCORE, k - 1]
            k -= 1
        w.lists[L_ORDER, k], w.lists[L_SCORE, k] = u, score
        n += 1
    return n


@kernel
def _faces(w: World, side: int, u: int, h: int) -> int:
    """Return a bit for each face of h to which a unit can get, and from which it attacks in supply."""
    found = 0
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0 and w.x[COUNT + 1 - side, a] == 0 and can_reach(w, side, u, a):
            found |= has_line(w, side, w.u[CLASS, u], a) << d
    return found


@kernel
def _corps_faces(w: World, free: int, corps: int) -> int:
    """Return a bit for each face on which a whole panzer corps can stand together."""
    missing, faces = 0, 63
    for u in range(N_GERMAN):
        missing += 1 if w.u[CORPS, u] == corps else 0
    for k in range(free):
        if w.u[CORPS, w.lists[L_ORDER, k]] == corps:
            missing -= 1
            faces &= w.lists[L_SCORE, k]
    return faces if missing == 0 else 0


@kernel
def _fill(w: World, side: int, h: int, free: int, code: int) -> int:
    """Place the volunteers on the faces of h, corps first, then the strongest; write them into `L_A`, return how many.

    `code` names the faces kept for panzer corps; who has no place makes room for one who moves into another.
    """
    at = w.lists[L_TRY]
    for d in range(6):
        a = w.neighbors[h, d]
        at[ROOM + d] = 0
        if a >= 0 and w.x[COUNT + 1 - side, a] == 0:
            at[ROOM + d] = w.p[P_STACK]
            for k in range(w.x[COUNT + side, a]):
                at[ROOM + d] -= 1 if w.u[PLANNED, w.x[SLOT + k, a]] != FREE else 0
    for k in range(free):
        u = w.lists[L_ORDER, k]
        at[k] = NOBODY
        corps = w.u[CORPS, u]
        d = code // _BASE ** (corps - 1) % _BASE - 1 if corps > 0 else NOBODY
        if d >= 0 and at[ROOM + d] > 0:
            at[k] = d
            at[ROOM + d] -= 1
    for k in range(free):
        if at[k] == NOBODY:
            at[k] = _place(w, h, k, code)
    return _list(w, h, free)


@kernel
def _place(w: World, h: int, k: int, code: int) -> int:
    """Return the face on which candidate k is placed: its own, else the emptiest; another may have to go elsewhere."""
    at = w.lists[L_TRY]
    u = w.lists[L_ORDER, k]
    best, chosen = 0, NOBODY
    for d in range(6):
        room = at[ROOM + d]
        if room > 0 and w.lists[L_SCORE, k] >> d & 1 == 1:
            if w.neighbors[h, d] == w.u[HEX, u]:
                room += 2 * w.p[P_STACK]
            if room > best:
                best = room
                chosen = d
    if chosen >= 0:
        at[ROOM + chosen] -= 1
        return chosen
    for d in range(6):
        if w.lists[L_SCORE, k] >> d & 1 == 0:
            continue
        for j in range(k):
            other = w.lists[L_ORDER, j]
            if at[j] != d:
                continue
            if w.u[CORPS, other] > 0 and code // _BASE ** (w.u[CORPS, other] - 1) % _BASE > 0:
                continue
            for e in range(6):
                if at[ROOM + e] > 0 and w.lists[L_SCORE, j] >> e & 1 == 1:
                    at[ROOM + e] -= 1
                    at[j] = e
                    return d
    return NOBODY


@kernel
def _list(w: World, h: int, free: int) -> int:
    """Write who has a place into `L_A`, the hexes into `L_PICK`, and that all are in supply into `L_OUT`."""
    n = 0
    for k in range(free):
        d = w.lists[L_TRY, k]
        if d != NOBODY:
            w.lists[L_A, n] = w.lists[L_ORDER, k]
            w.lists[L_PICK, n] = w.neighbors[h, d]
            w.lists[L_OUT, n] = 0
            n += 1
    w.lists[L_A, 127] = n
    return n
