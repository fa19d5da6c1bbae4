"""Small zero-sum games solved exactly: each side holds the value, and some by hand."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.errors import GameError
from sim.matrix_game import solve


def test_a_matrix_game_is_solved_when_each_side_holds_the_value() -> None:
    generator = np.random.default_rng(1942)
    for rows, columns in product((1, 2, 4, 6), (1, 3, 8)):
        payoff = generator.integers(-9, 10, size=(rows, columns)).tolist()
        value, at_rows, at_columns = solve(payoff)
        assert sum(at_rows) == 1
        assert sum(at_columns) == 1
        assert min(at_rows + at_columns) >= 0
        assert min(sum(p * payoff[r][c] for r, p in enumerate(at_rows)) for c in range(columns)) == value
        assert max(sum(p * payoff[r][c] for c, p in enumerate(at_columns)) for r in range(rows)) == value


def test_small_games_by_hand() -> None:
    value, at_rows, at_columns = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == 0
    assert at_rows == at_columns == [Fraction(1, 3)] * 3
    assert solve([[3, 0], [1, 2]])[0] == Fraction(3, 2)  # (3 x 2 - 0 x 1) / (3 + 2 - 0 - 1)
    with pytest.raises(GameError, match="payoff has shape"):
        solve([])
