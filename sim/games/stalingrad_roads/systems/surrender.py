"""The surrender of the pocket [10.3.5]: at level 1, both airfields lost, half of the weak units go, others shrink."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.factors import factors_of, wholes
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, counted, percent

LIMITS = load_list("stalingrad_roads", "fortress_limits")

_SHARE = Fraction(LIMITS["surrender_one_step_share"]["value"])

Counts = NDArray[np.int64]


def surrendered(full_units: ArrayLike, one_step_units: ArrayLike) -> tuple[Counts, Counts]:
    """Return full units and units of one step after one surrender, each of shape (...) [1.9.1, 10.3.5].

    First half of the units of one step go, rounded up; then the full ones are reduced. No Kampfgruppen come of it.

    >>> [int(units) for units in surrendered(6, 5)]
    [0, 8]
    """
    full, weak = np.asarray(full_units, np.int64), np.asarray(one_step_units, np.int64)
    gone = -(-weak * _SHARE.numerator // _SHARE.denominator)
    return np.zeros_like(full), weak - gone + full


def units_by_surrender(full_units: int, one_step_units: int) -> list[tuple[int, int]]:
    """Return full and one-step units before each surrender and after the last one, until nobody is left.

    >>> units_by_surrender(1, 2)
    [(1, 2), (0, 2), (0, 1), (0, 0)]
    """
    left = [(full_units, one_step_units)]
    while any(left[-1]):
        full, weak = surrendered(*left[-1])
        left.append((int(full), int(weak)))
    return left


def _units_left(setting: Setting) -> list[tuple[int, int]]:
    """Return full and one-step units before each surrender and after the last; once only by the other reading (R15)."""
    factors = wholes(setting.factors)
    left = units_by_surrender(factors["full_units"], factors["one_step_units"])
    return left[:2] if factors["once"] else left


def last_surrender(setting: Setting) -> Fraction:
    """Return how many surrenders there are: until the last unit goes, or one (ruling R15)."""
    return Fraction(len(_units_left(setting)) - 1)


def surrender_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the steps left before and after each surrender; after the first one they are as many units."""
    left = _units_left(setting)
    steps = [2 * full + weak for full, weak in left]
    for nth, held in enumerate(steps):
        at = f"after surrender {nth}" if nth else "before the first surrender"
        yield Finding(f"left_{nth}", f"steps in the pocket {at}", "10.3.5", number=Fraction(held))
    yield Finding(
        "units_left", "units left in the pocket after its last surrender", "10.3.5", number=Fraction(sum(left[-1]))
    )
    if len(steps) > 1:
        yield Finding(
            "first_steps", "steps gone with the first surrender", "10.3.5", number=Fraction(steps[0] - steps[1])
        )


def verdict(found: Found) -> str:
    """Say how many turns of surrender it takes, and how much goes on the first."""
    steps = 2 * found.given("full_units") + found.given("one_step_units")
    if not steps:
        return "An empty pocket has nothing to surrender."
    gone = found.number("first_steps") / steps
    share = "half" if abs(gone - Fraction(1, 2)) < Fraction(1, 20) else f"{percent(gone)} of"
    if found.number("units_left"):
        return f"The pocket surrenders only once. That takes {share} its steps, and the rest fights on."
    lasts = f"a pocket of the size we assume lasts {counted(found.value, 'surrender')}, one a turn"
    return f"As we read the rule, {lasts}. The first takes {share} its steps."


SYSTEM = System(
    id="surrender",
    title="The surrender of the pocket",
    order=11,
    group=Group.AIR_AND_SUPPLY,
    factors=factors_of("stalingrad_roads", "surrender_factors"),
    policies={},
    question="How many surrenders does the pocket last?",
    shows=tuple(f"left_{nth}" for nth in range(6)),
    rules=("10.3.5",),
    tables=("fortress_limits", "surrender_factors"),
    measured="surrenders, one a turn, until the last unit is gone (by the other reading, R15, only one)",
    things="surrenders",
    measure=last_surrender,
    find=surrender_findings,
    good_for="axis",
    verdict=verdict,
)
