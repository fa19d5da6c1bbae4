"""The surrender of the pocket [10.3.5]: at level 1, both airfields lost, half of the weak units go, others shrink."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.tables import load_list

LIMITS = load_list("stalingrad_roads", "fortress_limits")

_SHARE = Fraction(LIMITS["surrender_one_step_share"]["value"])

Counts = NDArray[np.int64]


def surrendered(full_units: ArrayLike, one_step_units: ArrayLike) -> tuple[Counts, Counts]:
    """Return full units and units of one step after one surrender, each of shape (...) [1.9.1, 10.3.5].

    First half of the units of one step go, rounded up; then the full ones are reduced. No Kampfgruppen come of it.

    >>> [int(units) for units in surrendered(6, 5)]
    [0, 8]
    """
    full, weak = np.asarray(full_units, np.int64), np.asarray(one_step_units, np.int64)
    gone = -(-weak * _SHARE.numerator // _SHARE.denominator)
    return np.zeros_like(full), weak - gone + full


def units_by_surrender(full_units: int, one_step_units: int) -> list[tuple[int, int]]:
    """Return full and one-step units before each surrender and after the last one, until nobody is left.

    >>> units_by_surrender(1, 2)
    [(1, 2), (0, 2), (0, 1), (0, 0)]
    """
    left = [(full_units, one_step_units)]
    while any(left[-1]):
        full, weak = surrendered(*left[-1])
        left.append((int(full), int(weak)))
    return left
