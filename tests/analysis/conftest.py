"""A small warehouse and the pages made from it, once for all workers."""

import fcntl
import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from analysis.pages.notebooks import reports
from analysis.pages.page import FOR_PAGE
from analysis.pages.publish import publish
from analysis.studies.run import run_study
from analysis.studies.study import find_study, shipped_studies
from analysis.warehouse.build import build
from tests.analysis.made_pages import Pages

LINKED = ("stalingrad_roads_surrender",)
"""Systems that another page links to."""
PAGES_A_NOTEBOOK = 1
QUESTIONS = Path(__file__).parents[1] / "reader_questions.toml"


def sample() -> tuple[str, ...]:
    """Some pages: what readers ask for, what is linked to, and of every notebook one at least, always the same."""
    asked = {one["page"] for one in tomllib.loads(QUESTIONS.read_text(encoding="utf8"))["question"]}
    by_notebook: dict[str, list[str]] = {}
    for name, source in reports().items():
        by_notebook.setdefault(source.path.stem, []).append(name)
    chosen = {*asked, *LINKED}
    for stem, names in by_notebook.items():
        missing = PAGES_A_NOTEBOOK - len(chosen.intersection(names))
        chosen |= set(Random(stem).sample(names, max(0, missing)))
    return tuple(name for name in reports() if name in chosen)


SAMPLE = sample()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Pages]:
    """Return the sample of pages, made by the first worker that asks; the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "reports"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_DATA", str(folder))
        patch.setenv(FOR_PAGE, "checked")
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "written.json").exists():
                (folder / "written.json").write_text(json.dumps([str(page) for page in _made(folder)]))
        written = json.loads((folder / "written.json").read_text())
        yield Pages(folder / "pages", tuple(map(Path, written)))


def _made(folder: Path) -> list[Path]:
    """Play the systems that the sample shows, a little, and make its pages."""
    shown = {reports()[name].answers for name in SAMPLE}
    for name in shipped_studies():
        study = find_study(name)
        if study.size == "small" and (f"{study.game}/{study.system}" in shown or study.is_match):
            few = max(4, study.games // 16) if study.is_match else 2_000
            run_study(replace(study, games=few), jobs=-1, runs=folder / "runs")
    build(folder / "warehouse.duckdb", folder / "runs")
    with pytest.MonkeyPatch.context() as patch:  # replays are pages of another make, with tests of their own
        patch.setattr(import_module("analysis.pages.publish"), "write_replays", lambda *_: ([], []))
        return publish(None, folder / "pages", only=SAMPLE)
