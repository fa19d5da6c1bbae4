"""The systems of Stalingrad Roads that can be played as a scenario of their own."""

from __future__ import annotations

from sim.game import Factor, Scenario
from sim.games.stalingrad_roads import pocket
from sim.games.stalingrad_roads.policies import POCKET
from sim.tables import load_list

_FACTORS = load_list("stalingrad_roads", "pocket_factors")

SCENARIOS = {
    "pocket": Scenario(
        id="pocket",
        title="The Stalingrad pocket: airlift and supply level from NOV IV",
        turns=pocket.TURNS,
        state=pocket.Pocket,
        start=pocket.start,
        phases=pocket.PHASES,
        factors={
            row["id"]: Factor(
                row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"],
                _FACTORS.basis_of(row["id"]),
            )
            for row in _FACTORS.rows
        },
        policies=POCKET,
        results=pocket.RESULTS,
    )
}  # fmt: skip
