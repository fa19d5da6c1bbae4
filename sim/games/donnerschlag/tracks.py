"""The systems beside the map of Donnerschlag, each with its question.

`tables` leaves out printed tables with cells that nobody knows and no answer here reads (dates of turns, colors of an
army): what is unknown in them is not what an answer rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from sim.exact import Worlds
from sim.game import Inquiry, Policy, Scenario, Setting
from sim.games.donnerschlag import call, last_effort, rally, together
from sim.games.donnerschlag.clock import LAST_CALL, LAST_TURN
from sim.games.donnerschlag.decks import RESHUFFLE
from sim.games.donnerschlag.findings_goal import call_findings, clock_findings, rally_findings
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


def _luftflotte_findings(setting: Setting) -> Iterable[Finding]:
    """Return when the card is held and comes off, and what the pick adds, which another card gives up."""
    scenario = SCENARIOS["luftflotte"]
    yield from result_findings(scenario, setting, "4.5, 4.6, 14")
    at = {name: _in_time(replace(setting, policies={"axis": one})) for name, one in scenario.policies["axis"].items()}
    about = (
        "chance that the High Command pick adds to Luftflotte 4 played from the box; another card of its deck that is "
        "wanted by then gives up as much"
    )
    yield Finding("pick_adds", about, "5, 6.1.c", number=at["pick"] - at["box"])


def _in_time(setting: Setting) -> Fraction:
    return _last(SCENARIOS["luftflotte"], setting).law("flip_turn").probability(lambda turn: turn > 0)


def _together_findings(setting: Setting) -> Iterable[Finding]:
    factors = _told(setting)
    for how, words in enumerate(together.MOVED):
        about = f"turns of seven on which {words} can move"
        yield Finding(("neither", "one", "both")[how], about, "10.1, 10.2", number=together.turns_with(factors, how))
    labels: dict[str, tuple[str, ...]] = {"moved": together.MOVED}
    for turn in (1, RESHUFFLE, LAST_TURN):
        law = together.moved_law(factors, turn)
        yield Finding(f"turn_{turn}", f"which of the two can move on turn {turn}", "10.2", law=law, labels=labels)


def _last_effort_findings(setting: Setting) -> Iterable[Finding]:
    factors = _told(setting)
    law = last_effort.held_law(factors)
    yield Finding("wanted", "wanted combat cards that the side has on turn 8, in hand and box", "4.5, 14", law=law)
    about = "chance that it has every one of them that is still in the game"
    every = law.probability(lambda cards: cards == factors["wanted"])
    yield Finding("every_one", about, "4.5, 14", number=every)
    about = "wanted events that come off on turn 8, one of them out of the box without a die"
    yield Finding("come_off", about, "4.5, 4.6", number=last_effort.come_off(factors))
    about = "wanted cards if no new hand is dealt: what was kept, and the pick (ruling R47)"
    kept = min(factors["wanted"], factors["kept"] + factors["boxed"] + last_effort.PICK)
    yield Finding("without_a_deal", about, "14", number=Fraction(kept))


def _told(setting: Setting) -> dict[str, int]:
    return {name: int(np.asarray(value)) for name, value in setting.factors.items()}


_TOGETHER = Inquiry("together", "Two formations on the same turn", factors_of("together_mix"), {})
_LAST_EFFORT = Inquiry("last_effort", "Combat cards for the last great effort", factors_of("last_effort"), {})
_CALL = Inquiry("call", "When to call Donnerschlag", factors_of("clock_factors"), {})
_RALLY = Inquiry("rally", "The secret rally zone", factors_of("rally_factors"), {})

_ALL = (
    _cards_track("activations", "How often is a panzer division activated in a game?", "activation_mix"),
    _cards_track("colors", "How often is a color of a Soviet army activated in a game?", "color_mix"),
    Track(
        _TOGETHER.id, _TOGETHER.title, _TOGETHER.factors, _TOGETHER.policies,
        question="On how many turns can two panzer divisions move together?",
        rules=("4.4", "5", "6", "10.1", "10.2"),
        tables=("card_hands", "card_reshuffles", "together_mix"),
        measured="turns of seven on which both can move, every card of free choice spent on them",
        measure=lambda setting: together.turns_with(_told(setting), together.BOTH),
        find=_together_findings,
    ),
    track_of(
        SCENARIOS["events"],
        question="How many events do a side's combat cards bring off in a game?",
        rules=("4.5", "4.6", "5", "6", "13.2"),
        tables=("card_hands", "card_reshuffles", "high_command", "event_mix"),
        measured="events that come off in seven turns",
        measure=lambda setting: _mean(SCENARIOS["events"], setting, "came_off"),
        find=_events_findings,
    ),
    track_of(
        SCENARIOS["pair"],
        question="How likely is it that two combat cards that go together come off as one?",
        rules=("4.5", "4.6", "5", "6"),
        tables=("card_hands", "card_reshuffles", "high_command", "okh_stavka", "pair_mix"),
        measured="chance that both come off as one in seven turns",
        measure=lambda setting: _last(SCENARIOS["pair"], setting).law("turn").probability(lambda turn: turn > 0),
        find=lambda setting: result_findings(SCENARIOS["pair"], setting, "4.5, 4.6"),
    ),
    Track(
        _LAST_EFFORT.id, _LAST_EFFORT.title, _LAST_EFFORT.factors, _LAST_EFFORT.policies,
        question="How many of the combat cards that it wants does a side hold on turn 8?",
        rules=("4.5", "4.6", "6", "14"),
        tables=("card_hands", "high_command", "last_effort"),
        measured="wanted combat cards that the side has on turn 8, in hand and box",
        measure=lambda setting: last_effort.held(_told(setting)),
        find=_last_effort_findings,
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
        find=_luftflotte_findings,
    ),
    track_of(
        SCENARIOS["clock"],
        question="How good is the chance of the Axis if it calls Donnerschlag at the best moment?",
        rules=("6", "14", "15"),
        tables=("donnerschlag_clock", "donnerschlag_calls", "clock_factors"),
        measured="chance of the Axis when it calls at the best moment",
        measure=lambda setting: call.best_calls(setting)[0],
        find=clock_findings,
    ),
    Track(
        _CALL.id, _CALL.title, _CALL.factors, _CALL.policies,
        question="When should the Axis call Donnerschlag?",
        rules=("6", "14", "15"),
        tables=("donnerschlag_clock", "donnerschlag_calls", "clock_factors"),
        measured="hexes left at most for a call on turn 3; farther off the Axis does better to wait (-1: always)",
        measure=lambda setting: Fraction(call.best_calls(setting)[1][LAST_CALL - 1]),
        find=call_findings,
    ),
    Track(
        _RALLY.id, _RALLY.title, _RALLY.factors, _RALLY.policies,
        question="What is the secret of the rally zone worth?",
        rules=("6", "7", "14", "15"),
        tables=("rally_zones", "donnerschlag_clock", "rally_factors"),
        measured="chance that the secret adds for the Axis, both sides choosing as well as they can",
        measure=rally.secrecy,
        find=rally_findings,
    ),
)  # fmt: skip

TRACKS: Mapping[str, Track] = {track.id: track for track in _ALL}
