"""Odds columns: ratios rounded in the defender's favor, and counted along a ladder that goes on past the print.

The ladder of whole odds is ... 1/4, 1/3, 1/2, 1/1, 2/1, 3/1 ...; a ratio's *rung* is its place on it, with
1/1 at 0, 2/1 at 1, 1/2 at -1. Column shifts add rungs, right positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray


def odds_rung(attack: ArrayLike, defense: ArrayLike) -> NDArray[np.int64]:
    """Return the rung of attack against defense, shape (...), rounded in the defender's favor.

    Whole numbers above zero only; the quotient is taken in integers, never in floats.

    >>> odds_rung([11, 35, 10], [4, 10, 35]).tolist()  # 2/1 [Leningrad 8.33]; 3/1 and 1/4 [Stalingrad Roads 8.5.5]
    [1, 2, -3]
    """
    attack, defense = np.asarray(attack, np.int64), np.asarray(defense, np.int64)
    at_least_even = attack >= defense
    return np.where(at_least_even, attack // defense - 1, 1 + (-defense // attack))


def rung_of(label: str, separator: str) -> int:
    """Return the rung of a printed column.

    >>> rung_of("10-1", "-"), rung_of("1/2", "/")
    (9, -1)
    """
    left, right = (int(part) for part in label.split(separator))
    if min(left, right) != 1:
        raise ValueError(f"column {label!r} is not n{separator}1 or 1{separator}n")
    return left - 1 if right == 1 else 1 - right


def label_of(rung: int, separator: str) -> str:
    """Return the odds of a rung as a column would print them.

    >>> label_of(7, "/"), label_of(-3, "/")
    ('8/1', '1/4')
    """
    return f"{rung + 1}{separator}1" if rung >= 0 else f"1{separator}{1 - rung}"


def ratio_of(label: str, separator: str) -> Fraction:
    """Return the odds that a column stands for; what follows the last number, as in ``10:1+``, is left out.

    >>> ratio_of("1.5:1", ":"), ratio_of("1/2", "/"), ratio_of("10:1+", ":")
    (Fraction(3, 2), Fraction(1, 2), Fraction(10, 1))
    """
    left, right = label.rstrip("+").split(separator)
    return Fraction(left) / Fraction(right)


def column_reached(
    attack: ArrayLike, defense: ArrayLike, ratios: Sequence[Fraction], *, nearest: bool = False
) -> NDArray[np.int64]:
    """Return the last of some rising odds that attack against defense reaches, as a position, shape (...); -1 for none.

    Compared by cross-multiplication. With `nearest` a quotient counts for the nearest odds, a tie for the lower; the
    first odds must be reached all the same.

    >>> printed = [ratio_of(label, ":") for label in ("1:1", "1.5:1", "2:1", "3:1")]
    >>> column_reached([26, 18, 5], [9, 13, 6], printed).tolist()  # 2.89, 1.38 and 0.83
    [2, 0, -1]
    >>> column_reached([26, 18, 5], [9, 13, 6], printed, nearest=True).tolist()
    [3, 1, -1]
    """
    attack, defense = np.asarray(attack, np.int64), np.asarray(defense, np.int64)
    position = np.where(attack * ratios[0].denominator >= ratios[0].numerator * defense, 0, -1)
    for before, ratio in pairwise(ratios):
        limit = (before + ratio) / 2 if nearest else ratio
        left, right = attack * limit.denominator, limit.numerator * defense
        position = position + ((left > right) if nearest else (left >= right))
    return np.asarray(position)
