"""How the two sides of the pocket decide: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from pathlib import Path

from sim.game import Policy
from sim.games.stalingrad_roads.pocket import Pocket


def _policies() -> dict[str, dict[str, Policy]]:
    """Read ``policies.toml``: a decision and the levels between which a side takes it."""
    sides = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))["pocket"]
    return {side: {name: _policy(side, name, entry) for name, entry in named.items()} for side, named in sides.items()}


def _policy(side: str, name: str, entry: dict[str, object]) -> Policy:
    decision = str(entry["decision"])
    low, high = int(str(entry["from_level"])), int(str(entry["to_level"]))

    def decide(pocket: Pocket, turn: int) -> dict[str, object]:
        return {decision: (pocket.level >= low) & (pocket.level <= high)}

    return Policy(name, side, str(entry["about"]), decide)  # type: ignore[arg-type]


POCKET = _policies()
