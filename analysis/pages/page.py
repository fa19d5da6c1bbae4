"""What a notebook says to its page: the question, the answer, figures with their claims, tables, provenance.

Each call shows something readable in JupyterLab and marks it for the page; `analysis.pages.publish` lays the marks out.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import vl_convert
from altair.utils import schemapi
from IPython.display import display

from analysis.charts.theme import VEGA_LITE, enable_offline
from analysis.errors import KesselError
from analysis.pages.notebooks import MARK
from analysis.words import minus, percent, signed, whole_percent

if TYPE_CHECKING:
    import altair as alt
    import duckdb
    import polars as pl

__all__ = [
    "answer", "app", "figure", "percent", "picture", "provenance", "question", "sheet", "sure", "table", "text",
    "whole_percent",
]  # fmt: skip

_SHORT = 12  # letters that a cell does not break: "33.3 %", "Dec IV"
FOR_PAGE = "KESSEL_PAGE"  # in the environment of a kernel that makes pages; tests say "checked" where others say "yes"
_IS_CHECKED = os.environ.get(FOR_PAGE) != "yes"
"""Whether Altair holds every part of a chart against its schema: it takes a tenth of the time of all pages."""
enable_offline()
if not _IS_CHECKED:
    schemapi.disable_debug_mode()


def question(text: str) -> None:
    """Put the page's question; it becomes the title."""
    _show({"text/markdown": f"# {text}"}, part="question", text=text)


def answer(text: str, moves: tuple[str, str] = ("", "")) -> None:
    """Give the answer in one sentence, as `docs/how-we-write.md` has it; the index shows it as well.

    `moves` names the assumption that moves it most, and from what to what, for the index's list of unknown
    numbers; each may have a second line.
    """
    text = minus(text)
    _show({"text/markdown": f"**{text}**"}, part="answer", text=text, moves=[minus(one) for one in moves])


def sure(text: str, mark: str = "") -> None:
    """Say in one line how sure the answer is: what it rests on, its range, the one assumption that matters most.

    `mark` is the value of a `analysis.pages.marks.Mark`, where the page knows better than what its table tells.
    """
    text = minus(text)
    _show({"text/markdown": f"*How sure:* {text}"}, part="sure", text=text, mark=mark)


def fix(text: str, aim: str) -> None:
    """Name the change that is most worth trying, for the front page; `aim` is where it can be tried."""
    _show({"text/markdown": f"**Try this:** [{text}]({aim})"}, part="fix", text=text, aim=aim)


def figure(chart: alt.TopLevelMixin, claim: str, reading: str, *, headline: bool = False) -> None:
    """Show a chart under the claim it supports, with a line on how to read it; `headline` puts it on the index."""
    spec = chart.to_dict(validate=_IS_CHECKED)
    shown: dict[str, Any] = {"application/vnd.vegalite.v6+json": spec, "text/plain": claim}
    if FOR_PAGE not in os.environ:  # JupyterLab does not know this version of Vega-Lite: it gets a picture
        shown["image/svg+xml"] = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
    _show(shown, part="figure", claim=minus(claim), reading=minus(reading), headline=headline)


def table(frame: pl.DataFrame, claim: str, reading: str = "") -> None:
    """Show a small table under the claim it supports; every cell is escaped."""
    head = "".join(f'<th scope="col">{html.escape(name.replace("_", " "))}</th>' for name in frame.columns)
    body = "".join("<tr>" + "".join(_cell(value) for value in row) + "</tr>" for row in frame.iter_rows())
    text = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    _show({"text/html": text, "text/plain": claim}, part="table", claim=minus(claim), reading=minus(reading))


def picture(svg: str, claim: str, reading: str = "") -> None:
    """Show a drawing, such as a map, under the claim it supports; it brings its own colors, light and dark."""
    _show({"image/svg+xml": svg, "text/plain": claim}, part="picture", svg=svg, claim=claim, reading=reading)


def app(name: str, data: Mapping[str, Any], claim: str, reading: str, static: str) -> None:
    """Put an interactive part on the page: the script ``templates/apps/<name>.js`` with its data, which JSON can hold.

    The script is the body of a function of `root`, its place on the page, and `data`; ``templates/apps/common.js``
    stands before it. `static` is Markdown that says something useful where no script runs.
    """
    json.dumps(data)
    _show({"text/markdown": static}, part="app", name=name, data=data, claim=claim, reading=reading, static=static)


def sheet(svg: str, reading: str) -> None:
    """Put a sheet of A4 on the page, as SVG; it is what the page prints, and it is written as a PDF beside the page."""
    _show({"image/svg+xml": svg, "text/plain": reading}, part="sheet", svg=svg, reading=reading)


def text(markdown: str) -> None:
    """Say something whose words are computed, as Markdown."""
    markdown = minus(markdown)
    _show({"text/markdown": markdown}, part="text", text=markdown)


def provenance(
    db: duckdb.DuckDBPyConnection, *, games: Sequence[str], studies: Sequence[str] = (), again: str = ""
) -> None:
    """Say from which tables and runs the page was made; the commands that make it again stand at its very end.

    `again` is Markdown on how its question is asked again, with other assumptions.
    """
    tables = db.execute(
        "SELECT game, title, edition FROM core.game WHERE list_contains(?, game) ORDER BY game", [list(games)]
    ).fetchall()
    if new := sorted(set(games) - {game for game, *_ in tables}):
        raise KesselError(
            f"{', '.join(new)} is not in the warehouse, which is older; build it anew with: kessel warehouse"
        )
    digest = db.execute(
        "SELECT game, md5(string_agg(sha256, '' ORDER BY table_name)) FROM core.source_table"
        " WHERE list_contains(?, game) GROUP BY game", [list(games)]
    ).fetchall()  # fmt: skip
    runs = db.execute(
        "SELECT study, run_id, n_games, seed, command, game_version, numpy_version FROM core.run"
        " WHERE list_contains(?, study) ORDER BY study", [list(studies)]
    ).fetchall()  # fmt: skip
    sums = dict(digest)
    lines = [f"- {title} ({edition}); tables {sums[game][:12]}" for game, title, edition in tables]
    lines += [
        f"- study *{study}*: run {run_id}, {n:,} games, seed {seed}, rules version {version}, NumPy {numpy}"
        for study, run_id, n, seed, command, version, numpy in runs
    ]
    text = "\n".join(lines) + (f"\n\n{again}" if again else "")
    _show({"text/markdown": text}, part="provenance", text=text, commands=[run[4] for run in runs])


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td class="number">{signed(f"{value:.2f}")}</td>'
    text = signed(html.escape(str(value))).replace(" %", "\u00a0%")  # or the sign stands alone where it is narrow
    if isinstance(value, int) and not isinstance(value, bool):
        return f'<td class="number">{text}</td>'
    return f'<td class="short">{text}</td>' if len(text) <= _SHORT else f"<td>{text}</td>"


def _show(bundle: dict[str, Any], **mark: Any) -> None:
    display(bundle, raw=True, metadata={MARK: mark})  # type: ignore[no-untyped-call]
