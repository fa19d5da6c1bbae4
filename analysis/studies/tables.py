"""The tables of a study file: policies, grid and ranges, each entry held to what the system knows."""

from __future__ import annotations

from typing import Any

from analysis.errors import KesselError
from sim.border import plain, shown
from sim.system import Inquiry


def policies_compared(given: Any, course: Inquiry, label: str) -> dict[str, tuple[str, ...]]:
    """Return the policies of each side that a study compares; of a side that it does not name, the first."""
    chosen: dict[str, tuple[str, ...]] = {side: (next(iter(known)),) for side, known in course.policies.items()}
    for side, names in _table(given, "policies", label).items():
        place = f"{label}: key 'policies.{plain(side)}'"
        if side not in course.policies:
            raise KesselError(f"{place}: no such side; expected one of {', '.join(chosen)}")
        for name in _list(names, place):
            if not isinstance(name, str) or name not in course.policies[side]:
                raise KesselError(f"{place}: {shown(name)}; expected one of {', '.join(course.policies[side])}")
        chosen[side] = tuple(names)
    return chosen


def grid_of(given: Any, course: Inquiry, label: str) -> dict[str, tuple[int, ...]]:
    """Return the values of each factor that a study varies from cell to cell."""
    grid = {}
    for name, values in _table(given, "grid", label).items():
        place = f"{label}: key 'grid.{plain(name)}'"
        low, high = _bounds(name, course, place)
        grid[name] = tuple(integer(value, place, low, high) for value in _list(values, place))
    return grid


def ranges_drawn(given: Any, grid: Any, course: Inquiry, label: str) -> dict[str, tuple[int, int]]:
    """Return the bounds of each factor that is drawn anew for each game; none that stands in the grid."""
    ranges = {}
    for name, span in _table(given, "ranges", label).items():
        place = f"{label}: key 'ranges.{plain(name)}'"
        low, high = _bounds(name, course, place)
        if name in grid:
            raise KesselError(f"{place}: the factor stands in [grid] as well; expected one of the two")
        if not isinstance(span, list) or len(span) != 2:
            raise KesselError(f"{place}: {shown(span)}; expected [low, high]")
        first, last = (integer(value, place, low, high) for value in span)
        if first > last:
            raise KesselError(f"{place}: {shown(span)}; expected [low, high] with low <= high")
        ranges[name] = (first, last)
    return ranges


def _bounds(name: str, course: Inquiry, place: str) -> tuple[int, int]:
    if name not in course.factors:
        raise KesselError(f"{place}: no such factor; expected one of {', '.join(course.factors)}")
    return course.factors[name].low, course.factors[name].high


def _table(given: Any, key: str, label: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise KesselError(f"{label}: key {shown(key)} is {shown(given)}; expected a table [{key}]")
    return given


def _list(values: Any, place: str) -> list[Any]:
    if not isinstance(values, list) or not values:
        raise KesselError(f"{place}: {shown(values)}; expected a list with at least one entry")
    if len(set(map(_text, values))) != len(values):
        raise KesselError(f"{place}: {shown(values)}; an entry stands twice")
    return values


def _text(value: Any) -> str:
    try:
        return str(value)
    except ValueError:  # a whole number of thousands of digits, which is refused for itself
        return shown(value)


def integer(value: Any, place: str, low: int, high: int) -> int:
    """Return a value of a file that is a whole number within bounds; 1.0 and true are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise KesselError(f"{place}: {shown(value)}; expected a whole number from {low:,} to {high:,}")
    return value
