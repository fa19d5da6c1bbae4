"""What each odds column does, with how sure that is: the bounds over everything that is assumed. Exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.crt.codes import outcome_words
from analysis.fights.odds import named, outcomes
from sim.combat import CombatOdds, CrtReading
from sim.exact import Law
from sim.game import load_game
from sim.numbers.family import crt_family
from sim.numbers.tables import load_grid

if TYPE_CHECKING:
    import polars as pl

Measure = Callable[[dict[str, Any]], int]

FAMILIES = {
    "monotone": "every table that agrees with the printed cells and in which better odds or a better roll never hurt",
    "diagonal": "every table that agrees with the printed cells, in which better odds or a better roll never hurt and"
    " each column is its left neighbor moved up a row",
}
"""What a range over a family of tables runs over, in words."""


def band(answer: CombatOdds, measure: Measure) -> tuple[Fraction, Fraction, Fraction]:
    """Return the mean of a measure of outcomes, and its lowest and highest over the answer's family."""
    assert answer.law is not None
    value = _mean(answer, answer.law, measure)
    found = [_mean(answer, law, measure) for law in answer.laws] or [value]
    return value, min(value, *found), max(value, *found)


def _mean(answer: CombatOdds, law: Law, measure: Measure) -> Fraction:
    total = sum(n * measure(named(law, answer.labels, outcome)) for outcome, n in law.counts.items())
    return Fraction(total, law.denominator)


def result_measures(reading: CrtReading) -> dict[str, Measure]:
    """Return what is measured of each outcome; an elimination counts as `CrtReading.all_steps`."""
    return {
        "gives way": lambda outcome: int(reading.gives_way(outcome)),
        "defender": lambda outcome: reading.counted(outcome)[1],
        "attacker": lambda outcome: reading.counted(outcome)[0],
    }


def widest(game: str, label: str, measure: Measure) -> tuple[Fraction, Fraction]:
    """Return the bounds of a column's mean over every table whose rows and columns never fall, the widest family.

    >>> widest("traces_of_hubris", "5:1", lambda outcome: outcome["result"] == "—")
    (Fraction(0, 1), Fraction(1, 6))
    """
    table = load_game(game).table
    grid = load_grid(game, table.name)
    family, coded = (
        crt_family(grid, table.ladder, table.widest, better_roll=table.reading.better_roll),
        outcome_words(table),
    )
    worth = np.array([measure(dict(coded((code,), ()))) for code in family.codes])
    totals = worth[family.members(grid.column_labels.index(label))].sum(axis=1)
    n = len(grid.row_labels)  # one die, a row a face
    return Fraction(int(totals.min()), n), Fraction(int(totals.max()), n)


def band_frame(game: str) -> pl.DataFrame:
    """Return for every column and measure the exact mean, its bounds over the assumed family, and over the widest one.

    Columns: odds_column, measure, p, low, high, widest_low, widest_high, exactly, family, basis. Where nothing is
    assumed all bounds are the mean; exactly is both ends of the widest range where they differ.
    """
    import polars as pl

    table, rows = load_game(game).table, []
    for label in table.reading.columns:
        answer = table.column_odds(label)
        for name, measure in result_measures(table.reading).items():
            value, low, high = band(answer, measure)
            wide = widest(game, label, measure) if answer.family else (low, high)
            bounds = (float(low), float(high), *map(float, wide))
            exactly = " to ".join(dict.fromkeys(map(str, wide)))
            rows.append((label, name, float(value), *bounds, exactly, answer.family, answer.basis))
    names = ["odds_column", "measure", "p", "low", "high", "widest_low", "widest_high", "exactly", "family", "basis"]
    return pl.DataFrame(rows, schema=names, orient="row")


def step_frame(game: str, most: int) -> pl.DataFrame:
    """Return the mean steps that each side loses, by column, with bounds; an elimination is counted at its least.

    An elimination costs at least the most steps that another result of the table asks of that side, and at most `most`,
    those of a large force. Where a column is not printed the bounds are over the widest family as well. Columns:
    odds_column, side, steps, low, high, exactly.
    """
    import polars as pl

    table, rows = load_game(game).table, []
    reading = table.reading
    answers = {label: table.column_odds(label) for label in reading.columns}
    for at, side in enumerate(("attacker", "defender")):
        least = max(reading.steps(one)[at] or 0 for answer in answers.values() for one in outcomes(answer))
        few, many = (_lost(reading, at, gone) for gone in (least, max(most, least)))
        for label, answer in answers.items():
            value, low, high = band(answer, few)[0], band(answer, few)[1], band(answer, many)[2]
            if answer.family:
                low, high = widest(game, label, few)[0], widest(game, label, many)[1]
            exactly = " to ".join(dict.fromkeys(map(str, (low, high))))
            rows.append((label, side, float(value), float(low), float(high), exactly))
    return pl.DataFrame(rows, schema=["odds_column", "side", "steps", "low", "high", "exactly"], orient="row")


def _lost(reading: CrtReading, at: int, gone: int) -> Measure:
    def steps(outcome: dict[str, Any]) -> int:
        lost = reading.steps(outcome)[at]
        return gone if lost is None else lost

    return steps
