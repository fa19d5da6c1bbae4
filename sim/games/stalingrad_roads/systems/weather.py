"""The winter [3] turn by turn: frost on the rivers, mud, blizzards, over the 17 turns of the campaign.

A turn's weather does not look back, but for the exception of 3.4 and for whether frost lasts (rulings R1 and R32, both
factors here).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, TRACK, WINDOWS, is_within
from sim.games.stalingrad_roads.systems._weather_table import BLIZZARD, PRECIPITATION, RIVERS, parts, weather
from sim.laws import longest_run_law
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, Words, system_of
from sim.verdict import Found, halves, roughly

MUD = PRECIPITATION.index("B")
OPEN, FROZEN_RIVERS, HARD_FROST = range(len(RIVERS))
_AS_PRINTED, _MUD_LATER, _BLIZZARD_INSTEAD = range(3)

Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Winter(State):
    """The winter of each game."""

    precipitation: Levels = column("0 snow, 1 mud [3.2]", lasts=False)
    rivers: Levels = column("in effect: 0 open, 1 rivers frozen, 2 major rivers frozen too [3.4]", lasts=True)
    clouds: Levels = column("0 clear, 1 overcast, 2 blizzard [3.3]", lasts=False)
    is_thaw_due: NDArray[np.bool_] = column(
        "the next turn's hard frost freezes rivers only [3.4]", lasts=True, logged=False
    )
    first_hard_frost: Levels = column(
        "first turn (1 = NOV III) on which major rivers are frozen, 0 if not yet", lasts=True, logged=False
    )
    first_mud: Levels = column("first turn of mud, 0 if not yet", lasts=True, logged=False)
    crossing_turn: Levels = column(
        "first turn on which the Soviets find the frost and the sky they wait for, 0 if not yet",
        lasts=True,
        logged=False,
    )
    hard_frost_turns: Levels = column("turns so far with the major rivers frozen", lasts=True, logged=False)


RESULTS = {
    "hard_frost_turns": "turns with the major rivers frozen",
    "first_hard_frost": "first turn (1 = NOV III) on which the major rivers are frozen, 0 if never",
    "first_mud": "first turn of mud, 0 if never",
    "crossing_turn": "first turn on which the Soviets find the frost and the sky they wait for, 0 if never",
}


def start(n: int, setting: Setting) -> Winter:
    """Return n winters before NOV III: no river is frozen at the start [3.4]."""
    zero = np.zeros(n, np.int8)
    return Winter(zero, zero, zero, np.zeros(n, np.bool_), zero, zero, zero, zero)


def turn_weather(game_turn: str, rolls: Rolls) -> tuple[Levels, Levels, Levels]:
    """Return precipitation, river state and clouds as rolled, shape (...); NOV III is fixed; rolls (..., 2) [3.1].

    >>> [int(x) for x in turn_weather("NOV III", np.array([6, 5], np.int8))]  # scenario III: snow, open, blizzard
    [0, 0, 2]
    """
    # [3.1.1, 3.5]
    fixed = TRACK[game_turn]["fixed_weather"]
    if not fixed:
        return weather(game_turn, rolls)
    precipitation, rivers, clouds = (np.full(rolls.shape[:-1], part, np.int8) for part in parts(fixed))
    return precipitation, rivers, clouds


def is_thaw(turn: int, precipitation: ArrayLike, clouds: ArrayLike, reading: ArrayLike) -> NDArray[np.bool_]:
    """Return whether this turn makes the next turn's hard frost a frost of rivers only, shape (...) [3.4].

    `reading` is 0 as printed (mud before FEB IV), 1 mud on FEB IV or later, 2 a blizzard before FEB IV (ruling R1).

    >>> bool(is_thaw(13, MUD, BLIZZARD, 0)), bool(is_thaw(14, MUD, BLIZZARD, 0))  # FEB III, FEB IV
    (True, False)
    """
    is_mud, is_blizzard = np.asarray(precipitation) == MUD, np.asarray(clouds) == BLIZZARD
    reading = np.asarray(reading)
    if is_within(WINDOWS["frost_exception"], turn):
        return (is_mud & (reading == _AS_PRINTED)) | (is_blizzard & (reading == _BLIZZARD_INSTEAD))
    return is_mud & (reading == _MUD_LATER)


def rivers_in_effect(
    rolled: ArrayLike, before: ArrayLike, precipitation: ArrayLike, is_thawing: ArrayLike, frost_lasts: ArrayLike
) -> Levels:
    """Return the state of the rivers, shape (...), from the roll, the turn before and the two readings [3.4, R1, R32].

    >>> int(rivers_in_effect(HARD_FROST, OPEN, 0, True, 0)), int(rivers_in_effect(OPEN, HARD_FROST, 0, False, 1))
    (1, 2)
    """
    rolled = np.asarray(rolled)
    held = np.where(np.asarray(is_thawing) & (rolled == HARD_FROST), FROZEN_RIVERS, rolled)
    lasting = np.where(np.asarray(precipitation) == MUD, held, np.maximum(held, before))
    return np.where(np.asarray(frost_lasts) > 0, lasting, held).astype(np.int8)


def weather_phase(winter: Winter, setting: Setting, turn: int, rolls: Rolls) -> Winter:
    """Roll the turn's weather and note what comes for the first time; rolls of shape (games, 2) [3.1, 3.4]."""
    factors = setting.factors
    precipitation, rolled, clouds = turn_weather(CAMPAIGN[turn - 1], rolls)
    rivers = rivers_in_effect(rolled, winter.rivers, precipitation, winter.is_thaw_due, factors["frost_lasts"])
    is_hard = rivers == HARD_FROST
    seen = replace(
        winter,
        precipitation=precipitation, rivers=rivers, clouds=clouds,
        is_thaw_due=np.broadcast_to(
            is_thaw(turn, precipitation, clouds, factors["frost_exception"]), rivers.shape
        ).copy(),
        first_hard_frost=_first(winter.first_hard_frost, is_hard, turn),
        first_mud=_first(winter.first_mud, precipitation == MUD, turn),
        hard_frost_turns=(winter.hard_frost_turns + is_hard).astype(np.int8),
    )  # fmt: skip
    crosses = is_hard & (clouds <= np.asarray(setting.policies["soviet"].decide(seen, turn)["worst_sky"]))
    return replace(seen, crossing_turn=_first(winter.crossing_turn, crosses, turn))


