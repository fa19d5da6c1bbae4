"""Donnerschlag: what the cells of the combat results table can be, and the extremes over all of it (R49)."""

import csv
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from tests.games.donnerschlag.second.facts import RAW

Cell = tuple[int, int]  # row 0 to 5, column 0 (1:1) to 7 (7:1)
Filling = dict[Cell, int]  # place on the ladder, 0 the worst for the attacker


@cache
def ladder() -> tuple[str, ...]:
    """Results from the attacker's worst to his best."""
    with (RAW / "crt_ladder.assumed.csv").open(encoding="utf-8") as file:
        return tuple(row["code"] for row in sorted(csv.DictReader(file), key=lambda row: int(row["order"])))


@cache
def chart() -> tuple[tuple[str, ...], dict[Cell, int]]:
    """Columns as printed, and the cells that are."""
    with (RAW / "crt.csv").open(encoding="utf-8") as file:
        first, *lines = csv.reader(file)
    cells = {
        (row, column): ladder().index(code)
        for row, line in enumerate(lines)
        for column, code in enumerate(line[1:])
        if code != "?"
    }
    return tuple(first[1:]), cells


def goes_before(one: Cell, other: Cell, structure: str) -> bool:
    """Whether a cell can never be better than another."""
    if structure == "diagonal":
        return sum(one) <= sum(other)
    return one[0] <= other[0] and one[1] <= other[1]


@cache
def limits(cell: Cell, structure: str) -> tuple[int, int]:
    """Worst and best result of a cell."""
    low, high = 0, len(ladder()) - 1
    for known, result in chart()[1].items():
        if goes_before(known, cell, structure):
            low = max(low, result)
        if goes_before(cell, known, structure):
            high = min(high, result)
    return low, high


def central(cells: set[Cell], structure: str) -> Filling:
    """The middle of each cell's limits, the lower of two."""
    return {cell: sum(limits(cell, structure)) // 2 for cell in cells}


def fillings(cells: set[Cell], structure: str) -> Iterator[Filling]:
    """Every way to fill some cells; each can be carried on to a whole table."""
    order = sorted(cells, key=lambda cell: (sum(cell), cell))

    def fill(filling: Filling) -> Iterator[Filling]:
        if len(filling) == len(order):
            yield dict(filling)
            return
        cell = order[len(filling)]
        low, high = limits(cell, structure)
        for known, result in filling.items():
            if goes_before(known, cell, structure):
                low = max(low, result)
            if goes_before(cell, known, structure):
                high = min(high, result)
        for result in range(low, high + 1):
            filling[cell] = result
            yield from fill(filling)
            del filling[cell]

    yield from fill({})


def some_fillings(cells: set[Cell], structure: str, number: int, random: Random) -> Iterator[Filling]:
    """Whole tables drawn at random, cut to some cells: a random never-falling function of the cells' order."""
    for _ in range(number):
        filling: Filling = {}
        for cell in random.sample(sorted(cells), len(cells)):
            low, high = limits(cell, structure)
            for known, result in filling.items():
                if goes_before(known, cell, structure):
                    low = max(low, result)
                if goes_before(cell, known, structure):
                    high = min(high, result)
            filling[cell] = random.choice((low, high, random.randint(low, high)))
        yield filling


Costs = dict[tuple[Cell, int], int]  # by cell and result


def extremes(costs: Costs, structure: str) -> tuple[int, int]:
    """Least and greatest sum of a cost of every cell over all tables of a family; other rows can follow suit."""
    cells = {cell for cell, _ in costs}
    if structure == "diagonal":
        rows = [[[cell for cell in cells if sum(cell) == along]] for along in sorted({sum(cell) for cell in cells})]
    else:
        columns = sorted({column for _, column in cells})
        rows = [[[(row, column)] for column in columns] for row in sorted({row for row, _ in cells})]
    spans = [[limits(place[0], structure) for place in row] for row in rows]
    turned = {key: -cost for key, cost in costs.items()}
    return -greatest(rows, spans, turned), greatest(rows, spans, costs)


def greatest(rows: list[list[list[Cell]]], spans: list[list[tuple[int, int]]], costs: Costs) -> int:
    """The greatest sum over every filling that falls neither along a row nor from row to row, row after row.

    A place of a row is one cell or several that agree; `spans` holds what it can be.
    """
    if not rows:
        return 0
    states, falls = lattice(len(rows[0]))
    best = [0] * len(states)  # the greatest sum so far of what ends at this state or below it
    for row, span in zip(rows, spans, strict=True):
        before, best = best, []
        worths = [[sum(costs.get((cell, r), 0) for cell in place) for r in range(len(ladder()))] for place in row]
        for state, is_inside, lower, most in zip(states, inside(tuple(span)), falls, before, strict=True):
            found = max((best[below] for below in lower), default=NEVER)
            if is_inside:
                found = max(found, most + sum(worth[r] for worth, r in zip(worths, state, strict=True)))
            best.append(found)
    return best[-1]


NEVER = -(10**60)


@cache
def lattice(width: int) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """Rows of some width that never fall, and which of them lie one step below each."""
    states = list(combinations_with_replacement(range(len(ladder())), width))
    number = {state: n for n, state in enumerate(states)}
    steps = [[(*state[:at], state[at] - 1, *state[at + 1 :]) for at in range(width)] for state in states]
    return states, [[number[below] for below in lower if below in number] for lower in steps]


@cache
def inside(span: tuple[tuple[int, int], ...]) -> list[bool]:
    """Which rows of the lattice keep to some bounds."""
    states, _ = lattice(len(span))
    return [all(low <= r <= high for r, (low, high) in zip(state, span, strict=True)) for state in states]


def how_many(columns: list[int], structure: str) -> int:
    """Number of fillings of whole columns; on the diagonal a column is known by its neighbors."""
    if structure == "diagonal":
        return sum(1 for _ in fillings({(row, column) for row in range(6) for column in columns}, structure))
    states = list(combinations_with_replacement(range(len(ladder())), len(columns)))
    ways = {state: 0 for state in states}
    ways[states[0]] = 1
    for row in range(6):
        spans = [limits((row, column), structure) for column in columns]
        ways = {
            state: sum(n for below, n in ways.items() if all(a <= b for a, b in zip(below, state, strict=True)))
            if all(low <= result <= high for result, (low, high) in zip(state, spans, strict=True))
            else 0
            for state in states
        }
    return sum(ways.values())
