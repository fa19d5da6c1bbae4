"""The Stalingrad pocket [10.2-10.4], turn by turn from the turn after the Fortress was declared.

What the map decides (when airfields fall, when somebody breaks through) comes in as factors; whom to attack and when to
sally are policies. The order of the steps is that of the sequence of play: weather, Soviet turn, Stalingrad supply
phase, Axis turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._airlift import (
    LIMITS,
    TURNS,
    airlift_drm,
    airlift_result,
    drm_counts,
    has_fallen,
    in_window,
    times_where,
)
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._levels import by_level
from sim.games.stalingrad_roads.systems._weather_table import BLIZZARD, weather
from sim.policies import policies_of
from sim.state import State, column, put
from sim.system import Course, Finding, Group, Phase, Setting, Words, system_of
from sim.verdict import Found, figure, roughly

_MIN, _MAX = LIMITS.integer("level_min"), LIMITS.integer("level_max")
_RELIEVED, _AUTOMATIC = np.int8(LIMITS.integer("relieved_level")), np.int8(LIMITS.integer("automatic_change"))
_ATTACK_DROP, _SORTIE_DROP = LIMITS.integer("attack_drop"), LIMITS.integer("sortie_drop")
_OPEN_GAIN, _RELIEF_GAIN = LIMITS.integer("open_gain"), LIMITS.integer("relief_gain")
_DECLARED, _DECLARED_OPEN = np.int8(LIMITS.integer("level_start")), np.int8(LIMITS.integer("level_start_open"))

Flags = NDArray[np.bool_]
Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Pocket(State):
    """The pocket of each game."""

    level: Levels = column("supply level of the Fortress, 11 (best) to 1 [10.3]", lasts=True)
    is_fortress: Flags = column("the Fortress marker is on the map [10.1.2, 10.1.4]", lasts=True)
    is_airlift_ready: Flags = column("the airlift operates from this turn on [10.4]", lasts=True, logged=False)
    precipitation: Levels = column("0 snow, 1 mud [3.2]", lasts=False)
    rivers: Levels = column("0 open, 1 rivers frozen, 2 major rivers frozen too [3.4]", lasts=False)
    clouds: Levels = column("0 clear, 1 overcast, 2 blizzard [3.3]", lasts=False)
    is_attacked: Flags = column("two pocket stacks or more were attacked at 1/1 or better [10.3.3]", lasts=False)
    has_airlift_roll: Flags = column("the airlift was rolled for [10.4.1, 10.4.2]", lasts=False)
    airlift_roll: Levels = column("natural roll of the airlift, 0 if none", lasts=False)
    airlift_drm: Levels = column("net DRM of the airlift after its limits, 0 if none", lasts=False)
    airlift_change: Levels = column(
        "what the airlift, or the want of one, did to the level; before the floor", lasts=False
    )
    ju52_received: Levels = column("Ju 52 markers received [10.4.2]", lasts=False)
    is_sortie: Flags = column("a pocket unit attacked [10.3.3]", lasts=False)
    first_turn_at_1: Levels = column(
        "first turn (1 = NOV IV) on which the level stood at 1, 0 if not yet", lasts=True, logged=False
    )
    surrender_turn: Levels = column("first turn on which 10.3.5 applied, 0 if not yet", lasts=True, logged=False)
    is_grounded: Flags = column("the last turn's sky kept new air markers off (ruling R69)", lasts=True, logged=False)


RESULTS = {
    "first_turn_at_1": "first turn (1 = NOV IV) on which the level stood at 1, 0 if never",
    "surrender_turn": "first turn on which the surrender of 10.3.5 applied, 0 if never",
    "level": "supply level at the end of the last turn",
}


def start(n: int, setting: Setting) -> Pocket:
    """Return n pockets whose Fortress has just been declared: level 10, or 11 if not closed [10.3.1, 10.2.5]."""
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    return Pocket(
        level=np.broadcast_to(_declared_level(setting.factors["open_at_declaration"]), n).copy(),
        is_fortress=~no, is_airlift_ready=~no,
        precipitation=zero, rivers=zero, clouds=zero, is_attacked=no,
        has_airlift_roll=no, airlift_roll=zero, airlift_drm=zero, airlift_change=zero, ju52_received=zero,
        is_sortie=no, first_turn_at_1=zero, surrender_turn=zero,
        is_grounded=_grounded(setting, ~no),
    )  # fmt: skip


def _grounded(setting: Setting, is_blizzard: Flags) -> Flags:
    """Return whether air markers wait for the sky: by the other reading of R69 after a blizzard, as on NOV III."""
    return is_blizzard & (np.asarray(setting.factors["air_placed_before"]) > 0)


def weather_phase(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Roll the turn's weather; rolls of shape (games, 2) [3.1]."""
    precipitation, rivers, clouds = weather(TURNS[turn - 1], rolls)
    return replace(pocket, precipitation=precipitation, rivers=rivers, clouds=clouds)


