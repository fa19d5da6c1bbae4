"""What each assumption does to a law: where its mean and nine cases in ten lie at either end of the range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

from analysis.factor_words import factor_words
from analysis.outcomes import Outcomes, outcomes_of
from analysis.system import SHOWN, System, bar, dice_bar
from analysis.track import turn_names


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


def moves(system: System, ids: Sequence[str]) -> dict[str, list[Move]]:
    """Return for each law named what every factor does to it from end to end of its range, the widest first."""
    track = system.answer.track
    turns = track.scenario.turns if track.scenario else ()
    found: dict[str, list[Move]] = {one: [] for one in ids}
    for factor in track.factors.values():
        words, ends = factor_words(factor, turn_names(track)), []
        for value in (factor.low, factor.high):
            setting = track.setting({**system.answer.factors, factor.id: value}, system.answer.policies)
            ends.append({one.id: outcomes_of(one, turns) for one in track.find(setting) if one.id in ids and one.law})
        for one in ids:
            if all(one in end for end in ends):
                found[one].append(
                    Move(words.label, words.at(factor.low), words.at(factor.high), *(e[one] for e in ends))
                )
    return {one: sorted(held, key=lambda move: -move.by) for one, held in found.items()}


def move_frame(law: Outcomes, moved: Sequence[Move]) -> pl.DataFrame:
    """Return the rows of the chart of what moves a law: the dice alone, then what each factor does to the mean."""
    rows = [dice_bar(law)]
    for move in [one for one in moved if one.by][:SHOWN]:
        ends = ((move.at_low, move.low_value), (move.at_high, move.high_value))
        words = ", ".join(f"mean {float(one.mean):.1f} {value} ({' to '.join(one.nine_in_ten)})" for one, value in ends)
        means = sorted(one.mean for one, _ in ends)
        rows.append(bar(move.about, "assumption", means[0], means[1], words))
    return pl.DataFrame(rows, infer_schema_length=None)
