"""From notebooks to pages: execute, lay out, write; one self-contained HTML file a notebook, and an index.

A page carries its charts twice: as SVG, which needs nothing, and as Vega-Lite, which the page's own copy of Vega
brings to life. It asks the network for nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2
import mistune
import nbformat
from joblib import Parallel, delayed
from jupyter_client.manager import KernelManager
from markupsafe import Markup
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from analysis.errors import KesselError
from analysis.export import export
from analysis.fresh import inputs_digest, kept_card
from analysis.front import badge, missing, plain, unknowns
from analysis.gloss import found_on, glossed
from analysis.page import FOR_PAGE, MARK, notebook_folder
from analysis.parts import App, Figure, app_script, app_style, flexible, in_script, stable, static_svg, vega
from analysis.sheet import pdf
from analysis.study import ROOT
from analysis.track import every_track
from sim.game import game_ids, games_with, load_game

REPORTS = ROOT / "reports"
MAX_BYTES = 2_000_000
ACROSS = "Across the games"
FIRST = ("combat", "explorer", "card", "workbench", "lint")
"""The pages that come first in a game's chapter; its systems follow."""
_SHARE = 6  # pages made in one kernel before the next share: small enough to keep all workers busy to the end

_MARKDOWN = mistune.create_markdown(escape=True, plugins=["table"])


@dataclass(frozen=True)
class Source:
    """What a page is made from: a notebook, and the parameters that make it this page and no other."""

    name: str
    path: Path
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Page:
    """What a notebook says, ready to be laid out."""

    name: str
    notebook: str
    question: str = ""
    answer: str = ""
    blocks: list[tuple[str, Any]] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    headline: Figure | None = None
    apps: list[App] = field(default_factory=list)
    sheet: str = ""
    provenance: str = ""
    commands: list[str] = field(default_factory=list)


def notebooks() -> dict[str, Path]:
    """Return the notebooks, by name."""
    return {path.stem: path for path in sorted(notebook_folder().glob("*.ipynb"))}


def reports() -> dict[str, Source]:
    """Return the pages by name, as the notebooks' metadata say under ``kessel``.

    ``each = "tracks"`` makes a notebook a page a system of every game, but for those that another notebook ``answers``;
    ``each = "games"`` or the name of a chapter a page a game that has it; ``page = false`` none. Any other is one page.
    """
    meta = {path: _meta(path) for path in notebooks().values()}
    answered = {one.get("answers") for one in meta.values()}
    found = [
        Source(name, path, parameters)
        for path, one in meta.items()
        for name, parameters in _instances(path.stem, one)
        if f"{parameters.get('GAME')}/{parameters.get('SYSTEM')}" not in answered
    ]
    return {source.name: source for source in sorted(found, key=lambda source: source.name)}


def _meta(path: Path) -> Mapping[str, Any]:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    found: Mapping[str, Any] = notebook.metadata.get(MARK, {})
    return found


