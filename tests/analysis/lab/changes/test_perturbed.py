"""A table under small changes: worths of columns against the odds of fights, the worst cell against every cell."""

from fractions import Fraction
from itertools import pairwise

import duckdb
import pytest

from analysis.crt.ground_won import cleared_by_column
from analysis.crt.table import draft_of
from analysis.errors import KesselError
from analysis.lab.answer import answer_of
from analysis.lab.changes.perturbed import in_words, perturbed, studied


def test_every_game_with_a_table_has_its_study() -> None:
    assert {"leningrad_crt", "stalingrad_roads_crt", "traces_of_hubris_crt", "donnerschlag_crt"} <= set(studied())


def test_worths_of_columns_are_differences_of_the_odds_that_fights_have() -> None:
    cleared = cleared_by_column("leningrad")
    found = perturbed("leningrad").columns
    assert found == {f"{one} to {other}": cleared[other] - cleared[one] for one, other in pairwise(cleared)}


def test_no_change_of_one_cell_does_more_than_the_one_named() -> None:
    """On a die each cell is a sixth of its column: the ground is won there for certain, or not."""
    draft, found = draft_of("leningrad"), perturbed("leningrad")
    assert abs(found.cell) == Fraction(1, 6)
    ways = sum(len(codes) - (draft.cells[row][at] in codes) for row in range(6) for at, codes in
               enumerate(draft.legal * len(draft.columns)))  # fmt: skip
    assert found.n_cells == ways


@pytest.mark.in_turn
@pytest.mark.parametrize("name", studied())
def test_the_answer_is_a_sentence_with_the_span_of_columns(name: str) -> None:
    found = perturbed(name.removesuffix("_crt"))
    low, high = min(found.columns.values()), max(found.columns.values())
    assert low <= found.mean <= high
    assert f"({100 * float(low):.0f} to {100 * float(high):.0f})" in in_words(found)


def test_a_game_without_a_table_says_so_and_where_to_look() -> None:
    with duckdb.connect() as db, pytest.raises(KesselError, match="has no combat table to change, it rolls pools"):
        answer_of(db, "inferno_on_the_volga_crt")
