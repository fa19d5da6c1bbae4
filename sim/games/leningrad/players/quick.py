"""Quick players phase by phase: one pass over what matters, battles before everything else."""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.battle import air_free
from sim.games.leningrad.map.fields import (
    CORPS,
    FORT,
    GERMAN,
    GOAL,
    IN_FORT_RADIUS,
    INF_TYPE,
    IS_CITY,
    L_TRY,
    N_GERMAN,
    N_UNITS,
    NORTH_ZONE,
    P_FORTS_A_TURN,
    P_READING,
    P_REGEN_MAX,
    Q_A,
    Q_B,
    SETUP_ZONE,
    SOVIET,
    T_CLEAR,
    TYPE,
)
from sim.games.leningrad.map.readings import R10
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
from sim.games.leningrad.map.upkeep import fortify, forts_left, interdict, may_fortify, may_regenerate, regenerate
from sim.games.leningrad.players.assault import fight_best, overruns
from sim.games.leningrad.players.drive import drive, map_threat
from sim.games.leningrad.players.groups import grab_cities, send_groups
from sim.games.leningrad.players.names import (
    W_APART,
    W_COLUMN_COVER,
    W_COLUMN_GOAL,
    W_COLUMN_ROAD,
    W_FORT_CITY,
    W_FORT_MANNED,
    W_FORT_NEAR,
    W_INTERDICT,
    W_LATE,
    W_NORTH,
    W_REGEN_INFANTRY,
    W_REGEN_MOBILE,
)
from sim.games.leningrad.players.reaching import survey
from sim.map.rules import P_STACK
from sim.map.world import (
    ACTIVE,
    BIG,
    COORD_Q,
    COUNT,
    FULL,
    GAME,
    HEX,
    ON_MAP,
    ROADED,
    SEED,
    STATE,
    TERRAIN,
    TURN,
    World,
)
from sim.map.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import DEAL, number


@kernel
def _any_infantry(w: World) -> int:
    n = 0
    for u in range(N_GERMAN):
        if is_infantry(w, u) and starts(w, u):
            w.lists[L_TRY, n] = u
            n += 1
    return w.lists[L_TRY, number(n, w.s[SEED], w.s[GAME], 0, 0, DEAL, 9000 + n)]


@kernel
def _latecomer(w: World) -> int:
    """Return the infantry division that starts and is best kept back: the weakest, or the strongest [ruling R10].

    By the other reading any, drawn.
    """
    if w.p[P_READING + R10] == 1:
        return _any_infantry(w)
    best, chosen = BIG, -1
    for u in range(N_GERMAN):
        if is_infantry(w, u) and starts(w, u) and w.u[FULL, u] * w.weights[GERMAN, W_LATE] < best:
            best = w.u[FULL, u] * w.weights[GERMAN, W_LATE]
            chosen = u
    return chosen


@barrier
def set_up_germans(w: World) -> int:
    """Keep some infantry back; each corps in one hex where most enemies are near, infantry spread over the rest."""
    for k in range(n_late_infantry(w)):
        hold_back(w, _latecomer(w), k)
    for h in range(w.x.shape[1]):
        if w.x[SETUP_ZONE, h] == 0 and w.x[NORTH_ZONE, h] == 0:
            continue
        near = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[STATE, u] == ON_MAP:
                away = hexes_between(w, h, w.u[HEX, u])
                near += 12 if away == 1 else 5 if away == 2 else 1 if away < 5 else 0
        w.q[Q_A, h] = near
    for corps in range(1, 4):
        h = _best_zone(w, 3)
        for u in range(N_GERMAN):
            if w.u[CORPS, u] == corps and starts(w, u):
                start(w, u, h)
    north = 0
    while True:
        u = _strongest(w)
        if u < 0:
            return 0
        h = _best_zone(w, 1)
        if north < w.weights[GERMAN, W_NORTH] and (h < 0 or (w.s[ACTIVE] == GERMAN and u % 9 == 0)):
            spare = _north_hex(w)
            if spare >= 0:
                h = spare
                north += 1
        start(w, u, h)


@kernel
def _strongest(w: World) -> int:
    best, chosen = -1, -1
    for u in range(N_GERMAN):
        if starts(w, u) and w.u[FULL, u] > best:
            best = w.u[FULL, u]
            chosen = u
    return chosen


@kernel
def _best_zone(w: World, room: int) -> int:
    """Return the start hex with room where most enemies are near, the emptier first."""
    best, chosen = -BIG, -1
    for h in range(w.x.shape[1]):
        if w.x[SETUP_ZONE, h] == 0 or w.x[TERRAIN, h] == 0 or w.x[COUNT + SOVIET, h] > 0:
            continue
        there = w.x[COUNT + GERMAN, h]
        if there + room > w.p[P_STACK]:
            continue
        value = w.q[Q_A, h] - w.weights[GERMAN, W_APART] * there
        if value > best:
            best = value
            chosen = h
    return chosen


