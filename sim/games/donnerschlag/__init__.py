"""Donnerschlag: Escape from Stalingrad (VUCA Simulations, 2022)."""

from sim.game import Game

GAME = Game(
    id="donnerschlag",
    title="Donnerschlag: Escape from Stalingrad",
    edition="VUCA Simulations, 2022",
    version=1,
    sides=("axis", "soviet"),
    chapters=frozenset({"combat", "crt", "explorer", "scenarios", "tracks"}),
)
