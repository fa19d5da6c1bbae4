"""Policies as they are written down: ``systems/policies.toml`` of a game holds the policies of each system and side."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sim.border import Keys, checked, shown, toml_file
from sim.errors import BorderError, GameError
from sim.places import GAMES
from sim.system import Policy

Entry = Mapping[str, Any]
_SYSTEMS = Keys(others=Keys(others=Keys(others=Keys({"about": str}, ("about",), (int, str, bool, list)))))
"""System, side, policy: what it does in words, and what it decides by."""
Decide = Callable[[Any, int], Mapping[str, Any]]


def always(entry: Entry) -> Decide:
    """Return the decision that is the same on every turn: all that an entry holds but its description."""
    decided = {key: value for key, value in entry.items() if key != "about"}
    return lambda state, turn: decided


def policies_of(game: str, system: str, kind: Callable[[Entry], Decide] = always) -> dict[str, dict[str, Policy]]:
    """Return the policies of a system, by side and name; `kind` makes the decision of an entry.

    >>> list(policies_of("leningrad", "forts"))
    ['soviet']
    """
    systems = _file(game)
    if system not in systems:
        raise GameError(f"{game}/systems/policies.toml: no system {system!r}; expected one of {', '.join(systems)}")
    return {
        side: {name: Policy(name, side, str(entry["about"]), kind(entry)) for name, entry in named.items()}
        for side, named in systems[system].items()
    }


@cache
def _file(game: str) -> Mapping[str, Any]:
    label = f"{game}/systems/policies.toml"
    systems = checked(toml_file(GAMES / game / "systems" / "policies.toml", label), _SYSTEMS, label)
    for system, sides in systems.items():
        for side, named in sides.items():
            _check_alike(named, f"{label}: key '{system}.{side}")
    return systems


def _check_alike(named: Mapping[str, Entry], place: str) -> None:
    """Hold the policies of a side to the keys and types of the first: what one forgot would be found in mid-game."""
    first, entry = next(iter(named.items()), ("", {}))
    for name, other in named.items():
        for key in {**entry, **other}:
            if key not in entry or key not in other:
                raise BorderError(f"{place}.{name}.{key}' is in {first} or {name} only; expected it in both or none")
            if type(entry[key]) is not type(other[key]):
                raise BorderError(
                    f"{place}.{name}.{key}' is {shown(other[key])}; expected {type(entry[key]).__name__}, as in {first}"
                )
        for key, value in other.items():
            if isinstance(value, str) and key != "about" and re.fullmatch(r"\s*[+-]?[0-9.]+\s*", value):
                raise BorderError(f"{place}.{name}.{key}' is {shown(value)}; expected a number without quotes")
