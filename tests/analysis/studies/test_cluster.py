"""A study on a Dask cluster: the same bits as here, also where a worker is killed; refused where there is none."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from analysis.cli.run import COMMAND
from analysis.errors import KesselError
from analysis.studies.parts import on_cluster
from analysis.studies.run import run_study
from analysis.studies.study import Study, load_study

STUDY = """
id = "spread"
question = "Same bits?"
game = "stalingrad_roads"
system = "weather"
games = 300000
seed = 4
[grid]
frost_lasts = [0, 1]
"""
EDITED = """
id = "edited"
question = "Same bits, where a number is edited?"
game = "leningrad"
system = "match"
games = 4
seed = 4
[policies]
german = ["balanced"]
soviet = ["balanced"]
[edits]
city = ["vp_schedule,hex_2604,vp=45"]
"""
WORKERS: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    path = tmp_path / "spread.toml"
    path.write_text(STUDY, encoding="utf8")
    return load_study(path)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def test_without_the_extra_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # as if it were not installed
    with pytest.raises(KesselError, match="needs the project's extra 'dask', which is not installed"), on_cluster("x"):
        pass


@pytest.mark.parametrize("words", [["pocket", "--backend", "dask"], ["pocket", "--scheduler", "tcp://localhost:1"]])
def test_backend_and_scheduler_go_together(words: list[str]) -> None:
    with pytest.raises(KesselError, match="go together; expected both or neither"):
        CliRunner().invoke(COMMAND, words, catch_exceptions=False, standalone_mode=False)


@contextmanager
def cluster(**given: Any) -> Iterator[Any]:
    """Two workers and a scheduler on loopback; in this process, or each in its own."""
    with import_module("distributed").LocalCluster(**WORKERS, **given) as found:
        yield found


@pytest.mark.in_turn
@pytest.mark.filterwarnings("ignore")
def test_two_workers_play_the_same_bits(study: Study, tmp_path: Path) -> None:
    small = replace(study, games=66_000)  # two blocks a cell
    here = run_study(small, jobs=1, runs=tmp_path / "here")
    with cluster(processes=False, protocol="tcp") as found, on_cluster(found.scheduler_address):
        there = run_study(small, jobs=1, runs=tmp_path / "there")
    assert there.n_played == here.n_played == 4
    assert contents(there.folder) == contents(here.folder)


def kill_in_the_middle(found: Any, folder: Path, killed: list[int]) -> None:
    """Kill a worker as soon as a part is there, and note how many there were."""
    while not (parts := list(folder.rglob("*.parquet"))):
        time.sleep(0.005)
    os.kill(next(iter(found.workers.values())).pid, signal.SIGKILL)
    killed.append(len(parts))


@pytest.mark.verification
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_bits_and_survives_a_worker(study: Study, tmp_path: Path) -> None:
    large = replace(study, games=1_000_000)
    here = run_study(large, jobs=1, runs=tmp_path / "here")
    killed: list[int] = []
    with cluster() as found:
        args = (found, tmp_path / "there", killed)
        threading.Thread(target=kill_in_the_middle, args=args, daemon=True).start()
        with on_cluster(found.scheduler_address):
            there = run_study(large, jobs=1, runs=tmp_path / "there")
    whole = contents(here.folder)
    assert 0 < killed[0] < len(whole)  # it was at work
    assert there.n_played == here.n_played == 32
    assert contents(there.folder) == whole


@pytest.mark.verification
@pytest.mark.filterwarnings("ignore")
def test_edited_cells_are_played_on_a_cluster(tmp_path: Path) -> None:
    path = tmp_path / "edited.toml"
    path.write_text(EDITED, encoding="utf8")
    here = run_study(load_study(path), jobs=1, runs=tmp_path / "here")
    with cluster() as found, on_cluster(found.scheduler_address):
        there = run_study(load_study(path), jobs=1, runs=tmp_path / "there")
    assert there.n_played == here.n_played == 2
    assert contents(there.folder) == contents(here.folder)
    results = [contents(there.folder)[f"result-0000{cell}-00000.parquet"] for cell in (0, 1)]
    assert results[0] != results[1]  # the edit is in its cell


@pytest.mark.verification
def test_an_address_where_nobody_answers_is_one_line() -> None:
    address = "tcp://127.0.0.1:1"
    with pytest.raises(KesselError, match=f"--scheduler {address}: no scheduler answers"), on_cluster(address):
        pass
