"""The Ju 52 markers that lie on a stack of the pocket in a fight [10.4.3]: what one of resistance saves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sim.combat import CombatOdds
from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.combat.odds import odds
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found

_MARKERS: Mapping[str, str] = {
    "none": "without a marker",
    "unit": "with Unit Resistance",
    "stack": "with Stack Resistance or General Hube",
    "rattenkrieg": "with Rattenkrieg",
}


def _fight(setting: Setting, marker: str) -> CombatOdds:
    """Return the exact odds of the Soviet attack on the stack in clear terrain, under one marker [10.3.2, 10.4.3]."""
    factors = wholes(setting.factors)
    facts: dict[str, Any] = {"fortress_level": factors["level"], "defender_steps": factors["steps"]}
    if marker == "unit":
        facts |= {"ju52_resistance": marker, "ju52_unit": min(factors["unit_defense"], factors["defense"])}
    elif marker == "stack":
        facts["ju52_resistance"] = marker
    elif marker == "rattenkrieg":
        facts["rattenkrieg"] = True
    return odds(factors["attack"], factors["defense"], **facts)


def _after(setting: Setting, marker: str) -> Law | None:
    """Return the law of what the attack comes to; `None` where it is called off [8.5.8]."""
    return _fight(setting, marker).after


def step_losses(setting: Setting, marker: str, side: str = "defender") -> Fraction:
    """Return the steps a side is expected to lose under a marker; none where the attack is called off."""
    after = _after(setting, marker)
    return after.marginal(f"{side}_step_losses").mean(lambda steps: steps) if after else Fraction(0)


def steps_saved(setting: Setting) -> Fraction:
    """Return how many steps of the pocket one Stack Resistance is expected to save in one attack."""
    return step_losses(setting, "none") - step_losses(setting, "stack")


def resistance_findings(setting: Setting) -> Iterable[Finding]:
    """Yield what the attack comes to under each marker: steps lost by both sides, and the chance to empty the hex."""
    rules = "8.5, 10.2.3, 10.3.2, 10.4.3"
    for marker, words in _MARKERS.items():
        after = _after(setting, marker)
        emptied = after.marginal("is_emptied").probability(bool) if after else Fraction(0)
        for name, about, number, unit in (
            ("steps", "steps the stack loses", step_losses(setting, marker), Unit.NUMBER),
            ("cost", "steps the Soviets lose", step_losses(setting, marker, "attacker"), Unit.NUMBER),
            ("emptied", "chance that the hex is emptied", emptied, Unit.CHANCE),
        ):
            yield Finding(f"{name}_{marker}", f"{about} {words}", rules, number=number, unit=unit)


_SHARES = (
    (Fraction(9, 10), "nearly all"), (Fraction(5, 8), "most"), (Fraction(3, 8), "half"), (Fraction(7, 24), "a third"),
    (Fraction(1, 5), "a quarter"), (Fraction(1, 10), "some"), (Fraction(0), "hardly any"),
)  # fmt: skip
"""Shares of the losses from the least on, in words: the numbers of the sentence are those of the fight."""


def _share(spared: Fraction, bare: Fraction) -> str:
    return next((words for least, words in _SHARES if spared >= least * bare), "")


def verdict(found: Found) -> str:
    """Say what share of its losses a stack is spared in the fight assumed, and whether other odds leave it nothing."""
    bare, spared = found.number("steps_none"), found.value
    if spared <= 0:
        return "A marker of resistance saves this stack nothing: put it where the Soviets attack at better odds."
    stack, unit, rats = (_share(bare - found.number(f"steps_{one}"), bare) for one in ("stack", "unit", "rattenkrieg"))
    low, _ = found.span("defense")
    others = "" if 4 * low >= 1 else " Elsewhere a marker may save nothing."
    losses = "half the losses" if stack == "half" else f"{stack} of the losses"
    if unit != stack or not rats:
        return f"In the fight we assume, Stack Resistance saves {losses}.{others}"
    if rats == stack:
        return f"In the fight we assume, any marker of resistance saves {losses}.{others}"
    return f"In the fight we assume, Stack or Unit Resistance saves {losses} and Rattenkrieg {rats}.{others}"


SYSTEM = System(
    id="resistance",
    title="Ju 52 markers of resistance in a fight",
    order=10,
    group=Group.COMBAT,
    factors=factors_of("stalingrad_roads", "resistance_factors"),
    policies={},
    question="What does a resistance marker save the stack it lies on?",
    shows=("steps_none", "steps_stack", "steps_unit", "steps_rattenkrieg"),
    rules=("8.5", "10.2.3", "10.3.2", "10.4.3"),
    tables=("crt", "pocket_supply", "fortress_results", "resistance_factors"),
    measured="steps of the pocket that one Stack Resistance saves in one attack",
    things="steps",
    measure=steps_saved,
    find=resistance_findings,
    good_for="axis",
    verdict=verdict,
)
