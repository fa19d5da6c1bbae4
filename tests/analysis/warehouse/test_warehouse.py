"""Runs and the warehouse: the same bits for any jobs, resumed after a kill, nothing of anybody's lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from analysis.errors import KesselError
from analysis.lock import shared
from analysis.studies.parts import checksum
from analysis.studies.run import run_study, seal
from analysis.studies.study import Study, load_study
from analysis.warehouse.build import LOCK, build, content_hash, open_warehouse
from analysis.warehouse.load import printed_steps

STUDY = """
id = "small"
question = "does it hold?"
game = "stalingrad_roads"
system = "pocket"
games = 66_000
seed = 4
[policies]
soviet = ["press", "starve"]
[grid]
vvs = [0, 2]
"""


@pytest.fixture(scope="module", autouse=True)
def without_printed_tables() -> Iterator[None]:
    """Leave out what needs no run: it is most of the work of a build, and the same in each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("analysis.warehouse.build"), "printed_steps", lambda: iter(()))
        yield


@pytest.fixture(scope="module")
def study_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "small.toml"
    path.write_text(STUDY, encoding="utf8")
    return path


@pytest.fixture(scope="module")
def long_study(study_path: Path) -> Study:
    """Eight parts: two blocks of games for each of four cells."""
    return load_study(study_path)


@pytest.fixture(scope="module")
def study(long_study: Study) -> Study:
    return replace(long_study, games=300)


