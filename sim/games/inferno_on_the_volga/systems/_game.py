"""The id of the game for its systems, and what comes evenly spread over turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

GAME_ID = "inferno_on_the_volga"


def is_due(n: ArrayLike, of: int, turn: int) -> NDArray[np.bool_]:
    """Return whether something that comes n times in `of` turns, evenly spread, comes on this one, shape (...).

    >>> [turn for turn in range(1, 13) if is_due(4, 12, turn)], bool(is_due(0, 12, 12))
    ([3, 6, 9, 12], False)
    """
    n = np.asarray(n, np.int64)
    return np.asarray(n * turn // of > n * (turn - 1) // of)