def _instances(stem: str, meta: Mapping[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Return the name and the parameters of every page that a notebook makes."""
    each = meta.get("each")
    if not meta.get("page", True):
        return []
    if each is None:
        return [(stem, {})]
    if each == "tracks":
        return [(f"{game}_{system}", {"GAME": game, "SYSTEM": system}) for game, system in every_track()]
    games = game_ids() if each == "games" else games_with(each)
    return [(f"{game}_{stem}", {"GAME": game}) for game in games]


def publish(
    name: str | None = None,
    folder: Path = REPORTS,
    *,
    jobs: int = -1,
    charts: Path | None = None,
    only: Collection[str] | None = None,
) -> list[Path]:
    """Execute the notebook of one page or of all and write the pages, a sheet as PDF too; the index comes with all.

    A page that was made from the same inputs is kept as it is. With `charts` every chart of the pages asked for is
    written to that folder besides, as SVG, PNG and CSV. `only` leaves all other pages out, as if there were none.
    """
    known = {page: source for page, source in reports().items() if only is None or page in only}
    if name is not None and name not in known:
        raise KesselError(f"no report {name!r}; expected one of {', '.join(known)}")
    folder.mkdir(exist_ok=True)
    chosen = list(known.values()) if name is None else [known[name]]
    inputs = {source.name: inputs_digest(source.path, source.parameters, tuple(known)) for source in chosen}
    kept = {source.name: kept_card(folder / f"{source.name}.html", inputs[source.name]) for source in chosen}
    cards = {page: card for page, card in kept.items() if card is not None and charts is None}
    written = []
    for page in _made([source for source in chosen if source.name not in cards], jobs):
        cards[page.name] = _card(page)
        written.append(_write(folder / f"{page.name}.html", _render_page(page, tuple(known), inputs[page.name])))
        if page.sheet:
            (folder / f"{page.name}.pdf").write_bytes(pdf(page.sheet))
        if charts is not None:
            written += export(page.name, page.figures, charts)
    if name is None:
        written.append(_write(folder / "index.html", _render_index([cards[source.name] for source in chosen])))
    return written


def _made(sources: Sequence[Source], jobs: int) -> Iterable[Page]:
    """Yield pages as they are made, in order, several at a time."""
    shares = [sources[start : start + _SHARE] for start in range(0, len(sources), _SHARE)]
    made = Parallel(n_jobs=jobs, return_as="generator")(delayed(_built)(share) for share in shares)
    return _with_progress(chain.from_iterable(made), len(sources))


def _card(page: Page) -> dict[str, str]:
    """Return what the index shows of a page; it is kept on the page as well."""
    assert page.headline is not None
    return {
        "name": page.name, "question": page.question, "answer": page.answer, "claim": page.headline.claim,
        "svg": page.headline.svg,
    }  # fmt: skip


def _built(sources: Sequence[Source]) -> list[Page]:
    """Return some pages, made one after the other in one kernel that forgets in between: it starts and imports once."""
    kernel = KernelManager(kernel_name="python3")
    environment = {**os.environ, FOR_PAGE: "yes"}
    kernel.start_kernel(extra_arguments=["--log-level=ERROR"], cwd=str(notebook_folder()), env=environment)
    try:
        return [read_page(source, execute(source.path, source.parameters, kernel)) for source in sources]
    finally:
        kernel.shutdown_kernel(now=True)


def execute(
    path: Path, parameters: Mapping[str, str] | None = None, kernel: KernelManager | None = None
) -> nbformat.NotebookNode:
    """Execute a notebook top to bottom in its folder, with other parameters if told; a failing cell is named.

    In a kernel that runs already, every name that an earlier notebook left there is forgotten first.
    """
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    _told(notebook, parameters or {})
    if kernel is not None:
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook, km=kernel, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    try:
        client.execute()
    except CellExecutionError as error:
        told = "".join(f", {name} = {value!r}" for name, value in (parameters or {}).items())
        raise KesselError(f"notebooks/{path.name}{told}: a cell failed: {error.ename}: {error.evalue}") from None
    return notebook


def _told(notebook: nbformat.NotebookNode, parameters: Mapping[str, str]) -> None:
    """Set parameters in a cell of their own, after the one that is tagged ``parameters``."""
    if parameters:
        tagged = [at for at, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", [])]
        lines = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
        notebook.cells.insert(tagged[0] + 1, nbformat.v4.new_code_cell(lines))  # type: ignore[no-untyped-call]


def read_page(source: Source, notebook: nbformat.NotebookNode) -> Page:
    """Collect what an executed notebook says, in its order."""
    page = Page(source.name, source.path.stem)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            page.blocks.append(("text", _markdown(cell.source)))
        for output in cell.get("outputs", []):
            mark = output.get("metadata", {}).get(MARK)
            if mark:
                _place(page, mark, output["data"])
    for what in ("question", "answer", "provenance", "headline"):
        if not getattr(page, what):
            raise KesselError(f"notebooks/{source.path.name}: the page {source.name} has no {what}")
    return page


def _place(page: Page, mark: dict[str, Any], data: dict[str, Any]) -> None:
    part = mark["part"]
    if part in ("question", "answer"):
        setattr(page, part, mark["text"])
    elif part == "provenance":
        page.provenance = _markdown(mark["text"])
        page.commands = mark.get("commands", [])
    elif part == "text":
        page.blocks.append(("text", _markdown(mark["text"])))
    elif part == "table":
        page.blocks.append(("table", (mark["claim"], mark["reading"], Markup(data["text/html"]))))
    elif part == "sheet":
        page.sheet = mark["svg"]
        page.blocks.append(("sheet", (mark["reading"], Markup(mark["svg"]))))
    elif part == "app":
        static = _markdown(mark["static"])
        page.apps.append(App(mark["name"], mark["claim"], mark["reading"], mark["data"], static, len(page.apps) + 1))
        page.blocks.append(("app", page.apps[-1]))
    else:
        spec = stable(data["application/vnd.vegalite.v6+json"])
        number = len(page.figures) + 1
        chart = Figure(
            mark["claim"], mark["reading"], flexible(spec), static_svg(spec, f"{page.name}-{number}"), number
        )
        page.figures.append(chart)
        page.blocks.append(("figure", chart))
        if mark["headline"]:
            page.headline = chart


def _markdown(text: str) -> Markup:
    """Return Markdown as HTML; HTML in it is shown as text."""
    return Markup(_MARKDOWN(text))


def _render_page(page: Page, names: Sequence[str] = (), inputs: str = "") -> str:
    specs = {f"chart-{figure.number}": figure.spec for figure in page.figures}
    used = sorted({app.name for app in page.apps})
    apps = [{"number": app.number, "data": in_script(app.data), "script": app_script(app.name)} for app in page.apps]
    content = [specs, *(app.data for app in page.apps)] if apps else specs
    return _environment().get_template("page.html").render(
        page=page, specs=in_script(specs), vega=Markup(vega()), digest=_digest(content), apps=apps, inputs=inputs,
        common=app_script("common") if apps else "", style=Markup("").join(map(app_style, used)),
        chapter=_chapter(page.name), beside=_beside(page.name, names), card=in_script(_card(page)),
    )  # fmt: skip


def _render_index(cards: Sequence[Mapping[str, str]]) -> str:
    chapters: dict[str, list[Mapping[str, str]]] = {ACROSS: [], **{load_game(game).title: [] for game in game_ids()}}
    for card in sorted(cards, key=lambda card: _place_in_chapter(card["name"])):
        chapters[_chapter(card["name"])].append(card)
    shown = {title: (held[:1] if title != ACROSS else held, held) for title, held in chapters.items() if held}
    told = {card["name"]: {"plain": plain(card["answer"]), "badge": badge(card["name"])} for card in cards}
    unknown = {load_game(game).title: (unknowns(chapters[load_game(game).title]), missing(game)) for game in game_ids()}
    return _environment().get_template("index.html").render(chapters=shown, told=told, unknown=unknown)


def _game_of(name: str) -> str | None:
    return next((game for game in game_ids() if name.startswith(f"{game}_")), None)


def _chapter(name: str) -> str:
    """Return the chapter that a page belongs to: its game's title, or across the games."""
    game = _game_of(name)
    return load_game(game).title if game else ACROSS


def _place_in_chapter(name: str) -> tuple[int, str]:
    short = name.removeprefix(f"{_game_of(name)}_")
    return (FIRST.index(short) if short in FIRST else len(FIRST)), short


def _beside(name: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pages of the same chapter, each with a short name, this one too."""
    held = [other for other in names if _chapter(other) == _chapter(name)]
    return [
        (other, other.removeprefix(f"{_game_of(other)}_").replace("_", " "))
        for other in sorted(held, key=_place_in_chapter)
    ]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters.update(safe_svg=Markup, glossed=glossed, explained=found_on)
    return environment


def _write(path: Path, text: str) -> Path:
    data = text.encode("utf8")
    if len(data) > MAX_BYTES:
        raise KesselError(f"reports/{path.name}: {len(data):,} bytes; expected at most {MAX_BYTES:,}")
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    beside.replace(path)
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def _with_progress(made: Iterable[Page], total: int) -> Iterable[Page]:
    from rich.console import Console
    from rich.progress import track

    return track(made, description="pages", total=total, console=Console(file=sys.stderr))
