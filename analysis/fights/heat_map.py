"""Attack against defense, cell by cell, for any setting of a fight; and the chance of at least so many steps. Exact."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import polars as pl

from analysis.fights.odds import answered, outcomes
from sim.combat import CombatOdds, CrtReading, Fact
from sim.game import load_game


def heat_frame(game: str, attacks: Iterable[int], defenses: Iterable[int], **facts: Fact) -> pl.DataFrame:
    """Return for every pair of strengths the columns and the chance that the defender gives way.

    Columns: attack, defense, initial_odds, final_column, p, probability; a cancelled attack has p 0.

    >>> heat_frame("leningrad", [11], [4]).row(0)
    (11, 4, '2-1', '2-1', 0.8333333333333334, '5/6')
    """
    asked, defenses = load_game(game), list(defenses)
    known: dict[str, Fraction] = {}
    rows = []
    for attack in attacks:
        for defense in defenses:
            answer = answered(asked, {**facts, "attack": attack, "defense": defense})
            if answer.final_column not in known:
                known[answer.final_column] = gives_way(asked.table.reading, answer)
            p = known[answer.final_column]
            rows.append((attack, defense, answer.initial_odds, answer.final_column, float(p), str(p)))
    names = ("attack", "defense", "initial_odds", "final_column", "p", "probability")
    return pl.DataFrame(rows, schema=list(names), orient="row")


def gives_way(reading: CrtReading, answer: CombatOdds) -> Fraction:
    """Return the chance that the defender must give way, as a game's reading counts it."""
    found = (Fraction(outcome["probability"]) for outcome in outcomes(answer) if reading.gives_way(outcome))
    return sum(found, Fraction(0))


def at_least_frame(game: str, columns: Iterable[str], most: int = 6) -> pl.DataFrame:
    """Return for each odds column the chance that the defender loses at least k steps, k from 1 to `most`.

    Columns: odds_column, steps, p, probability. A defender who is eliminated to the last unit loses any number.
    """
    table, rows = load_game(game).table, []
    for label in columns:
        found = outcomes(table.column_odds(label))
        for k in range(1, most + 1):
            reached = (table.reading.steps(o)[1] for o in found)
            p = sum(
                (
                    Fraction(o["probability"])
                    for o, lost in zip(found, reached, strict=True)
                    if lost is None or lost >= k
                ),
                Fraction(0),
            )
            rows.append((label, k, float(p), str(p)))
    return pl.DataFrame(rows, schema=["odds_column", "steps", "p", "probability"], orient="row")
