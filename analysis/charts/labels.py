"""Labels too long for one line of an axis."""

from __future__ import annotations

import textwrap
from typing import Any

import altair as alt
import polars as pl

from analysis.words import minus

_LINES = range(2, 7)
LINE = 15
"""The height of a line of a label, in pixels."""


def wrapped(frame: pl.DataFrame, name: str, width: int) -> pl.DataFrame:
    """Return a frame whose texts in a column are broken into lines of `width` letters at most, with minus signs."""
    lines = [textwrap.fill(minus(text), width) for text in frame[name].to_list()]
    return frame.with_columns(pl.Series(name, lines, dtype=pl.String))


def lines_axis(*, grid: bool = True) -> alt.Axis:
    """Return an axis that shows such texts whole, in the middle of their rows; a thin line through each if `grid`."""
    of_lines = "length(split(datum.label, '\\n')) == {}".format
    raised: Any = {"condition": [{"test": of_lines(n), "value": (1 - n) * LINE / 2} for n in _LINES], "value": 0}
    return alt.Axis(
        labelExpr="split(datum.label, '\\n')",
        labelLimit=0,
        labelPadding=10,
        labelLineHeight=LINE,
        labelOffset=raised,
        grid=grid,
    )


def rows_height(frame: pl.DataFrame, name: str) -> int:
    """Return the height of a chart with a row for each text, as high as the longest needs."""
    lines = max((text.count("\n") + 1 for text in frame[name].to_list()), default=1)
    return max(26, LINE * lines + 8) * len(frame)
