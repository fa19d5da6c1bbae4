"""Which unit takes which face in an assault on a hex of Leningrad: corps together, then the strongest [quick].

A stack that means to stand is put out of a hex only by an E, and above 6-1 an attack costs nothing. So nothing is saved
here: who stands on a face makes room for a stronger one, and panzer corps come together.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CORPS,
    GERMAN,
    L_A,
    L_D,
    L_ORDER,
    L_OUT,
    L_PICK,
    L_SCORE,
    L_TRY,
    N_GERMAN,
    N_UNITS,
    PLANNED,
)
from sim.games.leningrad.map.moves.march import reach
from sim.games.leningrad.players.battles.groups import group_worth, send_home
from sim.games.leningrad.players.battles.odds import list_defenders, seen_attack
from sim.games.leningrad.players.moves.reaching import FREE, can_reach
from sim.games.leningrad.players.values import keeps_city
from sim.map.forces.memory import last_cost
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, COUNT, HEX, NOWHERE, ON_MAP, SLOT, STATE, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

NOBODY = -1
ROOM = 110
"""First place in `L_TRY` of the room left on the six faces; from 0 on it holds the face of each candidate."""
_BITS = 3
"""Panzer corps and the faces kept for them are written in so many bits each: 1 + the direction, 0 for none."""


@kernel
def best_assault(w: World, side: int, h: int, air: int, opened: int) -> int:
    """Write the best assault on h into `L_A` and `L_PICK`, its number at the end of `L_A`; return its worth.

    The hex `opened`, if any, is reckoned taken: whoever can get beside it can stand in it.
    """
    value = _best_assault(w, side, h, air, opened, 1 if side == GERMAN and opened < 0 else 0)
    return _best_assault(w, side, h, air, opened, 0) if _leaves_hex_empty(w, side) else value


@kernel
def _leaves_hex_empty(w: World, side: int) -> bool:
    """Return whether the assault in `L_A` takes a garrison out of a hex that counts and nobody is left there."""
    n = w.lists[L_A, 127]
    for k in range(n):
        a = w.u[HEX, w.lists[L_A, k]]
        if w.lists[L_PICK, k] == a or not keeps_city(w, side, w.lists[L_A, k]):
            continue
        left = w.x[COUNT + side, a]
        for j in range(n):
            left -= 1 if w.u[HEX, w.lists[L_A, j]] == a else 0
            left += 1 if w.lists[L_PICK, j] == a else 0
        if left <= 0:
            return True
    return False


@barrier
def _best_assault(w: World, side: int, h: int, air: int, opened: int, relieved: int) -> int:
    """Do what `best_assault` does; with `relieved` the garrison of a face that counts may go to another one."""
    n_def = list_defenders(w, side, h, L_D)
    free = volunteers(w, side, h, opened, relieved)
    code = 0
    n = fill(w, side, h, free, code, opened)
    value = group_worth(w, side, h, n, n_def, air) if n > 0 else -BIG
    if n == 0:
        return value
    tried, open_to = 0, _open_to_corps(w, free) if side == GERMAN else 0
    for _ in range(3 if side == GERMAN else 0):  # a whole panzer corps on one face is worth a column
        best, found, left = -BIG, tried, 0
        for corps in range(3):
            for d in range(6 if _face_for(tried, corps + 1) == NOBODY else 0):
                if open_to >> 6 * corps + d & 1 == 0 or _is_taken(tried, d):
                    continue
                then = tried + (d + 1 << _BITS * corps)
                n = fill(w, side, h, free, then, opened)
                now, ways = group_worth(w, side, h, n, n_def, air), _ways_left(open_to, then)
                if now > best or (now == best and ways > left):  # of equals the one that leaves the others most room
                    best = now
                    found = then
                    left = ways
        if found == tried:
            break
        tried = found  # goes on where nothing is won yet: two corps may be worth a column that one is not
        if best > value:
            value = best
            code = tried
    n = fill(w, side, h, free, code, opened)
    value = group_worth(w, side, h, n, n_def, air)
    return send_home(w, side, h, n, n_def, value, air)


@kernel
def volunteers(w: World, side: int, h: int, opened: int, relieved: int) -> int:
    """List the units still free that stand or can get beside h in supply, the strongest first; return how many.

    The last six bits of the score say on which faces a unit can stand. With `relieved` the garrison of a face that
    counts may go to another one.
    """
    n = 0
    first, last = (0, N_GERMAN) if side == GERMAN else (N_GERMAN, N_UNITS)
    for u in range(first, last):
        if w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] != FREE:
            continue
        faces = _faces(w, side, u, h, opened)
        if relieved == 1 and faces != 0 and w.apart[w.u[HEX, u], h] == 1 and keeps_city(w, side, u):
            faces |= _faces_if_relieved(w, side, u, h)
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
def _faces(w: World, side: int, u: int, h: int, opened: int) -> int:
    """Return a bit for each face of h to which a unit can get, and from which it attacks in supply, as in `opened`."""
    found = 0
    for d in range(6):
        a = w.neighbors[h, d]
        if a < 0:
            continue
        if a == opened:
            found |= _gets_beside(w, side, u, a) << d
        elif w.x[COUNT + 1 - side, a] == 0 and can_reach(w, side, u, a):
            found |= has_line(w, side, w.u[CLASS, u], a) << d
    return found


@kernel
def _faces_if_relieved(w: World, side: int, u: int, h: int) -> int:
    """Return a bit for each face of h to which a unit could get that the survey has left where it is, in supply."""
    found = 0
    reach(w, u)
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0 and w.x[COUNT + 1 - side, a] == 0 and last_cost(w, a) < NOWHERE:
            found |= has_line(w, side, w.u[CLASS, u], a) << d
    return found


@kernel
def _gets_beside(w: World, side: int, u: int, h: int) -> int:
    """Return 1 if a unit can get beside a hex."""
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0 and w.x[COUNT + 1 - side, a] == 0 and can_reach(w, side, u, a):
            return 1
    return 0


@kernel
def _face_for(code: int, corps: int) -> int:
    """Return the face that a code keeps for a panzer corps, or `NOBODY`; 0 is no corps."""
    return (code >> _BITS * (corps - 1) & 7) - 1 if corps > 0 else NOBODY


@kernel
def _is_taken(code: int, d: int) -> bool:
    """Return whether a code keeps a face for some panzer corps."""
    return _face_for(code, 1) == d or _face_for(code, 2) == d or _face_for(code, 3) == d


@kernel
def _ways_left(open_to: int, code: int) -> int:
    """Return in how many ways one more panzer corps could stand on a face that a code does not keep for another."""
    ways = 0
    for corps in range(3):
        for d in range(6 if _face_for(code, corps + 1) == NOBODY else 0):
            ways += 1 if open_to >> 6 * corps + d & 1 == 1 and not _is_taken(code, d) else 0
    return ways


@kernel
def _open_to_corps(w: World, free: int) -> int:
    """Return six bits for each panzer corps: the faces on which it can stand together."""
    return _corps_faces(w, free, 1) | _corps_faces(w, free, 2) << 6 | _corps_faces(w, free, 3) << 12


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
def fill(w: World, side: int, h: int, free: int, code: int, opened: int) -> int:
    """Place the volunteers on the faces of h, corps first, then the strongest; write them into `L_A`, return how many.

    `code` names the faces kept for panzer corps; who has no place makes room for one who moves into another.
    """
    at = w.lists[L_TRY]
    for d in range(6):
        a = w.neighbors[h, d]
        at[ROOM + d] = 0
        if a >= 0 and (w.x[COUNT + 1 - side, a] == 0 or a == opened):
            at[ROOM + d] = w.p[P_STACK]
            for k in range(w.x[COUNT + side, a]):  # none where the enemy still stands
                at[ROOM + d] -= 1 if w.u[PLANNED, w.x[SLOT + k, a]] != FREE else 0
    for k in range(free):
        u = w.lists[L_ORDER, k]
        at[k] = NOBODY
        d = _face_for(code, w.u[CORPS, u])
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
    free = 0
    for e in range(6):
        free |= 1 << e if at[ROOM + e] > 0 else 0
    for d in range(6 if free > 0 else 0):
        if w.lists[L_SCORE, k] >> d & 1 == 0:
            continue
        for j in range(k):
            other = w.lists[L_ORDER, j]
            if at[j] != d or w.lists[L_SCORE, j] & free == 0 or _face_for(code, w.u[CORPS, other]) != NOBODY:
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
