"""Stalingrad Roads (Nuts! Publishing, 2024)."""

from __future__ import annotations

from sim.game import Game, lazily

GAME = Game(
    id="stalingrad_roads",
    title="Stalingrad Roads",
    edition="Nuts! Publishing, 2024",
    version=1,
    sides=("soviet", "axis"),
    offers_combat=lazily("sim.games.stalingrad_roads.combat", "COMBAT"),
    offers_checks=lazily("sim.games.stalingrad_roads.lint", "CHECKS"),
    offers_examples=lazily("sim.games.stalingrad_roads.examples", "READERS"),
    lead="pocket",  # the siege is what the game is about, and its airlift is printed
    lacks="the counters, the set-up, the terrain chart and the map",
)
