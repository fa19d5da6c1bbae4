"""Combat of Leningrad: from the facts of a fight to its exact law, and what both sides make of it [7.0, 8.0, 12.0]."""

from __future__ import annotations

from sim.combat import Combat
from sim.game import lazily
from sim.games.leningrad.combat import facts, odds, results, table

COMBAT = Combat(
    facts.OPTIONS,
    odds.odds,
    legend=results.legend,
    table=table.TABLE,
    explorer=lazily("sim.games.leningrad.combat.explorer", "EXPLORER"),
    plan=lazily("sim.games.leningrad.combat.plan", "PLAN"),
)
