"""How many supports a roll draws for a Soviet box [5.3]: the STAVKA box, or that of a minor offensive."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.numbers.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "support_acquisition")
DRM = load_list("stalingrad_roads", "support_acquisition_drm")

MOST_FOR_STAVKA = int(TABLE.numbers[:, TABLE.column_labels.index("STAVKA")].max())
"""The most that a roll draws for the STAVKA box."""

_GUESSED = np.array(
    [[TABLE.basis[row][at] == "assumed" for at in range(len(TABLE.column_labels))] for row in range(len(TABLE.cells))]
)


def acquired(rolls: Rolls, drm: ArrayLike, shift: ArrayLike = 0, box: str = "STAVKA") -> NDArray[np.int8]:
    """Return how many supports a roll draws for a box, shape (...); rolls (..., 2) [5.3.2].

    `shift` moves the guessed cells.

    >>> int(acquired(np.array([4, 4], np.int8), -3)), int(acquired(np.array([4, 4], np.int8), -3, 1))  # [example 3]
    (3, 3)
    """
    row = TABLE.row_index(rolls[..., 0] + rolls[..., 1] + np.asarray(drm))
    at = TABLE.column_labels.index(box)
    shifted = TABLE.numbers[row, at] + _GUESSED[row, at] * np.asarray(shift)
    return np.maximum(shifted, 0).astype(np.int8)
