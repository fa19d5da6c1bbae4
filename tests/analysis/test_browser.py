"""The pages in a real Chromium: no console error, charts come alive, nothing overflows, readable without JavaScript.

One browser visits all pages one after the other in a frame of the width asked for.
"""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.pages import Pages

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.xdist_group("report"),
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-logging=stderr",
    "--allow-file-access-from-files", "--window-size=1500,1000", "--timeout=240000",
]  # fmt: skip
VISIT = """<!doctype html><body><iframe width="{width}" height="900" style="border:0"></iframe><script>
const frame = document.querySelector("iframe"), seen = {{}};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function visit(name) {{
  await new Promise((done) => {{ frame.onload = done; frame.src = name; }});
  const page = frame.contentDocument, charts = page.querySelectorAll(".chart.is-live").length;
  const alive = () => page.querySelectorAll('[data-live="yes"]').length;
  for (let spent = 0; alive() < charts && spent < 20000; spent += 50) await wait(50);
  await wait(50);
  const root = page.documentElement;
  seen[name] = {{ charts, alive: alive(), overflow: root.scrollWidth - root.clientWidth, width: root.clientWidth,
    title: page.querySelector("h1").textContent, pictures: page.querySelectorAll(".static > svg").length }};
}}
(async () => {{
  for (const name of {names}) await visit(name);
  document.body.dataset.seen = JSON.stringify(seen);
}})();
</script></body>"""


def visited(folder: Path, names: list[str], width: int, profile: Path) -> tuple[dict[str, Any], list[str]]:
    """Visit pages one after the other; return what was seen of each, and the errors on the console."""
    assert CHROMIUM is not None
    visit = folder / f"visit-{width}.html"
    visit.write_text(VISIT.format(width=width, names=json.dumps(names)), encoding="utf8")
    command = [CHROMIUM, *FLAGS, "--virtual-time-budget=3000000", f"--user-data-dir={profile}", "--dump-dom"]
    done = subprocess.run([*command, visit.as_uri()], capture_output=True, text=True, check=True, timeout=300)
    visit.unlink()
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    assert found, done.stdout[-500:]
    return json.loads(unescape(found[1])), [line for line in done.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_charts_come_alive_nothing_overflows_and_the_console_stays_silent(
    pages: Pages, tmp_path: Path, width: int
) -> None:
    seen, console = visited(pages.folder, [page.name for page in pages.written], width, tmp_path)
    assert console == []
    assert set(seen) == {page.name for page in pages.written}
    for name, one in seen.items():
        assert one["title"]
        assert one["width"] == width
        assert one["overflow"] == 0, f"{name} at {width}"
        assert one["charts"] == one["alive"], name
        assert one["charts"] >= 1 or name == "index.html"


def test_the_harness_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text(
        "<h1>x</h1><div style='width:2000px'>wide</div><div class='chart is-live'></div>"
        "<script>console.error('oh')</script>"
    )
    seen, console = visited(tmp_path, ["x.html"], 360, tmp_path / "profile")
    assert len(console) == 1
    assert seen["x.html"]["overflow"] > 0
    assert (seen["x.html"]["charts"], seen["x.html"]["alive"]) == (1, 0)


def test_pages_are_readable_without_javascript(pages: Pages, tmp_path: Path) -> None:
    for page in pages.written:
        text = re.sub(r"<script.*?</script>", "", page.read_text(encoding="utf8"), flags=re.S)
        (tmp_path / page.name).write_text(text, encoding="utf8")
    seen, console = visited(tmp_path, [page.name for page in pages.written], 768, tmp_path / "profile")
    assert console == []
    for name, one in seen.items():
        assert one["charts"] == 0
        assert one["pictures"] >= 1, name
