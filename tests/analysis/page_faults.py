"""What is wrong with a made page that a reader notices at once, whatever the page is about.

`python -m tests.analysis.page_faults reports` asks it of every page of a folder.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sim.verdict import _NAMES, spelled, words_of
from tests.analysis.html_tree import Element, tree

MOST_WORDS, MOST_NUMBERS = 60, 8
"""Words and numbers of a line of how sure that can still be read aloud."""
_SPELLED = {spelled(n).removeprefix("a "): n for n in (*range(2, 13), 15, 19, 20, 30, 50, 100)}
_WORD = "|".join(_SPELLED)
_SHARE = re.compile(rf"\b(one|{_WORD})( \w+)? in ({_WORD})\b", re.I)
_IN_HEADLINE = re.compile(rf"(?<![\w.,])(\d+(?:,\d{{3}})*(?:[.]\d+)?½?|½|{_WORD})(?![\w-])( %)?", re.I)
_BELOW = re.compile(r"(?<![\w.,])(\d+(?:,\d{3})*(?:[.]\d+)?)(½?)(?![\w½]|[.,]\d)( %)?")
_SAID = ("p", "li", "h1", "h2", "h3", "figcaption", "summary", "td")
_CODE = re.compile(r"(ruling )?R\d+|[(]\d+([.]\d+)*[)]", re.I)
_ODD = {
    "a range between like ends": r"(?<![\w.,-])(-?\d[\d.,]*)( %)? to \1( %|(?![\w.,]|-| %))",
    "an interval of nothing": r"\b0[.]0+ [(]0[.]0+ to 0[.]0+[)]",
    "minus nothing": r"(?<![\w-])-0([.]0+)?(?![\w.-]|\d)",
    "no change, but": r"\bnot change the answer\b[^.]{0,9} but\b",
    "a word twice": r"\b([A-Za-z]{2,}) \1\b(?<!\bthat)",
    "one of many": r"(?<![\w.,:/-])1 (turns|steps|units|points|cells|cards|games|blocks|markers|hexes|divisions)\b",
    "no value": r"\b(nan|NaN|null|undefined|None)\b(?! of| for|[.;])",
    "a cut after a pause": r"[:;,] ?([.]{3}|…)",
}


@dataclass(frozen=True)
class Made:
    """A made page in text: its headline, its line of how sure, all that stands below, and that by sentences."""

    headline: str
    sure: str
    below: str
    said: tuple[str, ...]


def read(page: str) -> Made:
    """Return a page's HTML in text; what a page lacks is empty.

    Below a headline stand neither the foot nor the numbers along an axis, beside which any number stands.
    """
    whole = tree(page)
    answer = whole.first("p", "answer")
    below = answer.behind() if answer else whole
    shown = below.without(*(one for one in below.all("details") if one.has("provenance")), *_axes(below))
    sure = shown.first("p", "sure")
    return Made(
        answer.text() if answer else "",
        sure.text().removeprefix("How sure:").strip() if sure else "",
        shown.text(),
        tuple(one.text() for one in shown.all(*_SAID)),
    )


def _axes(page: Element) -> list[Element]:
    return [one for one in page.all("g") if one.has("mark-text", "role-axis-label")]


def numbers_that_stand_nowhere(made: Made) -> list[str]:
    """Return the numbers of a headline that no number on the page below it rounds to.

    >>> numbers_that_stand_nowhere(read('<p class="answer">In 26 % of games it takes 5 days.</p><p>26 days; 4.6</p>'))
    ['26 %']
    """
    below = [
        (float(found[1].replace(",", "")) + (0.5 if found[2] else 0), bool(found[3]))
        for found in _BELOW.finditer(made.below)
    ]
    counts = {"one": 1, **_SPELLED}
    words = {found[0] for found in re.finditer(rf"\b({_WORD})\b", made.below.lower())}
    missing = []
    for found in _SHARE.finditer(made.headline):
        share = 100 * counts[found[1].lower()] / _SPELLED[found[3].lower()]
        if not any(is_chance and abs(one - share) <= max(4, share / 8) for one, is_chance in below):
            missing.append(found[0])
    for found in _IN_HEADLINE.finditer(_NAMES.sub(" ", _SHARE.sub(" ", made.headline))):
        raw = found[1].lower()
        number = float(_SPELLED[raw]) if raw in _SPELLED else 0.5 if raw == "½" else _read(raw)
        near = 0.25 if number < 3 and not found[2] else 0.5
        stands = any(abs(one - number) <= near and is_chance == bool(found[2]) for one, is_chance in below)
        if not stands and raw not in words:
            missing.append(found[0])
    return missing


def _read(number: str) -> float:
    return float(number.rstrip("½").replace(",", "")) + (0.5 if number.endswith("½") else 0)


def measure_of_sure(made: Made) -> tuple[int, int]:
    """Return the words of a line of how sure and its numbers; turns, odds, levels and rulings are names."""
    said = _NAMES.sub(" ", _CODE.sub(" ", made.sure))
    return len(words_of(made.sure)), len(re.findall(r"(?<![\w.,])\d[\d.,]*½?", said))


def labels_that_are_cut(page: str) -> list[str]:
    """Return the words of a page's pictures that end in three dots: their end is nowhere to be read."""
    said = (found.text() for found in tree(page).all("text"))
    return [one for one in said if one.endswith(("…", "..."))]


def labels_alike(page: str) -> list[str]:
    """Return the words that two places of one axis have in common: nobody can tell one from the other."""
    axes = [[one.text() for one in axis.all("text")] for axis in _axes(tree(page))]
    return [one for axis in axes for one, other in pairwise(sorted(axis)) if one == other and re.search("[a-z]", one)]


def sentences_that_deny_themselves(made: Made) -> list[str]:
    """Return what a page says that cannot be meant: "2 to 2", "does not change the answer, but", "1 units"."""
    said = (made.headline, *made.said)
    found = [f"{what}: {odd[0]}" for what, kind in _ODD.items() for one in said for odd in re.finditer(kind, one)]
    return list(dict.fromkeys(found))


def faults(page: str) -> Iterator[str]:
    """Yield what is wrong with a page's HTML, in words."""
    made = read(page)
    yield from (f"{one!r} of the headline stands nowhere below" for one in numbers_that_stand_nowhere(made))
    words, numbers = measure_of_sure(made)
    if words > MOST_WORDS or numbers > MOST_NUMBERS:
        yield f"how sure has {words} words and {numbers} numbers; expected at most {MOST_WORDS} and {MOST_NUMBERS}"
    yield from (f"the label {one!r} is cut" for one in labels_that_are_cut(page))
    yield from (f"two labels are {one!r}" for one in labels_alike(page))
    yield from sentences_that_deny_themselves(made)


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).glob("*.html")):
        for fault in faults(path.read_text(encoding="utf8")):
            sys.stdout.write(f"{path.stem}: {fault}\n")
