"""Movement of Leningrad: units begin, go along a path, set foot in a hex; who is pinned on turn 1 [4, 6, 15.1]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CONTROL,
    FORT,
    FORT_CODE,
    GERMAN,
    K_FORT_LOST,
    K_MOVE,
    K_SUPPLY,
    MOVES,
    NOTE_DISENGAGE,
    NOTE_MINIMUM,
    NOTE_NONE,
    P_READING,
    PINNED,
    SINCE,
    SOVIET,
    Y_MOVES,
)
from sim.games.leningrad.map.moves.one_move import end_moves_before
from sim.games.leningrad.map.readings import R36, R37
from sim.games.leningrad.map.record.events import emit
from sim.map.forces.memory import last_cost
from sim.map.forces.movement import flood_unit, pace_of, trace_path
from sim.map.forces.rules import P_HALF_UNIT
from sim.map.forces.supply import is_supplied
from sim.map.forces.world import (
    ALLOWANCE,
    BIG,
    BUDGET,
    CLASS,
    DONE,
    EXTRA,
    HEX,
    LINE,
    MINIMUM,
    MOVED,
    ON_MAP,
    PATH,
    SIDE,
    SPENT,
    START,
    STATE,
    STOPPED,
    TRAIL,
    TURN,
    WAITING,
    World,
)
from sim.map.forces.zones import in_ezoc, lift, place, price_changed
from sim.match.barrier import barrier
from sim.match.compiled import kernel

_UNJUDGED = -1


@kernel
def begin_phase(w: World, side: int) -> None:
    """Give every unit of a side its starting hex and a budget still to be judged, or by ruling R36 judged now."""
    for u in range(w.u.shape[1]):
        if w.u[SIDE, u] == side:
            w.u[START, u] = w.u[HEX, u]
            w.u[TRAIL, u] = w.u[HEX, u] + 1
            w.u[SPENT, u] = 0
            w.u[MOVED, u] = 0
            w.u[DONE, u] = 0
            w.u[STOPPED, u] = 0
            w.u[BUDGET, u] = _UNJUDGED
    if w.p[P_READING + R36] == 1:  # judged once for all
        for u in range(w.u.shape[1]):
            if w.u[SIDE, u] == side and w.u[STATE, u] == ON_MAP:
                ready(w, u)


@kernel
def ready(w: World, u: int) -> None:
    """Judge a unit's supply and so its budget, unless it was judged in this phase [9.0, 9.1, 9.3, R36].

    A unit that has not moved yet is judged anew each time, since supply is settled when it starts to move.
    """
    if w.u[MOVED, u] == 1 or (w.p[P_READING + R36] == 1 and w.u[BUDGET, u] != _UNJUDGED):
        return
    full = w.u[ALLOWANCE, u]
    if w.u[STATE, u] == WAITING or is_supplied(w, u):
        w.u[BUDGET, u] = full
    else:
        unit = w.p[P_HALF_UNIT]
        w.u[BUDGET, u] = full // (2 * unit) * unit


@kernel
def set_off(w: World, u: int) -> None:
    """Note that a unit moves, with its supply if it starts to; others may be done by that [ruling R54]."""
    end_moves_before(w, u)
    if w.u[MOVED, u] == 0:
        w.u[MOVED, u] = 1
        emit(w, K_SUPPLY, u, -1, -1, 1 if w.u[BUDGET, u] == w.u[ALLOWANCE, u] else 0, NOTE_NONE)


@kernel
def reach(w: World, u: int) -> None:
    """Flood for a unit on the map from where it stands [4.1-4.4, 4.7, 6.1-6.4; `sim.map.forces.movement`]."""
    ready(w, u)
    if w.p[P_READING + R37] == 1 and not in_ezoc(w, w.u[SIDE, u], w.u[HEX, u]):
        w.u[STOPPED, u] = 0  # the zone that stopped it is gone
    flood_unit(w, u)


@kernel
def is_pinned(w: World, u: int) -> bool:
    """Return whether a Soviet unit must not move on turn 1 [15.1]."""
    return w.s[TURN] == 1 and w.u[SIDE, u] == SOVIET and w.u[START, u] >= 0 and w.x[PINNED, w.u[START, u]] == 1


@barrier
def go(w: World, u: int, dest: int) -> int:
    """Move a unit along the path of the flood just made; `dest` must be reached and have room [4.1, 4.6, 4.7]."""
    n = trace_path(w, dest)
    if n <= 1:
        return 0
    tied_cost = w.s[MINIMUM]
    fresh = w.u[MOVED, u] == 0
    set_off(w, u)
    lift(w, u)
    for k in range(1, n):
        a = w.q[PATH, k - 1]
        b = w.q[PATH, k]
        note = NOTE_NONE
        if in_ezoc(w, w.u[SIDE, u], a):
            note = NOTE_DISENGAGE
        if fresh and tied_cost == a and k == 1 and _full_cost(w, u, a, b) > w.u[BUDGET, u]:
            note = NOTE_MINIMUM
            w.u[DONE, u] = 1
        emit(w, K_MOVE, u, a, b, last_cost(w, b) - last_cost(w, a), note)
        set_foot(w, u, b)
        w.s[MOVES] += 1
        w.turns[w.s[TURN], Y_MOVES + w.u[SIDE, u]] += 1
    w.u[SPENT, u] = last_cost(w, dest)
    w.u[STOPPED, u] = 1 if in_ezoc(w, w.u[SIDE, u], dest) else 0
    place(w, u, dest)
    return n - 1


@kernel
def _full_cost(w: World, u: int, a: int, b: int) -> int:
    """Return what the first step from a to b would cost in full, leaving aside an enemy zone [4.2, 11.4]."""
    side = w.u[SIDE, u]
    for d in range(6):
        if w.neighbors[a, d] == b:
            pace = pace_of(w, side, a, b)
            cost = w.step[w.u[CLASS, u], a, d] * pace + w.x[EXTRA + side, b]
            if in_ezoc(w, side, a):
                cost += w.p[2 + 2 * side + w.u[CLASS, u]]
            return cost
    return BIG


@kernel
def set_foot(w: World, u: int, h: int) -> None:
    """Note that a unit sets foot in a hex: its trail, its rest broken, a fort lost, a city held [4.4, 13.2, 14.9]."""
    w.u[TRAIL, u] = (w.u[TRAIL, u] * 1009 + h + 1) % 1000003
    w.u[SINCE, u] = w.s[TURN]
    side = w.u[SIDE, u]
    w.x[CONTROL, h] = side
    if side == GERMAN and w.x[FORT, h] > 0:
        emit(w, K_FORT_LOST, FORT_CODE + w.x[FORT, h] - 1, h, -1, -(1 << 40), NOTE_NONE)
        w.x[FORT, h] = 0
        w.x[EXTRA + GERMAN, h] = 0
        w.x[LINE + GERMAN, h] = 1
        price_changed(w, GERMAN, h)


@kernel
def step_into(w: World, u: int, h: int) -> None:
    """Put a unit straight into a neighboring hex: an advance."""
    lift(w, u)
    set_foot(w, u, h)
    place(w, u, h)
