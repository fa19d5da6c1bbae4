"""Faults of runs and warehouses: nothing is lost, nothing wrong is let in, and what is left out is named."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from analysis.cli.run import COMMAND as run_command
from analysis.errors import KesselError
from analysis.lock import locked
from analysis.studies.cost import Cost, check_cost, check_match
from analysis.studies.parts import play_all
from analysis.studies.run import Run, run_study
from analysis.studies.study import Study, load_study
from analysis.warehouse.build import LOCK, build, content_hash, makers, open_warehouse
from tests.analysis.safety.hostile import STUDY
from tests.sampled import sampled

RESULTS = "SELECT study, count(*), count(DISTINCT (cell, r.game)) FROM core.stalingrad_roads_pocket_result AS r"
ROWS = f"{RESULTS} JOIN core.run USING (run_id) GROUP BY study ORDER BY study"


@pytest.fixture(autouse=True)
def without_printed_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what needs no run: it is most of the work of a build."""
    monkeypatch.setattr(import_module("analysis.warehouse.build"), "printed_steps", lambda: iter(()))


@pytest.fixture
def study(tmp_path: Path) -> Study:
    (tmp_path / "small.toml").write_text(STUDY, encoding="utf8")
    return load_study(tmp_path / "small.toml")


@pytest.fixture
def run(study: Study, tmp_path: Path) -> Run:
    """Two runs in one folder; the second, of another study, is to be in every warehouse."""
    run_study(replace(study, id="other"), jobs=1, runs=tmp_path / "runs")
    return run_study(study, jobs=1, runs=tmp_path / "runs")


def rows(folder: Path) -> list[tuple[str, int, int]]:
    with open_warehouse(build(folder / "w.duckdb", folder / "runs")) as db:
        return db.execute(ROWS).fetchall()


PARTS = ["result-00000-00000.parquet", "turn-00000-00000.parquet", "exact-00000.parquet"]
MARKS = [b"", b"../other", b"\xff\xfe", b"0" * 16, b"x" * 5_000_000, None]
OTHER, SMALL = ("other", 80, 80), ("small", 80, 80)


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def _swap(path: Path) -> None:
    path.write_bytes(path.with_name(path.name.replace("-00000-", "-00001-")).read_bytes())


@pytest.mark.in_turn
@pytest.mark.parametrize("harm", [Path.unlink, _flip, _swap], ids=["deleted", "flipped", "of_another_cell"])
@pytest.mark.parametrize("name", sampled(PARTS, 1, "parts"))
def test_a_part_that_is_not_what_was_written_keeps_its_run_out_until_it_is_played_again(
    run: Run, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: object, name: str
) -> None:
    assert callable(harm)
    if harm is _swap and "exact" in name:
        shutil.copy(run.folder / "exact-00001.parquet", run.folder / name)
    else:
        harm(run.folder / name)
    assert rows(tmp_path) == [OTHER]
    said = capsys.readouterr().err
    assert f"run small/{run.run_id} is left out of the warehouse: its part {name} is not" in said
    assert "kessel run small" in said
    assert run_study(study, jobs=1, runs=tmp_path / "runs").n_played == (0 if "exact" in name else 1)
    assert rows(tmp_path) == [OTHER, SMALL]


@pytest.mark.in_turn
def test_a_copy_beside_a_part_doubles_nothing(run: Run, tmp_path: Path) -> None:
    for name in ("result-00000-00000", "turn-00003-00000"):
        shutil.copy(run.folder / f"{name}.parquet", run.folder / f"{name} (1).parquet")
    assert rows(tmp_path) == [OTHER, SMALL]


@pytest.mark.in_turn
@pytest.mark.parametrize("mark", sampled(MARKS, 3, "marks"))
def test_an_odd_mark_of_the_newest_run_is_named(
    run: Run, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str], mark: bytes | None
) -> None:
    latest = run.folder.parent / "latest"
    if mark is None:
        latest.unlink()
        latest.mkdir()
    else:
        latest.write_bytes(mark)
    assert rows(tmp_path) == [OTHER]
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("kessel:")]
    assert len(said) == 1
    assert "small" in said[0]
    if mark is not None:
        run_study(study, jobs=1, runs=tmp_path / "runs")
        assert rows(tmp_path) == [OTHER, SMALL]


