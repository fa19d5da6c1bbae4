"""A sheet of A4 as SVG and as PDF: headings, tables and stacked bars, set from the top; no browser takes part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from html import escape

import vl_convert

from analysis.charts.fonts import STACK, register
from analysis.charts.fonts.widths import width_of
from analysis.errors import KesselError
from analysis.pages.cards.pdf import settled
from analysis.words import signed
from sim.verdict import nearest

WIDTH, HEIGHT = 595.28, 841.89
"""A4 in points, the unit of a PDF page."""
MARGIN, GAP = 34.0, 10.0
_INK, _SOFT, _LINE = "#1c1f23", "#5a626b", "#d9d9d2"


@dataclass(frozen=True)
class Bar:
    """A share of each of some colors, drawn one after the other in a cell of a table."""

    parts: tuple[tuple[float, str], ...]


_TIGHT, _BETWEEN = 1.18, 7.0
"""How far lines of one cell are apart, in sizes of its letters; the room between columns of sentences."""
_BOTTOM = HEIGHT - MARGIN - 4
_LEADINGS = (1.85, 1.75, 1.65, 1.55, 1.48, 1.42, 1.36, 1.3, 1.24)
"""How far lines of a table are apart, in sizes of its letters."""

TableCell = str | Bar


@dataclass(frozen=True)
class Table:
    """A table with a heading; `widths` are shares of its width, and columns after the first are set to the right."""

    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    widths: tuple[float, ...]
    left: tuple[int, ...] = (0,)
    size: float = 8.2


@dataclass(frozen=True)
class Text:
    """Lines that are broken where they end, and a square of color before each where `colors` has one."""

    text: str
    size: float = 8.0
    colors: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ledger:
    """A table of sentences: cells break into lines, and a row is as high as its longest; `widths` are shares."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    size: float = 6.8


SheetBlock = Table | Text | Ledger


