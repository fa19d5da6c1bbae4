"""Charts of readings and of comparisons across the games."""

from __future__ import annotations

from math import ceil, floor
from textwrap import wrap

import altair as alt
import polars as pl

from analysis.charts.labels import lines_axis, rows_height, wrapped
from analysis.charts.theme import AXIS, DEFENDER, EXACT, SAMPLED, WIDTH
from analysis.words import whole_percent

_TITLE, _ROOM = 60, 0.15
"""Characters in a line of the title of an axis; the part of it that is left for the number beside the longest bar."""


def kind_bars(frame: pl.DataFrame, kinds: list[str], bases: list[str], title: str) -> alt.Chart:
    """Draw how many there are of each kind, by what they rest on; `frame` has kind, about, basis, n."""
    colors = alt.Scale(domain=bases, range=["#b9a7c9", SAMPLED, "#c08a00"])
    return (
        alt.Chart(frame.filter(pl.col("n") > 0))
        .mark_bar()
        .encode(
            y=alt.Y("kind:N", sort=kinds, title=None, axis=alt.Axis(labelLimit=230)),
            x=alt.X("n:Q", title=title, axis=alt.Axis(format="d", tickMinStep=1)),
            color=alt.Color("basis:N", scale=colors, sort=bases, title=None),
            order=alt.Order("basis:N", sort="ascending"),
            tooltip=["kind:N", "about:N", "basis:N", alt.Tooltip("n:Q", title="how many")],
        )
        .properties(width=WIDTH - 190, height=34 * frame["kind"].n_unique())
    )


def reading_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw a chance as we read a rule and the other way; `frame` has label, ours, theirs, about, other, exactly."""
    frame = wrapped(frame, "label", 32)
    order = frame["label"].to_list()
    base = alt.Chart(frame).encode(
        y=alt.Y("label:N", sort=order, title=None, axis=lines_axis()),
        tooltip=[
            alt.Tooltip("about:N", title="setting"), alt.Tooltip("other:N", title="the other reading"),
            alt.Tooltip("counts:N", title="counted"), alt.Tooltip("exactly:N", title="ours to the other"),
        ],
    )  # fmt: skip
    rules = base.mark_rule(color=EXACT, strokeWidth=2).encode(
        x=alt.X("ours:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title=title), x2="theirs:Q"
    )
    both = frame.unpivot(["ours", "theirs"], index=["label", "about", "other", "counts", "exactly"])
    names = {"ours": "as we read", "theirs": "the other way"}
    points = (
        alt.Chart(both.with_columns(pl.col("variable").replace(names)))
        .mark_circle(size=110, opacity=1)
        .encode(
            y=alt.Y("label:N", sort=order, title=None, axis=lines_axis()), x="value:Q",
            color=alt.Color(
                "variable:N", title=None, scale=alt.Scale(domain=list(names.values()), range=["#8f8f8f", DEFENDER])
            ),
            tooltip=["about:N", "variable:N", alt.Tooltip("value:Q", format=".1%")],
        )
    )  # fmt: skip
    layered: alt.LayerChart = (rules + points).properties(width=WIDTH - 210, height=rows_height(frame, "label"))
    return layered


def fight_grid(
    frame: pl.DataFrame, games: list[str], title: str, head: str = "attack to defense", *, is_chance: bool = True
) -> alt.LayerChart:
    """Draw a number by ratio of strengths as a grid that says it, a row a game; the larger, the darker.

    `frame` has game, ratio (named by `head`), position, value, low, high, exactly; chances stand in percent. A range
    has no color: its table is not printed.
    """
    top = 1.0 if is_chance else max(*frame["value"].drop_nulls(), 1e-9)
    rows = frame.with_columns(
        says=pl.struct("low", "high").map_elements(_in_percent if is_chance else _in_hundredths, pl.String),
        shade=_shade(pl.col("value") / top),
    )
    return _grid(rows, games, "ratio", title, head)


def measure_grid(frame: pl.DataFrame, games: list[str], title: str) -> alt.LayerChart:
    """Draw several measures of one fight as a grid that says them, a row a game; the larger in its column, the darker.

    `frame` has game, measure, position, value, low, high, is_chance, exactly; ranges have no color, as in `fight_grid`.
    """
    rows = frame.with_columns(
        says=pl.struct("low", "high", "is_chance").map_elements(
            lambda row: f"{_in_percent(row)} %" if row["is_chance"] else _whole_range(row), pl.String
        ),
        shade=_shade(pl.col("value") / pl.col("value").max().over("measure")),
    )
    return _grid(rows, games, "measure", title, "measure")


def _shade(share: pl.Expr) -> pl.Expr:
    """Return how dark a cell is by its share of the largest; none where a range only is known."""
    return pl.when(pl.col("high") > pl.col("low")).then(0.0).otherwise(0.06 + 0.6 * share)


def _grid(frame: pl.DataFrame, games: list[str], column: str, title: str, head: str) -> alt.LayerChart:
    """Draw cells with their `says` and `shade`, a row a game and a column each value of `column`."""
    rows = wrapped(frame, "game", 20)
    named = wrapped(pl.DataFrame({"game": games}), "game", 20)["game"].to_list()
    base = alt.Chart(rows).encode(
        x=alt.X(f"{column}:N", sort=rows.sort("position")[column].unique(maintain_order=True).to_list(),
                title=head,
                axis=alt.Axis(title=wrap(title, 38), orient="top", labelAngle=0, labelAlign="center",
                              labelBaseline="bottom")),
        y=alt.Y("game:N", sort=[one for one in named if one in rows["game"]], title=None,
                axis=lines_axis(grid=False)),
        tooltip=["game:N", alt.Tooltip(f"{column}:N", title=head), alt.Tooltip("exactly:N")],
    )  # fmt: skip
    cells = base.mark_rect(color=DEFENDER, stroke="#8f8f8f", strokeOpacity=0.35).encode(
        opacity=alt.Opacity("shade:Q", scale=None, legend=None)
    )
    layered: alt.LayerChart = (
        cells + base.mark_text(fontSize=alt.expr("width < 480 ? 11 : 14")).encode(text="says:N")
    ).properties(width=WIDTH - 160, height=44 * rows["game"].n_unique())
    return layered


def _in_percent(row: dict[str, float]) -> str:
    low, high = (f"{100 * row[end]:.0f}" for end in ("low", "high"))
    return low if low == high else f"{low}–{high}"


def _in_hundredths(row: dict[str, float]) -> str:
    """Say a number in hundredths, a range in the tenths around it: six ranges stand beside each other on a phone."""
    low, high = row["low"], row["high"]
    return f"{low:.2f}" if low == high else f"{floor(10 * low) / 10:.1f}–{ceil(10 * high) / 10:.1f}"


def _whole_range(row: dict[str, float]) -> str:
    """Say a number, or both ends of a range, in hundredths: where columns are few there is room."""
    low, high = (f"{row[end]:.2f}" for end in ("low", "high"))
    return low if low == high else f"{low}–{high}"


def coverage_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw how often the truth lay inside, a bar a structure and choice of columns; `frame` has table, label, share.

    The share stands at the end of its bar, so that a bar of none is seen as one.
    """
    rows = frame.with_columns(words=pl.col("share").map_elements(whole_percent, pl.String))
    axis = alt.Axis(format="%", values=[tenth / 10 for tenth in range(0, 11, 2)])
    base = alt.Chart(rows).encode(
        y=alt.Y("label:N", sort=rows["label"].unique(maintain_order=True).to_list(), title=None,
                axis=alt.Axis(labelLimit=240)),
        x=alt.X("share:Q", axis=axis, scale=alt.Scale(domain=[0, 1.12], nice=False), title=title),
        yOffset=alt.YOffset("table:N"),
        tooltip=["table:N", "label:N", alt.Tooltip("share:Q", format=".1%")],
    )  # fmt: skip
    bars = base.mark_bar(color=DEFENDER, opacity=0.85).encode(color=alt.Color("table:N", title=None))
    text = base.mark_text(align="left", dx=4, fontSize=12).encode(text="words:N")
    layered: alt.LayerChart = (bars + text).properties(width=WIDTH - 180, height=50 * rows["label"].n_unique())
    return layered


