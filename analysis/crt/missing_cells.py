"""Which unknown number should an owner type in first? The one whose knowledge narrows the answers most.

For a combat table known in part, each unknown cell is tried with every result that its family allows; what is left
of the intervals of all odds columns, on average over those results, ranks the cells. For the systems beside the
map, what an assumption does to a headline as it runs through its range is what knowing it would settle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.crt.codes import outcome_words
from analysis.systems.ask import ask
from sim.combat import CombatTable, CrtReading
from sim.dice import all_rolls
from sim.game import load_game
from sim.numbers.family import CrtFamily, crt_family
from sim.numbers.rawfiles import MISSING, RuleDataError
from sim.numbers.tables import Grid, load_grid
from sim.system import System


@dataclass(frozen=True)
class UnknownCell:
    """An unknown cell, and what knowing it would settle.

    `widths` has for each measure how wide the intervals of all odds columns are together, `left` what is left of that
    on average once the cell is known, `least` what is left after the luckiest result.
    """

    row: str
    column: str
    widths: Mapping[str, Fraction]
    left: Mapping[str, Fraction]
    least: Mapping[str, Fraction]

    @property
    def settles(self) -> Fraction:
        """The share of the uncertainty that knowing the cell settles on average, each measure weighing alike."""
        return _settled(self.widths, self.left)

    @property
    def settles_at_best(self) -> Fraction:
        """The same for the luckiest result."""
        return _settled(self.widths, self.least)


def _settled(widths: Mapping[str, Fraction], left: Mapping[str, Fraction]) -> Fraction:
    shares = [1 - left[name] / width for name, width in widths.items() if width]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


@dataclass(frozen=True)
class Assumption:
    """A number of a system beside the map: how far the headline moves as it runs through its range."""

    system: System
    factor: str
    about: str
    basis: str
    low: Fraction
    high: Fraction


def missing_cells(game: str, structure: str) -> list[UnknownCell]:
    """Return the unknown cells of a game's combat table, the most telling first; none where all is known."""
    if not load_game(game).has_table:
        return []
    table = load_game(game).table
    grid, ladder = load_grid(game, table.name), table.ladder
    unknown = [(r, c) for r, row in enumerate(grid.cells) for c, cell in enumerate(row) if cell == MISSING]
    if not unknown:
        return []
    worths, ways = _worths(table), _ways(table.reading, grid)
    family_of = partial(crt_family, ladder=ladder, structure=structure, better_roll=table.reading.better_roll)
    family = family_of(grid)
    widths = _widths(family, worths, ways)
    cells = []
    for row, column in unknown:
        codes = family.codes[family.low[row, column] : family.high[row, column] + 1]
        known = [_filled(grid, row, column, code) for code in codes]
        left = [_widths(found, worths, ways) for one in known if (found := _possible(one, family_of)) is not None]
        mean = {name: sum((one[name] for one in left), Fraction(0)) / len(left) for name in widths}
        least = {name: min(one[name] for one in left) for name in widths}
        cells.append(UnknownCell(grid.row_labels[row], grid.column_labels[column], widths, mean, least))
    return sorted(cells, key=lambda cell: cell.settles, reverse=True)


def _filled(grid: Grid, row: int, column: int, code: str) -> Grid:
    cells = [list(line) for line in grid.cells]
    cells[row][column] = code
    return replace(grid, cells=tuple(map(tuple, cells)))


def _possible(grid: Grid, family_of: Callable[[Grid], CrtFamily]) -> CrtFamily | None:
    try:
        return family_of(grid)
    except RuleDataError:
        return None


def _worths(table: CombatTable) -> dict[str, NDArray[np.int64]]:
    """Return what each result of the ladder comes to, as the game's reading counts it.

    To be eliminated to the last unit counts as one step more than the most that is printed.
    """
    reading, coded = table.reading, outcome_words(table)
    outcomes = [coded((code,), ()) for code in table.ladder]
    steps = [reading.steps(outcome) for outcome in outcomes]
    most = 1 + max(lost for pair in steps for lost in pair if lost is not None)
    attacker, defender = zip(*((most if a is None else a, most if d is None else d) for a, d in steps), strict=True)
    return {
        f"chance that the defender {reading.way}": np.array(
            [reading.gives_way(outcome) for outcome in outcomes], np.int64
        ),
        "steps the attacker loses": np.array(attacker, np.int64),
        "steps the defender loses": np.array(defender, np.int64),
    }


def _ways(reading: CrtReading, grid: Grid) -> NDArray[np.int64]:
    """Return how many rolls lead to each row without modifiers, shape (rows,)."""
    rows = grid.row_index(reading.natural_roll(all_rolls(reading.n_dice)))
    return np.bincount(rows, minlength=len(grid.row_labels))


def _widths(family: CrtFamily, worths: Mapping[str, NDArray[np.int64]], ways: NDArray[np.int64]) -> dict[str, Fraction]:
    """Return for each measure the widths of all columns' intervals, added up."""
    up = slice(None, None, -1 if family.is_low_good else 1)
    columns = [(family.low[up, column], family.high[up, column]) for column in range(family.low.shape[1])]
    ways = ways[up]
    return {
        name: Fraction(
            sum(_most(worth, ways, *bounds) + _most(-worth, ways, *bounds) for bounds in columns), int(ways.sum())
        )
        for name, worth in worths.items()
    }


def _most(worth: NDArray[np.int64], ways: NDArray[np.int64], low: NDArray[np.int16], high: NDArray[np.int16]) -> int:
    """Return the most that a never falling column of results between two bounds can be worth, row by row."""
    best = np.zeros(len(worth), np.int64)
    ladder = np.arange(len(worth))
    for row, n in enumerate(ways.tolist()):
        if low[row] >= len(worth):  # printed, and off the ladder: the same in every member
            continue
        is_allowed = (ladder >= low[row]) & (ladder <= high[row])
        best = np.where(is_allowed, np.maximum.accumulate(best) + worth * n, -(2**40))
    return int(best.max())


def assumptions(game: str) -> list[Assumption]:
    """Return what the systems of a game assume, the most telling of each system first."""
    found = []
    for name, system in load_game(game).systems.items():
        found += [
            Assumption(system, span.factor, span.about, span.basis, span.low, span.high)
            for span in ask(game, name).spans
            if span.high > span.low and span.basis != "rulebook"
        ]
    return found
