"""How the sides decide in the systems beside the map: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sim.game import Policy

_FILE = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))


def policies_of(system: str) -> dict[str, dict[str, Policy]]:
    """Return a system's policies by side: each entry of ``policies.toml`` decides the same every turn."""
    return {
        side: {name: _policy(side, name, entry) for name, entry in named.items()}
        for side, named in _FILE[system].items()
    }


def _policy(side: str, name: str, entry: dict[str, Any]) -> Policy:
    always = {key: value for key, value in entry.items() if key != "about"}
    return Policy(name, side, str(entry["about"]), lambda state, turn: always)
