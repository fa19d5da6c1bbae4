"""Time what users wait for, in one run: `make bench`. Benchmarks measure; tests do not time."""

from __future__ import annotations

import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from joblib.externals.loky import get_reusable_executor

from analysis.pocket import factor_spans, pocket, turns_above_1
from analysis.run import run_study
from analysis.study import find_study
from analysis.warehouse import build
from sim.game import load_game
from sim.play import play_block
from sim.streams import BLOCK

KESSEL = str(Path(sys.executable).with_name("kessel"))


def say(what: str, figure: str) -> None:
    print(f"{what:<64} {figure}", flush=True)


def median_ms(call: Callable[[], object], times: int) -> float:
    """Return the median time of a call in milliseconds."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        spent.append(time.perf_counter() - start)
    return 1_000 * statistics.median(spent)


def cold(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run([KESSEL, *words], capture_output=True, check=True)


def odds() -> None:
    for game, strengths in (("leningrad", ("11", "4")), ("stalingrad_roads", ("34", "4"))):
        words = ("odds", game, "--attack", strengths[0], "--defense", strengths[1], "--json")
        say(f"kessel odds {game}, cold, imports included", f"{median_ms(cold(*words), 9):8.0f} ms")
    for game in ("leningrad", "stalingrad_roads"):
        chapter = load_game(game).chapter("combat")
        columns = chapter.READING.columns
        ms = median_ms(lambda c=chapter, n=columns: [c.column_odds(label) for label in n], 50)  # type: ignore[misc]
        say(f"{game}: exact law of all {len(columns)} columns, warm", f"{ms:8.2f} ms")


def track() -> None:
    setting = pocket().setting()
    start = time.perf_counter()
    for block in range(4):
        for _ in play_block(pocket(), setting, 1, block):
            pass
    spent = time.perf_counter() - start
    say("pocket: ten-turn games a second, one core, no log", f"{4 * BLOCK / spent / 1e6:8.2f} million")
    say("pocket: exact chain over ten turns", f"{median_ms(lambda: turns_above_1(setting), 9):8.1f} ms")
    say("pocket: exact answers over every assumption's range", f"{median_ms(factor_spans, 3):8.0f} ms")


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


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}")
    odds()
    track()
    million()
