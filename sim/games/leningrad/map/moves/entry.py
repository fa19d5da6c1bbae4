"""Coming in by the edge: where a waiting unit may enter, what that costs, and its way from there [14.1-14.4, 15.3]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARRIVES,
    ENTRY,
    GERMAN,
    GROUP,
    K_ARRIVE,
    K_MOVE,
    L_EDGE,
    L_ENTRY,
    L_GROUP,
    L_NORTH,
    LATE_DOOR,
    LATE_GROUP,
    MOVES,
    NOTE_DISENGAGE,
    NOTE_NONE,
    P_READING,
    SOVIET,
    T_CITY,
    Y_MOVES,
)
from sim.games.leningrad.map.moves.march import ready, set_foot, set_off
from sim.games.leningrad.map.readings import R35
from sim.games.leningrad.map.record.events import emit
from sim.map.forces.memory import last_cost
from sim.map.forces.movement import flood_entry, trace_path
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import (
    ALLOWANCE,
    BIG,
    CLASS,
    COUNT,
    EXTRA,
    PACE,
    PATH,
    SIDE,
    SPENT,
    STOPPED,
    TERRAIN,
    TRAIL,
    TURN,
    World,
)
from sim.map.forces.zones import hexes_between, in_ezoc, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def entry_cost(w: World, u: int, h: int) -> int:
    """Return what entering the map at a hex costs: the road rate if a road runs through it [14.1, ruling R46]."""
    side = w.u[SIDE, u]
    return w.x[ENTRY + w.u[CLASS, u], h] * w.x[PACE + side, h] + w.x[EXTRA + side, h]


@kernel
def _is_open_entry(w: World, side: int, h: int) -> bool:
    return w.x[TERRAIN, h] != 0 and w.x[COUNT + 1 - side, h] == 0 and w.x[COUNT + side, h] < w.p[P_STACK]


@barrier
def entries(w: World, u: int) -> int:
    """Write the hexes by which a waiting unit may enter now into `L_ENTRY`; return how many [14.1-14.4, ruling R46]."""
    side = w.u[SIDE, u]
    group = w.u[GROUP, u]
    row = L_GROUP + group
    found, is_open = 0, False
    n = 0
    while w.lists[row, n] >= 0:
        h = w.lists[row, n]
        if _is_open_entry(w, side, h):
            is_open = True
            found += _add_entry(w, u, h, found)
        n += 1
    if is_late(w, u) and w.s[TURN] > w.u[ARRIVES, u] and _is_open_entry(w, side, w.s[LATE_DOOR]):
        is_open = True
        found += _add_entry(w, u, w.s[LATE_DOOR], found)
    return found if is_open else _edge_entries(w, u, side, row, n)


@kernel
def _add_entry(w: World, u: int, h: int, at: int) -> int:
    """Write an entry hex that a unit can pay for; the move of one hex is not for those who enter [4.3, ruling R35]."""
    if entry_cost(w, u, h) > w.u[ALLOWANCE, u] and w.p[P_READING + R35] == 0:
        return 0
    w.lists[L_ENTRY, at] = h
    return 1


@kernel
def is_late(w: World, u: int) -> bool:
    """Return whether a unit is of the six infantry of turn 8 [15.3]."""
    return w.u[SIDE, u] == SOVIET and w.u[GROUP, u] == w.s[LATE_GROUP]


@kernel
def _edge_entries(w: World, u: int, side: int, row: int, n: int) -> int:
    """Write the nearest open edge hexes instead [14.2]; return how many.

    For the arrivals at Leningrad with all four hexes German these are the open ones of the northern edge [14.4].
    """
    best = BIG
    found = 0
    is_leningrad = side == SOVIET and w.x[TERRAIN, w.lists[row, 0]] == T_CITY and n == 4
    all_german = is_leningrad
    if is_leningrad:
        for k in range(4):
            all_german = all_german and w.x[COUNT + GERMAN, w.lists[row, k]] > 0
    for at in range(w.lists.shape[1]):
        h = w.lists[L_EDGE, at]
        if h < 0:
            break
        if not _is_open_entry(w, side, h):
            continue
        away = BIG
        if all_german:
            away = 0 if is_northern(w, h) else BIG
        else:
            for k in range(n):
                away = min(away, hexes_between(w, h, w.lists[row, k]))
        if away < best:
            best = away
            found = 0
        if away == best and best < BIG:
            found += _add_entry(w, u, h, found)
    return found


@kernel
def is_northern(w: World, h: int) -> bool:
    """Return whether a hex is one of 2301 to 2801 [14.4]."""
    k = 0
    while w.lists[L_NORTH, k] >= 0:
        if w.lists[L_NORTH, k] == h:
            return True
        k += 1
    return False


@kernel
def reach_entry(w: World, u: int, h: int) -> None:
    """Flood for a waiting unit that enters at a hex."""
    ready(w, u)
    flood_entry(w, u, h, entry_cost(w, u, h))


@kernel
def arrive(w: World, u: int, h: int, dest: int) -> None:
    """Bring a waiting unit in at h and on to `dest` along the flood just made."""
    set_off(w, u)
    cost = last_cost(w, h)
    emit(w, K_ARRIVE, u, -1, h, cost, NOTE_NONE)
    w.u[TRAIL, u] = 0
    set_foot(w, u, h)
    n = trace_path(w, dest)
    for k in range(1, n):
        a = w.q[PATH, k - 1]
        b = w.q[PATH, k]
        note = NOTE_DISENGAGE if in_ezoc(w, w.u[SIDE, u], a) else NOTE_NONE
        emit(w, K_MOVE, u, a, b, last_cost(w, b) - last_cost(w, a), note)
        set_foot(w, u, b)
        w.s[MOVES] += 1
        w.turns[w.s[TURN], Y_MOVES + w.u[SIDE, u]] += 1
    w.u[SPENT, u] = last_cost(w, dest)
    w.u[STOPPED, u] = 1 if in_ezoc(w, w.u[SIDE, u], dest) else 0
    place(w, u, dest)
