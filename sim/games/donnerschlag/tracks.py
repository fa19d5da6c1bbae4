"""The systems beside the map of Donnerschlag, each with its question.

`tables` leaves out printed tables with cells that nobody knows and no answer here reads (dates of turns, colors of an
army): what is unknown in them is not what an answer rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

import numpy as np

from sim.exact import Law, Worlds
from sim.game import Inquiry, Policy, Scenario, Setting
from sim.games.donnerschlag import clock, rally
from sim.games.donnerschlag.outside import factors_of
from sim.games.donnerschlag.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding, Track, result_findings, track_of


def _turns(scenario: Scenario, setting: Setting) -> Iterator[Worlds]:
    """Yield the law of each turn without the running total, which makes for far fewer states."""
    *steps, last = scenario.phases

    def forgotten(state: Any, setting: Setting, turn: int, fallen: Any) -> Any:
        after: Any = last.apply(state, setting, turn, fallen)
        return replace(after, total=np.zeros_like(after.total))

    return play_exactly(replace(scenario, phases=(*steps, replace(last, apply=forgotten))), setting)


def _mean(scenario: Scenario, setting: Setting, field: str) -> Fraction:
    """Return the mean over a game of what a field counts turn by turn; remembered, as ranges ask for it again."""
    factors = tuple((name, int(np.asarray(value))) for name, value in setting.factors.items())
    return _remembered(scenario.id, factors, tuple(setting.policies.items()), field)


@cache
def _remembered(
    name: str, factors: tuple[tuple[str, int], ...], policies: tuple[tuple[str, Policy], ...], field: str
) -> Fraction:
    turns = _turns(SCENARIOS[name], Setting(dict(factors), dict(policies)))
    return sum((worlds.law(field).mean(int) for worlds in turns), Fraction(0))


def _last(scenario: Scenario, setting: Setting) -> Worlds:
    *_, last = play_exactly(scenario, setting)
    return last


def _cards_findings(scenario: Scenario, setting: Setting) -> Iterable[Finding]:
    yield from result_findings(scenario, setting, "4.4, 6.1.c, 10.2, 14")
    laws = [worlds.law("activations") for worlds in _turns(scenario, setting)][:-1]
    idle = sum((law.probability(lambda n: n == 0) for law in laws), Fraction(0))
    yield Finding("idle_turns", "turns of seven without an activation", "4.4, 10.2", number=idle)
    yield Finding("first_turn", "activations on turn 1", "4.4, 5, 10.2", law=laws[0])
    yield Finding("seventh_turn", "activations on turn 7, late cards shuffled in", "4.4, 6.1.d, 10.2", law=laws[-1])


def _cards_track(name: str, question: str, table: str) -> Track:
    scenario = SCENARIOS[name]
    return track_of(
        scenario,
        question=question,
        rules=("4.4", "5", "6", "10.1", "10.2", "14"),
        tables=("card_hands", "card_reshuffles", table),
        measured="activations over the game",
        measure=lambda setting: _mean(scenario, setting, "activations"),
        find=lambda setting: _cards_findings(scenario, setting),
    )


def _events_findings(setting: Setting) -> Iterable[Finding]:
    scenario = SCENARIOS["events"]
    yield from result_findings(scenario, setting, "4.5, 4.6, 6.1.c, 13.2")
    turns = list(_turns(scenario, setting))
    boxed = sum((worlds.law("boxed").mean(int) for worlds in turns), Fraction(0))
    yield Finding("boxed", "events of them that come from the box, without a die", "4.6", number=boxed)
    yield Finding("last_hand", "cards in hand on turn 7", "4.5, 6.1.d", law=turns[-1].law("hand"))


def _cup_track(name: str, question: str, table: str) -> Track:
    scenario = SCENARIOS[name]

    def find(setting: Setting) -> Iterable[Finding]:
        yield from result_findings(scenario, setting, "5, 13.2")
        spoiled = _mean(scenario, setting, "snafus")
        yield Finding("snafus", "draws over seven turns that a SNAFU spoils", "5, 13.2", number=spoiled)

    return track_of(
        scenario,
        question=question,
        rules=("5", "13.2", "18"),
        tables=(table,),
        measured="units placed over seven turns",
        measure=lambda setting: _mean(scenario, setting, "placed"),
        find=find,
    )


def _in_time(setting: Setting) -> Fraction:
    return _last(SCENARIOS["luftflotte"], setting).law("flip_turn").probability(lambda turn: turn > 0)


def _clock_findings(setting: Setting) -> Iterable[Finding]:
    scenario = SCENARIOS["clock"]
    last = _last(scenario, setting)
    winners: dict[str, tuple[str, ...]] = {"winner": clock.WINNERS}
    yield Finding("winner", "who wins under the policy told", "14, 15", law=last.law("winner"), labels=winners)
    yield Finding("end_turn", "turn at whose end the game is over", "6.3, 14", law=last.law("end_turn"))
    alone = replace(setting, factors={**setting.factors, "luftflotte_of_36": 0})
    late = _last(scenario, alone).law("winner").probability(lambda winner: winner == clock.SOVIET)
    about = "chance that the Axis is not in the zone when box 4 is checked, so that it wants another turn"
    yield Finding("is_wanted", about, "6.3, 14, 15", number=late)
    best, most = clock.best_calls(setting)
    for policy in scenario.policies["axis"].values():
        played = _last(scenario, replace(setting, policies={"axis": policy})).law("winner")
        won = played.probability(lambda winner: winner == clock.AXIS)
        yield Finding(policy.id, f"chance of the Axis that {policy.about}", "14, 15", number=won)
    for turn, hexes in most.items():
        about = f"most hexes left at which a call on turn {turn} is better than to wait, -1 for never"
        yield Finding(f"call_within_{turn}", about, "6.1.e, 14", number=Fraction(hexes))
    without, _ = clock.best_calls(alone)
    yield Finding(
        "luftflotte_worth", "what Luftflotte 4 adds to the chance, called at best", "14", number=best - without
    )


def _rally_findings(setting: Setting) -> Iterable[Finding]:
    chosen, sent = rally.mixes(setting)
    common = lcm(*(p.denominator for p in chosen.values()))
    law = Law(("zone", "is_feint"), {key: int(p * common) for key, p in chosen.items() if p}, common)
    labels: dict[str, tuple[str, ...]] = {"zone": rally.ZONES, "is_feint": ("no", "yes")}
    yield Finding(
        "zone", "zone that the Axis chooses, and whether it feints, at best", "6.1.e, 7", law=law, labels=labels
    )
    for zone, groups in zip(rally.ZONES, sent, strict=True):
        about = f"groups that the Soviets send to zone {zone} before the march is seen, on the average"
        yield Finding(f"sent_{zone.lower()}", about, "7, 15", number=groups)
    known = rally.value_if_known(setting)
    yield Finding("if_known", "chance of the Axis if the zone were no secret", "7, 15", number=known)
    yield Finding("secrecy", "what the secret adds to the chance", "7", number=rally.value(setting) - known)


_RALLY = Inquiry("rally", "The secret rally zone", factors_of("rally_factors"), {})

_ALL = (
    _cards_track("activations", "How often is a panzer division activated in a game?", "activation_mix"),
    _cards_track("colors", "How often is a color of a Soviet army activated in a game?", "color_mix"),
    track_of(
        SCENARIOS["events"],
        question="How many events do a side's combat cards bring off in a game?",
        rules=("4.5", "4.6", "5", "6", "13.2"),
        tables=("card_hands", "card_reshuffles", "high_command", "event_mix"),
        measured="events that come off in seven turns",
        measure=lambda setting: _mean(SCENARIOS["events"], setting, "came_off"),
        find=_events_findings,
    ),
    _cup_track("ad_hoc", "How many ad hoc infantry units do the Soviets draw in a game?", "ad_hoc_draws"),
    _cup_track("alarmgruppe", "How many Alarmgruppe units does the Axis draw in a game?", "alarmgruppe_draws"),
    _cup_track("soviet_tanks", "How many tank units do the Soviets draw in a game?", "soviet_tank_draws"),
    track_of(
        SCENARIOS["luftflotte"],
        question="How likely is it that Luftflotte 4 has come off when the marker reaches box 4?",
        rules=("4.5", "4.6", "5", "6", "14"),
        tables=("card_hands", "card_reshuffles", "high_command", "donnerschlag_clock", "luftflotte_mix"),
        measured="chance that the marker shows 6. Army Survival when it reaches box 4",
        measure=_in_time,
        find=lambda setting: result_findings(SCENARIOS["luftflotte"], setting, "4.5, 4.6, 14"),
    ),
    track_of(
        SCENARIOS["clock"],
        question="How good is the chance of the Axis if it calls Donnerschlag at the best moment?",
        rules=("6", "14", "15"),
        tables=("donnerschlag_clock", "donnerschlag_calls", "clock_factors"),
        measured="chance of the Axis when it calls at the best moment",
        measure=lambda setting: clock.best_calls(setting)[0],
        find=_clock_findings,
    ),
    Track(
        _RALLY.id, _RALLY.title, _RALLY.factors, _RALLY.policies,
        question="What is the secret of the rally zone worth?",
        rules=("6", "7", "14", "15"),
        tables=("rally_zones", "donnerschlag_clock", "rally_factors"),
        measured="chance of the Axis to stand in the zone, both sides choosing as well as they can",
        measure=rally.value,
        find=_rally_findings,
    ),
)  # fmt: skip

TRACKS: Mapping[str, Track] = {track.id: track for track in _ALL}
