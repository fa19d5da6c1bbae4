"""What every system of the game asks in the same way: the end of its course, a mean, a number, other factors."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sim.exact import Worlds
from sim.games.traces_of_hubris.systems._turns import TURNS
from sim.play import play_exactly
from sim.system import Course, Finding, Setting, Unit

BY_TURN = ("never", *TURNS)
"""Words for a turn on which something comes, 0 for never."""


def end_of(course: Course, setting: Setting) -> Worlds:
    """Return the exact law of a course's state at its end."""
    *_, last = play_exactly(course, setting)
    return last


def mean_of(course: Course, field: str, setting: Setting) -> Fraction:
    """Return the expectation of one field at the end of a course."""
    return end_of(course, setting).law(field).mean(int)


def with_factors(setting: Setting, **factors: int) -> Setting:
    """Return a setting with some factors changed."""
    return replace(setting, factors={**setting.factors, **factors})


def number(name: str, about: str, rules: str, value: Fraction | int, unit: Unit = Unit.NUMBER) -> Finding:
    """Return a finding of one number."""
    return Finding(name, about, rules, number=Fraction(value), unit=unit)
