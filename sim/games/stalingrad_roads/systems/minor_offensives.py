"""The two minor offensive markers [11.2, 11.3]: the supports they bring.

What is drawn for the minor boxes counts as supports; we assume no shortage marker among them. By the policy the
Soviets play all they can at once, or keep some; a redeployment sends what is kept back to the cup.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._acquisition import DRM, acquired
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, OPENING, number
from sim.numbers.modifiers import net_modifier
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, system_of
from sim.verdict import OPEN, Found, figure, roughly

FIRST_ON_MAP = number("NOV IV")
"""The first minor marker is placed on NOV IV, at Stalingrad [scenario II, scenario III]."""

Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Minors(State):
    """The boxes of the two minor offensive markers, of each game."""

    first_box: Levels = column("markers kept in the box of the first minor offensive", lasts=True)
    second_box: Levels = column("markers kept in the box of the second", lasts=True)
    returned: Levels = column("markers a redeployment sent back to the cup this turn [11.2.3]", lasts=False)
    acquired: Levels = column("markers drawn for the two boxes this turn [5.3.2]", lasts=False)
    played: NDArray[np.int16] = column("markers of the minor boxes played so far", lasts=True)


RESULTS = {"played": "supports of the minor boxes played by MAR III"}


def start(n: int, setting: Setting) -> Minors:
    """Return n games before NOV III, no minor marker on the map."""
    zero = np.zeros(n, np.int8)
    return Minors(zero, zero, zero, zero, np.zeros(n, np.int16))


def is_redeployed(turn: int, every: ArrayLike) -> NDArray[np.bool_]:
    """Return whether the minor markers move this turn, shape (...): every so many turns after NOV III, 0 never [11.2].

    >>> [turn for turn in range(1, 18) if is_redeployed(turn, 4)]
    [5, 9, 13, 17]
    """
    every = np.asarray(every)
    return np.asarray((every > 0) & (turn > FIRST_ON_MAP) & ((turn - OPENING) % np.maximum(every, 1) == 0))


def has_minor(turn: int, since: ArrayLike, is_moved: ArrayLike, is_contested: ArrayLike) -> NDArray[np.bool_]:
    """Return whether a minor marker on the map since a turn rolls for supports, shape (...) [5.3.3, 11.2.2].

    A marker taken from a hex with Axis units comes back at the end of the turn only.

    >>> bool(has_minor(5, 2, True, True)), bool(has_minor(5, 2, True, False)), bool(has_minor(5, 6, False, False))
    (False, True, False)
    """
    # [11.2.1, 11.3.2]
    is_away = np.asarray(is_moved, np.bool_) & (np.asarray(is_contested) > 0)
    return np.asarray((turn >= np.asarray(since)) & ~is_away)


def minor_drm(turn: int, setting: Setting) -> NDArray[np.int8]:
    """Return the DRM of every support roll, shape (...), by all three markers west of the Donets [5.3.5, example 3].

    A minor marker counts once it is on the map.
    """
    factors = setting.factors
    first = turn >= np.asarray(factors["first_west_turn"])
    second = turn >= np.maximum(factors["second_west_turn"], factors["second_marker_turn"])
    counts = {
        "major_west_donets": turn >= np.asarray(factors["major_west_turn"]),
        "minor_west_donets": np.add(first, second, dtype=np.int8),
    }
    return net_modifier(DRM, counts)


def redeploy_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Move the minor markers; what is in their boxes goes back to the cup [11.2.3]; no dice."""
    moves = is_redeployed(turn, setting.factors["redeploy_every"])
    back = (minors.first_box + minors.second_box) * moves
    return replace(
        minors,
        first_box=(minors.first_box * ~moves).astype(np.int8),
        second_box=(minors.second_box * ~moves).astype(np.int8),
        returned=back.astype(np.int8),
    )