@dataclass
class Sheet:
    """A sheet: title, a line under it, rows of blocks that stand beside each other, and a foot."""

    title: str
    under: str
    rows: tuple[tuple[SheetBlock, ...], ...]
    foot: str
    marks: list[str] = field(default_factory=list)
    leading: float = 1.42

    def svg(self) -> str:
        """Return the sheet as SVG, its lines as far apart as one A4 lets them; `KesselError` if it does not fit."""
        for self.leading in _LEADINGS:
            y = self._set()
            if y <= _BOTTOM:
                break
        else:
            raise KesselError(f"the card {self.title!r} is {y:.0f} points high; expected at most {_BOTTOM:.0f}")
        self._lines(self.foot, MARGIN, HEIGHT - MARGIN + 6, WIDTH - 2 * MARGIN, 7.2)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" aria-label="{escape(self.title)}" font-family="{STACK}">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>{"".join(self.marks)}</svg>'
        )

    def _set(self) -> float:
        """Set everything but the foot; return where it ends."""
        self.marks = []
        y = MARGIN + 14
        self._write(MARGIN, y, self.title, 17, bold=True)
        y = self._lines(self.under, MARGIN, y + 13, WIDTH - 2 * MARGIN, 8.2)
        for row in self.rows:
            width = (WIDTH - 2 * MARGIN - GAP * 1.6 * (len(row) - 1)) / len(row)
            y += GAP
            y = max(self._block(block, MARGIN + i * (width + GAP * 1.6), y, width) for i, block in enumerate(row))
        return y

    def _block(self, block: SheetBlock, x: float, y: float, width: float) -> float:
        if isinstance(block, Table):
            return self._table(block, x, y, width)
        if isinstance(block, Ledger):
            return self._ledger(block, x, y, width)
        start = x
        y = self._lines(block.text, x, y + 8, width, block.size) + block.size * 1.6
        for color, text in block.colors:
            wide = width_of(text, block.size)
            if x + wide + 14 > start + width:
                x, y = start, y + block.size * 1.4
            self.marks.append(f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="7" height="7" fill="{color}"/>')
            self._write(x + 10, y, text, block.size, color=_SOFT)
            x += wide + 22
        return y + 4

    def _table(self, table: Table, x: float, y: float, width: float) -> float:
        self._write(x, y + 9, table.heading, 9.6, bold=True)
        y += 14
        edges = [x + width * sum(table.widths[:i]) / sum(table.widths) for i in range(len(table.widths) + 1)]
        step = table.size * self.leading
        for row in ((table.head,) if any(table.head) else ()) + table.rows:
            is_head = row is table.head
            for i, cell in enumerate(row):
                left, right = edges[i], edges[i + 1]
                if isinstance(cell, Bar):
                    self._bar(cell, left + 8, y + 1.5, right - left - 8, step - 3.5)
                    continue
                x_of, anchor = (left, "start") if i in table.left else (right - 2, "end")
                color = _SOFT if is_head else _INK
                self._write(x_of, y + step / 2 + table.size * 0.32, cell, table.size, color=color, anchor=anchor)
            y += step
            ends = f'x1="{x:.1f}" x2="{x + width:.1f}" y1="{y - 1:.1f}" y2="{y - 1:.1f}"'
            self.marks.append(f'<line {ends} stroke="{_LINE}" stroke-width="0.5"/>')
        return y

    def _ledger(self, table: Ledger, x: float, y: float, width: float) -> float:
        edges = [x + width * sum(table.widths[:i]) / sum(table.widths) for i in range(len(table.widths) + 1)]
        for row in (table.head, *table.rows):
            lines = [
                _broken(cell, right - left - _BETWEEN, table.size)
                for cell, left, right in zip(row, edges, edges[1:], strict=False)
            ]
            for held, left in zip(lines, edges, strict=False):
                for i, line in enumerate(held):
                    down = y + table.size * (0.9 + i * _TIGHT)
                    self._write(left, down, line, table.size, color=_SOFT if row is table.head else _INK)
            y += table.size * ((max(map(len, lines)) - 1) * _TIGHT + self.leading)
            ends = f'x1="{x:.1f}" x2="{x + width:.1f}" y1="{y - 1:.1f}" y2="{y - 1:.1f}"'
            self.marks.append(f'<line {ends} stroke="{_LINE}" stroke-width="0.5"/>')
        return y

    def _bar(self, bar: Bar, x: float, y: float, width: float, height: float) -> None:
        for share, color in bar.parts:
            self.marks.append(
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{share * width:.2f}" height="{height:.2f}" fill="{color}"/>'
            )
            x += share * width

    def _lines(self, text: str, x: float, y: float, width: float, size: float) -> float:
        """Write text that is broken into lines; return where the last one stands."""
        lines = _broken(text, width, size)
        for i, one in enumerate(lines):
            self._write(x, y + i * size * 1.35, one, size, color=_SOFT)
        return y + (len(lines) - 1) * size * 1.35

    def _write(self, x: float, y: float, text: str, size: float, *, bold: bool = False, color: str = _INK,
               anchor: str = "start") -> None:  # fmt: skip
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}"{weight}'
        self.marks.append(f"<text {place}>{escape(signed(f' {text}')[1:])}</text>")


@lru_cache(maxsize=4096)
def _broken(text: str, width: float, size: float) -> tuple[str, ...]:
    """Return a text in lines that fit a width; a number and its sign, "33 %", stay together.

    A sheet is set several times until it fits, and breaks the same texts each time.
    """
    line, lines = "", list[str]()
    for word in text.replace(" %", "\u00a0%").split(" "):
        if line and width_of(f"{line} {word}", size) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return (*lines, line)


def pdf(svg: str) -> bytes:
    """Return a sheet as a PDF of one page, its text as text; the same sheet makes the same bytes."""
    register()
    return settled(vl_convert.svg_to_pdf(svg))


def percents(values: Sequence[Fraction]) -> str:
    """Return a share, or the lowest and highest of several, as whole percents; what is not certain is not rounded so.

    >>> percents([Fraction(1, 2)]), percents([Fraction(1, 4), Fraction(5, 8)]), percents([Fraction(1, 1000)])
    ('50 %', '25–63 %', '<1 %')
    """
    low, high = min(values), max(values)
    return f"{_whole(low)} %" if low == high else f"{_whole(low)}–{_whole(high)} %"


def _whole(share: Fraction) -> str:
    if 0 < share < Fraction(1, 200):
        return "<1"
    return ">99" if Fraction(199, 200) < share < 1 else f"{nearest(100 * share)}"
