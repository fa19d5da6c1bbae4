"""Combat of Donnerschlag: from the facts of a fight to its exact law, and what both sides make of it [4.5-4.7, 13]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.combat import Combat
from sim.games.donnerschlag.combat import facts, odds, table

if TYPE_CHECKING:
    from sim.explorer import Explorer


def _explorer() -> Explorer:
    from sim.games.donnerschlag.combat.explorer import EXPLORER

    return EXPLORER


COMBAT = Combat(facts.OPTIONS, odds.odds, table=table.TABLE, explorer=_explorer)
