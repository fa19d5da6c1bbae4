"""Leningrad (Decision Games, second edition, 2010)."""

from __future__ import annotations

from sim.game import Game, lazily

GAME = Game(
    id="leningrad",
    title="Leningrad",
    edition="Decision Games, second edition, 2010",
    version=1,
    sides=("german", "soviet"),
    offers_combat=lazily("sim.games.leningrad.combat", "COMBAT"),
    offers_checks=lazily("sim.games.leningrad.lint", "CHECKS"),
    offers_examples=lazily("sim.games.leningrad.examples", "READERS"),
    offers_whole=lazily("sim.games.leningrad.played", "WHOLE"),
    offers_referee=lazily("sim.games.leningrad.referee", "judge"),
)