@pytest.fixture(scope="module")
def long_built(long_study: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An undisturbed run with one job, and its warehouse."""
    return _run_and_built(long_study, tmp_path_factory.mktemp("long"))


@pytest.fixture(scope="module")
def built(study: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run, and its warehouse."""
    return _run_and_built(study, tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture(scope="module")
def printed_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of printed tables and no run."""
    folder = tmp_path_factory.mktemp("printed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("analysis.warehouse.build"), "printed_steps", printed_steps)
        return build(folder / "warehouse.duckdb", folder / "runs")


def _run_and_built(study: Study, folder: Path) -> Path:
    run_study(study, jobs=1, runs=folder / "runs")
    return build(folder / "warehouse.duckdb", folder / "runs")


@pytest.mark.in_turn
def test_the_number_of_jobs_changes_nothing(long_study: Study, long_built: Path, tmp_path: Path) -> None:
    run_study(long_study, jobs=2, runs=tmp_path / "runs")
    assert content_hash(build(tmp_path / "w.duckdb", tmp_path / "runs")) == content_hash(long_built)


@pytest.mark.in_turn
def test_a_killed_run_resumes_and_ends_in_the_same_bits(
    long_study: Study, study_path: Path, long_built: Path, tmp_path: Path
) -> None:
    """Kill the process, hard, as soon as it has written some of its parts, but not all."""
    code = (
        "from pathlib import Path; from analysis.studies.run import run_study; "
        "from analysis.studies.study import load_study; "
        f"run_study(load_study(Path({str(study_path)!r})), jobs=1, runs=Path({str(tmp_path / 'runs')!r}))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("runs/small/*/result-*.parquet"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    written = len(list(tmp_path.glob("runs/small/*/result-*.parquet")))
    assert 2 <= written < 8
    assert not list(tmp_path.glob("runs/small/*/run.json"))
    done = run_study(long_study, jobs=2, runs=tmp_path / "runs")
    assert 0 < done.n_played == 8 - written
    assert content_hash(build(tmp_path / "w.duckdb", tmp_path / "runs")) == content_hash(long_built)


def test_half_written_parts_are_swept_away(study: Study, tmp_path: Path) -> None:
    folder = run_study(study, jobs=1, runs=tmp_path / "runs").folder
    (folder / "turn-00000-00000.parquet.tmp-999999999").write_bytes(b"half")
    assert run_study(study, jobs=1, runs=tmp_path / "runs").n_played == 0
    assert not list(folder.glob("*.tmp-*"))


def test_the_content_hash_sees_one_changed_cell(built: Path, tmp_path: Path) -> None:
    copy = tmp_path / "w.duckdb"
    copy.write_bytes(built.read_bytes())
    name = "core.stalingrad_roads_pocket_turn"
    with duckdb.connect(copy) as db:
        db.execute(f"UPDATE {name} SET level = level + 1 WHERE game = 77 AND turn = 3 AND cell = 1")
    before, after = content_hash(built), content_hash(copy)
    assert before[name] != after[name]


def test_every_table_and_column_has_a_comment(built: Path, printed_only: Path) -> None:
    for path in (built, printed_only):
        with open_warehouse(path) as db:
            tables = db.execute("SELECT table_name FROM duckdb_tables() WHERE comment IS NULL AND NOT internal")
            assert tables.fetchall() == []
            columns = db.execute("SELECT column_name FROM duckdb_columns() WHERE comment IS NULL AND NOT internal")
            assert columns.fetchall() == []


def test_every_number_file_is_mirrored_cell_by_cell(printed_only: Path) -> None:
    with open_warehouse(printed_only) as db:
        assert db.execute("SELECT \"3-1\" FROM raw.leningrad_crt WHERE die = '2'").fetchall() == [("2/2",)]
        (files,) = db.execute("SELECT count(*) FROM core.source_table").fetchone() or (0,)
        (mirrors,) = db.execute("SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'raw'").fetchone() or (0,)
        bases = {b for (b,) in db.execute("SELECT DISTINCT basis FROM core.table_cell").fetchall()}
    assert files == mirrors > 200
    assert bases == {"rulebook", "inferred", "published", "assumed", "missing"}


def test_the_log_adds_up(long_study: Study, long_built: Path) -> None:
    with open_warehouse(long_built) as db:
        counts = db.execute(
            "SELECT cell, turn, count(*), count(DISTINCT game) FROM core.stalingrad_roads_pocket_turn GROUP BY ALL"
        ).fetchall()
        laws = db.execute("SELECT DISTINCT field, turn, sum(n) FROM out.turn_law GROUP BY field, turn, cell").fetchall()
        exact = db.execute("SELECT cell, turn, field, sum(p) FROM out.exact_law GROUP BY ALL").fetchall()
    assert {(n, games) for *_, n, games in counts} == {(long_study.games, long_study.games)}
    assert len(counts) == 4 * 10
    assert {total for *_, total in laws} == {long_study.games}
    assert all(abs(total - 1) < 1e-12 for *_, total in exact)


def test_a_users_own_tables_and_views_are_carried_over(study: Study, built: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    with duckdb.connect(path) as db:
        db.execute(
            "CREATE TABLE notes AS SELECT 'mine' AS text; CREATE SCHEMA lab; CREATE TABLE lab.x AS SELECT 7 AS n"
        )
        db.execute("CREATE VIEW lab.runs AS SELECT run_id FROM core.run")
    build(path, built.parent / "runs")
    with open_warehouse(path) as db:
        assert db.execute("SELECT text FROM notes").fetchall() == [("mine",)]
        assert db.execute("SELECT n FROM lab.x").fetchall() == [(7,)]
        assert len(db.execute("SELECT * FROM lab.runs").fetchall()) == 1


def test_keys_defaults_comments_and_indexes_of_a_users_table_are_carried_over(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    with duckdb.connect(path) as db:
        db.execute(
            "CREATE SCHEMA lab; CREATE SEQUENCE lab.next START 5; CREATE TABLE lab.club (name VARCHAR UNIQUE);"
            "CREATE TABLE lab.played (id INTEGER PRIMARY KEY DEFAULT nextval('lab.next'), n INTEGER CHECK (n > 0),"
            " club VARCHAR REFERENCES lab.club (name)); COMMENT ON TABLE lab.played IS 'it''s ours';"
            "COMMENT ON COLUMN lab.played.n IS 'evenings'; CREATE INDEX by_n ON lab.played (n);"
            "INSERT INTO lab.club VALUES ('here'); INSERT INTO lab.played (n, club) VALUES (3, 'here')"
        )
    build(path, built.parent / "runs")
    with duckdb.connect(path) as db:
        db.execute("INSERT INTO lab.played (n, club) VALUES (4, 'here')")
        assert db.execute("SELECT id, n, club FROM lab.played ORDER BY id").fetchall() == [
            (5, 3, "here"), (6, 4, "here")
        ]  # fmt: skip
        for wrong in ("(5, 1, 'here')", "(9, 0, 'here')", "(9, 1, 'nowhere')"):
            with pytest.raises(duckdb.ConstraintException):
                db.execute(f"INSERT INTO lab.played VALUES {wrong}")
        said = "SELECT t.comment, c.comment FROM duckdb_tables() t JOIN duckdb_columns() c USING (table_oid)"
        assert db.execute(f"{said} WHERE t.table_name = 'played' AND column_name = 'n'").fetchall() == [
            ("it's ours", "evenings")
        ]
        assert db.execute("SELECT index_name FROM duckdb_indexes()").fetchall() == [("by_n",)]
    assert not list(tmp_path.glob("*.kept-*"))


def test_what_cannot_be_carried_over_is_named_and_kept(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    with duckdb.connect(path) as db:
        db.execute("CREATE MACRO half(n, part := 2) AS n / part")
    build(path, built.parent / "runs")
    assert "your macro half does not fit the new w.duckdb; the old is kept" in capsys.readouterr().err
    with duckdb.connect(path.with_name("w.duckdb.kept-1"), read_only=True) as db:
        assert db.execute("SELECT half(6)").fetchall() == [(3,)]


def test_what_builders_left_half_built_is_swept_away(built: Path, tmp_path: Path) -> None:
    for name in (".w.duckdb.new-999999999", ".w.duckdb.new-999999999.wal", f".w.duckdb.new-{os.getppid()}"):
        (tmp_path / name).write_bytes(b"half")
    (tmp_path / ".w.duckdb.new-7.tmp").mkdir()
    build(tmp_path / "w.duckdb", built.parent / "runs")
    assert {found.name for found in tmp_path.iterdir()} == {"w.duckdb", LOCK}


def test_a_reader_of_the_old_warehouse_is_not_disturbed(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    reader = open_warehouse(path)
    build(path, tmp_path / "no_runs")
    assert reader.execute("SELECT count(*) FROM core.run").fetchall() == [(1,)]
    reader.close()
    with open_warehouse(path) as db:
        assert db.execute("SELECT count(*) FROM core.run").fetchall() == [(0,)]


def test_a_writer_of_the_old_warehouse_is_named_and_loses_nothing(built: Path, tmp_path: Path) -> None:
    """A new file under a live session would make its log that of another file."""
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    code = (
        f"import duckdb, sys; db = duckdb.connect({str(path)!r}); "
        "db.execute('CREATE TABLE mine AS SELECT 1 AS n'); print('ready', flush=True); sys.stdin.read()"
    )
    writer = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    with pytest.raises(KesselError, match=rf"w\.duckdb is open for writing in .*PID {writer.pid}\); close it there"):
        build(path, built.parent / "runs")
    writer.communicate("")
    build(path, built.parent / "runs")
    with open_warehouse(path) as db:
        assert db.execute("SELECT n FROM mine").fetchall() == [(1,)]


def test_a_writer_in_this_very_process_is_named(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    with duckdb.connect(path), pytest.raises(KesselError, match="open for writing in this very process"):
        build(path, built.parent / "runs")


@pytest.mark.in_turn
@pytest.mark.parametrize("is_read", [False, True])
def test_what_a_crashed_session_left_is_in_the_new_warehouse(built: Path, tmp_path: Path, is_read: bool) -> None:
    """Its log goes with its file, also when somebody reads that file meanwhile."""
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    code = (
        f"import duckdb, os; db = duckdb.connect({str(path)!r}); "
        "db.execute('CREATE TABLE mine AS SELECT 1 AS n'); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", code], check=False)
    log = path.with_name("w.duckdb.wal")
    assert log.exists()
    reader = open_warehouse(path) if is_read else None
    build(path, built.parent / "runs")
    if reader:
        reader.close()
    assert not log.exists()
    with open_warehouse(path) as db:
        assert db.execute("SELECT n FROM mine").fetchall() == [(1,)]
        assert len(db.execute("SELECT * FROM core.run").fetchall()) == 1
    assert path.with_name("w.duckdb.kept-1.wal").exists() == is_read


def test_a_log_of_another_file_does_not_shut_the_warehouse(built: Path, tmp_path: Path) -> None:
    """As an earlier Kessel left it: the log of the old file under the new."""
    path, other = tmp_path / "w.duckdb", tmp_path / "o.duckdb"
    path.write_bytes(built.read_bytes())
    code = f"import duckdb, os; db = duckdb.connect({str(other)!r}); db.execute('CREATE TABLE a (n INT)'); os._exit(1)"
    subprocess.run([sys.executable, "-c", code], check=False)
    other.with_name("o.duckdb.wal").rename(path.with_name("w.duckdb.wal"))
    with pytest.raises(KesselError, match="cannot be opened"):
        open_warehouse(path)
    build(path, built.parent / "runs")
    with open_warehouse(path) as db:
        assert len(db.execute("SELECT * FROM core.run").fetchall()) == 1
    assert path.with_name("w.duckdb.kept-1").exists()


def test_a_table_written_while_a_warehouse_is_built_is_not_lost(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the reading of the old file and its replacement somebody writes into it."""
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    module = import_module("analysis.warehouse.build")
    prove = module._prove_whole

    def written_meanwhile(new: Path) -> None:
        prove(new)
        if new != path:
            code = f"import duckdb; duckdb.connect({str(path)!r}).execute('CREATE TABLE late AS SELECT 1 AS n')"
            subprocess.run([sys.executable, "-c", code], check=True)

    monkeypatch.setattr(module, "_prove_whole", written_meanwhile)
    build(path, built.parent / "runs")
    with duckdb.connect(path.with_name("w.duckdb.kept-1"), read_only=True) as db:
        assert db.execute("SELECT n FROM late").fetchall() == [(1,)]


def test_a_file_that_is_no_warehouse_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(b"something of somebody's")
    build(path, tmp_path / "no_runs")
    assert path.with_name("w.duckdb.kept-1").read_bytes() == b"something of somebody's"


def test_a_run_that_cannot_be_read_is_named_and_left_out(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs, bad = tmp_path / "runs" / "old", "0123456789abcdef"
    (runs / bad).mkdir(parents=True)
    (runs / "latest").write_text(bad)
    (runs / bad / "run.json").write_text(json.dumps({"study": {}}))
    with open_warehouse(build(tmp_path / "w.duckdb", tmp_path / "runs")) as db:
        assert db.execute("SELECT count(*) FROM core.run").fetchall() == [(0,)]
    message = (
        f"run old/{bad} is left out of the warehouse: it cannot be read (KeyError: 'ranges'); play its study again"
    )
    assert message in capsys.readouterr().err
    assert (runs / bad / "run.json").exists()


def test_a_warehouse_that_a_full_disk_swallowed_does_not_replace_the_old(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty file that the build left in good faith must not be put in place."""
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    real = duckdb.connect

    def swallowed(name: Path, **how: Any) -> duckdb.DuckDBPyConnection:
        if how.get("read_only") and ".new-" in str(name):
            Path(name).unlink()
            with real(name) as empty:
                empty.execute("CREATE SCHEMA core; CREATE TABLE core.built_table AS SELECT 1 AS n WHERE false")
        return real(name, **how)

    monkeypatch.setattr(import_module("analysis.warehouse.build").duckdb, "connect", swallowed)
    with pytest.raises(KesselError, match=r"is not whole .* is the disk full"):
        build(path, built.parent / "runs")
    assert path.read_bytes() == built.read_bytes()


def test_a_run_of_other_rules_is_left_out_by_name(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = run_study(replace(study, games=20), jobs=1, runs=tmp_path / "runs").folder
    record = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(record | {"tables": "another"}))
    with open_warehouse(build(tmp_path / "w.duckdb", tmp_path / "runs")) as db:
        assert db.execute("SELECT count(*) FROM core.run").fetchall() == [(0,)]
    assert "the rules or tables have changed since it was played; play it again with: kessel run small" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("harm", ["lost", "cut"])
def test_a_lost_or_cut_part_is_played_again(study: Study, tmp_path: Path, harm: str) -> None:
    small = replace(study, games=30)
    folder = run_study(small, jobs=1, runs=tmp_path / "runs").folder
    part = sorted(folder.glob("turn-*.parquet"))[1]
    whole = part.read_bytes()
    part.unlink() if harm == "lost" else part.write_bytes(whole[:200])
    (folder / "run.json").write_text("{spoiled")
    assert run_study(small, jobs=1, runs=tmp_path / "runs").n_played == 1
    assert part.read_bytes() == whole


def test_views_that_need_each_other_or_nothing_any_more(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    with duckdb.connect(path) as db:
        db.execute("CREATE SCHEMA v; CREATE VIEW v.zz AS SELECT run_id FROM core.run")
        db.execute("CREATE VIEW v.aa AS SELECT * FROM v.zz; CREATE TABLE core.gone AS SELECT 1 AS n")
        db.execute("INSERT INTO core.built_table VALUES ('core', 'gone'); CREATE VIEW v.bad AS SELECT n FROM core.gone")
    build(path, built.parent / "runs")
    with open_warehouse(path) as db:
        assert len(db.execute("SELECT * FROM v.aa").fetchall()) == 1
    assert "your view v.bad does not fit" in capsys.readouterr().err
    assert path.with_name("w.duckdb.kept-1").exists()


def test_a_failed_build_leaves_the_old_warehouse(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(built.read_bytes())
    monkeypatch.setattr(import_module("analysis.warehouse.build"), "_note_built", lambda db: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build(path, built.parent / "runs")
    assert path.read_bytes() == built.read_bytes()
    assert [p.name for p in tmp_path.glob(".w.duckdb*")] == []


def sealed_again(folder: Path) -> None:
    """Make the record of a run say that its parts are as they lie there."""
    record = json.loads((folder / "run.json").read_text())
    record["parts"] = {name: (rows, checksum(folder / name)) for name, (rows, _) in record["parts"].items()}
    (folder / "run.json").write_text(json.dumps(record | {"sha256": seal(record)}))


def test_runs_of_two_versions_of_a_scenario_stand_side_by_side(study: Study, built: Path, tmp_path: Path) -> None:
    """An older run lacks a column and has one that is gone; both are kept, with nulls where one is wanting."""
    runs = tmp_path / "runs"
    folder = run_study(replace(study, games=50), jobs=1, runs=runs).folder
    for part in folder.glob("turn-*.parquet"):
        table = pq.read_table(part)
        older = table.drop_columns("rivers").append_column("gone", table.column("level"))
        pq.write_table(older, part)
    sealed_again(folder)
    run_study(replace(study, id="younger", games=50), jobs=1, runs=runs)
    with open_warehouse(build(tmp_path / "w.duckdb", runs)) as db:
        found = db.execute(
            "SELECT study, count(rivers), count(gone) FROM core.stalingrad_roads_pocket_turn"
            " JOIN core.run USING (run_id) GROUP BY study ORDER BY study"
        ).fetchall()
    n = 50 * 4 * 10
    assert found == [("small", 0, n), ("younger", n, 0)]


def test_a_live_run_keeps_its_half_written_files(study: Study, tmp_path: Path) -> None:
    """Whoever plays the run holds a share of its lock; process numbers say nothing, for he may be in a container."""
    small = replace(study, games=10)
    folder = run_study(small, jobs=1, runs=tmp_path / "runs").folder
    half = folder / "turn-00000-00000.parquet.tmp-999999999"
    half.write_bytes(b"half")
    with shared(folder / ".lock", lambda: None):
        run_study(small, jobs=1, runs=tmp_path / "runs")
        assert half.exists()
    run_study(small, jobs=1, runs=tmp_path / "runs")
    assert not half.exists()
