"""The value of a small zero-sum game and best mixed strategies, exactly: the simplex method in whole numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.errors import GameError

_Whole = NDArray[np.object_]


def solve(payoff: ArrayLike) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Return the value of a game and a best mix of each side: the rows', who want much, and the columns'.

    `payoff`, shape (rows, columns), holds whole numbers. The column player's linear program is solved; its dual is the
    row player's. Bland's rule, so that it always ends. `GameError` for an empty game.

    >>> solve([[1, -1], [-1, 1]])[:2]  # matching pennies
    (Fraction(0, 1), [Fraction(1, 2), Fraction(1, 2)])
    """
    entries = np.asarray(payoff)
    if entries.ndim != 2 or not entries.size:
        raise GameError(f"payoff has shape {entries.shape}; expected rows and columns, at least one of each")
    rows, columns = entries.shape
    lift = 1 - int(entries.min())  # every entry at least 1, so that the value is positive
    table: _Whole = np.zeros((rows + 1, columns + rows + 1), object)
    table[:rows, :columns] = entries.astype(object) + lift
    table[:rows, columns : columns + rows] = np.eye(rows, dtype=object).astype(object) * 1
    table[:rows, -1] = 1
    table[rows, :columns] = -1
    basis, scale = list(range(columns, columns + rows)), 1
    while (entering := _entering(table[rows, :-1])) >= 0:
        leaving = _leaving(table, entering, basis)
        table, scale = _pivoted(table, leaving, entering, scale)
        basis[leaving] = entering
    total = Fraction(table[rows, -1], scale)  # one over the lifted value
    at_rows = [Fraction(table[rows, columns + row], scale) / total for row in range(rows)]
    at_columns = [Fraction(0)] * columns
    for row, name in enumerate(basis):
        if name < columns:
            at_columns[name] = Fraction(table[row, -1], scale) / total
    return 1 / total - lift, at_rows, at_columns


def _entering(costs: _Whole) -> int:
    """Return the first column that still pays, -1 if none does."""
    return next((column for column, cost in enumerate(costs.tolist()) if cost < 0), -1)


def _leaving(table: _Whole, entering: int, basis: list[int]) -> int:
    """Return the row that limits the entering column; of several the one whose variable comes first."""
    ratios = [
        (Fraction(table[row, -1], table[row, entering]), basis[row], row)
        for row in range(len(basis))
        if table[row, entering] > 0
    ]
    return min(ratios)[2]


def _pivoted(table: _Whole, row: int, column: int, scale: int) -> tuple[_Whole, int]:
    """Return the table after a pivot, times the new scale: whole numbers stay whole, every division comes out even."""
    pivot = table[row, column]
    after = (table * pivot - np.outer(table[:, column], table[row])) // scale
    after[row] = table[row]
    return after, pivot