def count_bars(frame: pl.DataFrame, title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw how many there are of each, a bar a row with its number, in the order given; `frame` has label, n, words.

    `said`, where there is such a column, is the number as it stands beside its bar.
    """
    rows = wrapped(frame, "label", 40)
    y = alt.Y("label:N", sort=rows["label"].to_list(), title=None, axis=lines_axis())
    form = "~%" if is_chance else alt.Undefined
    axis = alt.Axis(orient="top", tickCount=5, grid=True, format=form)
    number = "said:N" if "said" in rows.columns else "n:Q"
    words = alt.Tooltip("words:N" if "words" in rows.columns else number, title="in words")
    ends = [0.0, *rows["n"].cast(pl.Float64)]
    domain = [
        min(ends) + 1.5 * _ROOM * (min(ends) - max(ends)) * (min(ends) < 0),  # a sign, and row labels beside it
        max(ends) + _ROOM * (max(ends) - min(ends)),
    ]
    scale = alt.Scale(domain=[0, max(1, domain[1])] if is_chance else domain, nice=False)
    x = alt.X("n:Q", title=wrap(title, _TITLE), axis=axis, scale=scale)
    base = alt.Chart(rows).encode(y=y, x=x, tooltip=["label:N", "n:Q", words])
    layers: list[alt.Chart] = [base.mark_bar(color=AXIS, height=14)]
    right = base.transform_filter("datum.n >= 0").mark_text(align="left", dx=5, fontSize=13)
    layers.append(right.encode(text=number))
    if min(ends) < 0:
        left = base.transform_filter("datum.n < 0").mark_text(align="right", dx=-5, fontSize=13)
        layers.append(left.encode(text=number))
    layered: alt.LayerChart = alt.LayerChart(layer=layers).properties(
        width=WIDTH - 300, height=rows_height(rows, "label")
    )
    return layered
