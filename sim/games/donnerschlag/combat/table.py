"""The combat results table of Donnerschlag and its unprinted cells: the die, the columns, how results are read."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Coded, CombatOdds, CombatTable, CrtReading
from sim.dice import Rolls
from sim.games.donnerschlag.combat import families
from sim.games.donnerschlag.combat.column import BELOW, CRT, RATIOS
from sim.games.donnerschlag.combat.facts import FAMILIES
from sim.games.donnerschlag.combat.families import BELOW_RESULT, LADDER, RESULTS
from sim.games.donnerschlag.combat.odds import odds
from sim.games.donnerschlag.combat.results import demand_of

_CENTRAL_CELLS = families.DEFAULT.central


def combat_result(column: ArrayLike, rolls: Rolls) -> NDArray[np.int16]:
    """Return the result of each combat, shape (...), as positions in `RESULTS`; rolls of shape (..., 1) [13.2].

    `column` is the final column, `BELOW` below the first; the roll is the modified one. Where a cell is not printed,
    the result is that of the central member of the default family.

    >>> RESULTS[int(combat_result(CRT.column_labels.index("2:1"), np.array([6], np.int8)))]  # [example]
    '1DR'
    """
    column = np.asarray(column)
    cells = _CENTRAL_CELLS[CRT.row_index(rolls[..., 0]), np.maximum(column, 0)]
    return np.where(column == BELOW, np.int16(RESULTS.index(BELOW_RESULT)), cells)


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each column, as of a fight whose odds are those and that nothing shifts."""
    return {
        label: odds(ratio.numerator, ratio.denominator) for label, ratio in zip(CRT.column_labels, RATIOS, strict=True)
    }


_CLASSES = (
    "defender retreats", "defender loses steps", "both suffer",
    "no effect", "attacker loses steps", "attacker retreats",
)  # fmt: skip


def _class_of(outcome: Coded) -> str:
    demand = demand_of(outcome["result"])
    attacker, defender = (demand.attacker_steps, demand.attacker_hexes), (demand.defender_steps, demand.defender_hexes)
    if any(attacker) and any(defender):
        return "both suffer"
    for side, (steps, hexes) in (("defender", defender), ("attacker", attacker)):
        if hexes:
            return f"{side} retreats"
        if steps:
            return f"{side} loses steps"
    return "no effect"


def _steps(outcome: Coded) -> tuple[int, int]:
    demand = demand_of(outcome["result"])
    return demand.attacker_steps, demand.defender_steps


READING = CrtReading(
    columns=CRT.column_labels,
    classes=_CLASSES,
    text=lambda outcome: str(outcome["result"]),
    class_of=_class_of,
    steps=_steps,
    gives_way=lambda outcome: demand_of(outcome["result"]).defender_hexes > 0,
    about="the defender must retreat [13.2]",
    n_dice=1,
    natural_roll=lambda rolls: rolls[..., 0],
)
"""How the results are read: a class for each side that suffers, by its retreat if it has to."""

TABLE = CombatTable(READING, every_column, combat_result, ladder=LADDER, widest=FAMILIES[0])
