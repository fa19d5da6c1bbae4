"""What paper gets, without a printer's tools: the rules for print hold for all, and a page is as wide as a sheet."""

import json
from typing import Any

import altair as alt
import polars as pl
import pytest
from markupsafe import Markup

from analysis.charts.spans import span_bars
from analysis.pages.apps.own import own_data
from analysis.pages.layout import Page, render_page
from analysis.pages.parts import App, Figure, flexible, stable
from tests.analysis.browser import needs_chromium, visited
from tests.analysis.pages.test_sorting import table_of

pytestmark = needs_chromium

PAPER = 673
"""How many pixels of a sheet of A4 lie between its margins."""
LOOK = """
  for (const fold of page.querySelectorAll("details")) { fold.open = true; fold.dispatchEvent(new view.Event("toggle")); }
  for (const sheet of page.styleSheets) for (const rule of sheet.cssRules) {
    if (!(rule instanceof view.CSSMediaRule)) continue;
    if (/print/.test(rule.media.mediaText)) rule.media.mediaText = "all";
    else if (/screen|min-width/.test(rule.media.mediaText)) rule.media.mediaText = "not all";
  }
  const isShown = (element) => element.getClientRects().length > 0;
  const boxes = [...page.querySelectorAll(".scroll, .without, .static")].filter(isShown).map((box) => {
    const { overflowX, overflowY, maxHeight } = view.getComputedStyle(box);
    return { overflowX, overflowY, maxHeight, hidden: box.scrollHeight - box.clientHeight, isTall: box.clientHeight > 900 };
  });
  const tables = [...page.querySelectorAll("table")].filter(isShown).map((table) => ({
    heads: table.querySelectorAll("thead").length, names: [...table.tHead.rows[0].cells].map((cell) => cell.innerText.trim()),
    display: view.getComputedStyle(table.tHead).display,
    arrows: [...table.querySelectorAll(".sort")].map((one) => view.getComputedStyle(one, "::after").content),
    again: [...table.tBodies[0].rows].filter((row) => row.innerText === table.tHead.rows[0].innerText).length,
  }));
  return { boxes, tables, numbers: [...page.querySelectorAll(".numbers")].map((one) => [one.querySelectorAll("table").length, isShown(one)]) };
"""  # noqa: E501
LONG = {"what": [f"line {n}" for n in range(90)], "how many": [str(n) for n in range(90)]}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a page with a chart, a long table and a form looks like under the rules for print."""
    folder = tmp_path_factory.mktemp("paper")
    rows = pl.DataFrame(
        {
            "label": ["a", "b"], "kind": "assumption", "low": [1.0, 2.0], "high": [3.0, 4.0], "words": "x",
            "range": "1", "basis": "assumed", "median": [None, None],
        }
    )  # fmt: skip
    chart: alt.LayerChart = span_bars(rows, 2.5, "steps")
    figure = Figure("claim 1", "reading", flexible(stable(chart.to_dict())), "<svg></svg>", 1)
    form = App("own", "form", "how", own_data("traces_of_hubris"), Markup("<p>none</p>"), 1)
    table = ("claim 2", "", Markup(table_of(LONG)))
    blocks: list[tuple[str, Any]] = [("figure", figure), ("table", table), ("app", form)]
    page = Page("x", "x", "q", "a", blocks, [figure], figure, [form], provenance="p")
    (folder / "x.html").write_text(render_page(page, single=True), encoding="utf8")
    found, console = visited(folder, ["x.html"], PAPER, folder / "profile", LOOK, opened=True)
    assert console == []
    return dict(json.loads(json.dumps(found["x.html"])))


def test_a_box_that_scrolls_on_a_screen_is_printed_whole(seen: dict[str, Any]) -> None:
    assert len(seen["boxes"]) >= 2
    for box in seen["boxes"]:
        assert (box["overflowX"], box["overflowY"], box["maxHeight"]) == ("visible", "visible", "none")
        assert box["hidden"] <= 1
    assert any(box["isTall"] for box in seen["boxes"])  # one that a screen would have cut


def test_a_table_has_its_heading_once_and_again_only_on_the_next_sheet(seen: dict[str, Any]) -> None:
    (long,) = [table for table in seen["tables"] if table["names"] == list(LONG)]
    assert long["arrows"] == ["none", "none"]
    for table in seen["tables"]:
        assert (table["heads"], table["display"], table["again"]) == (1, "table-header-group", 0)


def test_the_numbers_of_a_chart_stay_on_the_screen(seen: dict[str, Any]) -> None:
    assert seen["numbers"] == [[1, False]]
