"""Exact laws of one whole number, such as steps lost: sums of independent ones, and where a value stands in one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

Spread = dict[int, Fraction]
"""The chance of each value."""


def spread_of(values: Iterable[tuple[int, Fraction]]) -> Spread:
    """Return the law of a number from values with their chances; a value may come several times."""
    law: Spread = {}
    for value, p in values:
        law[value] = law.get(value, Fraction(0)) + p
    return law


def total(laws: Iterable[Spread]) -> Spread:
    """Return the law of the sum of independent numbers.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> [str(p) for p in total([coin, coin]).values()]
    ['1/4', '1/2', '1/4']
    """
    parts = [_counted(law) for law in laws] or [Counted(0, [1], 1)]
    while len(parts) > 1:  # in pairs: the long ones meet once
        parts = [_joined(*parts[at : at + 2]) for at in range(0, len(parts), 2)]
    low, counts, denominator = parts[0]
    return {low + at: Fraction(n, denominator) for at, n in enumerate(counts) if n}


class Counted(NamedTuple):
    """A law in whole numbers: how many ways of all there are to each value from the lowest on."""

    low: int
    counts: list[int]
    denominator: int


def _counted(law: Spread) -> Counted:
    low, denominator = min(law), lcm(*(p.denominator for p in law.values()))
    counts = [0] * (max(law) - low + 1)
    for value, p in law.items():
        counts[value - low] = int(p * denominator)
    return Counted(low, counts, denominator)


def _joined(one: Counted, other: Counted | None = None) -> Counted:
    """Return the law of the sum of two; their counts are multiplied as two long integers, with room for every sum."""
    if other is None:
        return one
    denominator = one.denominator * other.denominator
    room = denominator.bit_length() // 8 + 1
    n = len(one.counts) + len(other.counts) - 1
    product = _packed(one.counts, room) * _packed(other.counts, room)
    data = product.to_bytes(n * room, "little")
    counts = [int.from_bytes(data[at : at + room], "little") for at in range(0, n * room, room)]
    return Counted(one.low + other.low, counts, denominator)


def _packed(counts: list[int], room: int) -> int:
    return int.from_bytes(b"".join(n.to_bytes(room, "little") for n in counts), "little")


def mean(law: Spread) -> Fraction:
    """Return the expectation of a number."""
    return sum((value * p for value, p in law.items()), Fraction(0))


def mid_percentile(law: Spread, actual: int) -> Fraction:
    """Return the chance of less than `actual`, and half of the chance of just that.

    >>> mid_percentile({0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}, 1)
    Fraction(5, 8)
    """
    less = sum((p for value, p in law.items() if value < actual), Fraction(0))
    return less + law.get(actual, Fraction(0)) / 2
