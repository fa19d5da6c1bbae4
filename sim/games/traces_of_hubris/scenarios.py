"""The systems of Traces of Hubris that can be played as a scenario of their own."""

from __future__ import annotations

from types import ModuleType

from sim.game import Scenario
from sim.games.traces_of_hubris import (
    attrition,
    blucher,
    chits,
    headquarters,
    luftwaffe,
    policies,
    rail,
    reserves,
    victory,
)
from sim.games.traces_of_hubris.factors import TURNS, factors_of
from sim.state import State


def _scenario(
    name: str, title: str, chapter: ModuleType, state: type[State], table: str, turns: tuple[str, ...] = TURNS
) -> Scenario:
    """Return the scenario of a chapter: its phases from its start, the factors of its table, its policies."""
    return Scenario(
        id=name, title=title, factors=factors_of(table), policies=getattr(policies, name.upper()), turns=turns,
        state=state, start=chapter.start, phases=chapter.PHASES, results=chapter.RESULTS,
    )  # fmt: skip


SCENARIOS = {
    scenario.id: scenario
    for scenario in (
        _scenario("luftwaffe", "The Luftwaffe's markers", luftwaffe, luftwaffe.Luftwaffe, "luftwaffe_factors"),
        _scenario("chits", "The cup: one turn's command chits", chits, chits.Cup, "chit_factors", chits.DRAWS),
        _scenario("attrition", "A pocket out of supply", attrition, attrition.Pocket, "attrition_factors"),
        _scenario("rail", "Rail transfer", rail, rail.Transfer, "rail_factors"),
        _scenario("reserves", "Arrivals and withdrawals", reserves, reserves.Reserves, "reserves_factors"),
        _scenario(
            "headquarters", "A headquarters lost", headquarters, headquarters.Headquarters, "headquarters_factors",
            headquarters.TURNS,
        ),
        _scenario("blucher", "Operation Blücher: the 11th Army", blucher, blucher.Blucher, "blucher_factors"),
        _scenario("victory", "Targets, points and the win", victory, victory.Campaign, "victory_factors"),
    )
}  # fmt: skip
