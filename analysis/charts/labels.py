"""Labels too long for one line of an axis."""

from __future__ import annotations

import textwrap

import altair as alt
import polars as pl

LINE = 15
"""The height of a line of a label, in pixels."""


def wrapped(frame: pl.DataFrame, name: str, width: int) -> pl.DataFrame:
    """Return a frame whose texts in a column are broken into lines of `width` letters at most."""
    lines = [textwrap.fill(text, width) for text in frame[name].to_list()]
    return frame.with_columns(pl.Series(name, lines, dtype=pl.String))


def lines_axis() -> alt.Axis:
    """Return an axis that shows such texts whole."""
    return alt.Axis(labelExpr="split(datum.label, '\\n')", labelLimit=0, labelLineHeight=LINE)


def rows_height(frame: pl.DataFrame, name: str) -> int:
    """Return the height of a chart with a row for each text, as high as the longest needs."""
    lines = max((text.count("\n") + 1 for text in frame[name].to_list()), default=1)
    return max(26, LINE * lines + 8) * len(frame)
