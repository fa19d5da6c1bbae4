"""Does inferring a table from three of its columns work? Tried on the tables that are known in full.

Of a known table all but three columns are hidden, every choice of three once. The families of `sim.numbers.family` are
then built from what is left, as for the tables we do not know, and the truth is looked for inside. The ladder on which
results stand is made by one rule for every table, without looking at it: what the exchange of steps comes to, and of
equal exchanges the one that costs the defender more is the better for the attacker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from analysis.crt.codes import losses_of, outcome_words, parts_of, ways_of
from sim.game import Game, games_with, load_game
from sim.numbers.family import STRUCTURES, CrtFamily, crt_family
from sim.numbers.rawfiles import MISSING, RuleDataError
from sim.numbers.tables import Grid, load_grid

if TYPE_CHECKING:
    import polars as pl

KEPT = 3
_ALL_STEPS = 9  # what an elimination counts for on the ladder: more than any printed loss


@dataclass(frozen=True)
class Known:
    """A table known in full: its cells, the ladder, and for each row how many rolls lead to it."""

    title: str
    grid: Grid
    ladder: tuple[str, ...]
    steps: Mapping[str, tuple[int, int]]
    ways: tuple[int, ...]
    better_roll: str = "higher"


@dataclass(frozen=True)
class Coverage:
    """How often the truth lay inside: over all choices of columns kept, and over what was hidden each time.

    `refuted` counts the choices whose kept columns contradict the structure, which then says nothing; the shares are of
    the others, `None` if there are none. `width` is the mean width of the interval for the chance that the defender
    loses steps.
    """

    table: str
    structure: str
    neighboring: bool
    choices: int
    refuted: int
    cells: Fraction | None
    columns: Fraction | None
    chances: Fraction | None
    width: Fraction | None

    @property
    def shares(self) -> Mapping[str, Fraction | None]:
        """The shares and the width by name."""
        return {"cells": self.cells, "columns": self.columns, "chances": self.chances, "width": self.width}


def known_tables() -> list[Known]:
    """Return the tables that are printed in full, game by game; of a table of several parts its steps of attrition."""
    games = [load_game(game) for game in games_with(lambda game: game.has_table)]
    grids = [(game, load_grid(game.id, game.table.name)) for game in games]
    return [_known(game, grid) for game, grid in grids if all(MISSING not in row for row in grid.cells)]


def _known(game: Game, grid: Grid) -> Known:
    table = game.table
    title, kept, ways = game.title, grid, tuple(ways_of(grid, table.reading))
    if table.parts is None:
        coded = outcome_words(table)
        codes = sorted({cell for row in grid.cells for cell in row})
        steps = {code: _steps(*table.reading.steps(coded((code,), ()))) for code in codes}
    else:
        n = len(parts_of(grid, table.reading))
        title, losses = f"{title}, attrition", losses_of(table, table.parts, grid)[0]
        kept = replace(grid, column_labels=grid.column_labels[::n], cells=tuple(row[::n] for row in grid.cells))
        steps = {code: (attacker, defender) for code, (attacker, defender) in sorted(losses.items())}
    return Known(title, kept, _ladder(steps), steps, ways, table.reading.better_roll)


def _steps(attacker: int | None, defender: int | None) -> tuple[int, int]:
    return _ALL_STEPS if attacker is None else attacker, _ALL_STEPS if defender is None else defender


def _ladder(steps: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    return tuple(sorted(steps, key=lambda code: (steps[code][1] - steps[code][0], steps[code][1])))


def coverage(known: Known, structure: str, *, neighboring: bool = False) -> Coverage:
    """Return how often the truth lies inside, over every choice of `KEPT` columns and every hidden column.

    With `neighboring` only choices of columns that stand side by side, as those known of Traces of Hubris do.
    """
    choices = list(combinations(range(len(known.grid.column_labels)), KEPT))
    if neighboring:
        choices = [kept for kept in choices if kept[-1] - kept[0] == KEPT - 1]
    possible = [kept for kept in choices if _is_possible(known, structure, kept)]
    tried = [found for kept in possible for found in _hidden(known, structure, kept)]
    rows, n = len(known.grid.row_labels), len(tried)
    return Coverage(
        known.title, structure, neighboring, len(choices), len(choices) - len(possible),
        cells=Fraction(sum(one.cells for one in tried), n * rows) if n else None,
        columns=Fraction(sum(one.is_member for one in tried), n) if n else None,
        chances=Fraction(sum(one.has_chance for one in tried), n) if n else None,
        width=sum((one.width for one in tried), Fraction(0)) / n if n else None,
    )  # fmt: skip


@dataclass(frozen=True)
class _Trial:
    cells: int
    is_member: bool
    has_chance: bool
    width: Fraction


def _masked(grid: Grid, kept: Sequence[int]) -> Grid:
    cells = tuple(tuple(cell if at in kept else MISSING for at, cell in enumerate(row)) for row in grid.cells)
    return replace(grid, cells=cells)


def _family(known: Known, structure: str, kept: Sequence[int]) -> CrtFamily:
    return crt_family(_masked(known.grid, kept), known.ladder, structure, better_roll=known.better_roll)


def _is_possible(known: Known, structure: str, kept: Sequence[int]) -> bool:
    try:
        _family(known, structure, kept)
    except RuleDataError:
        return False
    return True


def _hidden(known: Known, structure: str, kept: Sequence[int]) -> Iterator[_Trial]:
    """Yield for each hidden column what the family says of it."""
    family = _family(known, structure, kept)
    position = {code: at for at, code in enumerate(known.ladder)}
    ways = np.array(known.ways)
    loses = np.array([known.steps[code][1] > 0 for code in known.ladder])
    for column in set(range(len(known.grid.column_labels))) - set(kept):
        truth = np.array([position[row[column]] for row in known.grid.cells])
        members = family.members(column)
        inside = (family.low[:, column] <= truth) & (truth <= family.high[:, column])
        chances = loses[members] @ ways
        low, high, true = int(chances.min()), int(chances.max()), int(loses[truth] @ ways)
        yield _Trial(
            int(inside.sum()), bool((members == truth).all(axis=1).any()), low <= true <= high,
            Fraction(high - low, int(ways.sum())),
        )  # fmt: skip


def coverage_frame() -> pl.DataFrame:
    """Return the coverage of every known table under every structure, shares as numbers, null where there is none."""
    import polars as pl

    found = [
        coverage(known, structure, neighboring=neighboring)
        for known in known_tables()
        for structure in STRUCTURES
        for neighboring in (False, True)
    ]
    return pl.DataFrame(
        [
            {"table": one.table, "structure": one.structure, "kept": "neighbors" if one.neighboring else "any three",
             "choices": one.choices, "refuted": one.refuted}
            | {name: None if share is None else float(share) for name, share in one.shares.items()}
            for one in found
        ],
        schema_overrides=dict.fromkeys(("cells", "columns", "chances", "width"), pl.Float64),
    )  # fmt: skip