@pytest.mark.parametrize("key", sampled(["seed", "games", "id"], 1, "keys"))
def test_a_record_that_was_changed_is_named(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    record = json.loads((run.folder / "run.json").read_text())
    record["study"][key] = "else" if key == "id" else record["study"][key] - 1
    (run.folder / "run.json").write_text(json.dumps(record))
    assert rows(tmp_path) == [OTHER]
    assert "its run.json is not as it was written" in capsys.readouterr().err


@pytest.mark.in_turn
def test_a_failing_step_of_one_run_leaves_the_others(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a run never stays: what a step had loaded goes with the rest."""
    module = import_module("analysis.warehouse.load")
    whole = module._load_laws

    def failing(run_id: str, *rest: object) -> None:
        if run_id == run.run_id:
            raise duckdb.InvalidInputException("ZSTD Decompression failure")
        whole(run_id, *rest)

    monkeypatch.setattr(module, "_load_laws", failing)
    assert rows(tmp_path) == [OTHER]
    assert "study small is left out" in capsys.readouterr().err


def test_a_study_without_logs_has_its_results(study: Study, tmp_path: Path) -> None:
    (tmp_path / "bare.toml").write_text(STUDY.replace("seed = 4", "seed = 4\nlog = false"), encoding="utf8")
    bare = run_study(load_study(tmp_path / "bare.toml"), jobs=1, runs=tmp_path / "runs")
    assert not list(bare.folder.glob("turn-*"))
    assert rows(tmp_path) == [SMALL]
    with open_warehouse(tmp_path / "w.duckdb") as db:
        turns = db.execute("SELECT DISTINCT turn FROM out.turn_law").fetchall()
    assert turns == [(0,)]


@pytest.mark.in_turn
def test_who_made_the_rows_is_no_content(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another NumPy that draws the same dice makes the same content, and stands beside."""
    run_study(study, jobs=1, runs=tmp_path / "runs")
    one = build(tmp_path / "one.duckdb", tmp_path / "runs")
    monkeypatch.setattr("analysis.studies.run.np.__version__", "9.9.9")
    run_study(study, jobs=1, runs=tmp_path / "others")
    other = build(tmp_path / "other.duckdb", tmp_path / "others")
    assert content_hash(one) == content_hash(other)
    (by_one,), (by_other,) = makers(one), makers(other)
    assert by_one[1] != by_other[1]
    assert "9.9.9" in by_other
    run_study(replace(study, seed=5), jobs=1, runs=tmp_path / "others")
    assert content_hash(build(other, tmp_path / "others")) != content_hash(one)


@pytest.mark.in_turn
def test_a_builder_waits_for_another_who_is_named(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(tmp_path / LOCK, "it"):
        half = tmp_path / ".w.duckdb.new-999999999"
        half.write_bytes(b"another build")
        waiting = threading.Thread(target=build, args=(tmp_path / "w.duckdb", tmp_path / "runs"))
        waiting.start()
        time.sleep(0.5)
        assert half.read_bytes() == b"another build"
        assert not (tmp_path / "w.duckdb").exists()
    waiting.join(60)
    assert rows(tmp_path) == [OTHER, SMALL]
    assert f"w.duckdb is held by process {os.getpid()} on" in capsys.readouterr().err


ELSEWHERE = ("unshare", "--pid", "--fork", "--kill-child")
"""Starts a command where process numbers begin at 1, as in a container."""


def _is_allowed(command: tuple[str, ...]) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run([*command, "true"], check=False).returncode == 0


@pytest.mark.parametrize("where", [(), ELSEWHERE], ids=["here", "in_another_pid_namespace"])
def test_a_lock_is_let_go_by_a_kill_and_patience_ends(tmp_path: Path, where: tuple[str, ...]) -> None:
    if where and not _is_allowed(where):
        pytest.skip("this user may not make a PID namespace")
    code = (
        "import os, sys; from pathlib import Path; from analysis.lock import locked\n"
        f"with locked(Path({str(tmp_path / LOCK)!r}), 'it'): print(os.getpid(), flush=True); sys.stdin.read()"
    )
    words = [*where, sys.executable, "-c", code]
    holder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    number = int(holder.stdout.readline())
    assert number == (1 if where else holder.pid)
    with (
        pytest.raises(KesselError, match=rf"it is held by process {number} on .* did not end in 0 s"),
        locked(tmp_path / LOCK, "it", patience=0.2),
    ):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    with locked(tmp_path / LOCK, "it", patience=5):
        pass


@pytest.mark.in_turn
def test_a_study_finished_while_a_builder_was_stopped_is_in_the_warehouse(
    run: Run, study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("analysis.warehouse.build")
    note = module._note_built
    played: list[Run] = []

    def stopped(db: duckdb.DuckDBPyConnection) -> None:
        note(db)
        if not played:
            played.append(run_study(replace(study, id="late"), jobs=1, runs=tmp_path / "runs"))

    monkeypatch.setattr(module, "_note_built", stopped)
    assert rows(tmp_path) == [("late", 80, 80), OTHER, SMALL]


def test_a_long_study_says_what_it_would_take(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = replace(study, games=100_000_000)
    with pytest.raises(KesselError, match=r"4 cells x 100,000,000 games would take about .* GB; expected --yes"):
        check_cost(huge, 1, yes=False)
    check_cost(huge, 1, yes=True)
    check_cost(study, 1, yes=False)
    monkeypatch.setattr("analysis.studies.cost.cost_of", lambda study, jobs: Cost(60, 1e6))
    check_cost(huge, 1, yes=False)


def test_a_long_match_says_what_it_would_take() -> None:
    played: list[int] = []
    seconds = iter((0.0, 0.8, 0.0, 0.8))
    with pytest.raises(KesselError, match=r"^1,000,000 games would take about 14 hours; expected --yes"):
        check_match(played.append, 1_000_000, 2, yes=False, clock=lambda: next(seconds))
    assert played == [1, 8]
    check_match(played.append, 10_000, 2, yes=False, clock=lambda: next(seconds))
    check_match(played.append, 4_000, 1, yes=False)
    check_match(played.append, 1_000_000, 2, yes=True)
    assert played == [1, 8, 1, 8]


def test_one_study_that_cannot_be_played_stops_no_other(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies = {name: replace(study, id=name) for name in ("bad", "good")}

    def play(one: Study, *, jobs: int) -> Run:
        if one.id == "bad":
            raise KesselError("a part cannot be written")
        return run_study(one, jobs=jobs, runs=tmp_path / "runs")

    monkeypatch.setattr("analysis.studies.study.sound_studies", lambda: studies)
    monkeypatch.setattr("analysis.studies.study.find_study", lambda name, **_: studies[name])
    monkeypatch.setattr("analysis.studies.run.run_study", play)
    renewed = import_module("analysis.warehouse.build")
    monkeypatch.setattr(renewed, "renew", lambda: build(tmp_path / "w.duckdb", tmp_path / "runs"))
    done = CliRunner().invoke(run_command, ["--all", "--jobs", "1"])
    assert isinstance(done.exception, KesselError)
    assert str(done.exception) == "not played: bad; why stands above. The others are in the warehouse"
    assert "study bad is left out: a part cannot be written" in done.stderr
    with open_warehouse(tmp_path / "w.duckdb") as db:
        assert db.execute("SELECT study FROM core.run").fetchall() == [("good",)]


def _killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.in_turn
def test_a_killed_worker_is_one_line_with_the_likely_cause() -> None:
    with pytest.raises(KesselError, match="a worker was killed from outside, most likely for want of memory"):
        play_all([(_killed, (), {}), (_killed, (), {})], 2, "killed")
