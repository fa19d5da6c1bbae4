"""Is this combat table sound? Dead spots, cliff edges, places where better odds or a higher roll are worse, worths.

Everything is exact and compares laws, not means alone. "Worse for the attacker" is a partial order: an outcome is worse
than another if it is no better in steps lost, steps inflicted, class of outcome and further gain, and worse in one of
them; what trades one for another is no fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.crt import ColumnLaw, assumed_columns, column_laws, table_basis
from sim.combat import CrtReading
from sim.dice import all_rolls
from sim.exact import Law, count
from sim.game import load_game

if TYPE_CHECKING:
    import polars as pl

ELIMINATED = 99
"""Stands for all steps of a force, more than any printed number."""

CLIFF = Fraction(1, 4)
CHANCES = ("p_attacker_loses", "p_defender_loses", "p_gives_way", "p_attacker_eliminated", "p_defender_eliminated")


@dataclass(frozen=True)
class Column:
    """One odds column: exact chances and means; a side loses when it must lose steps (or retreat instead)."""

    odds_column: str
    p_attacker_loses: Fraction
    p_defender_loses: Fraction
    p_gives_way: Fraction
    attacker_steps: Fraction
    defender_steps: Fraction
    p_attacker_eliminated: Fraction
    p_defender_eliminated: Fraction

    @property
    def exchange_ratio(self) -> Fraction | None:
        """Steps inflicted for each step lost, `None` if none are lost."""
        return self.defender_steps / self.attacker_steps if self.attacker_steps else None


@dataclass(frozen=True)
class Neighbors:
    """Two neighboring columns: how far apart their laws are, and what the shift between them is worth.

    `distance` is the total variation of the laws, `jump` the largest change of a headline chance.
    """

    left: str
    right: str
    distance: Fraction
    jump: Fraction
    gives_way_change: Fraction
    attacker_steps_change: Fraction
    defender_steps_change: Fraction


@dataclass(frozen=True)
class Fault:
    """A place where better odds, or a higher roll, leave the attacker worse off."""

    kind: str
    place: str
    before: str
    after: str


@dataclass(frozen=True)
class Diagnosis:
    """A verdict on a table."""

    columns: tuple[Column, ...]
    neighbors: tuple[Neighbors, ...]
    dead_spots: tuple[Neighbors, ...]
    cliff_edges: tuple[Neighbors, ...]
    faults: tuple[Fault, ...]
    drm_worth: Mapping[str, tuple[Fraction, Fraction]]
    half_points: Mapping[str, str]


def diagnose(game: str) -> Diagnosis:
    """Return what is odd about a game's combat table, and what its columns, shifts and a DRM of one are worth.

    A dead spot is a pair of neighboring columns with one law; a cliff edge a pair between which some headline chance (a
    side loses, gives way or is eliminated) jumps by a quarter or more.
    """
    laws = column_laws(game)
    reading: CrtReading = load_game(game).chapter("crt").READING
    columns = tuple(_column(game, label, law) for label, law in laws.items())
    neighbors = tuple(_neighbors(laws, left, right) for left, right in pairwise(columns))
    return Diagnosis(
        columns=columns,
        neighbors=neighbors,
        dead_spots=tuple(pair for pair in neighbors if pair.distance == 0),
        cliff_edges=tuple(pair for pair in neighbors if pair.jump >= CLIFF),
        faults=tuple(_faults(game, reading)),
        drm_worth={label: (_shifted(game, label, -1), _shifted(game, label, +1)) for label in laws},
        half_points=_half_points(columns),
    )


def shift_frame(found: Diagnosis) -> pl.DataFrame:
    """Return what each shift of one column to the right is worth, for charts: shift, points, exactly."""
    import polars as pl

    return pl.DataFrame(
        [
            {
                "shift": f"{pair.left} to {pair.right}",
                "points": 100 * float(pair.gives_way_change),
                "exactly": str(pair.gives_way_change),
            }
            for pair in found.neighbors
        ]
    )


def verdict(found: Diagnosis) -> list[str]:
    """Return what a designer should look at, a line each."""
    dead = ", ".join(f"{pair.left} and {pair.right}" for pair in found.dead_spots) or "none"
    cliffs = ", ".join(f"{pair.left} to {pair.right} ({points(pair.jump)})" for pair in found.cliff_edges) or "none"
    lines = [f"dead spots (neighbors with one law): {dead}", f"cliff edges (a chance jumps by 25 points): {cliffs}"]
    lines += [f"{fault.kind}: {fault.place}: {fault.before} becomes {fault.after}" for fault in found.faults]
    if not found.faults:
        lines.append("better odds and higher rolls are nowhere worse for the attacker")
    for name, label in found.half_points.items():
        lines.append(f"{name.removeprefix('p_').replace('_', ' ')} in half of all rolls: from {label} on")
    return lines


def points(change: Fraction) -> str:
    """Return a change of a chance in percentage points."""
    return f"{100 * float(change):+.1f}"


def as_json(game: str, found: Diagnosis) -> dict[str, Any]:
    """Return a diagnosis as ``kessel crt --json`` prints it; fractions as text."""
    return {
        "game": game,
        "basis": table_basis(game),
        "assumed_columns": assumed_columns(game),
        "columns": [
            {**{name: _plain(value) for name, value in vars(one).items()}, "exchange_ratio": _plain(one.exchange_ratio)}
            for one in found.columns
        ],
        "neighbors": [{name: _plain(value) for name, value in vars(one).items()} for one in found.neighbors],
        "dead_spots": [[one.left, one.right] for one in found.dead_spots],
        "cliff_edges": [[one.left, one.right] for one in found.cliff_edges],
        "faults": [vars(one) for one in found.faults],
        "drm_worth": {label: {"-1": str(down), "+1": str(up)} for label, (down, up) in found.drm_worth.items()},
        "half_points": dict(found.half_points),
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def rows_of(game: str, label: str) -> dict[int, Law]:
    """Return the law of a column's outcomes given each natural roll; certain unless the result asks for a re-roll."""
    chapter = load_game(game).chapter("crt")
    reading: CrtReading = chapter.READING
    rolls = all_rolls(reading.n_dice)
    result = chapter.combat_result(np.full(len(rolls), reading.columns.index(label)), rolls)
    fields = result if isinstance(result, dict) else {chapter.column_odds(label).law.fields[0]: result}
    rows = reading.natural_roll(rolls)
    return {
        int(row): count({name: values[rows == row] for name, values in fields.items()})
        for row in np.unique(rows).tolist()
    }


