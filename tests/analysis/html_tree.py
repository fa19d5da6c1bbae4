"""A made page as a tree, read by the standard library's parser: what stands where, and what a reader sees of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
"""HTML's elements without an end."""
_BLOCKS = frozenset(("p", "li", "h1", "h2", "h3", "h4", "td", "th", "dt", "dd", "text", "summary", "figcaption", "div"))
_UNSEEN = frozenset(("script", "style"))


@dataclass(eq=False)
class Element:
    """An element with its attributes and, in their order, the elements and texts within."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parent: "Element | None" = None
    within: list["Element | str"] = field(default_factory=list)

    def has(self, *classes: str) -> bool:
        """Return whether it is of all these classes."""
        return set(classes) <= set(self.attributes.get("class", "").split())

    def all(self, *tags: str) -> "Iterator[Element]":
        """Yield the elements of these tags within, in the page's order, whatever they stand in; of any without."""
        for one in self.within:
            if isinstance(one, Element):
                if not tags or one.tag in tags:
                    yield one
                yield from one.all(*tags)

    def first(self, tag: str, *classes: str) -> "Element | None":
        """Return the first element of a tag and these classes within."""
        return next((one for one in self.all(tag) if one.has(*classes)), None)

    def ancestors(self) -> "Iterator[Element]":
        """Yield what it stands in, from the inside out."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def named(self, name: str) -> "Element":
        """Return the element with an id; `StopIteration` if there is none."""
        return next(one for one in self.all() if one.attributes.get("id") == name)

    def data(self, name: str) -> Any:
        """Return the JSON of the script with an id.

        >>> tree('<script id="n" type="application/json">{"a": "<p>"}</script>').data("n")
        {'a': '<p>'}
        """
        return json.loads("".join(one for one in self.named(name).within if isinstance(one, str)))

    def text(self) -> str:
        """Return what a reader sees of it, in one line, with plain spaces and minus signs.

        >>> tree("<p>2<b>\\u2212</b>3</p><script>4</script><p>5</p>").text()
        '2-3 5'
        """
        said = "".join(self._said()).replace("\u00a0", " ").replace("\u2212", "-")
        return " ".join(said.split())

    def _said(self) -> Iterator[str]:
        if self.tag in _UNSEEN:
            return
        apart = " " if self.tag in _BLOCKS else ""
        yield apart
        for one in self.within:
            if isinstance(one, str):
                yield one
            else:
                yield from one._said()
        yield apart

    def behind(self) -> "Element":
        """Return all that comes after it on its page, as an element without a name."""
        rest, here = Element(""), self
        for above in self.ancestors():
            at = next(nth for nth, one in enumerate(above.within) if one is here)
            rest.within += above.within[at + 1 :]
            here = above
        return rest

    def without(self, *out: "Element") -> "Element":
        """Return a copy that lacks some of the elements within."""
        made = Element(self.tag, self.attributes)
        for one in self.within:
            if isinstance(one, str):
                made.within.append(one)
            elif not any(one is gone for gone in out):
                below = one.without(*out)
                below.parent = made
                made.within.append(below)
        return made


class _Builder(HTMLParser):
    """Builds the tree: an end closes the nearest open element of its tag, and one that nothing opened closes none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self._at = Element("")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.within.append(made)
        if tag not in _VOID:
            self._at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._at.within.append(Element(tag, {name: value or "" for name, value in attrs}, self._at))

    def handle_endtag(self, tag: str) -> None:
        closed = next((one for one in (self._at, *self._at.ancestors()) if one.tag == tag), None)
        if closed is not None and closed.parent is not None:
            self._at = closed.parent

    def handle_data(self, data: str) -> None:
        self._at.within.append(data)


def tree(page: str) -> Element:
    """Return a page's HTML, or a piece of it, as an element without a name.

    >>> tree('<p class="answer big">It is <b>5 &lt; 6</b>.').first("p", "answer").text()
    'It is 5 < 6.'
    """
    builder = _Builder()
    builder.feed(page)
    builder.close()
    return builder.root
