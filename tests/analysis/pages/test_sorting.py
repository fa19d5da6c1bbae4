"""Tables sort when a header is pressed: by value, up, down and back, what is missing last."""

import json
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from analysis.pages.layout import Page, render_page
from analysis.pages.parts import Figure
from tests.analysis.browser import needs_chromium, visited

pytestmark = needs_chromium

COLUMNS = {
    "chance": ["33.3\u00a0%", "over 99.9\u00a0%", "under 0.1\u00a0%", "100\u00a0%", "0\u00a0%", "–"],
    "fraction": ["1/3", "5/6", "1/36", "1", "0", ""],
    "odds": ["1-4", "10-1", "2-1", "1-1", "1-3", "none"],
    "games": ["1,024", "999", "-3", "+5", "−4", "0"],
    "span": ["42-45 points", "7-90 points", "8 points", "41 points", "100 points", "9 points"],
    "word": ["R10", "R9", "across", "Zebra", "R1", "-"],
}
SORTED = {
    "chance": ["0\u00a0%", "under 0.1\u00a0%", "33.3\u00a0%", "over 99.9\u00a0%", "100\u00a0%", "–"],
    "fraction": ["0", "1/36", "1/3", "5/6", "1", ""],
    "odds": ["1-4", "1-3", "1-1", "2-1", "10-1", "none"],
    "games": ["−4", "-3", "0", "+5", "999", "1,024"],
    "span": ["7-90 points", "8 points", "9 points", "41 points", "42-45 points", "100 points"],
    "word": ["across", "R1", "R9", "R10", "Zebra", "-"],
}
LOOK = """
  const tables = [...page.querySelectorAll("section.table table")].map((table) => {
    const column = (at) => [...table.tBodies[0].rows].map((row) => row.cells[at].textContent);
    return [...table.tHead.rows[0].cells].map((cell, at) => {
      const button = cell.querySelector("button"), states = [];
      for (let pressed = 0; pressed < 4; pressed += 1) {
        if (pressed && button) button.click();
        states.push([cell.getAttribute("aria-sort"), page.querySelectorAll("[aria-sort]").length, column(at)]);
      }
      const style = button && view.getComputedStyle(button);
      return { name: cell.textContent, focusable: button ? button.tabIndex === 0 && button.type : null, states,
               rows: [...table.tBodies[0].rows].map((row) => row.textContent) };
    });
  });
  return { tables };
"""


def page_with(*tables: str) -> str:
    blocks: list[tuple[str, Any]] = [("table", (f"claim {i}", "", Markup(table))) for i, table in enumerate(tables)]
    headline = Figure("claim", "reading", {}, "", 1)
    return render_page(Page("x", "x", "q", "a", blocks, [], headline, provenance="p"), single=True)


def table_of(columns: dict[str, list[str]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in zip(*columns.values(), strict=True))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def seen_tables(text: str, folder: Path) -> Any:
    (folder / "x.html").write_text(text, encoding="utf8")
    seen, console = visited(folder, ["x.html"], 768, folder / "profile", LOOK)
    assert console == []
    return json.loads(json.dumps(seen["x.html"]["tables"]))


@pytest.mark.in_turn
def test_a_header_sorts_by_value_up_down_and_back(tmp_path: Path) -> None:
    (table,) = seen_tables(page_with(table_of(COLUMNS)), tmp_path)
    for column in table:
        name, rows, missing = column["name"], COLUMNS[column["name"]], ("", "–", "none", "-")
        up = SORTED[name]
        down = [*reversed([cell for cell in up if cell not in missing]), *(cell for cell in up if cell in missing)]
        assert column["focusable"] == "button"  # pressed by a pointer, Enter or Space
        assert column["states"] == [
            [None, 0, rows], ["ascending", 1, up], ["descending", 1, down], [None, 0, rows]
        ], name  # fmt: skip
        assert len(set(column["rows"])) == len(rows)  # rows move as a whole


@pytest.mark.in_turn
def test_a_table_too_short_or_uneven_is_left_alone(tmp_path: Path) -> None:
    short = table_of({"a": ["2", "1"]})
    uneven = table_of({"a": ["2", "1", "0"]}).replace("<td>1</td>", "<td>1</td><td>more</td>")
    tables = seen_tables(page_with(short, uneven), tmp_path)
    assert [column["focusable"] for table in tables for column in table] == [None, None]


def test_without_a_script_the_table_stands_as_it_is() -> None:
    text = page_with(table_of(COLUMNS))
    assert table_of(COLUMNS) in text
