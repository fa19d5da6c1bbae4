"""Whoever takes part decides: the facts of a fight that follow from its attackers [7.0, 10.2].

For plans of several attacks: some units and a hex in, the facts of that fight out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.combat import MAX_STRENGTH, Fact, Option, Plan

Facts = Mapping[str, Any]

ATTACKER = (
    Option("attack", "int", 0, "attack strength of a hex; 0 for a Luftwaffe marker [10.2]", low=0, high=MAX_STRENGTH),
    Option("units", "texts", (), "steps of each unit in the hex, 1 or 2 [10.4]"),
    Option("river", "yes_no", False, "it attacks across a river: halved, fractions dropped [10.2]"),
    Option("air", "yes_no", False, "a Luftwaffe marker, which goes with one of the attacks [7.0]"),
    Option("mechanized", "yes_no", False, "it holds a mechanized unit [10.5]"),
)
"""The facts about the attackers of one hex."""

GIVEN = ("attack", "across_river", "attacker_units", "air_markers", "mechanized")
"""The facts of a fight that its attackers decide, and nobody else."""

POOLED: tuple[str, ...] = ()
"""Facts that draw on one pool of counters: there are none."""

CENTRAL: Facts = {}
"""Facts that leave out the range of what is assumed, for looking at many fights: the family is small."""


def joined(attackers: Sequence[Facts], rest: Facts) -> dict[str, Fact] | None:
    """Return the facts of a fight of these attackers, or `None` if they cannot attack; `rest` are its other facts.

    >>> hex_ = {option.name: option.default for option in ATTACKER} | {"attack": 7, "units": ("2",)}
    >>> both = joined([hex_, hex_ | {"river": True}], {})
    >>> both["attack"], both["across_river"], both["attacker_units"]
    (7, ('7',), ('2', '2'))
    """
    ground = [one for one in attackers if not one["air"]]
    if not any(one["attack"] for one in ground):
        return None  # a marker supports an attack, it makes none [7.0]
    units = [step for one in ground for step in one["units"]]
    return {
        "attack": sum(one["attack"] for one in ground if not one["river"]),
        "across_river": tuple(str(one["attack"]) for one in ground if one["river"]),
        "attacker_units": tuple(units) if all(one["units"] for one in ground) else (),
        "air_markers": len(attackers) - len(ground),
        "mechanized": any(one["mechanized"] and not one["river"] for one in ground),
    }


PLAN = Plan(ATTACKER, GIVEN, POOLED, CENTRAL, joined)
