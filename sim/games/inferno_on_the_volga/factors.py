"""What the systems beside the map take from outside: the rows of the assumed tables, each with its range."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.game import Factor
from sim.tables import load_list

GAME_ID = "inferno_on_the_volga"


def factors_of(table: str) -> dict[str, Factor]:
    """Return the factors of a system, in the order of its table.

    >>> factors_of("clock_factors")["first_loss"].high
    20
    """
    rows = load_list(GAME_ID, table)
    return {
        row["id"]: Factor(
            row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"])
        )
        for row in rows.rows
    }


def one(factors: Mapping[str, ArrayLike], name: str) -> int:
    """Return a factor that holds a single value."""
    return int(np.asarray(factors[name]))


def is_due(n: ArrayLike, of: int, turn: int) -> NDArray[np.bool_]:
    """Return whether something that comes n times in `of` turns, evenly spread, comes on this one, shape (...).

    >>> [turn for turn in range(1, 13) if is_due(4, 12, turn)], bool(is_due(0, 12, 12))
    ([3, 6, 9, 12], False)
    """
    n = np.asarray(n, np.int64)
    return np.asarray(n * turn // of > n * (turn - 1) // of)
