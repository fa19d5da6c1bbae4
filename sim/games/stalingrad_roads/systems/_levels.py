"""Policies of the pocket, which decide by its supply level."""

from __future__ import annotations

from typing import Any

from sim.policies import Decide, Entry, always


def by_level(entry: Entry) -> Decide:
    """Return the decision of an entry: yes while the level lies between two, or the same on every turn without any."""
    if "from_level" not in entry:
        return always(entry)
    decision, low, high = str(entry["decision"]), int(entry["from_level"]), int(entry["to_level"])

    def decide(pocket: Any, turn: int) -> dict[str, Any]:
        return {decision: (pocket.level >= low) & (pocket.level <= high)}

    return decide
