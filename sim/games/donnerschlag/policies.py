"""How the sides of Donnerschlag's systems decide: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import Policy

Entry = Mapping[str, Any]
Decide = Callable[[Any, int], dict[str, Any]]


def _wild(entry: Entry) -> Decide:
    """Spend so many cards of free choice, perhaps only if no card names the formation."""
    most, only_if_idle = int(entry["wild_cards"]), entry["only_if_idle"] == "yes"
    return lambda deck, turn: {"wild_cards": np.where((deck.hand_own == 0) | (not only_if_idle), most, 0)}


def _flags(entry: Entry) -> Decide:
    """Decide the same in every situation: the yes and no of the entry."""
    told = {name: value == "yes" for name, value in entry.items() if name != "about"}
    return lambda state, turn: dict(told)


def _call(entry: Entry) -> Decide:
    """Call Donnerschlag from a turn on, once so few hexes are left, and on the last useful turn at any rate."""
    since, near = int(entry["from_turn"]), int(entry["near_hexes"])
    return lambda clock, turn: {"call": (turn >= since) & (clock.hexes_left <= near)}


def _share(entry: Entry) -> Decide:
    """Make so many sixths of the attacks, or play so many sixths of the cards."""
    return lambda cup, turn: {"of_6": int(entry["of_6"])}


_KINDS: dict[str, Callable[[Entry], Decide]] = {
    "activations": _wild, "colors": _wild, "events": _flags, "luftflotte": _flags, "pair": _flags, "clock": _call,
    "ad_hoc": _share, "alarmgruppe": _share, "soviet_tanks": _share,
}  # fmt: skip


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
