"""A page that cannot be made stops no other and is named; a warehouse that lacks something says what to run."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from analysis.errors import KesselError
from analysis.matches.inquiry import VARIATION
from analysis.pages.layout import Page, read_page
from analysis.pages.notebooks import Source, reports
from analysis.pages.page import provenance
from analysis.pages.publish import publish
from analysis.warehouse.build import build, open_warehouse
from analysis.warehouse.played import matches, varied_runs, widest

GOOD = "stalingrad_roads_surrender"
UNPLAYED = "stalingrad_roads_weather"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A warehouse of one game in which nothing has been played."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_DATA", str(folder))
        for name in ("sound_games", "games_with"):
            patch.setattr(f"analysis.warehouse.load.{name}", lambda *_: ("stalingrad_roads",))
        build(folder / "warehouse.duckdb", folder / "runs")
        yield folder


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Source]:
    """A page that can be made, and four that cannot: a cell fails, a kernel dies, an error is no `KesselError`."""
    found = {}
    codes = {"dying": "import os; os._exit(1)", "odd": "1", "bad": "raise ValueError('bad luck')",
             "worse": "raise ValueError('worse luck')"}  # fmt: skip
    for name, code in codes.items():
        path = tmp_path / f"{name}.ipynb"
        cell = nbformat.v4.new_code_cell(code)  # type: ignore[no-untyped-call]
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)  # type: ignore[no-untyped-call]
        found[name] = Source(name, path)
    found[GOOD] = reports()[GOOD]

    def read(source: Source, notebook: NotebookNode) -> Page:
        if source.name == "odd":
            raise ZeroDivisionError("by no games\nat all")
        return read_page(source, notebook)

    monkeypatch.setattr("analysis.pages.publish.read_page", read)
    monkeypatch.setattr("analysis.pages.publish.reports", lambda: found)
    return found


@pytest.mark.in_turn
def test_pages_that_fail_are_named_and_stop_no_other(
    data: Path, sources: dict[str, Source], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KesselError, match=r"^4 of 5 pages could not be made; the others stand in reports/$"):
        publish(None, tmp_path / "pages", jobs=1)
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("kessel: ")]
    assert said == [
        "kessel: bad: notebooks/bad.ipynb: a cell failed: ValueError: bad luck",
        "kessel: dying: notebooks/dying.ipynb: DeadKernelError: Kernel died",
        "kessel: odd: ZeroDivisionError: by no games at all",
        "kessel: worse: notebooks/worse.ipynb: a cell failed: ValueError: worse luck",
    ]
    made = {path.stem for path in (tmp_path / "pages").glob("*.html")}
    assert made == {GOOD, "index"}
    assert GOOD in (tmp_path / "pages" / "index.html").read_text(encoding="utf8")


@pytest.mark.in_turn
def test_the_only_page_asked_for_says_itself_why_it_fails(
    data: Path, sources: dict[str, Source], tmp_path: Path
) -> None:
    with pytest.raises(KesselError, match=r"^notebooks/bad.ipynb: a cell failed: ValueError: bad luck$"):
        publish("bad", tmp_path / "pages", jobs=1)


@pytest.mark.in_turn
def test_a_page_whose_system_was_never_played_names_the_study(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish(UNPLAYED, tmp_path / "pages", jobs=1)
    assert (
        f"kessel: {UNPLAYED} is made without games played with drawn dice; for them: kessel run stalingrad_weather\n"
        in capsys.readouterr().err
    )


def test_whole_games_that_were_never_played_name_the_study(data: Path) -> None:
    with open_warehouse(data / "warehouse.duckdb") as db:
        for ask in (matches, widest):
            with pytest.raises(KesselError, match=r"^no whole games of leningrad .* kessel run leningrad_quick"):
                ask(db, "leningrad")


def test_decisions_that_were_never_varied_name_the_studies_that_vary_them_and_no_other(data: Path) -> None:
    studies = r"kessel run (leningrad_decisions\w*( or kessel run )?)+$"
    asked = rf"^no whole games of leningrad with a variation .* with: {studies}"
    with open_warehouse(data / "warehouse.duckdb") as db, pytest.raises(KesselError, match=asked):
        varied_runs(db, "leningrad", VARIATION)


def test_a_game_newer_than_the_warehouse_is_named(data: Path) -> None:
    with (
        open_warehouse(data / "warehouse.duckdb") as db,
        pytest.raises(KesselError, match=r"^leningrad is not in the warehouse.* kessel warehouse$"),
    ):
        provenance(db, games=["stalingrad_roads", "leningrad"])
