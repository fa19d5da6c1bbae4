"""Charts of combat tables and fights."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.labels import lines_axis, rows_height, wrapped
from analysis.charts.theme import ATTACKER, DEFENDER, EXACT, HEIGHT, SHADES, WIDTH, class_colors
from analysis.words import percent, whole_percent

PALE = 0.6
"""How strongly what is assumed is drawn: paler than what is printed, and still plain on dark paper."""

_FIFTHS = [0, 0.2, 0.4, 0.6, 0.8, 1]
_APART = ["#0072b2", "#d55e00", "#009e73", "#c66fa0"]
"""Colors that no color-blind reader mixes up (Okabe and Ito), the last a little darker, to be seen on white."""
_LEGEND = 36
"""Letters of a legend that fit a phone."""


def outcome_bars(frame: pl.DataFrame, columns: list[str], classes: list[str], title: str) -> alt.Chart:
    """Draw the law of every odds column as a stacked bar.

    `frame` has odds_column, outcome_class, class_position, p, probability; one row a column and class.
    """
    colors = alt.Scale(domain=classes, range=class_colors(len(classes)))
    return (
        alt.Chart(frame)
        .mark_bar()
        .encode(
            x=alt.X("odds_column:N", sort=columns, title=title),
            y=alt.Y("p:Q", stack="normalize", axis=alt.Axis(format="%"), title="share of rolls (exact)"),
            color=alt.Color("outcome_class:N", scale=colors, sort=classes, title=None),
            order=alt.Order("class_position:Q", sort="descending"),
            tooltip=[
                alt.Tooltip("odds_column:N", title="odds"), alt.Tooltip("outcome_class:N", title="outcome"),
                alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".2%", title="about"),
            ],
        )
        .properties(width=WIDTH, height=HEIGHT)
    )  # fmt: skip


def side_lines(
    frame: pl.DataFrame, columns: list[str], value: str, title: str, axis_title: str, sides: tuple[str, str]
) -> alt.LayerChart:
    """Draw one exact value a column for two sides; `frame` has odds_column, side, exactly and the value.

    Where it has `low` and `high` as well a pale bar reaches from one to the other.
    """
    base = alt.Chart(frame).encode(
        x=alt.X("odds_column:N", sort=columns, title=axis_title),
        y=alt.Y(f"{value}:Q", title=title, scale=alt.Scale(zero=True)),
        color=alt.Color(
            "side:N",
            title=None,
            sort=list(sides),
            scale=alt.Scale(domain=list(sides), range=[ATTACKER, DEFENDER]),
            legend=alt.Legend(symbolOpacity=1),
        ),
        tooltip=[
            alt.Tooltip("odds_column:N", title="odds"), "side:N", alt.Tooltip("exactly:N"),
            alt.Tooltip(f"{value}:Q", format=".3f", title="about"),
        ],
    )  # fmt: skip
    lines = base.mark_line() + base.mark_circle(size=60, opacity=1)
    if "high" in frame.columns and (frame["high"] > frame["low"]).any():  # Vega warns of an empty layer
        spans = base.transform_filter("datum.high > datum.low").mark_bar(width=9, opacity=0.3)
        lines = spans.encode(y=alt.Y("low:Q", title=title), y2="high:Q") + lines
    layered: alt.LayerChart = lines.properties(width=WIDTH, height=HEIGHT)
    return layered


def share_bars(frame: pl.DataFrame, columns: list[str], title: str, axis_title: str) -> alt.LayerChart:
    """Draw one exact share a column; `frame` has odds_column, p and probability."""
    base = alt.Chart(frame).encode(
        x=alt.X("odds_column:N", sort=columns, title=axis_title),
        y=alt.Y("p:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title=title),
        tooltip=[alt.Tooltip("odds_column:N", title="odds"), alt.Tooltip("probability:N", title="exactly")],
    )
    layered: alt.LayerChart = (
        base.mark_bar(color=DEFENDER, opacity=0.85)
        + base.mark_text(dy=-8, fontSize=13, opacity=alt.expr("width < 480 ? 0 : 1")).encode(
            text=alt.Text("p:Q", format=".0%")
        )
    ).properties(width=WIDTH, height=HEIGHT)
    return layered


def band_bars(
    frame: pl.DataFrame, columns: list[str], title: str, axis_title: str, *, is_chance: bool, has_middle: bool = True
) -> alt.LayerChart:
    """Draw an exact number a column with its bounds over what is assumed; `frame` is what `band_frame` gives.

    What is assumed is paler than what is printed; its bounds stand on it, and thinner those of the widest family. Not
    `has_middle`: nothing is known, and a bar reaches from the lowest to the highest.
    """
    base = alt.Chart(frame).encode(x=alt.X("odds_column:N", sort=columns, title=axis_title))
    scale = alt.Scale(domain=[0, 1]) if is_chance else alt.Scale(zero=True)
    ends = {} if has_middle else {"y2": "widest_high:Q"}
    bars = base.mark_bar(color=DEFENDER).encode(
        y=alt.Y("p:Q" if has_middle else "widest_low:Q", axis=alt.Axis(format="%") if is_chance else alt.Axis(),
                scale=scale, title=title),
        **ends,
        opacity=alt.condition("datum.basis == 'assumed'", alt.value(PALE), alt.value(0.9)),
        tooltip=[
            alt.Tooltip("odds_column:N", title="odds"), alt.Tooltip("exactly:N"),
            alt.Tooltip("widest_low:Q", format=".3f", title="lowest"),
            alt.Tooltip("widest_high:Q", format=".3f", title="highest"), "basis:N",
        ],
    )  # fmt: skip
    wide = (
        base.transform_filter("datum.widest_high > datum.widest_low")
        .mark_rule(color=EXACT)
        .encode(y="widest_low:Q", y2="widest_high:Q")
    )
    near = (
        base.transform_filter("datum.high > datum.low")
        .mark_rule(color=EXACT, strokeWidth=5, opacity=0.6)
        .encode(y="low:Q", y2="high:Q")
    )
    layers: Any = bars + wide + near if has_middle else alt.layer(bars)
    layered: alt.LayerChart = layers.properties(width=WIDTH, height=HEIGHT)
    return layered


def fight_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw what each fight comes to; `frame` is `analysis.fights.typical.fight_frame`'s.

    A chance that is open is a line from its lowest to its highest, with no bar: a guess would look like a finding.
    """
    frame = wrapped(frame, "fight", 32).with_columns(
        pl.struct("p_low", "p_high").map_elements(_ends, pl.String).alias("says"),
        pl.max_horizontal("p", "p_high").alias("end"),
    )
    order = frame["fight"].to_list()
    is_wide = frame.filter((pl.col("end") > 0.9) & (pl.col("p_low") < pl.col("p_high"))).height > 0
    room = 1.35 if is_wide else 1.15  # for the number beside a bar of 100 %, or the two of a range
    base = alt.Chart(frame).encode(y=alt.Y("fight:N", sort=order, title=None, axis=lines_axis(grid=False)))
    bars = base.transform_filter("datum.p_low == datum.p_high").mark_bar(color=DEFENDER).encode(
        x=alt.X("p:Q", axis=alt.Axis(format="%", values=_FIFTHS, titleAnchor="start"),
                title=title, scale=alt.Scale(domain=[0, room])),
        opacity=alt.condition("datum.basis == 'assumed'", alt.value(PALE), alt.value(0.9)),
        tooltip=[
            alt.Tooltip("fight:N"), alt.Tooltip("odds:N"), alt.Tooltip("column:N"), alt.Tooltip("exactly:N"),
            alt.Tooltip("p_low:Q", format=".1%", title="lowest"),
            alt.Tooltip("p_high:Q", format=".1%", title="highest"), "basis:N",
        ],
    )  # fmt: skip
    is_open = base.transform_filter("datum.p_high > datum.p_low")
    rules = is_open.mark_rule(color=EXACT, strokeWidth=2).encode(x="p_low:Q", x2="p_high:Q")
    ends = [is_open.mark_tick(color=EXACT, thickness=2, size=14).encode(x=f"{end}:Q") for end in ("p_low", "p_high")]
    says = base.mark_text(align="left", dx=6, fontSize=13).encode(x="end:Q", text="says:N")
    layered: alt.LayerChart = (bars + rules + ends[0] + ends[1] + says).properties(
        width=WIDTH - 210, height=rows_height(frame, "fight")
    )
    return layered


