"""Ranking unknown cells: against every whole filling of a small table, and in words on the command line."""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from analysis.crt.missing_cells import _most, missing_cells
from tests.analysis.commands import kessel


@pytest.mark.parametrize("worth", [(0, 1, 2), (0, 0, 1), (2, 0, 1), (-1, -1, 0)])
def test_the_most_a_rising_column_can_be_worth_is_that_of_the_best_of_all_columns(worth: tuple[int, ...]) -> None:
    ways = (1, 3, 2)
    for low in ((0, 0, 0), (0, 1, 1)):
        for high in ((2, 2, 2), (1, 1, 2)):
            columns = [
                column
                for column in product(range(3), repeat=3)
                if column == tuple(sorted(column))
                and all(a <= c <= b for a, c, b in zip(low, column, high, strict=True))
            ]
            best = max(sum(worth[c] * n for c, n in zip(column, ways, strict=True)) for column in columns)
            assert _most(np.array(worth), np.array(ways), np.array(low), np.array(high)) == best


@pytest.mark.in_turn
def test_no_cell_settles_more_than_all_or_less_than_nothing_and_the_first_settles_most() -> None:
    for structure in ("diagonal", "monotone"):
        cells = missing_cells("traces_of_hubris", structure)
        assert cells
        shares = [cell.settles for cell in cells]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        assert shares[0] > 0
        for cell in cells:
            assert all(cell.least[name] <= cell.left[name] for name in cell.widths)
            assert cell.settles_at_best >= cell.settles


def test_cells_of_one_diagonal_tell_the_same() -> None:
    cells = {(cell.row, cell.column): cell for cell in missing_cells("traces_of_hubris", "diagonal")}
    assert cells["6", "5:1"].left == cells["5", "6:1"].left == cells["1", "10:1+"].left


def test_a_table_known_in_full_has_nothing_missing() -> None:
    assert missing_cells("leningrad", "monotone") == []
    assert missing_cells("stalingrad_roads", "diagonal") == []


@pytest.mark.in_turn
def test_the_command_answers_in_json_and_refuses_a_family_it_has_not() -> None:
    done = kessel("missing", "traces_of_hubris", "--json")
    found = json.loads(done.stdout)
    assert found["family"] == "monotone"  # the widest, as on the pages
    assert found["cells"][0]["settles"] > 0
    assert all(Fraction(width) >= 0 for width in found["cells"][0]["widths"].values())
    assert any(one["file"].endswith("traces_of_hubris/crt.csv") for one in found["files"])
    wrong = kessel("missing", "traces_of_hubris", "--family", "wild")
    assert wrong.returncode == 2
    assert wrong.stderr == "kessel: family is 'wild'; expected one of diagonal, monotone\n"
