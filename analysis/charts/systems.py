"""Charts of systems beside the map: laws of an answer, by turn, and over the range of one factor."""

from __future__ import annotations

from itertools import pairwise
from textwrap import wrap

import altair as alt
import polars as pl

from analysis.charts.theme import AXIS, EXACT, HEIGHT, SAMPLED, SOVIET, WIDTH, few_lines
from analysis.words import minus

_TITLE = 60
"""Characters in a line of the title of an axis."""
_FEW = 6
"""Points of a line up to which each has its number beside it."""
_SHORT, _LEVEL = 5, 10
"""Letters of a number that reaches no other point; two points are level whose heights differ by less than this part."""
_SIGNED = "replace(datum.label, regexp('^-(?=[0-9])'), '\u2212')"
"""A value on an axis, with a sign for a minus."""


def law_bars(
    frame: pl.DataFrame, axis_title: str, sampled: pl.DataFrame | None = None, *, chance: str = "chance (exact)"
) -> alt.LayerChart:
    """Draw an exact law, a bar a value; `frame` has value (in its order), p, probability; `chance` says what p is.

    `sampled` adds the shares of drawn games as diamonds with their interval: value, sampled, ci_low, ci_high, n_games.
    """
    order = frame["value"].to_list()
    x = alt.X("value:N", sort=order, title=wrap(axis_title, _TITLE), axis=_value_axis(order))
    base = alt.Chart(frame).encode(
        x=x,
        y=alt.Y(
            "p:Q", axis=alt.Axis(format="~%", tickCount=6), scale=alt.Scale(nice=6), title=chance
        ),
        tooltip=[
            alt.Tooltip("value:N", title=axis_title),
            alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".3%", title="about"),
        ],
    )  # fmt: skip
    layers: list[alt.Chart] = [base.mark_bar(color=EXACT, opacity=0.75)]
    if sampled is not None:
        layers += _drawn(sampled.filter(pl.col("value").is_in(order)), x)
    elif len(frame) <= 8:
        seen = base.transform_filter("datum.p >= 0.005")  # the rest has no bar to stand on, and the table below
        layers.append(seen.mark_text(dy=-8, fontSize=13).encode(text=alt.Text("p:Q", format=".2~p")))
    layered: alt.LayerChart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT - 40)
    return layered


def _drawn(sampled: pl.DataFrame, x: alt.X) -> list[alt.Chart]:
    """Return the layers of sampled shares: a diamond, and a rule for its interval."""
    base = alt.Chart(sampled).encode(x=x)
    tooltip = [
        "value:N", alt.Tooltip("sampled:Q", format=".3%"), alt.Tooltip("ci_low:Q", format=".3%"),
        alt.Tooltip("ci_high:Q", format=".3%"), alt.Tooltip("n_games:Q", format=","),
    ]  # fmt: skip
    rule = base.mark_rule(color=SAMPLED, strokeWidth=3).encode(y="ci_low:Q", y2="ci_high:Q")
    point = base.mark_point(color=SAMPLED, filled=True, size=60, opacity=1, shape="diamond")
    return [rule, point.encode(y="sampled:Q", tooltip=tooltip)]


def _value_axis(order: list[str]) -> alt.Axis:
    """Return an axis that names as many values as fit side by side, the last always where it is a word."""
    room = 20 if max(map(len, order)) <= 3 or all(name.lstrip("-").isdigit() for name in order[:-1]) else 9
    step = -(-len(order) // room)
    named = order[::step]
    if order[-1] not in named and not order[-1].lstrip("-").isdigit():
        named = [*named[:-1], order[-1]] if len(named) > 1 else [*named, order[-1]]
    if max(map(len, order)) <= 3:
        return alt.Axis(
            labelOverlap=True, values=named, labelAngle=0, labelAlign="center", labelBaseline="top", labelExpr=_SIGNED
        )
    return alt.Axis(labelLimit=150, labelOverlap=True, values=named, labelExpr=_SIGNED)


def measure_lines(frame: pl.DataFrame, factor: str, title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw an exact number over the whole range of one factor; `frame` has value, measure, exactly and is_now.

    `said`, where there is such a column, is the number as it stands beside its point: of a few all, else the central
    one and an end.
    """
    order = frame["value"].cast(pl.String).to_list()
    base = alt.Chart(frame.with_columns(pl.col("value").cast(pl.String))).encode(
        x=alt.X("value:N", sort=order, title=wrap(minus(factor), _TITLE), axis=_value_axis(order)),
        y=alt.Y("measure:Q", title=wrap(title, 36), scale=alt.Scale(zero=False), axis=_number_axis(is_chance)),
        tooltip=[
            alt.Tooltip("value:N", title=factor), alt.Tooltip("exactly:N"),
            alt.Tooltip("measure:Q", format=".3f", title="about"),
        ],
    )  # fmt: skip
    points = base.mark_circle(size=90, opacity=1).encode(
        color=alt.condition("datum.is_now", alt.value(SOVIET), alt.value(AXIS))
    )
    layers = [base.mark_line(color=AXIS, opacity=0.6), points]
    if "said" in frame.columns:
        layers.append(_numbers_beside(base, frame))
    layered: alt.LayerChart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT - 80)
    return layered


def _numbers_beside(base: alt.Chart, frame: pl.DataFrame) -> alt.Chart:
    """Return the numbers of points, above the line: to the left where it rises, to the right where it falls.

    Of many points the central one and the end that has room on that side have one; of few all, but one that a long
    neighbor would cover on a narrow screen.
    """
    drawn = frame.drop_nulls("measure")
    values, rises = drawn["value"].to_list(), drawn["measure"][-1] >= drawn["measure"][0]
    many = [*drawn.filter("is_now")["value"], values[-1 if rises else 0]]
    told = many if len(values) > _FEW else [one for one in values if one not in _covered(drawn, rises=rises)]
    text = base.mark_text(align="right" if rises else "left", dx=-7 if rises else 7, dy=-9, fontSize=13)
    return text.transform_filter(alt.FieldOneOfPredicate("value", told)).encode(text="said:N")


def _covered(drawn: pl.DataFrame, *, rises: bool) -> list[object]:
    """Return the values whose number the next point's would cover, which reaches toward it; never the central one."""
    rows = drawn.to_dicts()
    height = (max(row["measure"] for row in rows) - min(row["measure"] for row in rows)) / _LEVEL
    pairs = pairwise(rows if rises else rows[::-1])
    return [
        row["value"]
        for row, beside in pairs
        if len(beside["said"]) > _SHORT and abs(row["measure"] - beside["measure"]) < height and not row["is_now"]
    ]


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
        color=alt.Color(
            "series:N",
            sort=series,
            title=None,
            legend=alt.Legend(columns=1, labelLimit=330),
            scale=few_lines(series),
        ),
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


def _number_axis(is_chance: bool) -> alt.Axis:
    return alt.Axis(format="~%", tickCount=6) if is_chance else alt.Axis(tickCount=6)
