"""Charts of rows about a center: what modifiers and assumptions do to a system's answer."""

from __future__ import annotations

from textwrap import wrap
from typing import Literal

import altair as alt
import polars as pl

from analysis.charts.labels import lines_axis, rows_height, wrapped
from analysis.charts.theme import AXIS, EXACT, SAMPLED, SOVIET, WIDTH
from analysis.words import whole_percent

_WORDS = alt.Tooltip("words:N", title="in words")
_CHARACTERS, _TITLE, _BAR = 34, 60, 14
"""Characters in a line of words beside a bar and of a title above an axis; the height of a bar."""
_SIDES: tuple[tuple[str, Literal["left", "right"], int], ...] = (("low", "right", -5), ("high", "left", 5))
_TENTHS = [tenth / 10 for tenth in range(11)]
"""Where an axis of chances may have a tick: never below none or above all."""
_ROOM, _PADDING, _LETTER = 240, 44, 8
"""Width for the words beside the bars, on either side of the bars for the numbers at their ends, and of a letter."""
_WIDE = 0.5
"""From which spread on an axis of chances counts by fifths."""
_WORD_ROOM = 0.25
"""Of the width of what is drawn, the room that a word such as "never or" takes beside its end."""


def gain_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw what each modifier is worth as bars to the left or right; `frame` has label, words, gain, exactly, value."""
    rows = wrapped(frame, "label", _CHARACTERS).with_columns(
        pl.min_horizontal("gain", 0.0).alias("left"), pl.max_horizontal("gain", 0.0).alias("right")
    )
    ends = rows.select(low="left", high="right")
    base = alt.Chart(rows).encode(y=_row(rows), x=_axis_above("left", title, ends), x2="right:Q")
    bars = base.mark_bar(height=_BAR, orient="horizontal").encode(
        color=alt.condition("datum.gain >= 0", alt.value(AXIS), alt.value(SOVIET)),
        tooltip=["label:N", alt.Tooltip("value:Q", title="DRM", format="+d"),
                 alt.Tooltip("exactly:N", title="turns, exactly"),
                 alt.Tooltip("gain:Q", format="+.3f", title="about")],
    )  # fmt: skip
    align, dx = (alt.expr(f"datum.gain < 0 ? {here} : {there}") for here, there in (("'right'", "'left'"), (-5, 5)))
    text = alt.Chart(rows).mark_text(align=align, dx=dx, fontSize=13)
    text = text.encode(y=_row(rows), x="gain:Q", text=alt.Text("gain:Q", format="+.2f"))
    return _of_rows([bars, text], rows)


def span_bars(frame: pl.DataFrame, center: float, title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw the answer over each assumption's range, a row a bar with its ends as numbers, in the order of the frame.

    `frame` has label, words, low, high, range, basis, kind: "assumption" for a bar, "dice" for a pale one (one game's
    spread), "drawn" for a sampled interval with its middle, `median`. `low_word` and `high_word`, where there are any,
    are what an end stands for beyond the axis, such as "never": a ring at its edge. `decimals`: how many the ends have.
    """
    rows = wrapped(frame, "label", _CHARACTERS).with_columns(pl.lit(center).alias("center"))
    base = alt.Chart(rows).encode(
        y=_row(rows), x2="high:Q",
        x=_axis_above("low", title, rows, is_chance=is_chance, is_positive=min(*rows["low"], center) >= 0),
        tooltip=["label:N", alt.Tooltip("range:N", title="range studied"), _WORDS, "basis:N"],
    )  # fmt: skip
    kinds = {"assumption": (AXIS, 0.8), "dice": (EXACT, 0.6)}
    layers = [
        base.transform_filter(f"datum.kind == '{kind}'").mark_bar(
            height=_BAR, orient="horizontal", color=color, opacity=opacity
        )
        for kind, (color, opacity) in kinds.items()
        if kind in rows["kind"]
    ]
    if "drawn" in rows["kind"]:
        only = base.transform_filter("datum.kind == 'drawn'")
        layers.append(only.mark_rule(color=SAMPLED, strokeWidth=4))
        point = alt.Chart(rows).mark_point(color=SAMPLED, filled=True, size=90, opacity=1, shape="diamond")
        point = point.transform_filter("datum.kind == 'drawn'")
        layers.append(point.encode(y=_row(rows), x="median:Q", tooltip=["label:N", _WORDS]))
    ticked = rows.filter((pl.col("kind") != "drawn") | _clear_of_ends(rows, center))  # or it crosses the end's number
    middle = alt.Chart(ticked).mark_tick(color=SOVIET, thickness=2.5, height=_BAR + 6, orient="vertical")
    layers.append(middle.encode(y=_row(rows), x="center:Q"))
    if "low_word" in rows.columns and any(rows["low_word"]):  # room for the word beside the lowest end
        room = min(rows["low"]) - _WORD_ROOM * (max(*rows["high"], center) - min(*rows["low"], center))
        layers.append(alt.Chart(rows).mark_point(opacity=0).encode(y=_row(rows), x=alt.datum(room)))
        ring = alt.Chart(rows.filter(pl.col("low_word") != "")).mark_point(
            shape="circle", size=70, color=SOVIET, opacity=1
        )
        layers.append(ring.encode(y=_row(rows), x=alt.value(0), tooltip=[_WORDS]))
    return _of_rows([*layers, *_ends(rows, is_chance)], rows)


