"""Victory in scenario V, Operation Gallop: the major cities that the Soviets hold at its end [scenario V]."""

from __future__ import annotations

from fractions import Fraction

from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._victory import binomial, level_by, level_finding, levels, soviet_wins
from sim.system import Group, Setting, System, Unit
from sim.verdict import Found, percent


def gallop_law(setting: Setting) -> dict[str, Fraction]:
    """Return the chance of each level of scenario V."""
    factors = wholes(setting.factors)
    found = dict.fromkeys(levels("V"), Fraction(0))
    for cities, p in enumerate(binomial(factors["major_cities"], factors["major_percent"])):
        found[level_by("V", "major_cities", cities)] += p
    return found


def verdict(found: Found) -> str:
    """Say that holding major cities decides, and how often the Soviets win at the chance that is taken as usual."""
    low, high = found.span("major_percent")
    wins = f"win {percent(found.value)} of games"
    if high - low < Fraction(1, 2):
        return f"In Operation Gallop the Soviets {wins}."
    chance = found.given("major_percent")
    at = "at even odds" if chance == 50 else f"at {chance} % odds"
    return f"The Soviets {wins} if they hold each major city {at}. It hangs on that chance, which we assume."


SYSTEM = System(
    id="victory_gallop",
    title="Victory in Operation Gallop",
    order=20,
    group=Group.VICTORY,
    factors=factors_of("stalingrad_roads", "gallop_factors"),
    policies={},
    question="How likely is a Soviet victory in Operation Gallop?",
    rules=("scenario V",),
    tables=("victory_levels", "gallop_factors"),
    measured="chance of a Soviet victory of any level in scenario V, by the major cities they hold at its end",
    measure=lambda setting: soviet_wins(gallop_law(setting)),
    find=lambda setting: [level_finding("V", gallop_law(setting))],
    unit=Unit.CHANCE,
    good_for="soviet",
    verdict=verdict,
)