@kernel
def _north_hex(w: World) -> int:
    best, chosen = -BIG, -1
    for h in range(w.x.shape[1]):
        if w.x[NORTH_ZONE, h] == 1 and w.x[TERRAIN, h] != 0 and w.x[COUNT + GERMAN, h] < w.p[P_STACK]:
            if w.q[Q_A, h] > best:
                best = w.q[Q_A, h]
                chosen = h
    return chosen


@barrier
def set_up_columns(w: World) -> int:
    """Set one infantry unit up in each column where it stands on the roads to Leningrad, in cover [1.0]."""
    wt = w.weights[SOVIET]
    for k in range(N_COLUMN_SLOTS):
        best, chosen = -BIG, -1
        for h in range(w.x.shape[1]):
            if w.x[COORD_Q, h] != FIRST_COLUMN + k or w.x[TERRAIN, h] == 0 or w.x[COUNT + SOVIET, h] > 0:
                continue
            if w.x[COUNT + GERMAN, h] > 0 or w.x[GOAL + 1, h] >= BIG:
                continue
            value = wt[W_COLUMN_ROAD] * w.x[ROADED, h] + (wt[W_COLUMN_COVER] if w.x[TERRAIN, h] != T_CLEAR else 0)
            value -= wt[W_COLUMN_GOAL] * w.x[GOAL + 1, h] // 3
            if value > best:
                best = value
                chosen = h
        start(w, N_GERMAN + N_RED + k, chosen)
    return 0


@barrier
def regenerate_best(w: World) -> int:
    """Turn over armor first, then mechanized units, infantry only while there is time to use it."""
    left = w.p[P_REGEN_MAX]
    for kind in range(2, -1, -1):
        for u in range(N_GERMAN):
            until = w.weights[GERMAN, W_REGEN_MOBILE if kind > INF_TYPE else W_REGEN_INFANTRY]
            if w.u[TYPE, u] == kind and left > 0 and w.s[TURN] <= until and may_regenerate(w, u):
                regenerate(w, u)
                left -= 1
    return 0


@barrier
def move_germans(w: World) -> int:
    """Overrun, send battle groups, drive on."""
    _move(w, GERMAN)
    return 0


@barrier
def move_soviets(w: World) -> int:
    """Counterattack where it pays, hold a line, bring in what is due."""
    _move(w, SOVIET)
    return 0


@kernel
def _move(w: World, side: int) -> None:
    if side == GERMAN or w.s[TURN] > 1:
        overruns(w, side)
    survey(w, side)
    grab_cities(w, side)
    send_groups(w, side)
    drive(w, side)
    if side == GERMAN or w.s[TURN] > 1:
        overruns(w, side)


@barrier
def fight_germans(w: World) -> int:
    """Fight what pays."""
    return fight_best(w)


@barrier
def fight_soviets(w: World) -> int:
    """Fight what pays, and what must be."""
    return fight_best(w)


@barrier
def interdict_best(w: World) -> int:
    """Set free air units on the fullest Soviet hexes off the front between the Germans and Leningrad."""
    free = air_free(w)
    if free == 0:
        return 0
    map_threat(w, SOVIET, 6)
    for _ in range(free):
        best, chosen = w.weights[GERMAN, W_INTERDICT] - 1, -1
        for h in range(w.x.shape[1]):
            far = w.q[Q_B, h]
            if w.x[COUNT + SOVIET, h] > 0 and 2 <= far <= 5:
                value = 10 * w.x[COUNT + SOVIET, h] - far
                if value > best:
                    best = value
                    chosen = h
        if chosen >= 0:
            interdict(w, chosen)
    return 0


@barrier
def fortify_best(w: World) -> int:
    """Fortify the city hexes, then what Soviet units hold nearest to the enemy; forts may be held back [13.4]."""
    forts = min(w.p[P_FORTS_A_TURN], forts_left(w))
    if forts <= 0:
        return 0
    wt = w.weights[SOVIET]
    map_threat(w, SOVIET, max(9, wt[W_FORT_NEAR] + 1))
    for _ in range(forts):
        best, chosen = -BIG, -1
        for h in range(w.x.shape[1]):
            if w.x[IN_FORT_RADIUS, h] == 0 or w.x[FORT, h] > 0 or w.q[Q_B, h] > wt[W_FORT_NEAR]:
                continue
            value = wt[W_FORT_CITY] * w.x[IS_CITY, h] + wt[W_FORT_MANNED] * min(1, w.x[COUNT + SOVIET, h])
            value -= min(9, w.q[Q_B, h])
            if value > best and may_fortify(w, h):
                best = value
                chosen = h
        if chosen >= 0:
            fortify(w, chosen)
    return 0
