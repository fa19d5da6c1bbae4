"""What a study of any size may weigh: the process that plays it, and the one that loads it."""

import os
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from analysis.children import python
from analysis.studies.record import Recorded, recorded
from analysis.studies.run import run_study
from analysis.studies.study import Study, find_study
from analysis.warehouse.load import played

pytestmark = [pytest.mark.verification, pytest.mark.skipif(sys.platform != "linux", reason="weighed on Linux")]
ROWS = 100_000_000
CAP, MORE = 700, 60
"""MB that a build may weigh with all of `ROWS`, and that ten times the games may add to the process that plays them."""


def study(games: int) -> Study:
    """Return a study of one cell, whose games leave a row a turn."""
    pocket = find_study("pocket")
    return replace(
        pocket, games=games, policies={side: names[:1] for side, names in pocket.policies.items()}, grid={}, ranges={}
    )


def weighed(code: str) -> float:
    """Return the most memory that a Python of its own took to run some code of this module, in MB."""
    done = python("-c", f"from tests.analysis.safety.test_memory import *; {code}; print(peak())")
    assert done.returncode == 0, done.stderr
    return float(done.stdout.splitlines()[-1])


def peak() -> float:
    """Return the most that this process itself has held, in MB; what `getrusage` tells counts who started it, too."""
    said = Path("/proc/self/status").read_text(encoding="utf8")
    return int(said.partition("VmHWM:")[2].split()[0]) / 1024


def load_copies(folder: Path, rows: int) -> None:
    """Load as many links to one part of a log as hold so many rows, as a build loads a run."""
    run = recorded(run_study(study(65_536), jobs=1, runs=folder / "runs").folder.parent / "latest")
    (part,) = run.files("turn")
    links = [folder / f"{at}.parquet" for at in range(-(-rows // pq.read_metadata(part).num_rows))]
    for link in links:
        os.link(part, link)

    class Copied(Recorded):
        def files(self, kind: str) -> list[Path]:
            return links if kind == "turn" else super().files(kind)

    build = import_module("analysis.warehouse.build")
    with duckdb.connect(folder / "w.duckdb", config=build.LIMITS) as db:
        db.execute(build.SCHEMA.read_text(encoding="utf8"))
        db.begin()
        for step in played(Copied(*run)):
            step(db)
        db.commit()
        db.execute("CHECKPOINT")
        (n,) = db.execute("SELECT count(*) FROM core.stalingrad_roads_pocket_turn").fetchone() or (0,)
        assert n >= rows


def test_a_hundred_million_rows_are_loaded_within_the_cap(tmp_path: Path) -> None:
    assert weighed(f"load_copies(Path({str(tmp_path)!r}), {ROWS})") < CAP


def test_who_plays_ten_times_the_games_weighs_no_more(tmp_path: Path) -> None:
    few, many = (
        weighed(f"run_study(study({games}), jobs=2, runs=Path({str(tmp_path / str(games))!r}))")
        for games in (4 * 65_536, 40 * 65_536)
    )
    assert many < few + MORE
