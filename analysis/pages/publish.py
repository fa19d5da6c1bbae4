"""The site of reports: pages made from notebooks, their scripts once, sheets as PDF, and an index."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.charts.fonts import font_files
from analysis.errors import KesselError
from analysis.pages.cards.sheet import pdf
from analysis.pages.execute import executed
from analysis.pages.export import export
from analysis.pages.inputs import inputs_digest, kept_card, sealed
from analysis.pages.layout import Page, card_of, read_page, render_index, render_page, site_scripts
from analysis.pages.notebooks import Source, check_report, of_whole_game, reports
from analysis.pages.replay.site import Replay, write_replays
from analysis.pages.site import in_order
from analysis.progress import tracked
from analysis.studies.study import ROOT, data_folder, studies_of
from analysis.warehouse.build import open_warehouse
from analysis.warehouse.read import has_run
from sim.border import one_line
from sim.game import load_game

if TYPE_CHECKING:
    from nbformat import NotebookNode

REPORTS = ROOT / "reports"
MAX_BYTES = 2_000_000
"""The most that a file of the site may have: a page that is larger holds something it should not."""


def publish(
    name: str | None = None,
    folder: Path = REPORTS,
    *,
    jobs: int = -1,
    charts: Path | None = None,
    only: Collection[str] | None = None,
    single: bool = False,
) -> list[Path]:
    """Execute the notebook of one page or of all and write the pages, a sheet as PDF too; the index comes with all.

    A page that was made from the same inputs is kept as it is. With `charts` every chart of the pages asked for is
    written to that folder besides, as SVG, PNG and CSV. `only` leaves all other pages out, as if there were none.
    `single` writes each page as one file that needs nothing beside it, ``<name>.single.html``, and no index.
    A page that cannot be made stops no other: each is named on standard error, and a `KesselError` at the end
    counts them.
    """
    known = {page: source for page, source in reports().items() if only is None or page in only}
    check_report(name, known)
    folder.mkdir(exist_ok=True)
    chosen = list(known.values()) if name is None else [known[name]]
    inputs = {source.name: inputs_digest(source.path, source.parameters, tuple(known)) for source in chosen}
    kept = {source.name: kept_card(folder / f"{source.name}.html", inputs[source.name]) for source in chosen}
    cards = {page: card for page, card in kept.items() if card is not None and charts is None and not single}
    if not single:
        _write_assets(folder)
    wanted = [source for source in chosen if source.name not in cards]
    _say_unplayed(wanted)
    written, failed = [], dict[str, KesselError]()
    with ThreadPoolExecutor(1) as beside:  # drawn while kernels make the pages: this process only waits for them
        drawn = beside.submit(_write_replays, () if single else chosen, folder)
        for source, notebook in _done(wanted, jobs):
            try:
                page = read_page(source, _sound(notebook))
                text = render_page(page, tuple(known.values()), inputs[page.name], single=single)
                written += _files(page, text, folder, single=single, charts=charts)
                cards[page.name] = card_of(page)
            except Exception as error:  # whatever stops a page must not stop the others
                failed[source.name] = _reason(error)
    replays, new, unplayable = drawn.result()
    written, failed = written + new, unplayable | failed
    if name is None and not single:
        index = render_index([cards[one.name] for one in in_order(chosen) if one.name in cards], replays)
        written.append(_write(folder / "index.html", index))
    _refuse(failed, len(chosen))
    return written


def _say_unplayed(sources: Sequence[Source]) -> None:
    """Say of pages that could show games played with drawn dice which study plays them, where none has been played."""
    could = {one.name: studies_of(*one.answers.split("/")) for one in sources if one.answers}
    with open_warehouse(data_folder() / "warehouse.duckdb") as db:
        unplayed = {name: studies for name, studies in could.items() if studies and not has_run(db, studies)}
    for name, studies in unplayed.items():
        commands = " or ".join(f"kessel run {study}" for study in studies)
        sys.stderr.write(f"kessel: {name} is made without games played with drawn dice; for them: {commands}\n")


def _refuse(failed: Mapping[str, KesselError], n: int) -> None:
    """Name every page that could not be made, a line each, and end with `KesselError` if there is any."""
    if len(failed) == 1 == n:
        raise next(iter(failed.values()))
    for name in sorted(failed):
        sys.stderr.write(f"kessel: {one_line(f'{name}: {failed[name]}')}\n")
    if failed:
        raise KesselError(f"{len(failed)} of {n} pages could not be made; the others stand in reports/")


def _write_replays(
    chosen: Sequence[Source], folder: Path
) -> tuple[dict[str, list[Replay]], list[Path], dict[str, KesselError]]:
    """Write the replays that the pages on whole games link to.

    Return them by the game's title, what is new, and why those of a page could not be made.
    """
    found, written, failed = dict[str, list[Replay]](), list[Path](), dict[str, KesselError]()
    for source in chosen:
        game_id = of_whole_game(source)
        if game_id:
            game = load_game(game_id)
            try:
                found[game.title], new = write_replays(game, folder)
            except Exception as error:  # as for pages: one game's replays stop nothing else
                failed[source.name] = _reason(error)
            else:
                written += new
    return found, written, failed


def _sound(notebook: NotebookNode | KesselError) -> NotebookNode:
    """Return an executed notebook, or raise why there is none."""
    if isinstance(notebook, KesselError):
        raise notebook
    return notebook


def _reason(error: Exception) -> KesselError:
    """Return why a page was not made: an error in words as it is, any other with its type."""
    return error if isinstance(error, KesselError) else KesselError(f"{type(error).__name__}: {error}")


def _files(page: Page, text: str, folder: Path, *, single: bool, charts: Path | None) -> list[Path]:
    """Write a page, its sheet and with `charts` its charts; return what was written, the sheet left out."""
    sheet = pdf(page.sheet) if page.sheet else b""
    if sheet:
        _put(folder / f"{page.name}.pdf", sheet)
    ending = ".single.html" if single else ".html"
    written = [_write(folder / f"{page.name}{ending}", sealed(text, sheet))]
    return written if charts is None else [*written, *export(page.name, page.figures, charts)]


def _done(sources: Sequence[Source], jobs: int) -> Iterable[tuple[Source, NotebookNode | KesselError]]:
    """Return notebooks as they are executed, several at a time, or why one was not."""
    return tracked(executed(sources, jobs), "pages", len(sources))


def _write_assets(folder: Path) -> None:
    """Write the scripts and letters of the site that are not there yet as they should be."""
    assets = folder / "assets"
    assets.mkdir(exist_ok=True)
    files = {f"{name}.js": text.encode() for name, text in site_scripts().items()} | font_files()
    for name, data in files.items():
        path = assets / name
        if not path.exists() or path.read_bytes() != data:
            _put(path, data)


def _write(path: Path, text: str) -> Path:
    data = text.encode("utf8")
    if len(data) > MAX_BYTES:
        raise KesselError(f"reports/{path.name}: {len(data):,} bytes; expected at most {MAX_BYTES:,}")
    return _put(path, data)


def _put(path: Path, data: bytes) -> Path:
    """Write a file beside and rename it; `KesselError` names the file if that cannot be, and nothing is left beside."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        raise KesselError(f"{path.parent.name}/{path.name} was not written: {error.strerror or error}") from None
    finally:
        beside.unlink(missing_ok=True)
    return path
