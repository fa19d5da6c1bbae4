"""axe-core over the pages, light and dark: nothing serious; whatever it finds is named by page, rule and element."""

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analysis.pages.notebooks import reports
from tests.analysis.browser import needs_chromium, visited
from tests.analysis.made_pages import Pages
from tests.sampled import seed_of_the_code

pytestmark = needs_chromium

# Folds are opened, so that what they hide is looked at; of the charts' numbers the first, as the tables are alike. The
# frame's scheme is that of its page: of the dark one only the colors are looked at again. axe is put into the page
# itself: nothing is loaded.
LOOK = """
  const found = [], scheme = [];
  const note = (results) => found.push(...results.violations.flatMap((one) => one.nodes.map((node) =>
    ({ rule: one.id, impact: one.impact, element: node.target.join(" "), why: node.failureSummary }))));
  for (const fold of page.querySelectorAll("details:not(.numbers), figure:first-of-type .numbers")) fold.open = true;
  await wait(20);
  const script = page.createElement("script");
  script.textContent = AXE;
  page.head.append(script);
  for (const dark of [false, true]) {
    frame.style.colorScheme = dark ? "dark" : "light";
    await wait(50);
    scheme.push(view.matchMedia("(prefers-color-scheme: dark)").matches);
    const rules = dark ? { runOnly: ["color-contrast"] } : {};
    note(await view.axe.run(page, { resultTypes: ["violations"], ...rules }));
  }
  return { found, scheme };
"""


def looked(folder: Path, names: list[str], width: int, profile: Path) -> dict[str, Any]:
    """Return what axe finds on each page."""
    axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf8")
    assert "axe v4." in axe[:50]
    seen, _ = visited(folder, names, width, profile, f"const AXE = {json.dumps(axe)};{LOOK}")
    assert all(one["scheme"] == [False, True] for one in seen.values())
    return seen


def serious(seen: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return [
        (name, one["rule"], one["element"], one["why"])
        for name, page in seen.items()
        for one in page["found"]
        if one["impact"] in ("serious", "critical")
    ]


def of_every_kind(pages: Pages) -> list[str]:
    """Return the index and a page a notebook, those of the games in turn."""
    sources = reports()
    kinds: dict[Path, list[str]] = {}
    for page in pages.written:
        if page.stem in sources:
            kinds.setdefault(sources[page.stem].path, []).append(page.name)
    return ["index.html", *(held[at % len(held)] for at, held in enumerate(kinds.values()))]


@pytest.mark.parametrize(
    ("width", "n"),
    [
        (360, 1),
        pytest.param(1440, 2, marks=pytest.mark.in_turn),
        *(pytest.param(width, 99, marks=pytest.mark.verification) for width in (360, 1440)),
    ],
)
def test_axe_finds_nothing_serious_light_or_dark(pages: Pages, tmp_path: Path, width: int, n: int) -> None:
    """The index and so many pages of other kinds; which, changes with the code."""
    index, *others = of_every_kind(pages)
    chosen = Random(f"{width} {seed_of_the_code()}").sample(others, min(n, len(others)))
    assert serious(looked(pages.folder, [index, *chosen], width, tmp_path)) == []


WRONG = """<!doctype html><html lang="en"><head><title>x</title><style>
body {{ background: #fff; color: #222; }} p {{ color: {light}; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #111; color: #ddd; }} p {{ color: {dark}; }} }}
</style></head><body><main><h1>x</h1><p>words</p>{more}</main></body></html>"""


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("color-contrast", {"light": "#bbb"}),
        ("color-contrast", {"dark": "#444"}),
        ("svg-img-alt", {"more": '<svg role="img"></svg>'}),
        ("button-name", {"more": "<button></button>"}),
        ("label", {"more": '<input type="range">'}),
        ("aria-required-children", {"more": '<div role="list"><button>a</button></div>'}),
        (None, {}),
    ],
    ids=lambda one: one if isinstance(one, str) else None,
)
def test_a_page_that_is_wrong_is_found(tmp_path: Path, rule: str | None, parts: dict[str, str]) -> None:
    text = WRONG.format(**{"light": "#222", "dark": "#ddd", "more": "", **parts})
    (tmp_path / "x.html").write_text(text, encoding="utf8")
    found = serious(looked(tmp_path, ["x.html"], 768, tmp_path / "profile"))
    assert [one[1] for one in found] == ([] if rule is None else [rule])
