"""What spreads the points of a system: the chart of what each assumption does to a law."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.pages.sentences.bars import SHOWN, bar, dice_bar
from analysis.systems.ask import short
from analysis.systems.assumptions import Forced, Move
from analysis.systems.outcomes import Outcomes


def move_frame(law: Outcomes, moved: Sequence[Move]) -> pl.DataFrame:
    """Return the rows of the chart of what moves a law: the dice alone, then what each factor does to the mean."""
    rows = [dice_bar(law)]
    for move in [one for one in moved if one.by][:SHOWN]:
        ends = ((move.at_low, move.low_value), (move.at_high, move.high_value))
        words = ", ".join(f"mean {float(one.mean):.1f} {value} ({' to '.join(one.nine_in_ten)})" for one, value in ends)
        means = sorted(one.mean for one, _ in ends)
        rows.append(bar(move.about, "assumption", means[0], means[1], words))
    return pl.DataFrame(rows, infer_schema_length=None)


def gain_frame(found: Sequence[Forced], unit: str) -> pl.DataFrame:
    """Return what modifiers do to a headline as bars draw it: label, words, value, gain, exactly."""
    return pl.DataFrame(
        [
            {
                "label": f"{one.about} ({one.value:+d})", "words": f"{float(one.gain):+.2f} {unit}",
                "value": one.value, "gain": float(one.gain), "exactly": short(str(one.gain)),
            }
            for one in found
        ]
    )  # fmt: skip
