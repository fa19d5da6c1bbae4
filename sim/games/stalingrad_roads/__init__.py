"""Stalingrad Roads (Nuts! Publishing, 2024)."""

from sim.game import Game

GAME = Game(
    id="stalingrad_roads",
    title="Stalingrad Roads",
    edition="Nuts! Publishing, 2024",
    version=1,
    sides=("soviet", "axis"),
    chapters=frozenset({"combat", "crt", "explorer", "plan", "scenarios", "tracks"}),
)
