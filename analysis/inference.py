"""Does inferring a table from three of its columns work? Tried on the tables that are known in full.

Of a known table all but three columns are hidden, every choice of three once. The families of `sim.family` are then
built from what is left, as for the tables we do not know, and the truth is looked for inside. The ladder on which
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

from sim.dice import all_rolls
from sim.family import STRUCTURES, crt_family
from sim.game import load_game
from sim.rawfiles import MISSING, RuleDataError
from sim.tables import Grid, load_grid

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


def known_tables() -> list[Known]:
    """Return the tables known in full: Leningrad's, and the attrition of Stalingrad Roads."""
    leningrad = load_grid("leningrad", "crt")
    reading = load_game("leningrad").chapter("combat").READING
    codes = {cell for row in leningrad.cells for cell in row}
    steps = {code: _steps(*reading.steps({"result": code})) for code in codes}
    roads = load_grid("stalingrad_roads", "crt")
    losses = [label for label in roads.column_labels if label.endswith(" losses")]
    attrition = replace(
        roads,
        column_labels=tuple(losses),
        cells=tuple(zip(*(roads.column(label) for label in losses), strict=True)),
    )
    return [
        Known("Leningrad", leningrad, _ladder(steps), steps, (1,) * len(leningrad.row_labels)),
        _exchanges("Stalingrad Roads, attrition", attrition),
    ]


def _exchanges(title: str, grid: Grid) -> Known:
    """Return a table of 2d6 whose codes are A and D with their steps, such as ``A1D2``."""
    steps = {}
    for code in {cell for row in grid.cells for cell in row}:
        attacker, _, defender = code.removeprefix("A").partition("D") if "A" in code else ("0", "", code.strip("-D"))
        steps[code] = int(attacker or 0), int(defender or 0)
    totals = all_rolls(2).sum(axis=1).tolist()
    return Known(title, grid, _ladder(steps), steps, tuple(totals.count(int(row)) for row in grid.row_labels))


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
    told = [kept for kept in choices if _is_possible(known, structure, kept)]
    tried = [found for kept in told for found in _hidden(known, structure, kept)]
    rows, n = len(known.grid.row_labels), len(tried)
    return Coverage(
        known.title, structure, neighboring, len(choices), len(choices) - len(told),
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


def _is_possible(known: Known, structure: str, kept: Sequence[int]) -> bool:
    try:
        crt_family(_masked(known.grid, kept), known.ladder, structure)
    except RuleDataError:
        return False
    return True


def _hidden(known: Known, structure: str, kept: Sequence[int]) -> Iterator[_Trial]:
    """Yield for each hidden column what the family says of it."""
    family = crt_family(_masked(known.grid, kept), known.ladder, structure)
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
    shares = ("cells", "columns", "chances", "width")
    return pl.DataFrame(
        [
            {"table": one.table, "structure": one.structure, "kept": "neighbors" if one.neighboring else "any three",
             "choices": one.choices, "refuted": one.refuted}
            | {name: None if getattr(one, name) is None else float(getattr(one, name)) for name in shares}
            for one in found
        ],
        schema_overrides={name: pl.Float64 for name in shares},
    )  # fmt: skip