def _column(game: str, label: str, law: ColumnLaw) -> Column:
    figures = law.figures
    reading: CrtReading = load_game(game).chapter("crt").READING
    steps = [(reading.steps(outcome), p) for outcome, p in _outcomes(game, label)]
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


def _outcomes(game: str, label: str) -> list[tuple[dict[str, Any], Fraction]]:
    from analysis.odds import outcomes

    rows = outcomes(load_game(game).chapter("crt").column_odds(label))
    return [(row, Fraction(row["probability"])) for row in rows]


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


def _shifted(game: str, label: str, drm: int) -> Fraction:
    """Return how much a DRM changes the chance that the defender gives way, rolls beyond the table read as its edge."""
    ways = {row: _gives_way(game, label, law) for row, law in rows_of(game, label).items()}
    weights = {row: law.denominator for row, law in rows_of(game, label).items()}
    low, high = min(ways), max(ways)
    total = sum(weights.values())
    return sum(
        (weights[row] * (ways[min(max(row + drm, low), high)] - ways[row]) for row in ways), Fraction(0)
    ) / total  # fmt: skip


def _gives_way(game: str, label: str, law: Law) -> Fraction:
    reading: CrtReading = load_game(game).chapter("crt").READING
    return sum((p for outcome, p in _coded(game, label, law) if reading.gives_way(outcome)), Fraction(0))


def _coded(game: str, label: str, law: Law) -> list[tuple[dict[str, Any], Fraction]]:
    labels = load_game(game).chapter("crt").column_odds(label).labels
    return [
        ({f: labels[f][v] if f in labels else v for f, v in zip(law.fields, outcome, strict=True)}, p)
        for outcome, p in law
    ]


def _faults(game: str, reading: CrtReading) -> Iterable[Fault]:
    """Yield rows whose next column, and columns whose next row, dominates the wrong way."""
    table = {label: rows_of(game, label) for label in reading.columns}
    text = {
        (label, row): " or ".join(dict.fromkeys(reading.text(o) for o, _ in _coded(game, label, law)))
        for label, rows in table.items() for row, law in rows.items()
    }  # fmt: skip
    worth = {
        (label, row): _worth(game, label, law, reading) for label, rows in table.items() for row, law in rows.items()
    }
    for left, right in pairwise(reading.columns):
        for row in table[left]:
            if _is_worse(worth[right, row], worth[left, row]):
                yield Fault(
                    "better odds are worse", f"roll {row}, {left} to {right}", text[left, row], text[right, row]
                )
    for label, rows in table.items():
        for low, high in pairwise(rows):
            if _is_worse(worth[label, high], worth[label, low]):
                yield Fault(
                    "a higher roll is worse", f"{label}, roll {low} to {high}", text[label, low], text[label, high]
                )


def _worth(game: str, label: str, law: Law, reading: CrtReading) -> tuple[Fraction, ...]:
    """Return what a cell is worth to the attacker, each part the more the better; means over a re-roll."""
    parts: list[tuple[int, ...]] = []
    chances: list[Fraction] = []
    for outcome, p in _coded(game, label, law):
        attacker, defender = (ELIMINATED if steps is None else steps for steps in reading.steps(outcome))
        class_at = reading.classes.index(reading.class_of(outcome))
        parts.append((-attacker, defender, -class_at, *reading.gains(outcome)))
        chances.append(p)
    return tuple(
        sum((p * x for p, x in zip(chances, part, strict=True)), Fraction(0)) for part in zip(*parts, strict=True)
    )


def _is_worse(after: tuple[Fraction, ...], before: tuple[Fraction, ...]) -> bool:
    return after != before and all(a <= b for a, b in zip(after, before, strict=True))
