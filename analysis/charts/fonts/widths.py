"""How wide text is in the letters of our pages: read from the font's own tables, so that lines end where they are."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

__all__ = ["width_of"]

_FOLDER = Path(__file__).parent
_ODD = 0.6
"""The width of a letter that the font lacks, in sizes: as wide as a wide one."""


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is, in the units of `size`, kerning apart.

    >>> width_of("mm", 10) == 2 * width_of("m", 10) > 2 * width_of("i", 10)
    True
    """
    widths = _widths("kessel-sans-semibold" if bold else "kessel-sans")
    return size * sum(widths.get(ord(letter), _ODD) for letter in text)


@cache
def _widths(name: str) -> dict[int, float]:
    """Return the advance of each character of a font, in sizes."""
    data = (_FOLDER / f"{name}.ttf").read_bytes()
    (n_tables,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4s4xI", data, 12 + 16 * i) for i in range(n_tables))
    at = dict(records)
    (units,) = struct.unpack_from(">H", data, at[b"head"] + 18)
    (n_long,) = struct.unpack_from(">H", data, at[b"hhea"] + 34)
    advances = [struct.unpack_from(">H", data, at[b"hmtx"] + 4 * min(i, n_long - 1))[0] for i in range(n_long)]
    return {code: advances[min(glyph, n_long - 1)] / units for code, glyph in _glyphs(data, at[b"cmap"]).items()}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Return the glyph of each character, from the table of format 4, which every font with Latin letters has."""
    (n,) = struct.unpack_from(">H", data, cmap + 2)
    starts = [cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * i)[0] for i in range(n)]
    start = next(one for one in starts if struct.unpack_from(">H", data, one)[0] == 4)
    (double,) = struct.unpack_from(">H", data, start + 6)
    count, ends_at = double // 2, start + 14
    ends = struct.unpack_from(f">{count}H", data, ends_at)
    begins = struct.unpack_from(f">{count}H", data, ends_at + double + 2)
    deltas = struct.unpack_from(f">{count}h", data, ends_at + 2 * double + 2)
    offsets_at = ends_at + 3 * double + 2
    offsets = struct.unpack_from(f">{count}H", data, offsets_at)
    found = {}
    for i, (begin, end, delta, offset) in enumerate(zip(begins, ends, deltas, offsets, strict=True)):
        for code in range(begin, end + 1):
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets_at + 2 * i + offset + 2 * (code - begin))
            else:
                glyph = code
            if code != 0xFFFF and glyph:
                found[code] = (glyph + delta) % 65536
    return found
