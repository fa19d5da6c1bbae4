"""The test of the inference itself: it must pass on tables that obey its structure, and fail on those that do not."""

from dataclasses import replace

import pytest

from analysis.crt.inference import KEPT, Known, coverage, coverage_frame, known_tables
from sim.numbers.tables import load_grid

LADDER = ("A1", "-", "D1", "D2")


def invented(*columns: str) -> Known:
    """A table of one die whose columns are given by positions on the ladder."""
    cells = tuple(zip(*(tuple(LADDER[int(at)] for at in column) for column in columns), strict=True))
    labels = tuple(str(n + 1) for n in range(len(columns)))
    grid = replace(
        load_grid("leningrad", "crt"), cells=cells, column_labels=labels,
        row_labels=tuple(str(n + 1) for n in range(len(cells))),
    )  # fmt: skip
    steps = {"A1": (1, 0), "-": (0, 0), "D1": (0, 1), "D2": (0, 2)}
    return Known("invented", grid, LADDER, steps, (1,) * len(cells))


def test_the_truth_always_lies_inside_where_the_table_obeys_the_structure() -> None:
    for structure in ("monotone", "diagonal"):
        found = coverage(invented("0011", "0112", "1123", "1233", "2333"), structure)
        assert found.refuted == 0
        assert found.cells == found.columns == found.chances == 1


def test_a_column_out_of_order_is_missed() -> None:
    found = coverage(invented("0011", "0112", "3210", "1233", "2333"), "monotone")
    assert found.columns is not None
    assert found.columns < 1
    assert coverage(invented("0011", "0022", "1133", "1222", "2333"), "diagonal", neighboring=True).refuted > 0


@pytest.mark.in_turn
def test_known_tables_are_tried_with_every_choice_of_columns() -> None:
    frame = coverage_frame()
    assert len(frame) == len(known_tables()) * 4
    for known in known_tables():
        n = len(known.grid.column_labels)
        rows = frame.filter((frame["table"] == known.title) & (frame["kept"] == "neighbors"))
        assert set(rows["choices"]) == {n - KEPT + 1}
        assert set(known.ladder) == {cell for row in known.grid.cells for cell in row}
