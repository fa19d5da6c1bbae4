"""Supply: a line of five points to a source or to a road that leads to one [9]."""

from __future__ import annotations

import heapq
from functools import cache

from sim.games.leningrad.referee.costs import POINT, line_cost
from sim.games.leningrad.referee.counters import GAME, GERMAN, SOVIET, Unit
from sim.games.leningrad.referee.ground import ROAD
from sim.games.leningrad.referee.state import State
from sim.numbers.tables import load_list
from sim.referee.events import Event

LINE = 5 * POINT


@cache
def sources(side: str) -> tuple[str, ...]:
    """Return the source hexes of a side [9.5]."""
    return tuple(row["hex"] for row in load_list(GAME, "supply_sources").rows if row["side"] == side)


def is_open_to(state: State, side: str, hex_: str) -> bool:
    """Return whether a line may run through a hex: no enemy, and no enemy zone unless a friend is there [9.3]."""
    if not state.ground.is_playable(hex_) or state.enemies(side, hex_):
        return False
    return not state.in_ezoc(side, hex_) or bool(state.friends(side, hex_))


def network(state: State, side: str) -> set[str]:
    """Return the sources that serve and all road hexes joined to one by open road hexes [9.0, R44]."""
    if side not in state.networks:
        found = {hex_ for hex_ in sources(side) if is_open_to(state, side, hex_)}
        line = sorted(found)
        for here in line:
            for there, bits in state.ground.sides[here].items():
                if bits & ROAD and there not in found and is_open_to(state, side, there):
                    found.add(there)
                    line.append(there)
        state.networks[side] = found
    return state.networks[side]


def is_traced(state: State, side: str, is_mobile: bool, hex_: str) -> bool:
    """Return whether a line runs from a hex, which itself neither counts nor blocks, to the network [9.0]."""
    ends = network(state, side)
    best = {hex_: 0}
    queue = [(0, hex_)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        if here in ends:
            return True
        for there in state.ground.reach(here):
            cost = spent + line_cost(state, side, is_mobile, here, there)
            if cost <= LINE and cost < best.get(there, LINE + 1) and is_open_to(state, side, there):
                best[there] = cost
                heapq.heappush(queue, (cost, there))
    return False


def is_supplied(state: State, unit: Unit) -> bool:
    """Return whether a unit is supplied where it stands."""
    return is_traced(state, unit.side, unit.is_mobile, unit.hex)


def checked(state: State, event: Event, unit: Unit) -> bool:
    """Check a supply state told by the log, and return it."""
    state.saw("9.3")
    is_true = is_supplied(state, unit)
    if event.value not in (0, 1) or bool(event.value) != is_true:
        word = "supplied" if event.value else "out of supply"
        state.breach("9.0", f"{unit.id} at {unit.hex} is said to be {word}; the line says otherwise")
    state.saw("9.0" if is_true else "9.1" if state.phase in (2, 6) else "9.2")
    if is_true:
        state.saw("9.4")
        if unit.hex in sources(unit.side):
            state.saw("9.5")
    else:
        _count_cut(state, unit)
    return is_true


def _count_cut(state: State, unit: Unit) -> None:
    """Count lines that only air units or an empty fort have cut [9.6, 11.3, 13.2]."""
    air, walls = state.interdicted, state.forts
    if (unit.side == SOVIET and air) or (unit.side == GERMAN and walls):
        state.interdicted, state.forts = {}, {}
        if is_supplied(state, unit):
            state.saw("9.6")
            state.saw("11.3" if unit.side == SOVIET else "13.2")
        state.interdicted, state.forts = air, walls
