"""Families of a table: the members of a column against every filling of the whole table, counted the slow way."""

from dataclasses import replace
from itertools import product

import pytest

from sim.numbers.family import crt_family
from sim.numbers.rawfiles import RuleDataError
from sim.numbers.tables import Grid, load_grid

LADDER = ("a", "b", "c")
LEVELS = len(LADDER)


def small(*rows: str) -> Grid:
    """A grid of one-letter cells in the clothes of a printed one."""
    cells = tuple(tuple(row) for row in rows)
    labels = tuple(str(n + 1) for n in range(len(cells)))
    return replace(
        load_grid("traces_of_hubris", "crt"), cells=cells, row_labels=labels, column_labels=labels[: len(cells[0])]
    )


def is_member(filling: tuple[tuple[int, ...], ...], grid: Grid, structure: str) -> bool:
    n, m = len(filling), len(filling[0])
    for r, c in product(range(n), range(m)):
        if grid.cells[r][c] != "?" and LADDER[filling[r][c]] != grid.cells[r][c]:
            return False
        if (r and filling[r][c] < filling[r - 1][c]) or (c and filling[r][c] < filling[r][c - 1]):
            return False
        if structure == "diagonal" and r and c + 1 < m and filling[r][c] != filling[r - 1][c + 1]:
            return False
    return True


@pytest.mark.parametrize("structure", ["monotone", "diagonal"])
@pytest.mark.parametrize(
    "rows", [("???", "?b?", "???"), ("a??", "???", "??c"), ("???", "???", "???"), ("?b?", "b??", "??c")]
)
def test_members_of_a_column_are_those_of_all_whole_tables(rows: tuple[str, ...], structure: str) -> None:
    grid = small(*rows)
    family = crt_family(grid, LADDER, structure)
    tables = [
        filling
        for flat in product(range(LEVELS), repeat=9)
        if is_member(filling := (flat[:3], flat[3:6], flat[6:]), grid, structure)
    ]
    assert tuple(map(tuple, family.central.tolist())) in tables
    for column in range(3):
        members = [tuple(m) for m in family.members(column).tolist()]
        assert len(members) == len(set(members))
        assert set(members) == {tuple(row[column] for row in table) for table in tables}


def test_what_is_printed_stands_whatever_the_structure_and_exactly_once() -> None:
    grid = small("abz", "aba", "abb")
    family = crt_family(grid, LADDER, "monotone")
    assert [[family.codes[p] for p in row] for row in family.central.tolist()] == [list(row) for row in grid.cells]
    assert all(family.is_exact(column) and len(family.members(column)) == 1 for column in range(3))


def test_a_print_off_the_ladder_or_against_the_order_still_leaves_members() -> None:
    family = crt_family(small("z??", "c?a", "?a?"), LADDER, "monotone")
    assert all(len(family.members(column)) for column in range(3))


def test_a_print_that_refutes_the_diagonal_is_named() -> None:
    with pytest.raises(RuleDataError, match=r"row '1', column '2' is printed 'b'.*expected monotone"):
        crt_family(small("?b?", "c??", "???"), LADDER, "diagonal")
