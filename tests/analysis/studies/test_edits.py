"""Edits of printed cells as a factor: read, refused in words, played over other numbers on the same dice."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from analysis.errors import KesselError
from analysis.studies.edits import changes_of, layers, write_edited
from analysis.studies.record import recorded
from analysis.studies.run import run_study
from analysis.studies.study import load_study
from sim.numbers.rawfiles import RAW, read_raw

STUDY = """
id = "edited"
question = "What if it thawed?"
game = "stalingrad_roads"
system = "weather"
games = 200
seed = 4
[edits]
other = [{changes}]
"""


def test_an_edited_copy_is_the_cells_that_differ(tmp_path: Path) -> None:
    text = (RAW / "leningrad" / "crt.csv").read_text(encoding="utf8")
    (tmp_path / "mine.csv").write_text(text.replace("\n1,-/E,-/E", "\n1,-/E,-/2"), encoding="utf8")
    assert changes_of("leningrad", ["crt=mine.csv"], tmp_path) == ("crt,1,1-3=-/2",)
    (tmp_path / "mine.csv").write_text(text.replace("\n1,", "\n7,"), encoding="utf8")
    with pytest.raises(KesselError, match=r"row '1' is not as in crt\.csv; only cells may be edited"):
        changes_of("leningrad", ["crt=mine.csv"], tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "crt",
            "'crt' is no change of a cell; expected TABLE,ROW,COLUMN=VALUE",
        ),
        ("crt,1=2/2", "is no change of a cell; expected TABLE,ROW,COLUMN=VALUE or TABLE=FILE.csv"),
        ("cart,1,1-4=2/2", "leningrad has no table 'cart'; expected one of air_factors"),
        ("../x,1,1-4=2/2", "leningrad has no table"),
        ("crt,9,1-4=2/2", "no row '9'; expected one of 1, 2, 3"),
        ("crt,1,1-9=2/2", "no column '1-9'; expected one of die, 1-4"),
        ("crt,1,1-4=9/9", "'9/9' is no code of the table; expected one of -/E"),
        ("crt,1,1-4=-/E", "the cell holds '-/E' already; expected another value"),
        ("crt,1,die=2", "die names the row; expected a column that holds something"),
        ("vp_schedule,hex_2604,vp=many", "'many' stands for 30; expected a whole number"),
    ],
)
def test_a_change_that_cannot_be_is_refused_in_words(change: str, message: str, tmp_path: Path) -> None:
    with pytest.raises((KesselError, OSError), match=message):
        changes_of("leningrad", [change], tmp_path)


def test_a_cell_may_be_changed_once() -> None:
    with pytest.raises(KesselError, match="changes one cell twice"):
        changes_of("leningrad", ["vp_schedule,hex_2604,vp=20", "vp_schedule,hex_2604,vp=21"])


def test_the_changed_files_are_in_order_and_differ_in_that_cell(tmp_path: Path) -> None:
    write_edited("leningrad", ["vp_schedule,hex_2604,vp=20", "crt,1,1-3=-/2"], tmp_path)
    file = layers("leningrad", "vp_schedule")[0]
    edited = read_raw(tmp_path / "leningrad" / "vp_schedule.csv", tmp_path)
    apart = [
        (key, old, new)
        for key, was, now in zip(file.keys(), file.rows, edited.rows, strict=True)
        for old, new in zip(was, now, strict=True)
        if old != new
    ]
    assert apart == [("hex_2604", "30", "20")]
    assert read_raw(tmp_path / "leningrad" / "crt.csv", tmp_path).rows[0][2] == "-/2"


@pytest.mark.in_turn
def test_a_study_plays_each_edit_beside_what_is_printed(tmp_path: Path) -> None:
    path, runs = tmp_path / "edited.toml", tmp_path / "runs"
    path.write_text(STUDY.format(changes='"vp_levels,x,y=1"'), encoding="utf8")
    with pytest.raises(KesselError, match=r"key 'edits\.other': stalingrad_roads has no table 'vp_levels'"):
        load_study(path)
    path.write_text(STUDY.format(changes='"weather,7,DEC I=N/FG - CC"'), encoding="utf8")
    study = load_study(path)
    assert [cell.factors["edit"] for cell in study.cells()] == [0, 1]
    done = run_study(study, jobs=1, runs=runs)
    plain, edited = (pq.read_table(done.folder / f"result-0000{at}-00000.parquet") for at in (0, 1))
    assert plain.num_rows == edited.num_rows == 200
    assert not plain.drop_columns(["cell"]).equals(edited.drop_columns(["cell"]))
    again = run_study(study, jobs=1, runs=runs)
    assert (again.run_id, again.n_played) == (done.run_id, 0)
    assert recorded(runs / "edited" / "latest").study.edits == study.edits
    assert load_study(path).asks().factors["edit"].values == {0: "as printed", 1: "other"}
