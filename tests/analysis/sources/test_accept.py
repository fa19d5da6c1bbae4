"""What is accepted is proven, and all of it is official or nothing; no name in a table is ever executed."""

import shutil
from importlib import import_module
from pathlib import Path

import duckdb
import pytest

from analysis.sources.accept import accept, finish
from analysis.warehouse.load import _mirror
from analysis.warehouse.sql import named
from sim.errors import BorderError
from sim.numbers.rawfiles import ACCEPTED, RAW, RawFile, read_raw

STOLEN = "x\" VARCHAR); COPY (SELECT 1) TO 'stolen.csv'; CREATE TABLE y (z"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(RAW / "leningrad", tmp_path / "leningrad", ignore=shutil.ignore_patterns("map"))
    return tmp_path


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("crt", "die,1-4,1-3,", "die,1-3,1-4,", "column '1-4' follows column '1-3'; expected rising odds"),
        ("crt", "\n2,", "\n3,", "row '3' stands twice"),
        ("crt", "\n2,", "\n-2,", "row '-2'; expected a number that the dice of 'die' can show"),
        ("crt", "\n2,", "\n²,", "line 3, column 'die': '²'; expected plain digits"),
        ("crt", "\n6,", "\n8,", "row 8 follows row 5; expected 6"),
        ("crt", "\n1,-/E", "\n0,-/E", "row 2 follows row 0; expected 1"),
        (
            "column_shifts",
            "overrun,-2",
            "overrun,-1000000000000",
            "'-1000000000000'; expected a number from",
        ),
        ("column_shifts", "overrun,-2", "overrun,NaN", "'NaN'; expected plain digits"),
        ("column_shifts", "overrun,-2", "overrun,1e9", "'1e9'; expected plain digits"),
        ("column_shifts", "overrun,-2", "overrun,²", "'²'; expected plain digits"),
        ("column_shifts", "\nhills,", "\nmonsoon,", "its combat cannot use this table: .*'(monsoon|hills)'"),
        ("column_shifts", "id,column_shift", '"id"" INT); DROP",column_shift', "expected lower-case letters, digits"),
        ("crt", "die,1-4", '"x"" VARCHAR)",1-4', "expected letters, plain digits and signs"),
    ],
)
def test_what_no_game_could_use_is_refused(root: Path, table: str, old: str, new: str, said: str) -> None:
    path = root / "leningrad" / f"{table}.csv"
    text = path.read_text(encoding="utf8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf8")
    before = path.with_suffix(".toml").read_bytes()
    with pytest.raises(BorderError, match=said):
        accept([path], root)
    assert path.with_suffix(".toml").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title    = "Combat Results Table"', "title = 3", "key 'title' is 3; expected text"),
        ('title    = "Combat Results Table"', 'title = " "', "title is empty; expected text"),
        ('title    = "Combat', 'title    = "\\u001b[2JCombat', "key 'title' holds a control character"),
        ('rules    = ["8.3"', "rules    = [8.3", "key 'source.rules, entry 1' is 8.3; expected text"),
        ("[codes]", "[coeds]", "key 'coeds' is not known; expected one of"),
        ('name  = "die"', "name  = ['die']", r"key 'rows.name' is \['die'\]; expected text"),
    ],
)
def test_a_sidecar_of_wrong_types_is_refused(root: Path, old: str, new: str, said: str) -> None:
    path = root / "leningrad" / "crt.toml"
    text = path.read_text(encoding="utf8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf8")
    with pytest.raises(BorderError, match=said):
        accept([path.with_suffix(".csv")], root)


def _edited(root: Path) -> list[Path]:
    """Two tables of Leningrad with another number each."""
    crt, shifts = (root / "leningrad" / f"{name}.csv" for name in ("crt", "column_shifts"))
    crt.write_text(crt.read_text(encoding="utf8").replace("6,-/2", "6,-/1", 1), encoding="utf8")
    shifts.write_text(shifts.read_text(encoding="utf8").replace("hills,-2", "hills,-1", 1), encoding="utf8")
    return [crt, shifts]


def _official(paths: list[Path], root: Path) -> list[bool]:
    found = []
    for path in paths:
        try:
            read_raw(path, root)
            found.append(True)
        except BorderError:
            found.append(False)
    return found


@pytest.mark.in_turn
def test_if_one_cannot_be_written_none_is(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = _edited(root)
    module = import_module("analysis.sources.accept")
    prove = module._prove_writable

    def refused(sidecar: Path, root: Path) -> None:
        if sidecar.stem == "column_shifts":
            raise PermissionError(13, "Permission denied", str(sidecar))
        prove(sidecar, root)

    monkeypatch.setattr(module, "_prove_writable", refused)
    with pytest.raises(BorderError, match=r"nothing was accepted: Permission denied: .*column_shifts\.toml"):
        accept(paths, root)
    assert _official(paths, root) == [False, False]
    assert [path.name for path in root.iterdir()] == ["leningrad"]


@pytest.mark.in_turn
@pytest.mark.parametrize(("killed_after", "is_official"), [("rename", True), ("write", False)])
def test_a_kill_in_between_leaves_all_or_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, killed_after: str, is_official: bool
) -> None:
    """After the decision the next command finishes it; before it nothing has happened."""
    paths = _edited(root)
    module = import_module("analysis.sources.accept")
    replace = Path.replace

    def killed(self: Path, to: Path) -> Path:
        if ACCEPTED in self.parts and to.stem == "crt":
            raise KeyboardInterrupt
        return replace(self, to)

    if killed_after == "rename":
        monkeypatch.setattr(Path, "replace", killed)
    else:
        monkeypatch.setattr(module, "_prove_writable", lambda sidecar, root: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        accept(paths, root)
    monkeypatch.undo()
    finish(root)
    assert _official(paths, root) == [is_official] * 2
    assert [path.name for path in root.iterdir()] == ["leningrad"]


@pytest.mark.in_turn
def test_two_tables_are_accepted_together(root: Path) -> None:
    paths = _edited(root)
    assert len(accept(paths, root)) == 2
    assert _official(paths, root) == [True, True]


def test_a_name_is_a_name_and_no_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table calls its columns is not executed, even had the border let it in."""
    monkeypatch.chdir(tmp_path)
    side = {"kind": "grid", "title": "it's", "rows": {"name": "die"}, "columns": {"name": "odds"}}
    file = RawFile(tmp_path / "crt.csv", "crt", "rulebook", ("die", STOLEN), (("1", "A'1"),), side)
    with duckdb.connect() as db:
        db.execute("CREATE SCHEMA raw")
        _mirror(db, 'own"_crt', file)
        table = named("raw", 'own"_crt')
        assert db.execute(f"SELECT {named(STOLEN)} FROM {table}").fetchall() == [("A'1",)]
    assert list(tmp_path.iterdir()) == []
