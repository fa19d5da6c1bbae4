"""Systems beside the map: games a second, the exact chain, and a million games from the dice to the warehouse."""

from __future__ import annotations

import resource
import tempfile
import time
from collections import deque
from pathlib import Path

from joblib.externals.loky import get_reusable_executor

from analysis.studies.run import run_study
from analysis.studies.study import find_study
from analysis.systems.ask import ask
from analysis.warehouse import build
from benchmarks.timing import median_ms, say
from sim.game import load_game
from sim.play import play_block, play_exactly
from sim.streams import BLOCK


def track() -> None:
    pocket = load_game("stalingrad_roads").system("pocket")
    course = pocket.course
    assert course is not None
    setting = pocket.setting()

    def asked() -> object:
        return ask("stalingrad_roads", "pocket")

    block_ms = median_ms(lambda: deque(play_block(course, setting, 1, 0), maxlen=0), 15)
    say("pocket: ten-turn games a second, one core, no log", f"{BLOCK / block_ms / 1e3:8.2f} million")
    say(
        "pocket: exact chain over ten turns",
        f"{median_ms(lambda: deque(play_exactly(course, setting), maxlen=0), 9):8.1f} ms",
    )
    say("pocket: exact answers over every assumption's range", f"{median_ms(asked, 3):8.0f} ms")


def million() -> None:
    with tempfile.TemporaryDirectory() as folder:
        runs, path = Path(folder) / "runs", Path(folder) / "warehouse.duckdb"
        study = find_study("pocket_large")
        start = time.perf_counter()
        run_study(study, jobs=2, runs=runs)
        played = time.perf_counter()
        build(path, runs)
        done = time.perf_counter()
        say("1,000,000 pocket games of 10 turns: play and write parts", f"{played - start:8.1f} s")
        say("  load the warehouse (10,000,000 log rows, all printed tables)", f"{done - played:8.1f} s")
        say("  together", f"{done - start:8.1f} s")
        get_reusable_executor().shutdown(wait=True)  # so that the workers' memory is counted
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        say("  peak memory of this process, and of the largest worker", f"{own / 1e6:8.2f} GB, {workers / 1e6:.2f} GB")
