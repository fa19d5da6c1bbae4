"""Combat of Donnerschlag: from the facts of a fight to its exact law, and what both sides make of it [4.5-4.7, 13]."""

from __future__ import annotations

from sim.combat import Combat
from sim.game import lazily
from sim.games.donnerschlag.combat import facts, odds, table

COMBAT = Combat(
    facts.OPTIONS, odds.odds, table=table.TABLE, explorer=lazily("sim.games.donnerschlag.combat.explorer", "EXPLORER")
)
