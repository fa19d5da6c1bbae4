"""The pages that the report and browser tests look at."""

import re
from dataclasses import dataclass
from pathlib import Path

from analysis.pages.notebooks import reports
from tests.analysis.html_tree import tree

_PROSE = ("p", "li", "h1", "h2", "h3", "figcaption", "summary", "dd")
_OURS = re.compile(
    r"(?<![\w/.#-])[a-z]+_[a-z0-9_]+(?![\w(])"  # leningrad_small, vp_margin
    r"|\bkessel [a-z]+\b|\bmake reports\b|[\w/]+\.(?:py|toml|csv|md|ipynb)\b"
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{10,}\b|`"
)
"""What is ours and no reader's: names of studies and columns, commands, files, hashes, Markdown that was not read."""


@dataclass(frozen=True)
class Pages:
    """A folder of published pages, made from a small warehouse."""

    folder: Path
    written: tuple[Path, ...]
    names: tuple[str, ...]


def headlines(folder: Path) -> dict[str, str]:
    """Return the headline of each page in a folder, as text, by the page's name; replays and the index have none."""
    found = {}
    for path in sorted(folder.glob("*.html")):
        if path.stem in reports():
            said = tree(path.read_text(encoding="utf8")).first("p", "answer")
            assert said is not None, path.name
            found[path.stem] = said.text()
    return found


def ours_in_prose(page: str) -> list[str]:
    """Return what a page's HTML says to its readers in our names, commands and files, its foot apart.

    >>> ours_in_prose('<p>in <i>leningrad_small</i></p><details class="fold provenance"><p>kessel run</p></details>')
    ['leningrad_small']
    """
    whole = tree(page)
    body = whole.first("main") or whole
    foot = (one for one in body.all("details") if one.has("provenance"))
    prose = body.without(*foot, *body.all("svg"))
    return [found[0] for one in prose.all(*_PROSE) for found in _OURS.finditer(one.text())]
