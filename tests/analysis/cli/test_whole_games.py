"""``kessel play``, ``match``, ``referee`` and ``map``: what they answer, and that bad input is one line."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis.cli import main
from sim.match.log import read_log

RANDOM = ("--german", "random", "--soviet", "random")
Answer = tuple[int, str, str]
Kessel = Callable[..., Answer]


@pytest.fixture
def kessel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kessel:
    """Run a command in this process: exit code, what it printed, what it complained of."""

    def run(*words: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["kessel", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        said = capsys.readouterr()
        return (code if isinstance(code, int) else 0), said.out, said.err

    return run


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of random players, written as the command does."""
    path = tmp_path_factory.mktemp("log") / "game.parquet"
    words = ["kessel", "play", "leningrad", "--seed", "7", *RANDOM, "--events", str(path), "--json"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit):
            main()
    return path


def test_a_game_as_json(kessel: Kessel) -> None:
    code, out, err = kessel("play", "leningrad", "--seed", "7", *RANDOM, "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert list(told) == [
        "game", "seed", "board", "german", "soviet", "winner", "level", "vp_margin", "turns", "digest",
    ]  # fmt: skip
    assert (told["game"], told["seed"], told["board"], told["german"]) == ("leningrad", 7, -1, "random")
    assert (told["winner"] == "german") == (told["vp_margin"] > 0)
    assert len(told["digest"]) == 16
    assert kessel("play", "leningrad", "--seed", "7", *RANDOM, "--json")[1] == out
    assert json.loads(kessel("play", "leningrad", "--seed", "8", *RANDOM, "--json")[1])["digest"] != told["digest"]


def test_the_log_is_written_and_legal(kessel: Kessel, log: Path, tmp_path: Path) -> None:
    events = read_log(log)
    names = {"seq", "turn", "phase", "side", "kind", "unit", "from_hex", "to_hex", "value", "die"}
    assert names <= set(events.table.column_names)
    assert {"move", "combat", "step_loss", "eliminated", "retreat", "advance"} <= set(events.table["kind"].to_pylist())
    told = json.loads(kessel("play", "leningrad", "--seed", "7", *RANDOM, "--json")[1])
    assert events.digest() == told["digest"]
    arrow = tmp_path / "game.arrow"
    kessel("play", "leningrad", "--seed", "7", *RANDOM, "--json", "--events", str(arrow))
    assert read_log(arrow).table.equals(events.table)
    assert kessel("referee", "leningrad", str(log)) == (0, "legal\n", "")


def test_the_diary_is_printed(kessel: Kessel) -> None:
    code, out, _ = kessel("play", "leningrad", "--seed", "7", *RANDOM)
    assert code == 0
    assert out.startswith("Leningrad: the Germans (random) against the Soviets (random), on the central map (seed 7,")
    assert out.count("\nTurn ") == 12


def test_the_referee_names_the_rule(kessel: Kessel, log: Path, tmp_path: Path) -> None:
    table = read_log(log).table
    at = table["kind"].to_pylist().index("combat")
    dice = table["die"].to_pylist()
    dice[at] = dice[at] % 6 + 1
    spoilt = table.set_column(table.column_names.index("die"), "die", pa.array(dice, pa.int8()))
    path = tmp_path / "spoilt.parquet"
    pq.write_table(spoilt, path)
    code, out, _ = kessel("referee", "leningrad", str(path))
    assert code == 1
    assert out.count("\n") == 1
    assert out[0].isdigit()
    told = json.loads(kessel("referee", "leningrad", str(path), "--json")[1])
    assert not told["is_legal"]
    assert out.startswith(told["rule"])


def test_what_is_no_log_is_answered_in_one_line(kessel: Kessel, log: Path, tmp_path: Path) -> None:
    half, text, other = tmp_path / "half.parquet", tmp_path / "text.txt", tmp_path / "other.parquet"
    half.write_bytes(log.read_bytes()[:400])
    text.write_text("legal\n")
    pq.write_table(pa.table({"turn": [1, 2]}), other)
    for path in (half, text, other, tmp_path, tmp_path / "none.parquet"):
        code, out, err = kessel("referee", "leningrad", str(path))
        assert code in (1, 2), path
        assert (out + err).count("\n") == 1, path
        assert "Traceback" not in err


def test_a_match_as_json(kessel: Kessel) -> None:
    words = ("match", "leningrad", "--games", "120", "--seed", "3", *RANDOM, "--json")
    one, two = (json.loads(kessel(*words, "--jobs", jobs)[1]) for jobs in ("1", "2"))
    assert list(one) == [
        "games", "seconds", "games_per_s", "p_german_win", "ci_low", "ci_high", "vp_margin_mean", "vp_margin_se",
        "attacks_per_game", "moves_per_game",
    ]  # fmt: skip
    timed = ("seconds", "games_per_s")
    assert {k: v for k, v in one.items() if k not in timed} == {k: v for k, v in two.items() if k not in timed}
    assert 0 <= one["ci_low"] <= one["p_german_win"] <= one["ci_high"] <= 1
    assert one["attacks_per_game"] > 1


