"""Policies as they are written down: ``systems/policies.toml`` of a game holds the policies of each system and side."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sim.errors import GameError
from sim.places import GAMES
from sim.system import Policy

Entry = Mapping[str, Any]
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
    path: Path = GAMES / game / "systems" / "policies.toml"
    return tomllib.loads(path.read_text(encoding="utf8"))
