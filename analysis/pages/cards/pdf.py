"""A PDF that is the same whenever its content is: objects numbered in the order in which they are first referred to.

The writer that vl-convert brings keeps its fonts in a hash map, so that every run puts them into another order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

_REFERENCE = re.compile(rb"(\d+) 0 R\b")
_FONTS = re.compile(rb"(?<=/Font <<)(?:\s*/\w+ \d+ 0 R)+")
_IN_USE = re.compile(rb"(\d{10}) \d{5} n")


def settled(made: bytes) -> bytes:
    """Return a PDF, one with a plain cross-reference table, with objects and fonts in an order of their own."""
    at = int(made[made.rindex(b"startxref") :].split()[1])
    starts = [int(found) for found in _IN_USE.findall(made[at:])]
    objects = {int(one.split()[0]): _with_sorted_fonts(one) for one in _pieces(made, [*starts, at])}
    trailer = made[made.index(b"trailer", at) : made.rindex(b"startxref")]
    order = _referred(trailer)
    for number in order:  # it grows as it is walked
        order += [other for other in _referred(_head(objects[number])) if other not in order]
    numbers = {old: new for new, old in enumerate(order, start=1)}
    pieces = [made[: min(starts)]]
    for old in order:
        head = _head(objects[old])
        numbered = head.replace(b"%d 0 obj" % old, b"%d 0 obj" % numbers[old], 1)
        pieces.append(_renumbered(numbered, numbers) + objects[old][len(head) :])
    return _closed(pieces, _renumbered(trailer, numbers))


def _closed(pieces: list[bytes], trailer: bytes) -> bytes:
    """Return the pieces, a header and objects, with the table that says where each stands, and the trailer."""
    places = [sum(map(len, pieces[: i + 1])) for i in range(len(pieces))]
    entries = [b"0000000000 65535 f\r\n", *(b"%010d 00000 n\r\n" % place for place in places[:-1])]
    table = b"xref\n0 %d\n" % len(entries) + b"".join(entries)
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % len(entries), trailer)
    return b"".join(pieces) + table + trailer + b"startxref\n%d\n%%%%EOF" % places[-1]


def _pieces(made: bytes, starts: list[int]) -> list[bytes]:
    ordered = sorted(starts)
    return [made[start:end] for start, end in pairwise(ordered)]


def _head(piece: bytes) -> bytes:
    """Return an object without its stream, which is not text."""
    return piece.partition(b"stream\n")[0]


def _referred(text: bytes) -> list[int]:
    """Return the objects that are referred to, in order, each once."""
    return list(dict.fromkeys(int(found) for found in _REFERENCE.findall(text)))


def _renumbered(text: bytes, numbers: Mapping[int, int]) -> bytes:
    return _REFERENCE.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], text)


def _with_sorted_fonts(piece: bytes) -> bytes:
    head = _head(piece)
    ordered = _FONTS.sub(lambda found: b"".join(sorted(re.findall(rb"\s*/\w+ \d+ 0 R", found[0]))), head)
    return ordered + piece[len(head) :]
