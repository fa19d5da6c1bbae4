"""Number files: what is in order loads as printed; what is not gets a message with file, row, value, expectation."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from analysis.sources.audit import write_checksum
from sim.numbers.rawfiles import RAW, RuleDataError
from sim.numbers.tables import load_family, load_grid, load_list


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of two games' number files that a test may spoil."""
    for game in ("leningrad", "stalingrad_roads"):
        shutil.copytree(RAW / game, tmp_path / game)
    return tmp_path


def edit(path: Path, old: str, new: str, *, accept: bool = True) -> None:
    text = path.read_text(encoding="utf8")
    assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf8", newline="")
    if accept and path.suffix == ".csv":
        write_checksum(path, path.parents[1])


def test_a_grid_holds_the_print() -> None:
    crt = load_grid("leningrad", "crt")
    assert crt.column("3-1") == ("1/1", "2/2", "1/1", "2/1", "1/-", "1/-")
    assert {basis for row in crt.basis for basis in row} == {"rulebook"}


def test_an_edited_table_is_noticed_by_its_checksum(root: Path) -> None:
    edit(root / "leningrad" / "crt.csv", "-/E", "E/-", accept=False)
    with pytest.raises(RuleDataError, match=r"leningrad/crt\.csv: its checksum .* kessel audit --accept"):
        load_grid("leningrad", "crt", root)


def test_a_truncated_table_is_noticed_by_its_checksum(root: Path) -> None:
    path = root / "leningrad" / "crt.csv"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(RuleDataError, match=r"checksum .* edited or cut short"):
        load_grid("leningrad", "crt", root)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1/1", "9/9", r"row '1', column '3-1': '9/9' is not a code of this table; expected one of"),
        ("\n2,", "\n1,", r"row '1' stands twice"),
        (",1-3,", ",1-4,", r"a column name stands twice in the header"),
        ("-/E,-/E,-/E,", "-/E,-/E,", r"line 2: 13 cells .*; expected 14"),
    ],
)
def test_a_bad_grid_is_refused_in_words(root: Path, old: str, new: str, message: str) -> None:
    edit(root / "leningrad" / "crt.csv", old, new)
    with pytest.raises(RuleDataError, match=message):
        load_grid("leningrad", "crt", root)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind", "kindly", r"crt\.toml: kind is None; expected 'grid' or 'list'"),
        ("format_version = 1", "format_version = 9", r"format_version is 9; expected 1"),
        ('below = "clamp"', 'below = "wrap"', r"columns\.below is 'wrap'; expected clamp, error or =CODE"),
        ("[source]", "[sauce]", r"key 'source' is missing"),
    ],
)
def test_a_bad_sidecar_is_refused_in_words(root: Path, old: str, new: str, message: str) -> None:
    edit(root / "leningrad" / "crt.toml", old, new)
    with pytest.raises(RuleDataError, match=message):
        load_grid("leningrad", "crt", root)


def test_a_list_with_text_for_a_number_is_refused_when_the_number_is_asked_for(root: Path) -> None:
    edit(root / "stalingrad_roads" / "airlift_drm.csv", "clear_sky,+2", "clear_sky,two")
    with pytest.raises(RuleDataError, match=r"record 'clear_sky', field 'value': 'two' is not a whole number"):
        load_list("stalingrad_roads", "airlift_drm", root).integer("clear_sky")


def test_a_table_that_is_not_there_is_named(root: Path) -> None:
    with pytest.raises(RuleDataError, match="no table 'crtt'"):
        load_grid("leningrad", "crtt", root)


def test_an_erratum_guards_the_printed_value(root: Path) -> None:
    units = load_list("leningrad", "german_units", root)
    corrected = [row for row, basis in zip(units.rows, units.basis, strict=True)
                 if basis["reduced_strength"] == "inferred" and row["designation"] == "20"]  # fmt: skip
    assert [row["reduced_strength"] for row in corrected] == ["4"]
    text = (root / "leningrad" / "errata.toml").read_text(encoding="utf8")
    guard = text[text.index("printed") :].split("\n")[0]
    edit(root / "leningrad" / "errata.toml", guard, 'printed   = "99"')
    load_list.cache_clear()
    with pytest.raises(RuleDataError, match=r"erratum \S+, row .* expected the printed '99'"):
        load_list("leningrad", "german_units", root)


def test_a_weaker_file_fills_only_what_is_missing(root: Path) -> None:
    track = load_list("stalingrad_roads", "approval_track", root)
    assert track["4"]["supports"] == "2"
    assert track.basis_of("4", "supports") == "inferred"
    assert track.basis_of("5", "supports") == "missing"
    path = root / "stalingrad_roads" / "approval_track.csv"
    line = next(line for line in path.read_text(encoding="utf8").splitlines() if line.startswith("4,"))
    edit(path, line, line.replace("?", "9", 1))
    load_list.cache_clear()
    typed = load_list("stalingrad_roads", "approval_track", root)
    assert (typed["4"]["supports"], typed.basis_of("4", "supports")) == ("9", "rulebook")


def test_a_complete_print_silences_weaker_files_whatever_their_rows(root: Path) -> None:
    """An owner who types a whole table need not follow the rows that we guessed."""
    path = root / "stalingrad_roads" / "approval_track.csv"
    text = path.read_text(encoding="utf8")
    assert "\n4," in text
    path.write_text(text.replace("?", "1").replace("\n4,", "\n44,"), encoding="utf8")
    write_checksum(path, root)
    load_list.cache_clear()
    assert load_list("stalingrad_roads", "approval_track", root)["44"]["supports"] == "1"


def test_a_weaker_row_that_the_print_lacks_is_refused_while_cells_are_missing(root: Path) -> None:
    edit(root / "stalingrad_roads" / "approval_track.csv", "\n4,", "\n44,")
    load_list.cache_clear()
    with pytest.raises(RuleDataError, match=r"approval_track\.inferred\.csv: row '4' is not in approval_track\.csv"):
        load_list("stalingrad_roads", "approval_track", root)


def test_the_elite_family_keeps_rows_6_to_8_together_and_row_3_not_alone() -> None:
    family = load_family("stalingrad_roads", "elite_blocks")
    assert family.central == "threes"
    assert len(set(family.members.values())) == len(family.members) == 48
    for name, blocks in family.members.items():
        by_row = dict(zip(family.labels, blocks, strict=True))
        assert by_row["6"] == by_row["7"] == by_row["8"], name
        assert by_row["5"] != by_row["6"], name
        assert by_row["8"] != by_row["9"], name
        assert by_row["3"] in (by_row["2"], by_row["4"]), name
        for block in set(blocks):
            rows = [int(row) for row in family.labels if by_row[row] == block]
            assert rows == list(range(rows[0], rows[-1] + 1)), name
    threes = {row: family.members["threes"][i] for i, row in enumerate(family.labels)}
    assert len({threes["3"], threes["4"], threes["5"]}) == 1
    assert len({threes["9"], threes["10"], threes["11"]}) == 1


def test_a_row_beyond_the_print_is_held_or_refused_as_the_sidecar_says() -> None:
    airlift = load_grid("stalingrad_roads", "airlift")
    assert airlift.row_index(np.array([-3, 0, 8])).tolist() == [0, 0, 8]
    with pytest.raises(RuleDataError, match="row 9 is beyond the print"):
        airlift.row_index(9)
