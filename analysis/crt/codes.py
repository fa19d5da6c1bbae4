"""What the codes of a combat results table come to, asked of the game's own reading: the table with its meanings.

A cell holds one code, or a column has several parts: the steps that both sides lose, and a result of either side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from analysis.errors import KesselError
from sim.combat import Coded, CombatTable, CrtReading, TableParts
from sim.dice import all_rolls
from sim.numbers.tables import Grid

Coding = Callable[[Sequence[str], Sequence[int | None]], Coded]
"""The outcome as a reading takes it: from the codes that are results, and the steps that both sides lose."""


def parts_of(grid: Grid, reading: CrtReading) -> list[str]:
    """Return the parts of an odds column, each a column of the page: one without a name, or several by their names."""
    parts = list(dict.fromkeys(label.partition(" ")[2] for label in grid.column_labels))
    expected = tuple(f"{label} {part}".rstrip() for label, part in product(reading.columns, parts))
    if grid.column_labels != expected:
        raise KesselError(
            f"{grid.game}/{grid.name}: column {grid.column_labels[0]!r} is not a part of an odds column; "
            f"expected {', '.join(expected[:3])}"
        )
    return parts


def legal_codes(grid: Grid, parts: Sequence[str]) -> list[list[str]]:
    """Return the codes that each part of a column takes: all there are, or where parts differ those printed in it."""
    if len(parts) == 1:
        return [list(grid.codes)]
    used = [{row[at] for row in grid.cells for at in range(first, len(row), len(parts))} for first in range(len(parts))]
    return [[code for code in grid.codes if code in found] for found in used]


def ways_of(grid: Grid, reading: CrtReading) -> list[int]:
    """Return how many rolls are read in each row, in lowest terms."""
    rows, n = np.unique(reading.natural_roll(all_rolls(reading.n_dice)), return_counts=True)
    if [str(row) for row in rows.tolist()] != list(grid.row_labels):
        raise KesselError(f"{grid.game}/{grid.name}: rows {', '.join(grid.row_labels)}; expected {rows.tolist()}")
    found: list[int] = (n // np.gcd.reduce(n)).tolist()
    return found


def meanings_of(table: CombatTable, grid: Grid) -> dict[str, Any]:
    """Return what every code comes to, as JSON can hold it.

    Where a cell holds one code, ``codes`` has of each: text, steps (`None` for all), class, gives_way, gains. Where
    columns have parts, ``losses`` has the steps by the code of losses, ``pairs`` the rest by the results of both sides;
    ``again`` is the result that adds the steps of a second roll in the same column, ``none`` what then stands there.
    """
    if table.parts is None:
        return {"codes": dict(_single(table, grid))}
    losses, settled = losses_of(table, table.parts, grid)
    unsettled = {code: shown for code, shown in settled.items() if code != shown}
    if len(unsettled) != 1:
        raise KesselError(
            f"{grid.game}/{grid.name}: second rolls for {sorted(unsettled)}; expected one result for them"
        )
    ((again, none),) = unsettled.items()
    legal = legal_codes(grid, parts_of(grid, table.reading))
    mine, theirs = ([code for code in codes if code != again] for codes in legal[1:])
    coded = outcome_words(table)
    pairs = {f"{a} {d}": _meaning(table.reading, coded((a, d), (0, 0))) for a, d in product(mine, theirs)}
    return {"losses": losses, "pairs": pairs, "again": again, "none": none}


def outcome_words(table: CombatTable) -> Coding:
    """Return how codes and steps are handed to the table's reading: by the fields of its law, in their order."""
    answer = table.column_odds(table.reading.columns[0])
    assert answer.law is not None
    results = [field for field in answer.law.fields if field in answer.labels]
    losses = [field for field in answer.law.fields if field not in answer.labels]

    def coded(codes: Sequence[str], steps: Sequence[int | None]) -> Coded:
        return {**dict(zip(results, codes, strict=True)), **dict(zip(losses, steps, strict=False))}

    return coded


def losses_of(table: CombatTable, parts: TableParts, grid: Grid) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return the steps of both sides by the code of losses, and what the rules leave of each code of a result."""
    reading = table.reading
    n_parts = len(parts_of(grid, reading))
    rolls = all_rolls(reading.n_dice)
    rows = grid.row_index(reading.natural_roll(rolls)).tolist()
    losses: dict[str, list[int]] = {}
    settled: dict[str, str] = {}
    for at in range(len(reading.columns)):
        steps, sides = parts.settle(at, rolls)
        pairs = np.stack(list(steps), axis=-1).tolist()
        for row, pair, *shown in zip(rows, pairs, *sides, strict=True):
            code, *results = grid.cells[row][at * n_parts : (at + 1) * n_parts]
            losses[code] = pair
            settled |= dict(zip(results, shown, strict=True))
    return losses, settled


def _single(table: CombatTable, grid: Grid) -> Iterator[tuple[str, dict[str, Any]]]:
    reading, coded = table.reading, outcome_words(table)
    below = {code for code in (below_code(grid),) if code in grid.codes}
    for code in (*grid.codes, *below):
        outcome = coded((code,), ())
        yield code, {"text": reading.text(outcome), "steps": list(reading.steps(outcome)), **_meaning(reading, outcome)}


def below_code(grid: Grid) -> str:
    """Return the code that stands for every column left of the table, or how such odds are read."""
    return grid.column_edges[0].removeprefix("=")


def _meaning(reading: CrtReading, outcome: Coded) -> dict[str, Any]:
    return {
        "class": reading.classes.index(reading.class_of(outcome)),
        "rank": reading.rank(outcome),
        "gives_way": reading.gives_way(outcome),
        "gains": list(reading.gains(outcome)),
    }
