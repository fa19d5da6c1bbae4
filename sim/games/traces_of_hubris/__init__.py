"""Traces of Hubris (VUCA Simulations, 2024)."""

from __future__ import annotations

from sim.game import Game, lazily

GAME = Game(
    id="traces_of_hubris",
    title="Traces of Hubris",
    edition="VUCA Simulations, 2024",
    version=1,
    sides=("axis", "soviet"),
    offers_combat=lazily("sim.games.traces_of_hubris.combat", "COMBAT"),
    offers_checks=lazily("sim.games.traces_of_hubris.lint", "CHECKS"),
    offers_examples=lazily("sim.games.traces_of_hubris.examples", "READERS"),
    lead="blucher",  # its schedule is printed, most of what the others read is not
    lacks="most of the combat table, the counters and the map",
)
