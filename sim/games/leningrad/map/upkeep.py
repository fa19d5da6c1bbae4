"""The quiet phases: regeneration, interdiction, forts, the end of a turn and of the game [3.0, 11.3, 13, 14.6, 16]."""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.battles.air import use_air
from sim.games.leningrad.map.fields import (
    AIR_CODE,
    AIR_USED,
    AIRED,
    C_SIDE,
    CITY_VP,
    CONTROL,
    FORT,
    FORT_CODE,
    FORTS_PLACED,
    GARRISON,
    GERMAN,
    IN_FORT_RADIUS,
    K_END,
    K_FORT,
    K_INTERDICT,
    K_REGENERATE,
    K_SUPPLY,
    K_VP,
    L_CITY,
    L_FORTS,
    LENINGRAD,
    MARGIN,
    N_AIR,
    N_GERMAN,
    N_UNITS,
    NONE,
    NOTE_GONE,
    NOTE_HEX,
    NOTE_NONE,
    NOTE_REDUCED,
    NOTE_REGENS,
    P_FORT_LINE,
    P_FORT_MP,
    P_READING,
    P_VP_GONE,
    P_VP_REDUCED,
    P_VP_REGEN,
    REGEN,
    REGENS,
    SINCE,
    SOVIET,
    SURPRISE,
    TYPE,
    VOID,
    Y_CITIES,
    Y_DISTANCE,
    Y_FORTS,
    Y_INTERDICT,
    Y_OOS,
    Y_REDUCED,
    Y_REGENS,
    Y_UNITS,
    Y_VP,
)
from sim.games.leningrad.map.readings import R11, R26, R49, R50, R53
from sim.games.leningrad.map.record.events import emit
from sim.map.forces.supply import has_line, is_supplied
from sim.map.forces.world import (
    ATT,
    BIG,
    CLASS,
    COUNT,
    DEF,
    EXTRA,
    FULL,
    GONE,
    HEX,
    LINE,
    ON_MAP,
    PACE,
    SIDE,
    SLOT,
    STATE,
    STEPS,
    TURN,
    ZOC,
    World,
)
from sim.map.forces.zones import hexes_between, price_changed
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def may_regenerate(w: World, u: int) -> bool:
    """Return whether a German unit may be turned over now: a full turn at rest, no zone, supply [14.6-14.10, R50]."""
    if u >= N_GERMAN or w.u[STATE, u] != ON_MAP or w.u[STEPS, u] != 1:
        return False
    h = w.u[HEX, u]
    if w.x[REGEN, h] == 0 or w.x[ZOC + SOVIET, h] > 0 or w.u[SINCE, u] > w.s[TURN] - 2:
        return False
    return is_supplied(w, u)


@kernel
def regenerate(w: World, u: int) -> None:
    """Turn a unit over to its full side; the Soviets get a point for it [14.8]."""
    w.u[STEPS, u] = 2
    w.u[ATT, u] = w.u[FULL, u]
    w.u[DEF, u] = w.u[FULL, u]
    w.s[REGENS] += 1
    w.turns[w.s[TURN], Y_REGENS] += 1
    emit(w, K_REGENERATE, u, NONE, w.u[HEX, u], VOID, NOTE_NONE)


@kernel
def interdict(w: World, h: int) -> None:
    """Set an air unit down, where Soviet points and lines cost double, or four times with two [9.6, 11.3, 11.4]."""
    k = use_air(w)
    w.x[AIRED, h] += 1
    w.x[PACE + SOVIET, h] = 2 * w.x[AIRED, h]
    w.x[LINE + SOVIET, h] = 2 * w.x[AIRED, h]
    price_changed(w, SOVIET, h)
    w.turns[w.s[TURN], Y_INTERDICT] += 1
    emit(w, K_INTERDICT, AIR_CODE + k, NONE, h, VOID, NOTE_NONE)


@kernel
def forts_left(w: World) -> int:
    """Return how many forts are available and not yet placed [13.4, 14.0]."""
    return w.lists[L_FORTS, w.s[TURN]] - w.s[FORTS_PLACED]


@kernel
def may_fortify(w: World, h: int) -> bool:
    """Return whether a fort may be placed in a hex [13.0, 13.5, 13.6; rulings R11, R53]."""
    if w.x[IN_FORT_RADIUS, h] == 0 or w.x[FORT, h] > 0 or w.x[COUNT + GERMAN, h] > 0:
        return False
    has_unit = w.x[COUNT + SOVIET, h] > 0
    if w.x[ZOC + GERMAN, h] > 0 and (not has_unit or w.p[P_READING + R11] == 1):
        return False
    if w.p[P_READING + R53] == 1 and not has_unit:
        return False
    return has_line(w, SOVIET, 1, h) == 1


@kernel
def fortify(w: World, h: int) -> None:
    """Place the next fort, which stays there; it costs Germans and their lines more [9.6, 13.2, 13.3, 13.5]."""
    w.x[FORT, h] = w.s[FORTS_PLACED] + 1
    w.x[EXTRA + GERMAN, h] = w.p[P_FORT_MP]
    w.x[LINE + GERMAN, h] = w.p[P_FORT_LINE]
    price_changed(w, GERMAN, h)
    emit(w, K_FORT, FORT_CODE + w.s[FORTS_PLACED], NONE, h, VOID, NOTE_NONE)
    w.s[FORTS_PLACED] += 1
    w.turns[w.s[TURN], Y_FORTS] += 1


