"""A combat results table as a value, as printed or edited: what its columns come to, and where it is odd. Exact.

Many edits can be tried at once. The game's own rules, which `analysis.crt.edit` asks about an edit and
`analysis.crt.columns` about the print, must agree, which tests hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from analysis.crt.cells import CHANCES as CHANCES
from analysis.crt.cells import ELIMINATED as ELIMINATED
from analysis.crt.cells import CellOutcome as CellOutcome
from analysis.crt.cells import Counts as Counts
from analysis.crt.cells import added_up, cell_outcome, is_worse, total, worth_of
from analysis.crt.codes import legal_codes, meanings_of, outcome_words, parts_of, ways_of
from sim.combat import Coded, CombatTable, steps_of
from sim.dice import all_rolls
from sim.game import load_game
from sim.numbers.rawfiles import MISSING
from sim.numbers.tables import load_grid

CLIFF = Fraction(1, 4)
"""A change of a headline chance from a column to the next beyond which there is a cliff edge."""

Place = tuple[int, int]
"""A row of the table, and a cell of it, counted from 0."""

_NONE = "-"
_SIDES = {"A": "attacker", "D": "defender"}
_OWNERS = {"A": "the attacker's ", "D": "the defender's "}


class Fault(NamedTuple):
    """A pair of cells, the second of which should be no worse for the attacker, and is."""

    kind: str
    place: str
    first: Place
    second: Place


@dataclass(frozen=True)
class Draft:
    """A table with its meanings: `cells` has `n_parts` codes to an odds column, `ways` the rolls that lead to a row."""

    columns: tuple[str, ...]
    parts: tuple[str, ...]
    rows: tuple[str, ...]
    ways: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    legal: tuple[tuple[str, ...], ...]
    meanings: Mapping[str, Any]
    words: Callable[[CellOutcome], str] = lambda one: one.code
    better_roll: str = "higher"
    all_steps: tuple[int, int] = (0, 0)
    known: dict[tuple[Any, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    def label(self, at: int) -> str:
        """Return the name of a printed column, such as ``3/1 losses``."""
        column, part = divmod(at, len(self.parts))
        return f"{self.columns[column]} {self.parts[part]}".rstrip()

    def put(self, place: Place, code: str) -> Draft:
        """Return the table with another code in a cell."""
        row, at = place
        cells = [list(line) for line in self.cells]
        cells[row][at] = code
        return replace(self, cells=tuple(map(tuple, cells)))

    def edits(self, columns: tuple[int, ...]) -> Iterator[tuple[Place, str]]:
        """Yield every change of one cell in some odds columns; a cell that is not known is left alone."""
        n = len(self.parts)
        for column in columns:
            for row in range(len(self.rows)):
                for at in range(column * n, (column + 1) * n):
                    for code in self.legal[at % n]:
                        if code != self.cells[row][at] != MISSING:
                            yield (row, at), code

    def text(self, row: int, column: int) -> str:
        """Return the codes of a cell as printed; where it has several parts, those that say something, named."""
        n = len(self.parts)
        codes = self.cells[row][column * n : (column + 1) * n]
        if n == 1:
            return codes[0]
        named = [f"{_SIDES.get(p, p)} {code}" for p, code in zip(self.parts, codes, strict=True) if code != _NONE]
        return ", ".join(named) or "nothing"

    def change(self, before: Place, after: Place) -> str:
        """Return what one cell says and another does not: "the defender's DR3 becomes DR2", else both in full."""
        n = len(self.parts)
        first, then = (self.cells[row][column * n : (column + 1) * n] for row, column in (before, after))
        differ = [codes for codes in zip(self.parts, first, then, strict=True) if codes[1] != codes[2]]
        if n == 1 or any(_NONE in codes for codes in differ):
            return f"{self.text(*before)} becomes {self.text(*after)}"
        return ", ".join(f"{_OWNERS.get(part, f'{part} ')}{old} becomes {new}" for part, old, new in differ)

    def shown(self, row: int, column: int) -> str:
        """Return what a cell may come to, in the words of the game's reading."""
        found = sorted(self.cell(row, column), key=lambda one: [str(steps) for steps in one[0].steps])
        return " or ".join(dict.fromkeys(self.words(one) for one, _ in found))

    def is_whole(self, column: int) -> bool:
        """Whether every cell of an odds column is known."""
        return MISSING not in self._codes(column)

    def _kept(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Return something worked out once for all drafts of a table; the key holds the codes that it depends on."""
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    @cached_property
    def _by_column(self) -> list[tuple[str, ...]]:
        n = len(self.parts)
        firsts = range(0, len(self.cells[0]), n)
        return [tuple(code for row in self.cells for code in row[at : at + n]) for at in firsts]

    def _codes(self, column: int) -> tuple[str, ...]:
        return self._by_column[column]

    def cell(self, row: int, column: int) -> list[tuple[CellOutcome, Fraction]]:
        """Return what a cell comes to: certain, unless its result asks for a second roll in the column."""
        found: list[tuple[CellOutcome, Fraction]] = self._column(column)[row]
        return found

    def _column(self, column: int) -> Any:
        codes, n = self._codes(column), len(self.parts)
        rows = [codes[at : at + n] for at in range(0, len(codes), n)]
        return self._kept(("cells", codes), lambda: [self._outcomes(row, rows) for row in rows])

    def _outcomes(self, codes: tuple[str, ...], column: list[tuple[str, ...]]) -> list[tuple[CellOutcome, Fraction]]:
        if len(codes) == 1:
            meaning = self.meanings["codes"][codes[0]]
            return [(cell_outcome(codes[0], meaning, meaning["steps"]), Fraction(1))]
        again, none = self.meanings["again"], self.meanings["none"]
        lost = self.meanings["losses"][codes[0]]
        settled = " ".join(none if code == again else code for code in codes[1:])
        pair = self.meanings["pairs"][settled]
        if again not in codes[1:]:
            return [(cell_outcome(settled, pair, lost), Fraction(1))]
        more = [self.meanings["losses"][row[0]] for row in column]
        steps = [[a + b for a, b in zip(lost, by, strict=True)] for by in more]
        chances = [Fraction(n, sum(self.ways)) for n in self.ways]
        return added_up((cell_outcome(settled, pair, both), p) for both, p in zip(steps, chances, strict=True))

    def law(self, column: int) -> dict[CellOutcome, Fraction]:
        """Return the law of an odds column."""
        weights = [Fraction(ways, sum(self.ways)) for ways in self.ways]
        rows = zip(self._column(column), weights, strict=True)
        found: dict[CellOutcome, Fraction] = self._kept(
            ("law", self._codes(column)), lambda: dict(added_up((one, p * w) for row, w in rows for one, p in row))
        )
        return found

    def chance(self, column: int, counts: Counts) -> Fraction:
        """Return the chance of the outcomes that count."""
        found: Fraction = self._kept(
            (counts, self._codes(column)), lambda: total(p for one, p in self.law(column).items() if counts(one))
        )
        return found

    def by_row(self, column: int, counts: Counts) -> list[Fraction]:
        """Return the chance of the outcomes that count, row by row."""
        found: list[Fraction] = self._kept(
            (counts, "rows", self._codes(column)),
            lambda: [total(p for one, p in row if counts(one)) for row in self._column(column)],
        )
        return found

    def steps(self, column: int, side: int, all_steps: int | None = None) -> Fraction:
        """Return the mean steps a side (0 attacker, 1 defender) loses; eliminated `all_steps`, or as the table says."""
        lost = ((one.steps[side], p) for one, p in self.law(column).items())
        if all_steps is None:
            return total(p * steps_of(n, self.all_steps[side]) for n, p in lost)
        return total(p * (all_steps if n is None else n) for n, p in lost)

    def distance(self, left: int, right: int) -> Fraction:
        """Return the largest difference of two columns in the chance of any set of outcomes."""
        a, b = self.law(left), self.law(right)
        return total(abs(a.get(one, Fraction(0)) - b.get(one, Fraction(0))) for one in {*a, *b}) / 2

    def worth(self, column: int) -> list[tuple[Fraction, ...]]:
        """Return what each cell of a column is worth to the attacker; more is better."""
        found: list[tuple[Fraction, ...]] = self._kept(
            ("worth", self._codes(column)), lambda: [worth_of(row) for row in self._column(column)]
        )
        return found

    def faults(self) -> list[Fault]:
        """Return where better odds, or a better roll, leave the attacker worse off, in the columns that are known."""
        found = []
        for left, right in self.pairs():
            place = f"{self.columns[left]} to {self.columns[right]}"
            for row in self._worse(left, right):
                found.append(
                    Fault("better odds are worse", f"roll {self.rows[row]}, {place}", (row, left), (row, right))
                )
        for column in filter(self.is_whole, range(len(self.columns))):
            worth = self.worth(column)
            for row, better in self.steps_up():
                if is_worse(worth[better], worth[row]):
                    place = f"{self.columns[column]}, roll {self.rows[row]} to {self.rows[better]}"
                    found.append(Fault(f"a {self.better_roll} roll is worse", place, (row, column), (better, column)))
        return found

    def steps_up(self) -> list[Place]:
        """Return each row with its neighbor that should be no worse for the attacker, by the direction of the die."""
        rows = list(pairwise(range(len(self.rows))))
        return {"higher": rows, "lower": [(b, a) for a, b in rows], "neither": []}[self.better_roll]

    def _worse(self, left: int, right: int) -> list[int]:
        """Return the rows in which a column is worse than its left neighbor."""

        def rows() -> list[int]:
            pairs = zip(self.worth(left), self.worth(right), strict=True)
            return [row for row, (was, now) in enumerate(pairs) if is_worse(now, was)]

        found: list[int] = self._kept(("across", self._codes(left), self._codes(right)), rows)
        return found

    def pairs(self) -> list[Place]:
        """Return the neighboring columns both of which are known."""
        return [
            (a, b) for a, b in pairwise(range(len(self.columns))) if self.is_whole(a) and self.is_whole(b)
        ]  # fmt: skip

    def dead_spots(self) -> list[Place]:
        """Return the neighboring columns with one law."""
        return [(a, b) for a, b in self.pairs() if self.law(a) == self.law(b)]

    def jump(self, left: int, right: int) -> tuple[Fraction, str]:
        """Return the largest change of a headline chance between two columns, and which chance it is."""

        def largest() -> tuple[Fraction, str]:
            apart = [(self.chance(right, counts) - self.chance(left, counts), name) for name, counts in CHANCES.items()]
            return max(((abs(by), name) for by, name in apart), key=lambda one: one[0])

        found: tuple[Fraction, str] = self._kept(("jump", self._codes(left), self._codes(right)), largest)
        return found

    def cliffs(self) -> list[Place]:
        """Return the neighboring columns between which a headline chance jumps by more than a quarter."""
        return [pair for pair in self.pairs() if self.jump(*pair)[0] > CLIFF]


def draft_of(game: str) -> Draft:
    """Return the combat table of a game as it is printed; `GameError` if it has none.

    >>> leningrad = draft_of("leningrad")
    >>> leningrad.chance(leningrad.columns.index("2-1"), CHANCES["the defender gives way"])
    Fraction(5, 6)
    """
    table = load_game(game).table
    grid = load_grid(game, table.name)
    parts = parts_of(grid, table.reading)
    used = [{row[at] for row in grid.cells for at in range(n, len(row), len(parts))} for n in range(len(parts))]
    return Draft(
        table.reading.columns, tuple(parts), grid.row_labels, tuple(ways_of(grid, table.reading)), grid.cells,
        tuple(tuple(code for code in codes if code in known)
              for codes, known in zip(legal_codes(grid, parts), used, strict=True)),
        meanings_of(table, grid), _words_of(table), table.reading.better_roll, table.reading.all_steps,
    )  # fmt: skip


def filled(game: str) -> Draft:
    """Return the combat table as it is asked: where cells are missing, with those of the member that is shown."""
    draft, table = draft_of(game), load_game(game).table
    if all(map(draft.is_whole, range(len(draft.columns)))):
        return draft
    rolls = all_rolls(table.reading.n_dice)
    rows = table.reading.natural_roll(rolls)
    firsts = [int(np.argmax(rows == row)) for row in np.unique(rows)]
    columns = []
    for label in draft.columns:
        ((field, values),) = table.results(label, rolls[firsts]).items()
        columns.append([table.column_odds(label).labels[field][value] for value in values.tolist()])
    return replace(draft, cells=tuple(zip(*columns, strict=True)))


def _words_of(table: CombatTable) -> Callable[[CellOutcome], str]:
    coded = outcome_words(table)

    def words(one: CellOutcome) -> str:
        outcome: Coded = coded((one.code,), ()) if table.parts is None else coded(one.code.split(" "), one.steps)
        return table.reading.text(outcome)

    return words
