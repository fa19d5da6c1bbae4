"""HTML as the standard library's parser reads it: tags and texts in their order, each as it is written on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate, pairwise
from typing import Literal

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
"""HTML's elements without an end."""
HIDDEN = frozenset(("script", "style", "svg"))
"""Elements whose texts are no words of the page."""

TokenKind = Literal["start", "end", "empty", "text", "note"]


@dataclass(frozen=True)
class Token:
    """A start or an end of an element, one that is both (`empty`), a text, or a note that nobody sees."""

    kind: TokenKind
    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    source: str = ""


class _Reader(HTMLParser):
    """Notes where each piece starts; adjacent texts are one."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self._lines = [0, *accumulate(len(line) + 1 for line in page.split("\n"))]
        self.starts: list[tuple[int, Token]] = []
        self.feed(page)
        self.close()

    def _note(self, kind: TokenKind, tag: str = "", attrs: list[tuple[str, str | None]] | None = None) -> None:
        line, letter = self.getpos()
        if kind != "text" or not self.starts or self.starts[-1][1].kind != "text":
            attributes = {name: value or "" for name, value in attrs or ()}
            self.starts.append((self._lines[line - 1] + letter, Token(kind, tag, attributes)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note("empty" if tag in VOID else "start", tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note("empty", tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._note("end", tag)

    def handle_data(self, data: str) -> None:
        self._note("text")

    def handle_comment(self, data: str) -> None:
        self._note("note")

    def handle_decl(self, decl: str) -> None:
        self._note("note")

    def handle_pi(self, data: str) -> None:
        self._note("note")

    def unknown_decl(self, data: str) -> None:
        self._note("note")


def tokens(page: str) -> list[Token]:
    """Return the tokens of HTML; joined, their sources are the page.

    >>> [(one.kind, one.source) for one in tokens('<p class="a">5 &lt; 6<br></p>')]
    [('start', '<p class="a">'), ('text', '5 &lt; 6'), ('empty', '<br>'), ('end', '</p>')]
    """
    read = _Reader(page).starts
    ends = [*(at for at, _ in read[1:]), len(page)][: len(read)]
    return [Token(one.kind, one.tag, one.attributes, page[at:end]) for (at, one), end in zip(read, ends, strict=True)]


def outermost(page: str) -> list[list[Token]]:
    """Return the elements that stand in no other, each with all its tokens; a text between two is by itself.

    >>> [[one.source for one in element] for element in outermost("<p>a <b>b</b></p> c")]
    [['<p>', 'a ', '<b>', 'b', '</b>', '</p>'], [' c']]
    """
    found: list[list[Token]] = []
    opened: list[str] = []
    for one in tokens(page):
        if opened:
            found[-1].append(one)
        else:
            found.append([one])
        if one.kind == "start":
            opened.append(one.tag)
        elif one.kind == "end" and one.tag in opened:
            while opened.pop() != one.tag:
                pass
    return found


def source(read: list[Token]) -> str:
    """Return tokens as they are written."""
    return "".join(one.source for one in read)


def texts(page: str) -> Iterator[str]:
    """Yield the texts of HTML but those of scripts, styles and pictures, with the letters that entities stand for.

    >>> list(texts("<p>5 &lt; 6</p><script>7</script>"))
    ['5 < 6']
    """
    hidden = 0
    for one in tokens(page):
        if one.tag in HIDDEN and one.kind != "empty":
            hidden += 1 if one.kind == "start" else -1
        elif one.kind == "text" and not hidden:
            yield unescape(one.source)


class _Head(HTMLParser):
    """Keeps the notes of a head, and stops where it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: dict[str, str] = {}
        self.is_over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        name = held.get("name")
        if tag == "meta" and name and not self.is_over:
            self.notes[name] = held.get("content") or ""

    def handle_endtag(self, tag: str) -> None:
        self.is_over = self.is_over or tag == "head"


_CHUNK = 4096


def head_notes(page: str) -> dict[str, str]:
    """Return what the head of a page says of it, ``<meta name=... content=...>``, by name; the body is not read.

    >>> head_notes('<html><head><meta name="author" content="A &amp; B"></head><body>')
    {'author': 'A & B'}
    """
    head = _Head()
    for start, end in pairwise([*range(0, len(page), _CHUNK), len(page)]):
        head.feed(page[start:end])
        if head.is_over:
            break
    return head.notes
