"""Studies of whole games: the same bits for any jobs, resumed where they were left, and read out of the warehouse."""

from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from analysis.errors import KesselError
from analysis.lab.measures.spreads import between_maps, level_frame, loss_frame, pace_frame, win_frame
from analysis.studies.matches import KINDS, PART, least_winning_margin, play_matches
from analysis.studies.parts import JOURNAL
from analysis.studies.record import recorded
from analysis.studies.run import LATEST, run_study
from analysis.studies.study import Study, find_study, load_study
from analysis.warehouse.load import played as steps_of
from analysis.warehouse.played import MAPS, matches
from sim.game import load_game

WHOLE = load_game("leningrad").whole


def short(games: int = 6) -> Study:
    """Two cells of random players, on the central map and on all."""
    study = replace(find_study("leningrad_small"), id="short", games=games)
    return replace(study, policies={"german": ("random",), "soviet": ("random",)})


def test_the_shipped_study_is_twenty_thousand_games_over_nine_pairs() -> None:
    study = find_study("leningrad_quick")
    assert study.size == "large"
    assert study.games * len(study.cells()) >= 20_000
    assert len({tuple(cell.policies.values()) for cell in study.cells()}) == 9
    assert find_study("leningrad_small").size == "small"


def test_the_same_bits_for_any_jobs_and_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.studies.matches.PART", 3)
    study, folders = short(), [tmp_path / name for name in ("one", "two", "resumed")]
    for folder in folders:
        folder.mkdir()
    assert play_matches(study, study.cells(), folders[0], 1) == (4, 4)
    assert play_matches(study, study.cells(), folders[1], 2) == (4, 4)
    for path in folders[0].glob("*-00000-*.parquet"):
        (folders[2] / path.name).write_bytes(path.read_bytes())
    (folders[2] / JOURNAL).write_bytes((folders[0] / JOURNAL).read_bytes())
    assert play_matches(study, study.cells(), folders[2], 1) == (4, 2)
    names = sorted(path.name for path in folders[0].glob("*.parquet"))
    assert {name.partition("-")[0] for name in names} == set(KINDS)
    for folder in folders[1:]:
        assert sorted(path.name for path in folder.glob("*.parquet")) == names
        for name in names:
            assert pq.read_table(folder / name).equals(pq.read_table(folders[0] / name)), name


def test_a_part_visits_all_maps_and_points_add_up(tmp_path: Path) -> None:
    play_matches(short(), short().cells(), tmp_path, 1)
    alone, spread = (pq.read_table(tmp_path / f"result-0000{cell}-00000.parquet") for cell in (0, 1))
    assert set(alone["board"].to_pylist()) == {-1}
    assert spread["board"].to_pylist() == [0, 0, 1, 1, 2, 2]
    assert PART % (2 * WHOLE.boards) == 0
    for row in spread.to_pylist():
        assert row["vp_margin"] == row["german_vp"] - row["soviet_vp"]
        assert (row["bid_vp"] >= 0) == (row["winner"] == "german")
    assert least_winning_margin(WHOLE) == 1


def test_a_study_may_name_how_many_maps_are_drawn(tmp_path: Path) -> None:
    three = replace(short(12), grid={"ensemble": (3,)})
    play_matches(three, three.cells(), tmp_path, 1)
    assert pq.read_table(tmp_path / "result-00000-00000.parquet")["board"].to_pylist() == [0, 0, 1, 1, 2, 2] * 2


def test_the_warehouse_holds_them_with_a_comment_each(tmp_path: Path) -> None:
    study = short()
    run_study(study, jobs=1, runs=tmp_path)
    with duckdb.connect() as db:
        db.execute((Path(__file__).parents[3] / "analysis" / "warehouse" / "schema.sql").read_text(encoding="utf8"))
        for step in steps_of(recorded(tmp_path / study.id / LATEST)):
            step(db)
        silent = db.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE schema_name = 'core' AND comment IS NULL"
        ).fetchall()
        assert silent == []
        (turns,) = db.execute("SELECT count(*) FROM core.leningrad_match_turn").fetchone() or (0,)
        assert turns == 12 * WHOLE.turns * 2
        found = matches(db, "leningrad")
        wins = win_frame(found)
        assert wins["maps"].to_list() == list(MAPS)
        assert wins["n_games"].to_list() == [6, 6]
        assert (wins["ci_low"] <= wins["p"]).all()
        assert level_frame(found)["p"].sum() == pytest.approx(1)
        total = db.execute("SELECT avg(german_steps_lost) FROM core.leningrad_match_result").fetchone() or (0,)
        assert loss_frame(found).filter(pl.col("side") == "german")["mean"].sum() == pytest.approx(total[0])
        end = db.execute("SELECT avg(vp_margin) FROM core.leningrad_match_result").fetchone() or (0,)
        assert pace_frame(found, "vp")["mean"][-1] == pytest.approx(end[0])


def test_maps_that_differ_by_dice_alone_do_not_differ() -> None:
    alike = pl.DataFrame(
        {"board": [0, 1], "n_games": [100, 100], "p": [0.5, 0.52], "margin": [1.0, 1.1], "variance": [90.0, 90.0]}
    )
    assert between_maps(alike) == (0.0, 0.0)
    apart = alike.with_columns(pl.Series("p", [0.2, 0.8]), pl.Series("margin", [-20.0, 20.0]))
    assert between_maps(apart)[0] > 0.3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cautious", "balanced"', '"nobody"', "expected one of random"),
        ("ensemble = [0, 1]", "ensemble = [5000]", "ensemble"),
        ("ensemble = [0, 1]", "boards = [1]", "expected one of ensemble"),
        ("ensemble = [0, 1]", "reading = [99]", "'grid.reading': 99; expected a whole number from 0 to"),
        ('size     = "small"', "events = 0", "'events': 0; expected a whole number from 1 to 1,000"),
        ('game     = "leningrad"', 'game     = "donnerschlag"', "system"),
    ],
)
def test_a_bad_study_is_refused_in_words(tmp_path: Path, old: str, new: str, message: str) -> None:
    folder = Path(__file__).parents[3] / "sim" / "games" / "leningrad" / "studies"
    text = (folder / "leningrad_small.toml").read_text(encoding="utf8")
    assert old in text
    path = tmp_path / "bad.toml"
    path.write_text(text.replace(old, new).replace("leningrad_small", "bad"), encoding="utf8")
    with pytest.raises(KesselError, match=message):
        load_study(path)


def test_workers_that_share_a_part_leave_the_bits_as_they_are(tmp_path: Path) -> None:
    study, notes = replace(short(9), events=3), []
    for jobs in (1, 4):  # two parts: two workers for each, one takes four games, the other five
        folder = tmp_path / str(jobs)
        folder.mkdir()
        assert play_matches(study, study.cells(), folder, jobs) == (2, 2)
        notes.append(sorted((folder / JOURNAL).read_text(encoding="utf8").splitlines()))
    assert notes[0] == notes[1]
    assert len(notes[0]) == 2 * len(KINDS)
