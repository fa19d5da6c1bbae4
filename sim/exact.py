"""Exact laws: a rule counted over every roll, mixtures of laws, and chains of laws over turns.

A law is whole numbers over a denominator until somebody asks for a fraction. Python's integers carry the counts,
so a chain over ten turns of 216 branches does not overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.state import State, columns_of, take

S = TypeVar("S", bound=State)
Outcome = tuple[int, ...]
Bounds = Mapping[Outcome, tuple[Fraction, Fraction]]
_FEW, _MANY = 100, 5
"""States, and states a parent or child, up to which they are merged one by one: digits cost more than they save."""
_ROOM = 37
"""Bits that a sum of counts may have beside the 16 of a digit."""
_EXACT = 2**53
"""A denominator below which floats hold every sum of weights exactly."""
_SPARSE = 8
"""Keys that might be, a row, above which rows are sorted by their keys."""
_SHORT = 40
"""Rows up to which they are compared one by one: calls of NumPy cost more than they save."""


@dataclass(frozen=True)
class Law:
    """The law of some integer fields: `counts` of each outcome, summing to `denominator`."""

    fields: tuple[str, ...]
    counts: Mapping[Outcome, int]
    denominator: int

    def __iter__(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Yield each outcome with its probability."""
        for outcome, n in self.counts.items():
            yield outcome, Fraction(n, self.denominator)

    def probability(self, event: Callable[..., Any]) -> Fraction:
        """Return the chance of an event, a function of the fields in their order.

        >>> count({"pips": all_rolls(2).sum(axis=1)}).probability(lambda pips: pips >= 10)
        Fraction(1, 6)
        """
        return Fraction(sum(n for outcome, n in self.counts.items() if event(*outcome)), self.denominator)

    def mean(self, value: Callable[..., Any]) -> Fraction:
        """Return the expectation of a function of the fields."""
        found = ((n, value(*outcome)) for outcome, n in self.counts.items())
        total = sum(n * (worth if type(worth) is int else Fraction(worth)) for n, worth in found)
        return Fraction(total) / self.denominator

    def marginal(self, *fields: str) -> Law:
        """Return the law of some of the fields, outcomes in rising order."""
        at = [self.fields.index(field) for field in fields]
        counts: dict[Outcome, int] = {}
        for outcome, n in self.counts.items():
            part = tuple(outcome[i] for i in at)
            counts[part] = counts.get(part, 0) + n
        return Law(fields, dict(sorted(counts.items())), self.denominator)

    def reduced(self) -> Law:
        """Return the same law in lowest terms."""
        by = gcd(self.denominator, *self.counts.values())
        return Law(self.fields, {o: n // by for o, n in self.counts.items()}, self.denominator // by)


def count(columns: Mapping[str, ArrayLike]) -> Law:
    """Return the law of a rule's outputs when it was fed every roll once; each column has shape (rolls,)."""
    arrays = {name: np.asarray(values) for name, values in columns.items()}
    first, which = distinct_rows(list(arrays.values()))
    n = np.bincount(which, minlength=len(first)).tolist()
    outcomes = zip(*(array[first].tolist() for array in arrays.values()), strict=True)
    return Law(tuple(arrays), dict(zip(outcomes, n, strict=True)), sum(n))


def count_each(columns: Mapping[str, ArrayLike]) -> list[Law]:
    """Return many laws at once, such as all columns of a table: `count` of each row of shape (laws, rolls).

    Columns may also have shape (laws, 1) or (rolls,) and are broadcast against each other.

    >>> drm = np.array([[-1], [0], [1]])
    >>> [law.counts for law in count_each({"row": np.clip(all_rolls(1)[:, 0] + drm, 1, 6)})][0]
    {(1,): 2, (2,): 1, (3,): 1, (4,): 1, (5,): 1}
    """
    arrays = np.broadcast_arrays(*columns.values())
    n_laws, n_rolls = arrays[0].shape
    flat = [array.ravel() for array in arrays]
    numbers = np.repeat(np.arange(n_laws), n_rolls)
    first, which = distinct_rows([numbers, *flat])
    counts: list[dict[Outcome, int]] = [{} for _ in range(n_laws)]
    outcomes = zip(*(array[first].tolist() for array in flat), strict=True)
    for law, outcome, n in zip(numbers[first].tolist(), outcomes, np.bincount(which).tolist(), strict=True):
        counts[law][outcome] = n
    return [Law(tuple(columns), each, n_rolls) for each in counts]


def mixture(parts: Iterable[tuple[int, Law]]) -> Law:
    """Return the mixture of laws over the same fields, each with a whole weight.

    >>> coin = Law(("side",), {(0,): 1, (1,): 1}, 2)
    >>> mixture([(2, coin), (1, Law(("side",), {(1,): 1}, 1))]).counts
    {(0,): 2, (1,): 4}
    """
    weighted = list(parts)
    fields = weighted[0][1].fields
    if any(law.fields != fields for _, law in weighted):
        raise ValueError(f"a mixture needs laws of the same fields, got {[law.fields for _, law in weighted]}")
    common = lcm(*(law.denominator for _, law in weighted))
    counts: dict[Outcome, int] = {}
    for weight, law in weighted:
        for outcome, n in law.counts.items():
            counts[outcome] = counts.get(outcome, 0) + weight * n * (common // law.denominator)
    return Law(fields, dict(sorted(counts.items())), common * sum(weight for weight, _ in weighted))


def bounds(laws: Sequence[Law]) -> Bounds:
    """Return the lowest and highest chance of each outcome over some laws, every outcome that any of them knows.

    >>> coin, sure = Law(("side",), {(0,): 1, (1,): 1}, 2), Law(("side",), {(1,): 1}, 1)
    >>> bounds([coin, sure])[(1,)]
    (Fraction(1, 2), Fraction(1, 1))
    """
    known = sorted({outcome for law in laws for outcome in law.counts})
    chances = {o: [Fraction(law.counts.get(o, 0), law.denominator) for law in laws] for o in known}
    return {o: (min(found), max(found)) for o, found in chances.items()}


@dataclass(frozen=True)
class Worlds:
    """Distinct states (first axis: the state) with the whole weight of each, over a denominator."""

    state: State
    weights: tuple[int, ...]
    denominator: int

    def law(self, *fields: str) -> Law:
        """Return the law of some fields of the state, outcomes in rising order."""
        arrays = [getattr(self.state, field).tolist() for field in fields]
        counts: dict[Outcome, int] = {}
        for outcome, weight in zip(zip(*arrays, strict=True), self.weights, strict=True):
            counts[outcome] = counts.get(outcome, 0) + weight
        return Law(fields, dict(sorted(counts.items())), self.denominator)


def through(worlds: Worlds, n_dice: int, rule: Callable[[Any, Rolls], State]) -> Worlds:
    """Send every state through a rule with every roll of `n_dice` dice, and merge what comes out alike.

    The rule takes states and rolls with the same first axis; it is the one the simulation uses.
    """
    rolls = all_rolls(n_dice)
    n, faces = len(worlds.weights), len(rolls)
    if faces == 1:
        return forget(worlds, lambda state: rule(state, np.tile(rolls, (n, 1))))
    parent = np.repeat(np.arange(n), faces)
    after = rule(take(worlds.state, parent), np.tile(rolls, (n, 1)))
    return _merged(after, parent, np.ones(len(parent), np.int64), worlds.weights, worlds.denominator * faces)


def through_draw(worlds: Worlds, weights: NDArray[np.integer], rule: Callable[[Any, NDArray[Any]], State]) -> Worlds:
    """Send every state through a rule with every kind it may draw, by whole weights of shape (states, kinds).

    The rule takes states and the kind drawn; a state with nothing to draw gets -1.
    """
    ways = np.asarray(weights)
    totals = ways.sum(axis=1, dtype=np.int64)
    common = lcm(*(total for total in totals.tolist() if total))
    parent, kind = np.nonzero(ways)
    nothing = np.flatnonzero(totals == 0)
    shares = [common // total if total else common for total in totals.tolist()]
    times = ways[parent, kind].tolist() + [1] * len(nothing)
    parent, kind = np.concatenate([parent, nothing]), np.concatenate([kind, np.full(len(nothing), -1)])
    after = rule(take(worlds.state, parent), kind)
    weighted = [weight * share for weight, share in zip(worlds.weights, shares, strict=True)]
    return _merged(after, parent, np.array(times, np.int64), weighted, worlds.denominator * common)


def forget(worlds: Worlds, rule: Callable[[Any], State]) -> Worlds:
    """Send every state through a rule without dice, and merge what has become alike."""
    n = len(worlds.weights)
    return _merged(rule(worlds.state), np.arange(n), np.ones(n, np.int64), worlds.weights, worlds.denominator)


def certain(state: State) -> Worlds:
    """Return a single state, held for certain."""
    return Worlds(state, (1,), 1)


def _merged(
    after: State, parent: NDArray[np.intp], times: NDArray[np.int64], weights: Sequence[int], denominator: int
) -> Worlds:
    """Merge states that are alike; each weighs as often as `times` says what its parent weighs."""
    if len(parent) == 1:
        return Worlds(after, (int(times[0]) * weights[0],), denominator)
    first, which = distinct_rows(list(columns_of(after).values()))
    add = _way_to_add(which, times, weights, len(first), denominator)
    return Worlds(take(after, first), tuple(add(which, parent, times, weights, len(first))), denominator)


def _way_to_add(
    which: NDArray[np.intp], times: NDArray[np.int64], weights: Sequence[int], n: int, denominator: int
) -> Callable[..., list[int]]:
    """Return the quickest way to add up whole weights that are a denominator together."""
    if len(which) > _FEW and denominator < _EXACT:
        return _add_short
    if len(which) > _FEW + _MANY * (len(weights) + n) and int(times.max()) * len(which) < 2**_ROOM:
        return _add_many
    return _add_few


def _add_short(
    which: NDArray[np.intp], parent: NDArray[np.intp], times: NDArray[np.int64], weights: Sequence[int], n: int
) -> list[int]:
    """Return the same as `_add_few`, all states at once, where no sum is too long for a float to hold it exactly."""
    shares = np.array(weights, np.float64)[parent] * times
    found: list[int] = np.bincount(which, shares, n).astype(np.int64).tolist()
    return found


def _add_few(
    which: NDArray[np.intp], parent: NDArray[np.intp], times: NDArray[np.int64], weights: Sequence[int], n: int
) -> list[int]:
    """Return what each of n children weighs, one state after the other."""
    sums = [0] * n
    for child, origin, often in zip(which.tolist(), parent.tolist(), times.tolist(), strict=True):
        sums[child] += often * weights[origin]
    return sums


def _add_many(
    which: NDArray[np.intp], parent: NDArray[np.intp], times: NDArray[np.int64], weights: Sequence[int], n: int
) -> list[int]:
    """Return the same as `_add_few`, all states at once: long whole numbers are added digit by digit, base 2**16.

    A sum of digits stays below 2**(16 + 37), so that the floats of `numpy.bincount` hold it exactly.
    """
    size = max(weight.bit_length() for weight in weights) // 16 + 1
    raw = b"".join(weight.to_bytes(2 * size, "little") for weight in weights)
    digits = np.frombuffer(raw, "<u2").reshape(len(weights), size).T.astype(np.float64)
    sums = np.zeros((n, size + 3), "<u2")  # a carry of up to 37 bits is left behind the last digit
    carry = np.zeros(n, np.int64)
    for at in range(size + 3):
        if at < size:
            carry += np.bincount(which, digits[at][parent] * times, n).astype(np.int64)
        sums[:, at] = carry & 0xFFFF
        carry >>= 16
    found, step = sums.tobytes(), 2 * (size + 3)
    return [int.from_bytes(found[at : at + step], "little") for at in range(0, len(found), step)]


def distinct_rows(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first index of each distinct row of some integer columns, in rising order, and each row's number."""
    if len(columns[0]) <= _SHORT:
        return _distinct_few(columns)
    table = np.stack(columns)
    key, room = np.zeros(table.shape[1], np.int64), 1
    for column, low, high in zip(table, table.min(axis=1).tolist(), table.max(axis=1).tolist(), strict=True):
        if low == high:
            continue
        room *= high - low + 1
        if room >= 2**63:
            raise OverflowError("the fields have too many values together to be told apart in 64 bits")
        key = key * (high - low + 1) + (column.astype(np.int64) - low)
    if room > _SPARSE * len(key):
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        return first, which
    seen = np.full(room, -1, np.intp)  # few values beside the rows: a place for each of them is quicker than sorting
    seen[key[::-1]] = np.arange(len(key) - 1, -1, -1)
    there = np.flatnonzero(seen >= 0)
    number = np.empty(room, np.intp)
    number[there] = np.arange(len(there))
    return seen[there], number[key]


def _distinct_few(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the same for a few rows, one after the other."""
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    first: dict[Outcome, int] = {}
    for at, row in enumerate(rows):
        first.setdefault(row, at)
    number = {row: at for at, row in enumerate(sorted(first))}
    return np.array([first[row] for row in number], np.intp), np.array([number[row] for row in rows], np.intp)
