"""The pages that the report and browser tests look at."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from analysis.pages.notebooks import reports

_FOOT = re.compile(r'<details class="fold provenance">.*?</details>', re.S)
_PROSE = re.compile(r"<(p|li|h1|h2|h3|figcaption|summary|dd)\b[^>]*>(.*?)</\1>", re.S)
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
        said = re.search(r'<p class="answer">(.*?)</p>', path.read_text(encoding="utf8"), re.S)
        if path.stem in reports():
            assert said is not None, path.name
            found[path.stem] = unescape(re.sub("<[^>]+>", "", said[1]))
    return found


def ours_in_prose(page: str) -> list[str]:
    """Return what a page's HTML says to its readers in our names, commands and files, its foot apart.

    >>> ours_in_prose('<p>in <i>leningrad_small</i></p><details class="fold provenance"><p>kessel run</p></details>')
    ['leningrad_small']
    """
    body = _FOOT.sub("", re.sub(r"<(script|style|svg)\b.*?</\1>", "", page.partition("<main")[2] or page, flags=re.S))
    said = (unescape(re.sub("<[^>]+>", "", text)) for _, text in _PROSE.findall(body))
    return [found[0] for one in said for found in _OURS.finditer(one)]
