"""Charts of games played with drawn dice: shares with their band, rank correlations, and where a spread comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import altair as alt
import polars as pl

from analysis.charts.labels import lines_axis, rows_height, wrapped
from analysis.charts.theme import AXIS, EXACT, HEIGHT, SOVIET, WIDTH, few_lines
from analysis.words import whole_percent

SPLIT_COLORS: Mapping[str, str] = {"dice": "#757575", "assumptions": AXIS, "choices": SOVIET}
"""The colors of the sources of a spread."""
_CHARACTERS, _TITLE, _ROOM, _BAR = 30, 60, 220, 16
_SEEN, _NARROW, _LETTERS, _SMALL = 0.07, 0.1, 13, 11
"""From which share on a part of a bar carries its number (on a phone too), below which in small letters; the sizes."""


def ecdf_lines(
    frame: pl.DataFrame, series: Sequence[str], title: str, values: Mapping[int, str] | None = None
) -> alt.LayerChart:
    """Draw the share of games at or below each value as steps, a series a color, each with its band.

    `frame` has series, value, share, low, high; `values` are words for numbers on the axis, such as 10 for "never".
    A series that ends before the others runs on at its last share.
    """
    most = frame["value"].max()
    ended = frame.sort("value").group_by("series", maintain_order=True).last().filter(pl.col("value") < most)
    ended = ended.with_columns(value=pl.lit(most, frame["value"].dtype)).select(frame.columns)
    frame = pl.concat([frame, ended]).sort(
        pl.col("series").replace_strict({name: at for at, name in enumerate(series)}), "value"
    )
    axis = alt.Axis(tickCount=8, format="~d")
    if values:
        axis = alt.Axis(values=list(values), labelExpr=_worded(values), labelOverlap=True)
    color = alt.Color("series:N", sort=list(series), scale=few_lines(series),
                      title=None, legend=alt.Legend(columns=1, labelLimit=420, symbolOpacity=1))  # fmt: skip
    if values:
        named = pl.col("value").map_elements(lambda at: values.get(int(at), f"{at:g}"), pl.String)
        frame = frame.with_columns(value_named=named)
    base = alt.Chart(frame).encode(
        x=alt.X("value:Q", title=wrap(title, _TITLE), axis=axis, scale=alt.Scale(zero=False, nice=False)), color=color
    )
    share = alt.Axis(format="~%", tickCount=5)
    band = base.mark_area(opacity=0.25, interpolate="step-after").encode(
        y=alt.Y("low:Q", title="share of games at or below", axis=share, scale=alt.Scale(domain=[0, 1])), y2="high:Q"
    )
    line = base.mark_line(interpolate="step-after", strokeWidth=2).encode(
        y="share:Q",
        tooltip=[
            "series:N", alt.Tooltip("value_named:N" if values else "value:Q", title="value"),
            alt.Tooltip("share:Q", format=".2%"),
            alt.Tooltip("low:Q", format=".2%", title="95 % band from"), alt.Tooltip("high:Q", format=".2%", title="to"),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (band + line).properties(width=WIDTH, height=HEIGHT - 40)
    return layered


def _worded(values: Mapping[int, str]) -> str:
    """Return a Vega expression that puts words for numbers on an axis."""
    said = "''"
    for value, word in values.items():
        said = f"datum.value == {value} ? '{word}' : {said}"
    return said


def rank_points(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw rank correlations as points with their interval around zero; `frame` has label, rho, low, high."""
    rows = wrapped(frame, "label", _CHARACTERS)
    y = alt.Y("label:N", sort=rows["label"].to_list(), title=None, axis=lines_axis())
    scale = alt.Scale(domain=[-1, 1], nice=False)
    x = alt.X("rho:Q", title=wrap(title, _TITLE), scale=scale, axis=alt.Axis(orient="top", tickCount=5, grid=True))
    color = alt.condition("datum.rho >= 0", alt.value(AXIS), alt.value(SOVIET))
    zero = alt.Chart(pl.DataFrame({"at": [0.0]})).mark_rule(strokeDash=[4, 3], color=EXACT).encode(x=alt.X("at:Q"))
    stem = alt.Chart(rows.with_columns(zero=pl.lit(0.0))).mark_rule(strokeWidth=4, opacity=0.45)
    stem = stem.encode(y=y, x=x, x2="zero:Q", color=color)
    point = alt.Chart(rows).mark_circle(size=110, opacity=1).encode(
        y=y, x=x, color=color,
        tooltip=["label:N", alt.Tooltip("rho:Q", format="+.3f"), alt.Tooltip("low:Q", format="+.3f"),
                 alt.Tooltip("high:Q", format="+.3f")],
    )  # fmt: skip
    layered: alt.LayerChart = alt.LayerChart(layer=[zero, stem, point]).properties(
        width=WIDTH - _ROOM, height=rows_height(rows, "label")
    )
    return layered


