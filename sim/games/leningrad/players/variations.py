"""What a quick player may do otherwise: decisions of the rules taken another way, features left out; from TOML."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from sim.game import GameError
from sim.games.leningrad.players.names import WEIGHTS
from sim.match.variation import DECISION, FEATURE, Variation

_FILE = Path(__file__).with_name("variations.toml")


@cache
def variations() -> tuple[Variation, ...]:
    """Return every variation in the order of the file; `GameError` names one that cannot be."""
    given = tomllib.loads(_FILE.read_text(encoding="utf8"))
    found = [
        Variation(name, side, kind, one["says"], one.get("rule", ""), one["weights"], one.get("option", ""))
        for kind in (DECISION, FEATURE)
        for side, ones in given[kind].items()
        for name, one in ones.items()
    ]
    for one in found:
        if odd := set(one.weights) - set(WEIGHTS):
            raise GameError(f"{_FILE.name}, {one.id}: unknown weights: {', '.join(sorted(odd))}")
    return tuple(found)


def varied(name: str, side: str) -> Variation:
    """Return a variation of a side by name; `GameError` if there is none."""
    for one in variations():
        if (one.id, one.side) == (name, side):
            return one
    raise GameError(f"no variation {name!r} of the {side} side; {_FILE.name} has those there are")
