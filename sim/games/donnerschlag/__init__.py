"""Donnerschlag: Escape from Stalingrad (VUCA Simulations, 2022)."""

from __future__ import annotations

from sim.game import Game, lazily

GAME = Game(
    id="donnerschlag",
    title="Donnerschlag: Escape from Stalingrad",
    edition="VUCA Simulations, 2022",
    version=1,
    sides=("axis", "soviet"),
    offers_combat=lazily("sim.games.donnerschlag.combat", "COMBAT"),
    offers_checks=lazily("sim.games.donnerschlag.lint", "CHECKS"),
    offers_examples=lazily("sim.games.donnerschlag.examples", "READERS"),
    lacks="the combat table, the card decks, the strengths of the units and the map",
)
