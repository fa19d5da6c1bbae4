"""The cup of Soviet supports and its shortage markers [5.1.2, 12].

Every shortage marker goes back to the cup at the end of its support phase, as 12.2 lets it: so the cup holds them all
at each draw.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.numbers.tables import load_list

CUP = load_list("stalingrad_roads", "support_limits")


def shortages_in_cup(turn: int, hq_moves: ArrayLike, moves_start: ArrayLike) -> NDArray[np.int64]:
    """Return the shortage markers in the cup in a turn's support phase, the test marker among them, shape (...) [12.1].

    Headquarters move after the support phase, so a move counts from the next turn on.

    >>> [int(shortages_in_cup(turn, 2, 3)) for turn in (3, 4, 5)]
    [0, 2, 4]
    """
    markers = np.asarray(hq_moves, np.int64) * CUP.integer("shortage_markers_per_hq_move")
    return np.asarray(markers * np.maximum(turn - np.asarray(moves_start), 0))


def returned_by_test(shortages: ArrayLike, supports: ArrayLike, *, counts_itself: bool = False) -> NDArray[Any]:
    """Return how many real supports a test sends back, shape (...): one for each plain shortage [12.3, ruling R63].

    `shortages` counts the test marker, which is none of those to pay for unless it `counts_itself`. What the box
    cannot pay are stacks that the Axis puts out of supply.

    >>> int(returned_by_test(4, 2)), int(returned_by_test(3, 9))
    (2, 2)
    """
    return np.minimum(np.maximum(np.asarray(shortages) - (not counts_itself), 0), supports)


@lru_cache(maxsize=1 << 16)
def draw_ways(n: int, real: int, short: int) -> list[tuple[int, bool, int, int]]:
    """Return shortage markers drawn, whether the test marker is one of them, in how many ways of how many [12.3].

    n markers are drawn from so many real supports and so many shortage markers, one of which is the test.

    >>> draw_ways(1, 1, 1)
    [(0, False, 1, 2), (1, True, 1, 2)]
    """
    of, ways = comb(real + short, n) * max(short, 1), []
    for k in range(min(n, short) + 1):
        of_k = comb(real, n - k) * comb(short, k)
        ways += [(k, False, of_k * (max(short, 1) - k), of), (k, True, of_k * k, of)]
    return [way for way in ways if way[2]]