def soviet_turn(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Attack the pocket, and settle its level at the end of the Soviet turn [10.3.3, 10.3.6, 10.3.7]; no dice.

    The drop for attacks comes first, then the gain of an open pocket, then the return to 11 of a relieved one; or the
    gain first (ruling R14).
    """
    factors = setting.factors
    every = np.maximum(factors["attack_every"], 1)
    may_attack = (np.asarray(factors["attack_every"]) > 0) & ((turn - 1) % every == 0)
    wants = np.asarray(setting.policies["soviet"].decide(pocket, turn)["attack"])
    is_attacked = pocket.is_fortress & may_attack & wants
    gain = pocket.is_fortress & in_window(factors, "open", turn)
    level, reached_1 = _settled(pocket.level, setting, (is_attacked, _ATTACK_DROP), (gain, _OPEN_GAIN))
    level = put(level, _is_linked_on_arrival(factors, turn), _RELIEVED)
    return _noting_1(replace(pocket, level=level, is_attacked=is_attacked), turn, reached_1)


def stalingrad_supply_phase(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Remove or declare the Fortress, fly the airlift, test for surrender; rolls (games, 1) [10.1, 10.4, 10.3.5]."""
    # [10.1.1, 10.4.1]
    factors = setting.factors
    pocket = _fortress_marker(pocket, setting, turn)
    flies = pocket.is_fortress & pocket.is_airlift_ready
    both = has_fallen(factors, "pitomnik", turn) & has_fallen(factors, "gumrak", turn)
    either = has_fallen(factors, "pitomnik", turn) | has_fallen(factors, "gumrak", turn)
    no_field = np.where(np.asarray(factors["either_field_ends_airlift"]) > 0, either, both)
    is_rolled = flies & ~no_field
    counts = drm_counts(factors, turn, pocket.clouds, pocket.is_grounded)
    drm = airlift_drm(counts | dict(setting.forced))
    _, change, ju52 = airlift_result(drm, rolls)
    change = put(change, no_field, _AUTOMATIC) * flies
    level = _changed(pocket.level, flies, change)
    pocket = replace(
        pocket,
        level=level,
        is_airlift_ready=pocket.is_fortress,
        has_airlift_roll=is_rolled,
        airlift_roll=rolls[..., 0] * is_rolled,
        airlift_drm=drm * is_rolled,
        airlift_change=change,
        ju52_received=ju52 * is_rolled,
    )
    surrenders = pocket.is_fortress & (level == _MIN) & both & (pocket.surrender_turn == 0)
    return _noting_1(replace(pocket, surrender_turn=put(pocket.surrender_turn, surrenders, turn)), turn)


def axis_turn(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Sally out, and settle the level at the end of the Axis turn [10.3.3, 10.3.6]; no dice."""
    wants = np.asarray(setting.policies["axis"].decide(pocket, turn)["sortie"])
    is_sortie = pocket.is_fortress & wants
    is_linked = pocket.is_fortress & in_window(setting.factors, "relief", turn)
    level, reached_1 = _settled(pocket.level, setting, (is_sortie, _SORTIE_DROP), (is_linked, _RELIEF_GAIN))
    grounded = _grounded(setting, pocket.clouds == BLIZZARD)
    return _noting_1(replace(pocket, level=level, is_sortie=is_sortie, is_grounded=grounded), turn, reached_1)


PHASES = (
    Phase("weather", "3.1", 2, weather_phase),
    Phase("soviet_turn", "10.3.3, 10.3.6, 10.3.7", 0, soviet_turn),
    Phase("airlift", "10.1, 10.3.5, 10.4", 1, stalingrad_supply_phase),
    Phase("axis_turn", "10.3.3, 10.3.6", 0, axis_turn),
)


def _fortress_marker(pocket: Pocket, setting: Setting, turn: int) -> Pocket:
    """Take the marker from a relieved pocket [10.1.4]; declare anew once the link is cut [10.3.1]."""
    is_linked = _is_linked_on_arrival(setting.factors, turn)
    is_declared = ~(pocket.is_fortress | is_linked)
    fresh = _declared_level(in_window(setting.factors, "open", turn))
    return replace(
        pocket,
        level=put(pocket.level, is_declared, fresh),
        is_fortress=(pocket.is_fortress & ~is_linked) | is_declared,
        is_airlift_ready=pocket.is_airlift_ready & ~is_linked & ~is_declared,
    )


def _declared_level(is_not_closed: ArrayLike) -> Levels:
    return np.where(np.asarray(is_not_closed) > 0, _DECLARED_OPEN, _DECLARED)


def _changed(level: Levels, where: Flags, by: ArrayLike) -> Levels:
    """Return levels changed in some games, and held between 1 and 11 [10.3.4, 10.3.6]."""
    if not where.any():
        return level
    return np.clip(level + times_where(where, by), _MIN, _MAX)


def _settled(
    level: Levels, setting: Setting, drop: tuple[Flags, int], gain: tuple[Flags, int]
) -> tuple[Levels, Levels]:
    """Return the level after a turn's drop and gain, and the lowest it stood at after the drop (ruling R14)."""
    dropped = _changed(level, *drop)
    other = _changed(_changed(level, *gain), *drop)
    is_other = np.broadcast_to(np.asarray(setting.factors["gain_first"]) > 0, level.shape)
    return np.where(is_other, other, _changed(dropped, *gain)), np.where(is_other, other, dropped)


def _noting_1(pocket: Pocket, turn: int, lowest: Levels | None = None) -> Pocket:
    """Note the first turn on which the level stood at 1 at any moment [10.3.4]."""
    level = pocket.level if lowest is None else lowest
    is_first = pocket.is_fortress & (level == _MIN) & (pocket.first_turn_at_1 == 0)
    return replace(pocket, first_turn_at_1=put(pocket.first_turn_at_1, is_first, turn))


def _is_linked_on_arrival(factors: Mapping[str, ArrayLike], turn: int) -> NDArray[Any]:
    """Return whether a link-up of an earlier Axis turn still stands at the end of this Soviet turn."""
    return in_window(factors, "relief", turn) & (turn > np.asarray(factors["relief_from"]))


COURSE = Course(
    id="pocket",
    title="The Stalingrad pocket: airlift and supply level from NOV IV",
    factors=factors_of("stalingrad_roads", "pocket_factors"),
    policies=policies_of("stalingrad_roads", "pocket", by_level),
    turns=TURNS,
    state=Pocket,
    start=start,
    phases=PHASES,
    results=RESULTS,
    bounds={"level": (_MIN, _MAX)},
)
CHAIN = Chain(COURSE)

_WORDS = {
    "first_turn_at_1": Words("first turn on which the level stood at 1", "never", is_turn=True),
    "surrender_turn": Words("first turn on which the surrender of 10.3.5 applied", "never", is_turn=True),
}


def turns_above_1(setting: Setting) -> Fraction:
    """Return how many turns the pocket is expected to stay above level 1; the turn it first stands there is not one."""
    law = CHAIN.last(setting).law("first_turn_at_1")
    return law.mean(lambda first_turn_at_1: (first_turn_at_1 or len(TURNS) + 1) - 1)


def pocket_findings(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the end."""
    return CHAIN.results(setting, "10.3, 10.4", _WORDS)


def verdict(found: Found) -> str:
    """Say how long the pocket lasts, and what keeps it alive longer."""
    first = found.likeliest("first_turn_at_1")
    until = f", most likely until {TURNS[first - 1]}" if first else ""
    said = f"By our guess the pocket stays above level 1 for {roughly(found.value, 'turn')}{until}."
    _, relieved = found.span("relief_from")
    return f"{said} A lasting link-up can make it {figure(relieved)}." if relieved > found.value + 1 else said


SYSTEM = system_of(
    COURSE,
    order=8,
    group=Group.AIR_AND_SUPPLY,
    question="How long does the Stalingrad pocket stay above supply level 1?",
    rules=("3.1", "10.1", "10.3", "10.4"),
    tables=("airlift", "airlift_drm", "airlift_limits", "weather", "turn_track", "pocket_factors"),
    measured="turns of ten, from NOV IV, that the pocket stays above supply level 1",
    things="turns",
    measure=turns_above_1,
    find=pocket_findings,
    good_for="axis",
    turns=TURNS,
    verdict=verdict,
    in_progress=True,
)
