"""Whoever takes part decides: the facts of a fight that follow from its attackers [4.4.2, 8.1, 8.6, 8.10.4, 14.1].

For plans of several attacks: some units and a hex in, the facts of that fight out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from sim.combat import MAX_STRENGTH, Fact, Option, Plan
from sim.games.stalingrad_roads.combat.facts import LIMITS, MOST_STEPS
from sim.games.stalingrad_roads.combat.strengths import MODIFIERS, share_of

_PANZERS = ("overwhelming_attack", "soviet_rout")  # all Germans, a panzer division among them [14.1]
_WATER = ("none", "river", "major_river")  # from the least effect to the most

Given = Mapping[str, Any]

_ATTACKER = (
    Option("attack", "int", 0, "printed attack factor; 0 for a support [8.5.3]", low=0, high=MAX_STRENGTH),
    Option("steps", "int", 0, "steps [1.1.3]", low=0, high=MOST_STEPS),
    Option("across", "text", "none", "what it attacks across [3.4, 8.10.4]", choices=_WATER),
    Option("bridge", "yes_no", False, "it has a bridge there; counts in mud only [3.2.2]"),
    Option("out_of_supply", "yes_no", False, "half its factor [4.4.2]"),
    Option("elite", "yes_no", False, "elite, and its bonus will be declared [8.6.1]"),
    Option("factor", "text", "white", "ground of its attack factor [8.6.3]", choices=("white", "black", "black_white")),
    Option("german", "yes_no", False, "a German unit, for superiority [14.1]"),
    Option("panzer", "yes_no", False, "a German panzer division, for superiority [14.1]"),
    Option("ally", "text", "none", "no two of them attack together [8.1.12]",
           choices=("none", "italian", "romanian", "hungarian")),
    Option("bonus", "int", 0, "factors that it adds as a support [8.5.3]", low=0, high=MOST_STEPS),
    Option("shift", "int", 0, "columns to the right that it gives as a support [8.5.6]", low=0, high=MOST_STEPS),
)  # fmt: skip
"""The facts about one attacker; a support of the attacker is one without an attack factor."""

_OF_ATTACKERS = (
    "attack", "shift", "across", "bridge", "attacker_out_of_supply", "attack_bonus", "attacker_elite",
    "armored_attack", "attacker_steps",
)  # fmt: skip
"""The facts of a fight that its attackers decide, and nobody else."""


def joined(attackers: Sequence[Given], rest: Given) -> dict[str, Fact] | None:
    """Return the facts of a fight of these attackers, `None` if they cannot attack; `rest` holds the others [8.1.11].

    The effects of superiority that ask for panzers count where the attackers have them.

    >>> unit = {option.name: option.default for option in PLAN.attacker} | {"attack": 7, "across": "river", "steps": 2}
    >>> both = joined([unit, unit | {"out_of_supply": True, "factor": "black"}], {})
    >>> both["attack"], both["across"], both["armored_attack"]  # 7 and half of 7, rounded up
    (11, 'river', False)
    """
    units = [one for one in attackers if one["attack"]]
    if not units or len({one["ally"] for one in units} - {"none"}) > 1:
        return None
    is_mud = rest.get("weather") == "mud"
    if is_mud and any(one["across"] != "none" and not one["bridge"] for one in units):
        return None  # [3.2.2]
    are_panzers = all(one["german"] or one["panzer"] for one in units) and any(one["panzer"] for one in units)
    steps = [one["steps"] for one in units]
    return {
        **_attack(units, is_mud=is_mud),
        "shift": sum(one["shift"] for one in attackers),
        "attack_bonus": sum(one["bonus"] for one in attackers),
        "attacker_elite": any(one["elite"] for one in units),
        "armored_attack": _is_armored([one["factor"] for one in units]),
        "attacker_steps": sum(steps) if all(steps) else 0,
        **{name: are_panzers for name in _PANZERS if rest.get(name)},
    }


def _attack(units: Sequence[Given], *, is_mud: bool) -> dict[str, Fact]:
    """Return attack, supply and water; where only part is halved or takes its third, of its own sum (ruling R57)."""
    crossed = min((one["across"] for one in units), key=_WATER.index)  # what all of them have before them at least
    are_oos = all(one["out_of_supply"] for one in units)
    sums: dict[Fraction, int] = {}
    for one in units:
        share = share_of(MODIFIERS["oos_attack"]) if one["out_of_supply"] and not are_oos else Fraction(1)
        if is_mud and one["across"] != "none" and crossed == "none":
            share *= share_of(MODIFIERS["mud_bridge_attack"])
        sums[share] = sums.get(share, 0) + one["attack"]
    return {
        "attack": sum(ceil(total * share) for share, total in sums.items()),
        "attacker_out_of_supply": are_oos,
        "across": crossed,
        "bridge": crossed != "none" and all(one["bridge"] for one in units),
    }


def _is_armored(factors: Sequence[str]) -> bool:
    """Return whether an armored attack may be declared; it costs nothing but which unit takes a step [8.6.3]."""
    black, mixed = factors.count("black"), factors.count("black_white")
    least, with_mixed = (LIMITS.integer(row) for row in ("armored_attack_black_min", "armored_attack_black_mixed_min"))
    return black >= least or (black >= with_mixed and mixed > 0)


PLAN = Plan(_ATTACKER, given=_OF_ATTACKERS, pooled=(), central={"central_only": True}, joined=joined)
"""No fact draws on one pool of counters."""