def minor_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls, box: str) -> Minors:
    """Roll for one minor box and play what the policy does not keep; rolls of shape (games, 2) [5.3.2, 5.5]."""
    factors = setting.factors
    since = FIRST_ON_MAP if box == "first_box" else factors["second_marker_turn"]
    moves = is_redeployed(turn, factors["redeploy_every"])
    is_there = has_minor(turn, since, moves, factors["is_contested"])
    found = acquired(rolls, minor_drm(turn, setting), factors["acquisition_shift"], "minor_offensive") * is_there
    held = getattr(minors, box) + found
    kept = np.minimum(held, setting.policies["soviet"].decide(minors, turn)["kept"])
    changed: dict[str, Any] = {box: kept.astype(np.int8)}
    return replace(
        minors,
        acquired=(minors.acquired + found).astype(np.int8),
        played=(minors.played + held - kept).astype(np.int16),
        **changed,
    )


def first_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Roll for the first minor box; rolls of shape (games, 2)."""
    return minor_phase(minors, setting, turn, rolls, "first_box")


def second_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Roll for the second minor box; rolls of shape (games, 2)."""
    return minor_phase(minors, setting, turn, rolls, "second_box")


PHASES = (
    Phase("redeployment", "11.2", 0, redeploy_phase),
    Phase("first_box", "5.3", 2, first_phase),
    Phase("second_box", "5.3", 2, second_phase),
)


COURSE = Course(
    id="minor_offensives",
    title="The supports of the minor offensives from NOV III",
    factors=factors_of("stalingrad_roads", "minor_offensives_factors"),
    policies=policies_of("stalingrad_roads", "minor_offensives"),
    turns=CAMPAIGN,
    state=Minors,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
CHAIN = Chain(COURSE)


def minor_supports(setting: Setting) -> Fraction:
    """Return how many markers of the minor boxes are expected to be played."""
    return CHAIN.last(setting).law("played").mean(lambda n: n)


def minor_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of what is played, what redeployments cost, and what the second marker brings."""
    yield from CHAIN.results(setting, "5.3, 11.2")
    turns = CHAIN.by_turn(setting)
    drawn = sum((turn.law("acquired").mean(lambda n: n) for turn in turns), Fraction(0))
    back = sum((turn.law("returned").mean(lambda n: n) for turn in turns), Fraction(0))
    about = "supports drawn for the minor boxes, no shortage marker among them as we assume"
    yield Finding("drawn", about, "5.3", number=drawn)
    yield Finding("returned", "supports sent back to the cup by redeployments", "11.2.3", number=back)
    left = turns[-1].law("first_box", "second_box").mean(lambda first, second: first + second)
    yield Finding("left", "supports left in the minor boxes at the end", "5.3", number=left)
    policies = {side: policy.id for side, policy in setting.policies.items()}
    alone = COURSE.setting(wholes(setting.factors) | {"second_marker_turn": len(CAMPAIGN) + 1}, policies)
    more = minor_supports(setting) - minor_supports(alone)
    yield Finding("second_marker", "supports played that the second marker brings", "5.3.2", number=more)


def verdict(found: Found) -> str:
    """Say how many supports come, and that the table which was guessed decides about it."""
    low, high = found.span("acquisition_shift")
    if high < found.value * Fraction(5, 4):
        return f"The minor offensives bring {roughly(found.value, 'support')} over the campaign."
    hangs = f"{OPEN}: the table that grants the supports is not printed."
    if found.given("acquisition_shift") == 0:
        return (
            f"{hangs} Our guess gives {figure(found.value)} supports, but one fewer in each cell gives {figure(low)}."
        )
    return f"{hangs} Depending on our guess they bring {figure(low)} to {figure(high)}."


SYSTEM = system_of(
    COURSE,
    order=3,
    group=Group.COMMAND,
    question="How many supports do the two minor offensives bring the Soviets?",
    rules=("5.3", "11.2", "11.3"),
    tables=(
        "support_acquisition", "support_acquisition_drm", "support_limits", "offensive_limits", "turn_track",
        "minor_offensives_factors",
    ),
    unprinted=("acquisition_shift",),
    measured="supports of the minor offensives' boxes played from NOV IV to MAR III",
    things="supports",
    measure=minor_supports,
    find=minor_findings,
    good_for="soviet",
    turns=CAMPAIGN,
    verdict=verdict,
)  # fmt: skip
