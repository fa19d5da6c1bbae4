"""The airlift into the Stalingrad pocket [10.4]: one die, its modifiers, and what it does to the supply level.

What falls on the map (airfields, supports, attacks) comes in as the factors of the system ``pocket``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.games.stalingrad_roads.systems._weather_table import BLIZZARD, CLEAR, TRACK
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "airlift")
DRM = load_list("stalingrad_roads", "airlift_drm")
LIMITS = load_list("stalingrad_roads", "airlift_limits")

TURNS = tuple(row["game_turn"] for row in TRACK.rows if row["weather_column"])[:10]
"""The ten turns from NOV IV, the first with an airlift when the Fortress is declared in NOV III [example 9]."""

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


def drm_counts(
    factors: Mapping[str, ArrayLike], turn: int, clouds: NDArray[Any], is_grounded: ArrayLike = False
) -> dict[str, ArrayLike]:
    """Return how often each airlift DRM applies; air supports stay on the ground in a blizzard [5.5.2, 10.4].

    Where the Axis placed its own in the turn before, they may be `is_grounded` by that turn's sky, and then by no other
    (ruling R69). Goering may help in any sky, being played, not placed (ruling R16).
    """
    can_fly = clouds != BLIZZARD
    axis_flies = np.where(np.asarray(factors["air_placed_before"]) > 0, ~np.asarray(is_grounded, np.bool_), can_fly)
    is_played = np.asarray(factors["goering_in_blizzard"]) > 0
    return {
        "vvs": times_where(can_fly, factors["vvs"]),
        "pocket_open": in_window(factors, "open", turn),
        "goering": times_where(axis_flies | is_played, factors["goering"]),
        "armored_attack": in_window(factors, "armored", turn),
        "clear_sky": clouds == CLEAR,
        "aa": factors["aa"],
        "luftwaffe": times_where(axis_flies, factors["luftwaffe"]),
        "blizzard": clouds == BLIZZARD,
        "pitomnik_lost": has_fallen(factors, "pitomnik", turn),
        "morozovsk_lost": has_fallen(factors, "morozovsk", turn),
        "tatsinskaya_lost": has_fallen(factors, "tatsinskaya", turn),
        "gumrak_lost": has_fallen(factors, "gumrak", turn),
        "raid": factors["raid"],
    }


def has_fallen(factors: Mapping[str, ArrayLike], airfield: str, turn: int) -> NDArray[Any]:
    """Return whether an airfield is lost on a turn, shape (...)."""
    return np.asarray(turn >= np.asarray(factors[f"{airfield}_falls"]))


def in_window(factors: Mapping[str, ArrayLike], event: str, turn: int) -> NDArray[Any]:
    """Return whether a turn lies in the ``<event>_turns`` turns that begin with ``<event>_from``, shape (...)."""
    since = turn - np.asarray(factors[f"{event}_from"])
    return np.asarray((since >= 0) & (since < np.asarray(factors[f"{event}_turns"])))


def times_where(is_so: NDArray[np.bool_], count: ArrayLike) -> NDArray[np.int8]:
    """Return a small count in the games where something is so, 0 in the others."""
    return np.multiply(is_so, count, dtype=np.int8, casting="same_kind")
