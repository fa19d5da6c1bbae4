"""A game of one's own that is broken says so when it is asked, and is one line in lists; the others go on."""

from pathlib import Path

import pytest

from tests.tree import Tree, copied_tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    found = copied_tree(tmp_path_factory.mktemp("tree"))
    found.said("kessel new mygame 'My Game'")
    return found


def _harm(tree: Tree, path: str, text: str) -> bytes:
    """Write something else into a file of the game and return what it held."""
    before = (tree.root / path).read_bytes()
    (tree.root / path).write_text(text, encoding="utf8")
    return before


POLICIES = "sim/games/mygame/systems/policies.toml"
FIRST = '[siege.garrison.a]\nabout = "a"\nsupply_most'
SECOND = '[siege.garrison.b]\nabout = "b"\nsuply_most'
BROKEN = [
    ("sim/games/mygame/__init__.py", "GAME = (\n", "sim/games/mygame/__init__.py, line 1: SyntaxError"),
    ("sim/games/mygame/__init__.py", "", "GAME is NoneType; expected a Game"),
    ("sim/games/mygame/systems/siege.py", "import nothing_of_it\n", "siege.py, line 1: ModuleNotFoundError"),
    (POLICIES, "[siege.garrison.always\n", "policies.toml: not TOML"),
    (POLICIES, f'{FIRST} = "2"\n', "'2'; expected a number without quotes"),
    (POLICIES, "[siege.garrison.always]\nsupply_most = 2\n", "about' is missing"),
    (POLICIES, f"{FIRST} = 2\n{SECOND} = 2\n", "is in a or b only"),
]


@pytest.mark.in_turn
@pytest.mark.parametrize(("path", "text", "said"), BROKEN)
def test_a_broken_game_is_named_and_the_others_go_on(tree: Tree, path: str, text: str, said: str) -> None:
    before = _harm(tree, path, text)
    try:
        asked = tree.run("kessel track mygame siege")
        assert asked.returncode == 2
        assert said in asked.stderr
        assert len(asked.stderr.splitlines()) == 1
        listed = tree.run("kessel track")
        assert listed.returncode == 0
        assert "leningrad" in listed.stdout
        assert "mygame" not in listed.stdout
        assert listed.stderr.startswith("kessel: mygame is left out: ")
        assert len(listed.stderr.splitlines()) == 1
    finally:
        (tree.root / path).write_bytes(before)


@pytest.mark.in_turn
def test_a_broken_game_leaves_the_warehouse_and_the_audit_of_the_others(tree: Tree) -> None:
    shifts: Path = tree.root / "data" / "raw" / "mygame" / "column_shifts.toml"
    before = _harm(tree, "data/raw/mygame/column_shifts.toml", "title = 3\n")
    try:
        built = tree.run("kessel warehouse")
        assert built.returncode == 0, built.stderr
        audit = tree.run("kessel audit")
        assert audit.returncode == 0
        for done in (built, audit):
            assert [line for line in done.stderr.splitlines() if line.startswith("kessel: mygame is left out: ")]
        held = tree.said(
            "python -c \"from analysis import query; print(query('SELECT game FROM core.game')['game'].to_list())\""
        )
        assert "leningrad" in held
        assert "mygame" not in held
    finally:
        shifts.write_bytes(before)
