"""Combat of Traces of Hubris: from the facts of a fight to its law, and what both sides make of it [7.0, 10.0]."""

from __future__ import annotations

from sim.combat import Combat, ComesTo
from sim.game import lazily
from sim.games.traces_of_hubris.combat import facts, odds

COMBAT = Combat(
    facts.OPTIONS,
    odds.odds,
    comes_to=ComesTo(
        taken=lambda after, fight: after["advance_hexes"] > 0,
        attacker_steps="attacker_units",
        defender_steps="defender_units",
        narrowed_by={odds.TERRAIN_RANGE: "the shift of the terrain in data/raw/traces_of_hubris/terrain.csv"},
    ),
    table=odds.TABLE,
    explorer=lazily("sim.games.traces_of_hubris.combat.explorer", "EXPLORER"),
    plan=lazily("sim.games.traces_of_hubris.combat.plan", "PLAN"),
)
