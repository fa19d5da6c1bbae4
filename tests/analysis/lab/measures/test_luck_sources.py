"""Luck by source against games whose split is known by hand, and against Leningrad played again step by step."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest

from analysis.lab.measures.luck_sources import in_words, luck_frames, shares
from analysis.matches.inquiry import LUCK
from analysis.studies.run import files_of, run_study
from analysis.studies.study import find_study
from sim.game import load_game
from sim.match.whole import Seats
from tests.analysis.bare import built_bare

WHOLE = load_game("leningrad").whole
SEED = 19410701


def test_a_sum_of_dice_is_shared_out_as_by_hand() -> None:
    """Two dice and one counted double: 35/12 twice, then four times 35/12: shares of 1/6, 1/6 and 2/3."""
    rng = np.random.default_rng(3)
    kept, anew = rng.integers(1, 7, (2, 3, 20_000)).astype(float)
    weights = np.array([1.0, 1.0, 2.0])
    again = [weights @ np.where(np.arange(3)[:, None] < steps, kept, anew) for steps in (1, 2, 3)]
    found = shares(weights @ kept, np.array(again), ["first", "second", "double"])
    assert found["source"][0] == "double"
    share = dict(zip(found["source"], found["share"], strict=True))
    assert sum(share.values()) == pytest.approx(1)
    for name, truth in (("first", 1 / 6), ("second", 1 / 6), ("double", 2 / 3)):
        row = found.row(found["source"].to_list().index(name), named=True)
        assert row["low"] <= truth <= row["high"]
        assert row["high"] - row["low"] < 0.15
    assert in_words(found).startswith("Double settles 6")
    joined = shares(weights @ kept, np.array(again), ["one", "one", "two"])
    assert dict(zip(joined["source"], joined["share"], strict=True))["one"] == pytest.approx(
        share["first"] + share["second"]
    )


def test_no_source_stands_out_where_nothing_is_sure() -> None:
    rng = np.random.default_rng(1)
    found = shares(rng.normal(size=9), rng.normal(size=(2, 9)), ["a", "b"])
    assert in_words(found).startswith("No source of luck stands out over 9 games; ")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    folder = tmp_path_factory.mktemp("luck")
    run = run_study(replace(find_study("leningrad_luck"), games=2), jobs=1, runs=folder / "runs")
    assert not [name for name in files_of(run.study) if name.startswith("event") and "-00000-" not in name]
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as db:
        yield db, run.folder


def test_games_share_what_is_settled_and_end_alike_when_all_is(
    played: tuple[duckdb.DuckDBPyConnection, Path],
) -> None:
    found = luck_frames(played[0], "leningrad")
    assert found is not None
    run, sources, turns = found
    assert run.study == "leningrad_luck"
    assert set(sources["source"]) == {one.source for one in WHOLE.luck}
    assert set(turns["source"]) == {"before the game", *(f"turn {turn}" for turn in range(1, 13))}
    assert sources["share"].sum() == pytest.approx(1)  # nothing is thrown after the last step
    assert turns["share"].sum() == pytest.approx(1)
    rows = run.frame("SELECT game, vp_margin, f.low AS luck FROM {result} r JOIN core.cell_factor f"
                     f" ON f.run_id = r.run_id AND f.cell = r.cell AND f.factor = '{LUCK}'")  # fmt: skip
    margins = {(row["luck"], row["game"]): row["vp_margin"] for row in rows.iter_rows(named=True)}
    seats = Seats("tuned", "tuned")
    for at, game in ((0, 0), (1, 1), (len(WHOLE.luck), 0)):
        number = WHOLE.luck[at - 1].kept(game) if at else game
        assert WHOLE.play_block(seats, SEED, number, 1, False).results[0, 0] == margins[at, game]
    assert all(margins[len(WHOLE.luck), game] == margins[0, game] for game in (0, 1))


def test_turns_are_alike_up_to_the_step_that_keeps_them() -> None:
    """Half of the game is kept: six turns are the same to the last column, and then they part."""
    seats, half = Seats("tuned", "tuned"), next(one for one in WHOLE.luck if (one.turn, one.phase) == (6, 7))
    plain, other = (WHOLE.play_block(seats, SEED, number, 1, True).turns[0] for number in (3, half.kept(3)))
    assert (plain[:7] == other[:7]).all()
    assert (plain[7:] != other[7:]).any()
