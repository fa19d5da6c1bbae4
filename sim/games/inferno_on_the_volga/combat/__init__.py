"""Combat of Inferno on the Volga: from the facts of a fight to its exact law, and what both sides make of it."""

from __future__ import annotations

from sim.combat import Combat, ComesTo
from sim.game import lazily
from sim.games.inferno_on_the_volga.combat import facts, odds
from sim.games.inferno_on_the_volga.combat.unknown import FAMILY as UNSEEN_BLOCKS

COMBAT = Combat(
    facts.OPTIONS,
    odds.odds,
    comes_to=ComesTo(
        cleared="is_hex_cleared",
        taken=lambda after, fight: bool(after["is_hex_taken"]),
        retreats=lambda after, fight: False,  # no combat sends blocks back
        dies=lambda after, fight: bool(after["is_hex_cleared"]),
        attacker_steps="attacker",
        defender_steps="defender",
        narrowed_by={UNSEEN_BLOCKS.name: "the blocks that you have seen, in place of unknown ones"},
    ),
    example=odds.EXAMPLE,
    explorer=lazily("sim.games.inferno_on_the_volga.combat.explorer", "EXPLORER"),
    plan=lazily("sim.games.inferno_on_the_volga.combat.plan", "PLAN"),
)