PHASES = (Phase("weather", "3.1, 3.4", 2, weather_phase),)


def _first(before: Levels, happens: NDArray[Any], turn: int) -> Levels:
    return np.where((before == 0) & happens, np.int8(turn), before)


COURSE = Course(
    id="weather",
    title="The winter: frost, mud and blizzards from NOV III",
    factors=factors_of("stalingrad_roads", "weather_factors"),
    policies=policies_of("stalingrad_roads", "weather"),
    turns=CAMPAIGN,
    state=Winter,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
CHAIN = Chain(COURSE)

_WORDS = {
    "first_hard_frost": Words("first turn on which the major rivers are frozen", "never", is_turn=True),
    "first_mud": Words("first turn of mud", "never", is_turn=True),
    "crossing_turn": Words(
        "first turn on which the Soviets find the frost and the sky they wait for", "never", is_turn=True
    ),
}


def hard_frost_turns(setting: Setting) -> Fraction:
    """Return on how many turns of the campaign the major rivers are expected to be frozen."""
    return CHAIN.last(setting).law("hard_frost_turns").mean(lambda turns: turns)


def weather_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the winter, the longest blizzard, and the chance of frost on each turn on which it is open."""
    yield from CHAIN.results(setting, "3.1, 3.4", _WORDS)
    turns = CHAIN.by_turn(setting)
    blizzards = [turn.law("clouds").probability(lambda clouds: clouds == BLIZZARD) for turn in turns]
    about = "longest run of blizzard turns, NOV III among them"
    yield Finding("longest_blizzard", about, "3.1, 3.3", law=longest_run_law(blizzards))
    yield from _frost_findings(setting)
    for name, turn in zip(CAMPAIGN, turns, strict=True):
        p = turn.law("precipitation").probability(lambda fall: fall == MUD)
        if 0 < p < 1:
            yield Finding(
                f"mud_{name.replace(' ', '_')}", f"chance of mud on {name}", "3.2", number=p, unit=Unit.CHANCE
            )
    for state, words in enumerate(("a clear sky", "an overcast sky", "a blizzard")):
        expected = sum(
            (turn.law("clouds").probability(lambda sky, state=state: sky == state) for turn in turns), Fraction(0)
        )
        yield Finding(f"sky_{state}", f"turns of the campaign's 17 with {words}", "3.3", number=expected)
    fired = sum((turn.law("is_thaw_due").probability(bool) for turn in turns), Fraction(0))
    yield Finding("exception", "turns on which the exception of 3.4 is due (ruling R1)", "3.4", number=fired)


def _frost_findings(setting: Setting) -> Iterable[Finding]:
    for name, turn in zip(CAMPAIGN, CHAIN.by_turn(setting), strict=True):
        rivers = turn.law("rivers")
        for state, words in (
            (FROZEN_RIVERS, "rivers, major ones or not, are frozen"),
            (HARD_FROST, "major rivers are frozen"),
        ):
            p = rivers.probability(lambda r, state=state: r >= state)
            if 0 < p < 1:
                key = f"{'hard_' if state == HARD_FROST else ''}frost_{name.replace(' ', '_')}"
                yield Finding(key, f"chance that {words} on {name}", "3.4", number=p, unit=Unit.CHANCE)


def verdict(found: Found) -> str:
    """Say on how many turns the major rivers are frozen, from when, and when the mud most likely comes."""
    frost, mud = found.likeliest("first_hard_frost"), found.likeliest("first_mud")
    first_mud = f"Mud most likely begins in {CAMPAIGN[mud - 1]}." if mud else "Mud most likely never comes."
    if not frost:
        return f"Major rivers most likely never freeze. {first_mud}"
    said = f"ajor rivers are frozen for {roughly(found.value, 'turn')}, most likely from {CAMPAIGN[frost - 1]}"
    longer = found.again(frost_lasts=1).value
    hangs_on_reading = not found.given("frost_lasts") and halves(longer) != halves(found.value)
    return f"{'As we read the rules, m' if hangs_on_reading else 'M'}{said}. {first_mud}"


SYSTEM = system_of(
    COURSE,
    turns=COURSE.turns,
    order=1,
    group=Group.AIR_AND_SUPPLY,
    question="On how many turns are the major rivers frozen, and when does mud come?",
    rules=("3.1", "3.2", "3.3", "3.4"),
    tables=("weather", "turn_track", "turn_windows", "weather_factors"),
    measured="turns of the campaign's 17 with the major rivers frozen",
    things="turns",
    measure=hard_frost_turns,
    find=weather_findings,
    verdict=verdict,
)
