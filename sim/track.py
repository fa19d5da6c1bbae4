"""What a game tells about a system beside the map: the question, the one number that answers it, and the laws behind.

A track is asked under a setting, as a scenario is. What the map decides comes in as factors; `measure` is recomputed
over the range of each, so that no answer hangs on one guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from sim.exact import Law
from sim.game import Inquiry, Scenario, Setting


@dataclass(frozen=True)
class Finding:
    """One thing found, exactly: a law of some integer fields, or a number; with the rules it comes from.

    `about` says what it is, in which unit. `labels` turns a field's integers into words. Where the finding is itself
    taken over something assumed beyond the factors, `low` and `high` bound the number.
    """

    id: str
    about: str
    rules: str
    law: Law | None = None
    number: Fraction | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Track(Inquiry):
    """A system beside the map.

    `measure` gives the headline number of a setting, and `measured` says what it counts, in which unit; `None` where
    a setting allows no answer. `find` gives the laws and numbers behind it. `tables` names the tables of `data/raw`
    that the answer reads: its basis is the weakest of theirs. `scenario` plays the same system game by game, where it
    is played, with the same factors and policies.
    """

    question: str
    rules: tuple[str, ...]
    tables: tuple[str, ...]
    measured: str
    measure: Callable[[Setting], Fraction]
    find: Callable[[Setting], Iterable[Finding]]
    scenario: Scenario | None = None


def track_of(
    scenario: Scenario,
    *,
    question: str,
    rules: tuple[str, ...],
    tables: tuple[str, ...],
    measured: str,
    measure: Callable[[Setting], Fraction],
    find: Callable[[Setting], Iterable[Finding]],
) -> Track:
    """Return the track of a scenario: the same id, title, factors and policies."""
    return Track(
        scenario.id, scenario.title, scenario.factors, scenario.policies,
        question, rules, tables, measured, measure, find, scenario,
    )  # fmt: skip


def result_findings(scenario: Scenario, setting: Setting, rules: str) -> list[Finding]:
    """Return the exact law of each result of a scenario, each field on its own."""
    from sim.play import play_exactly

    *_, last = play_exactly(scenario, setting)
    return [Finding(name, about, rules, law=last.law(name)) for name, about in scenario.results.items()]
