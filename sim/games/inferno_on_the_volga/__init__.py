"""Stalingrad: Inferno on the Volga (VentoNuovo Games, 2018)."""

from __future__ import annotations

<<<<<<< HEAD
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from sim.combat import Combat
    from sim.lint import Check
    from sim.match.referee import Referee
    from sim.match.whole import WholeGame


def _combat() -> Combat:
    from sim.games.inferno_on_the_volga.combat import COMBAT

    return COMBAT


def _checks() -> tuple[Check, ...]:
    from sim.games.inferno_on_the_volga.lint import CHECKS

    return CHECKS


def _examples() -> Mapping[str, Reader]:
    from sim.games.inferno_on_the_volga.examples import READERS

    return READERS


def _whole() -> WholeGame:
    from sim.games.inferno_on_the_volga.played import WHOLE

    return WHOLE
=======
from sim.game import Game, lazily
>>>>>>> main


def _referee() -> Referee:
    from functools import partial

    from sim.games.inferno_on_the_volga.map.city import load_city
    from sim.games.inferno_on_the_volga.referee import Plan, judge

    def plan(board: int) -> Plan:
        city = load_city(board)
        return Plan(city.neighbors.tolist(), city.terrain.tolist(), city.icon.tolist(), city.aa)

    return partial(judge, plans=plan)


def _drawing(board: int, theme: str) -> str:
    from sim.games.inferno_on_the_volga.map.drawing import draw_city

    return draw_city(board, theme)


GAME = Game(
    id="inferno_on_the_volga",
    title="Stalingrad: Inferno on the Volga",
    edition="VentoNuovo Games, 2018",
    version=1,
    sides=("german", "soviet"),
<<<<<<< HEAD
    offers_combat=_combat,
    offers_checks=_checks,
    offers_examples=_examples,
    offers_whole=_whole,
    offers_referee=_referee,
=======
    offers_combat=lazily("sim.games.inferno_on_the_volga.combat", "COMBAT"),
    offers_checks=lazily("sim.games.inferno_on_the_volga.lint", "CHECKS"),
    offers_examples=lazily("sim.games.inferno_on_the_volga.examples", "READERS"),
    offers_whole=lazily("sim.games.inferno_on_the_volga.played", "WHOLE"),
>>>>>>> main
    offers_drawing=_drawing,
)
