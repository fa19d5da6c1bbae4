"""Questions about the winter, the pocket and its airlift."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.game import Setting
from sim.games.stalingrad_roads import ju52
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN
from sim.games.stalingrad_roads.laws import longest_run_law
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.weather import BLIZZARD
from sim.games.stalingrad_roads.winter import FROZEN_RIVERS, HARD_FROST, MUD
from sim.track import Finding, Track, track_of


def laws(name: str, setting: Setting, rules: str) -> list[Finding]:
    """Return the exact law of each result of a scenario, from the chain that is kept."""
    last = last_worlds(name, setting)
    return [Finding(field, about, rules, law=last.law(field)) for field, about in SCENARIOS[name].results.items()]


def numbers(setting: Setting) -> dict[str, int]:
    """Return a setting's factors as plain numbers."""
    return {name: int(value) for name, value in setting.factors.items()}  # type: ignore[arg-type]


def hard_frost_turns(setting: Setting) -> Fraction:
    """Return on how many turns of the campaign the major rivers are expected to be frozen."""
    return last_worlds("weather", setting).law("hard_frost_turns").mean(lambda turns: turns)


def weather_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the winter, the longest blizzard, and the chance of frost on each turn on which it is open."""
    yield from laws("weather", setting, "3.1, 3.4")
    turns = worlds_by_turn("weather", setting)
    blizzards = [turn.law("clouds").probability(lambda clouds: clouds == BLIZZARD) for turn in turns]
    yield Finding(
        "longest_blizzard",
        "longest run of blizzard turns, NOV III among them",
        "3.1, 3.3",
        law=longest_run_law(blizzards),
    )
    for name, turn in zip(CAMPAIGN, turns, strict=True):
        rivers = turn.law("rivers")
        for state, words in (
            (FROZEN_RIVERS, "rivers are frozen, major ones or not"),
            (HARD_FROST, "major rivers are frozen"),
        ):
            p = rivers.probability(lambda r, state=state: r >= state)
            if 0 < p < 1:
                key = f"{'hard_' if state == HARD_FROST else ''}frost_{name.replace(' ', '_')}"
                yield Finding(key, f"chance that {words} on {name}", "3.4", number=p)
    for name, turn in zip(CAMPAIGN, turns, strict=True):
        p = turn.law("precipitation").probability(lambda fall: fall == MUD)
        if 0 < p < 1:
            yield Finding(f"mud_{name.replace(' ', '_')}", f"chance of mud on {name}", "3.2", number=p)
    for state, words in enumerate(("a clear sky", "an overcast sky", "a blizzard")):
        expected = sum(
            (turn.law("clouds").probability(lambda sky, state=state: sky == state) for turn in turns), Fraction(0)
        )
        yield Finding(f"sky_{state}", f"turns of the campaign's 17 with {words}", "3.3", number=expected)
    fired = sum((turn.law("is_thaw_due").probability(bool) for turn in turns), Fraction(0))
    yield Finding("exception", "turns on which the exception of 3.4 is due (ruling R1)", "3.4", number=fired)


def turns_above_1(setting: Setting, name: str = "pocket") -> Fraction:
    """Return how many turns the pocket is expected to stay above level 1; the turn it first stands there is not one."""
    turns = len(SCENARIOS[name].turns)
    law = last_worlds(name, setting).law("first_turn_at_1")
    return law.mean(lambda first_turn_at_1: (first_turn_at_1 or turns + 1) - 1)


def turns_bought(setting: Setting) -> Fraction:
    """Return how many turns the markers add to the pocket's life, against the same airlift without evacuations."""
    return turns_above_1(setting, "ju52") - turns_above_1(_without(setting), "ju52")


def _without(setting: Setting) -> Setting:
    """Return a setting whose cup holds no evacuation, and whose Axis neither sallies nor plays General Hube."""
    factors = numbers(setting) | {"evacuation": 0}
    policies = {side: policy.id for side, policy in setting.policies.items()}
    return SCENARIOS["ju52"].setting(factors, policies | {"axis": "hold_back"})


def ju52_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the cup, markers received, and how many of each kind come and what they do."""
    rules, turns = "10.4.2, 10.4.3", worlds_by_turn("ju52", setting)
    yield from laws("ju52", setting, rules)
    yield Finding("turns_above_1", "turns the pocket stays above level 1", rules, number=turns_above_1(setting, "ju52"))
    received = sum((turn.law("ju52_received").mean(lambda n: n) for turn in turns), Fraction(0))
    yield Finding("received", "markers received until level 1", "10.4.2", number=received)
    kinds = {name: int(n) for name, n in ju52.mix(setting.factors).items()}
    leaving = kinds["evacuation"] + kinds["general_hube"]
    rest = sum(
        (
            turn.law("ju52_received", "drawn_evacuations", "drawn_hubes").mean(lambda n, e, h: n - e - h)
            for turn in turns
        ),
        Fraction(0),
    )
    for name, markers in kinds.items():
        if name in ("evacuation", "general_hube"):
            field = {"evacuation": "drawn_evacuations", "general_hube": "drawn_hubes"}[name]
            drawn = sum((turn.law(field).mean(lambda n: n) for turn in turns), Fraction(0))
        else:
            drawn = rest * markers / (ju52.MARKERS - leaving)
        effect = ju52.EVENTS[name]["effect"]
        yield Finding(
            f"drawn_{name}", f"markers {name.replace('_', ' ')} received until level 1: {effect}", rules, number=drawn
        )
    doubled = sum((turn.law("is_doubled").probability(bool) for turn in turns), Fraction(0))
    yield Finding("hube_turns", "Soviet turns on which General Hube doubles the defense", "10.4.3", number=doubled)
    sorties = sum((turn.law("is_sortie").probability(bool) for turn in turns), Fraction(0))
    yield Finding("sorties", "turns with a sortie, or with the last reserves", "10.4.3", number=sorties)


_WEATHER = ("weather", "turn_track", "turn_windows", "weather_factors")
_AIRLIFT = ("airlift", "airlift_drm", "airlift_limits", "weather", "turn_track", "pocket_factors")

TRACKS: dict[str, Track] = {
    "weather": track_of(
        SCENARIOS["weather"],
        question="On how many turns do the great rivers carry armor?",
        rules=("3.1", "3.2", "3.3", "3.4"),
        tables=_WEATHER,
        measured="turns of the campaign's 17 with the major rivers frozen",
        measure=hard_frost_turns,
        find=weather_findings,
    ),
    "pocket": track_of(
        SCENARIOS["pocket"],
        question="How long does the Stalingrad pocket stay above supply level 1?",
        rules=("3.1", "10.1", "10.3", "10.4"),
        tables=_AIRLIFT,
        measured="turns of ten, from NOV IV, that the pocket stays above supply level 1",
        measure=turns_above_1,
        find=lambda setting: laws("pocket", setting, "10.3, 10.4"),
    ),
    "ju52": track_of(
        SCENARIOS["ju52"],
        question="What do the Ju 52 markers add to the pocket's life?",
        rules=("3.1", "10.3", "10.4.2", "10.4.3"),
        tables=(*_AIRLIFT, "ju52_factors"),
        measured="turns above level 1 more than without evacuations and sorties",
        measure=turns_bought,
        find=ju52_findings,
    ),
}
