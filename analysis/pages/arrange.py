"""What a page shows at once, and what it folds: one picture and the first words of each section stand open.

Nothing is left out: what is folded is on the page, opens without a script, and is printed whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from analysis.pages.markup import outermost, source, texts, tokens
from analysis.pages.parts import Figure

WORDS = 70
"""Words of a text that stand open; the rest is folded."""
ITEMS = 4
"""Items of a long list that stand open."""
LONG = 3
"""Sections from which a page has a list of its contents."""
LINE = 64
"""Letters of the line that stands for a folded text."""

_PARTS = ("p", "ul", "ol", "pre", "table", "blockquote", "h3", "h4", "div")
"""Elements before which a text may be folded."""
_LINES = ("p", "li", "h3", "h4")
"""Elements whose words can stand for a folded text."""
_PAUSE = re.compile(r"[.:;,](?=\s)|\s(?=\()")
"""Where a sentence may be cut: after a pause, before a bracket."""
_LEADS_ON = re.compile(
    r"(?:\s(?:a|an|the|of|to|in|at|by|and|or|but|as|that|which|is|are|not|what|from|with|for|within|over|after))+$"
)
"""Words that ask for another behind them."""


@dataclass
class Section:
    """A part of a page under a heading: its blocks, each a kind and what is to be shown."""

    heading: Markup = Markup("")
    number: int = 0
    blocks: list[tuple[str, Any]] = field(default_factory=list)


def hero_of(blocks: Sequence[tuple[str, Any]], headline: Figure | None) -> tuple[str, Any] | None:
    """Return the block that stands below the answer: what can be handled, a sheet, or else the headline's chart."""
    handled = next((one for one in blocks if one[0] in ("app", "sheet")), None)
    return handled or next((one for one in blocks if one[1] is headline), None)


def sections(blocks: Sequence[tuple[str, Any]], hero: tuple[str, Any] | None) -> list[Section]:
    """Return a page's blocks by section, without the one that stands above them; empty sections are left out."""
    found = [Section()]
    for kind, block in blocks:
        if hero is not None and block is hero[1]:
            continue
        if kind != "text":
            found[-1].blocks.append((kind, block))
            continue
        text: list[str] = []
        for element in outermost(str(block)):
            if element[0].tag == "h2":
                _add(found[-1], "".join(text))
                found.append(Section(Markup(source(element[1:-1])), len(found)))
                text = []
            else:
                text.append(source(element))
        _add(found[-1], "".join(text))
    return [one for one in found if one.blocks]


def _add(section: Section, text: str) -> None:
    if text.strip():
        section.blocks.append(("text", opened_and_folded(text)))


def opened_and_folded(text: str) -> tuple[Markup, Markup]:
    """Return the first words of a text as HTML, and what follows them, empty where it is short.

    >>> opened_and_folded("<p>Short.</p>")
    (Markup('<p>Short.</p>'), Markup(''))
    >>> long = "<p>" + "word " * 60 + "</p>"
    >>> [part.count("<p>") for part in opened_and_folded(3 * long)]
    [1, 2]
    """
    parts, is_of_parts = _parts(text)
    if _words(text) <= WORDS or not is_of_parts:
        return Markup(text.strip()), Markup("")
    opened: list[str] = []
    while parts and (not opened or _words("".join(opened)) + _words(parts[0]) <= WORDS):
        opened.append(parts.pop(0))
    if len(opened) == 1 and opened[0].startswith("<ul>") and _words(opened[0]) > WORDS:
        head, tail = _split_list(opened[0])
        opened, parts = [head], [*([tail] if tail else []), *parts]
    return Markup("".join(opened).strip()), Markup("".join(parts).strip())


def fold_line(text: str) -> str:
    """Return the first words of a folded text, in one line: a sentence, or as much as ends well, and then "...".

    >>> fold_line("<li>In 5.2 it is <b>short</b>. More.</li><li>Another.</li>")
    'In 5.2 it is short'
    >>> fold_line("<p>It stands open where a unit of two steps retreats, and what follows is another thought</p>")
    'It stands open where a unit of two steps retreats ...'
    >>> fold_line("<p>An answer of many words that never make a pause within the letters of a line</p>")
    'An answer of many words that never make a pause ...'
    """
    said = " ".join(_first_block(text).split())
    first = re.split(r"[.]\s(?=[A-Z“])", said, maxsplit=1)[0].removesuffix(".")
    if len(first) <= LINE:
        return first
    cut = first[: LINE - 3]
    pauses = [at.start() for at in _PAUSE.finditer(cut) if at.start() > LINE // 3 and _is_closed(cut[: at.start()])]
    held = cut[: pauses[-1]] if pauses else _LEADS_ON.sub("", cut.rpartition(" ")[0])
    return f"{held.rstrip(' ,;:(')} ..."


def _is_closed(text: str) -> bool:
    """Return whether every bracket and quotation that a text opens is closed in it."""
    return text.count("(") == text.count(")") and text.count("“") == text.count("”")


def _first_block(text: str) -> str:
    """Return the words of the first block of a text; of one that is shown as it stands, the first line."""
    read = tokens(text)
    at = next((at for at, one in enumerate(read) if one.kind == "start" and one.tag in ("code", *_LINES)), None)
    if at is None:
        return "".join(texts(text))
    block = takewhile(lambda one: one.kind != "end" or one.tag not in ("code", *_LINES), read[at:])
    said = "".join(texts(source(list(block))))
    return said.partition("\n")[0] if read[at].tag == "code" else said


def _parts(text: str) -> tuple[list[str], bool]:
    """Return the elements of a text, each with the space behind it, and whether it may be folded between them."""
    spaced = _spaced(text.strip())
    return [written for _, written in spaced], all(tag in _PARTS for tag, _ in spaced)


def _spaced(text: str) -> list[tuple[str, str]]:
    """Return the outermost elements and texts of HTML, each with its tag and with the space behind it."""
    found: list[tuple[str, str]] = []
    for element in outermost(text):
        written = source(element)
        if found and not written.strip():
            found[-1] = (found[-1][0], found[-1][1] + written)
        else:
            found.append((element[0].tag, written))
    return found


def _split_list(text: str) -> tuple[str, str]:
    inner = source(tokens(text.strip())[1:-1])
    items = [written for tag, written in _spaced(inner.lstrip()) if tag == "li"]
    if len(items) <= ITEMS:
        return text, ""
    return f"<ul>{''.join(items[:ITEMS])}</ul>", f"<ul>{''.join(items[ITEMS:])}</ul>"


def _words(text: str) -> int:
    return len(" ".join(one.source for one in tokens(text) if one.kind == "text").split())
