"""Combat: from the facts of a fight to its exact law and what both sides make of it [8, 9.3, 10.3, 14.1]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.combat import Combat, CombatTable, ComesTo, TableParts
from sim.dice import Rolls
from sim.game import lazily
from sim.games.stalingrad_roads.combat.chart import FAMILY as TERRAIN_CHART
from sim.games.stalingrad_roads.combat.consequences import may_advance
from sim.games.stalingrad_roads.combat.elite import FAMILY as ELITE_BLOCKS
from sim.games.stalingrad_roads.combat.facts import OPTIONS
from sim.games.stalingrad_roads.combat.odds import READING, every_column, odds
from sim.games.stalingrad_roads.combat.strengths import SITUATIONS
from sim.games.stalingrad_roads.combat.table import TACTICAL, attrition, combat_result, legend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _settled(column: int, rolls: Rolls) -> tuple[tuple[NDArray[np.int8], NDArray[np.int8]], list[list[str]]]:
    """Return the attrition of both sides, and the tactical result of each once Eng has rolled again [8.7.4-8.7.6]."""
    found = combat_result(column, rolls)
    codes = [found[f"{side}_tactical"].tolist() for side in ("attacker", "defender")]
    return attrition(column, rolls), [[TACTICAL[code] for code in one] for one in codes]


COMBAT = Combat(
    options=OPTIONS,
    odds=odds,
    comes_to=ComesTo(
        cleared="is_emptied",
        taken=may_advance,
        dies=lambda after, fight: bool(after["is_emptied"]) and not after["defender_retreat_hexes"],
        narrowed_by={
            TERRAIN_CHART: "--terrain-bonus N, or the chart's cells in data/raw/stalingrad_roads/terrain_results.csv",
            ELITE_BLOCKS.name: "the colored blocks of the table in data/raw/stalingrad_roads/elite_blocks.assumed.csv",
        },
    ),
    legend=legend,
    table=CombatTable(READING, every_column, combat_result, SITUATIONS, parts=TableParts(_settled)),
    explorer=lazily("sim.games.stalingrad_roads.combat.explorer", "EXPLORER"),
    plan=lazily("sim.games.stalingrad_roads.combat.plan", "PLAN"),
)
