"""The systems of Stalingrad Roads that can be played as a scenario of their own."""

from __future__ import annotations

from typing import Any

from sim.game import Scenario
from sim.games.stalingrad_roads import approval, ju52, offensives, pocket, stavka, supports, winter
from sim.games.stalingrad_roads.inputs import CAMPAIGN, factors_of
from sim.games.stalingrad_roads.policies import POLICIES


def _scenario(name: str, title: str, turns: tuple[str, ...], chapter: Any, state: type[Any]) -> Scenario:
    """Return the scenario a chapter tells: its start, its phases, its results, with the factors of the same name."""
    return Scenario(
        id=name, title=title, turns=turns, state=state, start=chapter.start, phases=chapter.PHASES,
        factors=factors_of(f"{name}_factors"), policies=POLICIES[name], results=chapter.RESULTS,
    )  # fmt: skip


SCENARIOS = {
    scenario.id: scenario
    for scenario in (
        _scenario(
            "pocket", "The Stalingrad pocket: airlift and supply level from NOV IV", pocket.TURNS, pocket, pocket.Pocket
        ),
        _scenario("weather", "The winter: frost, mud and blizzards from NOV III", CAMPAIGN, winter, winter.Winter),
        _scenario("ju52", "The Ju 52 markers of the airlift, until level 1", pocket.TURNS, ju52, ju52.Cup),
        _scenario(
            "approval", "The Führer's approval, Manstein and the OKH from NOV III", CAMPAIGN, approval, approval.Favor
        ),
        _scenario(
            "supports", "Soviet supports and major offensives from NOV III", supports.TURNS, supports, supports.Stock
        ),
        _scenario(
            "minor_offensives", "The supports of the minor offensives from NOV III", offensives.TURNS, offensives,
            offensives.Minors,
        ),
        _scenario("stavka", "The STAVKA reserve from NOV IV", stavka.TURNS, stavka, stavka.Reserve),
    )
}  # fmt: skip
