"""Charts of systems beside the map: laws, turns, what modifiers and assumptions do."""

from __future__ import annotations

from textwrap import wrap

import altair as alt
import polars as pl

from analysis.theme import AXIS, EXACT, HEIGHT, SAMPLED, SOVIET, WIDTH


def law_bars(frame: pl.DataFrame, axis_title: str) -> alt.LayerChart:
    """Draw an exact law, a bar a value; `frame` has value (in its order), p, probability."""
    order = frame["value"].to_list()
    base = alt.Chart(frame).encode(
        x=alt.X("value:N", sort=order, title=wrap(axis_title, 56), axis=alt.Axis(labelLimit=120, labelOverlap=True)),
        y=alt.Y("p:Q", axis=alt.Axis(format="%"), title="chance (exact)"),
        tooltip=[
            alt.Tooltip("value:N", title=axis_title[:40]), alt.Tooltip("probability:N", title="exactly"),
            alt.Tooltip("p:Q", format=".3%", title="about"),
        ],
    )  # fmt: skip
    layers = [base.mark_bar(color=EXACT, opacity=0.75)]
    if len(frame) <= 12:
        layers.append(base.mark_text(dy=-8, fontSize=12).encode(text=alt.Text("p:Q", format=".1%")))
    layered: alt.LayerChart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT - 40)
    return layered


