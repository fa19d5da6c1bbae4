"""Questions about the ring around the pocket, fights against its stacks, and its surrender."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sim.combat import CombatOdds
from sim.dice import all_rolls
from sim.exact import Law, count
from sim.game import Setting
from sim.games.stalingrad_roads.combat import odds
from sim.games.stalingrad_roads.inputs import factors_of
from sim.games.stalingrad_roads.questions_pocket import numbers
from sim.games.stalingrad_roads.ring import garrison_units, pinned_units, tied_units
from sim.games.stalingrad_roads.supports import acquired
from sim.games.stalingrad_roads.surrender import units_by_surrender
from sim.track import Finding, Track


def tied(setting: Setting) -> Fraction:
    """Return how many Soviet units the ring and the garrison tie down."""
    factors = numbers(setting)
    return Fraction(tied_units(factors["ring_hexes"], factors["units_a_hex"], factors["stalingrad_hexes"]))


def garrison_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the garrison asked for, the units pinned, and those that must be found beyond the ring."""
    factors = numbers(setting)
    asked = garrison_units(factors["stalingrad_hexes"], 2, 1)
    ring = factors["ring_hexes"] * factors["units_a_hex"]
    pinned = factors["ring_hexes"] * int(pinned_units(factors["units_a_hex"]))
    found: Mapping[str, tuple[str, int]] = {
        "garrison": ("units asked for within four hexes of the marker", asked),
        "ring": ("units in the ring", ring),
        "pinned": ("of them unable to move", pinned),
        "beyond_ring": ("units the garrison needs beyond the ring", max(asked - ring, 0)),
        "free": (
            "units of the ring that may leave without breaking the garrison",
            min(ring - pinned, max(ring - asked, 0)),
        ),
    }
    for name, (about, number) in found.items():
        yield Finding(name, about, "10.2.4, 10.2.6", number=Fraction(number))
    for turn, about in (
        ("this_turn", "Soviet supports sent back to the cup if the garrison is too weak"),
        ("next_turn", "supports the Soviets then miss on the next turn, no marker west of the Donets"),
    ):
        lost = Fraction(factors["supports_held"]) if turn == "this_turn" else supports_a_turn(factors["minor_markers"])
        yield Finding(f"price_{turn}", about, "10.2.6", number=lost)


def supports_a_turn(minor_markers: int) -> Fraction:
    """Return the supports a turn is expected to draw for the STAVKA box and some minor boxes, without DRM [5.3.2]."""
    rolls = all_rolls(2)
    boxes = ["STAVKA", *["minor_offensive"] * minor_markers]
    return sum((count({"n": acquired(rolls, 0, box=box)}).mean(lambda n: n) for box in boxes), Fraction(0))


_MARKERS: Mapping[str, str] = {
    "none": "without a marker",
    "unit": "with Unit Resistance",
    "stack": "with Stack Resistance or General Hube",
    "rattenkrieg": "with Rattenkrieg",
}


def _fight(setting: Setting, marker: str) -> CombatOdds:
    """Return the exact odds of the Soviet attack on the stack in clear terrain, under one marker [10.3.2, 10.4.3]."""
    told = numbers(setting)
    facts: dict[str, Any] = {"fortress_level": told["level"], "defender_steps": told["steps"]}
    if marker == "unit":
        facts |= {"ju52_resistance": marker, "ju52_unit": min(told["unit_defense"], told["defense"])}
    elif marker == "stack":
        facts["ju52_resistance"] = marker
    elif marker == "rattenkrieg":
        facts["rattenkrieg"] = True
    return odds(told["attack"], told["defense"], **facts)


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
        for name, about, number in (
            ("steps", "steps the stack loses", step_losses(setting, marker)),
            ("cost", "steps the Soviets lose", step_losses(setting, marker, "attacker")),
            ("emptied", "chance that the hex is emptied", emptied),
        ):
            yield Finding(f"{name}_{marker}", f"{about} {words}", rules, number=number)


def last_surrender(setting: Setting) -> Fraction:
    """Return on which surrender in a row the last unit goes."""
    told = numbers(setting)
    return Fraction(len(units_by_surrender(told["full_units"], told["one_step_units"])) - 1)


def surrender_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the units left and the steps gone after each surrender."""
    told = numbers(setting)
    left = units_by_surrender(told["full_units"], told["one_step_units"])
    steps = [2 * full + weak for full, weak in left]
    for nth, (full, weak) in enumerate(left[1:], 1):
        yield Finding(f"left_{nth}", f"units left after surrender {nth}, each of one step", "10.3.5",
                      number=Fraction(full + weak))  # fmt: skip
    if len(steps) > 1:
        yield Finding(
            "first_steps", "steps gone with the first surrender", "10.3.5", number=Fraction(steps[0] - steps[1])
        )


TRACKS: dict[str, Track] = {
    "garrison": Track(
        id="garrison",
        title="The ring around the pocket",
        factors=factors_of("garrison_factors"),
        policies={},
        question="How many Soviet units does the pocket tie down?",
        rules=("10.2.4", "10.2.6"),
        tables=("fortress_limits", "garrison", "support_acquisition", "garrison_factors"),
        measured="Soviet units that cannot be used elsewhere while the pocket holds",
        measure=tied,
        find=garrison_findings,
    ),
    "resistance": Track(
        id="resistance",
        title="Ju 52 markers of resistance in a fight",
        factors=factors_of("resistance_factors"),
        policies={},
        question="What does a marker of resistance save the stack it lies on?",
        rules=("8.5", "10.2.3", "10.3.2", "10.4.3"),
        tables=("crt", "pocket_supply", "fortress_results", "resistance_factors"),
        measured="steps of the pocket that one Stack Resistance saves in one attack",
        measure=steps_saved,
        find=resistance_findings,
    ),
    "surrender": Track(
        id="surrender",
        title="The surrender of the pocket",
        factors=factors_of("surrender_factors"),
        policies={},
        question="How many surrenders does the pocket last?",
        rules=("10.3.5",),
        tables=("fortress_limits", "surrender_factors"),
        measured="surrenders, one a turn, until the last unit of the pocket is gone",
        measure=last_surrender,
        find=surrender_findings,
    ),
}
