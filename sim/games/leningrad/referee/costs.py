"""Movement costs in half points [4.2, Terrain Effects Chart], for units and for supply lines."""

from __future__ import annotations

from functools import cache

from sim.games.leningrad.referee.counters import GAME, GERMAN, SOVIET, Unit
from sim.games.leningrad.referee.ground import RIVER, ROAD
from sim.games.leningrad.referee.state import State
from sim.numbers.tables import load_list

POINT = 2
"""Half points in a movement point."""


@cache
def chart(entry: str, is_mobile: bool) -> int:
    """Return a number of the Terrain Effects Chart in half points.

    >>> chart("marsh", True), chart("road", True), chart("river", False)
    (6, 1, 2)
    """
    text = load_list(GAME, "terrain")[entry]["armor_mechanized_mp" if is_mobile else "infantry_mp"].lstrip("+")
    return 1 if text == "1/2" else POINT * int(text)


def ground_cost(state: State, is_mobile: bool, one: str, other: str) -> int:
    """Return the cost of a hex entered from its neighbor: by road the road's, else terrain and river [4.2, R20]."""
    river = chart("river", is_mobile) if state.ground.has(RIVER, one, other) else 0
    if state.ground.has(ROAD, one, other):
        return chart("road", is_mobile) + (river if state.readings["R20"] == "river-costs" else 0)
    return chart(state.ground.terrain[other], is_mobile) + river


def entry_cost(state: State, is_mobile: bool, hex_: str) -> int:
    """Return the cost of a hex entered from off the map: the road's where there is one [14.1, R46]."""
    return chart("road" if state.ground.is_road(hex_) else state.ground.terrain[hex_], is_mobile)


def factor(state: State, hex_: str) -> int:
    """Return what interdiction multiplies the cost of a hex by, for Soviet units and lines [11.3]."""
    return 2 ** state.interdicted.get(hex_, 0)


def step_cost(state: State, unit: Unit, one: str, other: str, is_first: bool) -> int:
    """Return what a unit pays for a step, without disengagement or overrun.

    `is_first`: it began the phase here and has entered no hex yet, so that interdiction of the hex it leaves counts
    as well: the larger factor of the two [11.4, R45].
    """
    cost = ground_cost(state, unit.is_mobile, one, other)
    if unit.side == SOVIET:
        return cost * max(factor(state, other), factor(state, one) if is_first else 1)
    return cost + empty_fort_cost(state, unit, other)


def empty_fort_cost(state: State, unit: Unit, hex_: str) -> int:
    """Return what a German pays more to enter an empty fort [4.4, 13.2]."""
    return chart("empty_fort", unit.is_mobile) if unit.side == GERMAN and state.is_empty_fort(hex_) else 0


def line_cost(state: State, side: str, is_mobile: bool, one: str, other: str) -> int:
    """Return what a supply line pays: as the unit, but towns at half a point for all [9.0, R14]."""
    is_mobile = is_mobile or state.readings["R14"] == "armored-costs"
    cost = ground_cost(state, is_mobile, one, other)
    if state.ground.terrain[other] in ("town", "soviet_city"):
        cost = min(cost, ground_cost(state, True, one, other))
    if side == SOVIET:
        return cost * factor(state, other)
    return cost * 2 if state.is_empty_fort(other) else cost


def allowance(unit: Unit, is_supplied: bool) -> int:
    """Return what a unit may spend in half points: out of supply half of it, in whole points rounded down [9.1]."""
    return unit.allowance if is_supplied else unit.allowance // POINT // 2 * POINT