def _ends(row: dict[str, float]) -> str:
    """Return a chance as it stands at the end of its bar, both ends of it in whole percent where it is a range."""
    low, high = row["p_low"], row["p_high"]
    return percent(low) if low == high else f"{100 * low:.0f}–{100 * high:.0f} %"


def shift_bars(frame: pl.DataFrame, order: list[str], title: str) -> alt.Chart:
    """Draw what a shift to the right is worth, a bar a pair of neighbors; `frame` has shift, points, exactly."""
    return (
        alt.Chart(frame)
        .mark_bar(color=DEFENDER, opacity=0.85)
        .encode(
            x=alt.X(
                "shift:N", sort=order, title=title, axis=alt.Axis(labelAngle=-40, labelAlign="right", labelPadding=12)
            ),
            y=alt.Y("points:Q", title="percentage points"),
            tooltip=["shift:N", alt.Tooltip("exactly:N"), alt.Tooltip("points:Q", format="+.1f")],
        )
        .properties(width=WIDTH, height=HEIGHT - 60)
    )


def heat_map(frame: pl.DataFrame, title: str) -> alt.Chart | alt.LayerChart:
    """Draw the chance that the defender gives way, attack against defense; `frame` is what `heat_frame` gives.

    Squares whose `open`, where the frame has that, says from where to where the chance may be are hatched, not shaded.
    """
    shaded = frame.filter(pl.col("open") == "") if "open" in frame.columns else frame
    base = alt.Chart(frame).encode(
        x=alt.X("attack:O", title="attack strength", axis=alt.Axis(labelOverlap=True, labelAngle=0)),
        y=alt.Y("defense:O", title="defense strength", sort="descending", axis=alt.Axis(grid=False)),
    )
    told = [
        "attack:O", "defense:O", alt.Tooltip("initial_odds:N", title="odds"),
        alt.Tooltip("final_column:N", title="column"),
    ]  # fmt: skip
    shades = base.properties(data=shaded, name=SHADES).mark_rect().encode(
        color=alt.Color("p:Q", title=title, scale=alt.Scale(domain=[0, 1], range=["#f0ece2", DEFENDER, "#06332e"]),
                        legend=alt.Legend(format="%", orient="top", gradientLength=290, titleLimit=400, offset=12)),
        tooltip=[
            *told, alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".1%", title="about"),
        ],
    )  # fmt: skip
    size = {"width": WIDTH, "height": HEIGHT}
    if len(shaded) == len(frame):
        alone: alt.Chart = shades.properties(**size)
        return alone
    hatch = base.properties(data=frame.filter(pl.col("open") != "")).mark_point(
        shape="stroke", angle=315, size=330, color="#8f8f8f", strokeWidth=1, opacity=0.8
    )
    hatched = hatch.encode(tooltip=[*told, alt.Tooltip("open:N", title="not printed: may be")])
    layered: alt.LayerChart = (hatched + shades).properties(**size)
    return layered


