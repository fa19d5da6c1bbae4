"""Surprise: the Soviets on turn 1 [15.1, 15.2, R47, R48], the Germans on turn 8 [15.3, R52]."""

from __future__ import annotations

import heapq

from sim.games.leningrad.referee.costs import allowance, step_cost
from sim.games.leningrad.referee.counters import GERMAN, PINNED, SOVIET, Unit
from sim.games.leningrad.referee.state import STACK, State, Trek
from sim.games.leningrad.referee.supply import is_supplied

ARMY_34 = "s8a"
"""The line of the schedule whose six infantry bring the surprise of turn 8."""


def is_first(state: State, unit: Unit) -> bool:
    """Return whether this is a Soviet unit on turn 1."""
    return unit.side == SOVIET and state.turn == 1


def forbid_move(state: State, unit: Unit) -> None:
    """Stop a unit of Libau or Kingisepp that moves on turn 1 [15.1]."""
    if is_first(state, unit):
        start = state.started.get(unit.id, "")
        state.require(start not in PINNED, "15.1", f"{unit.id} moves out of {start} on turn 1")


def forbid_disengagement(state: State, unit: Unit) -> None:
    """Stop a Soviet unit that disengages on turn 1 [15.1]."""
    state.require(not is_first(state, unit), "15.1", f"{unit.id} disengages on turn 1")


def forbid_overrun(state: State, unit: Unit) -> None:
    """Stop a Soviet unit that overruns on turn 1 [15.1]."""
    state.require(not is_first(state, unit), "15.1", f"{unit.id} overruns on turn 1")


def has_surprise(state: State) -> bool:
    """Return whether Soviet attacks have the four columns now: turn 8, and all six have entered [15.3, R52]."""
    six = [unit for unit in state.units.values() if unit.row == ARMY_34]
    return state.turn == 8 and state.phase in (6, 7) and all(unit.hex or unit.is_eliminated for unit in six)


# the march to contact of turn 1


def note_start(state: State, unit: Unit) -> None:
    """Note what a Soviet unit could reach as it starts to move, or arrives, on turn 1."""
    if is_first(state, unit):
        state.must_close[unit.id] = prospects(state, unit)


def prospects(state: State, unit: Unit) -> tuple[bool, float]:
    """Return whether a unit can end its move next to a German one, else the least distance in half points it can reach.

    Distance goes by the unit's own costs, past zones and stacks, to the nearest hex next to a German unit.
    """
    ends = reachable(state, unit)
    zone = state.zone(GERMAN)
    if any(hex_ in zone for hex_ in ends):
        return True, 0
    far = distances(state, unit)
    return False, min(far.get(hex_, float("inf")) for hex_ in ends)


def reachable(state: State, unit: Unit) -> set[str]:
    """Return the hexes in which a unit may end its move, given where everybody stands; no overrun, no disengagement."""
    trek = state.treks[unit.id]
    best = {unit.hex: 0}
    queue = [(0, unit.hex)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or state.in_ezoc(unit.side, here):
            continue
        is_first = bool(trek.start) and here == unit.hex and len(trek.path) == 1
        for there in state.ground.reach(here):
            cost = spent + step_cost(state, unit, here, there, is_first)
            if is_first and not trek.spent and cost > trek.left:
                cost = trek.left  # one hex is always possible [4.3]
            if cost <= trek.left and cost < best.get(there, cost + 1) and not state.enemies(unit.side, there):
                best[there] = cost
                heapq.heappush(queue, (cost, there))
    return {hex_ for hex_ in best if sum(u is not unit for u in state.friends(unit.side, hex_)) < STACK}


def distances(state: State, unit: Unit) -> dict[str, int]:
    """Return the cost from every hex to the nearest one next to a German unit, by the unit's own costs."""
    best = {hex_: 0 for hex_ in state.zone(GERMAN) if not state.enemies(unit.side, hex_)}
    queue = [(0, hex_) for hex_ in sorted(best)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        for back in state.ground.reach(here):
            cost = spent + step_cost(state, unit, back, here, False)
            if cost < best.get(back, cost + 1) and not state.enemies(unit.side, back):
                best[back] = cost
                heapq.heappush(queue, (cost, back))
    return best


def check_closed(state: State) -> None:
    """At the end of the Soviet movement of turn 1, stop if a unit is not where 15.1 wants it."""
    if state.turn != 1 or state.phase != 6:
        return
    for unit in state.on_map(SOVIET):
        if state.started.get(unit.id, "") in PINNED or state.in_ezoc(SOVIET, unit.hex):
            state.saw("15.1")
            continue
        could_touch, nearest = _what_it_could(state, unit)
        if could_touch:
            state.breach("15.1", f"{unit.id} ends at {unit.hex}, though it could have ended next to a German unit")
        left = distances(state, unit).get(unit.hex, float("inf"))
        if left > nearest:
            state.breach("15.1", f"{unit.id} ends at {unit.hex}, {left} half mp from the Germans, not at {nearest}")
        state.saw("15.1")


def _what_it_could(state: State, unit: Unit) -> tuple[bool, float]:
    if unit.id in state.must_close:
        return state.must_close[unit.id]
    state.treks[unit.id] = Trek(unit.hex, allowance(unit, is_supplied(state, unit)), path=[unit.hex])
    return prospects(state, unit)


def check_attacked(state: State) -> None:
    """At the end of the Soviet combat of turn 1, stop if a unit in contact has stood by [15.2, R48]."""
    if state.turn != 1 or state.phase != 7:
        return
    for unit in state.on_map(SOVIET):
        if unit.id in state.attacked:
            state.saw("15.2")
            state.saw("15.0")
            continue
        if state.readings["R23"] == "exempt" and unit.hex in PINNED:
            continue
        for hex_ in state.ground.reach(unit.hex):
            targets = [u for u in state.enemies(SOVIET, hex_) if u.id not in state.fled]
            if targets and all(u.id not in state.defended for u in targets):
                state.breach("15.2", f"{unit.id} at {unit.hex} does not attack, though Germans stand at {hex_}")
