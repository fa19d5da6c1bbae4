"""Stalingrad: Inferno on the Volga (VentoNuovo Games, 2018)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, lazily

if TYPE_CHECKING:
    from sim.match.referee import Referee


def _referee() -> Referee:
    from functools import partial

    from sim.games.inferno_on_the_volga.map.city.board import load_city
    from sim.games.inferno_on_the_volga.referee import Plan, judge

    def plan(board: int, drawn: str) -> Plan:
        city = load_city(board, drawn)
        return Plan(city.neighbors.tolist(), city.terrain.tolist(), city.icon.tolist(), city.aa)

    return partial(judge, plans=plan)


def _drawing(board: int, theme: str, heat: Mapping[str, float]) -> str:
    from sim.games.inferno_on_the_volga.map.city.drawing import draw_city

    return draw_city(board, theme, heat)


GAME = Game(
    id="inferno_on_the_volga",
    title="Stalingrad: Inferno on the Volga",
    edition="VentoNuovo Games, 2018",
    version=1,
    sides=("german", "soviet"),
    offers_combat=lazily("sim.games.inferno_on_the_volga.combat", "COMBAT"),
    offers_checks=lazily("sim.games.inferno_on_the_volga.lint", "CHECKS"),
    offers_examples=lazily("sim.games.inferno_on_the_volga.examples", "READERS"),
    offers_whole=lazily("sim.games.inferno_on_the_volga.played", "WHOLE"),
    offers_referee=_referee,
    offers_drawing=_drawing,
)
