"""What a result does to a force: steps lost, units eliminated, retreats one by one [8.4]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    HAPPENED,
    K_ELIMINATED,
    K_RETREAT,
    K_STEP_LOSS,
    L_BACK,
    L_RISK,
    L_SAFE,
    L_TRY,
    L_VIA,
    L_VIA_FROM,
    N_VIA,
    NONE,
    P_READING,
    VOID,
    Y_LOST,
)
from sim.games.leningrad.map.moves.march import set_foot
from sim.games.leningrad.map.readings import R42
from sim.games.leningrad.map.record.events import emit_battle
from sim.games.leningrad.players.choices import answer, loss, retreat_to
from sim.map.forces.retreat import safe_hexes
from sim.map.forces.rules import P_UNSAFE
from sim.map.forces.world import ATT, CAME, COUNT, DEF, GONE, HALF, HEX, SIDE, STATE, STEPS, TURN, World
from sim.map.forces.zones import lift, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def kill(w: World, u: int) -> int:
    """Take a unit off the map for good, with all the steps it has left [8.44, 8.45]."""
    h = w.u[HEX, u]
    lift(w, u)
    w.u[STATE, u] = GONE
    w.turns[w.s[TURN], Y_LOST + w.u[SIDE, u]] += w.u[STEPS, u]
    w.u[STEPS, u] = 0
    emit_battle(w, K_ELIMINATED, u, h, NONE, VOID)
    return h


@kernel
def lose_step(w: World, u: int) -> bool:
    """Take one step from a unit; return whether it is gone [8.45]."""
    left = w.u[STEPS, u] - 1
    w.turns[w.s[TURN], Y_LOST + w.u[SIDE, u]] += 1
    w.u[STEPS, u] = left
    emit_battle(w, K_STEP_LOSS, u, NONE, NONE, left)
    if left == 0:
        kill(w, u)
        return True
    w.u[ATT, u] = w.u[HALF, u]
    w.u[DEF, u] = w.u[HALF, u]
    return False


@kernel
def _lose_steps(w: World, side: int, row: int, n: int, lost: int) -> int:
    """Take so many steps from a force, as its owner chooses; return how many units are left."""
    while lost > 0 and n > 0:
        k = loss(w, side, row, n)
        if lose_step(w, w.lists[row, k]):
            for j in range(k, n - 1):
                w.lists[row, j] = w.lists[row, j + 1]
            n -= 1
        lost -= 1
    return n


@kernel
def _next_hexes(w: World, side: int, h: int, danger_row: int, n_danger: int, more: bool) -> int:
    """Write the safe hexes next to h into `L_SAFE`, if more is to come those from which it can go on [8.47]."""
    by_the_end = w.p[P_READING + R42] == 1
    n = safe_hexes(w, side, h, danger_row, n_danger, L_SAFE, more and by_the_end)
    if not more:
        return n
    kept = 0
    for k in range(n):
        if safe_hexes(w, side, w.lists[L_SAFE, k], danger_row, n_danger, L_TRY, False) > 0:
            w.lists[L_SAFE, kept] = w.lists[L_SAFE, k]
            kept += 1
    return _toward_vacant(w, side, kept, danger_row, n_danger) if by_the_end else kept


@kernel
def _toward_vacant(w: World, side: int, n: int, danger_row: int, n_danger: int) -> int:
    """Keep of the first hexes in `L_SAFE` those from which a vacant one is reached, if any is [8.47, ruling R42]."""
    kept = 0
    for k in range(n):
        n_next = safe_hexes(w, side, w.lists[L_SAFE, k], danger_row, n_danger, L_TRY, False)
        if n_next > 0 and w.x[COUNT + side, w.lists[L_TRY, 0]] == 0:
            to = w.lists[L_SAFE, k]
            w.lists[L_SAFE, k] = w.lists[L_SAFE, kept]
            w.lists[L_SAFE, kept] = to
            kept += 1
    return kept if kept > 0 else n


@barrier
def _walk_back(w: World, u: int, hexes: int, at: int, danger_row: int, n_danger: int) -> int:
    """Take a unit back so many hexes, its path in `L_BACK` from `at`, or leave it where it was [4.8, 8.47]."""
    side = w.u[SIDE, u]
    origin = w.u[HEX, u]
    lift(w, u)
    h = origin
    for step in range(hexes):
        n = _next_hexes(w, side, h, danger_row, n_danger, step + 1 < hexes)
        if n == 0:
            place(w, u, origin)
            return 0
        h = retreat_to(w, u, L_SAFE, n)
        w.lists[L_BACK, at + step] = h
    place(w, u, h)
    return 1


@barrier
def lost_in_retreat(w: World, row: int, n: int, hexes: int, danger_row: int, n_danger: int) -> int:
    """Return a bit for each unit of a force that, one after the other, finds no safe way back; paths in `L_BACK`.

    Where a force never retreats at risk the first such unit is enough. All units stand afterwards where they stood.
    """
    tried, lost = 0, 0
    for k in range(n):
        u = w.lists[row, k]
        w.lists[L_BACK, 100 + k] = w.u[HEX, u]
        if _walk_back(w, u, hexes, 2 * k, danger_row, n_danger) == 0:
            lost |= 1 << k
            if w.p[P_UNSAFE] == 0:
                break
            lift(w, u)  # it will be gone when the next one goes
        tried += 1
    for k in range(tried - 1, -1, -1):
        u = w.lists[row, k]
        if lost >> k & 1 == 0:
            lift(w, u)
        place(w, u, w.lists[L_BACK, 100 + k])
    return lost


@kernel
def _weigh_retreats(w: World, row: int, n: int, demand: int, danger_row: int, n_danger: int) -> int:
    """Return the most hexes that a force may retreat, and write who would be lost on the way into `L_RISK` [R30]."""
    w.lists[L_RISK, 0] = 0
    if w.p[P_UNSAFE] == 1:
        for hexes in range(1, demand + 1):
            w.lists[L_RISK, hexes] = lost_in_retreat(w, row, n, hexes, danger_row, n_danger)
        return demand
    most = demand
    while most > 0 and lost_in_retreat(w, row, n, most, danger_row, n_danger) != 0:
        most -= 1
    for hexes in range(1, most + 1):
        w.lists[L_RISK, hexes] = 0
    return most


@kernel
def _retreat(w: World, row: int, n: int, hexes: int, danger_row: int, n_danger: int) -> int:
    """Retreat a force unit by unit; return how many are left, which is fewer only where it is at risk [8.46]."""
    left = 0
    w.s[N_VIA] = 0
    for k in range(n):
        u = w.lists[row, k]
        h = w.u[HEX, u]
        if w.p[P_UNSAFE] == 0:
            lift(w, u)
            place(w, u, w.lists[L_BACK, 2 * k + hexes - 1])  # as just tried
        elif _walk_back(w, u, hexes, 2 * k, danger_row, n_danger) == 0:
            kill(w, u)  # a force may retreat at risk [ruling R30]
            continue
        for step in range(hexes):
            to = w.lists[L_BACK, 2 * k + step]
            emit_battle(w, K_RETREAT, u, h, to, VOID)
            if step + 1 < hexes:
                w.lists[L_VIA, w.s[N_VIA]] = to
                w.lists[L_VIA_FROM, w.s[N_VIA]] = h
                w.s[N_VIA] += 1
            h = to
            set_foot(w, u, h)
        w.u[CAME, u] = 1
        w.lists[row, left] = u
        left += 1
    return left


@barrier
def suffer(
    w: World, side: int, row: int, n: int, demand: int, danger_row: int, n_danger: int, defends: int, must_stay: int
) -> int:
    """Apply a result to a force; return the hexes it retreated and leave in `HAPPENED` how many units are left.

    Steps go first, then the retreat [8.41, 8.42]; a force never chooses a retreat unsafe for any [ruling R30].
    """
    if demand < 0:
        for k in range(n):
            kill(w, w.lists[row, k])
        n = 0
    hexes = 0
    w.s[N_VIA] = 0
    if demand > 0 and n > 0:
        most = 0 if must_stay == 1 else _weigh_retreats(w, row, n, demand, danger_row, n_danger)
        hexes = answer(w, side, row, n, demand, most, defends)
        n = _lose_steps(w, side, row, n, demand - hexes)
        if hexes > 0 and n > 0:
            if w.p[P_UNSAFE] == 0 and lost_in_retreat(w, row, n, hexes, danger_row, n_danger) != 0:
                n = _lose_steps(w, side, row, n, hexes)
                hexes = 0
            else:
                n = _retreat(w, row, n, hexes, danger_row, n_danger)
    w.s[HAPPENED] = n
    return hexes if n > 0 else 0
