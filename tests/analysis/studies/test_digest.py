"""What makes a run stale: any change of a rule, of a number, of a policy, wherever below the game's folders it lies."""

import shutil
from pathlib import Path

import pytest

from analysis.studies import run
from sim.game import GAMES
from sim.numbers.rawfiles import RAW


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a tree of the template's rules and numbers that may be changed."""
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(GAMES.parent, tmp_path / "sim", ignore=unwanted)
    shutil.copytree(RAW / "_template", tmp_path / "raw" / "_template", ignore=unwanted)
    for name, value in {"ROOT": tmp_path, "GAMES": tmp_path / "sim" / "games", "RAW": tmp_path / "raw"}.items():
        monkeypatch.setattr(run, name, value)
    return tmp_path


def test_a_rule_moved_into_a_subfolder_changes_the_digest(copied: Path) -> None:
    before = run.rules_digests("_template")
    folder = copied / "sim" / "games" / "_template"
    rule = next(path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py")
    (folder / "deeper" / "down").mkdir(parents=True)
    rule.rename(folder / "deeper" / "down" / rule.name)
    moved = run.rules_digests("_template")
    assert moved["code"] != before["code"]
    assert moved["tables"] == before["tables"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("sim/games/_template/systems/deeper/rule.py", "code"),
        ("sim/games/_template/players/cautious.toml", "code"),
        ("sim/map/forces/zones.py", "code"),
        ("raw/_template/map/map_hexes.csv", "tables"),
    ],
)
def test_what_lies_below_changes_the_digest(copied: Path, path: str, kind: str) -> None:
    before = run.rules_digests("_template")
    (copied / path).parent.mkdir(parents=True, exist_ok=True)
    (copied / path).write_text("a = 1\n", encoding="utf8")
    new = run.rules_digests("_template")
    (copied / path).write_text("a = 2\n", encoding="utf8")
    assert len({before[kind], new[kind], run.rules_digests("_template")[kind]}) == 3


@pytest.mark.parametrize("path", ["sim/games/_template/studies/one_more.toml", "sim/games/leningrad/one_more.py"])
def test_what_plays_no_part_leaves_the_digest(copied: Path, path: str) -> None:
    before = run.rules_digests("_template")
    (copied / path).write_text("a = 1\n", encoding="utf8")
    assert run.rules_digests("_template") == before


def test_while_they_are_held_the_rules_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def look(game: str) -> dict[str, int]:
        looked.append(game)
        return {"code": len(looked)}

    monkeypatch.setattr(run, "_rules_digests", look)
    with run.held_rules():
        assert run.rules_digests("leningrad") == run.rules_digests("leningrad") == {"code": 1}
        assert run.rules_digests("donnerschlag") == {"code": 2}
    assert run.rules_digests("leningrad") == {"code": 3}
    assert looked == ["leningrad", "donnerschlag", "leningrad"]
