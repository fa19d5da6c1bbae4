"""What the systems beside the map take from outside: factors out of the assumed tables, and their windows of turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.game import Factor
from sim.tables import Records, load_list

GAME = "traces_of_hubris"
LAST_TURN = load_list(GAME, "victory_limits").integer("last_turn")
TURNS = tuple(str(turn) for turn in range(1, LAST_TURN + 1))
"""The nine game turns [13.0]."""

Counts = NDArray[np.int16]
Flags = NDArray[np.bool_]


def factors_of(table: str) -> dict[str, Factor]:
    """Return the factors of a system: the rows of its assumed table, in their order.

    >>> factors_of("blucher_factors")["rostov_from"].high
    10
    """
    rows = load_list(GAME, table)
    return {
        row["id"]: Factor(
            row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"])
        )
        for row in rows.rows
    }


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


def broadcast(value: ArrayLike, n: int) -> Counts:
    """Return a factor as one value a game, shape (n,)."""
    return np.broadcast_to(np.asarray(value, np.int16), n).copy()
