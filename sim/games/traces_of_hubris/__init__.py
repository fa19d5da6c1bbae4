"""Traces of Hubris (VUCA Simulations, 2024)."""

from sim.game import Game

GAME = Game(
    id="traces_of_hubris",
    title="Traces of Hubris",
    edition="VUCA Simulations, 2024",
    version=1,
    sides=("axis", "soviet"),
    chapters=frozenset({"combat", "crt", "explorer", "plan", "scenarios", "tracks"}),
)
