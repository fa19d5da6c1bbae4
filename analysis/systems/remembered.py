"""A system that remembers its answers: a page asks the same setting for spans, policies, advice and drawn worlds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from sim.system import Finding, Setting, System

_NUMBERS, _FINDINGS = 4096, 8
"""Answers that a system keeps: numbers are small; findings hold laws, and a page asks few settings for them again."""
_Measure = Callable[[Setting], Fraction]
_Find = Callable[[Setting], Iterable[Finding]]


def remembered(system: System) -> System:
    """Return a system that answers alike, and a setting that it was asked before without counting again.

    What the rules refuse is refused anew. A setting with a value a game is counted every time.
    """
    return replace(system, measure=_measure(system.measure), find=_find(system.find))


@lru_cache(maxsize=256)
def _measure(measure: _Measure) -> _Measure:
    kept: dict[Hashable, Fraction] = {}

    def answer(setting: Setting) -> Fraction:
        key = _key(setting)
        if key is None:
            return measure(setting)
        if key not in kept:
            found = measure(setting)
            if len(kept) >= _NUMBERS:
                kept.clear()
            kept[key] = found
        return kept[key]

    return answer


@lru_cache(maxsize=256)
def _find(find: _Find) -> _Find:
    kept: dict[Hashable, _Findings] = {}

    def answer(setting: Setting) -> Iterable[Finding]:
        key = _key(setting)
        if key is None:
            return find(setting)
        if key not in kept or kept[key].is_broken:
            if len(kept) >= _FINDINGS:
                kept.pop(next(iter(kept)))
            kept[key] = _Findings(find(setting))
        return kept[key]

    return answer


class _Findings:
    """Findings counted one by one as somebody asks for them, and once: the last may cost much more than the first."""

    def __init__(self, source: Iterable[Finding]) -> None:
        self._held: list[Finding] = []
        self._source = iter(source)
        self.is_broken = False
        """Whether the counting ended in an error."""

    def __iter__(self) -> Iterator[Finding]:
        at = 0
        while True:
            if at == len(self._held) and not self._more():
                return
            yield self._held[at]
            at += 1

    def _more(self) -> bool:
        try:
            self._held.append(next(self._source))
        except StopIteration:
            return False
        except Exception:
            self.is_broken = True
            raise
        return True


def _key(setting: Setting) -> Hashable | None:
    """Return what tells a setting from others; None where a factor has a value a game."""
    if any(np.ndim(value) for value in setting.factors.values()):
        return None
    factors = tuple(sorted((name, int(np.asarray(value))) for name, value in setting.factors.items()))
    policies = tuple(sorted((side, policy.id) for side, policy in setting.policies.items()))
    later = tuple(sorted((turn, tuple(sorted(changes.items()))) for turn, changes in setting.later.items()))
    begun = setting.first_turn, tuple(sorted(setting.position.items())), tuple(sorted(setting.forced.items()))
    return factors, policies, later, begun
