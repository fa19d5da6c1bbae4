"""The combat results table of Leningrad: the final column, the die, and how results are read [8.3, 8.32, 8.4]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Coded, CombatOdds, CombatTable, CrtReading
from sim.dice import Rolls, all_rolls
from sim.exact import count_each
from sim.games.leningrad.combat.results import CRT, RESULTS
from sim.games.leningrad.combat.shifts import SITUATIONS
from sim.numbers.columns import rung_of

RULES = ("8.3", "8.32", "8.33")
SEPARATOR = "-"
_FIRST = rung_of(CRT.column_labels[0], SEPARATOR)
_LAST = rung_of(CRT.column_labels[-1], SEPARATOR)
_CELLS = np.array([[RESULTS.index(cell) for cell in row] for row in CRT.cells], np.int8)


def final_column(rung: ArrayLike, shift: ArrayLike, clamp_first: ArrayLike = False) -> NDArray[np.intp]:
    """Return the column, 0 for 1-4 up to 12 for 10-1, shape (...), of initial odds shifted by so many columns.

    Shifts count from the initial odds even where these lie beyond the table; only the final odds are held to it [8.32].
    With `clamp_first` the initial odds are held to it first, the other reading (ruling R1).

    >>> final_column([1, 24, 24], [0, -16, -16], [False, False, True]).tolist()  # 2-1; 25-1 less 16: 9-1, or 1-4
    [4, 11, 0]
    """
    rung = np.where(clamp_first, np.clip(rung, _FIRST, _LAST), rung)
    return CRT.column_index(rung + np.asarray(shift) - _FIRST)


def combat_result(column: ArrayLike, rolls: Rolls) -> NDArray[np.int8]:
    """Return the result of each combat, shape (...), as positions in `RESULTS`; rolls of shape (..., 1) [8.3].

    >>> [RESULTS[i] for i in combat_result(4, all_rolls(1))]  # the 2-1 column from 1 to 6
    ['-/1', '1/2', '2/2', '1/1', '2/1', '1/-']
    """
    return _CELLS[CRT.row_index(rolls[..., 0]), np.asarray(column)]


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each printed column, as of a fight whose odds are those and that nothing shifts."""
    laws = count_each({"result": combat_result(np.arange(len(CRT.column_labels))[:, np.newaxis], all_rolls(1))})
    basis = CRT.weakest_basis()
    return {
        label: CombatOdds(label, label, law, {"result": RESULTS}, basis, RULES)
        for label, law in zip(CRT.column_labels, laws, strict=True)
    }


def _sides(outcome: Coded) -> tuple[str, str]:
    """Return the defender's and the attacker's side of a printed result."""
    defender, _, attacker = outcome["result"].partition("/")
    return defender, attacker


def _class_of(outcome: Coded) -> str:
    defender, attacker = _sides(outcome)
    if attacker == "E":
        return "attacker eliminated"
    if defender == "E":
        return "defender eliminated"
    return {
        (False, True): "only the attacker suffers",
        (True, True): "both suffer",
        (True, False): "only the defender suffers",
    }[defender != "-", attacker != "-"]


def _steps(outcome: Coded) -> tuple[int | None, int | None]:
    lost = {"-": 0, "1": 1, "2": 2, "E": None}
    defender, attacker = _sides(outcome)
    return lost[attacker], lost[defender]


READING = CrtReading(
    columns=CRT.column_labels,
    classes=(
        "defender eliminated", "only the defender suffers", "both suffer",
        "only the attacker suffers", "attacker eliminated",
    ),
    text=lambda outcome: str(outcome["result"]),
    class_of=_class_of,
    steps=_steps,
    gives_way=lambda outcome: _sides(outcome)[0] != "-",
    about="the defender must lose steps, retreat or is eliminated [8.41-8.44]",
    n_dice=1,
    natural_roll=lambda rolls: rolls[..., 0],
    all_steps=(2, 1),  # of a German division that attacks, and of a Soviet unit that defends [8.45]
    way="suffers",
    goes=lambda outcome: _sides(outcome)[0] == "E",  # else he has a choice
)  # fmt: skip
"""How the outcomes are read: a side suffers when it must lose steps or retreat."""

TABLE = CombatTable(READING, every_column, combat_result, SITUATIONS)
