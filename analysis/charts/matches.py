"""Charts of whole games: who wins, the spread of points, the pace, losses. All is sampled."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import altair as alt
import polars as pl

from analysis.charts.labels import lines_axis, rows_height, wrapped
from analysis.charts.theme import AXIS, EXACT, HEIGHT, SAMPLED, SHADES, SOVIET, WIDTH
from analysis.words import proper

_CHARACTERS, _TICKS = 34, 14
_MAPS = (SAMPLED, "#c08a00", "#2f7d4f", "#7a7a7a", "#2a9bd6")
LEVELS = (AXIS, "#8fb4dd", "#eab291", SOVIET)
"""Colors of four levels of victory, from the first side's best to the second's; fewer take the outer ones first."""


def pair_points(frame: pl.DataFrame, maps: list[str], title: str, *, is_contest: bool = True) -> alt.LayerChart:
    """Draw a share with its interval for every pair of players and kind of map.

    `frame` has pair (in its order), maps, p, ci_low, ci_high, n_games. More than two maps are named at the end of each
    line in place of a legend. A contest is even at one half, and a line says so. `ValueError` if there are more maps
    than colors.
    """
    if len(maps) > len(_MAPS):
        raise ValueError(f"{len(maps)} kinds to tell apart, {', '.join(maps)}; expected at most {len(_MAPS)}")
    rows = wrapped(frame, "pair", _CHARACTERS)
    order = rows["pair"].unique(maintain_order=True).to_list()
    base = alt.Chart(rows).encode(
        y=alt.Y("pair:N", sort=order, title=None, axis=lines_axis()),
        yOffset=alt.YOffset("maps:N", sort=maps),
        color=alt.Color(
            "maps:N", sort=maps, title=None, scale=alt.Scale(domain=maps, range=_MAPS[: len(maps)]),
            legend=alt.Legend() if len(maps) == 2 else None,
        ),
    )  # fmt: skip
    tooltip = [
        "pair:N", "maps:N", alt.Tooltip("p:Q", format=".1%", title="sampled"), alt.Tooltip("ci_low:Q", format=".1%"),
        alt.Tooltip("ci_high:Q", format=".1%"), alt.Tooltip("n_games:Q", format=","),
    ]  # fmt: skip
    x = alt.X("ci_low:Q", title=title, axis=alt.Axis(format="~%"), scale=alt.Scale(domain=[0, 1]))
    rules = base.mark_rule(strokeWidth=3).encode(x=x, x2="ci_high:Q")
    points = base.mark_point(filled=True, shape="diamond", size=70, opacity=1).encode(x="p:Q", tooltip=tooltip)
    half = alt.Chart(pl.DataFrame({"p": [0.5]})).mark_rule(strokeDash=[4, 4], color=EXACT).encode(x="p:Q")
    layered: alt.LayerChart = half + rules + points if is_contest else rules + points
    if len(maps) > 2:
        layered += base.mark_text(align="left", dx=6, fontSize=12).encode(x="ci_high:Q", text="maps:N")
    height = max(17 * max(2, len(maps)) * len(order), rows_height(rows.unique("pair"), "pair"))
    return layered.properties(width=WIDTH - 170, height=height)


def margin_bars(frame: pl.DataFrame, levels: list[str], title: str) -> alt.Chart:
    """Draw the spread of points as bars in the color of their level; `frame` has low, high, p, n, level.

    Ticks stand on edges of bars: the bar from 0 to 10 holds margins of 1 to 10, since 0 is the other side's.
    """
    colors = LEVELS if len(levels) == len(LEVELS) else (LEVELS[0], *LEVELS[1 : len(levels) - 1], LEVELS[-1])
    edges = frame.with_columns(left=pl.col("low") - 1, right=pl.col("high") - 1, last=pl.col("high") - 1)
    ticks = _edges(edges["left"].to_list(), edges["right"].to_list())
    axis = alt.Axis(values=ticks, labelExpr="(datum.value > 0 ? '+' : '') + datum.label", grid=False)
    scale = alt.Scale(domain=[ticks[0], ticks[-1]], nice=False)
    return (
        alt.Chart(edges)
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("left:Q", bin="binned", title=title, axis=axis, scale=scale), x2="right:Q",
            y=alt.Y("p:Q", axis=alt.Axis(format="~%"), title="share of games (sampled)"),
            color=alt.Color("level:N", sort=levels, title=None, scale=alt.Scale(domain=levels, range=list(colors))),
            tooltip=["level:N", alt.Tooltip("low:Q", title="from"), alt.Tooltip("last:Q", title="to"),
                     alt.Tooltip("p:Q", format=".1%"), alt.Tooltip("n:Q", title="games", format=",")],
        )
        .properties(width=WIDTH, height=HEIGHT - 20)
    )  # fmt: skip


def _edges(lefts: Sequence[int], rights: Sequence[int]) -> list[int]:
    """Return ticks on edges of bars, as many as can be read, 0 among them.

    >>> _edges([-20, -10, 0, 10], [-10, 0, 10, 20]), _edges(range(-50, 60, 5), range(-45, 65, 5))[:4]
    ([-20, -10, 0, 10, 20], [-50, -40, -30, -20])
    """
    width = rights[0] - lefts[0]
    low, high = min(lefts), max(rights)
    step = next(width * many for many in (1, 2, 4, 5, 10, 100) if (high - low) / (width * many) <= _TICKS)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def pace_bands(frame: pl.DataFrame, turns: list[str], title: str) -> alt.LayerChart:
    """Draw a measure by turn: the mean as a line, the middle half and nine tenths of games as bands.

    `frame` has turn (from 1), mean, median, low_90, low_50, high_50, high_90.
    """
    named = frame.with_columns(pl.col("turn").map_elements(lambda t: turns[t - 1], pl.String).alias("turn_name"))
    x = alt.X("turn_name:N", sort=turns, title="game turn")
    wide, inner = (
        alt.Chart(named).mark_bar(color=SAMPLED, opacity=opacity, width={"band": width})
        .encode(x=x, y=alt.Y(f"{low}:Q", title=title), y2=f"{high}:Q")
        for low, high, opacity, width in (("low_90", "high_90", 0.25, 0.8), ("low_50", "high_50", 0.45, 0.55))
    )  # fmt: skip
    tooltip = [
        alt.Tooltip("turn_name:N", title="turn"), alt.Tooltip("mean:Q", format=".2f"), alt.Tooltip("median:Q"),
        alt.Tooltip("low_90:Q", title="5 %"), alt.Tooltip("high_90:Q", title="95 %"),
    ]  # fmt: skip
    line = alt.Chart(named).mark_line(color=SAMPLED, strokeWidth=2).encode(x=x, y="mean:Q")
    points = (
        alt.Chart(named)
        .mark_point(color=SAMPLED, filled=True, size=60, opacity=1, shape="diamond")
        .encode(x=x, y="mean:Q", tooltip=tooltip)
    )
    layered: alt.LayerChart = (wide + inner + line + points).properties(width=WIDTH, height=HEIGHT)
    return layered


def loss_lines(frame: pl.DataFrame, turns: list[str], sides: tuple[str, str], title: str) -> alt.LayerChart:
    """Draw the mean loss of each side by turn with its interval; `frame` has turn, side, mean, ci_low, ci_high."""
    named = frame.with_columns(
        pl.col("turn").map_elements(lambda t: turns[t - 1], pl.String).alias("turn_name"),
        pl.col("side").map_elements(proper, pl.String),
    )
    domain = [proper(side) for side in sides]
    base = alt.Chart(named).encode(
        x=alt.X("turn_name:N", sort=turns, title="game turn"),
        color=alt.Color("side:N", title=None, scale=alt.Scale(domain=domain, range=[AXIS, SOVIET])),
    )
    lines = base.mark_line(strokeWidth=2).encode(y=alt.Y("mean:Q", title=title))
    rules = base.mark_rule(strokeWidth=3).encode(y="ci_low:Q", y2="ci_high:Q")
    points = base.mark_point(filled=True, shape="diamond", size=60, opacity=1).encode(
        y="mean:Q",
        tooltip=["side:N", "turn_name:N", alt.Tooltip("mean:Q", format=".2f"), alt.Tooltip("ci_low:Q", format=".2f"),
                 alt.Tooltip("ci_high:Q", format=".2f")],
    )  # fmt: skip
    layered: alt.LayerChart = (lines + rules + points).properties(width=WIDTH, height=HEIGHT - 40)
    return layered


def doubt_points(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw what each doubt moves, with its interval; `frame` has label (in order), effect_vp, ci_low, ci_high."""
    rows = wrapped(frame, "label", _CHARACTERS)
    base = alt.Chart(rows).encode(y=alt.Y("label:N", sort=rows["label"].to_list(), title=None, axis=lines_axis()))
    tooltip = ["label:N", *(alt.Tooltip(f"{name}:Q", format="+.1f") for name in ("effect_vp", "ci_low", "ci_high"))]
    x = alt.X("ci_low:Q", title=title, axis=alt.Axis(orient="top", labelFlush=False))
    rules = base.mark_rule(strokeWidth=3, color=SAMPLED).encode(x=x, x2="ci_high:Q")
    points = base.mark_point(filled=True, shape="diamond", size=70, opacity=1, color=SAMPLED).encode(
        x="effect_vp:Q", tooltip=tooltip
    )
    zero = alt.Chart(pl.DataFrame({"x": [0.0]})).mark_rule(strokeDash=[4, 4], color=EXACT).encode(x="x:Q")
    layered: alt.LayerChart = (zero + rules + points).properties(width=WIDTH - 230, height=rows_height(rows, "label"))
    return layered


