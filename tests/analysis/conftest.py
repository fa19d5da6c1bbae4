"""A small warehouse and the pages made from it, once for all workers."""

import fcntl
import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analysis.pages.notebooks import reports
from analysis.pages.page import FOR_PAGE
from analysis.pages.publish import publish
from analysis.studies.run import run_study
from analysis.studies.study import find_study, shipped_studies
from analysis.warehouse.build import build
from tests.analysis.made_pages import Pages
from tests.sampled import seed_of_the_code

QUICK = "stalingrad_roads_surrender"
"""A page that another links to, and that is soon made."""
PAGES_A_NOTEBOOK, SHARES = 1, 3
QUESTIONS = Path(__file__).parents[1] / "reader_questions.toml"


def of_every_kind() -> tuple[str, ...]:
    """Some pages: what readers ask for, what is linked to, and of every notebook one at least, always the same."""
    asked = {one["page"] for one in tomllib.loads(QUESTIONS.read_text(encoding="utf8"))["question"]}
    by_notebook: dict[str, list[str]] = {}
    for name, source in reports().items():
        by_notebook.setdefault(source.path.stem, []).append(name)
    chosen = {*asked, QUICK}
    for stem, names in by_notebook.items():
        missing = PAGES_A_NOTEBOOK - len(chosen.intersection(names))
        chosen |= set(Random(stem).sample(names, max(0, missing)))
    return tuple(name for name in reports() if name in chosen)


KINDS = of_every_kind()
SHARE = tuple(name for at, name in enumerate(KINDS) if name == QUICK or (at + seed_of_the_code()) % SHARES == 0)
"""The pages of `make test`: a third of these, another with every state of the code. `make verify` makes them all."""


def of_page(name: str, *values: Any) -> Any:
    """Return values of a test that looks at one page: in `make test` where that is made, in `make verify` always."""
    return pytest.param(*values, marks=() if name in SHARE else pytest.mark.verification)


@pytest.fixture(scope="session")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Pages]:
    """Return the pages, made by the first worker that asks; the others wait for it."""
    is_share = "not verification" in request.config.getoption("markexpr")
    names = SHARE if is_share else KINDS
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "reports"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_DATA", str(folder))
        patch.setenv(FOR_PAGE, "yes" if is_share else "checked")
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "written.json").exists():
                (folder / "written.json").write_text(json.dumps([str(page) for page in _made(folder, names)]))
        written = json.loads((folder / "written.json").read_text())
        yield Pages(folder / "pages", tuple(map(Path, written)), names)


def _made(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """Play the systems that pages of every kind show, a little, and make some of them."""
    shown = {reports()[name].answers for name in KINDS}
    for name in shipped_studies():
        study = find_study(name)
        if study.size == "small" and (f"{study.game}/{study.system}" in shown or study.is_match):
            few = max(4, study.games // 16) if study.is_match else 2_000
            run_study(replace(study, games=few), jobs=-1, runs=folder / "runs")
    build(folder / "warehouse.duckdb", folder / "runs")
    with pytest.MonkeyPatch.context() as patch:  # replays are pages of another make, with tests of their own
        patch.setattr(import_module("analysis.pages.publish"), "write_replays", lambda *_: ([], []))
        return publish(None, folder / "pages", only=names)
