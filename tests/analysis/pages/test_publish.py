"""The notebooks run top to bottom on a small warehouse, and their pages stand on their own."""

import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest

from analysis.errors import KesselError
from analysis.pages.execute import execute
from analysis.pages.layout import read_page
from analysis.pages.notebooks import Source, notebooks, reports
from analysis.pages.publish import MAX_BYTES, publish
from analysis.systems.ask import every_system
from sim.verdict import complaint
from tests.analysis.conftest import KINDS, QUESTIONS, QUICK, of_page
from tests.analysis.html_tree import tree
from tests.analysis.made_pages import Pages, headlines, ours_in_prose


class Links(HTMLParser):
    """Collect what a page refers to, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.elements: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data")]


def parsed(path: Path) -> Links:
    links = Links()
    links.feed(path.read_text(encoding="utf8"))
    return links


def test_a_page_for_every_notebook_and_an_index(pages: Pages) -> None:
    assert {path.stem for path in pages.written} == {*pages.names, "index"}
    assert QUICK in pages.names
    assert {"crt", "stalingrad_roads_airlift", *pages.names} <= set(KINDS)
    assert {source.path for source in reports().values()} == {reports()[name].path for name in KINDS}
    made = {source.path for source in reports().values()}
    assert {path.stem for path in notebooks().values() if path not in made} == {"00_tour"}  # for `make lab`, no page


def test_every_system_has_one_page() -> None:
    read = [nbformat.read(path, as_version=4) for path in notebooks().values()]  # type: ignore[no-untyped-call]
    said = [one.metadata.get("kessel", {}).get("answers", []) for one in read]
    every = [system for one in said for system in ([one] if isinstance(one, str) else one)]
    own = set(every)
    assert len(every) == len(own)
    asked = {f"{s.parameters['GAME']}/{s.parameters['SYSTEM']}" for s in reports().values() if "SYSTEM" in s.parameters}
    assert asked | own == {f"{game}/{system}" for game, system in every_system()}
    assert not asked & own


def test_pages_are_self_contained_and_small(pages: Pages) -> None:
    for path in pages.written:
        assert path.stat().st_size < MAX_BYTES
        for link in parsed(path).links:
            aim = link.partition("#")[0]
            is_there = (path.parent / aim).exists() or aim.removesuffix(
                ".html"
            ) in reports()  # of all, not of those made
            is_there = is_there or "_replay_" in aim  # of another make, with tests of their own
            assert link.startswith(("#", "data:,")) or is_there, f"{path.name} refers to {link!r}"
        assert "default-src 'none'" in path.read_text(encoding="utf8")


def test_every_chart_has_a_static_picture_a_claim_and_a_reading(pages: Pages) -> None:
    for name in pages.names:
        page = tree((pages.folder / f"{name}.html").read_text(encoding="utf8"))
        charts = [one for one in page.all("div") if one.has("chart")]
        assert [one.attributes["id"] for one in charts] != []
        assert {one.attributes["id"] for one in charts} == set(page.data("specs"))
        for chart in charts:
            static, figure = chart.first("div", "static"), chart.parent
            assert static is not None
            assert static.first("svg") is not None
            assert chart.attributes["role"] == "img"
            assert len(chart.attributes["aria-label"].removeprefix("Chart: ")) >= 10
            assert len(page.named(chart.attributes["aria-describedby"]).text()) >= 10
            assert figure is not None
            assert figure.tag == "figure"
            assert figure.parent is not None
            claim = figure.first("h2") if figure.has("hero") else figure.parent.first("h3")
            assert claim is not None
            assert len(claim.text()) >= 10
        heroes = (page.first("figure", "hero"), page.first("section", "sheet"), page.first("section", "app"))
        assert any(one is not None for one in heroes)


def test_a_page_says_its_answer_and_how_to_make_it_again(pages: Pages) -> None:
    for name in pages.names:
        text = (pages.folder / f"{name}.html").read_text(encoding="utf8")
        page = tree(text)
        said = page.first("p", "answer")
        assert said is not None
        assert len(said.text()) >= 40
        assert f"<code>kessel report {name}</code>" in text.partition("Reproduce this")[2]
        assert "nan" not in page.text().lower().split()


def test_the_index_leads_to_every_page(pages: Pages) -> None:
    text = (pages.folder / "index.html").read_text(encoding="utf8")
    assert text.count('<section class="game') == text.count('<h2 class="chapter"') > 1
    for name in pages.names:
        assert f'href="{name}.html"' in text


@pytest.mark.parametrize(
    "asked",
    [of_page(one["page"], one) for one in tomllib.loads(QUESTIONS.read_text(encoding="utf8"))["question"]],
    ids=lambda q: q["ask"],
)
def test_what_a_reader_asks_is_answered_where_it_should_be(pages: Pages, asked: dict[str, Any]) -> None:
    said = tree((pages.folder / f"{asked['page']}.html").read_text(encoding="utf8")).text()
    for words in asked["says"]:
        assert words in said, words


@pytest.mark.in_turn
def test_the_same_inputs_give_the_same_bytes_and_a_page_made_from_them_is_kept(pages: Pages, tmp_path: Path) -> None:
    made = tmp_path / f"{QUICK}.html"
    text = (pages.folder / made.name).read_text(encoding="utf8")
    made.write_text(text.replace("kessel-inputs", "other"), encoding="utf8")
    assert publish(QUICK, tmp_path, only=pages.names) == [made]
    assert made.read_text(encoding="utf8") == text
    assert publish(QUICK, tmp_path, only=pages.names) == []


@pytest.mark.in_turn
def test_every_chart_is_there_as_picture_and_numbers_on_request(pages: Pages, tmp_path: Path) -> None:
    written = publish(QUICK, tmp_path, only=pages.names, charts=tmp_path / "charts")
    endings = [path.suffix for path in written[1:]]
    assert len(endings) >= 3
    assert endings.count(".svg") == endings.count(".png") == endings.count(".csv")
    for path in written[1:]:
        assert path.stat().st_size > 100, path
        if path.suffix == ".csv":
            head, first, *_ = path.read_text(encoding="utf8").splitlines()
            assert head.count(",") <= first.count(",")


@pytest.mark.parametrize("path", notebooks().values(), ids=lambda path: path.stem)
def test_notebooks_are_in_git_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum("parameters" in cell.metadata.get("tags", []) for cell in code) == 1


def notebook(path: Path, *sources: str) -> Path:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])  # type: ignore[no-untyped-call]
    nbformat.write(made, path)  # type: ignore[no-untyped-call]
    return path


def test_a_failing_cell_is_named_without_a_traceback(tmp_path: Path) -> None:
    with pytest.raises(KesselError, match=r"notebooks/x\.ipynb: a cell failed: ZeroDivisionError: division by zero"):
        execute(notebook(tmp_path / "x.ipynb", "1 / 0"))
    refused = "from analysis.errors import KesselError\nraise KesselError('no run of study')"
    with pytest.raises(KesselError, match=r"^notebooks/x\.ipynb: no run of study$"):
        execute(notebook(tmp_path / "x.ipynb", refused))


@pytest.mark.in_turn
def test_a_page_without_an_answer_is_refused(tmp_path: Path) -> None:
    path = notebook(tmp_path / "x.ipynb", "from analysis.pages import page\npage.question('why?')")
    with pytest.raises(KesselError, match="the page x has no answer"):
        read_page(Source("x", path), execute(path))


@pytest.mark.in_turn
def test_titles_are_escaped(tmp_path: Path) -> None:
    from analysis.pages.layout import render_page

    path = notebook(
        tmp_path / "x.ipynb",
        "import altair as alt, polars as pl\nfrom analysis.pages import page\nbad = '<script>alert(1)</script>'",
        "page.question(bad); page.answer(bad)",
        "frame = pl.DataFrame({bad: [1], 'y': [bad]})",
        "page.table(frame, bad, bad)",
        "chart = alt.Chart(pl.DataFrame({'x': [bad], 'y': [1]})).mark_bar().encode(x='x:N', y='y:Q')",
        "page.figure(chart, bad, bad, headline=True)",
        "page._show({'text/markdown': bad}, part='provenance', text=bad)",
    )
    assert "<script>alert" not in render_page(read_page(Source("x", path), execute(path)))


@pytest.mark.verification
def test_every_page_of_the_site_can_be_made(pages: Pages, tmp_path: Path) -> None:
    written = publish(None, tmp_path)
    made = {path.stem for path in written if path.suffix == ".html"}
    assert {name for name in made if "_replay_" not in name} == {*reports(), "index"}  # replays: tests of their own
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 30_000_000
    assert {name: found for name, one in headlines(tmp_path).items() if (found := complaint(one))} == {}
    ours = {one.stem: ours_in_prose(one.read_text(encoding="utf8")) for one in written if one.suffix == ".html"}
    assert {name: found for name, found in ours.items() if found and not name.endswith("_own")} == {}