def decided_lines(frame: pl.DataFrame, turns: list[str], title: str) -> alt.LayerChart:
    """Draw by turn the share of games that the leader wins, with its interval, and the share decided, as a line.

    `frame` has turn (from 1), n_games, p, ci_low, ci_high, decided.
    """
    named = frame.with_columns(pl.col("turn").map_elements(lambda t: turns[t - 1], pl.String).alias("turn_name"))
    parts = ["the leader in points wins", "decided for good"]
    color = alt.Color("what:N", sort=parts, title=None, scale=alt.Scale(domain=parts, range=[SAMPLED, AXIS]))
    x = alt.X("turn_name:N", sort=turns, title="game turn")
    y = alt.Y("p:Q", title=title, axis=alt.Axis(format="~%"), scale=alt.Scale(domain=[0, 1]))
    leads = alt.Chart(named.with_columns(pl.lit(parts[0]).alias("what"))).encode(x=x, color=color)
    tooltip = ["what:N", "turn_name:N", alt.Tooltip("p:Q", format=".0%"), alt.Tooltip("n_games:Q", format=",")]
    rules = leads.mark_rule(strokeWidth=3).encode(y=alt.Y("ci_low:Q", title=title), y2="ci_high:Q")
    points = leads.mark_point(filled=True, shape="diamond", size=60, opacity=1).encode(y=y, tooltip=tooltip)
    ends = named.select("turn_name", "n_games", pl.col("decided").alias("p"), pl.lit(parts[1]).alias("what"))
    line = alt.Chart(ends).mark_line(strokeWidth=2, point=True).encode(x=x, y=y, color=color, tooltip=tooltip)
    layered: alt.LayerChart = (rules + points + line).properties(width=WIDTH, height=HEIGHT - 40)
    return layered


