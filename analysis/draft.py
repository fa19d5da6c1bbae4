"""A combat results table that may be edited, cell by cell: what its columns come to, and where it is odd. Exact.

The table and what its codes mean are those of the workbench (`analysis.workbench.workbench_data`), so that many edits
can be tried at once; `analysis.diff` asks the game's own rules about one of them and must agree, which a test holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from analysis.diagnose import CLIFF, ELIMINATED
from analysis.workbench import workbench_data
from sim.rawfiles import MISSING

Steps = tuple[int | None, int | None]
Place = tuple[int, int]
"""A row of the table, and a cell of it, counted from 0."""

_NONE = "-"
_SIDES = {"A": "attacker", "D": "defender"}


class Outcome(NamedTuple):
    """What a result comes to: its codes but for steps, steps of attacker and defender (`None`: all), class, gains."""

    code: str
    steps: Steps
    class_at: int
    gives_way: bool
    gains: tuple[int, ...]


Counts = Callable[[Outcome], bool]
CHANCES: Mapping[str, Counts] = {
    "the defender gives way": lambda one: one.gives_way,
    "the attacker loses steps": lambda one: one.steps[0] != 0,
    "the defender loses steps": lambda one: one.steps[1] != 0,
    "the attacker is eliminated": lambda one: one.steps[0] is None,
    "the defender is eliminated": lambda one: one.steps[1] is None,
}


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
        told = [f"{_SIDES.get(p, p)} {code}" for p, code in zip(self.parts, codes, strict=True) if code != _NONE]
        return ", ".join(told) or "nothing"

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

    def cell(self, row: int, column: int) -> list[tuple[Outcome, Fraction]]:
        """Return what a cell comes to: certain, unless its result asks for a second roll in the column."""
        found: list[tuple[Outcome, Fraction]] = self._column(column)[row]
        return found

    def _column(self, column: int) -> Any:
        codes, n = self._codes(column), len(self.parts)
        rows = [codes[at : at + n] for at in range(0, len(codes), n)]
        return self._kept(("cells", codes), lambda: [self._outcomes(row, rows) for row in rows])

    def _outcomes(self, codes: tuple[str, ...], column: list[tuple[str, ...]]) -> list[tuple[Outcome, Fraction]]:
        if len(codes) == 1:
            told = self.meanings["codes"][codes[0]]
            return [(_outcome(codes[0], told, told["steps"]), Fraction(1))]
        again, none = self.meanings["again"], self.meanings["none"]
        lost = self.meanings["losses"][codes[0]]
        settled = " ".join(none if code == again else code for code in codes[1:])
        pair = self.meanings["pairs"][settled]
        if again not in codes[1:]:
            return [(_outcome(settled, pair, lost), Fraction(1))]
        more = [self.meanings["losses"][row[0]] for row in column]
        steps = [[a + b for a, b in zip(lost, by, strict=True)] for by in more]
        chances = [Fraction(n, sum(self.ways)) for n in self.ways]
        return _law((_outcome(settled, pair, both), p) for both, p in zip(steps, chances, strict=True))

    def law(self, column: int) -> dict[Outcome, Fraction]:
        """Return the law of an odds column."""
        weights = [Fraction(ways, sum(self.ways)) for ways in self.ways]
        rows = zip(self._column(column), weights, strict=True)
        found: dict[Outcome, Fraction] = self._kept(
            ("law", self._codes(column)), lambda: dict(_law((one, p * w) for row, w in rows for one, p in row))
        )
        return found

    def chance(self, column: int, counts: Counts) -> Fraction:
        """Return the chance of the outcomes that count."""
        found: Fraction = self._kept(
            (counts, self._codes(column)), lambda: _sum(p for one, p in self.law(column).items() if counts(one))
        )
        return found

    def by_row(self, column: int, counts: Counts) -> list[Fraction]:
        """Return the chance of the outcomes that count, row by row."""
        found: list[Fraction] = self._kept(
            (counts, "rows", self._codes(column)),
            lambda: [_sum(p for one, p in row if counts(one)) for row in self._column(column)],
        )
        return found

    def steps(self, column: int, side: int, all_steps: int = 0) -> Fraction:
        """Return the mean steps that a side (0 attacker, 1 defender) loses; eliminated it loses `all_steps`."""
        lost = ((all_steps if one.steps[side] is None else one.steps[side], p) for one, p in self.law(column).items())
        return _sum(p * (n or 0) for n, p in lost)

    def distance(self, left: int, right: int) -> Fraction:
        """Return the largest difference of two columns in the chance of any set of outcomes."""
        a, b = self.law(left), self.law(right)
        return _sum(abs(a.get(one, Fraction(0)) - b.get(one, Fraction(0))) for one in {*a, *b}) / 2

    def worth(self, column: int) -> list[tuple[Fraction, ...]]:
        """Return what each cell of a column is worth to the attacker, as `analysis.diagnose` has it, more is better."""
        found: list[tuple[Fraction, ...]] = self._kept(
            ("worth", self._codes(column)), lambda: [_worth(row) for row in self._column(column)]
        )
        return found

    def faults(self) -> list[Fault]:
        """Return where better odds, or a higher roll, leave the attacker worse off, in the columns that are known."""
        found = []
        for left, right in self.pairs():
            place = f"{self.columns[left]} to {self.columns[right]}"
            for row in self._worse("across", left, right):
                found.append(
                    Fault("better odds are worse", f"roll {self.rows[row]}, {place}", (row, left), (row, right))
                )
        for column in filter(self.is_whole, range(len(self.columns))):
            for row in self._worse("down", column, column):
                place = f"{self.columns[column]}, roll {self.rows[row]} to {self.rows[row + 1]}"
                found.append(Fault("a higher roll is worse", place, (row, column), (row + 1, column)))
        return found

    def _worse(self, way: str, left: int, right: int) -> list[int]:
        """Return the rows in which a column is worse than its left neighbor, or the next row than this one."""

        def rows() -> list[int]:
            before, after = self.worth(left), self.worth(right)
            pairs = zip(before, after, strict=True) if way == "across" else zip(before, after[1:], strict=False)
            return [row for row, (was, now) in enumerate(pairs) if _is_worse(now, was)]

        found: list[int] = self._kept((way, self._codes(left), self._codes(right)), rows)
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
        """Return the neighboring columns between which a headline chance jumps by a quarter or more."""
        return [pair for pair in self.pairs() if self.jump(*pair)[0] >= CLIFF]


def draft_of(game: str) -> Draft:
    """Return the combat table of a game; `GameError` if it has none.

    >>> leningrad = draft_of("leningrad")
    >>> leningrad.chance(leningrad.columns.index("2-1"), CHANCES["the defender gives way"])
    Fraction(5, 6)
    """
    data = workbench_data(game)
    used = [{row[at] for row in data["cells"] for at in range(n, len(row), len(data["parts"]))} - {MISSING}
            for n in range(len(data["parts"]))]  # fmt: skip
    return Draft(
        tuple(data["columns"]), tuple(data["parts"]), tuple(data["rows"]), tuple(data["ways"]),
        tuple(map(tuple, data["cells"])),
        tuple(tuple(code for code in codes if code in known) for codes, known in zip(data["legal"], used, strict=True)),
        {name: data[name] for name in ("codes", "losses", "pairs", "again", "none") if name in data},
    )  # fmt: skip


def _outcome(code: str, told: Mapping[str, Any], steps: Sequence[int | None]) -> Outcome:
    return Outcome(code, (steps[0], steps[1]), told["class"], told["gives_way"], tuple(told["gains"]))


def _law(parts: Iterable[tuple[Outcome, Fraction]]) -> list[tuple[Outcome, Fraction]]:
    law: dict[Outcome, Fraction] = {}
    for outcome, p in parts:
        law[outcome] = law.get(outcome, Fraction(0)) + p
    return list(law.items())


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))


def _worth(row: Sequence[tuple[Outcome, Fraction]]) -> tuple[Fraction, ...]:
    parts = []
    for one, p in row:
        attacker, defender = (ELIMINATED if steps is None else steps for steps in one.steps)
        parts.append([p * x for x in (-attacker, defender, -one.class_at, *one.gains)])
    return tuple(map(_sum, zip(*parts, strict=True)))


def _is_worse(after: tuple[Fraction, ...], before: tuple[Fraction, ...]) -> bool:
    return after != before and all(a <= b for a, b in zip(after, before, strict=True))
