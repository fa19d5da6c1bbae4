"""What to know first, and what values of options do, against loops over the same games."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest

from analysis.lab.unknowns.first import (
    BOARDS,
    FAMILY,
    NINE_IN_TEN,
    WHOLE_BOARD,
    as_we_read,
    by_layer,
    first_of,
    unknown_frame,
    value_frame,
)
from analysis.matches.inquiry import alternatives
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from analysis.warehouse.played import run_of
from sim.game import load_game
from sim.match.play import play_match
from sim.match.whole import Seats
from tests.analysis.bare import built_bare

WHOLE = load_game("inferno_on_the_volga").whole
KNOWN = dict(enumerate(alternatives(WHOLE), 1))
N = 128


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    folder: Path = tmp_path_factory.mktemp("unknowns")
    asked = find_study("inferno_unknowns")
    run_study(
        replace(asked, games=N, grid={"ensemble": (1,), "reading": (0, 39, 65, 66)}), jobs=1, runs=folder / "runs"
    )
    run_study(
        replace(find_study("inferno_worth_small"), games=24, grid={"reading": (0, 2, 6)}), jobs=1, runs=folder / "runs"
    )
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as found:
        yield found


def test_numbers_in_the_studies_are_the_names_that_they_mean() -> None:
    """A reading that is added in the middle moves the numbers: then the studies must follow."""
    worth, small = (find_study(name).grid["reading"] for name in ("inferno_worth", "inferno_worth_small"))
    assert worth == small
    assert {KNOWN[at][0] for at in worth if at} == {"difficulty", "without", "advantage"}
    assert len(worth) == 1 + sum(len(WHOLE.readings[name]) - 1 for name in ("difficulty", "without", "advantage"))
    asked = [KNOWN[at] for at in find_study("inferno_unknowns").grid["reading"] if at]
    wanted = [(name, value) for name in ("drawn", "R52", "R60") for value in WHOLE.readings[name][1:]]
    assert sorted(asked) == sorted(wanted)


def test_a_family_reaches_from_its_least_to_its_greatest_member_on_the_same_games(
    db: duckdb.DuckDBPyConnection,
) -> None:
    run = run_of(db, "inferno_unknowns")
    assert run is not None
    found = {row["name"]: row for row in unknown_frame(run).iter_rows(named=True)}
    assert {row["kind"] for row in found.values()} == {BOARDS, FAMILY}
    rows = run.frame("SELECT cell, (winner = 'german')::INT AS won FROM {result}").rows()
    won = [np.mean([n for cell, n in rows if cell == at]) for at in (0, 2, 3)]
    assert {KNOWN[at] for at in (65, 66)} == {("R60", "weak"), ("R60", "strong")}
    assert as_we_read(run) == (round(N * won[0]), N)
    assert found["R60"]["width"] == pytest.approx(max(won) - min(won))
    assert found["R60"]["n_games"] == 3 * N


def test_boards_that_differ_by_dice_alone_have_no_width(db: duckdb.DuckDBPyConnection) -> None:
    run = run_of(db, "inferno_unknowns")
    assert run is not None
    for row in unknown_frame(run).filter(kind=BOARDS).iter_rows(named=True):
        wins = run.frame(
            "SELECT board, avg((winner = 'german')::INT) AS p, count(*) AS n FROM {result} WHERE cell ="
            f" {0 if row['name'].startswith('everything') else 1} GROUP BY board"
        )
        p, n = wins["p"].to_numpy(), wins["n"].to_numpy()
        left = np.var(p, ddof=1) - np.mean(p * (1 - p) / (n - 1))
        assert row["width"] == pytest.approx(NINE_IN_TEN * np.sqrt(max(0.0, left)))
        assert row["ci_low"] <= row["width"] <= row["ci_high"]


def test_the_board_as_a_whole_stands_against_the_widest_family(db: duckdb.DuckDBPyConnection) -> None:
    run = run_of(db, "inferno_unknowns")
    assert run is not None
    both, found = by_layer(run), {row["name"]: row for row in unknown_frame(run).iter_rows(named=True)}
    assert {kind: one.name for kind, one in both.items()} == {BOARDS: WHOLE_BOARD, FAMILY: "R60"}
    assert both[BOARDS].width == 100 * found[WHOLE_BOARD]["width"]
    assert both[FAMILY].high == 100 * found["R60"]["ci_high"]


def test_no_unknown_comes_first_whose_interval_another_one_reaches() -> None:
    columns = ["name", "width", "ci_low", "ci_high"]
    apart = pl.DataFrame([("a", 0.02, 0.01, 0.03), ("b", 0.06, 0.04, 0.09)], schema=columns, orient="row")
    assert first_of(apart) == "b"
    assert first_of(apart.vstack(pl.DataFrame([("c", 0.15, 0.0, 0.31)], schema=columns, orient="row"))) == ""


def test_a_value_is_paired_with_what_is_usual(db: duckdb.DuckDBPyConnection) -> None:
    run = run_of(db, "inferno_worth_small")
    assert run is not None
    found = {
        (row["name"], row["value"]): row for row in value_frame(run, ("difficulty", "without")).iter_rows(named=True)
    }
    assert set(found) == {("difficulty", "easy_for_germans"), ("without", "german_stuka")}
    usual, without = (
        (
            play_match(
                WHOLE, 24, find_study("inferno_worth_small").seed, Seats("balanced", "ai", -1, readings)
            ).columns["vp_margin"]
            > 0
        )
        for readings in ((), (("without", "german_stuka"),))
    )
    assert found["without", "german_stuka"]["p_effect"] == pytest.approx(without.mean() - usual.mean())
    assert value_frame(run, ("advantage",)).is_empty()
