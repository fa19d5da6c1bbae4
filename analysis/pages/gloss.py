"""The words that a page explains: found on it, marked where they first stand, listed at its end with their French.

The words are data, `words.toml`. A mark is a link to the list, so that it serves a finger, a keyboard and a printer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from analysis.pages.markup import Token, texts, tokens
from analysis.words import signed

_WORDS = Path(__file__).with_name("words.toml")
_UNBOUND = {"code", "script", "style", "svg", "td", "textarea", "th"}
_CELLS = ("td", "th")
_PERCENT = re.compile(r"(?<=\d) %")
_FIGURE = re.compile(r"(?<![\w.])(?:[\w.,+\u2212-]*\d [%°]|[+\u2212-]?\d+ VP\b|\d+-\d+\+?(?![\w/-]|\.\d))")
_UNMARKED = {"a", "abbr", "button", "code", "h1", "h2", "h3", "h4", "script", "style", "summary", "svg", "table"}


@dataclass(frozen=True)
class Word:
    """A word, how it is spelled on pages, what it means, the French of the rulebooks, and phrases that mean else."""

    term: str
    spellings: tuple[str, ...]
    means: str
    french: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The place in the list of words.

        >>> Word("step loss", ("step loss",), "").anchor
        'word-step-loss'
        """
        return "word-" + "-".join(re.findall(r"[a-z]+", self.term.lower()))

    @property
    def title(self) -> str:
        """What shows beside the word under a pointer."""
        return f"{self.means}. French: {', '.join(self.french)}" if self.french else self.means


@cache
def words() -> tuple[Word, ...]:
    """Return the words that pages explain, in the order of the file."""
    held = tomllib.loads(_WORDS.read_text(encoding="utf8"))["word"]
    return tuple(
        Word(w["term"], tuple(w["spellings"]), w["means"], tuple(w.get("french", ())), tuple(w.get("but", ())))
        for w in held
    )


def glossed(page: str) -> Markup:
    """Return HTML with each word linked to the list of words where it stands for the first time.

    Nothing is marked in headings, tables, pictures, and where a script will put something else.

    >>> str(glossed(Markup("<h2>An overrun</h2>an overrun after an overrun"))).count("<a ")
    1
    """
    marked: set[str] = set()

    def link(found: re.Match[str]) -> str:
        word = _word(found[0])
        if word is None or word.term in marked:
            return found[0]
        marked.add(word.term)
        return f'<a class="term" href="#{word.anchor}" title="{escape(word.title)}">{found[0]}</a>'

    made = [
        one.source if one.kind != "text" or apart else _pattern().sub(link, one.source)
        for one, apart in _placed(page, _UNMARKED)
    ]
    return Markup("".join(made))


def bound(page: str) -> Markup:
    """Return HTML in which a number and its sign, "33.3 %", "11 VP", and odds, "7-1", stand on one line.

    Minus signs are such.

    >>> str(bound(Markup("<p>in 33.3 % of rolls</p>")))
    '<p>in <span class="nb">33.3 %</span> of rolls</p>'
    """
    made = []
    for one, apart in _placed(page, _UNBOUND):
        text = one.source
        if one.kind == "text" and not apart:
            text = _FIGURE.sub(lambda found: f'<span class="nb">{found[0]}</span>', signed(text))
        elif one.kind == "text" and apart in _CELLS:
            text = _PERCENT.sub("\u00a0%", text)
        made.append(text)
    return Markup("".join(made))


def found_on(page: str) -> list[Word]:
    """Return the words that a page's HTML shows anywhere, by term.

    >>> [word.term for word in found_on("<p>Two <b>steps</b> by airlift</p><script>overrun</script>")]
    ['airlift', 'step loss']
    """
    shown = " ".join(texts(page))
    found = {word for hit in _pattern().finditer(shown) if (word := _word(hit[0])) is not None}
    return sorted(found, key=lambda word: word.term.lower())


def _placed(page: str, apart: Collection[str]) -> Iterator[tuple[Token, str]]:
    """Yield each piece of HTML with the innermost element it stands in that is to be left alone, "" outside all."""
    inside: list[str] = []
    for one in tokens(str(escape(page))):
        if one.kind == "end" and inside and inside[-1] == one.tag:
            inside.pop()
        elif one.kind == "start" and (one.tag in apart or one.attributes.get("class") == "without"):
            inside.append(one.tag)
        yield one, inside[-1] if inside else ""


def _word(spelling: str) -> Word | None:
    """Return the word of a spelling; none for a phrase in which it means something else."""
    spelled = _spelled()
    return spelled.get(spelling) or spelled.get(spelling.lower())


@cache
def _spelled() -> dict[str, Word]:
    return {spelling: word for word in words() for spelling in word.spellings}


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds every spelling and phrase whole, the longest first; lower case matches a capital too."""
    longest = sorted([*_spelled(), *(phrase for word in words() for phrase in word.but)], key=len, reverse=True)
    either = "|".join(re.escape(s) if s != s.lower() else f"(?i:{re.escape(s)})" for s in longest)
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")
