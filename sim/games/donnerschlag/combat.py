"""Combat of Donnerschlag in the order of 13.2: attackers, cards, strengths, column, die, and what the result comes to.

`law` counts the results of the table, `after` what follows: steps, retreats, hex cleared and taken, counter drawn.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Applied, Coded, CombatOdds, CrtReading
from sim.dice import Rolls
from sim.game import GameError
from sim.games.donnerschlag import assumed
from sim.games.donnerschlag.answer import Answer
from sim.games.donnerschlag.assumed import BELOW_RESULT, RESULTS
from sim.games.donnerschlag.facts import OPTIONS, Fight, checked
from sim.games.donnerschlag.odds_column import BELOW, BELOW_LABEL, CRT, RATIOS
from sim.games.donnerschlag.results import demand_of

__all__ = ("CRT", "OPTIONS", "READING", "RESULTS", "column_odds", "combat_result", "every_column", "odds")

MIXED = "mixed"
"""The odds or the column of a fight whose cards leave several possible."""

_CENTRAL_CELLS = assumed.DEFAULT.central


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


def odds(attack: int, defense: int, shift: int = 0, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat; facts are those of `Fight`, and `GameError` names one that cannot be.

    Over cells that are not printed, the laws are those of the members of the family at which a chance or a mean is
    lowest or highest: the chance of an outcome, of a value of one of its fields, of a retreat, of so many steps asked
    for, the mean of a field.

    >>> arms = {"attacker_tank": True, "attacker_motorized": True, "defender_tank": True, "defender_motorized": True}
    >>> answer = odds(6, 4, river=True, card=("sturmpioniere:rolled-3", "m1937:rolled-5"), **arms)  # [example]
    >>> answer.initial_odds, answer.final_column
    ('1.5:1', '2:1')
    """
    answer = Answer.of(checked(Fight(attack=attack, defense=defense, shift=shift, **facts)))
    fought = [one for one in answer.situations if one.is_fought]
    drms = {one.drm for one in fought}
    return CombatOdds(
        drm=drms.pop() if len(drms) == 1 else None,
        initial_odds=_agreed([one.initial_odds for one in fought]),
        final_column=_agreed([column_label(one.column) for one in fought]),
        labels={"result": RESULTS},
        basis=answer.basis,
        rules=answer.rules,
        applied=_applied([one.applied for one in fought]),
        **answer.laws(),
    )


def column_label(column: int) -> str:
    """Return the final column as printed, or what lies below the first."""
    return BELOW_LABEL if column == BELOW else CRT.column_labels[column]


def _agreed(labels: list[str]) -> str:
    return labels[0] if len(set(labels)) == 1 else MIXED


def _applied(found: list[tuple[Applied, ...]]) -> tuple[Applied, ...]:
    """Return the modifiers that apply alike however the cards fall."""
    return tuple(one for one in found[0] if all(one in other for other in found))


def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one column, such as ``"2:1"``; `GameError` names the columns there are."""
    columns = _columns()
    if label not in columns:
        raise GameError(f"no column {label!r}; expected one of {', '.join(columns)}")
    return columns[label]


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each column, as of a fight whose odds are those and that nothing shifts."""
    return {
        label: odds(ratio.numerator, ratio.denominator) for label, ratio in zip(CRT.column_labels, RATIOS, strict=True)
    }


_columns = cache(every_column)

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
