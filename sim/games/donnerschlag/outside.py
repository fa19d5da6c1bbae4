"""What Donnerschlag leaves to maps and cards that our source lacks: assumed numbers, as factors with their ranges."""

from __future__ import annotations

from sim.game import Factor
from sim.tables import load_list


def factors_of(table: str) -> dict[str, Factor]:
    """Return the factors that a table of assumed numbers holds, in its order.

    >>> factors_of("clock_factors")["zone_hexes"].basis
    'assumed'
    """
    rows = load_list("donnerschlag", table)
    return {
        row["id"]: Factor(
            row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"])
        )
        for row in rows.rows
    }
