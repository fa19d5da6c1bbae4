"""How the sides of Template decide: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim.game import Policy


def _garrison(name: str, entry: Mapping[str, Any]) -> Policy:
    """Return a policy that sends an escort when there are at most so many supply points."""
    most = int(entry["supply_most"])
    return Policy(name, "garrison", entry["about"], lambda siege, turn: {"sends_escort": siege.supply <= most})


def _policies() -> dict[str, dict[str, Policy]]:
    """Read ``policies.toml``: of each side of the siege, its policies."""
    sides = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))["siege"]
    return {side: {name: _garrison(name, entry) for name, entry in named.items()} for side, named in sides.items()}


POLICIES = _policies()
