"""How the sides of each scenario decide: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sim.game import Policy

_Sides = dict[str, dict[str, Policy]]


def _policies() -> dict[str, _Sides]:
    """Read ``policies.toml``: scenario, side, policy."""
    scenarios = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))
    return {
        scenario: {
            side: {name: _policy(side, name, entry) for name, entry in named.items()} for side, named in sides.items()
        }
        for scenario, sides in scenarios.items()
    }


def _policy(side: str, name: str, entry: dict[str, Any]) -> Policy:
    """Return a policy: a decision between two supply levels, or the same decisions whatever happens."""
    if "from_level" in entry:
        decision, low, high = str(entry["decision"]), int(entry["from_level"]), int(entry["to_level"])

        def decide(pocket: Any, turn: int) -> dict[str, Any]:
            return {decision: (pocket.level >= low) & (pocket.level <= high)}
    else:
        always = {key: value for key, value in entry.items() if key != "about"}

        def decide(pocket: Any, turn: int) -> dict[str, Any]:
            return always

    return Policy(name, side, str(entry["about"]), decide)


POLICIES = _policies()
POCKET = POLICIES["pocket"]
