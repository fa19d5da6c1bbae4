"""The systems of Template that are played turn by turn."""

from __future__ import annotations

from sim.game import Factor, Scenario
from sim.games._template import siege
from sim.games._template.policies import POLICIES
from sim.tables import load_list


def factors_of(table: str) -> dict[str, Factor]:
    """Return the factors that a table of assumed numbers holds, in its order."""
    rows = load_list("_template", table)
    return {
        row["id"]: Factor(
            row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"])
        )
        for row in rows.rows
    }


SCENARIOS = {
    "siege": Scenario(
        id="siege",
        title="The siege",
        turns=siege.TURNS,
        state=siege.Siege,
        start=siege.start,
        phases=siege.PHASES,
        factors=factors_of("siege_factors"),
        policies=POLICIES,
        results=siege.RESULTS,
    ),
}
