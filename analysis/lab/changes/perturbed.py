"""How a combat table stands small changes: each fight one column to the side, each cell another result. Exact.

What is measured is the chance to win the ground that an attack is after, as `analysis.crt.ground_won` has it for the
game: the hex cleared, or else the defender giving way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analysis.crt.columns import table_basis
from analysis.crt.ground_won import ground_of, won
from analysis.crt.table import filled
from sim.game import games_with, load_game

ENDING = "_crt"
"""What the name of such a study ends in, after that of its game."""


@dataclass(frozen=True)
class Perturbed:
    """What one column more, and one other cell, do to the chance to win ground.

    `columns` are the worths of each shift by one column to the right, by the columns' names; `cell` is what the cell
    that moves its column most moves it by, `place` where it is, `n_cells` how many changes of one cell were tried.
    """

    game: str
    about: str
    columns: dict[str, Fraction]
    cell: Fraction
    place: str
    n_cells: int
    basis: str

    @property
    def mean(self) -> Fraction:
        """What a column is worth on average, either way."""
        return sum(map(abs, self.columns.values()), Fraction(0)) / len(self.columns)


def studied() -> list[str]:
    """Return the names of the studies of tables, one a game that has one."""
    return [f"{game}{ENDING}" for game in games_with(lambda one: one.has_table)]


def perturbed(game: str) -> Perturbed:
    """Return how the combat table of a game stands a change of one column, and of one cell."""
    draft = filled(game)
    ground = ground_of(game, draft)
    chances = [won(draft, ground, at) for at in range(len(draft.columns))]
    names = draft.columns
    shifts = {f"{names[at]} to {names[at + 1]}": chances[at + 1] - chances[at] for at in range(len(chances) - 1)}
    tried = list(_cells(game))
    effect, place = max(tried, key=lambda one: abs(one[0]))
    return Perturbed(game, ground.about, shifts, effect, place, len(tried), table_basis(game))


def _cells(game: str) -> Iterator[tuple[Fraction, str]]:
    """Yield what each change of one cell does to its column, and what the change is."""
    draft = filled(game)
    ground = ground_of(game, draft)
    for column in range(len(draft.columns)):
        before = won(draft, ground, column)
        for (row, at), code in draft.edits((column,)):
            said = f"{draft.label(at)}, roll {draft.rows[row]}: {code} for {draft.cells[row][at]}"
            yield won(draft.put((row, at), code), ground, column) - before, said


def in_words(found: Perturbed) -> str:
    """Return the answer in a sentence."""
    title = load_game(found.game).title
    low, high = min(found.columns.values()), max(found.columns.values())
    return (
        f"One column moves the chance that {found.about} in {title} by {_points(found.mean)} points on average "
        f"({_points(low)} to {_points(high)}), one cell by {_points(found.cell)} at most ({found.place})."
    )


def _points(chance: Fraction) -> str:
    """Return a difference of chances in percentage points, without a sign where it is positive."""
    return f"{100 * float(chance):.0f}"