@pytest.mark.verification
def test_a_match_over_all_boards(kessel: Kessel) -> None:
    code, out, _ = kessel("match", "leningrad", "--games", "64", "--board", "all", *RANDOM)
    assert code == 0
    assert "64 games on 64 maps of the ensemble" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play stalingrad_roads", "games that can: inferno_on_the_volga, leningrad"),
        ("play nowhere", "expected one of donnerschlag"),
        ("play leningrad --german nobody", "expected one of random"),
        ("play leningrad --seed -1", "--seed"),
        ("play leningrad --seed seven", "--seed"),
        ("play leningrad --board 64", "0 to 63"),
        ("play leningrad --board all", "0 to 63"),
        ("match leningrad --board all --games 63", "expected at least 64, one a board"),
        ("play leningrad --reading R5=never", "expected one of defender-only"),
        ("play leningrad --reading R99=any", "no reading 'R99'"),
        ("play leningrad --events nowhere/x.parquet", "expected a folder that is there"),
        ("play leningrad --events x.csv", "expected a name that ends in .parquet"),
        ("match leningrad --games 0", "--games"),
        ("match leningrad --jobs 0", "expected a number of processes"),
        ("match leningrad --board all --games 63", "at least 64"),
        ("referee donnerschlag x.parquet", "games that have: inferno_on_the_volga, leningrad"),
        ("referee leningrad", "EVENTS"),
        ("map draw leningrad --board 99", "0 to 63"),
        ("map draw donnerschlag", "map"),
        ("map fit nowhere", "expected one of donnerschlag"),
    ],
)
def test_bad_input_is_answered_in_one_line(kessel: Kessel, words: str, said: str) -> None:
    code, out, err = kessel(*words.split())
    assert (code, out) == (2, "")
    assert err.startswith("kessel: ")
    assert said in err
    assert err.count("\n") == 1


def test_the_map_is_fitted_and_drawn(kessel: Kessel, tmp_path: Path) -> None:
    code, out, _ = kessel("map", "fit", "leningrad")
    assert code == 0
    assert "Riga" in out
    path = tmp_path / "map.svg"
    assert kessel("map", "draw", "leningrad", "--board", "5", "--out", str(path))[0] == 0
    assert path.read_text(encoding="utf8").startswith("<svg")


def test_odds_and_help_do_not_load_the_compiler() -> None:
    script = (
        "import sys; sys.argv = ['kessel', {words}]\n"
        "from analysis.cli import main\n"
        "try:\n    main()\nexcept SystemExit: pass\n"
        "sys.exit('numba' in sys.modules)"
    )
    for words in ("'odds', 'leningrad', '--attack', '11', '--defense', '4'", "'--help'", "'map', 'fit', 'leningrad'"):
        ran = subprocess.run([sys.executable, "-c", script.format(words=words)], capture_output=True, check=False)
        assert ran.returncode == 0, words
        assert ran.stdout, ran.stderr


@pytest.mark.in_turn
def test_a_game_stopped_and_gone_on_with_is_the_same_game(kessel: Kessel, tmp_path: Path) -> None:
    position, page = str(tmp_path / "position.toml"), str(tmp_path / "game.html")
    code, whole, err = kessel("play", "leningrad", "--seed", "7", *RANDOM, "--save", "5.6", position, "--json")
    assert (code, err) == (0, "")
    assert kessel("play", "leningrad", "--at", position, "--json")[1] == whole
    code, out, err = kessel(
        "play", "leningrad", "--at", position, "--soviet", "bold", "--html", page, "--rollouts", "1"
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].endswith("game.html")
    assert "Percent of 1 game that" in Path(page).read_text(encoding="utf8")
    told = json.loads(kessel("play", "leningrad", "--at", position, "--soviet", "bold", "--json")[1])
    assert (told["german"], told["soviet"]) == ("random", "bold")
    assert told["digest"] != json.loads(whole)["digest"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--save", "13", "x.toml"), "--save is '13'; expected a turn, or turn.phase, from 1.1 to 12.8"),
        (("--save", "5", "no/x.toml"), "--save is 'no/x.toml'; expected a folder that is there"),
        (("--html", "no/x.html"), "--html is 'no/x.html'; expected a folder that is there"),
        (("--at", "no.toml"), "no.toml: no such file; expected a position that kessel play --save wrote"),
    ],
)  # fmt: skip
def test_what_cannot_be_saved_or_gone_on_from(kessel: Kessel, words: tuple[str, ...], complaint: str) -> None:
    assert kessel("play", "leningrad", *RANDOM, *words) == (2, "", f"kessel: {complaint}\n")


@pytest.mark.parametrize("word", ["--seed", "--game", "--board", "--reading"])
def test_a_position_settles_dice_and_map(kessel: Kessel, word: str, tmp_path: Path) -> None:
    position = str(tmp_path / "position.toml")
    kessel("play", "leningrad", *RANDOM, "--save", "12", position)
    value = "R7=any" if word == "--reading" else "1"
    said = f"kessel: {word} is given beside --at; expected one of them, since a position settles it\n"
    assert kessel("play", "leningrad", "--at", position, word, value) == (2, "", said)
