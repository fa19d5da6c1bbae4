"""The numbers under a chart: each heading over the numbers it names, no inner works of the chart, no row twice."""

import json
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import pytest

from analysis.charts.combat import at_least_lines
from analysis.charts.matches import doubt_points, pace_bands, pair_points
from analysis.charts.samples import ecdf_lines, split_bars, stacked_shares
from analysis.charts.spans import span_bars
from analysis.charts.systems import measure_lines
from analysis.charts.theme import BEST_TO_WORST, SAMPLED, SOVIET, class_colors, in_order
from analysis.pages.layout import Page, render_page
from analysis.pages.parts import Figure, flexible, stable
from tests.analysis.browser import needs_chromium, visited

LOOK = """
  for (const fold of page.querySelectorAll("details.numbers")) {
    fold.open = true;
    fold.dispatchEvent(new view.Event("toggle"));
  }
  const text = (cells) => [...cells].map((cell) => cell.textContent);
  const read = (table) => ({ head: text(table.tHead.rows[0].cells), rows: [...table.tBodies[0].rows].map((row) => text(row.cells)) });
  return { tables: [...page.querySelectorAll("figure")].map((one) => [...one.querySelectorAll(".numbers table")].map(read)) };
"""  # noqa: E501
_PAPERS = {"light": "#fdfdfb", "dark": "#15181b"}


def numbers_of(charts: list[alt.LayerChart], folder: Path) -> list[Any]:
    """Return the tables under each of some charts, as a reader unfolds them."""
    figures = [
        Figure(f"claim {n}", "reading", flexible(stable(chart.to_dict())), "", n) for n, chart in enumerate(charts, 1)
    ]
    page = Page("x", "x", "q", "a", [("figure", one) for one in figures], figures, figures[0], provenance="p")
    (folder / "x.html").write_text(render_page(page, single=True), encoding="utf8")
    seen, console = visited(folder, ["x.html"], 768, folder / "profile", LOOK, opened=True)
    assert console == []
    return json.loads(json.dumps(seen["x.html"]["tables"]))


def test_every_kind_of_a_chart_of_pairs_has_a_color_of_its_own() -> None:
    kinds = ["a", "b", "c", "d", "e", "f"]
    rows = pl.DataFrame({"pair": "x", "maps": kinds, "p": 0.5, "ci_low": 0.4, "ci_high": 0.6, "n_games": 10})
    drawn = pair_points(rows.head(5), kinds[:5], "share").to_dict()["layer"]
    color = drawn[2]["encoding"]["color"]
    assert color["scale"]["domain"] == kinds[:5]
    assert len(set(color["scale"]["range"])) == 5
    assert color["legend"] is None
    assert drawn[-1]["encoding"]["text"]["field"] == "maps"
    two = pair_points(rows.head(2), kinds[:2], "share").to_dict()["layer"]
    assert two[2]["encoding"]["color"]["legend"] == {}
    assert not any(one["mark"]["type"] == "text" for one in two)
    with pytest.raises(ValueError, match="6 kinds to tell apart"):
        pair_points(rows, kinds, "share")


