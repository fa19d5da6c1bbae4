"""A table whose low rolls are good, eliminations that count, and tables that only a publication or we fill."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.crt.bounds import result_measures
from analysis.crt.diagnosis import diagnosis_of
from analysis.crt.edit import file_of
from analysis.crt.ground_won import ground_of, setbacks
from analysis.crt.inference import _known as known_of
from analysis.crt.inference import coverage
from analysis.crt.missing_cells import missing_cells
from analysis.crt.table import Draft, draft_of
from analysis.errors import KesselError
from sim.game import load_game
from sim.numbers.family import crt_family
from sim.numbers.rawfiles import RAW, RuleDataError
from sim.numbers.tables import load_grid
from tests.sim.numbers.test_family import small

TEMPLATE = "_template"


def turned(draft: Draft) -> Draft:
    """The same table read from the other end: a low roll does what a high one did."""
    cells = tuple(reversed(draft.cells))
    return replace(draft, cells=cells, ways=tuple(reversed(draft.ways)), better_roll="lower", known={})


@pytest.mark.parametrize("game", ["leningrad", "stalingrad_roads", TEMPLATE])
def test_a_table_read_from_the_other_end_has_the_same_faults(game: str) -> None:
    high = draft_of(game)
    low = turned(high)
    last = len(high.rows) - 1
    there = {(one.kind.replace("higher", "lower"), (last - one.first[0], one.first[1])) for one in high.faults()}
    assert {(one.kind, one.first) for one in low.faults()} == there
    for _, counts in ground_of(game, high).measures:
        back = {(last - one.first[0], one.first[1], one.second[1]) for one in setbacks(high, counts)}
        assert {(one.first[0], one.first[1], one.second[1]) for one in setbacks(low, counts)} == back


def test_a_sound_table_read_the_wrong_way_round_is_full_of_faults_and_none_where_rows_are_not_ranked() -> None:
    sound = draft_of(TEMPLATE)
    assert not [one for one in sound.faults() if "roll is worse" in one.kind]
    wrong = replace(turned(sound), better_roll="higher")
    assert [one for one in diagnosis_of(wrong).faults if one.kind == "a higher roll is worse"]
    neither = replace(wrong, better_roll="neither")
    assert not [one for one in neither.faults() if "roll is worse" in one.kind]


def test_the_family_of_a_table_whose_low_rolls_are_good_is_the_other_one_turned() -> None:
    ladder = ("a", "b", "c")
    for rows in (("?b?", "?c?", "???"), ("a??", "?b?", "??c"), ("???", "???", "???")):
        high = crt_family(small(*rows), ladder, "monotone")
        low = crt_family(small(*reversed(rows)), ladder, "monotone", better_roll="lower")
        assert np.array_equal(low.low, high.low[::-1])
        assert np.array_equal(low.high, high.high[::-1])
        for column in range(3):
            there = {tuple(one) for one in high.members(column)[:, ::-1].tolist()}
            assert {tuple(one) for one in low.members(column).tolist()} == there
    with pytest.raises(RuleDataError, match="its rows are not ranked"):
        crt_family(small("???", "???", "???"), ladder, "monotone", better_roll="neither")


def test_an_elimination_counts_as_what_the_reading_says() -> None:
    reading = load_game("leningrad").table.reading
    gone = {"result": "E/E"}
    for attacker, defender in product((0, 4), (0, 6)):
        counted = replace(reading, all_steps=(attacker, defender))
        assert counted.counted(gone) == (attacker, defender)
        assert result_measures(counted)["defender"](gone) == defender
    assert reading.counted({"result": "2/1"}) == (1, 1)  # a Soviet defender has one step [8.45]
    assert replace(reading, all_steps=(0, 0)).counted({"result": "2/1"}) == (1, 2)
    draft = draft_of("leningrad")
    at = draft.columns.index("10-1")
    dies = draft.chance(at, lambda one: one.steps[1] is None)
    more = replace(draft, all_steps=(0, 6), known={})
    assert dies > 0
    open_ = replace(draft, all_steps=(0, 0), known={})
    assert more.steps(at, 1) - open_.steps(at, 1) == 6 * dies


def test_a_direction_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="better_roll is 'up'; expected one of higher, lower, neither"):
        replace(load_game("leningrad").table.reading, better_roll="up")


@pytest.mark.parametrize(("layers", "read"), [(("published", "assumed"), "published"), (("assumed",), "assumed")])
def test_a_table_that_is_not_printed_is_found(
    layers: tuple[str, ...], read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    for layer in layers:
        (tmp_path / "mine" / f"crt.{layer}.csv").write_text("roll,1-1\n1,DR\n", encoding="utf8")
    monkeypatch.setattr("analysis.crt.edit.RAW", tmp_path)
    assert file_of("mine", "crt").name == f"crt.{read}.csv"
    with pytest.raises(KesselError, match="mine has no table 'tec'; expected one of crt"):
        file_of("mine", "tec")


def test_what_is_printed_comes_first() -> None:
    assert file_of("leningrad", "crt") == RAW / "leningrad" / "crt.csv"


@pytest.mark.in_turn
@pytest.mark.parametrize("structure", ["diagonal", "monotone"])
def test_a_low_roll_table_ranks_its_missing_cells_as_the_same_table_turned(
    structure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way of an unknown cell, not of its family alone: rows end to end, and everything else as it was."""
    game = load_game("traces_of_hubris")
    grid = load_grid("traces_of_hubris", game.table.name)
    high = {(cell.row, cell.column): cell for cell in missing_cells("traces_of_hubris", structure)}
    low_table = replace(game.table, reading=replace(game.table.reading, better_roll="lower"))
    there = SimpleNamespace(has_table=True, table=low_table)
    monkeypatch.setattr("analysis.crt.missing_cells.load_game", lambda _: there)
    monkeypatch.setattr(
        "analysis.crt.missing_cells.load_grid", lambda *_: replace(grid, cells=tuple(reversed(grid.cells)))
    )
    low = missing_cells("turned", structure)
    mirror = dict(zip(grid.row_labels, reversed(grid.row_labels), strict=True))
    assert {(mirror[cell.row], cell.column) for cell in low} == set(high)
    for cell in low:
        other = high[mirror[cell.row], cell.column]
        assert (cell.widths, cell.left, cell.least) == (other.widths, other.left, other.least)
    monkeypatch.setattr(
        "analysis.crt.missing_cells.load_game", lambda _: SimpleNamespace(has_table=True, table=game.table)
    )
    if structure == "diagonal":  # read with the wrong end up, the same print contradicts its family
        with pytest.raises(RuleDataError, match="which the family diagonal cannot be"):
            missing_cells("turned", structure)


