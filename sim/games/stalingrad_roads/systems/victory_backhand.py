"""Victory in scenario IV, the backhand attack: cities retaken, and own ones lost [scenario IV]."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._victory import (
    LEVELS,
    SECOND_WAY,
    axis_wins,
    binomial,
    level_by,
    level_finding,
    levels,
)
from sim.system import Group, Setting, System, Unit
from sim.verdict import OPEN, Found, percent


def backhand_level(major_cities: int, cities: int) -> str:
    """Return the level of scenario IV: major cities retaken, and other cities retaken less own ones lost (ruling R65).

    >>> backhand_level(1, 4 - 1), backhand_level(1, 4), backhand_level(2, 0), backhand_level(0, 5)
    ('axis_marginal', 'axis_decisive', 'axis_decisive', 'soviet_decisive')
    """
    rows = {row["level"]: row for row in LEVELS.rows if row["scenario"] == "IV"}
    if major_cities >= int(rows["axis_decisive"]["major_cities"]):
        return "axis_decisive"
    if major_cities <= int(rows["soviet_decisive"]["major_cities"]):
        return "soviet_decisive"
    level = level_by("IV", "cities", max(cities, 0))
    return "axis_decisive" if level == SECOND_WAY else level


def backhand_law(setting: Setting) -> dict[str, Fraction]:
    """Return the chance of each level of scenario IV.

    What is ruled of cities holds for major cities too [1.8.2], so an own major city that falls is taken off the cities
    retaken; or, by the other reading of R65, off the major ones.
    """
    factors = wholes(setting.factors)
    found = dict.fromkeys(levels("IV"), Fraction(0))
    lost = binomial(factors["cities_at_risk"], factors["loss_percent"])
    taken = binomial(factors["cities"], factors["city_percent"])
    lost_majors = binomial(factors["majors_at_risk"], factors["loss_percent"])
    as_majors = factors["lost_majors_undo_majors"] > 0
    for majors, p in enumerate(binomial(factors["major_cities"], factors["major_percent"])):
        for (cities, q), (gone, r), (fallen, s) in product(enumerate(taken), enumerate(lost), enumerate(lost_majors)):
            held = max(majors - fallen, 0) if as_majors else majors
            found[backhand_level(held, cities - gone - (0 if as_majors else fallen))] += p * q * r * s
    return found


def verdict(found: Found) -> str:
    """Say that retaking major cities decides, and how often the Axis wins at the chance that is taken as usual."""
    low, high = found.span("major_percent")
    wins = f"the Axis wins {percent(found.value)} of games"
    if high - low < Fraction(1, 2):
        return f"In the backhand attack {wins}."
    chance = found.given("major_percent")
    at = "At even odds" if chance == 50 else f"At {chance} %"
    return f"{OPEN}: it hangs on how often the Axis retakes a major city. {at} for each, {wins}."


SYSTEM = System(
    id="victory_backhand",
    title="Victory in the backhand attack",
    order=19,
    group=Group.VICTORY,
    factors=factors_of("stalingrad_roads", "backhand_factors"),
    policies={},
    question="How likely is an Axis victory in the backhand attack?",
    rules=("scenario IV",),
    tables=("victory_levels", "backhand_factors"),
    measured="chance of an Axis victory of any level in scenario IV",
    measure=lambda setting: axis_wins(backhand_law(setting)),
    find=lambda setting: [level_finding("IV", backhand_law(setting))],
    unit=Unit.CHANCE,
    good_for="axis",
    verdict=verdict,
)
