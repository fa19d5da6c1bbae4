"""What Kessel starts imports nothing from the folder in which it is run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.children import cores
from sim.numbers.rawfiles import RAW
from tests.analysis.commands import ROOT
from tests.analysis.safety.hostile import STUDY
from tests.sampled import sampled

TRAPS = ["csv.py", "numpy.py", "analysis/__init__.py", "sim/__init__.py"]


@pytest.mark.in_turn
@pytest.mark.parametrize("trap", sampled(TRAPS, 1, "traps"))
def test_a_folder_with_modules_of_the_same_name_is_not_imported(tmp_path: Path, trap: str) -> None:
    (tmp_path / trap).parent.mkdir(exist_ok=True)
    (tmp_path / trap).write_text("open('caught', 'w').close()\nraise SystemExit('caught')\n", encoding="utf8")
    edited = (RAW / "leningrad" / "crt.csv").read_text(encoding="utf8").replace("6,-/2", "6,-/1", 1)
    (tmp_path / "edited.csv").write_text(edited, encoding="utf8")
    (tmp_path / "small.toml").write_text(STUDY, encoding="utf8")
    kessel = str(Path(sys.executable).with_name("kessel"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KESSEL_DATA": str(tmp_path / "data")}
    for words in (("diff", "leningrad", "edited.csv"), ("run", "small.toml", "--jobs", "2")):
        done = subprocess.run(
            [kessel, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-500:]
    assert not (tmp_path / "caught").exists()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores are set apart on Linux")
def test_cores_are_those_that_a_process_may_run_on() -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, before)
    assert cores() == len(before)
