"""From an executed notebook to HTML: what it says is collected, and laid out as a page of the site or as one file.

A page carries its charts twice: as SVG, which needs nothing, and as Vega-Lite, which a copy of Vega brings to life. On
the site the scripts and the style sheet lie once in its folder ``assets``; a single file carries its own. Neither asks
the network for anything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import mistune
import nbformat
from markupsafe import Markup

from analysis.charts.fonts import font_faces
from analysis.errors import KesselError
from analysis.pages.arrange import LONG, fold_line, hero_of, sections
from analysis.pages.gloss import bound, found_on, glossed
from analysis.pages.index import chapters, search_rows
from analysis.pages.marks import Mark, mark_of_table
from analysis.pages.notebooks import MARK, Source
from analysis.pages.parts import App, Figure, app_script, app_style, flexible, in_script, stable, static_svg, vega
from analysis.pages.replay.site import Replay
from analysis.pages.site import place_of
from sim.system import Group

_TEMPLATES = Path(__file__).parent / "templates"


class _Renderer(mistune.HTMLRenderer):
    """HTML whose long lines of code can be scrolled from the keyboard too."""

    def block_code(self, code: str, info: str | None = None) -> str:
        return super().block_code(code, info).replace("<pre>", '<pre tabindex="0" role="region" aria-label="Text">', 1)


_MARKDOWN = mistune.create_markdown(renderer=_Renderer(escape=True), plugins=["table"])


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
    answers: str = ""
    moves: tuple[str, str] = ("", "")
    sure: str = ""
    mark: str = ""
    fix: tuple[str, str] = ("", "")
    game: str = ""
    title: str = ""
    group: str = ""


def read_page(source: Source, notebook: nbformat.NotebookNode) -> Page:
    """Collect what an executed notebook says, in its order."""
    page = Page(source.name, source.path.stem, answers=source.answers)
    page.game, page.title, page.group = source.game, source.title, source.group
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
    if part in ("question", "answer", "sure"):
        setattr(page, part, mark["text"])
        page.moves = tuple(mark.get("moves", page.moves))
        page.mark = mark.get("mark") or page.mark
    elif part == "fix":
        page.fix = page.fix if page.fix[0] else (mark["text"], mark["aim"])
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
    elif part == "picture":
        page.blocks.append(("picture", (mark["claim"], mark["reading"], Markup(mark["svg"]))))
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


def card_of(page: Page) -> dict[str, str]:
    """Return what the index shows of a page; it is kept on the page as well."""
    said = " ".join((page.question, page.answer, page.sure, *(figure.claim for figure in page.figures)))
    words = " ".join(" ".join((word.term, *word.french)) for word in found_on(said))
    is_of_table = not page.answers and page.group != Group.VICTORY.value  # a whole game rests on more than its table
    mark = page.mark or (mark_of_table(page.game) if is_of_table else Mark.ASSUMED).value
    return {
        "name": page.name, "question": page.question, "answer": page.answer, "sure": page.sure, "mark": mark,
        "answers": page.answers, "moves": page.moves[0], "effect": page.moves[1], "fix": page.fix[0],
        "aim": page.fix[1], "game": page.game, "title": page.title, "group": page.group, "words": words,
    }  # fmt: skip


def render_page(page: Page, sources: Sequence[Source] = (), inputs: str = "", *, single: bool = False) -> str:
    """Return a page as HTML: one of the site with the pages of `sources`, or all in one file if `single`."""
    specs = {f"chart-{figure.number}": figure.spec for figure in page.figures}
    used = sorted({app.name for app in page.apps})
    apps = [{"number": app.number, "name": app.name, "data": in_script(app.data)} for app in page.apps]
    content = [specs, *(app.data for app in page.apps)] if apps else specs
    scripts = site_scripts()
    hero = hero_of(page.blocks, page.headline)
    parts = sections(page.blocks, hero)
    contents = [part for part in parts if part.heading]
    return _environment().get_template("page.html").render(
        page=page, specs=in_script(specs), digest=_digest(content), apps=apps, inputs=inputs, single=single,
        scripts={name: Markup(text) for name, text in scripts.items()}, used=used, hero=hero, sections=parts,
        contents=contents if len(contents) >= LONG else [], style=Markup("").join(map(app_style, used)),
        place=place_of(page.name, () if single else sources), card=json.dumps(card_of(page)),
    )  # fmt: skip


def render_index(cards: Sequence[Mapping[str, str]], replays: Mapping[str, Sequence[Replay]] | None = None) -> str:
    """Return the front page of the site: a screen a game, a search over all pages, and a list of them by group."""
    made = chapters(cards, replays or {})
    template = _environment().get_template("index.html")
    return template.render(chapters=made, marks=list(Mark), rows=in_script(search_rows(made)), single=False, scripts={})


@cache
def site_scripts() -> dict[str, str]:
    """Return the scripts of the site by name, each a file of ``assets`` or a part of a single file."""
    apps = {path.stem.partition("_")[0] for path in (_TEMPLATES / "apps").glob("*.js")} - {"common"}
    common = app_script("common")
    scripts = {
        name: (_TEMPLATES / f"{name}.js").read_text(encoding="utf8") for name in ("page", "numbers", "live", "search")
    }
    scripts |= {f"app-{name}": _as_app(name, common, app_script(name)) for name in sorted(apps)}
    return {**scripts, "vega": f"(() => {{\n{vega()}\n}})();\n"}


def _as_app(name: str, common: str, script: str) -> str:
    """Return an interactive part as a function of its place on the page and its data, kept under its name."""
    return (
        f'(() => {{\n{common}\n(window.kesselApps ??= {{}})["{name}"] = (root, data) => {{\n'
        f'"use strict";\n{script}\n}};\n}})();\n'
    )


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(_TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.globals.update(faces=lambda *, single: Markup(font_faces(single=single)))
    environment.filters.update(safe_svg=Markup, glossed=glossed, bound=bound, explained=found_on, fold_line=fold_line)
    return environment
