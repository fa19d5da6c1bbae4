"""The systems of Leningrad that can be played as a scenario of their own."""

from __future__ import annotations

from sim.game import Scenario
from sim.games.leningrad import air, forts, regeneration
from sim.games.leningrad.outside import factors_of
from sim.games.leningrad.policies import POLICIES

SCENARIOS = {
    "air": Scenario(
        id="air", title="A turn of the air units", turns=("the turn",), state=air.Turn, start=air.start,
        phases=air.phases(), factors=factors_of("air_factors"), policies=POLICIES["air"], results=air.RESULTS,
    ),
    "regeneration": Scenario(
        id="regeneration", title="Regeneration and its price", turns=regeneration.TURNS, state=regeneration.Hospital,
        start=regeneration.start, phases=regeneration.PHASES, factors=factors_of("regeneration_factors"),
        policies=POLICIES["regeneration"], results=regeneration.RESULTS,
    ),
    "forts": Scenario(
        id="forts", title="The forts around Leningrad", turns=forts.TURNS, state=forts.Forts, start=forts.start,
        phases=forts.PHASES, factors=factors_of("fort_factors"), policies=POLICIES["forts"], results=forts.RESULTS,
    ),
}  # fmt: skip
