"""The pages in a real Chromium: no console error, charts come alive, nothing overflows, readable without JavaScript.

One browser visits all pages one after the other in a frame of the width asked for.
"""

from pathlib import Path

import pytest

from analysis.pages.markup import source, tokens
from tests.analysis.browser import CHROMIUM, FLAGS, needs_chromium, visited
from tests.analysis.made_pages import Pages
from tests.sampled import sampled

__all__ = ("CHROMIUM", "FLAGS")
pytestmark = needs_chromium


CUT = """
  const cut = [];
  for (const svg of page.querySelectorAll("main svg")) {
    const frame = svg.getBoundingClientRect();
    for (const one of frame.width ? svg.querySelectorAll("text") : []) {
      const box = one.getBoundingClientRect();
      if (box.width && one.textContent.trim() && (box.right > frame.right + 6 || box.left < frame.left - 6))
        cut.push(one.textContent);
    }
  }
  return { cut };
"""
"""Words of a chart that reach beyond its frame, where the page does not show them."""


@pytest.mark.in_turn
@pytest.mark.parametrize("width", sampled([360, 390, 768, 1440], 1, "widths", always=[390]))
def test_charts_come_alive_nothing_overflows_and_the_console_stays_silent(
    pages: Pages, tmp_path: Path, width: int
) -> None:
    seen, console = visited(pages.folder, [page.name for page in pages.written], width, tmp_path, CUT, opened=True)
    assert console == []
    assert set(seen) == {page.name for page in pages.written}
    for name, one in seen.items():
        assert one["title"]
        assert one["width"] == width
        assert one["overflow"] == 0, f"{name} at {width}"
        assert one["charts"] == one["alive"], name
        assert one["charts"] >= 1 or name == "index.html"
        assert one["cut"] == [], f"{name} at {width}"


WITHOUT = """
  const folds = page.querySelectorAll("details.fold");
  const hidden = [...page.querySelectorAll("main figure, main table, main p")].filter((one) => !one.closest("[hidden]"))
    .filter((one) => !one.getClientRects().length && one.childElementCount).length;
  return { folds: folds.length, hidden };
"""


def test_the_harness_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text(
        "<h1>x</h1><div style='width:2000px'>wide</div><div class='chart is-live'></div>"
        "<main><svg width='90'><text x='3' y='9'>in</text><text x='80' y='9'>reaches beyond</text></svg></main>"
        "<script>console.error('oh')</script>"
    )
    seen, console = visited(tmp_path, ["x.html"], 360, tmp_path / "profile", CUT)
    assert len(console) == 1
    assert seen["x.html"]["overflow"] > 0
    assert (seen["x.html"]["charts"], seen["x.html"]["alive"]) == (1, 0)
    assert seen["x.html"]["cut"] == ["reaches beyond"]


def _without_scripts(page: str) -> str:
    kept, is_script = [], False
    for one in tokens(page):
        if one.tag == "script":
            is_script = one.kind == "start"
        elif not is_script:
            kept.append(one)
    return source(kept)


@pytest.mark.in_turn
def test_pages_are_readable_without_javascript(pages: Pages, tmp_path: Path) -> None:
    for page in pages.written:
        (tmp_path / page.name).write_text(_without_scripts(page.read_text(encoding="utf8")), encoding="utf8")
    names = [page.name for page in pages.written]
    seen, console = visited(tmp_path, names, 768, tmp_path / "profile", WITHOUT, opened=True)
    assert console == []
    for name, one in seen.items():
        assert one["charts"] == 0
        assert one["pictures"] >= 1 or name == "index.html", name
        assert one["folds"] >= 1, name
        assert one["hidden"] == 0, f"{name} hides something that only a script shows"
