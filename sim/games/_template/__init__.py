"""Template: one combat table and one system, with invented numbers."""

from sim.game import Game

GAME = Game(
    id="_template",
    title="Template",
    edition="invented, first edition",
    version=1,
    sides=("raiders", "garrison"),
    chapters=frozenset({"combat", "crt", "examples", "scenarios", "tracks"}),
)
