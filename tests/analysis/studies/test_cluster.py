"""A study on a Dask cluster: the same bits as here, also where a worker is killed; refused where there is none."""

import importlib.util
import os
import signal
import threading
import time
from pathlib import Path

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
IS_THERE = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(not IS_THERE, reason="the extra dask is not installed")


@pytest.fixture
def study(tmp_path: Path) -> Study:
    path = tmp_path / "spread.toml"
    path.write_text(STUDY, encoding="utf8")
    return load_study(path)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


@pytest.mark.skipif(IS_THERE, reason="the extra dask is installed")
def test_without_the_extra_it_says_what_is_missing() -> None:
    with pytest.raises(KesselError, match="needs the project's extra 'dask', which is not installed"), on_cluster("x"):
        pass


@pytest.mark.parametrize("words", [["pocket", "--backend", "dask"], ["pocket", "--scheduler", "tcp://localhost:1"]])
def test_backend_and_scheduler_go_together(words: list[str]) -> None:
    with pytest.raises(KesselError, match="go together; expected both or neither"):
        CliRunner().invoke(COMMAND, words, catch_exceptions=False, standalone_mode=False)


@needs_dask
@pytest.mark.verification
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_bits_and_survives_a_worker(study: Study, tmp_path: Path) -> None:
    from distributed import LocalCluster

    here = run_study(study, jobs=1, runs=tmp_path / "here")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:

        def kill() -> None:
            time.sleep(0.5)
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        threading.Thread(target=kill, daemon=True).start()
        with on_cluster(cluster.scheduler_address):
            there = run_study(study, jobs=1, runs=tmp_path / "there")
    assert there.n_played == here.n_played == 10
    assert contents(there.folder) == contents(here.folder)


@needs_dask
@pytest.mark.verification
def test_an_address_where_nobody_answers_is_one_line() -> None:
    address = "tcp://127.0.0.1:1"
    with pytest.raises(KesselError, match=f"--scheduler {address}: no scheduler answers"), on_cluster(address):
        pass
