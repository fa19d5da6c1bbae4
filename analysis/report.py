"""From notebooks to pages: execute, lay out, write; one self-contained HTML file a notebook, and an index.

A page carries its charts twice: as SVG, which needs nothing, and as Vega-Lite, which the page's own copy of Vega
brings to life. It asks the network for nothing.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import mistune
import nbformat
import vl_convert
from markupsafe import Markup
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from analysis.errors import KesselError
from analysis.page import MARK, notebook_folder
from analysis.study import ROOT

REPORTS = ROOT / "reports"
VEGA_LITE = "6.4"
MAX_BYTES = 2_000_000

_MARKDOWN = mistune.create_markdown(escape=True, plugins=["table"])


@dataclass
class Figure:
    """A chart on a page: its claim, how to read it, its specification and its static picture."""

    claim: str
    reading: str
    spec: dict[str, Any]
    svg: str
    number: int


@dataclass
class Page:
    """What a notebook says, ready to be laid out."""

    name: str
    question: str = ""
    answer: str = ""
    blocks: list[tuple[str, Any]] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    headline: Figure | None = None
    provenance: str = ""


def notebooks() -> dict[str, Path]:
    """Return the notebooks that are reports, by name."""
    return {path.stem: path for path in sorted(notebook_folder().glob("*.ipynb"))}


def publish(name: str | None = None, folder: Path = REPORTS) -> list[Path]:
    """Execute one notebook or all of them and write their pages; the index comes with all."""
    known = notebooks()
    if name is not None and name not in known:
        raise KesselError(f"no report {name!r}; expected one of {', '.join(known)}")
    folder.mkdir(exist_ok=True)
    chosen = known if name is None else {name: known[name]}
    written, pages = [], []
    for path in _with_progress(list(chosen.values())):
        page = read_page(path.stem, execute(path))
        pages.append(page)
        written.append(_write(folder / f"{page.name}.html", _render_page(page)))
    if name is None:
        written.append(_write(folder / "index.html", _render_index(pages)))
    return written


def execute(path: Path) -> nbformat.NotebookNode:
    """Execute a notebook top to bottom in its folder; a failing cell is named."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources=place, extra_arguments=["--log-level=ERROR"]
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise KesselError(f"notebooks/{path.name}: a cell failed: {error.ename}: {error.evalue}") from None
    return notebook


def read_page(name: str, notebook: nbformat.NotebookNode) -> Page:
    """Collect what an executed notebook says, in its order."""
    page = Page(name)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            page.blocks.append(("text", _markdown(cell.source)))
        for output in cell.get("outputs", []):
            mark = output.get("metadata", {}).get(MARK)
            if mark:
                _place(page, mark, output["data"])
    for what in ("question", "answer", "provenance", "headline"):
        if not getattr(page, what):
            raise KesselError(f"notebooks/{name}.ipynb: the page has no {what}")
    return page


def _place(page: Page, mark: dict[str, Any], data: dict[str, Any]) -> None:
    part = mark["part"]
    if part in ("question", "answer"):
        setattr(page, part, mark["text"])
    elif part == "provenance":
        page.provenance = _markdown(mark["text"])
    elif part == "table":
        page.blocks.append(("table", (mark["claim"], mark["reading"], Markup(data["text/html"]))))
    else:
        spec = _stable(data["application/vnd.vegalite.v6+json"])
        number = len(page.figures) + 1
        chart = Figure(mark["claim"], mark["reading"], _flexible(spec), _svg(spec, f"{page.name}-{number}"), number)
        page.figures.append(chart)
        page.blocks.append(("figure", chart))
        if mark["headline"]:
            page.headline = chart


def _stable(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification that is the same whenever its content is: keys sorted, generated names replaced."""
    text = json.dumps({k: v for k, v in spec.items() if k != "usermeta"}, sort_keys=True)
    stable: dict[str, Any] = json.loads(text)
    return stable


def _flexible(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose width follows the page; in the static picture it is fixed."""
    return {**spec, "width": "container", "autosize": {"type": "fit-x", "contains": "padding"}}


def _svg(spec: dict[str, Any], name: str) -> str:
    """Return a chart as SVG whose inner names cannot clash with those of another chart on the page."""
    svg: str = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
    for kind in ("clip", "gradient_"):
        svg = svg.replace(f'id="{kind}', f'id="{name}-{kind}').replace(f"url(#{kind}", f"url(#{name}-{kind}")
    return svg


def _markdown(text: str) -> Markup:
    """Return Markdown as HTML; HTML in it is shown as text."""
    return Markup(_MARKDOWN(text))


def _render_page(page: Page) -> str:
    specs = {f"chart-{figure.number}": figure.spec for figure in page.figures}
    return _environment().get_template("page.html").render(
        page=page, others=list(notebooks()), specs=_in_script(specs), vega=Markup(_vega()), digest=_digest(specs)
    )  # fmt: skip


def _render_index(pages: list[Page]) -> str:
    return _environment().get_template("index.html").render(pages=pages)


def _in_script(value: Any) -> Markup:
    """Return JSON that cannot end the script element it stands in."""
    return Markup(json.dumps(value, sort_keys=True).replace("<", "\\u003c"))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


@cache
def _vega() -> str:
    bundle: str = vl_convert.javascript_bundle(vl_version=VEGA_LITE)  # type: ignore[call-arg]
    return bundle.replace("</script", "<\\/script")


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters["safe_svg"] = Markup
    return environment


def _write(path: Path, text: str) -> Path:
    data = text.encode("utf8")
    if len(data) > MAX_BYTES:
        raise KesselError(f"reports/{path.name}: {len(data):,} bytes; expected at most {MAX_BYTES:,}")
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    beside.replace(path)
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def _with_progress(paths: list[Path]) -> Any:
    from rich.console import Console
    from rich.progress import track

    return track(paths, description="notebooks", console=Console(file=sys.stderr))