def _clear_of_ends(rows: pl.DataFrame, center: float) -> pl.Expr:
    """Return whether the center lies far enough from both ends of a row, a twelfth of all that is drawn."""
    ends = [*rows["low"], *rows["high"], center]
    near = (max(ends) - min(ends)) / 12
    outside = [(pl.col("low") - center) / near, (center - pl.col("high")) / near]
    return ~pl.any_horizontal(*(one.is_between(0, 1) for one in outside))


def _ends(rows: pl.DataFrame, is_chance: bool) -> list[alt.Chart]:
    """Return the numbers at both ends of each bar, no more exact than what is assumed can bear."""
    decimals = _decimals_of(rows)
    worded = rows.with_columns(
        (
            _beyond(rows, end) + pl.col(end).map_elements(lambda value: _end(value, is_chance, decimals), pl.String)
        ).alias(f"{end}_in_words")
        for end in ("low", "high")
    )
    base = alt.Chart(worded).encode(y=_row(rows))
    return [
        base.mark_text(align=align, dx=dx, fontSize=13).encode(x=f"{end}:Q", text=f"{end}_in_words:N")
        for end, align, dx in _SIDES
    ]


def _decimals_of(rows: pl.DataFrame) -> object:
    """Return how many decimals the numbers at the ends of bars have, where the rows say so."""
    return rows["decimals"].drop_nulls().first() if "decimals" in rows.columns else None


def _beyond(rows: pl.DataFrame, end: str) -> pl.Expr:
    """Return what stands before the number of an end that words go beyond, "never, else ", where the rows say so."""
    name = f"{end}_word"
    if name not in rows.columns:
        return pl.lit("")
    return pl.when(pl.col(name) != "").then(pl.col(name) + ", else ").otherwise(pl.lit(""))


def _end(value: float, is_chance: bool, decimals: object) -> str:
    """Return a number with its column's decimals, or in two digits; a chance is never rounded to certain."""
    if is_chance:
        return whole_percent(value) if 0 <= value <= 1 else f"{100 * value:.0f} %"
    if isinstance(decimals, int):
        said = f"{value:.{decimals}f}" if value else "0"
        return said.replace("-", "\u2212" if float(said) else "")
    digits = f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) >= 0.1 else f"{value:.2f}"
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if digits == "-0" else digits.replace("-", "\u2212")


def _row(rows: pl.DataFrame) -> alt.Y:
    """Return an axis of words to the left of the bars, each whole, a tornado's rows in their order."""
    return alt.Y("label:N", sort=rows["label"].to_list(), title=None, axis=lines_axis())


def _axis_above(
    field: str, title: str, rows: pl.DataFrame, *, is_chance: bool = False, is_positive: bool = False
) -> alt.X:
    """Return an axis of numbers above the bars, with room for the numbers at their ends; none below 0 if positive."""
    wide = max(rows["high"]) - min(rows["low"])
    axis = alt.Axis(
        orient="top",
        tickCount=len(_TENTHS) if is_chance else 5,  # Vega drops every other value beyond it
        grid=True,
        format="~%" if is_chance else alt.Undefined,
        values=_TENTHS[:: 1 + (wide > _WIDE)] if is_chance else alt.Undefined,
        labelOverlap=True,
        labelExpr="datum.value < 0 ? '' : datum.label" if is_positive and not is_chance else alt.Undefined,
    )
    ends = [_end(value, is_chance, _decimals_of(rows)) for value in (*rows["low"], *rows["high"])]
    scale = alt.Scale(zero=False, nice=False, padding=max(_PADDING, _LETTER * max(map(len, ends))))
    return alt.X(f"{field}:Q", title=wrap(title, _TITLE), scale=scale, axis=axis)


def _of_rows(layers: list[alt.Chart], rows: pl.DataFrame) -> alt.LayerChart:
    size = {"width": WIDTH - _ROOM, "height": rows_height(rows, "label")}
    layered: alt.LayerChart = alt.LayerChart(layer=layers).properties(**size)
    return layered
