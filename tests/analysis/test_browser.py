"""The pages in a real Chromium: no console error, charts come alive, nothing overflows, readable without JavaScript."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.analysis.pages import Pages

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.xdist_group("report"),
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=15000", "--enable-logging=stderr",
]  # fmt: skip
MEASURE = """<script>addEventListener("load", () => setTimeout(() => {
  const root = document.documentElement;
  document.body.dataset.overflow = root.scrollWidth - root.clientWidth;
  document.body.dataset.width = root.clientWidth;
}, 5000));</script></body>"""


def opened(page: Path, profile: Path, *flags: str) -> tuple[str, list[str]]:
    """Open a page; return its DOM after scripts have run, and what it wrote to the console as errors."""
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, *flags, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def test_charts_come_alive_and_the_console_stays_silent(pages: Pages, tmp_path: Path) -> None:
    for page in pages.written:
        dom, console = opened(page, tmp_path)
        assert console == []
        assert "<h1>" in dom
        if page.stem != "index":
            assert dom.count('data-live="yes"') == dom.count('class="chart is-live"') >= 3


def test_the_console_is_really_read(tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    page.write_text("<script>console.error('oh'); </script><p>x</p>")
    assert len(opened(page, tmp_path / "profile")[1]) == 1


@pytest.mark.parametrize("width", [500, 768, 1440])
def test_nothing_overflows(pages: Pages, tmp_path: Path, width: int) -> None:
    """500 px is the narrowest window Chromium opens; narrower ones are held in a frame below."""
    for page in pages.written:
        copy = tmp_path / page.name
        copy.write_text(page.read_text(encoding="utf8").replace("</body>", MEASURE), encoding="utf8")
        dom, _ = opened(copy, tmp_path / "profile", f"--window-size={width},900")
        assert re.search(r'data-overflow="(-?\d+)"', dom)
        assert 'data-overflow="0"' in dom, f"{page.name} at {width}"


def test_nothing_overflows_on_a_phone(pages: Pages, tmp_path: Path) -> None:
    for page in pages.written:
        text = page.read_text(encoding="utf8").replace("</body>", MEASURE)
        (tmp_path / page.name).write_text(text, encoding="utf8")
        frame = tmp_path / f"frame-{page.name}"
        frame.write_text(
            f'<iframe src="{page.name}" width="360" height="800" style="border:0"></iframe><script>'
            'addEventListener("load", () => setTimeout(() => { const body = frames[0].document.body;'
            "document.body.dataset.seen = body.dataset.width + ' ' + body.dataset.overflow; }, 9000));</script>"
        )
        dom, _ = opened(frame, tmp_path / "profile", "--allow-file-access-from-files", "--window-size=800,900")
        assert 'data-seen="360 0"' in dom, page.name


def test_pages_are_readable_without_javascript(pages: Pages, tmp_path: Path) -> None:
    for page in pages.written:
        copy = tmp_path / page.name
        text = re.sub(r"<script.*?</script>", "", page.read_text(encoding="utf8"), flags=re.S)
        copy.write_text(text, encoding="utf8")
        dom, console = opened(copy, tmp_path / "profile")
        assert console == []
        assert "is-live" not in re.sub(r"<style.*?</style>", "", dom, flags=re.S)
        assert dom.count('<div class="static"><svg') >= 2
