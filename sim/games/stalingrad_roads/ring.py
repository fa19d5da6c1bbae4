"""What the pocket costs the Soviets who hold it [10.2.4, 10.2.6]: pinned units, and a garrison around Stalingrad."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.games.stalingrad_roads.inputs import number
from sim.tables import load_list

LIMITS = load_list("stalingrad_roads", "fortress_limits")
GARRISON = load_list("stalingrad_roads", "garrison")


def pinned_units(units: ArrayLike) -> NDArray[np.int64]:
    """Return how many Soviet units of a hex next to the pocket may not move, shape (...) [10.2.4].

    >>> [int(pinned_units(units)) for units in range(4)]
    [0, 1, 2, 2]
    """
    units = np.asarray(units)
    is_full = units >= LIMITS.integer("pinned_hex_units")
    return np.asarray(np.where(is_full, units - LIMITS.integer("pinned_hex_free_units"), units))


def garrison_units(stalingrad_hexes: int, turn: int, declared_turn: int) -> int:
    """Return how many units must stand near the Fortress, by the Stalingrad hexes the Axis holds and the turn [10.2.6].

    >>> garrison_units(2, 2, 1), garrison_units(1, 2, 1), garrison_units(2, 1, 1), garrison_units(0, 9, 1)
    (24, 15, 0, 0)
    """
    needed = {int(row["axis_stalingrad_hexes"]): int(row["units"]) for row in GARRISON.rows}
    if turn < declared_turn + LIMITS.integer("garrison_delay_turns"):
        return 0
    return needed.get(stalingrad_hexes, 0)


def tied_units(ring_hexes: int, units_a_hex: int, stalingrad_hexes: int) -> int:
    """Return how many Soviet units the pocket keeps from going elsewhere in one turn [10.2.4, 10.2.6].

    Those pinned in the ring count toward the garrison: the ring lies within its radius (ruling R64).

    >>> tied_units(14, 2, 2), tied_units(8, 1, 2)
    (28, 24)
    """
    pinned = ring_hexes * int(pinned_units(units_a_hex))
    return max(pinned, garrison_units(stalingrad_hexes, number("NOV IV"), number("NOV III")))
