"""Combat of Template, in the order of its chapter 2: odds, shifts, the final column, the die."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.columns import label_of, odds_rung, rung_of
from sim.combat import ATTACK, DEFENSE, Applied, Coded, CombatOdds, CrtReading, Fact, Option
from sim.dice import Rolls, all_rolls
from sim.exact import count
from sim.game import GameError
from sim.games._template.results import CODES, after, legend, retreat_hexes, steps
from sim.modifiers import net_modifier
from sim.tables import load_grid, load_list

__all__ = ("OPTIONS", "READING", "SITUATIONS", "column_odds", "combat_result", "final_column", "legend", "odds")

CRT = load_grid("_template", "crt")
SHIFTS = load_list("_template", "column_shifts")
OPTIONS = (
    ATTACK,
    DEFENSE,
    Option("river", "yes_no", False, "every attacker is across a river [2.2]"),
    Option("hill", "yes_no", False, "the defender is on a hill [2.2]"),
    Option("artillery", "int", 0, "artillery units with the attacker [2.2]", low=0, high=6),
    Option("retreat", "yes_no", True, "the defender can retreat [2.5]"),
    Option("attacker_steps", "int", 0, "steps of the attackers; 0 is not told", low=0, high=100),
    Option("defender_steps", "int", 0, "steps of the defenders; 0 is not told", low=0, high=100),
    Option("shift", "int", 0, "further columns, right positive", low=-100, high=100),
    Option("clamp_first", "yes_no", False, "the other reading of odds beyond the table (ruling R1)"),
)
SITUATIONS: Mapping[str, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = {
    "river": ({}, {"river": True}),
    "hill": ({}, {"hill": True}),
    "artillery": ({}, {"artillery": 1}),
}
"""How each row of the shifts is brought on, once: the facts of a fight without it, and what is told besides."""

_SEPARATOR = "-"
_RULES = ("2.1", "2.3", "2.4")
_FIRST, _LAST = (rung_of(CRT.column_labels[at], _SEPARATOR) for at in (0, -1))
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


def odds(
    attack: int,
    defense: int,
    shift: int = 0,
    *,
    clamp_first: bool = False,
    retreat: bool = True,
    attacker_steps: int = 0,
    defender_steps: int = 0,
    **modifiers: int,
) -> CombatOdds:
    """Return the exact law of a combat, rounded for the defender; the facts are `OPTIONS` [2.1-2.5].

    `modifiers` says how often rows of the shifts apply; `GameError` names one that is no row.

    >>> answer = odds(13, 4, river=True, artillery=1)
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('3-1', '3-1', 6)
    """
    times = _times(modifiers)
    applied = _applied(times)
    rung = odds_rung(attack, defense)
    column = int(final_column(rung, net_modifier(SHIFTS, times) + shift, clamp_first))
    law = count({"result": combat_result(column, all_rolls(1))})
    reached = after(law, attacker_steps, defender_steps, retreat)
    return CombatOdds(
        initial_odds=label_of(int(rung), _SEPARATOR),
        final_column=CRT.column_labels[column],
        law=law,
        labels={"result": CODES},
        basis=CRT.weakest_basis(),
        rules=(*_RULES, *dict.fromkeys(one.rule for one in applied), *(("2.5",) if reached else ())),
        applied=applied,
        after=reached,
    )


def _times(modifiers: Mapping[str, int]) -> dict[str, int]:
    known = [row["id"] for row in SHIFTS.rows]
    for name in modifiers:
        if name not in known:
            raise GameError(f"no modifier {name!r}; expected one of {', '.join(known)}")
    return {name: int(modifiers.get(name, 0)) for name in known}


def _applied(times: dict[str, int]) -> tuple[Applied, ...]:
    """Return the rows that apply and what they are worth together, each on its own so that its cap counts."""
    none = dict.fromkeys(times, 0)
    worth = {name: int(net_modifier(SHIFTS, none | {name: n})) for name, n in times.items() if n}
    return tuple(Applied(name, value, SHIFTS[name]["rule"]) for name, value in worth.items())


@cache
def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one printed column; `GameError` names the columns."""
    if label not in CRT.column_labels:
        raise GameError(f"no column {label!r}; expected one of {', '.join(CRT.column_labels)}")
    law = count({"result": combat_result(CRT.column_labels.index(label), all_rolls(1))})
    return CombatOdds(label, label, law, {"result": CODES}, CRT.weakest_basis(), _RULES)


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
)  # fmt: skip
"""How the outcomes are read."""
