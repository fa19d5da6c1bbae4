"""Modifiers as rows of a table: which apply, how often, and the limit of their sum."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.tables import Records


def net_modifier(
    rows: Records, counts: Mapping[str, ArrayLike], low: int | None = None, high: int | None = None
) -> NDArray[np.int8]:
    """Return the sum of all modifiers, shape (...), held between `low` and `high`.

    `counts` says for every row of the table how often it applies, shape (...); a row's ``max_count`` caps it.
    Every row must
    be answered for, so that a modifier added to the table cannot be forgotten: `KeyError` names the one that is.
    """
    total: NDArray[np.int16] = np.zeros((), np.int16)
    for row in rows.rows:
        times = np.asarray(counts[row["id"]], np.int16)
        if row["max_count"]:
            times = np.minimum(times, np.int16(row["max_count"]))
        total = np.add(total, np.int16(row["value"]) * times)
    if low is not None or high is not None:
        total = np.clip(total, low, high)
    return np.asarray(total, np.int8)
