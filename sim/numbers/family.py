"""Assumed families of a combat results table: every filling of its missing cells that a structure allows.

The results stand on a *ladder* from the worst for the attacker to the best. `monotone` asks that a higher roll and
a higher odds column never hurt him; `diagonal` that besides a column equals its left neighbor moved up by a row, as
cells of equal row plus column agree. What is printed is a fact in either. Rows and columns run from bad to good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sim.numbers.rawfiles import MISSING, RuleDataError
from sim.numbers.tables import Grid

STRUCTURES = ("diagonal", "monotone")
IN_WORDS = {"diagonal": "each column its left neighbor moved up by a row", "monotone": "better odds never hurt"}
"""What a player is told of a structure."""

Positions = NDArray[np.int16]


@dataclass(frozen=True)
class CrtFamily:
    """A table's cells as positions in `codes`: `low` and `high` bound each, shape (rows, columns).

    `codes` is the ladder and after it whatever is printed but not on it; such a cell bounds no other.
    """

    structure: str
    codes: tuple[str, ...]
    ladder_steps: int
    is_known: NDArray[np.bool_]
    low: Positions
    high: Positions
    is_low_good: bool = False

    @cached_property
    def central(self) -> Positions:
        """The member in the middle of all bounds, the worse for the attacker of two middles, shape (rows, columns)."""
        return (self.low + self.high) // 2

    def is_exact(self, column: int) -> bool:
        """Whether a column is printed from its first row to its last."""
        return bool(self.is_known[:, column].all())

    def members(self, column: int) -> Positions:
        """Return every possible filling of a column once, shape (members, rows), the central one first.

        Any of them extends to a whole table of the family, so bounds over them are bounds over the family.
        """
        if self.is_low_good:
            known, low, high = self.is_known[::-1], self.low[::-1], self.high[::-1]
            return CrtFamily(self.structure, self.codes, self.ladder_steps, known, low, high).members(column)[:, ::-1]
        found = np.zeros((1, 0), np.int16)
        before = np.zeros(1, np.int16)  # the last cell that stands on the ladder
        for known, low, high in zip(self.is_known[:, column], self.low[:, column], self.high[:, column], strict=True):
            values = np.arange(low, high + 1, dtype=np.int16)
            parent, value = np.divmod(np.arange(len(found) * len(values)), len(values))
            rises = values[value] >= before[parent]
            kept = np.flatnonzero(rises) if rises.any() and not known else np.arange(len(parent))
            parent, cells = parent[kept], values[value[kept]]
            found = np.column_stack([found[parent], cells])
            before = np.where(cells < self.ladder_steps, cells, before[parent])
        central = self.central[:, column]
        return np.vstack([central, found[(found != central).any(axis=1)]])


def crt_family(grid: Grid, ladder: Sequence[str], structure: str, *, better_roll: str = "higher") -> CrtFamily:
    """Return the family of a table; `RuleDataError` names a printed cell that contradicts its structure.

    Where the `better_roll` is ``lower`` rows run from good to bad; where it is ``neither`` there is no such family.

    >>> from sim.numbers.tables import load_grid
    >>> grid = load_grid("traces_of_hubris", "crt")
    >>> family = crt_family(grid, ["A1", "—", "R", "RR", "1RR", "2RR", "3RR"], "diagonal")
    >>> [family.codes[p] for p in family.central[:, grid.column_labels.index("5:1")]]
    ['R', 'R', 'RR', 'RR', '1RR', '2RR']
    """
    if better_roll == "neither":
        raise RuleDataError(f"{grid.game}/{grid.name}: its rows are not ranked; expected a table with a better roll")
    is_low_good = better_roll == "lower"
    codes = (*ladder, *sorted({c for row in grid.cells for c in row} - {*ladder, MISSING}))
    at = np.array([[-1 if c == MISSING else codes.index(c) for c in row] for row in grid.cells], np.int16)
    is_known, is_on_ladder = at >= 0, (at >= 0) & (at < len(ladder))
    floor = np.where(is_on_ladder, at, 0)
    ceiling = np.where(is_on_ladder, at, len(ladder) - 1)
    turn = slice(None, None, -1 if is_low_good else 1)
    low, high = {"diagonal": _diagonal, "monotone": _monotone}[structure](floor[turn], ceiling[turn])
    low, high = low[turn], high[turn]
    for known, bound in ((at, low), (at, high)):
        wrong = is_on_ladder & (known != bound)
        if wrong.any() and structure == "diagonal":
            row, column = np.argwhere(wrong)[0]
            raise RuleDataError(
                f"{grid.game}/{grid.name}: row {grid.row_labels[row]!r}, column {grid.column_labels[column]!r} is "
                f"printed {grid.cells[row][column]!r}, which the family diagonal cannot be; expected monotone"
            )
    low, high = np.minimum(low, high), np.maximum(low, high)  # a print that is not monotone leaves what lies between
    low, high = np.where(is_known, at, low), np.where(is_known, at, high)
    return CrtFamily(structure, codes, len(ladder), is_known, low, high, is_low_good)


def _monotone(floor: Positions, ceiling: Positions) -> tuple[Positions, Positions]:
    low = np.maximum.accumulate(np.maximum.accumulate(floor, axis=0), axis=1)
    high = np.minimum.accumulate(np.minimum.accumulate(ceiling[::-1, ::-1], axis=0), axis=1)[::-1, ::-1]
    return low, high


def _diagonal(floor: Positions, ceiling: Positions) -> tuple[Positions, Positions]:
    rows, columns = floor.shape
    along = np.add.outer(np.arange(rows), np.arange(columns))
    lowest = np.zeros(rows + columns - 1, floor.dtype)
    highest = np.full(rows + columns - 1, ceiling.max())
    np.maximum.at(lowest, along, floor)
    np.minimum.at(highest, along, ceiling)
    return np.maximum.accumulate(lowest)[along], np.minimum.accumulate(highest[::-1])[::-1][along]
