"""The template beyond the contract: hidden from users, sound as a table, its siege against three-line loops."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from analysis.crt.diagnosis import diagnose
from analysis.fights.odds import consequences, odds
from analysis.systems.ask import ask, every_system
from sim.errors import GameError
from sim.game import game_ids, games_with, load_game
from sim.games._template.combat import odds as fights
from sim.games._template.combat.results import CODES
from sim.games._template.combat.table import CRT
from sim.games._template.systems import siege
from sim.numbers.columns import odds_rung
from tests.games.conftest import Chosen
from tests.tree import Tree, blocks, copied_tree

NAME = "_template"


def test_it_is_loaded_by_name_and_listed_nowhere() -> None:
    assert load_game(NAME).title == "Template"
    assert NAME not in game_ids()
    assert NAME in game_ids(hidden=True)
    assert NAME not in games_with(lambda game: game.has_combat)
    assert NAME in games_with(lambda game: game.has_table and game.has_systems, hidden=True)
    assert all(game != NAME for game, _ in every_system())
    with pytest.raises(GameError, match=r"no game '_temp'; expected one of [a-z]") as refused:
        load_game("_temp")
    assert NAME not in str(refused.value)


def test_its_table_is_sound() -> None:
    found = diagnose(NAME)
    assert not found.dead_spots
    assert not found.cliff_edges
    assert not found.faults


def column_by_hand(attack: int, defense: int, shift: int, clamp_first: bool) -> str:
    """Walk along 1-4, 1-3, 1-2, 1-1, 2-1 ... one column at a time."""
    ladder = [Fraction(1, n) for n in range(60, 1, -1)] + [Fraction(n) for n in range(1, 60)]
    at = max(i for i, ratio in enumerate(ladder) if ratio <= Fraction(attack, defense))
    first, last = ladder.index(Fraction(1, 2)), ladder.index(Fraction(4))
    at = min(max(at, first), last) if clamp_first else at
    reached = ladder[min(max(at + shift, first), last)]
    return f"{reached.numerator}-{reached.denominator}"


@pytest.mark.parametrize("clamp_first", [False, True])
def test_columns_by_hand_over_every_fight(chosen: Chosen, clamp_first: bool) -> None:
    every = product(range(1, 21), range(1, 13), (0, 1), (0, 1), range(4))
    for attack, defense, river, hill, guns in chosen(every, 600):
        answer = fights.odds(attack, defense, river=river, hill=hill, artillery=guns, clamp_first=clamp_first)
        shift = min(guns, 2) - river - hill
        assert answer.final_column == column_by_hand(attack, defense, shift, clamp_first)
        assert sum(one.value for one in answer.applied) == shift


def test_ruling_1_changes_what_it_says_and_nothing_on_the_table() -> None:
    assert fights.odds(24, 4, -3).final_column == "3-1"
    assert fights.odds(24, 4, -3, clamp_first=True).final_column == "1-1"
    inside = [(a, d) for a, d in product(range(1, 20), repeat=2) if -1 <= odds_rung(a, d) <= 3]
    for (attack, defense), shift in product(inside, range(-3, 4)):
        assert fights.odds(attack, defense, shift) == fights.odds(attack, defense, shift, clamp_first=True)


def test_results_come_to_what_the_rules_say() -> None:
    facts = {"attack": 16, "defense": 4, "attacker_steps": 2, "defender_steps": 1}
    free = {row["probability"]: row for row in consequences(odds(NAME, **facts))}
    stuck = consequences(odds(NAME, **facts, retreat=False))
    assert free["1/3"]["defender_retreat_hexes"] == 1  # DR on a 2 and a 3; D1 and DE eliminate a force of one step
    assert [row["is_cleared"] for row in stuck] == [True] * len(stuck)  # a step for the hex, and that was the last
    assert odds(NAME, attack=16, defense=4, attacker_steps=2).after is None


def test_a_modifier_that_is_no_row_is_refused() -> None:
    with pytest.raises(GameError, match="no option 'mud'; it takes attack, defense, river, hill, artillery"):
        odds(NAME, attack=4, defense=4, mud=1)


def holds_by_hand(rolls: tuple[int, ...], bands: int, supply_most: int) -> bool:
    supply, escorts = 2, 2
    for roll in rolls:
        sends = supply <= supply_most and escorts > 0
        modified = roll - bands + sends
        supply = min(supply + (modified >= 3) + (modified >= 5), 4)
        escorts -= sends and roll == 1
        if supply == 0:
            return False
        supply -= 1
    return True


@pytest.mark.parametrize(("policy", "supply_most"), [("always", 9), ("thrifty", 1), ("never", -1)])
@pytest.mark.parametrize("bands", range(4))
def test_the_siege_by_hand_over_every_roll(policy: str, supply_most: int, bands: int) -> None:
    held = sum(holds_by_hand(rolls, bands, supply_most) for rolls in product(range(1, 7), repeat=6))
    answer = ask(NAME, "siege", {"bands": bands}, {"garrison": policy}, spans=False)
    assert answer.headline == Fraction(held, 6**6)


def test_an_escort_never_hurts_the_wagons() -> None:
    natural, bands = np.meshgrid(range(1, 7), range(4))
    assert (siege.wagons_arriving(natural, bands, True) >= siege.wagons_arriving(natural, bands, False)).all()
    assert set(CODES) == {cell for row in CRT.cells for cell in row}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    made = copied_tree(tmp_path_factory.mktemp("tree"))
    said = made.said("kessel new mine 'A Game of Mine'")
    assert said.splitlines()[:2] == ["wrote sim/games/mine", "wrote data/raw/mine"]
    return made


@pytest.mark.in_turn
def test_a_new_game_passes_the_contract(tree: Tree) -> None:
    said = tree.said("pytest -p no:cacheprovider -k mine tests/games/test_contract*.py sim/games/mine")
    assert "skipped" not in said
    found = tree.said("pytest -p no:cacheprovider -k 'mine or _template' --collect-only tests/games/test_contract*.py")
    assert found.count("[mine") == found.count("[_template") >= 20


@pytest.mark.in_turn
def test_a_new_game_answers_every_command(tree: Tree) -> None:
    said = tree.said("kessel odds mine --attack 12 --defense 4 --river")
    assert "odds: 3-1; resolved at: 2-1" in said.splitlines()
    assert "A Game of Mine: combat results table" in tree.said("kessel crt mine")
    assert "river" in tree.said("kessel crt mine --attack 12 --defense 4")
    assert "A Game of Mine: The siege" in tree.said("kessel track mine siege --set bands=2")
    assert "mine_siege: 4,500 games" in tree.said("kessel run mine_siege --games 500 --jobs 1")
    assert "core.mine_siege_turn" in tree.said("kessel dictionary mine")
    assert "mine" in tree.said("kessel audit")
    assert "mine_workbench.html" in tree.said("kessel report mine_workbench")
    assert "_template" not in tree.said("kessel --help; kessel odds --help; kessel track; kessel audit")


@pytest.mark.in_turn
def test_a_new_system_is_one_file(tree: Tree) -> None:
    """It is found, asked, paged and held to the contract without a line in any other file: the one of the tutorial."""
    written = blocks((tree.root / "docs" / "your-own-game.md").read_text(encoding="utf8"))
    text = next(content for kind, content in written if kind.endswith("systems/ambush.py"))
    path = tree.root / "sim" / "games" / "mine" / "systems" / "ambush.py"
    path.write_text(text.replace("bridgehead", "mine"), encoding="utf8")
    try:
        assert "How much do bands on the road cost the wagons?" in tree.said("kessel track mine ambush --set bands=2")
        tree.said("kessel warehouse")
        assert "mine_ambush.html" in tree.said("kessel report mine_ambush")
        said = tree.said("pytest -p no:cacheprovider -k mine/ambush tests/games/test_contract_systems.py")
        assert "passed" in said
        tree.said("ruff check sim/games/mine && ruff format --check sim/games/mine")
    finally:
        path.unlink()


def test_a_system_of_another_name_or_a_doubled_place_is_refused_in_one_line(tree: Tree) -> None:
    siege = tree.root / "sim" / "games" / "mine" / "systems" / "siege.py"
    path = siege.with_name("ambush.py")
    text = siege.read_text(encoding="utf8")
    try:
        for changed, message in (
            (text, "mine/systems/ambush: the id of its system is 'siege'; expected 'ambush', as the file"),
            (text.replace('    id="siege"', '    id="ambush"'), "mine/systems: ambush, siege have the order 1"),
            (text.replace("SYSTEM = system_of(", "SYSTEM = dict("), "SYSTEM is a dict; expected a System"),
            (
                text.replace('    id="siege"', '    id="ambush"').replace("    verdict=verdict,\n", ""),
                "mine/systems/ambush: verdict is missing; expected",
            ),
            (
                re.sub(r"    group=.*\n", "", text.replace('    id="siege"', '    id="ambush"')),
                "mine/systems/ambush: group is missing; expected one of Group.COMBAT, ",
            ),
        ):
            path.write_text(
                changed.replace("    COURSE,\n    order", "    order") if "SYSTEM = dict(" in changed else changed
            )
            done = tree.run("kessel track mine siege")
            assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
            assert message in done.stderr
    finally:
        path.unlink()


def test_a_new_game_is_clean_code(tree: Tree) -> None:
    tree.said("ruff check sim/games/mine && ruff format --check sim/games/mine")
    left = [path for folder in ("sim/games/mine", "data/raw/mine") for path in (tree.root / folder).rglob("*")]
    text = "".join(path.read_text(encoding="utf8") for path in left if path.suffix in (".py", ".toml", ".md", ".csv"))
    assert "emplate" not in text


def games_in(tree: Tree) -> set[str]:
    return {path.name for path in tree.root.glob("sim/games/*")} - {"__pycache__"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("mine Mine", "id is 'mine', which is A Game of Mine; expected the id of a new game"),
        ("leningrad Mine", "id is 'leningrad', which is Leningrad; expected the id of a new game"),
        ("stalingrad Mine", "expected one that does not begin as 'stalingrad_roads' does"),
        ("leningrad_north Mine", "expected one that does not begin as 'leningrad' does"),
        ("../mine Mine", "id is '../mine'; expected up to 32 lower-case letters, digits and underscores"),
        ("_mine Mine", "id is '_mine'; expected up to 32 lower-case letters"),
        ("class Mine", "id is 'class'; expected"),
        ("other 'a \"b\"'", "expected up to 60 letters without quotes and backslashes"),
        ("other ''", "title is ''; expected"),
    ],
)
def test_a_bad_name_is_refused_in_one_line_and_writes_nothing(tree: Tree, words: str, message: str) -> None:
    before = games_in(tree)
    done = tree.run(f"kessel new {words}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr
    assert games_in(tree) == before
    assert not (tree.root / "data" / "raw" / "other").exists()


def test_a_folder_in_the_way_is_refused_and_kept(tree: Tree) -> None:
    (tree.root / "data" / "raw" / "half").mkdir()
    assert "raw/half is there already; expected the id of a new game" in tree.run("kessel new half Half").stderr
    assert (tree.root / "data" / "raw" / "half").exists()
    assert not (tree.root / "sim" / "games" / "half").exists()
