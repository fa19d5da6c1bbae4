"""What each assumption does to a law: where its mean and nine cases in ten lie at either end of the range."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from analysis.systems.ask import SystemAnswer
from analysis.systems.factor_words import factor_words
from analysis.systems.outcomes import Outcomes, outcomes_of
from sim.exact import Worlds
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.system import Course


@dataclass(frozen=True)
class Move:
    """What one factor does to a law: the law at the low end of the range and at the high end."""

    about: str
    low_value: str
    high_value: str
    at_low: Outcomes
    at_high: Outcomes

    @property
    def by(self) -> Fraction:
        """How far apart the two means are."""
        return abs(self.at_high.mean - self.at_low.mean)


def moves(answer: SystemAnswer, ids: Sequence[str]) -> dict[str, list[Move]]:
    """Return for each law named what every factor does to it from end to end of its range, the widest first."""
    system = answer.system
    found: dict[str, list[Move]] = {one: [] for one in ids}
    if not ids:
        return found
    for factor in system.factors.values():
        words, ends = factor_words(factor, system.turns), []
        for value in (factor.low, factor.high):
            setting = system.setting({**answer.factors, factor.id: value}, answer.policies)
            laws = (one for one in system.find(setting) if one.id in ids and one.law)
            # no further than the last of them: what stands behind may cost much more
            ends.append({one.id: outcomes_of(one, system.turns) for one in islice(laws, len(ids))})
        for one in ids:
            if all(one in end for end in ends):
                found[one].append(
                    Move(words.label, words.at(factor.low), words.at(factor.high), *(e[one] for e in ends))
                )
    return {one: sorted(held, key=lambda move: -move.by) for one, held in found.items()}


@dataclass(frozen=True)
class Forced:
    """What a printed modifier does to a headline: where it never applies, and where it applies once on every turn."""

    id: str
    about: str
    value: int
    never: Fraction
    always: Fraction

    @property
    def gain(self) -> Fraction:
        """The headline gained."""
        return self.always - self.never


def forced_modifiers(
    game: str,
    course: Course,
    table: str,
    worth: Callable[[Worlds], Fraction],
    policies: Mapping[str, str] | None = None,
) -> list[Forced]:
    """Return what each modifier of a table does to a system that is played turn by turn, the least gain first.

    `worth` gives the headline from the worlds at the end of the last turn; all else is central. A limit on the sum of
    modifiers holds, so one does less where others already reach it.
    """
    base = course.setting(None, policies)
    found = []
    for row in load_list(game, table).rows:
        lasts = [deque(play_exactly(course, replace(base, forced={row["id"]: times})), 1)[0] for times in (0, 1)]
        found.append(Forced(row["id"], row["condition"], int(row["value"]), *map(worth, lasts)))
    return sorted(found, key=lambda one: one.gain)