@barrier
def end_turn(w: World) -> int:
    """Take interdiction off the map, give the air back, forget the surprise, and sum the turn up [3.0, phase 8]."""
    for h in range(w.x.shape[1]):
        if w.x[AIRED, h] > 0:
            w.x[AIRED, h] = 0
            w.x[PACE + SOVIET, h] = 1
            w.x[LINE + SOVIET, h] = 1
            price_changed(w, SOVIET, h)
    for k in range(N_AIR):
        w.s[AIR_USED + k] = 0
    w.s[SURPRISE] = 0
    if w.p[P_READING + R50] == 1:
        _break_rest(w)
    return 0


@kernel
def _break_rest(w: World) -> None:
    """Let every German who is beside an enemy or out of supply begin his rest anew [14.6, ruling R50]."""
    for u in range(N_GERMAN):
        rests = w.u[STATE, u] == ON_MAP and w.u[STEPS, u] == 1
        if rests and (w.x[ZOC + SOVIET, w.u[HEX, u]] > 0 or not is_supplied(w, u)):
            w.u[SINCE, u] = w.s[TURN]


@kernel
def holds(w: World, h: int) -> bool:
    """Return whether a supplied German unit stands in a hex [16.2, rulings R26, R49]."""
    if w.p[P_READING + R26] == 1:
        return w.x[CONTROL, h] == GERMAN
    if w.s[GARRISON] > 0:
        for k in range(4):
            if w.lists[L_CITY, k] == h:
                return w.x[COUNT + GERMAN, h] > 0 and w.s[GARRISON] >> (k + 1) & 1 == 1
    for k in range(w.x[COUNT + GERMAN, h]):
        if is_supplied(w, w.x[SLOT + k, h]):
            return True
    return False


@kernel
def soviet_points(w: World) -> int:
    """Return the Soviet points as they stand now [16.1]."""
    total = w.s[REGENS] * w.p[P_VP_REGEN]
    for u in range(N_GERMAN):
        if w.u[STATE, u] == GONE:
            total += w.p[P_VP_GONE + w.u[TYPE, u]]
        elif w.u[STEPS, u] == 1:
            total += w.p[P_VP_REDUCED + w.u[TYPE, u]]
    return total


@kernel
def german_points(w: World) -> int:
    """Return the German points as they stand now [16.2]."""
    total = 0
    for k in range(4):
        h = w.lists[L_CITY, k]
        if holds(w, h):
            total += w.x[CITY_VP, h]
    return total


@barrier
def sum_up(w: World) -> int:
    """Write the summary of a turn: points so far, units, supply, Leningrad, the way still to go."""
    y = w.turns[w.s[TURN]]
    y[Y_VP] = german_points(w)
    y[Y_VP + 1] = soviet_points(w)
    nearest = BIG
    for u in range(N_UNITS):
        if w.u[STATE, u] == ON_MAP:
            side = w.u[SIDE, u]
            y[Y_UNITS + side] += 1
            if has_line(w, side, w.u[CLASS, u], w.u[HEX, u]) == 0:
                y[Y_OOS + side] += 1
            if side == GERMAN:
                nearest = min(nearest, hexes_between(w, w.u[HEX, u], w.s[LENINGRAD]))
                y[Y_REDUCED] += 1 if w.u[STEPS, u] == 1 else 0
    y[Y_DISTANCE] = nearest
    for k in range(4):
        y[Y_CITIES] += 1 if w.x[COUNT + GERMAN, w.lists[L_CITY, k]] > 0 else 0
    return 0


@kernel
def _point(w: World, side: int, unit: int, to: int, value: int, note: int) -> None:
    n = emit(w, K_VP, unit, NONE, to, value, note)
    if n >= 0:
        w.log[n, C_SIDE] = side


@barrier
def finish(w: World) -> int:
    """Write the points of the end and the margin [16.0]."""
    for k in range(4):
        h = w.lists[L_CITY, k]
        for j in range(w.x[COUNT + GERMAN, h]):
            u = w.x[SLOT + j, h]
            emit(w, K_SUPPLY, u, NONE, NONE, 1 if is_supplied(w, u) else 0, NOTE_NONE)
    for k in range(4):
        h = w.lists[L_CITY, k]
        if holds(w, h):
            _point(w, GERMAN, NONE, h, w.x[CITY_VP, h], NOTE_HEX)
    for kind in range(3):
        reduced, gone = 0, 0
        for u in range(N_GERMAN):
            if w.u[TYPE, u] == kind:
                gone += 1 if w.u[STATE, u] == GONE else 0
                reduced += 1 if w.u[STATE, u] != GONE and w.u[STEPS, u] == 1 else 0
        if reduced > 0:
            _point(w, SOVIET, NONE, reduced * 10 + kind, reduced * w.p[P_VP_REDUCED + kind], NOTE_REDUCED)
        if gone > 0:
            _point(w, SOVIET, NONE, gone * 10 + kind, gone * w.p[P_VP_GONE + kind], NOTE_GONE)
    if w.s[REGENS] > 0:
        _point(w, SOVIET, NONE, w.s[REGENS], w.s[REGENS] * w.p[P_VP_REGEN], NOTE_REGENS)
    w.s[MARGIN] = german_points(w) - soviet_points(w)
    n = emit(w, K_END, NONE, NONE, NONE, w.s[MARGIN], NOTE_NONE)
    if n >= 0:
        w.log[n, C_SIDE] = -1
    return 0


@barrier
def cities_held(w: World) -> int:
    """Return which city hexes the Germans hold at the end, a bit each in the order of the list `L_CITY`."""
    held = 0
    for k in range(4):
        if holds(w, w.lists[L_CITY, k]):
            held += 1 << k
    return held


@kernel
def judge_garrisons(w: World) -> None:
    """Note which city hexes a supplied German holds now, where that decides for the end [16.2, ruling R49]."""
    if w.p[P_READING + R49] == 1:
        w.s[GARRISON] = 0
        w.s[GARRISON] = 1 + 2 * cities_held(w)
