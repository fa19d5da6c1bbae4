"""The pages that the report and browser tests look at."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from analysis.pages.notebooks import reports


@dataclass(frozen=True)
class Pages:
    """A folder of published pages, made from a small warehouse."""

    folder: Path
    written: tuple[Path, ...]


def headlines(folder: Path) -> dict[str, str]:
    """Return the headline of each page in a folder, as text, by the page's name; replays and the index have none."""
    found = {}
    for path in sorted(folder.glob("*.html")):
        said = re.search(r'<p class="answer">(.*?)</p>', path.read_text(encoding="utf8"), re.S)
        if path.stem in reports():
            assert said is not None, path.name
            found[path.stem] = unescape(re.sub("<[^>]+>", "", said[1]))
    return found
