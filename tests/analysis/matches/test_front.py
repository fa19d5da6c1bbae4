"""The line around what one side holds in half of many games: on its side of it lies its ground, in one part."""

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.charts import front_lines
from analysis.matches.front import line_of_shares
from sim.map.board import load_board

BOARD = load_board("leningrad")
COLUMN = np.array([int(number[:2]) for number in BOARD.numbers])


def is_inside(line: NDArray[np.float64], x: float, y: float) -> bool:
    """Count the sides of a closed line that a ray to the east crosses."""
    (x1, y1), (x2, y2) = line.T, np.roll(line, -1, axis=0).T
    crosses = (y1 > y) != (y2 > y)
    at = x1[crosses] + (y - y1[crosses]) / (y2 - y1)[crosses] * (x2 - x1)[crosses]
    return bool((at > x).sum() % 2)


@pytest.mark.parametrize("reached", [4, 12, 22])
def test_what_a_side_holds_lies_within_the_line(reached: int) -> None:
    shares = np.where(reached > COLUMN, 0.9, 0.1)
    lines = line_of_shares(BOARD, shares)
    assert len(lines) == 1
    inside = np.array([is_inside(lines[0], x, y) for x, y in BOARD.grid.centers])
    land = BOARD.playable & (np.abs(COLUMN - reached) > 1)
    assert (inside[land] == (reached > COLUMN)[land]).all()


def test_ground_that_nobody_enters_makes_no_island() -> None:
    shares = np.where(COLUMN < 15, 0.9, 0.1)
    hole = shares.copy()
    hole[[BOARD.index(number) for number in ("0509", "0510", "0609", "0610", "0710")]] = 0.0
    assert len(line_of_shares(BOARD, hole)) == len(line_of_shares(BOARD, shares)) == 1


def test_each_turn_has_its_line_and_its_number() -> None:
    drawn = front_lines(BOARD, {turn: np.where(2 * turn > COLUMN, 1.0, 0.0) for turn in (2, 6, 10)}, "p")
    assert [f">{turn}</text>" in drawn for turn in (2, 4, 6, 8, 10)] == [True, False, True, False, True]
    assert drawn.startswith('<g clip-path="url(#pmap)">')