def reliability_points(frame: pl.DataFrame) -> alt.LayerChart:
    """Draw how often games were won by the chance that was given them, with intervals, beside the diagonal.

    `frame` has given, p, ci_low, ci_high, n (positions), as `analysis.lab.measures.pacing.reliability` returns it.
    """
    base = alt.Chart(frame).encode(x=alt.X(
        "given:Q", title="chance to win that the fit gave", axis=alt.Axis(format="~%"), scale=alt.Scale(domain=[0, 1])
    ))  # fmt: skip
    scale = alt.Scale(domain=[0, 1])
    y = alt.Y("ci_low:Q", title="games won (sampled)", axis=alt.Axis(format="~%"), scale=scale)
    rules = base.mark_rule(strokeWidth=3, color=SAMPLED).encode(y=y, y2="ci_high:Q")
    tooltip = [
        alt.Tooltip("given:Q", format=".1%"), alt.Tooltip("p:Q", format=".1%", title="won"),
        alt.Tooltip("ci_low:Q", format=".1%"), alt.Tooltip("ci_high:Q", format=".1%"),
        alt.Tooltip("n:Q", format=",", title="positions"),
    ]  # fmt: skip
    points = base.mark_point(filled=True, shape="diamond", size=70, opacity=1, color=SAMPLED).encode(
        y="p:Q", tooltip=tooltip
    )
    corners = pl.DataFrame({"given": [0.0, 1.0], "p": [0.0, 1.0]})
    ideal = alt.Chart(corners).mark_line(strokeDash=[4, 4], opacity=0.6).encode(x="given:Q", y="p:Q")
    layered: alt.LayerChart = (ideal + rules + points).properties(width=WIDTH, height=HEIGHT)
    return layered