def at_least_lines(frame: pl.DataFrame, columns: list[str], axis_title: str) -> alt.LayerChart:
    """Draw the chance of at least k steps by odds column; `frame` is `analysis.fights.heat_map.at_least_frame`'s.

    More columns than there are colors to tell apart, and names too long for a legend, stand as rows of numbers.
    """
    if len(columns) > len(_APART) or max(map(len, columns)) > _LEGEND:
        return _at_least_cells(frame, columns, axis_title)
    base = alt.Chart(frame).encode(
        x=alt.X("steps:O", title=axis_title, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("p:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title="chance of at least so many"),
        color=alt.Color("odds_column:N", sort=columns, title=None, scale=alt.Scale(range=_APART[:len(columns)]),
                        legend=alt.Legend(columns=7 if max(map(len, columns)) < 9 else 1, labelLimit=0)),
        tooltip=[
            "odds_column:N", "steps:O", alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".2%"),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (base.mark_line() + base.mark_circle(size=45, opacity=1)).properties(
        width=WIDTH, height=HEIGHT
    )
    return layered


def _at_least_cells(frame: pl.DataFrame, columns: list[str], axis_title: str) -> alt.LayerChart:
    """Draw the chances of `at_least_lines` as a grid with their numbers, a row a column; the surer, the darker."""
    rows = wrapped(frame, "odds_column", 24).with_columns(
        pl.col("p").map_elements(whole_percent, pl.String).alias("says"),
        (0.06 + 0.6 * pl.col("p")).alias("shade"),
    )
    named = rows["odds_column"].unique(maintain_order=True).to_list()
    base = alt.Chart(rows).encode(
        x=alt.X("steps:O", title=axis_title,
                axis=alt.Axis(orient="top", labelAngle=0, labelAlign="center", labelBaseline="bottom")),
        y=alt.Y("odds_column:N", sort=named, title=None, axis=lines_axis(grid=False)),
        tooltip=[
            "odds_column:N", "steps:O", alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".2%"),
        ],
    )  # fmt: skip
    cells = base.mark_rect(color=DEFENDER, stroke="#8f8f8f", strokeOpacity=0.35).encode(
        opacity=alt.Opacity("shade:Q", scale=None, legend=None)
    )
    text = base.mark_text(fontSize=alt.expr("width < 480 ? 11 : 14")).encode(text="says:N")
    layered: alt.LayerChart = (cells + text).properties(
        width=WIDTH - 160, height=rows_height(pl.DataFrame({"name": named}), "name")
    )
    return layered