def split_bars(frame: pl.DataFrame, sources: Mapping[str, str], title: str) -> alt.LayerChart:
    """Draw where a spread comes from: a bar a row of parts that sum to one; `frame` has label, source, share, words.

    `sources` gives the words for each source in the order in which they stand.
    """
    rows = wrapped(frame, "label", _CHARACTERS).with_columns(
        (pl.col("share").cum_sum().over("label") - pl.col("share")).alias("start"),
        pl.col("share").cum_sum().over("label").alias("end"),
        pl.col("source").replace_strict(dict(sources), return_dtype=pl.String).alias("kind"),
    )
    order = rows["label"].unique(maintain_order=True).to_list()
    y = alt.Y("label:N", sort=order, title=None, axis=lines_axis())
    axis = alt.Axis(orient="top", format="~%", tickCount=5)
    x = alt.X("start:Q", title=wrap(title, _TITLE), axis=axis, scale=alt.Scale(domain=[0, 1]))
    scale = alt.Scale(domain=list(sources.values()), range=[SPLIT_COLORS[one] for one in sources])
    color = alt.Color("kind:N", scale=scale, title=None, legend=alt.Legend(columns=1, labelLimit=420))
    bars = alt.Chart(rows).mark_bar(height=_BAR, orient="horizontal", opacity=0.85).encode(
        y=y, x=x, x2="end:Q", color=color,
        tooltip=["label:N", "kind:N", alt.Tooltip("share:Q", format=".1%"), alt.Tooltip("words:N", title="in words")]
    )  # fmt: skip
    layered: alt.LayerChart = (bars + _shares_in(rows, y)).properties(
        width=WIDTH - _ROOM, height=rows_height(rows.unique("label"), "label")
    )
    return layered


def _shares_in(rows: pl.DataFrame, y: alt.Y) -> alt.Chart:
    """Return the share of each part of a bar in the part itself, smaller where it is narrow."""
    seen = rows.filter(pl.col("share") >= _SEEN).with_columns(
        middle=(pl.col("start") + pl.col("end")) / 2,
        said=pl.col("share").map_elements(whole_percent, pl.String),
        size=pl.when(pl.col("share") < _NARROW).then(_SMALL).otherwise(_LETTERS),
    )
    text: alt.Chart = alt.Chart(seen).mark_text(color="white").encode(
        y=y, x="middle:Q", text=alt.Text("said:N"), size=alt.Size("size:Q", scale=None, legend=None)
    )  # fmt: skip
    return text


def stacked_shares(frame: pl.DataFrame, kinds: Sequence[str], colors: Sequence[str], title: str) -> alt.LayerChart:
    """Draw what ends how often, a bar a row, its parts in the order of `kinds`; `frame` has label, kind, share."""
    at = {kind: place for place, kind in enumerate(kinds)}
    rows = wrapped(frame, "label", _CHARACTERS).with_columns(
        pl.col("kind").replace_strict(at, return_dtype=pl.Int64).alias("place")
    ).sort("place", maintain_order=True)  # fmt: skip
    rows = rows.with_columns(
        (pl.col("share").cum_sum().over("label") - pl.col("share")).alias("start"),
        pl.col("share").cum_sum().over("label").alias("end"),
    )
    order = list(dict.fromkeys(wrapped(frame, "label", _CHARACTERS)["label"].to_list()))
    y = alt.Y("label:N", sort=order, title=None, axis=lines_axis())
    axis = alt.Axis(orient="top", format="~%", tickCount=5)
    x = alt.X("start:Q", title=wrap(title, _TITLE), axis=axis, scale=alt.Scale(domain=[0, 1]))
    color = alt.Color("kind:N", scale=alt.Scale(domain=list(kinds), range=list(colors)), title=None,
                      legend=alt.Legend(columns=len(kinds)))  # fmt: skip
    bars = alt.Chart(rows).mark_bar(height=_BAR, orient="horizontal").encode(
        y=y, x=x, x2="end:Q", color=color,
        tooltip=["label:N", "kind:N", alt.Tooltip("share:Q", format=".1%")]
    )  # fmt: skip
    layered: alt.LayerChart = (bars + _shares_in(rows, y)).properties(
        width=WIDTH - _ROOM, height=rows_height(rows.unique("label"), "label")
    )
    return layered


def turn_bands(frame: pl.DataFrame, series: Sequence[str], title: str) -> alt.LayerChart:
    """Draw a mean by turn with where nine games in ten lie; `frame` has series, turn, mean, low, high."""
    color = alt.Color("series:N", sort=list(series), scale=few_lines(series),
                      title=None, legend=alt.Legend(columns=1, labelLimit=420, symbolOpacity=1))  # fmt: skip
    base = alt.Chart(frame).encode(x=alt.X("turn:O", title="game turn", axis=alt.Axis(labelAngle=0)), color=color)
    band = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", title=wrap(title, 36)), y2="high:Q")
    line = base.mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=50)).encode(
        y="mean:Q",
        tooltip=[
            "series:N",
            "turn:O",
            alt.Tooltip("mean:Q", format=".2f"),
            alt.Tooltip("low:Q", title="5 %"),
            alt.Tooltip("high:Q", title="95 %"),
        ],
    )
    layered: alt.LayerChart = (band + line).properties(width=WIDTH, height=HEIGHT - 40)
    return layered
