"""Whoever takes part decides: the facts of a fight that follow from its attackers [8.31, 9.2, 10.1, 10.2, 11.1].

For plans of several attacks: some units and a hex in, the facts of that fight out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.combat import MAX_STRENGTH, Fact, Option, Plan
from sim.errors import GameError
from sim.games.leningrad.combat.facts import LIMITS
from sim.numbers.tables import load_list

_CORPS = load_list("leningrad", "panzer_corps")
_CORPS_NAMES = tuple(row["corps"] for row in _CORPS.rows)
_KINDS = {"untried_inf": "inf", "untried_armor": "armor"}

Facts = Mapping[str, Any]

ATTACKER = (
    Option("attack", "int", 0, "attack strength; 0 for what is untried or flies [8.3]", low=0, high=MAX_STRENGTH),
    Option("steps", "int", 0, "steps [8.45]", low=0, high=LIMITS.integer("german_steps")),
    Option("untried", "text", "no", "a Soviet unit not yet seen [8.31, 12.1]", choices=("no", *_KINDS.values())),
    Option("air", "yes_no", False, "an air unit, which goes with one of the attacks [11.1]"),
    Option("armor", "yes_no", False, "armored, not mechanized [10.2]"),
    Option("corps", "text", "none", "its panzer corps [10.1]", choices=("none", *_CORPS_NAMES)),
    Option("stands", "text", "", "the hex it stands in; a corps attacks whole and from one [10.1]"),
    Option("river", "yes_no", False, "it attacks across a river hexside (shift table, note 3)"),
    Option("out_of_supply", "yes_no", False, "out of supply [9.2]"),
    Option("retreat", "int", 2, "hexes that it can retreat in safety [8.47]", low=0, high=2),
)
"""The facts about one attacker."""

GIVEN = (
    "attack", "attacker_steps", "attacker_air", "attacker_armor", "attacker_corps", "attacker_out_of_supply",
    "attacker_retreat", "river",
)  # fmt: skip
"""The facts of a fight that its attackers decide, and nobody else."""

POOLED = tuple(_KINDS)
"""Facts that draw on one pool of counters: two fights that have any are not independent [12.0]."""

CENTRAL: Facts = {}
"""Facts that leave out the range of what is assumed, for looking at many fights: nothing here has one."""


def joined(attackers: Sequence[Facts], rest: Facts) -> dict[str, Fact] | None:
    """Return the facts of a fight of these attackers, or `None` if they cannot attack; `rest` are its other facts.

    Raises `GameError` for what is no attack of several units on one hex.

    >>> unit = {option.name: option.default for option in ATTACKER} | {"attack": 8, "corps": "39", "river": True}
    >>> both = joined([unit, unit | {"river": False}], {})
    >>> both["attack"], both["attacker_corps"], both["river"]  # a whole corps; note 3 asks for a river before each
    (16, 1, False)
    """
    _refuse(rest)
    ground = [one for one in attackers if not one["air"]]
    if not any(one["attack"] or one["untried"] != "no" for one in ground):
        return None  # air units do not attack by themselves [11.1]
    untried = {name: sum(one["untried"] == kind for one in ground) for name, kind in _KINDS.items()}
    known = [one for one in ground if one["untried"] == "no"]
    return {
        "attack": sum(one["attack"] for one in ground),
        "attacker_steps": sum(one["steps"] for one in known) if all(one["steps"] for one in known) else 0,
        "attacker_air": len(attackers) - len(ground),
        "attacker_armor": any(one["armor"] for one in known),
        "attacker_corps": _whole_corps(ground),
        "attacker_out_of_supply": any(one["out_of_supply"] for one in ground),  # one is enough (ruling R25)
        "attacker_retreat": min(one["retreat"] for one in ground),  # a force retreats as one (ruling R30)
        "river": all(one["river"] for one in ground),
        **{name: number for name, number in untried.items() if number},
    }


def _whole_corps(ground: Sequence[Facts]) -> int:
    """Return how many corps attack with all their units and from one hex [10.1]."""
    whole = 0
    for row in _CORPS.rows:
        mates = [one for one in ground if one["corps"] == row["corps"]]
        if len(mates) > int(row["units"]):
            raise GameError(f"corps {row['corps']} has {len(mates)} units; expected at most {row['units']} [10.1]")
        whole += len(mates) == int(row["units"]) and len({one["stands"] for one in mates}) == 1
    return whole


def _refuse(rest: Facts) -> None:
    terrain = rest.get("terrain", ())
    if isinstance(terrain, tuple) and len(terrain) > 1:
        raise GameError(f"terrain is {', '.join(terrain)}; expected one hex: a plan has no combined defense [8.21]")
    if rest.get("overrun"):
        raise GameError("overrun is yes; expected no: an overrun is the attack of one stack, on its own [7.4]")
    if rest.get("attacker") == "soviet" and any(rest.get(name) for name in POOLED):
        raise GameError("untried units of Soviet attackers are facts of the attackers; expected none at the target")


PLAN = Plan(ATTACKER, GIVEN, POOLED, CENTRAL, joined)
