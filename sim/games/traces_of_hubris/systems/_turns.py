"""What several systems share: the nine turns, windows of turns, chits that come by turn, counts a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.numbers.tables import Records, load_list
from sim.policies import Decide, Entry

GAME = "traces_of_hubris"
LAST_TURN = load_list(GAME, "victory_limits").integer("last_turn")
TURNS = tuple(str(turn) for turn in range(1, LAST_TURN + 1))
"""The nine game turns [13.0]."""

Counts = NDArray[np.int16]
Flags = NDArray[np.bool_]


def is_within(factors: Mapping[str, ArrayLike], event: str, turn: int) -> Flags:
    """Return whether a turn lies in the window ``<event>_from`` of ``<event>_turns`` turns, shape (...).

    >>> [bool(is_within({"rostov_from": 3, "rostov_turns": 2}, "rostov", turn)) for turn in (2, 3, 4, 5)]
    [False, True, True, False]
    """
    since = turn - np.asarray(factors[f"{event}_from"])
    return np.asarray((since >= 0) & (since < np.asarray(factors[f"{event}_turns"])))


def as_modifiers(rows: Records, field: str) -> Records:
    """Return a table whose modifiers stand in `field` as `net_modifier` reads it: ``value``, and no cap."""
    return replace(rows, rows=tuple({**row, "value": row[field], "max_count": ""} for row in rows.rows))


POINTS = as_modifiers(load_list(GAME, "victory_points"), "vp")
"""What units lost, headquarters moved and targets held are worth [13.0]."""


def broadcast(value: ArrayLike, n: int) -> Counts:
    """Return a factor as one value a game, shape (n,)."""
    return np.broadcast_to(np.asarray(value, np.int16), n).copy()


def reinforce_from(entry: Entry) -> Decide:
    """Return the decision of a policy that wants the reinforcement chit from a turn on, and its own chits or not."""

    def decide(state: Any, turn: int) -> Mapping[str, Any]:
        return {"reinforce": turn >= entry["reinforce_from"], "own": entry.get("own", True)}

    return decide
