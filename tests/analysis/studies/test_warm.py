"""`kessel run --all` compiles the kernels of whole games beside other work, and none twice."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.cli.run import COMMAND
from analysis.errors import KesselError
from analysis.studies.run import Run
from analysis.studies.study import Study, find_study
from analysis.studies.warm import Compiling, compile_beside

TABLES, WHOLE = "leningrad_forts", "leningrad_small"


@dataclass
class _Slow:
    """Stands for processes that compile: each ends when it is let."""

    let: threading.Event
    asked: list[tuple[str, ...]]

    def __call__(self, *words: str) -> None:
        self.asked.append(words)
        assert self.let.wait(10)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> _Slow:
    found = _Slow(threading.Event(), [])
    monkeypatch.setattr("analysis.studies.warm.python", found)
    return found


def _studies(*names: str) -> Sequence[Study]:
    return [find_study(name) for name in names]


def test_it_waits_for_the_kernels_of_the_game_that_it_asks_for(slow: _Slow) -> None:
    compiling = Compiling(["leningrad"])
    compiling.wait_for("donnerschlag")  # nothing of it is on its way
    waits = threading.Thread(target=compiling.wait_for, args=("leningrad",))
    waits.start()
    waits.join(0.05)
    assert waits.is_alive()
    slow.let.set()
    waits.join(10)
    assert not waits.is_alive()
    assert slow.asked == [("-m", "analysis.studies.warm", "leningrad")]


def test_nothing_is_compiled_beside_whole_games_alone(slow: _Slow) -> None:
    compile_beside(_studies(WHOLE)).wait_for("leningrad")
    compile_beside(_studies(TABLES)).wait_for("leningrad")
    assert slow.asked == []
    slow.let.set()
    compile_beside(_studies(WHOLE, TABLES)).wait_for("leningrad")
    assert len(slow.asked) == 1


def test_what_was_played_is_loaded_while_kernels_are_compiled(slow: _Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def renew() -> Path:
        done.append("load" if slow.let.is_set() else "load beside")
        slow.let.set()
        if done[-1] == "load beside":
            raise KesselError("somebody has it open")  # who still has it when all is played is named then
        return Path("data/warehouse.duckdb")

    def play(study: Study, *, jobs: int) -> Run:
        done.append(study.id)
        return Run(study, "", Path(), 1, 1)

    studies = {name: find_study(name) for name in (WHOLE, TABLES)}
    monkeypatch.setattr("analysis.studies.study.sound_studies", lambda: studies)
    monkeypatch.setattr("analysis.studies.run.run_study", play)
    monkeypatch.setattr(import_module("analysis.warehouse.build"), "renew", renew)
    shown = CliRunner().invoke(COMMAND, ["--all", "--jobs", "1"])
    assert shown.exit_code == 0, shown.output
    assert done == [TABLES, "load beside", WHOLE, "load"]
