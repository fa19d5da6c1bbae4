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
        name: Factor(name, *(rows.integer(name, field) for field in ("value", "low", "high")),
                     about=rows[name]["about"], basis=rows.basis_of(name))
        for name in (row["id"] for row in rows.rows)
    }  # fmt: skip


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
