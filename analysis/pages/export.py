"""Every chart of a page as files: SVG, PNG, and the numbers it draws as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import vl_convert

from analysis.charts import WIDTH
from analysis.charts.theme import VEGA_LITE
from analysis.pages.parts import Figure


def export(name: str, figures: Sequence[Figure], folder: Path) -> list[Path]:
    """Write each chart of a page, ``<page>-<number>.svg``, ``.png`` and ``.csv``; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for figure in figures:
        stem = folder / f"{name}-{figure.number}"
        files = {
            ".svg": figure.svg.encode("utf8"),
            ".png": vl_convert.vegalite_to_png(_fixed(figure.spec), vl_version=VEGA_LITE, scale=2),
            ".csv": _as_csv(figure.spec).encode("utf8"),
        }
        for ending, data in files.items():
            path = stem.with_name(stem.name + ending)
            path.write_bytes(data)
            written.append(path)
    return written


def _fixed(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification of fixed width: a page's follows the page."""
    return {**{key: value for key, value in spec.items() if key != "autosize"}, "width": WIDTH, "background": "white"}


def _as_csv(spec: dict[str, Any]) -> str:
    """Return all data sets of a chart one after the other, an empty line between, numbers as the chart has them."""
    out = io.StringIO()
    for at, rows in enumerate(spec.get("datasets", {}).values()):
        if at:
            out.write("\n")
        writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _in_a_line(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _in_a_line(value: Any) -> Any:
    """Return a value; a text that a chart breaks into lines in one."""
    return value.replace("\n", " ") if isinstance(value, str) else value
