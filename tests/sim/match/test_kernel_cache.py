"""The cache of kernels: filled by one process at a time, and named after what can change a kernel, no more."""

import os
import re
import subprocess
import sys
import time
from fcntl import LOCK_EX, LOCK_UN, flock
from pathlib import Path

import pytest

from sim.match import compiled

SCRIPT = """
import sys
import time
import numpy as np
from numba.core.caching import IndexDataCacheFile
from sim.match.compiled import make_kernel

def total(numbers):
    held = numbers[0] - numbers[0]
    for one in numbers:
        held += one
    return held

load = IndexDataCacheFile._load_index
def slowly(file):
    found = load(file)
    time.sleep(0.2)  # where another process may write
    return found
IndexDataCacheFile._load_index = slowly

made = make_kernel(total, cached=False)
print("ready", flush=True)
for kind in sys.argv[1:]:
    numbers = np.arange(5, dtype=kind)
    print(kind, made(numbers / numbers[2] if kind[0] == "f" else numbers))
"""
KINDS = ("float64", "int8", "float32", "uint8", "int32", "uint16", "int64", "uint32")
RIGHT = [f"{kind} {5.0 if kind[0] == 'f' else 10}" for kind in KINDS]


def started(folder: Path, *kinds: str) -> "subprocess.Popen[str]":
    """Start a process that adds numbers of some kinds, each a compilation, by kernels in a folder of their own."""
    script = folder / "adds.py"
    if not script.exists():
        script.write_text(SCRIPT, encoding="utf8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.Popen([sys.executable, str(script), *kinds], stdout=subprocess.PIPE, text=True, env=environment)


def test_who_compiles_a_kernel_waits_for_who_is_at_it_and_not_for_others(tmp_path: Path) -> None:
    locks = tmp_path / "cache" / "locks"
    locks.mkdir(parents=True)
    with (locks / "__main__.total").open("a") as lock, (locks / "another").open("a") as other:
        flock(lock, LOCK_EX)
        flock(other, LOCK_EX)
        process = started(tmp_path, "int8")
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(3)
        assert process.poll() is None
        assert not list((tmp_path / "cache").rglob("*.nb?"))
        flock(lock, LOCK_UN)
        said, _ = process.communicate(timeout=120)
    assert (process.returncode, said) == (0, "int8 10\n")
    assert list((tmp_path / "cache").rglob("*.nbc"))


@pytest.mark.verification
def test_processes_that_fill_a_cold_cache_at_once_leave_it_right(tmp_path: Path) -> None:
    """Each adds to the index of one kernel in an order of its own; without the lock names are given twice (tried)."""
    several = [started(tmp_path, *KINDS[at:], *KINDS[:at]) for at in range(0, len(KINDS), 2)]
    for process in several:
        said, _ = process.communicate(timeout=300)
        assert (process.returncode, sorted(said.splitlines()[1:])) == (0, sorted(RIGHT))
    last = started(tmp_path, *KINDS)
    said, _ = last.communicate(timeout=300)
    assert (last.returncode, said.splitlines()[1:]) == (0, RIGHT)


def test_the_cache_hangs_on_kernels_and_what_they_import() -> None:
    root = Path(compiled.__file__).parents[1]
    found = {path.relative_to(root).as_posix() for path in compiled.sources()}
    rooms = [path for path in root.rglob("*.py") if {"map", "match", "players", "played"} & set(path.parts)]
    holding = {
        path.relative_to(root).as_posix()
        for path in rooms
        if re.search(r"^@(kernel|barrier)\b", path.read_text(), re.M)
    }
    assert len(holding) > 20
    assert holding < found
    assert {"match/compiled.py", "match/barrier.py", "map/forces/world.py", "games/leningrad/map/fields.py"} <= found
    assert not {name for name in found if re.search(r"/(draw|georeference|geography|words|log)", name)}


def test_a_change_of_a_kernel_is_seen_and_that_of_a_drawing_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "map" / "forces").mkdir(parents=True)
    files = {
        "forces/flood": "from sim.map import cost\nfrom sim.map.rules import (\n    A,\n)\n@kernel\ndef flood(): ...\n",
        "cost": "X = 1\n", "rules": "A = 1\n", "draw": "from sim.map.forces import flood\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / "map" / f"{name}.py").write_text(text)
    monkeypatch.setattr(compiled, "_SIM", tmp_path)

    def digest_after(name: str) -> str:
        (tmp_path / "map" / f"{name}.py").write_text(f"{files[name]}# another\n")
        compiled.sources.cache_clear()
        return compiled.sources_digest()

    compiled.sources.cache_clear()
    digests = [compiled.sources_digest(), *map(digest_after, ("draw", "forces/flood", "cost", "rules"))]
    compiled.sources.cache_clear()
    assert digests[0] == digests[1]
    assert len(set(digests[1:])) == 4
