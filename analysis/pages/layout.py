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

from analysis.errors import KesselError
from analysis.pages.gloss import found_on, glossed
from analysis.pages.index import badge, missing, plain, unknowns
from analysis.pages.notebooks import Source
from analysis.pages.page import MARK
from analysis.pages.parts import App, Figure, app_script, app_style, flexible, in_script, stable, static_svg, vega
from analysis.pages.replay.site import Replay
from sim.game import load_game, sound_games

ACROSS = "Across the games"
FIRST = ("combat", "explorer", "card", "workbench", "lint")
"""The pages that come first in a game's chapter; its systems follow."""

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


def read_page(source: Source, notebook: nbformat.NotebookNode) -> Page:
    """Collect what an executed notebook says, in its order."""
    page = Page(source.name, source.path.stem, answers=source.answers)
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
    assert page.headline is not None
    return {
        "name": page.name, "question": page.question, "answer": page.answer, "claim": page.headline.claim,
        "svg": page.headline.svg, "answers": page.answers, "moves": page.moves[0], "effect": page.moves[1],
    }  # fmt: skip


def render_page(page: Page, names: Sequence[str] = (), inputs: str = "", *, single: bool = False) -> str:
    """Return a page as HTML: one of the site with the pages `names`, or all in one file if `single`."""
    specs = {f"chart-{figure.number}": figure.spec for figure in page.figures}
    used = sorted({app.name for app in page.apps})
    apps = [{"number": app.number, "name": app.name, "data": in_script(app.data)} for app in page.apps]
    content = [specs, *(app.data for app in page.apps)] if apps else specs
    scripts = site_scripts()
    return _environment().get_template("page.html").render(
        page=page, specs=in_script(specs), digest=_digest(content), apps=apps, inputs=inputs, single=single,
        scripts={name: Markup(text) for name, text in scripts.items()}, used=used,
        style=Markup("").join(map(app_style, used)), chapter=_chapter(page.name),
        beside=[] if single else _beside(page.name, names), card=in_script(card_of(page)),
    )  # fmt: skip


def render_index(cards: Sequence[Mapping[str, str]], replays: Mapping[str, Sequence[Replay]] | None = None) -> str:
    """Return the index of the site: a card a page, in chapters, with a game's replays under its cards."""
    chapters: dict[str, list[Mapping[str, str]]] = {ACROSS: [], **{load_game(game).title: [] for game in sound_games()}}
    for card in sorted(cards, key=lambda card: _place_in_chapter(card["name"])):
        chapters[_chapter(card["name"])].append(card)
    shown = {title: (held[:1] if title != ACROSS else held, held) for title, held in chapters.items() if held}
    told = {
        card["name"]: {"plain": plain(card["answer"]), "badge": badge(card["name"], card["answers"])} for card in cards
    }
    unknown = {
        load_game(game).title: (unknowns(chapters[load_game(game).title]), missing(game)) for game in sound_games()
    }
    return (
        _environment()
        .get_template("index.html")
        .render(chapters=shown, told=told, unknown=unknown, replays=replays or {}, single=False, scripts={})
    )


@cache
def site_scripts() -> dict[str, str]:
    """Return the scripts of the site by name, each a file of ``assets`` or a part of a single file."""
    apps = {path.stem.partition("_")[0] for path in (_TEMPLATES / "apps").glob("*.js")} - {"common"}
    common = app_script("common")
    scripts = {name: (_TEMPLATES / f"{name}.js").read_text(encoding="utf8") for name in ("page", "numbers", "live")}
    scripts |= {f"app-{name}": _as_app(name, common, app_script(name)) for name in sorted(apps)}
    return {**scripts, "vega": f"(() => {{\n{vega()}\n}})();\n"}


def _as_app(name: str, common: str, script: str) -> str:
    """Return an interactive part as a function of its place on the page and its data, kept under its name."""
    return (
        f'(() => {{\n{common}\n(window.kesselApps ??= {{}})["{name}"] = (root, data) => {{\n'
        f'"use strict";\n{script}\n}};\n}})();\n'
    )


def _game_of(name: str) -> str | None:
    return next((game for game in sound_games() if name.startswith(f"{game}_")), None)


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
    loader = jinja2.FileSystemLoader(_TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters.update(safe_svg=Markup, glossed=glossed, explained=found_on)
    return environment
