"""The systems of Stalingrad: Inferno on the Volga that can be played as a scenario of their own."""

from __future__ import annotations

from types import ModuleType

from sim.game import Draw, Phase, Scenario
from sim.games.inferno_on_the_volga import clock, eliminations, flotilla, leaders, okh, paulus, reinforcements, rubble
from sim.games.inferno_on_the_volga.factors import factors_of
from sim.games.inferno_on_the_volga.policies import policies_of
from sim.state import State


def _scenario(
    id: str, title: str, table: str, chapter: ModuleType, state: type[State], *phases: Phase | Draw
) -> Scenario:
    """Return a system as a scenario: its chapter says how it starts, how long it is played and what is told."""
    return Scenario(
        id=id, title=title, turns=chapter.TURNS, state=state, start=chapter.start,
        phases=phases or chapter.PHASES, factors=factors_of(table), policies=policies_of(id), results=chapter.RESULTS,
    )  # fmt: skip


SCENARIOS = {
    scenario.id: scenario
    for scenario in (
        _scenario(
            "clock", "The Soviet clock: the deck under the solitaire AI", "clock_factors", clock, clock.Clock,
            Draw("soviet_turn", "p. 11-12", clock.weights, clock.soviet_turn),
        ),
        _scenario(
            "reinforcements", "Calls for reinforcements: the German board", "reinforcement_factors", reinforcements,
            reinforcements.Board,
        ),
        _scenario(
            "eliminations", "The race to ten eliminated German blocks", "elimination_factors", eliminations,
            eliminations.Dead, Draw("losses", "p. 3", eliminations.weights, eliminations.lose),
        ),
        _scenario("okh", "OKH: turns after the last Soviet card", "okh_factors", okh, okh.Extra),
        _scenario("paulus", "Paulus: the German cards", "paulus_factors", paulus, paulus.Cards),
        _scenario("flotilla", "The Volga Flotilla's five cards", "flotilla_factors", flotilla, flotilla.River),
        _scenario("rubble", "Attacks on a city hex until there is rubble", "rubble_factors", rubble, rubble.Assault),
        _scenario(
            "soviet_leaders", "Soviet leaders, from the deck into play", "soviet_leader_factors", leaders, leaders.Hand
        ),
    )
}  # fmt: skip
