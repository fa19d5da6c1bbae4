"""Exact laws of one whole number, such as steps lost: sums of independent ones, and where a value stands in one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

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
    sums: Spread = {0: Fraction(1)}
    for law in laws:
        sums = spread_of((a + b, p * q) for a, p in sums.items() for b, q in law.items())
    return sums


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
