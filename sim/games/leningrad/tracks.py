"""The systems beside the map of Leningrad, each with its question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from sim.exact import Law
from sim.game import Inquiry, Phase, Policy, Setting
from sim.games.leningrad import air, bid, forts, front, regeneration
from sim.games.leningrad.outside import factors_of, told
from sim.games.leningrad.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding, Track, result_findings, track_of

# the front line ----------------------------------------------------------------------------------------------------


def _front_findings(setting: Setting) -> Iterable[Finding]:
    factors = told(setting.factors)
    infantry, mobile = factors["infantry"], factors["mobile"]
    defense = front.strength_law(infantry, mobile)
    attack = front.strength_law(infantry, mobile, attacks=True)
    yield Finding("defense", "defense points of the whole line", "12.0, 12.1", law=defense)
    yield Finding("attack", "attack points of the whole line", "12.0, 12.1", law=attack)
    weak = front.weak_law(infantry, factors["weak"])
    about = f"infantry divisions of the line with {factors['weak']} or less in defense"
    yield Finding("weak_divisions", about, "12.0", law=weak)
    one = front.strength_law(factors["stack"], 0)
    yield Finding("hex", "defense points of one hex of infantry", "12.0, 12.1", law=one)
    hole = one.probability(lambda points: points <= factors["weak"])
    yield Finding("weak_hex", "chance that a hex of infantry is weak", "12.0", number=hole)
    mean = front.mean_deviation(attack)
    yield Finding(
        "luck_of_attack", "attack points by which the draw moves the line on the average", "12.0", number=mean
    )


# air units ---------------------------------------------------------------------------------------------------------


def _played(setting: Setting, units: bool) -> Fraction:
    """Return the mean of a turn in Soviet steps under its policy, with or without its air units."""
    scenario = SCENARIOS["air"]
    if not units:
        decides = replace(
            setting.policies["german"], decide=lambda state, turn: dict.fromkeys(air.USES, 0)
        )  # fmt: skip
        setting = replace(setting, policies={**setting.policies, "german": decides})
    *_, last = play_exactly(scenario, setting)
    each = Fraction(told(setting.factors)["interdiction_sixths"], 6)
    return last.law("net").mean(int) + each * last.law("interdicting").mean(int)


_USE_WORDS = ("with German attacks", "to interdict", "with German defenders")


def _air_findings(setting: Setting) -> Iterable[Finding]:
    scenario = SCENARIOS["air"]
    yield from result_findings(scenario, setting, "8.4, 11.0, 11.5")
    for use, words, units in zip(air.USES, _USE_WORDS, air.best_plan(setting)[1], strict=True):
        yield Finding(f"best_{use}", f"air units used {words}, used as well as can be", "11.5", number=units)
    base = _played(setting, units=False)
    for name, policy in scenario.policies["german"].items():
        worth = _played(replace(setting, policies={"german": policy}), units=True) - base
        yield Finding(name, f"Soviet steps that they are worth: {policy.about}", "11.0, 11.5", number=worth)
    factors = told(setting.factors)
    for is_german, usual in ((True, factors["german_column"]), (False, factors["soviet_column"])):
        side = "German" if is_german else "Soviet"
        adds = air.worth(setting, is_german)[usual][1]
        about = f"Soviet steps that one air unit is worth in a {side} attack at the usual odds"
        yield Finding(f"{side.lower()}_attack", about, "8.3, 11.1", number=adds)


# regeneration --------------------------------------------------------------------------------------------------------


def _flips(setting: Setting) -> dict[str, Fraction]:
    """Return the mean regenerations of each kind over the game; remembered, as ranges ask for it again."""
    counted = told(setting.factors)
    factors = tuple((name, value) for name, value in counted.items() if name != "is_armor")  # says what a flip saves
    return _remembered(factors, tuple(setting.policies.items()))


@cache
def _remembered(
    factors: tuple[tuple[str, int], ...], policies: tuple[tuple[str, Policy], ...]
) -> dict[str, Fraction]:  # fmt: skip
    """Count on the first state of each turn, and follow the rest of the turn without the counts: far fewer states."""
    scenario, setting = SCENARIOS["regeneration"], Setting(dict(factors), dict(policies))

    def forgotten(state: Any, setting: Setting, turn: int, rolls: Any) -> Any:
        none = np.zeros_like(state.total)
        return replace(state, total=none, flipped_mobile=none, flipped_infantry=none)

    first, *steps = scenario.phases
    flips = dict.fromkeys(regeneration.KINDS, Fraction(0))
    turns = play_exactly(replace(scenario, phases=(first, Phase("forget", "", 0, forgotten), *steps)), setting)
    for turn, worlds in enumerate(turns, 2):
        if turn <= len(scenario.turns):
            after = first.apply(worlds.state, setting, turn, np.empty((len(worlds.weights), 0), np.int8))
            for kind in flips:
                turned = getattr(after, f"flipped_{kind}").tolist()
                counted = sum(weight * n for weight, n in zip(worlds.weights, turned, strict=True))
                flips[kind] += Fraction(counted, worlds.denominator)
    return flips


def saved_by_regeneration(setting: Setting) -> Fraction:
    """Return the victory points that regeneration wins for the Germans, its price taken off."""
    saved = regeneration.saved_vp(setting.factors)
    return sum((saved[kind] * flips for kind, flips in _flips(setting).items()), Fraction(0))


def _regeneration_findings(setting: Setting) -> Iterable[Finding]:
    yield from result_findings(SCENARIOS["regeneration"], setting, "14.6, 14.8")
    for kind, flips in _flips(setting).items():
        yield Finding(kind, f"{kind} units regenerated over the game", "14.6", number=flips)
    for kind in regeneration.KINDS:
        saved = regeneration.saved_vp(setting.factors)[kind]
        about = f"victory points that regenerating one {kind} unit wins, its price taken off"
        yield Finding(f"worth_{kind}", about, "14.8, 16.1", number=Fraction(saved))
    *_, last = play_exactly(SCENARIOS["regeneration"], setting)
    waiting = last.law("front_mobile", "front_infantry").mean(lambda mobile, infantry: mobile + infantry)
    yield Finding("at_front", "reduced units at the front at the end", "14.6", number=waiting)


# forts ---------------------------------------------------------------------------------------------------------------


def _standing(setting: Setting) -> Law:
    """Return the law of the forts that stand at the end of the turn of the assault."""
    turn = told(setting.factors)["assault_turn"]
    return list(play_exactly(SCENARIOS["forts"], setting))[turn - 1].law("standing")


def _fort_findings(setting: Setting) -> Iterable[Finding]:
    turn = told(setting.factors)["assault_turn"]
    yield Finding("at_assault", f"forts on the map at the end of turn {turn}", "13.0, 13.4", law=_standing(setting))
    for at, worlds in enumerate(play_exactly(SCENARIOS["forts"], setting), 1):
        if worlds.law("standing").counts.keys() != {(0,)}:
            about = (
                f"forts that stand at the end of turn {at}, on the average; {forts.arriving(at)} became available on it"
            )
            yield Finding(f"turn_{at}", about, "13.4, 14.0", number=worlds.law("standing").mean(int))
    yield from result_findings(SCENARIOS["forts"], setting, "13.0, 13.2, 13.4")


# bids ----------------------------------------------------------------------------------------------------------------


def _bid_findings(setting: Setting) -> Iterable[Finding]:
    factors = told(setting.factors)
    steps = factors["steps_lost"]
    margin = bid.margin_law(factors, steps)
    yield Finding("margin", f"German margin in victory points before a bid, {steps} steps lost", "16.0", law=margin)
    levels = tuple(row["level"] for row in bid.LEVELS.rows)
    for name, paid in (("level", 0), ("level_after_bid", factors["bid"])):
        about = f"victory level after a bid of {paid}, {steps} steps lost"
        labels: dict[str, tuple[str, ...]] = {"level": levels}
        yield Finding(name, about, "16.3, 16.4", law=_levels(margin, paid, levels), labels=labels)
    about = "highest bid after which the Germans win with a chance of 50 % or more"
    yield Finding("fair_bid", about, "16.4", number=Fraction(bid.fair_bid(factors)))
    about = "most steps that they can lose and win with a chance of 50 % or more, without a bid; -1 for none"
    yield Finding("allowance", about, "16.3", number=Fraction(bid.allowance(factors, 0)))
    if steps:
        more = bid.margin_law(factors, 0).mean(int) - margin.mean(int)
        yield Finding("vp_a_step", "victory points that a lost step costs on the average", "16.1", number=more / steps)


def _levels(margin: Law, paid: int, levels: tuple[str, ...]) -> Law:
    counts: dict[tuple[int, ...], int] = {}
    for (points,), n in margin.counts.items():
        key = (levels.index(bid.level(points - paid)),)
        counts[key] = counts.get(key, 0) + n
    return Law(("level",), dict(sorted(counts.items())), margin.denominator)


# the tracks ----------------------------------------------------------------------------------------------------------

_FRONT = Inquiry("untried", "The Soviet front line, untried", factors_of("front_line"), {})
_BID = Inquiry("bid", "A bid for the German side", factors_of("bid_factors"), {})

_ALL = (
    Track(
        _FRONT.id, _FRONT.title, _FRONT.factors, _FRONT.policies,
        question="How much does the draw of untried divisions decide about the Soviet front line?",
        rules=("1.0", "12.0", "12.1", "14.0"),
        tables=("soviet_units", "front_line"),
        measured="defense points by which the draw moves the line from its mean, on the average",
        measure=front.luck_of_the_line,
        find=_front_findings,
    ),
    track_of(
        SCENARIOS["air"],
        question="What are the German air units of a turn worth, and where are they used best?",
        rules=("8.3", "8.4", "11.0", "11.1", "11.3", "11.5", "14.0"),
        tables=("crt", "column_shifts", "german_reinforcements", "air_limits", "combat_limits", "air_factors"),
        measured="Soviet steps that the air units of the turn are worth, used as well as can be",
        measure=air.best_use,
        find=_air_findings,
    ),
    track_of(
        SCENARIOS["regeneration"],
        question="Which units is it worth regenerating, and how many victory points does it win?",
        rules=("14.6", "14.7", "14.8", "14.9", "16.1"),
        tables=("regeneration_limits", "vp_schedule", "regeneration_factors"),
        measured="victory points that regeneration wins for the Germans over the game, its price taken off",
        measure=saved_by_regeneration,
        find=_regeneration_findings,
    ),
    track_of(
        SCENARIOS["forts"],
        question="How many forts stand around Leningrad when the Germans assault it?",
        rules=("13.0", "13.2", "13.4", "13.6", "14.0"),
        tables=("forts", "soviet_reinforcements", "fort_factors"),
        measured="forts on the map at the end of the turn of the assault",
        measure=lambda setting: _standing(setting).mean(int),
        find=_fort_findings,
    ),
    Track(
        _BID.id, _BID.title, _BID.factors, _BID.policies,
        question="How many steps is a bid for the German side worth?",
        rules=("16.0", "16.1", "16.2", "16.3", "16.4"),
        tables=("vp_schedule", "victory_levels", "german_units", "combat_limits", "bid_factors"),
        measured="fewer steps that the Germans may lose, because of the bid, and still win with 50 % or more",
        measure=bid.bid_in_steps,
        find=_bid_findings,
    ),
)  # fmt: skip

TRACKS: Mapping[str, Track] = {track.id: track for track in _ALL}
