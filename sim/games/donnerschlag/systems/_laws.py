"""What several systems of Donnerschlag read off their play: its turns one by one, a mean over the game, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from sim.exact import Worlds
from sim.factors import wholes
from sim.play import play_exactly
from sim.system import Course, Policy, Setting


def each_turn(course: Course, setting: Setting) -> Iterator[Worlds]:
    """Yield the law of each turn without the running total, which makes for far fewer states."""
    *steps, last = course.phases

    def forgotten(state: Any, setting: Setting, turn: int, fallen: Any) -> Any:
        after: Any = last.apply(state, setting, turn, fallen)
        return replace(after, total=np.zeros_like(after.total))

    return play_exactly(replace(course, phases=(*steps, replace(last, apply=forgotten))), setting)


def mean_of(course: Course, field: str) -> Callable[[Setting], Fraction]:
    """Return what gives the mean over a game of a field that counts turn by turn; it remembers, as ranges ask again."""

    @cache
    def remembered(factors: tuple[tuple[str, int], ...], policies: tuple[tuple[str, Policy], ...]) -> Fraction:
        turns = each_turn(course, Setting(dict(factors), dict(policies)))
        return sum((worlds.law(field).mean(int) for worlds in turns), Fraction(0))

    return lambda setting: remembered(tuple(wholes(setting.factors).items()), tuple(setting.policies.items()))


def at_the_end(course: Course, setting: Setting) -> Worlds:
    """Return the law of the last turn."""
    *_, last = play_exactly(course, setting)
    return last
