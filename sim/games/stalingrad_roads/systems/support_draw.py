"""Draws from the cup of supports [5.1.2, 5.2.1]: a support that is wanted, and the turns it takes to come."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.laws import drawn_law, law_of
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, counted, often


def _draw_of_cup(setting: Setting) -> Law:
    """Return the law of the wanted supports among a turn's draw [5.1.2]."""
    factors = wholes(setting.factors)
    wanted, cup = min(factors["wanted"], factors["cup_supports"]), factors["cup_supports"] + factors["shortages"]
    return drawn_law(wanted, cup, min(factors["draws"], cup))


def wanted_in_time(setting: Setting) -> Fraction:
    """Return the chance that a wanted support is drawn within the turns; what is drawn returns before the next draw."""
    missed = 1 - _draw_of_cup(setting).probability(lambda wanted: wanted > 0)
    return 1 - missed ** wholes(setting.factors)["turns"]


def draw_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of a turn's draw, the turn the first wanted one comes, and the share of dead draws."""
    factors, law = wholes(setting.factors), _draw_of_cup(setting)
    p = law.probability(lambda wanted: wanted > 0)
    yield Finding("wanted", "supports of the wanted kind among a turn's draw", "5.1.2", law=law)
    chances = {turn: (1 - p) ** (turn - 1) * p for turn in range(1, factors["turns"] + 1)}
    chances[0] = (1 - p) ** factors["turns"]
    yield Finding(
        "first", "turn of the first of them, 0 if none comes in time", "5.1.2, 5.2.1",
        law=law_of("first", {turn: q for turn, q in chances.items() if q}),
        label="turn of the first of them", zero="none comes in time",
    )  # fmt: skip
    cup = factors["cup_supports"] + factors["shortages"]
    dead = Fraction(min(factors["draws"], cup) * factors["shortages"], cup)
    yield Finding("dead", "shortage markers among a turn's draw", "12.2", number=dead)


def verdict(found: Found) -> str:
    """Say how often a wanted kind comes in time, and how often if only one of it is left."""
    wanted, single = found.given("wanted"), found.again(wanted=1).value
    cup = counted(Fraction(wanted), "wanted support")
    said = f"With {cup} in the cup, one turns up soon enough {often(found.value, 'time')}"
    return f"{said}; with a single one, do not count on it." if wanted > 1 and 2 * single < 1 else f"{said}."


SYSTEM = System(
    id="support_draw",
    title="Draws from the cup of supports",
    order=4,
    group=Group.COMMAND,
    factors=factors_of("stalingrad_roads", "support_draw_factors"),
    policies={},
    question="How likely does the cup give a support of the wanted kind in time?",
    rules=("5.1.2", "5.2.1"),
    tables=("support_limits", "support_draw_factors"),
    measured="chance that one of the wanted kind at least is drawn in time",
    measure=wanted_in_time,
    find=draw_findings,
    unit=Unit.CHANCE,
    verdict=verdict,
)
