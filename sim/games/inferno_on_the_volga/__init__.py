"""Stalingrad: Inferno on the Volga (VentoNuovo Games, 2018)."""

from sim.game import Game

GAME = Game(
    id="inferno_on_the_volga",
    title="Stalingrad: Inferno on the Volga",
    edition="VentoNuovo Games, 2018",
    version=1,
    sides=("german", "soviet"),
    chapters=frozenset({"combat", "explorer", "plan", "scenarios", "tracks"}),
)
