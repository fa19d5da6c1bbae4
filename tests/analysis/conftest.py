"""A small warehouse and the pages made from it, once a worker."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from analysis.report import publish, reports
from analysis.run import run_study
from analysis.study import find_study, shipped_studies
from analysis.warehouse import build
from tests.analysis.pages import Pages


def sample() -> tuple[str, ...]:
    """Every page but for the systems: of these one a game, since one notebook makes them all."""
    systems: dict[str, str] = {}
    for name, source in reports().items():
        if "SYSTEM" in source.parameters:
            systems.setdefault(source.parameters["GAME"], name)
    return tuple(n for n, source in reports().items() if "SYSTEM" not in source.parameters or n in systems.values())


SAMPLE = sample()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("reports")
    for name in shipped_studies():
        study = find_study(name)
        if study.size == "small":
            run_study(replace(study, games=2_000), jobs=1, runs=folder / "runs")
    warehouse = build(folder / "warehouse.duckdb", folder / "runs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_DATA", str(warehouse.parent))
        yield Pages(folder / "pages", tuple(publish(None, folder / "pages", only=SAMPLE)))
