"""The player `random`: any legal thing, in any order, for either side."""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.battles.air import air_free
from sim.games.leningrad.map.battles.overrun import can_overrun, go_together, overrun
from sim.games.leningrad.map.battles.targets import (
    attack,
    attackers_of,
    forced_attacks,
    has_retreated,
    is_target,
    touches,
)
from sim.games.leningrad.map.fields import (
    GERMAN,
    IN_FORT_RADIUS,
    L_ATT,
    L_HEX,
    L_ORDER,
    L_PICK,
    L_TRY,
    N_GERMAN,
    N_UNITS,
    NORTH_ZONE,
    P_FORTS_A_TURN,
    P_REGEN_MAX,
    Q_ALLOWED,
    Q_B,
    SETUP_ZONE,
    SOVIET,
)
from sim.games.leningrad.map.moves.arrivals import bring_in, choose_entry, is_due
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.march import go, reach
from sim.games.leningrad.map.setup import (
    FIRST_COLUMN,
    N_COLUMN_SLOTS,
    N_RED,
    hold_back,
    is_infantry,
    n_late_infantry,
    start,
    starts,
)
from sim.games.leningrad.map.upkeep import (
    fortify,
    forts_left,
    interdict,
    may_fortify,
    may_regenerate,
    regenerate,
)
from sim.games.leningrad.players.seat import roll
from sim.map.forces.memory import last_flood
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import (
    ACTIVE,
    COORD_Q,
    COUNT,
    HEX,
    N_REACH,
    ON_MAP,
    SIDE,
    SLOT,
    STATE,
    TERRAIN,
    TURN,
    WAITING,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def shuffle(w: World, side: int, row: int, n: int) -> None:
    """Put a list into any order."""
    for i in range(n - 1, 0, -1):
        j = roll(w, side, i + 1)
        kept = w.lists[row, i]
        w.lists[row, i] = w.lists[row, j]
        w.lists[row, j] = kept


@barrier
def set_up_germans(w: World) -> int:
    """Keep back any six divisions, and stack the others anywhere west of the border."""
    n = 0
    for u in range(N_GERMAN):
        if is_infantry(w, u):
            w.lists[L_ORDER, n] = u
            n += 1
    shuffle(w, GERMAN, L_ORDER, n)
    for k in range(n_late_infantry(w)):
        hold_back(w, w.lists[L_ORDER, k], k)
    north = 0
    for u in range(N_GERMAN):
        if not starts(w, u):
            continue
        found = 0
        for h in range(w.x.shape[1]):
            zone = w.x[SETUP_ZONE, h] == 1 or (w.x[NORTH_ZONE, h] == 1 and north < 2 and is_infantry(w, u))
            if zone and w.x[TERRAIN, h] != 0 and w.x[COUNT + GERMAN, h] < w.p[P_STACK] and w.x[COUNT + SOVIET, h] == 0:
                w.q[Q_B, found] = h
                found += 1
        h = w.q[Q_B, roll(w, GERMAN, found)]
        if w.x[NORTH_ZONE, h] == 1 and w.x[SETUP_ZONE, h] == 0:
            north += 1
        start(w, u, h)
    return 0


@barrier
def set_up_columns(w: World) -> int:
    """Set one infantry unit up in any playable hex of each column [1.0]."""
    for k in range(N_COLUMN_SLOTS):
        found = 0
        for h in range(w.x.shape[1]):
            free = w.x[COUNT + SOVIET, h] == 0 and w.x[COUNT + GERMAN, h] == 0
            if w.x[COORD_Q, h] == FIRST_COLUMN + k and w.x[TERRAIN, h] != 0 and free:
                w.q[Q_B, found] = h
                found += 1
        start(w, N_GERMAN + N_RED + k, w.q[Q_B, roll(w, SOVIET, found)])
    return 0


@barrier
def regenerate_any(w: World) -> int:
    """Turn over any of the units that are ready."""
    left = w.p[P_REGEN_MAX]
    for u in range(N_GERMAN):
        if left > 0 and may_regenerate(w, u) and roll(w, GERMAN, 2) == 0:
            regenerate(w, u)
            left -= 1
    return 0


@kernel
def _pick_end(w: World) -> int:
    """Return any hex that the last flood allows, or -1 for none."""
    n = 0
    for k in range(w.s[N_REACH]):
        h = last_flood(w)[k]
        if w.q[Q_ALLOWED, h] == 1:
            w.q[Q_B, n] = h
            n += 1
    return w.q[Q_B, roll(w, w.s[ACTIVE], n)] if n > 0 else -1


@kernel
def _enemy_beside(w: World, u: int) -> int:
    """Return any enemy hex beside a unit, or -1."""
    n = 0
    h = w.u[HEX, u]
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0 and w.x[COUNT + 1 - w.s[ACTIVE], a] > 0:
            w.lists[L_TRY, n] = a
            n += 1
    return w.lists[L_TRY, roll(w, w.s[ACTIVE], n)] if n > 0 else -1


@barrier
def _overrun_any(w: World, u: int) -> int:
    side = w.s[ACTIVE]
    target = _enemy_beside(w, u)
    if target < 0 or not can_overrun(w, u, target):
        return 0
    n = 1
    w.lists[L_ATT, 0] = u
    h = w.u[HEX, u]
    for k in range(w.x[COUNT + side, h]):
        other = w.x[SLOT + k, h]
        if other != u and go_together(w, u, other) and roll(w, side, 2) == 0 and can_overrun(w, other, target):
            w.lists[L_ATT, n] = other
            n += 1
    overrun(w, n, target, roll(w, side, air_free(w) + 1) if side == GERMAN else 0)
    return 0


@barrier
def _move_one(w: World, u: int) -> int:
    side = w.s[ACTIVE]
    if w.u[STATE, u] == WAITING:
        if is_due(w, u):
            h = choose_entry(w, u, roll(w, side, 1000))
            must = w.s[TURN] == 1 and side == SOVIET
            if h >= 0 and (must or roll(w, side, 4) > 0):
                dest = _pick_end(w)
                if dest >= 0:
                    bring_in(w, u, h, dest)
        return 0
    if w.u[STATE, u] != ON_MAP or must_stay(w, u):
        return 0
    forced = w.s[TURN] == 1 and side == SOVIET
    if roll(w, side, 4) == 0:
        _overrun_any(w, u)
    if w.u[STATE, u] == ON_MAP and (forced or roll(w, side, 4) > 0):
        reach(w, u)
        allow_ends(w, u)
        dest = _pick_end(w)
        if dest >= 0:
            go(w, u, dest)
    for _ in range(3):
        if w.u[STATE, u] == ON_MAP and roll(w, side, 2) == 0:
            _overrun_any(w, u)
    return 0


@barrier
def move_any(w: World) -> int:
    """Move, bring in and overrun with the units of a side in any order; some twice."""
    side = w.s[ACTIVE]
    n = 0
    for u in range(N_UNITS):
        if w.u[SIDE, u] == side:
            w.lists[L_ORDER, n] = u
            n += 1
    shuffle(w, side, L_ORDER, n)
    for k in range(n):
        _move_one(w, w.lists[L_ORDER, k])
    if w.s[TURN] > 1 or side == GERMAN:
        for k in range(0, n, 3):
            _move_one(w, w.lists[L_ORDER, k])
    return 0


@kernel
def _attack_any(w: World, h: int) -> None:
    side = w.s[ACTIVE]
    n_hex = 1
    w.lists[L_HEX, 0] = h
    if roll(w, side, 3) == 0 and not has_retreated(w, h):
        for d in range(6):
            a = w.neighbors[h, d]
            if a >= 0 and is_target(w, a) and not has_retreated(w, a) and roll(w, side, 2) == 0:
                if n_hex < 3:
                    w.lists[L_HEX, n_hex] = a
                    n_hex += 1
    there = attackers_of(w, h, L_PICK)
    n = 0
    for k in range(there):
        u = w.lists[L_PICK, k]
        fits = roll(w, side, 3) > 0
        for j in range(1, n_hex):
            fits = fits and touches(w, w.u[HEX, u], w.lists[L_HEX, j])
        if fits:
            w.lists[L_ATT, n] = u
            n += 1
    if n > 0:
        attack(w, n, n_hex, roll(w, side, air_free(w) + 1) if side == GERMAN else 0)


@barrier
def fight_any(w: World) -> int:
    """Attack any enemies with any units that may, then what turn 1 demands."""
    side = w.s[ACTIVE]
    for h in range(w.x.shape[1]):
        if w.x[COUNT + 1 - side, h] > 0 and is_target(w, h) and roll(w, side, 2) == 0:
            _attack_any(w, h)
    if side == SOVIET and w.s[TURN] == 1:
        forced_attacks(w)
    return 0


@barrier
def interdict_any(w: World) -> int:
    """Set free air units down anywhere, or keep them idle."""
    for _ in range(air_free(w)):
        h = roll(w, GERMAN, w.x.shape[1])
        if w.x[TERRAIN, h] != 0 and roll(w, GERMAN, 3) > 0:
            interdict(w, h)
    return 0


@barrier
def fortify_any(w: World) -> int:
    """Place available forts anywhere that they may stand."""
    for _ in range(min(w.p[P_FORTS_A_TURN], forts_left(w))):
        for _ in range(20):
            h = roll(w, SOVIET, w.x.shape[1])
            if w.x[IN_FORT_RADIUS, h] == 1 and may_fortify(w, h):
                fortify(w, h)
                break
    return 0
