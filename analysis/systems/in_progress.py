"""A system asked in progress: from which turn and position it goes on, and which factors change from which turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sim.errors import GameError
from sim.state import logged_fields
from sim.system import Setting, System


def begun(system: System, setting: Setting, at: Mapping[str, Mapping[str, int]]) -> Setting:
    """Return a setting in progress; `GameError` names a turn, a name or a value that cannot be."""
    if not at:
        return setting
    if not system.in_progress or system.course is None:
        raise GameError(f"{system.id} cannot be asked in progress; expected a system that is played turn by turn so")
    known = {turn.lower().replace(" ", "_"): number for number, turn in enumerate(system.turns, 1)}
    columns = [one.name for one in logged_fields(system.course.state) if one.metadata["lasts"]]
    first, position, later = 1, dict[str, int](), dict[int, dict[str, int]]()
    for turn, changes in at.items():
        number = known.get(turn.lower().replace(" ", "_"))
        if number is None:
            raise GameError(f"turn is {turn!r}; expected one of {', '.join(known).upper()}")
        for name, value in changes.items():
            if name in columns:
                if position and number != first:
                    raise GameError(
                        f"{name} is given at {turn}; expected one turn to start at, {system.turns[first - 1]}"
                    )
                first, position = number, position | {name: _position(system, name, value)}
            elif name in system.factors:
                later.setdefault(number, {})[name] = checked_factors(system, {name: value})[name]
            else:
                raise GameError(f"no {name!r} at {turn}; expected one of {', '.join([*columns, *system.factors])}")
    return replace(setting, first_turn=first, position=position, later=later)


def _position(system: System, name: str, value: int) -> int:
    assert system.course is not None
    low, high = system.course.bounds.get(name, (0, 1))
    if not low <= value <= high:
        raise GameError(f"{name} is {value}; expected a whole number from {low} to {high}")
    return value


def checked_factors(system: System, factors: Mapping[str, int]) -> Mapping[str, int]:
    """Return factors that lie within their ranges; `GameError` names one that does not."""
    for name, value in factors.items():
        factor = system.factors.get(name)
        if factor and not factor.low <= value <= factor.high:
            raise GameError(f"factor {name} is {value}; expected a whole number from {factor.low} to {factor.high}")
    return factors
