"""The question about the Ju 52 markers: what they add to the life of a pocket that nobody opens [10.4.2, 10.4.3]."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.factors import wholes
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems.ju52.cup import COURSE, EVENTS, MARKERS, mix
from sim.system import Finding, Group, Setting, Words, system_of
from sim.verdict import Found, counted, roughly

CHAIN = Chain(COURSE)

_RULES = "10.4.2, 10.4.3"
_WORDS = {"first_turn_at_1": Words("first turn on which the level stood at 1", "never", is_turn=True)}
_LEAVING = {"evacuation": "drawn_evacuations", "general_hube": "drawn_hubes"}


def turns_above_1(setting: Setting) -> Fraction:
    """Return how many turns the pocket is expected to stay above level 1; the turn it first stands there is not one."""
    law = CHAIN.last(setting).law("first_turn_at_1")
    return law.mean(lambda first_turn_at_1: (first_turn_at_1 or len(COURSE.turns) + 1) - 1)


def turns_bought(setting: Setting) -> Fraction:
    """Return how many turns the markers add to the pocket's life, against the same airlift without evacuations."""
    return turns_above_1(setting) - turns_above_1(_without(setting))


def _without(setting: Setting) -> Setting:
    """Return a setting whose cup holds no evacuation, and whose Axis neither sallies nor plays General Hube."""
    factors = wholes(setting.factors) | {"evacuation": 0}
    policies = {side: policy.id for side, policy in setting.policies.items()}
    return COURSE.setting(factors, policies | {"axis": "hold_back"})


def ju52_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the cup, markers received, and how many of each kind come and what they do."""
    yield from CHAIN.results(setting, _RULES, _WORDS)
    yield Finding("turns_above_1", "turns the pocket stays above level 1", _RULES, number=turns_above_1(setting))
    turns = CHAIN.by_turn(setting)
    received = sum((turn.law("ju52_received").mean(lambda n: n) for turn in turns), Fraction(0))
    yield Finding("received", "markers received until level 1", "10.4.2", number=received)
    yield from _drawn_findings(setting)
    doubled = sum((turn.law("is_doubled").probability(bool) for turn in turns), Fraction(0))
    yield Finding("hube_turns", "Soviet turns on which General Hube doubles the defense", "10.4.3", number=doubled)
    sorties = sum((turn.law("is_sortie").probability(bool) for turn in turns), Fraction(0))
    yield Finding("sorties", "turns with a sortie, or with the last reserves", "10.4.3", number=sorties)


def _drawn_findings(setting: Setting) -> Iterable[Finding]:
    """Yield how many markers of each kind are received; those that always come back share what is left in the draw."""
    turns, kinds = CHAIN.by_turn(setting), {name: int(n) for name, n in mix(setting.factors).items()}
    rest = sum(
        (turn.law("ju52_received", *_LEAVING.values()).mean(lambda n, e, h: n - e - h) for turn in turns), Fraction(0)
    )
    for name, markers in kinds.items():
        if name in _LEAVING:
            drawn = sum((turn.law(_LEAVING[name]).mean(lambda n: n) for turn in turns), Fraction(0))
        else:
            drawn = rest * markers / (MARKERS - sum(kinds[leaving] for leaving in _LEAVING))
        about = f"{name.replace('_', ' ').title()} markers received by level 1: {EVENTS[name]['effect']}"
        yield Finding(f"drawn_{name}", about, _RULES, number=drawn)


_FOR_LIFE = "For the pocket's life alone, play no sorties"
"""What a sortie wins on the map counts for nothing here."""


def verdict(found: Found) -> str:
    """Say how much longer the pocket lives by the markers, or how much shorter with sorties."""
    if found.value < 0:
        return f"{_FOR_LIFE}: with them it falls to level 1 {roughly(-found.value, 'turn')} earlier."
    with_sorties = found.again({"axis": "sally"}).value
    if 2 * with_sorties > -1:
        if not found.value:
            return "The Ju 52 markers, mixed as we assume, do not keep the pocket above level 1 any longer."
        longer = counted(found.value, "turn")
        return f"The Ju 52 markers, mixed as we assume, keep the pocket above level 1 {longer} longer."
    added = counted(found.value, "turn") if found.value else "nothing"
    taken = roughly(-with_sorties, "turn").removesuffix(" of a turn")
    return f"{_FOR_LIFE}: the markers we assume add {added}. With sorties it loses {taken}."


SYSTEM = system_of(
    COURSE,
    turns=COURSE.turns,
    order=9,
    group=Group.AIR_AND_SUPPLY,
    question="What do the Ju 52 markers add to the pocket's life?",
    shows=("axis", "soviet"),
    rules=("3.1", "10.3", "10.4.2", "10.4.3"),
    tables=(
        "airlift",
        "airlift_drm",
        "airlift_limits",
        "weather",
        "turn_track",
        "ju52_events",
        "pocket_factors",
        "ju52_factors",
    ),
    measured="turns above level 1 that the markers win, or lose if negative",
    things="turns",
    measure=turns_bought,
    find=ju52_findings,
    good_for="axis",
    verdict=verdict,
)
