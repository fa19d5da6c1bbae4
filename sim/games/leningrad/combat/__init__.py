"""Combat of Leningrad: from the facts of a fight to its exact law, and what both sides make of it [7.0, 8.0, 12.0]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.combat import Combat, ComesTo, Plan
from sim.games.leningrad.combat import facts, odds, results, table

if TYPE_CHECKING:
    from sim.explorer import Explorer


def _explorer() -> Explorer:
    from sim.games.leningrad.combat.explorer import EXPLORER

    return EXPLORER


def _plan() -> Plan:
    from sim.games.leningrad.combat.plan import PLAN

    return PLAN


COMBAT = Combat(
    facts.OPTIONS,
    odds.odds,
    comes_to=ComesTo(sent_back=lambda outcome, fight: str(outcome["result"]).startswith("E/")),  # else he has a choice
    legend=results.legend,
    table=table.TABLE,
    explorer=_explorer,
    plan=_plan,
)
