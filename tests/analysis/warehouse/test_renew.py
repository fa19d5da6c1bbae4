"""A warehouse that only gets what is new holds what a full build holds, and is not touched where nothing is new."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analysis.studies.run import run_study
from analysis.studies.study import Study
from analysis.warehouse.build import build, content_hash, open_warehouse, renew
from tests.sampled import sampled

pytestmark = pytest.mark.usefixtures("few_tables")

module = import_module("analysis.warehouse.build")
COMMON: Any = {"question": "does it hold?", "game": "stalingrad_roads", "size": "small", "ranges": {}}
MIDDLE = Study(
    id="m_pocket", system="pocket", games=60, seed=4, policies={"soviet": ("press", "starve")}, grid={"vvs": (0, 2)},
    **COMMON,
)  # fmt: skip
FIRST, LAST = (replace(MIDDLE, id=f"{at}_pocket", seed=n) for n, at in enumerate("az"))
OTHER = Study(id="n_weather", system="weather", games=40, seed=5, policies={}, grid={}, **COMMON)
NEW = [[FIRST], [LAST], [FIRST, LAST], [replace(MIDDLE, seed=9)], [FIRST, replace(OTHER, seed=1)]]
HARMS = [
    "DROP TABLE out.crt_odds",
    "DELETE FROM core.run WHERE study = 'm_pocket'",
    "UPDATE core.built_from SET fingerprint = 'older code' WHERE part = ''",
    "CREATE TABLE core.stalingrad_roads_somebodys (n INTEGER)",
]


@pytest.fixture
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave printed tables out of what is built: they are built by the same steps, and no run changes them."""
    monkeypatch.setattr(module, "printed_steps", lambda: iter(()))
    monkeypatch.setattr("analysis.warehouse.made_from.game_ids", lambda: ())


@pytest.fixture(scope="module")
def once_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two studies: one of them shares its tables with those that come later."""
    folder = tmp_path_factory.mktemp("played") / "runs"
    for study in (MIDDLE, OTHER):
        run_study(study, jobs=1, runs=folder)
    return folder


@pytest.fixture
def runs(once_played: Path, tmp_path: Path) -> Path:
    """The same runs, to be changed."""
    return Path(shutil.copytree(once_played, tmp_path / "runs"))


@pytest.fixture
def n_built(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Count full builds from here on."""
    built, calls = module._built, []

    def counted(*args: object) -> bool:
        calls.append(args)
        return built(*args)

    monkeypatch.setattr(module, "_built", counted)
    return lambda: len(calls)


def hash_of_a_full_build(runs: Path) -> dict[str, str]:
    path = build(runs.parent / "full.duckdb", runs)
    found = content_hash(path)
    path.unlink()
    return found


def forget(runs: Path, study: Study) -> None:
    shutil.rmtree(runs / study.id)


def test_where_nothing_is_new_the_file_is_not_touched(runs: Path, n_built: Callable[[], int]) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    before = path.stat()
    assert renew(path, runs) == path
    assert path.stat() == before
    assert n_built() == 1


@pytest.mark.in_turn
@pytest.mark.parametrize("new", sampled(NEW, 2, "new runs"))
def test_new_runs_stand_where_a_full_build_has_them(runs: Path, n_built: Callable[[], int], new: list[Study]) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    old = content_hash(path)
    for study in new:
        run_study(study, jobs=1, runs=runs)
    renew(path, runs)
    assert n_built() == 1
    assert old != content_hash(path) == hash_of_a_full_build(runs)


@pytest.mark.in_turn
def test_a_run_that_is_gone_goes_too(runs: Path, n_built: Callable[[], int]) -> None:
    for study in (FIRST, LAST):
        run_study(study, jobs=1, runs=runs)
    path = build(runs.parent / "w.duckdb", runs)
    forget(runs, MIDDLE)
    renew(path, runs)
    assert n_built() == 1
    assert content_hash(path) == hash_of_a_full_build(runs)


@pytest.mark.in_turn
def test_the_last_run_of_a_system_takes_its_tables_with_it(runs: Path) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    forget(runs, OTHER)
    renew(path, runs)
    assert content_hash(path) == hash_of_a_full_build(runs)
    with open_warehouse(path) as db:
        assert not db.execute("FROM duckdb_tables() WHERE table_name LIKE '%weather_result'").fetchall()


@pytest.mark.in_turn
def test_a_users_own_things_stay_macros_too(runs: Path) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    with duckdb.connect(path) as db:
        db.execute("CREATE TABLE mine AS SELECT 3 AS n; CREATE MACRO half(n) AS n / 2")
    run_study(FIRST, jobs=1, runs=runs)
    renew(path, runs)
    with open_warehouse(path) as db:
        assert db.execute("SELECT half(n) FROM mine").fetchall() == [(1.5,)]
        assert db.execute("SELECT count(*) FROM core.run").fetchall() == [(3,)]
    assert not list(path.parent.glob("*.kept-*"))


@pytest.mark.in_turn
@pytest.mark.parametrize("harm", sampled(HARMS, 2, "harms"))
def test_what_is_not_as_it_was_built_is_built_anew(runs: Path, n_built: Callable[[], int], harm: str) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    with duckdb.connect(path) as db:
        db.execute(harm)
    renew(path, runs)
    assert n_built() == 2
    kept = content_hash(path)
    kept.pop("core.stalingrad_roads_somebodys", None)
    assert kept == hash_of_a_full_build(runs)


@pytest.mark.in_turn
def test_a_damaged_new_run_is_named_each_time_and_changes_nothing(
    runs: Path, n_built: Callable[[], int], capsys: pytest.CaptureFixture[str]
) -> None:
    path = build(runs.parent / "w.duckdb", runs)
    before = content_hash(path)
    next(run_study(FIRST, jobs=1, runs=runs).folder.glob("turn-*.parquet")).write_bytes(b"cut")
    for _ in range(2):
        renew(path, runs)
        assert "run a_pocket/" in (said := capsys.readouterr().err)
        assert "is not as it was written; play its study again with: kessel run a_pocket" in said
    assert content_hash(path) == before == hash_of_a_full_build(runs)
    assert n_built() == 2


@pytest.mark.in_turn
def test_a_part_of_a_loaded_run_that_is_damaged_later_takes_its_run_out(
    runs: Path, n_built: Callable[[], int], capsys: pytest.CaptureFixture[str]
) -> None:
    run_study(FIRST, jobs=1, runs=runs)
    path = build(runs.parent / "w.duckdb", runs)
    before = content_hash(path)
    part = next((runs / MIDDLE.id).glob("*/turn-*.parquet"))
    whole, data = part.read_bytes(), bytearray(part.read_bytes())
    data[len(data) // 2] ^= 4
    part.write_bytes(data)
    for _ in range(2):
        renew(path, runs)
        assert f"its part {part.name} is not as it was written" in capsys.readouterr().err
        assert n_built() == 1
    with open_warehouse(path) as db:
        assert db.execute("SELECT study FROM core.run ORDER BY study").fetchall() == [(FIRST.id,), (OTHER.id,)]
    part.write_bytes(whole)
    renew(path, runs)
    assert n_built() == 1
    assert content_hash(path) == before
