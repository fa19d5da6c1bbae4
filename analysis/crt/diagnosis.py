"""Is this combat table sound? Dead spots, cliff edges, places where better odds or a better roll are worse, worths.

Everything is exact and compares laws, not means alone. "Worse for the attacker" is a partial order: an outcome is worse
than another if it is no better in steps lost, steps inflicted, class of outcome and what else it gives either side, and
worse in one of them; what trades one for another is no fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analysis.crt.columns import assumed_columns, table_basis
from analysis.crt.table import CHANCES, Draft, filled

if TYPE_CHECKING:
    import polars as pl


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
class Flaw:
    """A place where better odds, or a better roll, leave the attacker worse off, in words."""

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
    faults: tuple[Flaw, ...]
    drm_worth: Mapping[str, tuple[Fraction, Fraction]]
    half_points: Mapping[str, str]
    all_steps: tuple[int, int] = (0, 0)
    """What an elimination of attacker and defender counts as in means, and the most that any result does; 0: open."""


def diagnose(game: str, defender_steps: int | None = None) -> Diagnosis:
    """Return what is odd about a game's combat table, and what its columns, shifts and a DRM of one are worth.

    A dead spot is a pair of neighboring columns with one law; a cliff edge a pair between which some headline chance (a
    side loses, gives way or is eliminated) jumps by more than a quarter. Where cells are missing the table is the
    member of its assumed family that is shown. `defender_steps` are all that a defender has, for means; by default
    as the table has it.
    """
    table = filled(game)
    if defender_steps is not None:
        table = replace(table, all_steps=(table.all_steps[0], defender_steps))
    return diagnosis_of(table)


def diagnosis_of(table: Draft) -> Diagnosis:
    """Return the same of any table, edited or not, every cell of which is known."""
    columns = tuple(_column(table, at) for at in range(len(table.columns)))
    neighbors = {pair: _neighbors(table, pair, columns) for pair in table.pairs()}
    return Diagnosis(
        columns=columns,
        neighbors=tuple(neighbors.values()),
        dead_spots=tuple(neighbors[pair] for pair in table.dead_spots()),
        cliff_edges=tuple(neighbors[pair] for pair in table.cliffs()),
        faults=tuple(
            Flaw(one.kind, one.place, table.shown(*one.first), table.shown(*one.second)) for one in table.faults()
        ),
        drm_worth={label: (_shifted(table, at, -1), _shifted(table, at, +1)) for at, label in enumerate(table.columns)},
        half_points=_half_points(columns),
        all_steps=table.all_steps,
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
    lines = [
        f"dead spots (neighbors with one law): {dead}",
        f"cliff edges (a chance jumps by more than 25 points): {cliffs}",
    ]
    lines += [f"{fault.kind}: {fault.place}: {fault.before} becomes {fault.after}" for fault in found.faults]
    if not found.faults:
        lines.append("better odds and better rolls are nowhere worse for the attacker")
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


def _column(table: Draft, at: int) -> Column:
    chances = {name: table.chance(at, counts) for name, counts in CHANCES.items()}
    return Column(
        odds_column=table.columns[at],
        p_attacker_loses=chances["the attacker loses steps"],
        p_defender_loses=chances["the defender loses steps"],
        p_gives_way=chances["the defender gives way"],
        attacker_steps=table.steps(at, 0),
        defender_steps=table.steps(at, 1),
        p_attacker_eliminated=chances["the attacker is eliminated"],
        p_defender_eliminated=chances["the defender is eliminated"],
    )


def _neighbors(table: Draft, pair: tuple[int, int], columns: Sequence[Column]) -> Neighbors:
    left, right = (columns[at] for at in pair)
    return Neighbors(
        left.odds_column,
        right.odds_column,
        table.distance(*pair),
        table.jump(*pair)[0],
        right.p_gives_way - left.p_gives_way,
        right.attacker_steps - left.attacker_steps,
        right.defender_steps - left.defender_steps,
    )


def _half_points(columns: Iterable[Column]) -> dict[str, str]:
    """Return the first column in which each chance reaches one half, where one does."""
    found: dict[str, str] = {}
    for column in columns:
        chances = {
            "p_defender_loses": column.p_defender_loses,
            "p_gives_way": column.p_gives_way,
            "p_defender_eliminated": column.p_defender_eliminated,
        }
        for name, p in chances.items():
            if p >= Fraction(1, 2):
                found.setdefault(name, column.odds_column)
    return found


def _shifted(table: Draft, at: int, drm: int) -> Fraction:
    """Return how much a DRM changes the chance that the defender gives way, rolls beyond the table read as its edge."""
    ways = table.by_row(at, CHANCES["the defender gives way"])
    last = len(ways) - 1
    moved = (n * (ways[min(max(row + drm, 0), last)] - ways[row]) for row, n in enumerate(table.ways))
    return sum(moved, Fraction(0)) / sum(table.ways)
