"""What a combat results table does, column by column, exactly."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analysis.fights.odds import outcomes
from sim.combat import CombatTable
from sim.game import load_game
from sim.numbers.basis import weakest

if TYPE_CHECKING:
    import duckdb
    import polars as pl


@dataclass(frozen=True)
class ColumnLaw:
    """One odds column: the chance of each printed outcome, and the figures of `column_summary`."""

    law: Mapping[str, Fraction]
    figures: Mapping[str, Fraction]

    def distance(self, other: ColumnLaw) -> Fraction:
        """Return the total variation of two columns: the largest difference in the chance of any set of outcomes."""
        outcomes = {*self.law, *other.law}
        none = Fraction(0)
        return sum((abs(self.law.get(o, none) - other.law.get(o, none)) for o in outcomes), none) / 2

    def as_text(self) -> list[dict[str, str]]:
        """Return both parts with fractions as text."""
        return [{name: str(value) for name, value in part.items()} for part in (self.law, self.figures)]

    @classmethod
    def from_text(cls, parts: list[dict[str, str]]) -> ColumnLaw:
        """Return a column from `as_text`."""
        return cls(*({name: Fraction(value) for name, value in part.items()} for part in parts))


def column_laws(game: str) -> dict[str, ColumnLaw]:
    """Return every column of a game's table."""
    table, laws = load_game(game).table, {}
    for label in table.reading.columns:
        law = {table.reading.text(o): Fraction(o["probability"]) for o in outcomes(table.column_odds(label))}
        laws[label] = ColumnLaw(law, _summary(table, label))
    return laws


def table_basis(game: str) -> str:
    """Return the weakest basis that the law of any column rests on."""
    table = load_game(game).table
    return weakest(table.column_odds(label).basis for label in table.reading.columns)


def assumed_columns(game: str) -> dict[str, str]:
    """Return the columns that rest on an assumed family, each with the member shown and the family."""
    table = load_game(game).table
    answers = {label: table.column_odds(label) for label in table.reading.columns}
    return {label: f"{one.member} member of the family {one.family}" for label, one in answers.items() if one.family}


def crt_rows(game: str) -> list[tuple[Any, ...]]:
    """Return the law of every column of a game's table as rows of ``out.crt_odds``."""
    table, rows = load_game(game).table, []
    reading = table.reading
    for position, label in enumerate(reading.columns):
        answer = table.column_odds(label)
        for outcome in outcomes(answer):
            attacker, defender = reading.steps(outcome)
            kind = reading.class_of(outcome)
            rows.append((
                game, label, position, reading.text(outcome), kind, reading.classes.index(kind), attacker, defender,
                attacker is None, defender is None, reading.gives_way(outcome),
                outcome["probability"], outcome["p"], answer.basis,
            ))  # fmt: skip
    return rows


def column_summary(game: str, label: str) -> dict[str, Fraction]:
    """Return exact figures of one column: mean steps lost, chances of elimination and of the defender giving way.

    Mean steps count a side that is eliminated to the last unit as losing `CrtReading.all_steps`: none where the table
    does not say, since how many steps that is depends on the fight: read them beside the chance of elimination.
    """
    return _summary(load_game(game).table, label)


def _summary(table: CombatTable, label: str) -> dict[str, Fraction]:
    reading = table.reading
    figures = {
        name: Fraction(0)
        for name in (
            "attacker_steps",
            "defender_steps",
            "attacker_eliminated",
            "defender_eliminated",
            "gives_way",
        )
    }
    for outcome in outcomes(table.column_odds(label)):
        p = Fraction(outcome["probability"])
        attacker, defender = reading.steps(outcome)
        counted = reading.counted(outcome)
        figures["attacker_steps"] += p * counted[0]
        figures["defender_steps"] += p * counted[1]
        figures["attacker_eliminated"] += p * (attacker is None)
        figures["defender_eliminated"] += p * (defender is None)
        figures["gives_way"] += p * reading.gives_way(outcome)
    return figures


def column_frame(game: str, *, by_side: bool = False) -> pl.DataFrame:
    """Return `column_summary` of every column, as numbers and as fractions; `by_side` a row a side for charts."""
    import polars as pl

    table = load_game(game).table
    rows: list[dict[str, Any]] = []
    for label in table.reading.columns:
        figures = _summary(table, label)
        if by_side:
            rows += [
                {"odds_column": label, "side": side, "steps": float(steps), "exactly": str(steps)}
                for side, steps in (("attacker", figures["attacker_steps"]), ("defender", figures["defender_steps"]))
            ]
        else:
            numbers = {name: float(value) for name, value in figures.items()}
            rows.append(
                {"odds_column": label, **numbers, **{f"{name}_exactly": str(value) for name, value in figures.items()}}
            )
    return pl.DataFrame(rows)


def outcome_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return the law of every column by outcome class, as the outcome bars draw it."""
    import polars as pl

    found = db.execute(
        "SELECT odds_column, column_position, outcome_class, class_position, probability, p FROM out.crt_odds"
        " WHERE game = ? ORDER BY column_position, class_position", [game]
    ).fetchall()  # fmt: skip
    totals: dict[tuple[str, int, str, int], Fraction] = {}
    for label, position, kind, order, probability, _ in found:
        key = (label, position, kind, order)
        totals[key] = totals.get(key, Fraction(0)) + Fraction(probability)
    return pl.DataFrame(
        [
            {"odds_column": label, "outcome_class": kind, "class_position": order, "p": float(p), "probability": str(p)}
            for (label, _, kind, order), p in totals.items()
        ]
    )


if __name__ == "__main__":  # asked by analysis.crt.edit, in a process whose number files are an edited copy
    json.dump({label: law.as_text() for label, law in column_laws(sys.argv[1]).items()}, sys.stdout)
