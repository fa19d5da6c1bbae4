"""What an edit of a table changes, against a count by hand; and edits that are not in order."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from analysis.crt.columns import column_laws
from analysis.crt.edit import diff
from analysis.errors import KesselError
from sim.numbers.rawfiles import RAW
from tests.analysis.commands import kessel


def edited(tmp_path: Path, game: str, old: str, new: str) -> Path:
    text = (RAW / game / "crt.csv").read_text(encoding="utf8")
    assert old in text
    path = tmp_path / "mine.csv"
    path.write_text(text.replace(old, new, 1), encoding="utf8")
    return path


def test_one_cell_changes_one_column_by_one_sixth(tmp_path: Path) -> None:
    """The 2-1 column on a 3 from 2/2 to 2/1: the attacker loses a step less once in six rolls."""
    path = edited(tmp_path, "leningrad", "3,-/E,-/2,-/2,1/2,2/2", "3,-/E,-/2,-/2,1/2,2/1")
    cells, columns = diff("leningrad", path)
    assert [(c.row, c.column, c.before, c.after) for c in cells] == [("3", "2-1", "2/2", "2/1")]
    (column,) = columns
    assert (column.odds_column, column.distance) == ("2-1", Fraction(1, 6))
    assert column.after["attacker_steps"] - column.before["attacker_steps"] == Fraction(-1, 6)
    assert column.after["gives_way"] == column.before["gives_way"]


def test_an_edit_of_stalingrad_roads_counts_its_re_rolls_too(tmp_path: Path) -> None:
    """6/1 on a 12, D4 to D3: once in 36 rolls, and once in 36 re-rolls of the Eng on 8 and 11 (7/36)."""
    path = edited(tmp_path, "stalingrad_roads", "D4,E3,DR3", "D3,E3,DR3")
    (column,) = diff("stalingrad_roads", path)[1]
    change = column.after["defender_steps"] - column.before["defender_steps"]
    assert change == -Fraction(1, 36) * (1 + Fraction(7, 36))


def test_the_same_table_changes_nothing() -> None:
    assert diff("leningrad", RAW / "leningrad" / "crt.csv") == ([], [])


def test_the_distance_of_two_columns_is_a_half_sum() -> None:
    laws = column_laws("leningrad")
    assert laws["3-1"].distance(laws["3-1"]) == 0
    assert laws["1-4"].distance(laws["10-1"]) == 1
    rows = zip(*(laws[label].law.items() for label in ("9-1", "10-1")), strict=False)
    assert list(rows)
    assert laws["9-1"].distance(laws["10-1"]) == Fraction(1, 6)  # 2/-, 2/-, E x 4 against 2/-, E x 5


def test_the_command_prints_before_and_after(tmp_path: Path) -> None:
    path = edited(tmp_path, "leningrad", "3,-/E,-/2,-/2,1/2,2/2", "3,-/E,-/2,-/2,1/2,2/1")
    text = kessel("diff", "leningrad", str(path)).stdout
    assert "row 3, column 2-1: 2/2 -> 2/1" in text
    assert "2-1: 16.7% of the law moves" in text
    found = json.loads(kessel("diff", "leningrad", str(path), "--json").stdout)
    assert found["columns"][0]["distance"] == "1/6"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1/1", "9/9", "is not a code of this table"),
        ("1-4,1-3", "1-5,1-3", "other rows or columns than the printed table"),
    ],
)
def test_an_edit_that_is_not_in_order_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(KesselError, match=message):
        diff("leningrad", edited(tmp_path, "leningrad", old, new))


def test_unknown_tables_and_files_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(KesselError, match=r"no table 'crtt'; expected one of .*crt"):
        diff("leningrad", RAW / "leningrad" / "crt.csv", "crtt")
    with pytest.raises(KesselError, match="no such file"):
        diff("leningrad", tmp_path / "none.csv")
