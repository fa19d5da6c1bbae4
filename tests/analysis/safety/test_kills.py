"""Killed anywhere, a run ends in the bits of an undisturbed one, and leaves no process behind."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from analysis.studies.run import run_study
from analysis.studies.study import load_study
from analysis.warehouse.build import build, content_hash
from tests.analysis.commands import ROOT
from tests.analysis.safety.hostile import STUDY

SIZES = (2_000, 70_000, 140_000)
"""Games a cell: less than a block, two blocks, three."""
SECONDS = 5.0
"""After which nothing of a killed command may be left."""
needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to see what is left")


def written(folder: Path, games: int) -> Path:
    path = folder / f"small_{games}.toml"
    text = STUDY.replace('id = "small"', f'id = "small_{games}"').replace("games = 20", f"games = {games}")
    path.write_text(text, encoding="utf8")
    return path


def left_of(data: Path) -> list[str]:
    """Return the processes that still run of a command with this data folder, sessions of their own or not."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"KESSEL_DATA={data}".encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


def shared_memory_of(process: int) -> list[str]:
    """Return what a process left in shared memory: joblib's folders and semaphores bear its number."""
    return [path.name for path in Path("/dev/shm").glob("*") if re.search(rf"[-_]{process}[-_]", path.name)]


def killed(words: list[str], data: Path, after: float, how: signal.Signals) -> tuple[int, list[str]]:
    """Run a command as a person does, in a session of its own, and end it after so long.

    Return how many processes it had then, and what it left after some seconds.
    """
    command = [str(Path(sys.executable).with_name("kessel")), *words]
    environment = {**os.environ, "KESSEL_DATA": str(data), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, start_new_session=True
    )
    n = 0
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        n = len(left_of(data))
        process.send_signal(how)
        process.wait()
    end = time.monotonic() + SECONDS
    while (left := left_of(data) + shared_memory_of(process.pid)) and time.monotonic() < end:
        time.sleep(0.1)
    return n, left


def kills(folder: Path, sizes: tuple[int, ...], each: int, seed: int) -> None:
    """Kill a run of each size some times at drawn moments, let it end, and hold it against an undisturbed one."""
    random = Random(seed)
    for games in sizes:
        path, data = written(folder, games), folder / f"data_{games}"
        data.mkdir()
        for n in range(each):
            how = random.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
            words = ["run", str(path), "--jobs", "2"]
            _, left = killed(words, data, random.uniform(0.3, 6.0), how)
            assert left == [], f"{games} games, kill {n}, {how.name}"
        study = load_study(path)
        run_study(study, jobs=2, runs=data / "runs")
        run_study(study, jobs=1, runs=folder / "undisturbed" / str(games))
        disturbed = content_hash(build(data / "warehouse.duckdb", data / "runs"))
        assert disturbed == content_hash(build(folder / f"{games}.duckdb", folder / "undisturbed" / str(games)))
        assert not list(data.rglob("*.tmp-*"))
        assert not list(data.glob(".*.new-*"))


@pytest.mark.in_turn
@needs_proc
def test_two_kills(tmp_path: Path) -> None:
    kills(tmp_path, SIZES[:1], 2, seed=14)


@pytest.mark.verification
@needs_proc
def test_fifty_kills(tmp_path: Path) -> None:
    kills(tmp_path, SIZES, 17, seed=50)


@pytest.mark.verification
@needs_proc
def test_a_killed_report_leaves_no_kernel(tmp_path: Path) -> None:
    """Killed later and later, until it was caught with all its kernels; a kernel's session is its own."""
    build(tmp_path / "warehouse.duckdb", tmp_path / "runs")
    most = 0
    for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        for after in (2.0, 3.0, 4.0, 6.0, 8.0, 16.0):
            n, left = killed(["report", "leningrad_combat"], tmp_path, after, how)
            assert left == [], f"after {after} s, {how.name}"
            most = max(most, n)
            if n > 1:
                break
    assert most > 1