@needs_chromium
@pytest.mark.in_turn
def test_headings_name_the_numbers_below_them(tmp_path: Path) -> None:
    doubts = pl.DataFrame(
        {"label": ["a", "b"], "effect_vp": [-24.6, 3.0], "ci_low": [-72.3, 1.0], "ci_high": [23.1, 5.0]}
    )
    pairs = pl.DataFrame({
        "pair": ["x", "y"], "maps": ["m", "m"], "p": [0.625, 0.5], "ci_low": [0.384, 0.4], "ci_high": [0.8, 0.6],
        "n_games": [16, 100],
    })  # fmt: skip
    spans = pl.DataFrame({
        "label": ["drawn", "forts"], "words": ["w", "v"], "low": [0.1, 0.2], "high": [0.9, 0.8], "range": ["r", "s"],
        "basis": ["assumed", "assumed"], "kind": ["drawn", "assumption"], "median": [0.55, None],
    })  # fmt: skip
    parts = pl.DataFrame({
        "label": ["one", "one"], "source": ["dice", "choices"], "share": [0.9996, 0.0004], "words": ["w", "v"],
    })  # fmt: skip
    falls = pl.DataFrame({
        "series": ["early", "late", "late"], "value": [1, 2, 3], "share": [1.0, 0.5, 1.0], "low": [0.9, 0.4, 0.9],
        "high": [1.0, 0.6, 1.0],
    })  # fmt: skip
    pace = pl.DataFrame({
        "turn": [1, 2], "mean": [0.4, 1.5], "median": [0, 1], "low_90": [-5, -4], "low_50": [-2, -1],
        "high_50": [2, 3], "high_90": [5, 6],
    })  # fmt: skip
    charts = [
        doubt_points(doubts, "what it moves"), pair_points(pairs, ["m"], "share that wins"),
        span_bars(spans, 0.5, "how likely\nit is", is_chance=True),
        split_bars(parts, {"dice": "the dice", "choices": "the players"}, "share of the variance"),
        ecdf_lines(falls, ["early", "late"], "turn of the fall", {1: "DEC I", 2: "DEC II", 3: "later"}),
        pace_bands(pace, ["I", "II"], "points"),
    ]  # fmt: skip
    doubted, paired, spanned, split, fallen, paced = numbers_of(charts, tmp_path)
    assert [name for name in paced[0]["head"] if "%" in name or name == "median"] == [
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
    ]
    assert paired[0]["head"][0] == "players", "what a row is comes before what was measured of it"
    assert fallen[0]["head"][:2] == ["series", "turn of the fall"]
    assert [row[:2] for row in fallen[0]["rows"]] == [
        ["early", "DEC I"], ["early", "later"], ["late", "DEC II"], ["late", "later"]
    ]  # fmt: skip
    read = [[dict(zip(table["head"], row, strict=True)) for table in one for row in table["rows"]]
            for one in (doubted, paired, spanned, split)]  # fmt: skip
    assert read[0][0] == {"what": "a", "interval from": "\u221272.30", "interval to": "23.10",
                          "what it moves": "\u221224.60"}  # fmt: skip
    assert read[1][0]["share that wins"] == "62.5\u00a0%"
    assert read[1][0]["interval from"] == "38.4\u00a0%"
    assert {key: read[2][0][key] for key in ("lowest", "highest", "as we assume", "median")} == {
        "lowest": "10.0\u00a0%", "highest": "90.0\u00a0%", "as we assume": "50.0\u00a0%", "median": "55.0\u00a0%",
    }  # fmt: skip
    assert "size" not in read[3][0], "letters are the chart's own affair"
    assert [row["share"] for row in read[3]] == ["over 99.9\u00a0%", "under 0.1\u00a0%"]
    assert not [key for rows in read for row in rows for key in row if "," in key or key in ("start", "x")]
    assert [len(rows) for rows in read] == [2, 2, 2, 2]  # nothing twice, no line that only guides the eye


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colors as WCAG 2 counts it."""

    def light(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        return sum(
            weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
            for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
        )

    low, high = sorted((light(a), light(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("n", [5, 7, 13])
def test_every_line_of_a_ladder_of_columns_shows_on_white_and_on_black(n: int) -> None:
    colors = in_order(n)
    assert len(set(colors)) == n
    assert min(contrast(color, paper) for color in (*colors, SAMPLED, SOVIET) for paper in _PAPERS.values()) >= 3


def test_every_class_of_outcomes_has_a_color_of_its_own_and_the_worst_is_never_a_gray() -> None:
    for n in range(2, max(BEST_TO_WORST) + 1):
        colors = class_colors(n)
        assert len(set(colors)) == n
        assert (colors[0], colors[-1]) in [(one[0], one[-1]) for one in BEST_TO_WORST.values()]


def test_more_columns_than_colors_stand_as_numbers() -> None:
    columns = ["1-1", "2-1", "3-1", "4-1", "5-1"]
    rows = [(one, k, 1 / (k + at), f"1/{k + at}") for at, one in enumerate(columns) for k in (1, 2)]
    frame = pl.DataFrame(rows, schema=["odds_column", "steps", "p", "probability"], orient="row")
    few = at_least_lines(frame.filter(pl.col("odds_column") != "5-1"), columns[:4], "steps").to_dict()
    assert "color" in few["layer"][0]["encoding"]
    many = at_least_lines(frame, columns, "steps").to_dict()
    assert all("color" not in layer["encoding"] for layer in many["layer"])
    assert many["layer"][0]["encoding"]["y"]["sort"] == columns
    (data,) = many["datasets"].values()
    assert [row["says"] for row in data[:4]] == ["100 %", "50 %", "50 %", "33 %"]


@pytest.mark.parametrize(
    ("measures", "said", "now", "told"),
    [
        ([0.2, 0.56, 0.97, 0.999], ["20 %", "56 %", "97 %", "over 99 %"], 1, ["1", "2", "4"]),  # 97 % would be covered
        ([0.2, 0.56, 0.97, 0.999], ["20 %", "56 %", "97 %", "over 99 %"], 2, ["1", "2", "3", "4"]),  # the central one
        ([0.999, 0.97, 0.5, 0.2], ["over 99 %", "97 %", "50 %", "20 %"], 3, ["1", "3", "4"]),
        ([0.2, 0.56, 0.9, 0.93], ["20 %", "56 %", "90 %", "93 %"], 1, ["1", "2", "3", "4"]),
    ],
)
def test_a_number_beside_a_point_is_left_out_where_its_long_neighbor_would_cover_it(
    measures: list[float], said: list[str], now: int, told: list[str]
) -> None:
    frame = pl.DataFrame({
        "value": ["1", "2", "3", "4"], "measure": measures, "exactly": said, "said": said,
        "is_now": [at == now for at in range(4)],
    })  # fmt: skip
    text = measure_lines(frame, "a factor", "a chance", is_chance=True).to_dict()["layer"][-1]
    assert text["transform"][0]["filter"]["oneOf"] == told


def test_an_axis_of_chances_shows_every_tick_it_is_given_with_room_for_the_words_beside_the_bars() -> None:
    """Vega drops every other value where there are more than `tickCount`; "under 1 %" is wider than a number."""
    rows = {"label": ["all"], "words": ["w"], "range": ["r"], "basis": ["assumed"], "kind": ["assumption"]}
    paddings = []
    for low, high, step in ((0.001, 0.999, 0.2), (0.2, 0.4, 0.1)):
        chart = span_bars(pl.DataFrame({**rows, "low": [low], "high": [high]}), 0.3, "title", is_chance=True)
        x = json.loads(chart.to_json())["layer"][0]["encoding"]["x"]
        assert x["axis"]["values"][1] == step
        assert x["axis"]["values"][-1] == 1
        assert x["axis"]["tickCount"] >= len(x["axis"]["values"])
        paddings.append(x["scale"]["padding"])
    assert paddings[0] > paddings[1]


def test_a_narrow_part_carries_its_share_in_small_letters_and_a_narrower_one_none() -> None:
    rows = pl.DataFrame({"label": ["it"] * 4, "kind": ["a", "b", "c", "d"], "share": [0.6, 0.08, 0.05, 0.27]})
    spec = json.loads(stacked_shares(rows, ["a", "b", "c", "d"], ["red", "gray", "blue", "tan"], "who wins").to_json())
    text = next(layer for layer in spec["layer"] if layer["mark"]["type"] == "text")
    shown = spec["datasets"][text["data"]["name"]]
    assert [row["said"] for row in shown] == ["60 %", "8 %", "27 %"]
    assert shown[1]["size"] < shown[0]["size"] == shown[2]["size"]
