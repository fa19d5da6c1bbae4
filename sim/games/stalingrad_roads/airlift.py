"""The airlift into the Stalingrad pocket [10.4]: one die, its modifiers, and what it does to the supply level."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.modifiers import net_modifier
from sim.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "airlift")
DRM = load_list("stalingrad_roads", "airlift_drm")
LIMITS = load_list("stalingrad_roads", "airlift_limits")

_CHANGE = TABLE.numbers[:, TABLE.column_labels.index("level_change")].astype(np.int8)
_JU52 = TABLE.numbers[:, TABLE.column_labels.index("ju52_received")].astype(np.int8)


def airlift_drm(counts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """Return the net DRM of an airlift roll, shape (...), from -4 to +2; `counts` for every row of `DRM` [10.4].

    >>> none = {row["id"]: 0 for row in DRM.rows}
    >>> int(airlift_drm(none | {"vvs": 1, "aa": 1, "clear_sky": 1}))  # [example 9]
    2
    """
    return net_modifier(DRM, counts, LIMITS.integer("drm_min"), LIMITS.integer("drm_max"))


def airlift_result(drm: ArrayLike, rolls: Rolls) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return modified roll, change of level and Ju 52 markers received, each of shape (...); rolls (..., 1) [10.4.2].

    >>> [int(x) for x in airlift_result(2, np.array([2], np.int8))]  # [example 9]
    [4, -1, 2]
    """
    modified = rolls[..., 0] + np.asarray(drm, np.int8)
    row = TABLE.row_index(modified)
    return modified, _CHANGE.take(row), _JU52.take(row)
