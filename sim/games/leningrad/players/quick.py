"""Quick players phase by phase: one pass over what matters, battles before everything else."""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARRIVES,
    ATTACKS,
    CORPS,
    GERMAN,
    GOAL,
    INF_TYPE,
    L_TRY,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    NORTH_ZONE,
    P_READING,
    P_REGEN_MAX,
    PLANNED,
    Q_A,
    SETUP_ZONE,
    SOVIET,
    T_CLEAR,
    TYPE,
)
from sim.games.leningrad.map.moves.entry import is_late
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
from sim.games.leningrad.map.upkeep import may_regenerate, regenerate
from sim.games.leningrad.players.battles.assault import overruns
from sim.games.leningrad.players.battles.groups import grab_cities, send_groups
from sim.games.leningrad.players.city.garrison import man_city
from sim.games.leningrad.players.city.storm import join_assaults, storm_cities
from sim.games.leningrad.players.held import end_moves_of_held
from sim.games.leningrad.players.moves.danger import map_danger
from sim.games.leningrad.players.moves.drive import bring_due, drive
from sim.games.leningrad.players.moves.reaching import FREE, survey
from sim.games.leningrad.players.moves.sent import march_as_told
from sim.games.leningrad.players.names import (
    W_APART,
    W_COLUMN_COVER,
    W_COLUMN_GOAL,
    W_COLUMN_ROAD,
    W_LATE,
    W_NORTH,
    W_REGEN_INFANTRY,
    W_REGEN_MOBILE,
    W_STORM,
)
from sim.games.leningrad.players.supply.cuts import cut_off
from sim.games.leningrad.players.supply.cutters import mark_cutters, mark_raiders
from sim.games.leningrad.players.supply.guards import post_guards
from sim.games.leningrad.players.supply.raids import raid_roads
from sim.games.leningrad.players.supply.rearguard import close_rear
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import (
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
    WAITING,
    World,
)
from sim.map.forces.zones import hexes_between
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import DEAL, number
from sim.match.rows import fill

MOVE_STEPS = 4


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
def move_best(w: World) -> int:
    """Overrun, send battle groups, drive on or hold a line, bring in what is due."""
    for step in range(MOVE_STEPS):
        move_step(w, step)
    return 0


@barrier
def move_step(w: World, step: int) -> int:
    """Do one of the steps of `move_best`: look, gather for Leningrad and the roads, send groups, drive."""
    side = w.s[ACTIVE]
    if step == 0:
        _begin(w, side)
    elif step == 1:
        _gather(w, side)
    elif step == 2:
        send_groups(w, side)
    else:
        drive(w, side)
        if side == GERMAN or w.s[TURN] > 1:
            overruns(w, side)
    return 0


@kernel
def _storms(w: World, side: int) -> bool:
    """Return whether all in reach are gathered for assaults on Leningrad by now."""
    return w.s[TURN] >= w.weights[side, W_STORM]


@kernel
def _begin(w: World, side: int) -> None:
    """See what there is to do; who is sent somewhere marches first, then the army of turn 8 comes in."""
    march_as_told(w, side)
    if side == SOVIET and _army_comes(w):
        bring_due(w, SOVIET, 1)  # their surprise is worth four columns in every battle [15.3]
    fill(w.u[PLANNED], FREE)
    end_moves_of_held(w, side)
    mark_cutters(w, side)
    if _storms(w, side):
        _survey(w, side, True)


@kernel
def _gather(w: World, side: int) -> None:
    """Storm, overrun, guard and raid: what goes before battle groups."""
    storms, tried = _storms(w, side), 0
    if storms:
        tried = storm_cities(w, side)
    fought = w.s[ATTACKS]
    if side == GERMAN or w.s[TURN] > 1:
        overruns(w, side)
    if not storms or w.s[ATTACKS] > fought:
        _survey(w, side, not storms)
        tried |= storm_cities(w, side)
    if storms and side == GERMAN and w.s[TURN] < N_TURNS:
        post_guards(w, side, False)  # once it is known who storms
        map_danger(w, side)  # its rows were taken for that
    close_rear(w, side)
    mark_raiders(w, side)
    join_assaults(w, side, tried)
    man_city(w, side)
    if side == SOVIET and not storms:
        raid_roads(w, side)
        map_danger(w, side)


@kernel
def _survey(w: World, side: int, first: bool) -> None:
    """Look who can get where and what the enemy can do; whoever can get into an empty hex that counts goes at once.

    At first guards are posted over the roads, before a storm only those on whom much hangs, and the roads of the
    others cut at the very end.
    """
    survey(w, side)
    if first:
        post_guards(w, side, _storms(w, side))
        cut_off(w, side)
        if _storms(w, side):
            raid_roads(w, side)
    grab_cities(w, side)
    map_danger(w, side)


@kernel
def _army_comes(w: World) -> bool:
    """Return whether the army of turn 8 enters now [15.3]."""
    for u in range(N_GERMAN, N_UNITS):
        if is_late(w, u) and w.u[ARRIVES, u] == w.s[TURN] and w.u[STATE, u] == WAITING:
            return True
    return False