def measure_lines(frame: pl.DataFrame, factor: str, title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw an exact number over the whole range of one factor; `frame` has value, measure, exactly and is_now."""
    base = alt.Chart(frame).encode(
        x=alt.X("value:O", title=wrap(factor, 56), axis=alt.Axis(labelAngle=0)),
        y=alt.Y("measure:Q", title=wrap(title, 36), scale=alt.Scale(zero=False), axis=_number_axis(is_chance)),
        tooltip=[
            alt.Tooltip("value:O", title=factor), alt.Tooltip("exactly:N"),
            alt.Tooltip("measure:Q", format=".3f", title="about"),
        ],
    )  # fmt: skip
    points = base.mark_circle(size=90, opacity=1).encode(
        color=alt.condition("datum.is_now", alt.value(SOVIET), alt.value(AXIS))
    )
    layered: alt.LayerChart = (base.mark_line(color=AXIS, opacity=0.6) + points).properties(
        width=WIDTH, height=HEIGHT - 80
    )
    return layered


def level_bands(exact: pl.DataFrame, sampled: pl.DataFrame, turns: list[str]) -> alt.LayerChart:
    """Draw the law of a level by turn as bands, with the sampled mean beside the exact one.

    `exact` has turn_name, low_90, low_50, median, high_50, high_90, mean; `sampled` has turn_name, mean, ci_low,
    ci_high, n_games.
    """
    x = alt.X("turn_name:N", sort=turns, title="game turn")
    level = alt.Y("from:Q", scale=alt.Scale(domain=[0.5, 11.5], nice=False), title="supply level of the Fortress",
                  axis=alt.Axis(values=list(range(1, 12)), format="d"))  # fmt: skip
    wide, inner = (
        alt.Chart(exact.select("turn_name", (pl.col(low) - 0.5).alias("from"), (pl.col(high) + 0.5).alias("to")))
        .mark_bar(color=AXIS, opacity=opacity, width={"band": width})
        .encode(x=x, y=level, y2="to:Q")
        for low, high, opacity, width in (("low_90", "high_90", 0.25, 0.8), ("low_50", "high_50", 0.45, 0.55))
    )
    line = alt.Chart(exact).mark_line(color=EXACT, strokeWidth=2).encode(
        x=x, y="mean:Q",
        tooltip=[
            alt.Tooltip("turn_name:N", title="turn"), alt.Tooltip("mean:Q", format=".3f", title="exact mean"),
            alt.Tooltip("median:Q"), alt.Tooltip("low_90:Q", title="5 %"), alt.Tooltip("high_90:Q", title="95 %"),
        ],
    )  # fmt: skip
    bars = alt.Chart(sampled).mark_rule(color=SAMPLED, strokeWidth=3).encode(x=x, y="ci_low:Q", y2="ci_high:Q")
    points = alt.Chart(sampled).mark_point(color=SAMPLED, filled=True, size=80, opacity=1, shape="diamond").encode(
        x=x, y="mean:Q",
        tooltip=[
            alt.Tooltip("turn_name:N", title="turn"), alt.Tooltip("mean:Q", format=".3f", title="sampled mean"),
            alt.Tooltip("ci_low:Q", format=".3f"), alt.Tooltip("ci_high:Q", format=".3f"),
            alt.Tooltip("n_games:Q", format=","),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (wide + inner + line + bars + points).properties(width=WIDTH, height=HEIGHT + 40)
    return layered


def exact_and_sampled_shares(frame: pl.DataFrame, turns: list[str], series: list[str], title: str) -> alt.LayerChart:
    """Draw a share by turn for several series: exact as lines, sampled as points with their interval.

    `frame` has turn_name, series, p, probability, sampled, ci_low, ci_high, n_games.
    """
    base = alt.Chart(frame).encode(
        x=alt.X("turn_name:N", sort=turns, title="game turn"),
        color=alt.Color("series:N", sort=series, title=None),
    )
    y = alt.Y("p:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title=title)
    lines = base.mark_line(strokeWidth=2).encode(
        y=y, tooltip=["series:N", "turn_name:N", alt.Tooltip("p:Q", format=".4%", title="exact")]
    )
    rules = base.mark_rule(strokeWidth=3).encode(y="ci_low:Q", y2="ci_high:Q")
    points = base.mark_point(filled=True, shape="diamond", size=70, opacity=1).encode(
        y="sampled:Q",
        tooltip=[
            "series:N", "turn_name:N", alt.Tooltip("sampled:Q", format=".4%"),
            alt.Tooltip("ci_low:Q", format=".4%"), alt.Tooltip("ci_high:Q", format=".4%"),
            alt.Tooltip("n_games:Q", format=","),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (lines + rules + points).properties(width=WIDTH, height=HEIGHT)
    return layered


def gain_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw what each modifier is worth as bars to the left and right; `frame` has label, gain, exactly, value."""
    base = alt.Chart(frame).encode(
        y=_ranked("gain"),
        x=alt.X("gain:Q", title=title),
        tooltip=["label:N", alt.Tooltip("value:Q", title="DRM", format="+d"),
                 alt.Tooltip("exactly:N", title="turns, exactly"),
                 alt.Tooltip("gain:Q", format="+.3f", title="about")],
    )  # fmt: skip
    bars = base.mark_bar().encode(color=alt.condition("datum.gain >= 0", alt.value(AXIS), alt.value(SOVIET)))
    layered: alt.LayerChart = bars.properties(width=WIDTH - 160, height=24 * len(frame))
    return layered


def span_bars(frame: pl.DataFrame, center: float, title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw the answer over each assumption's range; `frame` has label, low, high, span, basis."""
    bars = alt.Chart(frame).mark_bar(height=12, color=AXIS, opacity=0.75).encode(
        y=_ranked("span"),
        x=alt.X("low:Q", title=title, scale=alt.Scale(zero=False), axis=_number_axis(is_chance)),
        x2="high:Q",
        tooltip=["label:N", alt.Tooltip("range:N", title="range studied"), alt.Tooltip("low:Q", format=".2f"),
                 alt.Tooltip("high:Q", format=".2f"), "basis:N"],
    )  # fmt: skip
    line = alt.Chart(pl.DataFrame({"center": [center]})).mark_rule(color=SOVIET, strokeWidth=2).encode(x="center:Q")
    layered: alt.LayerChart = (bars + line).properties(width=WIDTH - 160, height=24 * len(frame))
    return layered


def _number_axis(is_chance: bool) -> alt.Axis:
    return alt.Axis(format="~%") if is_chance else alt.Axis()


def _ranked(by: str) -> alt.Y:
    """Return an axis of labels, the largest first."""
    order = alt.EncodingSortField(by, order="descending")
    return alt.Y("label:N", sort=order, title=None, axis=alt.Axis(labelLimit=260))
