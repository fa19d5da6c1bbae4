"""`kessel study`: a file to go on from, what is wrong and what it costs, the answer as stated, two side by side."""

import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from analysis.cli.study import COMMAND
from analysis.errors import KesselError
from analysis.lab.answer import answer_of, difference, table_of
from analysis.studies.run import run_study
from analysis.studies.study import load_study
from analysis.systems.ask import ask
from analysis.warehouse import open_warehouse
from sim.game import load_game
from sim.match.whole import Seats
from tests.analysis.bare import built_bare

KEYS = ["study", "question", "answer", "value", "ci_low", "ci_high", "n_games", "basis", "command"]
WHOLE = load_game("leningrad").whole
STUDY = """
id = "{name}"
question = "Does it matter?"
game = "leningrad"
system = "match"
games = 12
seed = 5
[policies]
german = ["{german}"]
soviet = ["balanced"]
{rest}
"""
EDIT = '[edits]\ncheaper = ["vp_schedule,armor_eliminated,vp=1", "vp_schedule,mechanized_eliminated,vp=1"]\n'
CLOCK = """
id = "rain"
question = "Does it rain?"
game = "stalingrad_roads"
system = "weather"
games = 30
seed = 4
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a warehouse of four small studies."""
    folder = tmp_path_factory.mktemp("study")
    texts = {
        "base": STUDY.format(name="base", german="balanced", rest=""),
        "bold": STUDY.format(name="bold", german="bold", rest=""),
        "edited": STUDY.format(name="edited", german="balanced", rest=EDIT),
        "rain": CLOCK,
    }
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf8")
        run_study(load_study(folder / f"{name}.toml"), jobs=1, runs=folder / "runs")
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    return folder


@pytest.fixture
def db(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[duckdb.DuckDBPyConnection]:
    monkeypatch.setattr("analysis.studies.record.kept_study.__defaults__", (place / "runs",))
    monkeypatch.setattr(open_warehouse, "__defaults__", (place / "warehouse.duckdb",))
    with duckdb.connect(str(place / "warehouse.duckdb"), read_only=True) as found:
        yield found


def run(*words: str) -> str:
    done = CliRunner().invoke(COMMAND, words, catch_exceptions=False, standalone_mode=False)
    return done.output


def margins(raw: str = "balanced") -> list[int]:
    return [int(row[0]) for row in WHOLE.play_block(Seats(raw, "balanced"), 5, 0, 12, False).results]


def test_the_answer_has_the_keys_that_checks_use(db: duckdb.DuckDBPyConnection) -> None:
    for name in ("base", "edited", "rain"):
        found = json.loads(run("show", name, "--json"))
        assert list(found) == KEYS
        assert found["study"] == name
        assert found["ci_low"] <= found["value"] <= found["ci_high"]
        assert found["command"].startswith(f"kessel run {name} ")
    assert found["n_games"] == 30
    exact = ask("stalingrad_roads", "weather", spans=False)
    assert found["value"] == found["ci_low"] == found["ci_high"] == float(exact.headline)
    assert found["basis"] == exact.basis


def test_whole_games_answer_with_the_share_of_the_first_side(db: duckdb.DuckDBPyConnection) -> None:
    found = answer_of(db, "base")
    won = sum(WHOLE.level_of(margin)[0] == "german" for margin in margins())
    assert found.value == won / 12
    mean = sum(margins()) / 12
    assert f"{abs(mean):.0f} VP {'ahead' if (mean > 0) == (won >= 6) else 'behind'} on average" in found.answer
    assert found.n_games == 12
    assert table_of(db, "base")["n_games"].to_list() == [12]


def test_an_edit_is_measured_game_by_game(db: duckdb.DuckDBPyConnection) -> None:
    found, table = answer_of(db, "edited"), table_of(db, "edited").row(0, named=True)
    edited = db.execute(
        "SELECT r.vp_margin FROM core.leningrad_match_result r JOIN core.run USING (run_id) WHERE study = 'edited'"
        " AND cell = 1 ORDER BY r.game"
    ).fetchall()
    apart = [new - old for (new,), old in zip(edited, margins(), strict=True)]
    assert found.value == pytest.approx(sum(apart) / 12)
    assert any(apart)  # both sides know what armor is worth, so the games themselves differ
    assert (found.value, found.ci_low, found.ci_high) == (table["value"], table["ci_low"], table["ci_high"])
    assert table["saved"] > 1
    assert found.answer.startswith(("Cheaper (vp_schedule,armor_eliminated,vp=1; ", "No variant"))
    assert "vp_schedule,armor_eliminated,vp=1" in run("show", "edited").replace("\n", "")


def test_two_studies_are_paired_where_they_share_games(db: duckdb.DuckDBPyConnection) -> None:
    same = difference(db, "base", "edited")
    assert (same.value, same.n_paired) == (0, 12)  # both as printed, on the same dice
    other = difference(db, "base", "bold")
    assert other.n_paired == 0  # other players
    assert other.value == pytest.approx((sum(margins("bold")) - sum(margins())) / 12)
    assert other.ci_low < other.value < other.ci_high
    assert "not paired" in run("diff", "base", "bold")
    assert json.loads(run("diff", "base", "edited", "--json"))["difference"]["n_paired"] == 12


def test_a_study_without_a_run_says_how_to_play_it(db: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(KesselError, match="no run of pocket in the warehouse; play it with: kessel run pocket"):
        answer_of(db, "pocket")
    with pytest.raises(KesselError, match="no study 'nothing'; expected a file or one of"):
        answer_of(db, "nothing")


@pytest.mark.parametrize(("game", "system"), [("leningrad", "match"), ("stalingrad_roads", "pocket")])
def test_a_new_study_is_in_order_as_it_stands(tmp_path: Path, game: str, system: str) -> None:
    file = tmp_path / "fresh.toml"
    assert "kessel study check" in run("new", str(file), "--game", game, "--system", system)
    study = load_study(file)
    assert (study.id, study.game, study.system) == ("fresh", game, system)
    assert all(len(chosen) == 1 for chosen in study.policies.values())
    with pytest.raises(KesselError, match="it is there already; expected a new name"):
        run("new", str(file), "--game", game)
    with pytest.raises(KesselError, match=r"expected a name that ends in \.toml"):
        run("new", str(tmp_path / "fresh"), "--game", game)


def test_check_counts_cells_and_cost(place: Path) -> None:
    found = json.loads(run("check", str(place / "rain.toml"), "--jobs", "1", "--json"))
    assert (found["cells"], found["games"]) == (1, 30)
    assert found["seconds"] > 0
    assert found["bytes"] > 0
