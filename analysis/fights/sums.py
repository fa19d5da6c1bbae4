"""Exact laws of one whole number, such as steps lost: sums of independent ones, and where a value stands in one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm, log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EXACT_BITS = 10_000_000
"""Bits of all counts of a sum together, up to which it is worked out in whole numbers: a second's work."""
_TAIL = 1e-13
"""Chance that all that is cut off an approximate sum may have together."""
_DIRECT = 1_000_000
"""Products up to which two laws are multiplied term by term, which keeps small chances to sixteen digits."""
_ROUNDING = 2.0**-53

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


class Near(NamedTuple):
    """The law of a sum, and by how much a chance read out of it may be wrong; 0 for one in whole numbers."""

    law: Spread
    error: Fraction


def near_total(laws: list[Spread]) -> Near:
    """Return the law of the sum of independent numbers: exact if that is quick, else with a proven bound of error.

    The work grows with the number of laws times its logarithm: sums are joined in pairs, and of each the ends are cut
    off that have no chance worth keeping. The bound adds up what was cut, and what rounding can do: every sum of
    products of n chances is within n + 2 roundings of itself; where a Fourier transform multiplies long laws, within
    as many as its stages, of the laws' lengths as vectors.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> near_total([coin, coin]) == Near(total([coin, coin]), Fraction(0))
    True
    """
    n_values = sum(max(law) - min(law) for law in laws) + 1
    n_bits = sum(lcm(*(p.denominator for p in law.values())).bit_length() for law in laws)
    if n_values * n_bits <= EXACT_BITS:
        return Near(total(laws), Fraction(0))
    tail = _TAIL / (2 * len(laws))
    found: list[tuple[int, _Rounded]] = []  # how many laws each joins: every entry more than the next
    for law in laws:
        size, joined = 1, _rounded(law)
        while found and found[-1][0] <= size:
            more, before = found.pop()
            size, joined = size + more, _multiplied(before, joined, tail)
        found.append((size, joined))
    while len(found) > 1:
        (size, joined), (more, before) = found.pop(), found.pop()
        found.append((size + more, _multiplied(before, joined, tail)))
    ((_, whole),) = found
    chances = {whole.low + at: Fraction(p) for at, p in enumerate(whole.chances.tolist()) if p}
    return Near(chances, Fraction(whole.error))


class _Rounded(NamedTuple):
    """A law in floating point from the lowest value on; the sum of all its errors is at most `error`."""

    low: int
    chances: NDArray[np.float64]
    error: float


def _rounded(law: Spread) -> _Rounded:
    low = min(law)
    chances = np.zeros(max(law) - low + 1)
    for value, p in law.items():
        chances[value - low] = float(p)
    return _Rounded(low, chances, _ROUNDING)


def _multiplied(one: _Rounded, other: _Rounded, tail: float) -> _Rounded:
    """Return the law of the sum of two, without the ends whose chance is at most `tail` each.

    Errors of the two add up, since no law sums to more than a little above 1; 1.01 covers that, and their product.
    """
    n, m = len(one.chances), len(other.chances)
    if n * m <= _DIRECT:
        joined, added = np.convolve(one.chances, other.chances), (min(n, m) + 2) * _ROUNDING
    else:
        joined, added = _by_fourier(one.chances, other.chances)
    up, down = np.cumsum(joined), np.cumsum(joined[::-1])
    first = int(np.searchsorted(up, tail, "right"))
    last = len(joined) - int(np.searchsorted(down, tail, "right"))
    cut = (up[first - 1] if first else 0.0) + (down[len(joined) - last - 1] if last < len(joined) else 0.0)
    error = 1.01 * (one.error + other.error + added + float(cut))
    return _Rounded(one.low + other.low + first, joined[first:last], error)


def _by_fourier(one: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the product of two long laws by fast Fourier transforms, and a bound of the sum of its errors.

    Each of three transforms of length n is within 8 log2(n) roundings of its length as a vector (Higham, Accuracy and
    Stability of Numerical Algorithms, theorem 24.2, has less than 4); a sum of n errors is at most the root of n times
    their length.
    """
    size = 1 << (len(one) + len(other) - 2).bit_length()
    product = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)[: len(one) + len(other) - 1]
    length = max(float(np.linalg.norm(one) * other.sum()), float(np.linalg.norm(other) * one.sum()))
    return np.maximum(product, 0.0), 24 * log2(size) * _ROUNDING * size**0.5 * 1.01 * length


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
