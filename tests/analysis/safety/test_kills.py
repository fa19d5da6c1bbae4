"""Killed anywhere, a run ends in the bits of an undisturbed one, and leaves no process behind."""

import os
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

pytestmark = pytest.mark.xdist_group("warehouse")
SIZES = (2_000, 70_000, 140_000)
"""Games a cell: less than a block, two blocks, three."""
SECONDS = 5.0
"""After which nothing of a killed command may be left."""


def written(folder: Path, games: int) -> Path:
    path = folder / f"small_{games}.toml"
    text = STUDY.replace('id = "small"', f'id = "small_{games}"').replace("games = 20", f"games = {games}")
    path.write_text(text, encoding="utf8")
    return path


def of_session(session: int) -> list[str]:
    """Return the processes of a session that still run, from /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        state, _, _, its_session, *_ = rest.split()
        if int(its_session) == session and state != "Z":
            found.append(stat.parent.name)
    return found


def killed(study: Path, data: Path, after: float, how: signal.Signals) -> int:
    """Run a study as a person does, in a session of its own, end it after so long, and return what it left."""
    command = [str(Path(sys.executable).with_name("kessel")), "run", str(study), "--jobs", "2"]
    environment = {**os.environ, "KESSEL_DATA": str(data), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, start_new_session=True
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(how)
        process.wait()
    end = time.monotonic() + SECONDS
    while (left := of_session(process.pid)) and time.monotonic() < end:
        time.sleep(0.1)
    return len(left)


def kills(folder: Path, sizes: tuple[int, ...], each: int, seed: int) -> None:
    """Kill a run of each size some times at drawn moments, let it end, and hold it against an undisturbed one."""
    random = Random(seed)
    for games in sizes:
        path, data = written(folder, games), folder / f"data_{games}"
        data.mkdir()
        for n in range(each):
            how = random.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
            assert killed(path, data, random.uniform(0.3, 6.0), how) == 0, f"{games} games, kill {n}, {how.name}"
        study = load_study(path)
        run_study(study, jobs=2, runs=data / "runs")
        run_study(study, jobs=1, runs=folder / "undisturbed" / str(games))
        disturbed = content_hash(build(data / "warehouse.duckdb", data / "runs"))
        assert disturbed == content_hash(build(folder / f"{games}.duckdb", folder / "undisturbed" / str(games)))
        assert not list(data.rglob("*.tmp-*"))
        assert not list(data.glob(".*.new-*"))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see what is left")
def test_three_kills(tmp_path: Path) -> None:
    kills(tmp_path, SIZES[1:2], 3, seed=14)


@pytest.mark.verification
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see what is left")
def test_fifty_kills(tmp_path: Path) -> None:
    kills(tmp_path, SIZES, 17, seed=50)
