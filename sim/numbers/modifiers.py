"""Modifiers as rows of a table: which apply, how often, and the limit of their sum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.numbers.tables import Records


def net_modifier(
    rows: Records, counts: Mapping[str, ArrayLike], low: int | None = None, high: int | None = None
) -> NDArray[np.int8]:
    """Return the sum of all modifiers, shape (...), held between `low` and `high`.

    `counts` says for every row of the table how often it applies, shape (...); a row's ``max_count`` caps it.
    Every row must
    be answered for, so that a modifier added to the table cannot be forgotten: `KeyError` names the one that is.
    """
    constant, parts = 0, []
    for row in rows.rows:
        times = np.asarray(counts[row["id"]])
        if row["max_count"]:
            times = np.minimum(times, times.dtype.type(row["max_count"]))
        if times.ndim:
            parts.append((int(row["value"]), times))
        else:
            constant += int(row["value"]) * int(times)
    most = abs(constant) + sum(abs(value) * int(abs(times).max(initial=0)) for value, times in parts)
    kind = np.int8 if most <= np.iinfo(np.int8).max else np.int64  # bytes are eight times as fast
    total: NDArray[Any] = np.asarray(constant, kind)
    for value, times in parts:
        total = total + np.multiply(times, value, dtype=kind, casting="same_kind")
    if low is not None or high is not None:
        total = np.clip(total, low, high)
    return np.asarray(total, np.int8)
