"""The pages on paper: no chart is cut, nothing runs off the sheet, and pages are not half empty."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from analysis.pages.notebooks import reports
from tests.analysis.browser import needs_chromium, printed
from tests.analysis.html_tree import Element, tree
from tests.analysis.made_pages import Pages
from tests.analysis.pages.test_sorting import page_with

POPPLER = shutil.which("pdftotext") and shutil.which("pdftoppm")
pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not POPPLER, reason="poppler's tools are not installed"),
]


def title_size(pdf: Path) -> float:
    """Return how high the first word stands, in points: Chromium shrinks the whole of a page that is too wide."""
    done = subprocess.run(["pdftotext", "-bbox", "-l", "1", pdf, "-"], capture_output=True, text=True, check=True)
    found = re.search(r'<word .*?yMin="([\d.]+)".*?yMax="([\d.]+)"', done.stdout)
    assert found is not None
    return float(found[2]) - float(found[1])


def sheets_of_text(pdf: Path) -> list[str]:
    """Return the text of each sheet, without spaces."""
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True)
    return [re.sub(r"\s", "", sheet) for sheet in done.stdout.split("\f")[:-1]]


def ink(pdf: Path) -> list[np.ndarray]:
    """Return where each sheet is not white, about 2 points a place."""
    done = subprocess.run(["pdftoppm", "-gray", "-r", "36", pdf], capture_output=True, check=True).stdout
    found = []
    while done:
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", done)
        assert head is not None
        width, height = int(head[1]), int(head[2])
        pixels = np.frombuffer(done, np.uint8, width * height, head.end())
        found.append(pixels.reshape(height, width) < 200)
        done = done[head.end() + width * height :]
    return found


def level_words(svg: Element) -> set[str]:
    """Return the words of a chart that show and stand level, one by one: on a map others may stand between two."""
    level = (
        one
        for one in svg.all("text")
        if "rotate" not in one.attributes.get("transform", "") and one.attributes.get("opacity") != "0"
    )
    return {word for one in level for words in one.within if isinstance(words, str) for word in words.split()}


def cut_charts(page: str, sheets: list[str]) -> list[str]:
    """Return the charts of which no sheet holds every word, each by its first words."""
    wanted = [level_words(chart) for chart in tree(page).all("svg")]
    return [min(words) for words in wanted if not any(all(w in sheet for w in words) for sheet in sheets)]


def to_print(pages: Pages) -> list[Path]:
    """Return the index and a page a notebook; cards and errata print a sheet alone, which has tests of its own."""
    kinds: dict[Path, Path] = {}
    for page in pages.written:
        if page.stem in reports() and 'class="has-sheet ' not in page.read_text(encoding="utf8"):
            kinds[reports()[page.stem].path] = page
    return [pages.folder / "index.html", *kinds.values()]


def test_no_chart_is_cut_no_page_shrunk_and_no_sheet_half_empty(pages: Pages, tmp_path: Path) -> None:
    (tmp_path / "plain.html").write_text(page_with(), encoding="utf8")
    plain = title_size(printed(tmp_path / "plain.html", tmp_path / "profile"))
    for page in to_print(pages):
        pdf = printed(page, tmp_path / "profile")
        assert cut_charts(page.read_text(encoding="utf8"), sheets_of_text(pdf)) == [], page.name
        assert title_size(pdf) > 0.99 * plain, f"{page.name} is too wide for paper"
        *full, _ = ink(pdf)
        for number, sheet in enumerate(full, start=1):
            assert sheet[len(sheet) // 2 :].any(), f"{page.name}: sheet {number} is half empty"


def test_a_chart_that_is_cut_and_a_page_that_is_shrunk_are_seen(tmp_path: Path) -> None:
    chart = '<h1>Title</h1><svg width="{}" height="{}"><text y="40">top</text><text x="{}" y="{}">far</text></svg>'
    made = {
        "good": (300, 90, 200, 80),
        "tall": (300, 1800, 0, 1700),
        "wide": (900, 90, 800, 80),
        "off": (4000, 90, 3000, 80),
    }
    cut, size = {}, {}
    for name, places in made.items():
        page = tmp_path / f"{name}.html"
        page.write_text(f"<div style='width: 1px'>{chart.format(*places)}</div>", encoding="utf8")
        pdf = printed(page, tmp_path / "profile")
        cut[name] = cut_charts(page.read_text(encoding="utf8"), sheets_of_text(pdf))
        size[name] = title_size(pdf)
    assert cut == {"good": [], "tall": ["far"], "wide": [], "off": ["far"]}
    assert size["wide"] < 0.95 * size["good"] == 0.95 * size["tall"]
