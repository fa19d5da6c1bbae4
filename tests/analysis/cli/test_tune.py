"""``kessel tune``: what it answers, where it writes, and that bad input is one line."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from analysis.cli.tune import _put
from sim.game import load_game
from tests.analysis.commands import kessel

SMALL = ("--games", "4", "--rounds", "1", "--jobs", "2", "--seed", "3")


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], Path]:
    """A small search, as JSON, and the file that it wrote."""
    path = tmp_path_factory.mktemp("tuned") / "mine.toml"
    words = ("--side", "soviet", "--against", "bold=3,cautious", "--out", str(path))
    ended = kessel("tune", "leningrad", *words, *SMALL, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout), path


def test_a_search_tells_its_gain_and_writes_its_weights(tuned: tuple[dict[str, object], Path]) -> None:
    told, path = tuned
    assert told["against"] == {"bold": 3.0, "cautious": 1.0}
    found = tomllib.loads(path.read_text(encoding="utf8"))["soviet"]["tuned"]
    weights = told["weights"]
    assert isinstance(weights, dict)
    tuning = load_game("leningrad").whole.tuning
    assert tuning is not None
    assert tuning.weights_of("balanced", "soviet") | found == weights
    for name, (low, high) in tuning.ranges("soviet").items():
        assert low <= weights[name] <= high


def test_a_file_of_weights_takes_a_seat(tuned: tuple[dict[str, object], Path]) -> None:
    words = ("match", "leningrad", "--games", "2", "--soviet", str(tuned[1]), "--json")
    one = kessel(*words)
    assert one.returncode == 0, one.stderr
    assert json.loads(one.stdout)["games"] == 2


@pytest.mark.in_turn
def test_trying_what_is_so_already_gains_nothing() -> None:
    ended = kessel("tune", "leningrad", "--try", "care=100", "--against", "bold", *SMALL, "--json")
    gain = json.loads(ended.stdout)["gain_vp"]
    assert gain == {"mean": 0.0, "ci_low": 0.0, "ci_high": 0.0, "n": 16}


@pytest.mark.in_turn
def test_a_game_without_points_is_tuned_in_wins_on_boards_held_out() -> None:
    """The rivals are the other side's players; half of the boards search, the others prove."""
    words = ("tune", "inferno_on_the_volga", "--board", "all", "--games", "16", "--jobs", "1", "--json")
    told = json.loads(kessel(*words, "--try", "spawn_hex=0").stdout)
    assert told["against"] == {"ai": 1.0}
    assert (told["boards"], told["fresh_boards"]) == (32, 32)
    assert set(told["by_rival"]) == {"ai", "cautious", "balanced", "bold", "tuned"}
    assert told["gain_wins_of_100"]["n"] == 64
    assert (64 * told["gain_wins_of_100"]["mean"] / 100).is_integer()
    same = json.loads(kessel(*words, "--side", "soviet", "--try", "pile=4").stdout)
    assert same["against"] == {"cautious": 1.0, "balanced": 1.0, "bold": 1.0}
    assert same["gain_wins_of_100"]["mean"] == 0


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tune stalingrad_roads", "games that can: inferno_on_the_volga, leningrad"),
        ("tune leningrad --side finnish", "finnish"),
        ("tune leningrad --from genius", "expected one of cautious"),
        ("tune leningrad --against nobody", "--against names 'nobody'"),
        ("tune leningrad --against bold=much", "'much'"),
        ("tune leningrad --against bold=0", "'0'"),
        ("tune leningrad --try genius=3", "no weight 'genius'"),
        ("tune leningrad --try care=all", "'all' is no weight"),
        ("tune leningrad --jobs 0", "--jobs is 0"),
        ("tune leningrad --board 999", "--board is '999'"),
        ("tune inferno_on_the_volga --side soviet --against ai", "--against names 'ai'"),
        ("tune leningrad --out mine.txt", "ends in .toml"),
        ("tune leningrad --out sim/games/leningrad/players/weights.toml", "the game's own file"),
        ("match leningrad --german nowhere.toml", "nowhere.toml"),
    ],
)
def test_bad_input_is_one_line(words: str, said: str) -> None:
    ended: subprocess.CompletedProcess[str] = kessel(*words.split())
    assert ended.returncode == 2
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_only_the_tuned_character_of_the_side_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("# head\n\n[a.bold]\nx = 1\n\n# old words\n[a.tuned]\nx = 2\ny = 3\n\n[b.tuned]\nx = 4\n")
    _put(file, "a", "# new words\n[a.tuned]\nx = 9\n")
    assert file.read_text() == "# head\n\n[a.bold]\nx = 1\n\n# new words\n[a.tuned]\nx = 9\n\n[b.tuned]\nx = 4\n"
    _put(file, "b", "[b.tuned]\n")
    assert tomllib.loads(file.read_text()) == {"a": {"bold": {"x": 1}, "tuned": {"x": 9}}, "b": {"tuned": {}}}
