"""How the sides of Leningrad's systems decide: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import Policy

Entry = Mapping[str, Any]
Decide = Callable[[Any, int], dict[str, Any]]


def _air(entry: Entry) -> Decide:
    """Use so many air units for each purpose; with a German attack only if its odds lie between two columns."""
    uses = {name: int(entry[name]) for name in ("with_attacks", "interdicting", "with_defense")}
    low, high = int(entry["attack_low"]), int(entry["attack_high"])

    def decide(state: Any, turn: int) -> dict[str, Any]:
        is_near = (state.odds >= low) & (state.odds <= high)
        return {**uses, "with_attacks": np.where(is_near, uses["with_attacks"], 0)}

    return decide


def _regeneration(entry: Entry) -> Decide:
    """Send the kinds that the entry names, until its last turn."""
    mobile, infantry, last = entry["mobile"] == "yes", entry["infantry"] == "yes", int(entry["last_turn"])
    return lambda state, turn: {"sends_mobile": mobile & (turn <= last), "sends_infantry": infantry & (turn <= last)}


def _forts(entry: Entry) -> Decide:
    """Place so many forts a turn, from a turn on."""
    number, since = int(entry["forts"]), int(entry["from_turn"])
    return lambda state, turn: {"forts": number * (turn >= since)}


_KINDS: dict[str, Callable[[Entry], Decide]] = {"air": _air, "regeneration": _regeneration, "forts": _forts}


def _policies() -> dict[str, dict[str, dict[str, Policy]]]:
    """Read ``policies.toml``: of each system, of each side, its policies."""
    systems = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))
    return {
        system: {
            side: {name: Policy(name, side, entry["about"], _KINDS[system](entry)) for name, entry in named.items()}
            for side, named in sides.items()
        }
        for system, sides in systems.items()
    }


POLICIES = _policies()
