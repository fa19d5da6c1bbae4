"""Games of a study out of the warehouse's logs: every game once, with its policies, and paired on the same dice."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from analysis.errors import KesselError
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from analysis.warehouse.build import build, open_warehouse
from analysis.warehouse.games import battle_frame, paired, result_frame, turn_frame

STUDY, GAMES, TURNS = "traces_blucher", 500, 9


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    folder: Path = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sound_games", "games_with"):
            patch.setattr(f"analysis.warehouse.load.{name}", lambda *_: ("traces_of_hubris",))
        run_study(replace(find_study(STUDY), games=GAMES), jobs=1, runs=folder / "runs")
        build(folder / "warehouse.duckdb", folder / "runs")
    with open_warehouse(folder / "warehouse.duckdb") as opened:
        yield opened


def test_every_game_ends_once_in_every_cell(db: duckdb.DuckDBPyConnection) -> None:
    ended = result_frame(db, STUDY)
    assert len(ended) == 4 * GAMES
    assert set(ended["axis"]) == {"spend", "keep"}
    assert ended.group_by("cell").len()["len"].to_list() == [GAMES] * 4
    assert "run_id" not in ended.columns


def test_the_last_turn_of_the_log_is_the_result_and_a_turn_can_be_asked_alone(db: duckdb.DuckDBPyConnection) -> None:
    turned, last = turn_frame(db, STUDY), turn_frame(db, STUDY, TURNS)
    assert len(turned) == TURNS * len(last) == TURNS * 4 * GAMES
    assert set(turned["discard_turns"]) == {0, 7}
    ended = result_frame(db, STUDY)
    both = last.join(ended.select("cell", "game", end="success_turn"), on=["cell", "game"])
    assert (both["success_turn"] == both["end"]).all()


def test_two_ways_are_paired_on_the_same_dice_and_schedule(db: duckdb.DuckDBPyConnection) -> None:
    ended = result_frame(db, STUDY)
    spend, keep = ({"axis": way, "discard_turns": 7} for way in ("spend", "keep"))
    found = paired(ended, "german_infantry", spend, keep)
    assert found["game"].to_list() == list(range(GAMES))
    assert (found["gain"] == found["one"] - found["other"]).all()
    assert (found["gain"] >= 0).all()  # the same die and more added to it never lands fewer
    assert (found["gain"] > 0).any()
    assert (paired(ended, "german_infantry", keep, {"axis": "keep", "discard_turns": 0})["gain"] == 0).all()


def test_what_cannot_be_paired_or_was_not_played_is_said(db: duckdb.DuckDBPyConnection) -> None:
    ended = result_frame(db, STUDY)
    with pytest.raises(KesselError, match="1000 rows of the study are of axis spend; expected one for each game"):
        paired(ended, "german_infantry", {"axis": "spend"}, {"axis": "keep", "discard_turns": 0})
    with pytest.raises(KesselError, match="no run of study 'pocket'"):
        result_frame(db, "pocket")


def test_without_whole_games_there_are_no_battles(db: duckdb.DuckDBPyConnection) -> None:
    found = battle_frame(db, "traces_of_hubris")
    assert found.is_empty()
    assert {"column", "die"} <= set(found.columns)
