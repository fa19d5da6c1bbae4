"""The chart of what moves a system's answer: the dice alone, all assumptions at once, then a bar an assumption."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import polars as pl

from analysis.pages.sentences.system import SystemPage, added_words
from analysis.systems.ask import Span, effect, range_frame
from analysis.systems.outcomes import Outcomes
from analysis.words import minus

SHOWN = 6
"""Assumptions drawn as bars, so that all bars fit a screen; the table names all."""


def bar_frame(shown: SystemPage) -> pl.DataFrame:
    """Return the rows of the chart of what moves the answer: one game's dice, all at once, then a factor each."""
    system, rows = shown.answer.system, []
    if shown.of_a_game:
        rows.append(dice_bar(shown.of_a_game))
    if shown.worlds and len(system.factors) > 1:
        drawn = shown.worlds
        words = (
            f"{shown.say(drawn.low)} to {shown.say(drawn.high)} in {drawn.inside:,} of {drawn.n:,} combinations "
            f"({'all there are' if drawn.is_every else 'sampled'})"
        )
        at_once = f"{'both' if len(system.factors) == 2 else f'all {len(system.factors)}'} assumptions drawn at once"
        inside = drawn.measures[drawn.apart : drawn.n - drawn.apart]
        low, high = _on_axis(shown, inside)
        rows.append(
            bar(at_once, "drawn", low, high, words) | {"median": float(drawn.median)} | _beyond_axis(shown, inside)
        )
    drawn_rows = drawn_spans(shown)
    names = [span.words.short for span in drawn_rows]
    for span, name in zip(drawn_rows, names, strict=True):
        factor = system.factors[span.factor]
        known = {"range": f"{factor.low} to {factor.high}", "basis": span.basis}
        low, high = _on_axis(shown, span.measures.values())
        known |= _beyond_axis(shown, span.measures.values())
        label = name if names.count(name) == 1 else span.words.label
        rows.append(bar(label, "assumption", low, high, effect(span, shown.answer.system.unit)) | known)
    decimals = 0 if shown.is_difference else shown.answer.decimals
    return _scaled(shown, pl.DataFrame(rows, infer_schema_length=None)).with_columns(pl.lit(decimals).alias("decimals"))


def _scaled(shown: SystemPage, frame: pl.DataFrame) -> pl.DataFrame:
    """Return bars or points as they stand on an axis: differences of chances in percentage points."""
    if not shown.is_difference:
        return frame
    return frame.with_columns(
        pl.col(name) * 100 for name in ("low", "high", "median", "measure") if name in frame.columns
    )


def span_line(shown: SystemPage, span: Span) -> pl.DataFrame:
    """Return the answer value by value over one assumption, as it stands on an axis."""
    said = [minus(shown.say(one)).removesuffix(" points") for one in span.measures.values()]
    return _scaled(shown, range_frame(span)).with_columns(pl.Series("said", said))


def axis_of(shown: SystemPage) -> tuple[float, str]:
    """Return our central answer as it stands on an axis, and the axis's title."""
    if not shown.is_difference:
        return float(shown.answer.headline), shown.answer.system.measured
    return float(100 * shown.answer.headline), f"{shown.answer.system.measured}, in percentage points"


def drawn_spans(shown: SystemPage) -> list[Span]:
    """Return the factors that the chart draws: the first that move the answer, but for bars that nobody could see.

    The first of all is drawn in any case.
    """
    seen = [span for span in shown.moving[1:] if shown.say(span.low) != shown.say(span.high)]
    return [*shown.moving[:1], *seen][:SHOWN]


def _on_axis(shown: SystemPage, numbers: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the lowest and highest of some headlines, without those that stand for a word, such as "never"."""
    real = [one for one in numbers if one not in shown.answer.system.values] or [shown.answer.headline]
    return min(real), max(real)


def _beyond_axis(shown: SystemPage, numbers: Iterable[Fraction]) -> dict[str, str]:
    """Return what stands beside the ends of a bar for headlines that are words, with no place on an axis: "never"."""
    said = sorted(set(numbers))
    known = shown.answer.system.values
    first, last = (known.get(one, "") for one in (said[0], said[-1]))
    return {"low_word": first, "high_word": last if len(said) > 1 else ""}


def dice_bar(law: Outcomes) -> dict[str, Any]:
    """Return the row of what single games bring by the dice alone."""
    low, high = law.nine_in_ten_numbers
    often = "always" if law.inside == 1 else "in at least nine games of ten"
    words = f"{' to '.join(law.nine_in_ten)} {often} (exact)"
    return bar("one game at our central assumptions: the dice alone", "dice", low, high, words)


def bar(label: str, kind: str, low: Fraction | int, high: Fraction | int, words: str) -> dict[str, Any]:
    """Return a row of the chart of spans: words above a bar from low to high."""
    return {
        "label": label, "kind": kind, "low": float(low), "high": float(high), "words": words, "range": "", "basis": "",
        "median": None, "low_word": "", "high_word": "",
    }  # fmt: skip


def bars_reading(shown: SystemPage) -> str:
    """Return how the chart of what moves the answer is read."""
    said = ["Blue bar: the exact answer as one assumption runs through its range, all others as we assume."]
    if any(_holds_open(shown, span.factor) for span in shown.moving):
        said.append("Where the first turn of something that lasts varies, it lasts as long as its range allows.")
    said.append(f"Tick: our answer, {shown.say(shown.answer.headline)}.")
    if shown.of_a_game:
        said.append("Gray bar: what the dice alone do to single games, exact too.")
    if shown.worlds and len(shown.answer.system.factors) > 1:
        drawn = shown.worlds
        again = f"; {drawn.refused} further draws, impossible by the rules, do not count" if drawn.refused else ""
        said.append(
            f"Violet line: the answer in {drawn.inside:,} of {drawn.n:,} combinations of the assumptions, "
            + ("all there are" if drawn.is_every else "each drawn evenly over its range")
            + f", without the few at either end; the diamond is their middle{again}."
        )
    if word := next((one for row in bar_frame(shown).to_dicts() if (one := row["low_word"])), ""):
        said.append(f"Ring at the left edge: “{word}” is among the answers, which has no place on the axis.")
    if shown.added:
        said.append(f"{added_words(shown)} That has no bar of its own.")
    if len(shown.answer.system.factors) > len(drawn_spans(shown)):
        said.append("The table of assumptions has all others.")
    return " ".join(said)


def _holds_open(shown: SystemPage, factor: str) -> bool:
    return bool(shown.answer.system.factors[factor].lasts)
