"""A small warehouse and the pages made from it, once for all workers."""

import fcntl
import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.report import publish, reports
from analysis.run import run_study
from analysis.study import find_study, shipped_studies
from analysis.warehouse import build
from tests.analysis.pages import Pages

LINKED = ("stalingrad_roads_surrender",)
"""Systems that another page links to."""
QUESTIONS = Path(__file__).parents[1] / "reader_questions.toml"


def sample() -> tuple[str, ...]:
    """Every page but for the systems: of these one a game, those that readers ask for, and those linked to."""
    asked = {one["page"] for one in tomllib.loads(QUESTIONS.read_text(encoding="utf8"))["question"]}
    systems: dict[str, str] = {}
    for name, source in reports().items():
        if "SYSTEM" in source.parameters:
            systems.setdefault(source.parameters["GAME"], name)
    return tuple(
        n
        for n, source in reports().items()
        if "SYSTEM" not in source.parameters or n in {*systems.values(), *asked, *LINKED}
    )


SAMPLE = sample()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Pages]:
    """Return the sample of pages, made by the first worker that asks; the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "reports"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_DATA", str(folder))
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "written.json").exists():
                (folder / "written.json").write_text(json.dumps([str(page) for page in _made(folder)]))
        written = json.loads((folder / "written.json").read_text())
        yield Pages(folder / "pages", tuple(map(Path, written)))


def _made(folder: Path) -> list[Path]:
    for name in shipped_studies():
        study = find_study(name)
        if study.size == "small":
            run_study(replace(study, games=2_000), jobs=-1, runs=folder / "runs")
    build(folder / "warehouse.duckdb", folder / "runs")
    return publish(None, folder / "pages", only=SAMPLE)
