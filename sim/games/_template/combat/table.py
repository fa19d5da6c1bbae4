"""The combat results table of Template: the column, the die, and how results are read [2.1, 2.3, 2.4]."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Coded, CombatOdds, CombatTable, CrtReading
from sim.dice import Rolls, all_rolls
from sim.exact import count
from sim.games._template.combat.results import CODES, retreat_hexes, steps
from sim.games._template.combat.shifts import SITUATIONS
from sim.numbers.columns import rung_of
from sim.numbers.tables import load_grid

CRT = load_grid("_template", "crt")
SEPARATOR = "-"
RULES = ("2.1", "2.3", "2.4")
_FIRST, _LAST = (rung_of(CRT.column_labels[at], SEPARATOR) for at in (0, -1))
_CELLS = np.array([[CODES.index(cell) for cell in row] for row in CRT.cells], np.int8)


def final_column(rung: ArrayLike, shift: ArrayLike, clamp_first: ArrayLike = False) -> NDArray[np.intp]:
    """Return the column, shape (...), of initial odds shifted by so many; only the final one is held to the print.

    With `clamp_first` the initial odds are held to it as well, the other reading [2.2; ruling R1].

    >>> [CRT.column_labels[c] for c in final_column([5, 5], [-3, -3], [False, True])]  # 6-1 across a river, uphill
    ['3-1', '1-1']
    """
    rung = np.where(clamp_first, np.clip(rung, _FIRST, _LAST), rung)
    return CRT.column_index(rung + np.asarray(shift) - _FIRST)


def combat_result(column: ArrayLike, rolls: Rolls) -> NDArray[np.int8]:
    """Return the result of each combat, shape (...), as positions in `CODES`; rolls of shape (..., 1) [2.3].

    >>> [CODES[i] for i in combat_result(2, all_rolls(1))]  # the 2-1 column from 1 to 6
    ['A1', 'A1', 'EX', 'DR', 'DR', 'D1']
    """
    return _CELLS[CRT.row_index(rolls[..., 0]), np.asarray(column)]


def every_column() -> Mapping[str, CombatOdds]:
    """Return the exact law of each printed column, by its label."""
    laws = [count({"result": combat_result(column, all_rolls(1))}) for column in range(len(CRT.column_labels))]
    return {
        label: CombatOdds(label, label, law, {"result": CODES}, CRT.weakest_basis(), RULES)
        for label, law in zip(CRT.column_labels, laws, strict=True)
    }


def _class_of(outcome: Coded) -> str:
    attacker, defender = (steps(outcome["result"], side) for side in ("attacker", "defender"))
    if attacker != 0:
        return "both lose steps" if defender != 0 else "attacker loses steps"
    if defender is None:
        return "defender eliminated"
    return "defender loses steps" if defender else "defender retreats"


READING = CrtReading(
    columns=CRT.column_labels,
    classes=(
        "defender eliminated", "defender loses steps", "defender retreats", "both lose steps", "attacker loses steps",
    ),
    text=lambda outcome: str(outcome["result"]),
    class_of=_class_of,
    steps=lambda outcome: (steps(outcome["result"], "attacker"), steps(outcome["result"], "defender")),
    gives_way=lambda outcome: retreat_hexes(outcome["result"]) > 0 or steps(outcome["result"], "defender") is None,
    about="the defender must retreat or is eliminated [2.4]",
    n_dice=1,
    natural_roll=lambda rolls: rolls[..., 0],
    better_roll="higher",  # "lower" where a low roll is good for the attacker, "neither" where rows are not ranked
    all_steps=(0, 0),  # what an elimination counts as in means; 0 leaves it to its chance beside them
)  # fmt: skip
"""How the outcomes are read."""

TABLE = CombatTable(READING, every_column, combat_result, SITUATIONS)
