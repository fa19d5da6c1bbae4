"""Leningrad (Decision Games, second edition, 2010)."""

from sim.game import Game

GAME = Game(
    id="leningrad",
    title="Leningrad",
    edition="Decision Games, second edition, 2010",
    version=1,
    sides=("german", "soviet"),
    chapters=frozenset({"combat", "crt", "explorer", "plan", "scenarios", "tracks"}),
)
