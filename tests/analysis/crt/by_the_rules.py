"""The diagnosis of a combat table by the game's own rules, roll by roll: the oracle of `analysis.crt.diagnosis`.

python -m tests.analysis.crt.by_the_rules GAME     # as JSON, over whatever number files KESSEL_RAW names
"""

import json
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from analysis.crt.columns import ColumnLaw, column_laws
from analysis.crt.diagnosis import Column, Diagnosis, Flaw, Neighbors, as_json
from analysis.crt.table import CLIFF, ELIMINATED
from analysis.fights.odds import named, outcomes
from sim.combat import CombatTable
from sim.dice import all_rolls
from sim.exact import Law, count
from sim.game import load_game

CHANCES = ("p_attacker_loses", "p_defender_loses", "p_gives_way", "p_attacker_eliminated", "p_defender_eliminated")


def diagnosed(game: str) -> Diagnosis:
    laws, table = column_laws(game), load_game(game).table
    columns = tuple(_column(table, label, law) for label, law in laws.items())
    neighbors = tuple(_neighbors(laws, left, right) for left, right in pairwise(columns))
    return Diagnosis(
        columns=columns,
        neighbors=neighbors,
        dead_spots=tuple(pair for pair in neighbors if pair.distance == 0),
        cliff_edges=tuple(pair for pair in neighbors if pair.jump > CLIFF),
        faults=tuple(_faults(table)),
        drm_worth={label: (_shifted(table, label, -1), _shifted(table, label, +1)) for label in laws},
        half_points=_half_points(columns),
    )


def rows_of(table: CombatTable, label: str) -> dict[int, Law]:
    """Return the law of a column's outcomes given each natural roll; certain unless the result asks for a re-roll."""
    rolls = all_rolls(table.reading.n_dice)
    fields = table.results(label, rolls)
    rows = table.reading.natural_roll(rolls)
    return {
        int(row): count({name: values[rows == row] for name, values in fields.items()})
        for row in np.unique(rows).tolist()
    }


def _column(table: CombatTable, label: str, law: ColumnLaw) -> Column:
    figures = law.figures
    rows = outcomes(table.column_odds(label))
    steps = [(table.reading.steps(row), Fraction(row["probability"])) for row in rows]
    return Column(
        odds_column=label,
        p_attacker_loses=sum((p for (attacker, _), p in steps if attacker != 0), Fraction(0)),
        p_defender_loses=sum((p for (_, defender), p in steps if defender != 0), Fraction(0)),
        p_gives_way=figures["gives_way"],
        attacker_steps=figures["attacker_steps"],
        defender_steps=figures["defender_steps"],
        p_attacker_eliminated=figures["attacker_eliminated"],
        p_defender_eliminated=figures["defender_eliminated"],
    )


def _neighbors(laws: Mapping[str, ColumnLaw], left: Column, right: Column) -> Neighbors:
    return Neighbors(
        left.odds_column,
        right.odds_column,
        laws[left.odds_column].distance(laws[right.odds_column]),
        max(abs(getattr(right, name) - getattr(left, name)) for name in CHANCES),
        right.p_gives_way - left.p_gives_way,
        right.attacker_steps - left.attacker_steps,
        right.defender_steps - left.defender_steps,
    )


def _half_points(columns: Iterable[Column]) -> dict[str, str]:
    """Return the first column in which each chance reaches one half, where one does."""
    found: dict[str, str] = {}
    for column in columns:
        for name in ("p_defender_loses", "p_gives_way", "p_defender_eliminated"):
            if getattr(column, name) >= Fraction(1, 2):
                found.setdefault(name, column.odds_column)
    return found


def _shifted(table: CombatTable, label: str, drm: int) -> Fraction:
    """Return how much a DRM changes the chance that the defender gives way, rolls beyond the table read as its edge."""
    ways = {row: _gives_way(table, label, law) for row, law in rows_of(table, label).items()}
    weights = {row: law.denominator for row, law in rows_of(table, label).items()}
    low, high = min(ways), max(ways)
    total = sum(weights.values())
    return sum(
        (weights[row] * (ways[min(max(row + drm, low), high)] - ways[row]) for row in ways), Fraction(0)
    ) / total  # fmt: skip


def _gives_way(table: CombatTable, label: str, law: Law) -> Fraction:
    return sum((p for outcome, p in _coded(table, label, law) if table.reading.gives_way(outcome)), Fraction(0))


def _coded(table: CombatTable, label: str, law: Law) -> list[tuple[dict[str, Any], Fraction]]:
    labels = table.column_odds(label).labels
    return [(named(law, labels, outcome), p) for outcome, p in law]


def _faults(combat: CombatTable) -> Iterable[Flaw]:
    """Yield rows whose next column, and columns whose next row, dominates the wrong way."""
    reading = combat.reading
    table = {label: rows_of(combat, label) for label in reading.columns}
    text = {
        (label, row): " or ".join(dict.fromkeys(reading.text(o) for o, _ in _coded(combat, label, law)))
        for label, rows in table.items() for row, law in rows.items()
    }  # fmt: skip
    worth = {(label, row): _worth(combat, label, law) for label, rows in table.items() for row, law in rows.items()}
    for left, right in pairwise(reading.columns):
        for row in table[left]:
            if _is_worse(worth[right, row], worth[left, row]):
                yield Flaw("better odds are worse", f"roll {row}, {left} to {right}", text[left, row], text[right, row])
    for label, rows in table.items():
        for low, high in pairwise(rows):
            if _is_worse(worth[label, high], worth[label, low]):
                yield Flaw(
                    "a higher roll is worse", f"{label}, roll {low} to {high}", text[label, low], text[label, high]
                )


REFUSED_FOR_NOTHING = "defender stands, or retreats and bleeds"
"""F of Stalingrad Roads: he may stay without a loss (ruling R3)."""


def _worth(table: CombatTable, label: str, law: Law) -> tuple[Fraction, ...]:
    """Return what a cell is worth to the attacker, each part the more the better; means over a re-roll."""
    parts: list[tuple[int, ...]] = []
    chances: list[Fraction] = []
    for outcome, p in _coded(table, label, law):
        attacker, defender = (ELIMINATED if steps is None else steps for steps in table.reading.steps(outcome))
        named = table.reading.class_of(outcome)
        class_at = table.reading.classes.index("nobody retreats" if named == REFUSED_FOR_NOTHING else named)
        parts.append((-attacker, defender, -class_at, *table.reading.gains(outcome)))
        chances.append(p)
    return tuple(
        sum((p * x for p, x in zip(chances, part, strict=True)), Fraction(0)) for part in zip(*parts, strict=True)
    )


def _is_worse(after: tuple[Fraction, ...], before: tuple[Fraction, ...]) -> bool:
    return after != before and all(a <= b for a, b in zip(after, before, strict=True))


if __name__ == "__main__":
    json.dump(as_json(sys.argv[1], diagnosed(sys.argv[1])), sys.stdout)
