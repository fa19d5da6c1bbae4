"""Moves of a quick player that belong to no battle: the drive on Leningrad, the line before it, rest, reinforcements.

Each unit goes to the hex of its reach with the highest score; scores are sums of weighted features of hex and unit.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARRIVES,
    CITY_VP,
    CORPS,
    GERMAN,
    GOAL,
    INF_TYPE,
    N_GERMAN,
    N_UNITS,
    PLANNED,
    Q_ALLOWED,
    Q_B,
    Q_C,
    Q_D,
    Q_J,
    REGEN,
    SOVIET,
    T_CITY,
    T_OFF,
    TYPE,
)
from sim.games.leningrad.map.moves.arrivals import bring_in, choose_entry, is_due
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.entry import entries, reach_entry
from sim.games.leningrad.map.moves.march import go, reach
from sim.games.leningrad.players.asked import ENDS, note
from sim.games.leningrad.players.moves.alone import alone_at, is_alone, rests_safely
from sim.games.leningrad.players.moves.company import joined
from sim.games.leningrad.players.moves.danger import (
    SURPRISE_TURN,
    comrades,
    danger,
    forsaken,
    in_company,
    lone,
    map_danger,
)
from sim.games.leningrad.players.moves.distances import map_home, map_threat, note_home
from sim.games.leningrad.players.moves.front import LINE_REACH, line, most_line_of
from sim.games.leningrad.players.moves.last_word import overrun_before
from sim.games.leningrad.players.moves.reaching import FREE, POSTED, SENT, STORMS, TIRED
from sim.games.leningrad.players.names import (
    W_CITY,
    W_COMPANY,
    W_CORPS,
    W_COVER,
    W_DELAY,
    W_DISTANCE,
    W_EXPOSURE,
    W_GARRISON,
    W_GOAL,
    W_HOME,
    W_LINE,
    W_REST,
    W_ROAD,
    W_STAY,
    W_SUPPLY,
)
from sim.games.leningrad.players.values import cover, holds_on, keeps_city, rests
from sim.map.forces.memory import last_flood
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line, is_supplied
from sim.map.forces.world import (
    BIG,
    CLASS,
    COUNT,
    HEX,
    N_REACH,
    ON_MAP,
    ROADED,
    SIDE,
    STATE,
    STEPS,
    TERRAIN,
    TURN,
    WAITING,
    ZOC,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.shortcuts import busy

FAR = 14  # hexes beyond which it does not matter how far the enemy is
FILL = 60
"""What it is worth to a Soviet unit besides to be one of three in a hex of Leningrad that Germans are near."""
ENTERING = 3  # how much more it counts that a corps is together where it enters: nobody else is near
FALL_ON = 40  # what it is worth to who comes in with the surprise of turn 8 to stand beside Germans [15.3]


@kernel
def _static(w: World, side: int, h: int) -> int:
    """Return the worth of a hex to any unit of a side."""
    wt = w.weights[side]
    zones = w.x[ZOC + 1 - side, h]
    value = wt[W_COVER] * cover(w, side, h) + wt[W_ROAD] * w.x[ROADED, h]
    value -= wt[W_EXPOSURE] * min(zones, 4)
    far = w.q[Q_B, h]
    if side == SOVIET:
        value -= 2 * abs(min(far, FAR) - wt[W_DISTANCE])
    return value


@kernel
def _company(w: World, side: int, u: int, h: int) -> int:
    there = w.x[COUNT + side, h] - (1 if w.u[HEX, u] == h else 0)
    value = w.weights[side, W_COMPANY] * there
    if w.x[TERRAIN, h] == T_CITY:
        near = w.q[Q_B, h] <= 6 or w.s[TURN] >= 9
        late = 9 if near else 3
        if there == 0 and (near if side == SOVIET else w.s[TURN] >= 10):
            value += (5 if side == SOVIET else 10) * w.x[CITY_VP, h]
        if side == GERMAN:
            value += w.weights[side, W_CITY] * (2 if there == 0 else 1)
            if there > 0 and w.q[Q_D, h] > 0:
                value += w.weights[side, W_GARRISON] * w.x[CITY_VP, h]
        elif there < (w.p[P_STACK] if near else 1):
            value += w.weights[side, W_CITY] * (late if there > 0 else late + 3) // 9
            value += FILL if w.q[Q_D, h] > 0 or holds_on(w, u, h, there) else 0
    elif side == SOVIET:
        value -= w.weights[side, W_LINE] * 2 * there
    return value


@kernel
def _score(w: World, side: int, u: int, h: int, least: int, most_line: int) -> int:
    """Return what a hex is worth to a unit; any number up to `least` if it is worth no more than that."""
    wt = w.weights[side]
    goal = min(w.x[GOAL + w.u[CLASS, u], h], 120)
    value = w.q[Q_C, h] + _company(w, side, u, h) - wt[W_GOAL] * goal // 2
    if side == SOVIET and w.s[TURN] == SURPRISE_TURN and w.u[HEX, u] < 0 and w.x[ZOC + GERMAN, h] > 0:
        value += FALL_ON
    if w.u[HEX, u] == h:
        value += wt[W_STAY]
    if side == GERMAN:
        value += joined(w, u, h)
        if wt[W_CORPS] > 0 and w.u[CORPS, u] > 0:
            value += wt[W_CORPS] * comrades(w, u, h) * (ENTERING if w.u[HEX, u] < 0 else 1)
        if w.u[STEPS, u] == 1 and w.u[TYPE, u] != INF_TYPE and w.x[REGEN, h] == 1:
            if w.x[ZOC + SOVIET, h] == 0 and w.s[TURN] <= 10:
                value += wt[W_REST]
    is_near = w.q[Q_B, h] <= LINE_REACH
    if value + (most_line if is_near else 0) <= least:  # what is still to come takes something away
        return value
    if w.q[Q_D, h] > 0 and w.u[TYPE, u] != INF_TYPE:
        value -= danger(w, side, u, h)
    if is_near:
        value += line(w, side, u, h)
    return value - lone(w, u, h) if side == GERMAN else value


@kernel
def worth_of_end(w: World, u: int, h: int) -> int:
    """Return what a hex is worth to a unit as the end of its move, once the map is weighed."""
    return _score(w, w.u[SIDE, u], u, h, -BIG, 0)


@barrier
@busy
def best_end(w: World, u: int) -> int:
    """Return the best hex that the last flood allows a unit, or -1; one out of supply counts for less."""
    side = w.u[SIDE, u]
    kind = w.u[CLASS, u]
    chosen, reached = -1, -BIG
    here = w.u[HEX, u]
    note(w, ENDS)
    tied = here >= 0 and w.q[Q_ALLOWED, here] == 1 and keeps_city(w, side, u)
    found = last_flood(w)
    stays = forsaken(w, u) if side == GERMAN and here >= 0 else 0
    strays = side == GERMAN and w.weights[side, W_HOME] > 0 and here >= 0 and not is_supplied(w, u)
    if strays:
        map_home(w)
    most_line = most_line_of(w, side)
    careful = side == GERMAN and w.u[TYPE, u] != INF_TYPE and not in_company(w, u)
    dread = 0
    for _ in range(5):
        best, at = -BIG, -1
        for k in range(w.s[N_REACH]):
            h = found[k]
            if tied and h != here and w.x[CITY_VP, h] <= w.x[CITY_VP, here]:
                continue
            if w.q[Q_ALLOWED, h] == 1:
                more = (stays if h == here else 0) - (w.weights[side, W_HOME] * w.q[Q_J, h] if strays else 0)
                if dread > 0 and is_alone(w, u, h):
                    more -= dread
                value = _score(w, side, u, h, best - more, most_line) + more
                if value > best:
                    best = value
                    at = h
        if at < 0 or best <= reached:
            break
        supplied = has_line(w, side, kind, at) == 1
        if not supplied:
            best -= w.weights[side, W_SUPPLY]
        w.q[Q_ALLOWED, at] = 0
        if careful and is_alone(w, u, at):
            risk = alone_at(w, u, at)
            best += dread - risk
            supplied = supplied and risk == 0
            dread = risk
        if best > reached:
            reached = best
            chosen = at
        if supplied:
            break  # no other can be better
    return chosen


@barrier
def drive(w: World, side: int) -> int:
    """Move the units that no battle claims, those nearest the enemy first, then bring in reinforcements.

    A mobile German division that would end alone waits until the others have moved: then it may have company.
    """
    weigh(w, side)
    for near in range(4):
        for u in range(N_UNITS):
            if w.u[SIDE, u] != side or w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] in (SENT, STORMS, POSTED):
                continue
            far = w.q[Q_B, w.u[HEX, u]]
            if min(far // 2, 3) == near:
                plan = w.u[PLANNED, u]
                w.u[PLANNED, u] = SENT
                if not _drive_one(w, u, side == GERMAN and w.u[TYPE, u] != INF_TYPE):
                    w.u[PLANNED, u] = plan
    for u in range(N_GERMAN if side == GERMAN else 0):
        if w.u[STATE, u] == ON_MAP and w.u[PLANNED, u] in (FREE, TIRED):
            w.u[PLANNED, u] = SENT
            _drive_one(w, u, False)
    bring_due(w, side, 0)
    return 0


@kernel
def weigh(w: World, side: int) -> None:
    """Write how far the enemy is and what every hex is worth to any unit of a side."""
    map_threat(w, side, FAR if side == SOVIET else 8)
    map_danger(w, side)
    if side == GERMAN and w.weights[GERMAN, W_HOME] > 0:
        note_home(w)
    for h in range(w.x.shape[1]):
        if w.x[TERRAIN, h] != T_OFF:
            w.q[Q_C, h] = _static(w, side, h)


@barrier
def bring_due(w: World, side: int, first: int) -> int:
    """Bring in the reinforcements that are due and do not wait; `first` before all other moves, after them if 0."""
    if first == 1:
        weigh(w, side)
    for u in range(N_UNITS):
        if w.u[SIDE, u] == side and w.u[STATE, u] == WAITING and is_due(w, u):
            if w.s[TURN] == 1 or w.s[TURN] >= w.u[ARRIVES, u] + w.weights[side, W_DELAY]:  # may wait [14.3, 15.1]
                _bring(w, u)
    return 0


@kernel
def _drive_one(w: World, u: int, waits: bool) -> bool:
    """Move a unit where it does best; return False if it `waits`, since nobody would be with it there."""
    if must_stay(w, u) or (rests(w, u) and rests_safely(w, u)):
        return True
    overrun_before(w, u)
    reach(w, u)
    allow_ends(w, u)
    dest = best_end(w, u)
    if waits and is_alone(w, u, dest if dest >= 0 else w.u[HEX, u]):
        return False
    if dest >= 0 and dest != w.u[HEX, u]:
        go(w, u, dest)
    return True


@kernel
def _bring(w: World, u: int) -> None:
    """Bring a reinforcement in by the entry hex from which it gets farthest on its way."""
    overrun_before(w, u)
    best, entry, goal, last = -BIG, -1, -1, -1
    for k in range(min(4, max(1, entries(w, u)))):
        h = choose_entry(w, u, k)
        if h < 0:
            return
        last = h
        dest = best_end(w, u)
        if dest >= 0:
            value = _score(w, w.u[SIDE, u], u, dest, -BIG, 0)
            if value > best:
                best = value
                entry = h
                goal = dest
    if entry < 0:
        return
    if entry != last:
        reach_entry(w, u, entry)
    bring_in(w, u, entry, goal)
