"""Imports run one way, through the walls of the house; no game imports another, and nothing else knows one by name."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

GAME_ROOMS = ("combat", "systems", "map", "players", "played")
"""The rooms of a game: each may use those before it. What lies at the game's root may use all of them."""
SEAM = "players.choices"
"""What a rule asks of a player in the middle of itself, such as which unit takes a loss: compiled rules call it by
name, since handing functions to kernels would compile every rule anew for each. The one door from map to players."""

GROUND = ("sim.map.board", "sim.map.grid", "sim.map.setup")
"""What a referee may look at besides the numbers: where the hexes lie and what is on them."""

WINGS = (
    ("fights", "crt", "systems", "sources"), ("matches",), ("studies",), ("warehouse",), ("lab",), ("charts",),
    ("pages",), ("cli",),
)  # fmt: skip
"""The wings of `analysis`: each may use those before it, and those that stand beside it in one row."""
BELOW_ALL = ("errors", "words", "children", "lock", "progress")
"""Modules of `analysis` that every wing may use, and that use none."""
ABOVE = {"odds": "fights", "notebook": "charts"}
"""Modules of `analysis` that stand at its root, and up to which wing they may reach."""


def imported(path: Path) -> set[str]:
    """Return every module a file imports, anywhere in it; of a package also what is taken from it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def complaints(path: Path) -> list[str]:
    """Return what a file imports against the direction."""
    place = path.relative_to(ROOT).with_suffix("").parts
    modules = imported(path)
    if place[:2] == ("sim", "games") and len(place) > 3:
        return _of_a_game(place[2], place[3:], modules)
    if place[:2] == ("sim", "referee"):  # what second opinions stand on
        return _foreign(modules) + [m for m in modules if m.startswith(("sim.games.", "sim.map", "sim.match"))]
    if place[0] == "sim":
        return _foreign(modules) + [m for m in modules if m.startswith("sim.games.")]
    return [m for m in modules if m.startswith(("sim.games.", "tests"))] + _of_analysis(place[1:], modules)


def _foreign(modules: set[str]) -> list[str]:
    return [m for m in modules if m.split(".")[0] in ("analysis", "tests", "polars", "duckdb", "altair")]


def _of_a_game(game: str, place: tuple[str, ...], modules: set[str]) -> list[str]:
    own = f"sim.games.{game}."
    wrong = _foreign(modules)
    wrong += [m for m in modules if m.startswith("sim.games.") and not m.startswith(own) and m != own[:-1]]
    wrong += [m for m in modules if m.startswith("numpy.random") or m == "sim.streams"]
    rooms = {m: m.removeprefix(own).split(".")[0] for m in modules if m.startswith(own)}
    if place[0] in GAME_ROOMS:
        later = GAME_ROOMS[GAME_ROOMS.index(place[0]) + 1 :]
        seam = (f"{own}{SEAM}", f"{own}{SEAM}.") if place[0] == "map" else ()
        wrong += [
            m for m, room in rooms.items() if room in later and not (seam and (m == seam[0] or m.startswith(seam[1])))
        ]
    if place[0] == "referee":  # written from the book by a reader who has not seen the engine
        wrong += [m for m, room in rooms.items() if room in ("map", "players", "played")]
        wrong += [
            m for m in modules if m.startswith("sim.match") or (m.startswith("sim.map") and not m.startswith(GROUND))
        ]
    return wrong


def _rank(wing: str) -> int:
    return next((at for at, wings in enumerate(WINGS) if wing in wings), len(WINGS))


def _of_analysis(place: tuple[str, ...], modules: set[str]) -> list[str]:
    """Return the modules of wings that stand above the one a file is in."""
    asked = {m: m.split(".")[1] for m in modules if m.startswith("analysis.")}
    if place[0] in BELOW_ALL:
        return list(asked)
    if place[0] == "__init__":  # names of everything, imported when they are first used
        return []
    highest = _rank(ABOVE.get(place[0], place[0]))
    return [m for m, wing in asked.items() if wing not in BELOW_ALL and _rank(ABOVE.get(wing, wing)) > highest]


@pytest.mark.parametrize("path", sorted([*ROOT.glob("sim/**/*.py"), *ROOT.glob("analysis/**/*.py")]), ids=str)
def test_imports_run_one_way(path: Path) -> None:
    assert complaints(path) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("sim/x.py", "import analysis.fights.odds"),
        ("sim/x.py", "from sim.games.leningrad import combat"),
        ("sim/games/leningrad/x.py", "from sim.games.stalingrad_roads import combat"),
        ("sim/games/leningrad/systems/x.py", "from sim.games.stalingrad_roads.combat import odds"),
        ("sim/games/leningrad/x.py", "from sim.streams import stream"),
        ("sim/games/leningrad/combat/x.py", "from sim.games.leningrad.systems import forts"),
        ("sim/games/leningrad/systems/forts/x.py", "from sim.games.leningrad.map import supply"),
        ("sim/games/leningrad/map/x.py", "from sim.games.leningrad.players import quick"),
        ("sim/games/leningrad/referee.py", "from sim.games.leningrad.map import supply"),
        ("sim/games/leningrad/referee.py", "from sim.map import zones"),
        ("sim/referee/x.py", "from sim.match import dice"),
        ("analysis/x.py", "import sim.games.leningrad"),
        ("analysis/crt/table.py", "from analysis.pages.apps import workbench"),
        ("analysis/systems/x.py", "from analysis.studies.intervals import quantile"),
        ("analysis/studies/x.py", "from analysis.warehouse import read"),
        ("analysis/warehouse/x.py", "from analysis import lab"),
        ("analysis/charts/x.py", "from analysis.pages.page import figure"),
        ("analysis/pages/x.py", "from analysis.cli import main"),
        ("analysis/fights/x.py", "from analysis.notebook import query"),
        ("analysis/errors.py", "from analysis.fights.odds import odds"),
    ],
)
def test_the_test_can_fail(place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert complaints(path) != []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("sim/games/leningrad/systems/x.py", "from sim.games.leningrad.combat import shifts"),
        ("sim/games/leningrad/players/x.py", "from sim.games.leningrad.map import supply"),
        ("sim/games/leningrad/referee.py", "from sim.games.leningrad.combat import table"),
        ("analysis/fights/x.py", "from analysis.crt.columns import column_frame"),
        ("analysis/cli/x.py", "from analysis.pages.publish import publish"),
        ("analysis/lab/x.py", "from analysis.warehouse import open_warehouse"),
    ],
)
def test_the_test_lets_pass_what_it_should(
    place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert complaints(path) == []


def public_classes(path: Path) -> list[str]:
    """Return the public classes of a file, and its aliases of types."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf8")).body:
        if isinstance(node, ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            is_type = isinstance(node.value, (ast.Subscript, ast.BinOp)) and not name.isupper()
            found += [name] if is_type and name[0].isupper() else []
    return [name for name in found if not name.startswith("_")]


def test_no_two_things_share_a_public_name() -> None:
    held: dict[str, list[str]] = {}
    paths = [path for path in ROOT.glob("sim/**/*.py") if "games" not in path.relative_to(ROOT).parts]
    for path in [*paths, *ROOT.glob("analysis/**/*.py")]:
        for name in public_classes(path):
            held.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in held.items() if len(files) > 1} == {}


def test_nothing_knows_a_game_by_name() -> None:
    """Outside a game's own folders its id stands in examples and doctests only, never in code that decides."""
    ids = {path.parent.name for path in ROOT.glob("sim/games/[!_]*/__init__.py")}
    said = []
    paths = [path for path in ROOT.glob("sim/**/*.py") if "games" not in path.relative_to(ROOT).parts]
    for path in [*paths, *ROOT.glob("analysis/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Constant) and node.value in ids:
                said.append(f"{path.relative_to(ROOT)}, line {node.lineno}: {node.value}")
    assert said == []
