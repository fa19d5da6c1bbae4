"""The verdict on a combat table, against counts by hand from the printed tables."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from analysis.diagnose import diagnose, rows_of
from sim.rawfiles import RAW
from tests.analysis.test_odds import kessel


def test_leningrads_columns_by_hand() -> None:
    """3-1 from 1 to 6: 1/1, 2/2, 1/1, 2/1, 1/-, 1/-."""
    column = next(one for one in diagnose("leningrad").columns if one.odds_column == "3-1")
    assert (column.p_attacker_loses, column.p_defender_loses) == (Fraction(4, 6), Fraction(1))
    assert (column.attacker_steps, column.defender_steps) == (Fraction(5, 6), Fraction(8, 6))
    assert column.exchange_ratio == Fraction(8, 5)


def test_what_is_odd_about_stalingrad_roads() -> None:
    """Seen in the print: DR2 between two DR3 on a 10 at 5/1; F, then nothing, on a 9 from 1/2 to 1/1."""
    places = {(fault.kind, fault.place) for fault in diagnose("stalingrad_roads").faults}
    assert ("better odds are worse", "roll 10, 4/1 to 5/1") in places
    assert ("a higher roll is worse", "5/1, roll 9 to 10") in places
    assert ("better odds are worse", "roll 9, 1/2 to 1/1") in places
    assert ("a higher roll is worse", "6/1, roll 2 to 3") not in places  # E to D1: a trade


def test_rows_are_certain_unless_eng_asks_for_a_re_roll() -> None:
    assert all(len(law.counts) == 1 for law in rows_of("leningrad", "2-1").values())
    rows = rows_of("stalingrad_roads", "6/1")
    assert [row for row, law in rows.items() if len(law.counts) > 1] == [8, 11]


def test_a_drm_of_one_by_hand() -> None:
    """Leningrad 2-1: the defender suffers on 2 to 6; +1 makes a 1 a 2, -1 makes a 2 a 1."""
    assert diagnose("leningrad").drm_worth["2-1"] == (Fraction(-1, 6), Fraction(1, 6))


def test_a_table_made_unsound_is_found_out(tmp_path: Path) -> None:
    """Two columns alike are a dead spot, a worse cell is a fault; asked by command, over edited number files."""
    import shutil

    from analysis.audit import write_checksum

    shutil.copytree(RAW, tmp_path / "raw")
    path = tmp_path / "raw" / "leningrad" / "crt.csv"
    rows = [line.split(",") for line in path.read_text(encoding="utf8").splitlines()]
    for row in rows[1:]:
        row[12] = row[13]
    rows[6][6] = "1/1"
    path.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf8")
    write_checksum(path, tmp_path / "raw")
    found = json.loads(kessel("crt", "leningrad", "--json", raw=tmp_path / "raw").stdout)
    assert found["dead_spots"] == [["9-1", "10-1"]]
    assert any(fault["place"] == "roll 6, 2-1 to 3-1" for fault in found["faults"])


@pytest.mark.parametrize("game", ["leningrad", "stalingrad_roads"])
def test_the_command_says_its_verdict(game: str) -> None:
    text = kessel("crt", game).stdout
    assert "dead spots" in text
    assert "cliff edges" in text
    assert "basis rulebook" in text
