"""What Leningrad leaves to the map and to play: assumed numbers, as factors with their ranges."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from sim.game import Factor
from sim.tables import load_list


def factors_of(table: str) -> dict[str, Factor]:
    """Return the factors that a table of assumed numbers holds, in its order.

    >>> factors_of("bid_factors")["steps_lost"].value  # the designer's estimate [16.4]
    10
    """
    rows = load_list("leningrad", table)
    return {
        row["id"]: Factor(
            row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"])
        )
        for row in rows.rows
    }


def told(factors: Mapping[str, ArrayLike]) -> dict[str, int]:
    """Return factors of a single value each as integers."""
    return {name: int(np.asarray(value)) for name, value in factors.items()}
