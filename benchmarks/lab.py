"""What the lab itself costs: two workers beside one, log rows a second into the warehouse, its part of the time."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq

from analysis.studies.matches import PART
from analysis.studies.run import run_study
from analysis.studies.study import Study, find_study
from analysis.warehouse import build
from benchmarks.timing import say, seconds
from sim.game import load_game
from sim.match.whole import Seats

GAMES, ROWS = 1_024, 2_000_000
"""Whole games that are played once by one worker and once by two; games of a study whose log is loaded."""


def lab() -> None:
    """Time all three; the two workers want two cores that nobody else is using."""
    both = {side: ("balanced",) for side in ("german", "soviet")}
    study = replace(find_study("leningrad_small"), games=GAMES, grid={}, policies=both)
    seats = Seats("balanced", "balanced")
    load_game(study.game).whole.play_block(seats, study.seed, 0, PART, True)  # compiles, or loads what was compiled
    with tempfile.TemporaryDirectory() as folder:
        one, two = (_played(study, n, Path(folder) / f"{n}") for n in (1, 2))
        bare, spent = _bare(study.seed), _worked(study, Path(folder) / "again")
    faster, extra = one / two, spent / bare - 1
    say(f"{GAMES:,} games of Leningrad: two workers beside one", f"{faster:8.2f} x {_bar('1.8', faster >= 1.8)}")
    say("  what the lab adds to the games' own processor time", f"{extra:8.1%} {_bar('5 %', extra < 0.05)}")
    _rows()


def _played(study: Study, jobs: int, runs: Path) -> float:
    return seconds(lambda: run_study(study, jobs=jobs, runs=runs))


def _bar(bar: str, is_kept: bool) -> str:
    return f"(bar {bar}{'' if is_kept else ', MISSED'})"


def _bare(seed: int) -> float:
    """Return the processor time of the same games without the lab: nothing is counted, written or kept."""
    whole = load_game("leningrad").whole
    start = time.process_time()
    for first in range(0, GAMES, PART):
        whole.play_block(Seats("balanced", "balanced"), seed, first, PART, True)
    return time.process_time() - start


def _worked(study: Study, runs: Path) -> float:
    start = time.process_time()
    run_study(study, jobs=1, runs=runs)
    return time.process_time() - start


def _rows() -> None:
    """Load the log of a system's games: every row is a turn of a game."""
    with tempfile.TemporaryDirectory() as folder:
        runs = Path(folder) / "runs"
        study = replace(find_study("pocket_large"), games=ROWS // 10, grid={}, policies={})
        run = run_study(study, jobs=2, runs=runs)
        empty = seconds(lambda: build(Path(folder) / "empty.duckdb", Path(folder) / "none"))
        took = seconds(lambda: build(Path(folder) / "warehouse.duckdb", runs)) - empty
        rows = sum(pq.read_metadata(path).num_rows for path in run.folder.glob("turn-*.parquet"))
    rate = rows / took / 1e6
    say(f"{rows:,} log rows into the warehouse, a second", f"{rate:8.2f} million {_bar('1', rate >= 1)}")


if __name__ == "__main__":
    lab()
