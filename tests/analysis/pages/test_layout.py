"""How a page is laid out: words in charts stand clear of one another, lines are short, most of a page is folded."""

import statistics
from pathlib import Path

import pytest

from tests.analysis.browser import needs_chromium, visited
from tests.analysis.made_pages import Pages

pytestmark = needs_chromium

MEDIAN_PIXELS = 3_370
"""Half of what the median page of the sample stood high at 1280 pixels before it was folded (6,742)."""

# The words of a chart as quadrilaterals on the screen, a little smaller than their lines are high; two that share more
# than a touch overlap (separating axes, since some stand slanted).
OVERLAPS = """
  const quad = (text) => {
    const box = text.getBBox(), to = text.getScreenCTM(), dy = box.height * 0.18, dx = 1;
    const [left, right, top, end] = [box.x + dx, box.x + box.width - dx, box.y + dy, box.y + box.height - dy];
    return [[left, top], [right, top], [right, end], [left, end]].map(([x, y]) =>
      [to.a * x + to.c * y + to.e, to.b * x + to.d * y + to.f]);
  };
  const apart = (p, q) => [p, q].some((shape) => [0, 1].some((side) => {
    const [a, b] = [shape[side], shape[side + 1]], n = [b[1] - a[1], a[0] - b[0]];
    const along = (points) => points.map(([x, y]) => x * n[0] + y * n[1]);
    const [m, o] = [along(p), along(q)];
    return Math.max(...m) <= Math.min(...o) || Math.max(...o) <= Math.min(...m);
  }));
  const shows = (one) => one.textContent.trim() && one.getClientRects().length && one.getBBox().width > 2 &&
    ![one, one.parentElement].some((part) => part.getAttribute("opacity") === "0");
  const found = [];
  for (const kind of ["live", "static"]) {
    if (kind === "static") for (const box of page.querySelectorAll(".is-live")) box.classList.remove("is-live");
    for (const svg of page.querySelectorAll(`.chart .${kind} svg`)) {
      const texts = [...svg.querySelectorAll("text")].filter(shows).map((one) => [one.textContent, quad(one)]);
      texts.forEach(([said, p], at) => {
        for (const [other, q] of texts.slice(at + 1)) if (!apart(p, q)) found.push(`${kind}: ${said} / ${other}`);
      });
    }
  }
  return { found, texts: page.querySelectorAll(".chart svg text").length };
"""


@pytest.mark.in_turn
@pytest.mark.parametrize("width", [390, 1280])
def test_no_words_of_a_chart_overlap(pages: Pages, tmp_path: Path, width: int) -> None:
    names = [page.name for page in pages.written if page.stem != "index"]
    seen, _ = visited(pages.folder, names, width, tmp_path, OVERLAPS, opened=True)
    assert all(one["texts"] > 5 for one in seen.values())
    assert {name: one["found"] for name, one in seen.items() if one["found"]} == {}


CHART = (
    "<h1>x</h1><div class='chart'><div class='static'><svg width='300' height='90' style='font: 12px sans-serif'>{}"
    "</svg></div></div>"
)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("texts", "pairs"),
    [
        ("<text x='9' y='20'>one here</text><text x='25' y='24'>two there</text>", 1),
        ("<text x='9' y='20'>one here</text><text x='9' y='34'>two there</text>", 0),
        ("<text x='9' y='20'>one here</text><text x='25' y='24' opacity='0'>two</text>", 0),
        ("<text transform='translate(20,80) rotate(-45)'>slanted</text>"
         "<text transform='translate(50,80) rotate(-45)'>slanted</text>", 0),
        ("<text transform='translate(20,80) rotate(-45)'>slanted</text>"
         "<text transform='translate(24,80) rotate(-45)'>slanted</text>", 1),
    ],
)  # fmt: skip
def test_overlapping_words_are_seen(tmp_path: Path, texts: str, pairs: int) -> None:
    (tmp_path / "x.html").write_text(CHART.format(texts))
    seen, _ = visited(tmp_path, ["x.html"], 768, tmp_path / "profile", OVERLAPS)
    assert len(seen["x.html"]["found"]) == pairs


LINES = """
  const answer = page.querySelector(".answer"), style = view.getComputedStyle(answer);
  const texts = [...page.querySelectorAll("main > p, main > ul > li, figcaption")];
  const long = texts.filter((one) => one.getClientRects().length).map((one) => {
    const range = page.createRange();
    range.selectNodeContents(one);
    const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.bottom / 8)));
    return tops.size > 2 ? one.textContent.trim().length / tops.size : 0;
  });
  const first = page.querySelector("figure.hero, section.app, section.sheet");
  return { height: page.documentElement.scrollHeight, lines: answer.offsetHeight / parseFloat(style.lineHeight),
    longest: Math.max(0, ...long), first: first.getBoundingClientRect().top };
"""


@pytest.mark.in_turn
def test_a_page_is_half_as_high_its_answer_in_sight_and_its_lines_short(pages: Pages, tmp_path: Path) -> None:
    names = [page.name for page in pages.written if page.stem != "index"]
    seen, _ = visited(pages.folder, names, 1280, tmp_path, LINES)
    assert statistics.median(one["height"] for one in seen.values()) <= MEDIAN_PIXELS
    for name, one in seen.items():
        assert one["lines"] < 4, f"{name}: the answer runs over {one['lines']} lines"
        assert one["longest"] <= 80, f"{name}: lines of {one['longest']} letters"
        assert one["first"] < 600, f"{name}: what answers begins {one['first']} pixels down"
