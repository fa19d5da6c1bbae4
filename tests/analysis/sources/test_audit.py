"""The audit counts what is there, and an owner's correction becomes official only if the table is in order."""

import shutil
from pathlib import Path

import pytest

from analysis.sources.accept import accept
from analysis.sources.audit import audit
from sim.numbers.rawfiles import RAW, RuleDataError
from sim.numbers.tables import load_grid, load_list


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(RAW / "traces_of_hubris", tmp_path / "traces_of_hubris")
    return tmp_path


def test_the_audit_names_what_is_missing_and_where_it_goes() -> None:
    entry = audit("traces_of_hubris")
    crt = next(table for table in entry.tables if table.name == "crt")
    assert (crt.cells["rulebook"], crt.cells["missing"], crt.basis) == (18, 48, "missing")
    assert any(missing.file == "data/raw/traces_of_hubris/crt.csv" for missing in entry.missing)


@pytest.mark.in_turn
def test_an_owners_cell_is_accepted_and_counts_as_printed(root: Path) -> None:
    path = root / "traces_of_hubris" / "crt.csv"
    lines = path.read_text(encoding="utf8").splitlines()
    assert "?" in lines[1]
    lines[1] = lines[1].replace("?", "A1", 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf8")
    with pytest.raises(RuleDataError, match="kessel audit --accept"):
        audit("traces_of_hubris", root)
    ((label, old, new),) = accept([path], root)
    assert label == "data/raw/traces_of_hubris/crt.csv"
    assert old != new
    crt = next(table for table in audit("traces_of_hubris", root).tables if table.name == "crt")
    assert (crt.cells["rulebook"], crt.cells["missing"]) == (19, 47)
    assert load_grid("traces_of_hubris", "crt", root).weakest_basis() == "missing"


def test_a_correction_with_a_fault_is_not_accepted(root: Path) -> None:
    path = root / "traces_of_hubris" / "crt.csv"
    sidecar = path.with_suffix(".toml").read_bytes()
    path.write_text(path.read_text(encoding="utf8").replace("A1", "A9", 1), encoding="utf8")
    with pytest.raises(RuleDataError, match="'A9' is not a code of this table"):
        accept([path], root)
    assert path.with_suffix(".toml").read_bytes() == sidecar


def test_only_a_table_can_be_accepted(root: Path) -> None:
    with pytest.raises(RuleDataError, match=r"source\.toml: expected an existing CSV"):
        accept([root / "traces_of_hubris" / "source.toml"], root)


@pytest.mark.in_turn
def test_layers_changed_together_are_accepted_together(root: Path) -> None:
    folder = root / "traces_of_hubris"
    paths = [folder / "turn_track.csv", folder / "turn_track.inferred.csv"]
    for path in paths:
        header, first, *rest = path.read_text(encoding="utf8").splitlines()
        path.write_text("\n".join([header, *reversed(rest), first]) + "\n", encoding="utf8")
    for alone in (paths[:1], paths[1:]):
        with pytest.raises(
            RuleDataError, match=r"accept all that was edited together: kessel audit --accept .*"
        ) as refused:
            accept(alone, root)
        assert all(f"--accept data/raw/traces_of_hubris/{path.name}" in str(refused.value) for path in paths)
    assert len(accept(paths, root)) == 2
    audit("traces_of_hubris", root)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("crt", "\n4,A2D1", "\n44,A2D1", "row 44 follows row 3; expected 4"),
        ("crt", "\n", "\r\n", "saved by a spreadsheet"),
        ("crt", "2d6,1/2 losses", "2d6,04-Jan losses", "its combat cannot use this table"),
        ("airlift_drm", "vvs,+1", "vvs,plus one", "is not a whole number|cannot use this table"),
        ("pocket_factors.assumed", "vvs,1,0,2", "vvs,9,0,2", "not between its low and high"),
    ],
)
def test_a_table_that_the_game_cannot_use_is_not_accepted(
    tmp_path: Path, table: str, old: str, new: str, message: str
) -> None:
    shutil.copytree(RAW / "stalingrad_roads", tmp_path / "stalingrad_roads")
    path = tmp_path / "stalingrad_roads" / f"{table}.csv"
    text = path.read_text(encoding="utf8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf8", newline="")
    sidecar = path.with_suffix(".toml").read_bytes()
    with pytest.raises(RuleDataError, match=message):
        accept([path], tmp_path)
    assert path.with_suffix(".toml").read_bytes() == sidecar


def test_tables_of_a_map_are_counted_and_accepted_by_their_place(tmp_path: Path) -> None:
    shutil.copytree(RAW / "_template", tmp_path / "_template")
    before = audit("_template", tmp_path)
    (tmp_path / "_template" / "map").mkdir()
    for ending in ("csv", "toml"):
        shutil.copy(RAW / "_template" / f"wagon_drms.{ending}", tmp_path / "_template" / "map" / f"map_hexes.{ending}")
    after = audit("_template", tmp_path)
    assert {table.name for table in after.tables} - {table.name for table in before.tables} == {"map/map_hexes"}
    assert after.cells().total() > before.cells().total()
    path = tmp_path / "_template" / "map" / "map_hexes.csv"
    path.write_text(path.read_text(encoding="utf8").replace("-1", "-2"), encoding="utf8")
    ((label, old, new),) = accept([path], tmp_path)
    assert label.endswith("_template/map/map_hexes.csv")
    assert old != new


@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag"])
def test_headers_of_a_combat_table_say_what_they_rest_on(game: str) -> None:
    """A grid has a basis for its cells only; `crt_columns` has one for each header, and both name the same columns."""
    columns = load_list(game, "crt_columns")
    there = [row["column"] for row in columns.rows if row["is_column"] == "yes"]
    assert there == list(load_grid(game, "crt").column_labels)
    bases = {row["column"]: columns.basis_of(row["column"], "is_column") for row in columns.rows}
    assert {bases["1:1"], bases["2:1"]} == {"rulebook"}
    assert {bases["5:1"], bases["6:1"]} == {"inferred"}
