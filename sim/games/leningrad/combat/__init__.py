"""Combat of Leningrad: from the facts of a fight to its exact law, and what both sides make of it [7.0, 8.0, 12.0]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.combat import Combat, Plan
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
    legend=results.legend,
    table=table.TABLE,
    explorer=_explorer,
    plan=_plan,
)
