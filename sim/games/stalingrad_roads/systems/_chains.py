"""The exact chain of a system's course, run once for a setting, however many questions look at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from sim.exact import Worlds
from sim.factors import whole
from sim.play import play_exactly
from sim.system import Course, Finding, Setting, Words, findings_of

_When = tuple[int, tuple[tuple[str, int], ...], tuple[tuple[int, tuple[tuple[str, int], ...]], ...]]
"""First turn, position and later factors of a setting."""
_Pairs = tuple[tuple[str, int], ...]
_Names = tuple[tuple[str, str], ...]


class Chain:
    """The exact chain of a course; it keeps the settings asked last, whose factors must be single values.

    Settings may have factors beyond those of the course.
    """

    def __init__(self, course: Course) -> None:
        """Keep a course, and play nothing yet."""
        self.course = course
        self._kept: Callable[[_Pairs, _Names, _Pairs, _When], tuple[Worlds, ...]] = lru_cache(maxsize=64)(self._play)

    def by_turn(self, setting: Setting) -> tuple[Worlds, ...]:
        """Return the exact law of the state at the end of each turn."""
        factors = tuple((name, whole(setting.factors, name)) for name in self.course.factors)
        policies = tuple((side, policy.id) for side, policy in setting.policies.items())
        later = tuple((turn, tuple(changes.items())) for turn, changes in setting.later.items())
        when = setting.first_turn, tuple(setting.position.items()), later
        return self._kept(factors, policies, tuple(setting.forced.items()), when)

    def last(self, setting: Setting) -> Worlds:
        """Return the exact law of the state at the end of the last turn."""
        return self.by_turn(setting)[-1]

    def results(self, setting: Setting, rules: str, words: Mapping[str, Words] | None = None) -> list[Finding]:
        """Return the exact law of each result of the course, each field on its own; `words` are those of some."""
        return findings_of(self.course, self.last(setting), rules, words)

    def _play(self, factors: _Pairs, policies: _Names, forced: _Pairs, when: _When) -> tuple[Worlds, ...]:
        setting = self.course.setting(dict(factors), dict(policies))
        first, position, later = when[0], dict(when[1]), {turn: dict(changes) for turn, changes in when[2]}
        setting = replace(setting, forced=dict(forced), first_turn=first, position=position, later=later)
        return tuple(play_exactly(self.course, setting))