@pytest.mark.parametrize("structure", ["diagonal", "monotone"])
@pytest.mark.parametrize("game", ["leningrad", TEMPLATE])
def test_the_inference_of_a_low_roll_table_covers_as_much_as_the_same_table_turned(structure: str, game: str) -> None:
    """Rows and the rolls that lead to them turned; by the wrong direction the same table is not covered alike."""
    table = load_game(game).table
    grid = load_grid(game, table.name)
    high = known_of(load_game(game), grid)
    low = replace(
        high, grid=replace(high.grid, cells=tuple(reversed(high.grid.cells))), ways=tuple(reversed(high.ways)),
        better_roll="lower",
    )  # fmt: skip
    expected = coverage(high, structure, neighboring=True)
    assert coverage(low, structure, neighboring=True) == expected
    if expected.refuted < expected.choices:
        assert coverage(replace(low, better_roll="higher"), structure, neighboring=True) != expected


def test_the_words_of_a_roll_follow_its_direction() -> None:
    reading = load_game("leningrad").table.reading
    found = [replace(reading, better_roll=better).roll for better in ("higher", "lower", "neither")]
    assert found == ["a higher roll", "a lower roll", "a better roll"]
    kinds = {one.kind for one in turned(draft_of("stalingrad_roads")).faults()}
    assert f"{found[1]} is worse" in kinds
