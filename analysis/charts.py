"""Charts: data in, Altair chart out; nothing is read or written here.

Exact values are drawn as lines, bars and bands; sampled ones as points with their interval.
"""

from __future__ import annotations

import altair as alt
import polars as pl

from analysis.theme import ATTACKER, AXIS, BEST_TO_WORST, DEFENDER, EXACT, SAMPLED, SOVIET

WIDTH, HEIGHT = 680, 300


def outcome_bars(frame: pl.DataFrame, columns: list[str], classes: list[str], title: str) -> alt.Chart:
    """Draw the law of every odds column as a stacked bar.

    `frame` has odds_column, outcome_class, class_position, p, probability; one row a column and class.
    """
    colors = alt.Scale(domain=classes, range=BEST_TO_WORST[len(classes)])
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
    """Draw one exact value a column for two sides; `frame` has odds_column, side, exactly and the value."""
    base = alt.Chart(frame).encode(
        x=alt.X("odds_column:N", sort=columns, title=axis_title),
        y=alt.Y(f"{value}:Q", title=title, scale=alt.Scale(zero=True)),
        color=alt.Color(
            "side:N", title=None, sort=list(sides), scale=alt.Scale(domain=list(sides), range=[ATTACKER, DEFENDER])
        ),
        tooltip=[
            alt.Tooltip("odds_column:N", title="odds"), "side:N", alt.Tooltip("exactly:N"),
            alt.Tooltip(f"{value}:Q", format=".3f", title="about"),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (base.mark_line() + base.mark_circle(size=60, opacity=1)).properties(
        width=WIDTH, height=HEIGHT
    )
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
        + base.mark_text(dy=-8, fontSize=12).encode(text=alt.Text("p:Q", format=".0%"))
    ).properties(width=WIDTH, height=HEIGHT)
    return layered


def band_bars(
    frame: pl.DataFrame, columns: list[str], title: str, axis_title: str, *, is_chance: bool
) -> alt.LayerChart:
    """Draw an exact number a column with its bounds over what is assumed; `frame` is `analysis.band.band_frame`'s.

    What is assumed is paler than what is printed; its bounds stand on it, and thinner those of the widest family.
    """
    base = alt.Chart(frame).encode(x=alt.X("odds_column:N", sort=columns, title=axis_title))
    scale = alt.Scale(domain=[0, 1]) if is_chance else alt.Scale(zero=True)
    bars = base.mark_bar(color=DEFENDER).encode(
        y=alt.Y("p:Q", axis=alt.Axis(format="%") if is_chance else alt.Axis(), scale=scale, title=title),
        opacity=alt.condition("datum.basis == 'assumed'", alt.value(0.45), alt.value(0.9)),
        tooltip=[
            alt.Tooltip("odds_column:N", title="odds"), alt.Tooltip("exactly:N"),
            alt.Tooltip("low:Q", format=".3f", title="lowest"), alt.Tooltip("high:Q", format=".3f", title="highest"),
            "basis:N",
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
    layered: alt.LayerChart = (bars + wide + near).properties(width=WIDTH, height=HEIGHT)
    return layered


def fight_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw what each fight comes to, with its bounds; `frame` is `analysis.fights.fight_frame`'s."""
    order = frame["fight"].to_list()
    base = alt.Chart(frame).encode(y=alt.Y("fight:N", sort=order, title=None, axis=alt.Axis(labelLimit=330)))
    bars = base.mark_bar(color=DEFENDER).encode(
        x=alt.X("p:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title=title),
        opacity=alt.condition("datum.basis == 'assumed'", alt.value(0.45), alt.value(0.9)),
        tooltip=[
            alt.Tooltip("fight:N"), alt.Tooltip("odds:N"), alt.Tooltip("column:N"), alt.Tooltip("exactly:N"),
            alt.Tooltip("p_low:Q", format=".1%", title="lowest"),
            alt.Tooltip("p_high:Q", format=".1%", title="highest"), "basis:N",
        ],
    )  # fmt: skip
    rules = (
        base.transform_filter("datum.p_high > datum.p_low")
        .mark_rule(color=EXACT, strokeWidth=2)
        .encode(x="p_low:Q", x2="p_high:Q")
    )
    layered: alt.LayerChart = (bars + rules).properties(width=WIDTH - 240, height=26 * len(frame))
    return layered


def shift_bars(frame: pl.DataFrame, order: list[str], title: str) -> alt.Chart:
    """Draw what a shift to the right is worth, a bar a pair of neighbors; `frame` has shift, points, exactly."""
    return (
        alt.Chart(frame)
        .mark_bar(color=DEFENDER, opacity=0.85)
        .encode(
            x=alt.X("shift:N", sort=order, title=title, axis=alt.Axis(labelAngle=-40, labelAlign="right")),
            y=alt.Y("points:Q", title="percentage points that the defender gives way"),
            tooltip=["shift:N", alt.Tooltip("exactly:N"), alt.Tooltip("points:Q", format="+.1f")],
        )
        .properties(width=WIDTH, height=HEIGHT - 60)
    )


def law_bars(frame: pl.DataFrame, axis_title: str) -> alt.LayerChart:
    """Draw an exact law, a bar a value; `frame` has value (in its order), p, probability."""
    order = frame["value"].to_list()
    base = alt.Chart(frame).encode(
        x=alt.X("value:N", sort=order, title=axis_title, axis=alt.Axis(labelLimit=120, labelOverlap=True)),
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
        x=alt.X("value:O", title=factor, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("measure:Q", title=title, scale=alt.Scale(zero=False), axis=_number_axis(is_chance)),
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


def heat_map(frame: pl.DataFrame, title: str) -> alt.Chart:
    """Draw the chance that the defender gives way, attack against defense; `frame` is `analysis.heat.heat_frame`'s."""
    return (
        alt.Chart(frame)
        .mark_rect()
        .encode(
            x=alt.X("attack:O", title="attack strength", axis=alt.Axis(labelOverlap=True)),
            y=alt.Y("defense:O", title="defense strength", sort="descending"),
            color=alt.Color("p:Q", title=title, scale=alt.Scale(domain=[0, 1], range=["#f0ece2", DEFENDER, "#06332e"]),
                            legend=alt.Legend(format="%", orient="bottom", gradientLength=240, titleLimit=400)),
            tooltip=[
                "attack:O", "defense:O", alt.Tooltip("initial_odds:N", title="odds"),
                alt.Tooltip("final_column:N", title="column"), alt.Tooltip("probability:N", title="exactly"),
                alt.Tooltip("p:Q", format=".1%", title="about"),
            ],
        )
        .properties(width=WIDTH, height=HEIGHT)
    )  # fmt: skip


def at_least_lines(frame: pl.DataFrame, columns: list[str], axis_title: str) -> alt.LayerChart:
    """Draw the chance of at least k steps by odds column; `frame` is `analysis.heat.at_least_frame`'s."""
    base = alt.Chart(frame).encode(
        x=alt.X("steps:O", title=axis_title, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("p:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title="chance of at least so many"),
        color=alt.Color("odds_column:N", sort=columns, title=None, scale=alt.Scale(scheme="viridis"),
                        legend=alt.Legend(columns=7 if max(map(len, columns)) < 9 else 1)),
        tooltip=[
            "odds_column:N", "steps:O", alt.Tooltip("probability:N", title="exactly"), alt.Tooltip("p:Q", format=".2%"),
        ],
    )  # fmt: skip
    layered: alt.LayerChart = (base.mark_line() + base.mark_circle(size=45, opacity=1)).properties(
        width=WIDTH, height=HEIGHT
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


def kind_bars(frame: pl.DataFrame, kinds: list[str], bases: list[str], title: str) -> alt.Chart:
    """Draw how many there are of each kind, by what they rest on; `frame` has kind, about, basis, n."""
    colors = alt.Scale(domain=bases, range=["#b9a7c9", SAMPLED, "#c08a00"])
    return (
        alt.Chart(frame.filter(pl.col("n") > 0))
        .mark_bar()
        .encode(
            y=alt.Y("kind:N", sort=kinds, title=None, axis=alt.Axis(labelLimit=160)),
            x=alt.X("n:Q", title=title, axis=alt.Axis(format="d", tickMinStep=1)),
            color=alt.Color("basis:N", scale=colors, sort=bases, title=None),
            order=alt.Order("basis:N", sort="ascending"),
            tooltip=["kind:N", "about:N", "basis:N", alt.Tooltip("n:Q", title="how many")],
        )
        .properties(width=WIDTH - 120, height=34 * frame["kind"].n_unique())
    )


def reading_bars(frame: pl.DataFrame, title: str) -> alt.LayerChart:
    """Draw a chance as we read a rule and the other way; `frame` has label, ours, theirs, about, other, exactly."""
    order = frame["label"].to_list()
    base = alt.Chart(frame).encode(
        y=alt.Y("label:N", sort=order, title=None, axis=alt.Axis(labelLimit=230)),
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
            y=alt.Y("label:N", sort=order, title=None), x="value:Q",
            color=alt.Color(
                "variable:N", title=None, scale=alt.Scale(domain=list(names.values()), range=["#8f8f8f", DEFENDER])
            ),
            tooltip=["about:N", "variable:N", alt.Tooltip("value:Q", format=".1%")],
        )
    )  # fmt: skip
    layered: alt.LayerChart = (rules + points).properties(width=WIDTH - 240, height=26 * len(frame))
    return layered


def same_fight_points(frame: pl.DataFrame, games: list[str], title: str, *, is_chance: bool = False) -> alt.LayerChart:
    """Draw an exact number by ratio of strengths, a dot a game, with its bounds where a table is assumed.

    `frame` has game, ratio, position, value, low, high, exactly; `games` keep their colors from chart to chart.
    """
    order = frame.sort("position")["ratio"].unique(maintain_order=True).to_list()
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format="%") if is_chance else alt.Axis(),
              scale=alt.Scale(domain=[0, 1]) if is_chance else alt.Scale(zero=True))  # fmt: skip
    base = alt.Chart(frame).encode(
        x=alt.X("ratio:N", sort=order, title="attack to defense", axis=alt.Axis(labelAngle=0)),
        color=alt.Color(
            "game:N", title=None, sort=games, scale=alt.Scale(domain=games),
            legend=alt.Legend(symbolOpacity=1, symbolType="circle"),
        ),
        tooltip=[
            "game:N", alt.Tooltip("ratio:N", title="attack to defense"), alt.Tooltip("exactly:N"),
            alt.Tooltip("low:Q", format=".3f", title="lowest"), alt.Tooltip("high:Q", format=".3f", title="highest"),
        ],
    )  # fmt: skip
    spans = (
        base.transform_filter("datum.high > datum.low")
        .mark_bar(width=7, opacity=0.3)
        .encode(y=alt.Y("low:Q", title=title), y2="high:Q", xOffset=alt.XOffset("game:N", sort=games))
    )
    points = base.mark_circle(size=60, opacity=1).encode(y=y, xOffset=alt.XOffset("game:N", sort=games))
    layered: alt.LayerChart = (spans + points).properties(width=WIDTH, height=HEIGHT)
    return layered


def coverage_bars(frame: pl.DataFrame, title: str) -> alt.Chart:
    """Draw how often the truth lay inside, a bar a structure and choice of columns; `frame` has table, label, share."""
    return (
        alt.Chart(frame)
        .mark_bar(color=DEFENDER, opacity=0.85)
        .encode(
            y=alt.Y("label:N", sort=frame["label"].unique(maintain_order=True).to_list(), title=None,
                    axis=alt.Axis(labelLimit=240)),
            x=alt.X("share:Q", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]), title=title),
            yOffset=alt.YOffset("table:N"),
            color=alt.Color("table:N", title=None),
            tooltip=["table:N", "label:N", alt.Tooltip("share:Q", format=".1%")],
        )
        .properties(width=WIDTH - 180, height=44 * frame["label"].n_unique())
    )  # fmt: skip