def chance_line(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw a chance to win by turn with its interval; `frame` has turn, p, ci_low, ci_high, n (games that tell it)."""
    base = alt.Chart(frame).encode(x=alt.X("turn:O", title="game turn"))
    y = alt.Y("ci_low:Q", title=title, axis=alt.Axis(format="~%"), scale=alt.Scale(domain=[0, 1]))
    tooltip = ["turn:O", *(alt.Tooltip(f"{name}:Q", format=".0%") for name in ("p", "ci_low", "ci_high")),
               alt.Tooltip("n:Q", format=",", title="games alike")]  # fmt: skip
    rules = base.mark_rule(strokeWidth=3, color=SAMPLED).encode(y=y, y2="ci_high:Q")
    line = base.mark_line(strokeWidth=2, color=SAMPLED).encode(y="p:Q")
    points = base.mark_point(filled=True, shape="diamond", size=70, opacity=1, color=SAMPLED).encode(
        y="p:Q", tooltip=tooltip
    )
    half = alt.Chart(pl.DataFrame({"p": [0.5]})).mark_rule(strokeDash=[4, 4], color=EXACT).encode(y="p:Q")
    layered: alt.LayerChart = (half + rules + line + points).properties(width=WIDTH, height=HEIGHT)
    return layered


def when_map(frame: pl.DataFrame, order: list[str], title: str) -> alt.Chart:
    """Draw how often each of some places is fought for by period; `frame` has label, turns, begin, p."""
    periods = frame.sort("begin")["turns"].unique(maintain_order=True).to_list()
    return (
        alt.Chart(frame, name=SHADES)
        .mark_rect(stroke="white", strokeWidth=1)
        .encode(
            x=alt.X("turns:O", sort=periods, title="game turns", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("label:N", sort=order, title=None, axis=alt.Axis(grid=False)),
            color=alt.Color("p:Q", title=wrap(title, 24), scale=alt.Scale(scheme="orangered", domainMin=0),
                            legend=alt.Legend(format="~%")),
            tooltip=["label:N", "turns:O", alt.Tooltip("p:Q", format=".0%", title="games with an attack")],
        )
        .properties(width=WIDTH - 190, height=21 * len(order))
    )  # fmt: skip
