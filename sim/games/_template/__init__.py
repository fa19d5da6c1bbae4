"""Template: one combat table and one system, with invented numbers."""

from __future__ import annotations

from sim.game import Game, lazily

GAME = Game(
    id="_template",
    title="Template",
    edition="invented, first edition",
    version=1,
    sides=("raiders", "garrison"),
    offers_combat=lazily("sim.games._template.combat", "COMBAT"),
    offers_examples=lazily("sim.games._template.examples", "READERS"),
)
