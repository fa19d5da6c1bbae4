"""What the systems that turn on the map answer: each one's headline, and the laws and numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from sim.exact import Law, Worlds
from sim.game import Setting
from sim.games.traces_of_hubris.factors import LAST_TURN, TURNS
from sim.games.traces_of_hubris.policies import ATTRITION
from sim.games.traces_of_hubris.scenarios import SCENARIOS
from sim.games.traces_of_hubris.victory import POINTS
from sim.play import play_exactly
from sim.track import Finding, result_findings

BY_TURN = ("never", *TURNS)


def end_of(scenario: str, setting: Setting) -> Worlds:
    """Return the exact law of a scenario's state at its end."""
    *_, last = play_exactly(SCENARIOS[scenario], setting)
    return last


def mean_of(scenario: str, field: str, setting: Setting) -> Fraction:
    """Return the expectation of one field at the end of a scenario."""
    return end_of(scenario, setting).law(field).mean(int)


def with_factors(setting: Setting, **factors: int) -> Setting:
    """Return a setting with some factors changed."""
    return replace(setting, factors={**setting.factors, **factors})


def number(name: str, about: str, rules: str, value: Fraction | int) -> Finding:
    """Return a finding of one number."""
    return Finding(name, about, rules, number=Fraction(value))


def laws(
    scenario: str, setting: Setting, rules: str, labels: Mapping[str, tuple[str, ...]] | None = None
) -> list[Finding]:
    """Return the law of each result of a scenario, with words for some fields' integers."""
    words = labels or {}
    found = result_findings(SCENARIOS[scenario], setting, rules)
    return [replace(one, labels={one.id: words[one.id]} if one.id in words else {}) for one in found]


# a pocket, a headquarters, the railroad, the tables [8, 11, 12.2] ------------------------------


def units_starved(setting: Setting) -> Fraction:
    """Return the expected units lost to supply chits."""
    return mean_of("attrition", "units_starved", setting)


def about_attrition(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the pocket's losses, their price, and what the airlift spares."""
    yield from laws("attrition", setting, "8.1, 13.0")
    starved = Fraction(0)
    for turn, worlds in enumerate(play_exactly(SCENARIOS["attrition"], setting), 1):
        upto = worlds.law("units_starved").mean(int)
        if turn >= int(setting.factors["pocket_from"]):  # type: ignore[arg-type]
            about = f"units that the supply check of turn {turn} is expected to take"
            yield number(f"starved_{turn}", about, "8.1", upto - starved)
        starved = upto
    grounded = replace(setting, policies={**setting.policies, "axis": ATTRITION["axis"]["no_airlift"]})
    yield number(
        "spared",
        "units that air supply keeps alive until the last check",
        "7.0",
        units_starved(grounded) - units_starved(setting),
    )
    lost = mean_of("attrition", "units_lost", setting)
    for kind in ("german_mechanized_lost", "german_non_mechanized_lost", "minor_lost"):
        about = f"VP that the pocket costs if all its units are such: {POINTS[kind]['condition']}"
        yield number(f"vp_{kind}", about, "13.0", lost * POINTS.integer(kind, "vp"))


def activations_lost(setting: Setting) -> Fraction:
    """Return the activations that a headquarters is expected to lose."""
    return mean_of("headquarters", "activations_lost", setting)


def about_headquarters(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the return and of the activations lost, and the points."""
    turns = ("not within four", *SCENARIOS["headquarters"].turns)
    yield from laws("headquarters", setting, "11.2, 12.2", {"return_turn": turns})
    yield number("vp", "VP that the Axis scores by its loss, below 0 a price", "13.0", POINTS.integer("hq_lost", "vp"))


def turns_on_the_rails(setting: Setting) -> Fraction:
    """Return after how many turns the last is expected back; not within nine counts as nine."""
    law: Law = end_of("rail", setting).law("back_turn")
    return law.mean(lambda back: (back or LAST_TURN + 1) - 1)


def about_rail(setting: Setting) -> Iterable[Finding]:
    """Return the law of the turn on which the last is back."""
    words = ("not within nine", *TURNS)
    yield from laws("rail", setting, "8.3, 11.2", {"back_turn": words})
    back = end_of("rail", setting).law("back_turn").probability(lambda turn: turn == 1)
    yield number("same_turn", "chance that all are back on the turn of departure", "8.3, 11.2", back)


def german_net(setting: Setting) -> Fraction:
    """Return the German divisions expected to arrive, less those withdrawn."""
    return mean_of("reserves", "german_net", setting)


def about_reserves(setting: Setting) -> Iterable[Finding]:
    """Return the laws of arrivals and withdrawals."""
    yield from laws("reserves", setting, "8.2, 11.1, 11.2", {"has_wiking": ("no", "yes")})
    fields = {
        "withdrawn": "German divisions withdrawn in nine turns",
        "received": "German divisions received in nine turns",
        "minors": "units of Axis minors received in nine turns, if the pool holds them",
    }
    turns = list(play_exactly(SCENARIOS["reserves"], setting))
    for field, about in fields.items():
        mean = sum((worlds.law(field).mean(int) for worlds in turns), Fraction(0))
        yield number(field, f"{about}, expected", "8.2, 11.2", mean)
