"""Roll spaces: every roll of some dice, for exact answers; and the same dice drawn, for simulation."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Rolls = NDArray[np.int8]


@cache
def all_rolls(n_dice: int, sides: int = 6) -> Rolls:
    """Return every ordered roll once, shape (sides ** n_dice, n_dice); read-only.

    >>> all_rolls(2).shape, int(all_rolls(2).sum(axis=1).max())
    ((36, 2), 12)
    """
    if n_dice == 0:
        rolls: Rolls = np.empty((1, 0), np.int8)
    else:
        axes = [np.arange(1, sides + 1, dtype=np.int8)] * n_dice
        rolls = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, n_dice)
    rolls.setflags(write=False)
    return rolls


def draw_rolls(generator: np.random.Generator, n: int, n_dice: int, sides: int = 6) -> Rolls:
    """Draw n rolls, shape (n, n_dice), roll after roll: fewer games of a block see the same first rolls."""
    return generator.integers(1, sides, size=(n, n_dice), dtype=np.int8, endpoint=True)


def draw_kinds(generator: np.random.Generator, weights: NDArray[np.integer]) -> NDArray[np.int64]:
    """Draw one of some kinds for each game by whole weights of shape (n, kinds), each total below 2 ** 31.

    Returns shape (n,): the kind's position, -1 where all weights are 0. The same generator gives the same place in the
    cup whatever lies in it, so that variants share their luck. A kind's chance is off by less than 2 ** -32.
    """
    upto = np.cumsum(weights, axis=1, dtype=np.uint64)
    place = generator.integers(0, 2**32, size=len(upto), dtype=np.uint64) * upto[:, -1] >> np.uint64(32)
    kind = (upto <= place[:, np.newaxis]).sum(axis=1)
    return np.where(upto[:, -1] > 0, kind, -1)
