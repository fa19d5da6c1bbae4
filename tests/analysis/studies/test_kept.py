"""A study that was played from a file is played again by its id; what can no longer be played can be dropped."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.cli.run import COMMAND
from analysis.errors import KesselError
from analysis.lock import shared
from analysis.studies.record import drop_runs, kept_study, recorded
from analysis.studies.run import run_study, seal
from analysis.studies.study import find_study, load_study

STUDY = """
id = "mine"
question = "does it rain?"
game = "stalingrad_roads"
system = "weather"
games = 30
seed = 4
"""


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runs after a study was played from a file that is gone since."""
    path = tmp_path / "mine.toml"
    path.write_text(STUDY, encoding="utf8")
    runs = tmp_path / "runs"
    run_study(load_study(path), jobs=1, runs=runs)
    path.unlink()
    monkeypatch.setattr("analysis.studies.record.kept_study.__defaults__", (runs,))
    monkeypatch.setattr("analysis.studies.record.drop_runs.__defaults__", (runs,))
    return runs


def record_of(runs: Path) -> Path:
    return next(runs.glob("mine/*/run.json"))


def test_the_command_in_the_record_plays_the_run_again(played: Path) -> None:
    record = json.loads(record_of(played).read_text())
    assert record["command"] == "kessel run mine --games 30 --seed 4"
    again = find_study("mine", games=30, seed=4)
    done = run_study(again, jobs=1, runs=played)
    assert (done.run_id, done.n_played) == (record["run_id"], 0)
    assert find_study("mine", seed=9).seed == 9


@pytest.mark.parametrize("name", ["other", "../runs/mine", "mine/..", "", "."])
def test_what_was_never_played_is_no_study(played: Path, name: str) -> None:
    assert kept_study(name) is None
    with pytest.raises(KesselError, match=r"no study|cannot be read|expected|is a folder"):
        find_study(name)
    with pytest.raises(KesselError, match=r"^no run of a study .* is kept; there are: mine$"):
        drop_runs(name)


def test_a_run_of_a_system_that_is_gone_says_how_to_be_rid_of_it(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = record_of(played)
    record = json.loads(path.read_text())
    record["study"]["system"] = "sorcery"
    path.write_text(json.dumps(record | {"sha256": seal(record)}))
    said = r"can no longer be played \(.*'sorcery'.*\); to be rid of it: kessel run mine --drop$"
    for ask in (lambda: recorded(played / "mine" / "latest"), lambda: kept_study("mine"), lambda: find_study("mine")):
        with pytest.raises(KesselError, match=said):
            ask()
    monkeypatch.setattr(import_module("analysis.warehouse.build"), "renew", lambda: Path("data/warehouse.duckdb"))
    done = CliRunner().invoke(COMMAND, ["mine", "--drop"])
    assert done.output.splitlines()[0] == "mine: its runs are deleted"
    assert not (played / "mine").exists()
    assert kept_study("mine") is None


def test_a_run_that_is_being_played_is_not_dropped(played: Path) -> None:
    folder = record_of(played).parent
    with shared(folder / ".lock", lambda: None), pytest.raises(KesselError, match=r"^run mine/.* is held by"):
        drop_runs("mine")
    assert record_of(played).exists()
