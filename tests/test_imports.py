"""Imports run one way: sim core <- sim.games.* <- analysis <- notebooks; no game imports another."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def imported(path: Path) -> set[str]:
    """Return every module a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


def complaints(path: Path) -> list[str]:
    """Return what a file imports against the direction."""
    place = path.relative_to(ROOT).parts
    modules = imported(path)
    wrong = []
    if place[0] == "sim":
        wrong += [m for m in modules if m.split(".")[0] in ("analysis", "tests", "polars", "duckdb", "altair")]
    if place[:2] == ("sim", "games") and len(place) > 3:
        wrong += [m for m in modules if m.startswith("sim.games.") and m.split(".")[2] != place[2]]
        wrong += [m for m in modules if m.startswith("numpy.random") or m == "sim.streams"]
    elif place[0] == "sim":
        wrong += [m for m in modules if m.startswith("sim.games")]
    if place[0] == "analysis":
        wrong += [m for m in modules if m.startswith(("sim.games", "tests"))]
    return wrong


@pytest.mark.parametrize("path", sorted([*ROOT.glob("sim/**/*.py"), *ROOT.glob("analysis/**/*.py")]), ids=str)
def test_imports_run_one_way(path: Path) -> None:
    assert complaints(path) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("sim/x.py", "import analysis.odds"),
        ("sim/x.py", "from sim.games.leningrad import combat"),
        ("sim/games/leningrad/x.py", "from sim.games.stalingrad_roads import combat"),
        ("sim/games/leningrad/x.py", "from sim.streams import stream"),
        ("analysis/x.py", "import sim.games.leningrad"),
    ],
)
def test_the_test_can_fail(place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert complaints(path) != []
