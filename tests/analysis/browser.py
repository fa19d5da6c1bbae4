"""A real Chromium: it visits pages one after the other in a frame, and says what it saw; or prints them."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")
QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-logging=stderr",
    "--allow-file-access-from-files",
]  # fmt: skip
FLAGS = [*QUIET, "--window-size=1500,1000", "--timeout=240000"]
VISIT = """<!doctype html><body><iframe width="{width}" height="900" style="border:0"></iframe><script>
const frame = document.querySelector("iframe"), seen = {{}};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const opened = {opened};
const look = async (page, view) => {{ {look} }};
async function visit(name) {{
  await new Promise((done) => {{ frame.onload = done; frame.src = name; }});
  const page = frame.contentDocument;
  if (opened) for (const fold of page.querySelectorAll("details.fold")) fold.open = true;
  await wait(50);
  const charts = page.querySelectorAll(".chart.is-live").length;
  const alive = () => page.querySelectorAll('[data-live="yes"]').length;
  for (let spent = 0; alive() < charts && spent < 20000; spent += 50) await wait(50);
  await wait(50);
  const root = page.documentElement;
  seen[name] = {{ charts, alive: alive(), overflow: root.scrollWidth - root.clientWidth, width: root.clientWidth,
    title: page.querySelector("h1").textContent, pictures: page.querySelectorAll(".static > svg").length,
    ...await look(page, frame.contentWindow) }};
}}
(async () => {{
  for (const name of {names}) await visit(name);
  document.body.dataset.seen = JSON.stringify(seen);
}})();
</script></body>"""


def visited(
    folder: Path, names: Sequence[str], width: int, profile: Path, look: str = "", *, opened: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """Visit pages one after the other; return what was seen of each, and the errors on the console.

    All that is folded is unfolded first if `opened`. `look` is the body of a function of the `page`, its document, and
    the `view`, its window: what it returns is seen.
    """
    assert CHROMIUM is not None
    visit = folder / f"visit-{os.getpid()}.html"  # two workers look at the same folder
    text = VISIT.format(
        width=width,
        opened=json.dumps(opened),
        names=json.dumps(list(names)),
        look=look.replace("</script", "<\\/script"),
    )
    visit.write_text(text, encoding="utf8")
    command = [CHROMIUM, *FLAGS, "--virtual-time-budget=3000000", f"--user-data-dir={profile}", "--dump-dom"]
    done = subprocess.run([*command, visit.as_uri()], capture_output=True, text=True, check=True, timeout=300)
    visit.unlink()
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    assert found, done.stdout[-500:] + done.stderr[-500:]
    return json.loads(unescape(found[1])), [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def printed(page: Path, profile: Path) -> Path:
    """Print a page as the print dialog would; return the PDF."""
    assert CHROMIUM is not None
    made = profile.with_name(f"{page.stem}-printed.pdf")
    command = [CHROMIUM, *QUIET, "--virtual-time-budget=20000", f"--user-data-dir={profile}", "--no-pdf-header-footer"]
    subprocess.run([*command, f"--print-to-pdf={made}", page.as_uri()], capture_output=True, check=True, timeout=120)
    return made
