"""Combat of Stalingrad Roads, steps 3 and 4 of rule 8: odds, shifts, the column, attrition and tactical results.

Step losses counted here are those of the attrition column and of an Eng re-roll, nothing else. Tactical results stay as
printed, also those that cost steps (D1, S, F, AR): what the players make of them is not decided here.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.columns import label_of, odds_rung, rung_of
from sim.combat import ATTACK, DEFENSE, Coded, CombatOdds, CrtReading, Option
from sim.dice import Rolls, all_rolls
from sim.exact import count
from sim.tables import load_grid

CRT = load_grid("stalingrad_roads", "crt")
COLUMNS = tuple(dict.fromkeys(label.split()[0] for label in CRT.column_labels))
TACTICAL = ("-", "AR", "R", "F", "S", "D1", "E", "E2", "E3", "DR", "DR2", "DR3", "Eng")
"""Every tactical result of either side, as printed; ``-`` is none."""

OPTIONS = (
    ATTACK,
    DEFENSE,
    Option("shift", "int", 0, "column shifts to the right from supports [8.5.6]"),
)

_SEPARATOR = "/"
_FIRST = rung_of(COLUMNS[0], _SEPARATOR)
_LAST = rung_of(COLUMNS[-1], _SEPARATOR)
_ENG = TACTICAL.index("Eng")


def _part(kind: str) -> NDArray[np.str_]:
    """Return one part of the CRT, ``losses``, ``A`` or ``D``, shape (11 rows, 7 odds columns)."""
    return np.array([CRT.column(f"{label} {kind}") for label in COLUMNS]).T


def _steps(side: str) -> NDArray[np.int8]:
    found = [[re.search(f"{side}(\\d)", cell) for cell in row] for row in _part("losses")]
    return np.array([[int(m[1]) if m else 0 for m in row] for row in found], np.int8)


def _tactical(kind: str) -> NDArray[np.int8]:
    return np.array([[TACTICAL.index(cell) for cell in row] for row in _part(kind)], np.int8)


_ATTACKER_STEPS, _DEFENDER_STEPS = _steps("A"), _steps("D")
_ATTACKER_TACTICAL, _DEFENDER_TACTICAL = _tactical("A"), _tactical("D")


def final_rung(rung: ArrayLike, shift: ArrayLike) -> NDArray[np.int64]:
    """Return the rung of the final odds, shape (...): shifted through virtual columns 1/3, 1/4 ..., held at 6/1.

    A rung below that of 1/2 means that the attack is cancelled [8.5.6-8.5.8].

    >>> [label_of(int(r), "/") for r in final_rung([-3, 7], [2, 0])]  # 1/4 shifted twice [8.5.7]; 34/4 [example 5]
    ['1/2', '6/1']
    """
    return np.minimum(np.asarray(rung) + np.asarray(shift), _LAST)


def attrition(column: ArrayLike, rolls: Rolls) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the attrition of attacker and defender in steps, each of shape (...); rolls of shape (..., 2) [8.7.4].

    >>> [int(steps) for steps in attrition(4, np.array([5, 3], np.int8))]  # 4/1, roll 8: A1D2 [example 7]
    [1, 2]
    """
    row = CRT.row_index(rolls[..., 0] + rolls[..., 1])
    at = np.asarray(column)
    return _ATTACKER_STEPS[row, at], _DEFENDER_STEPS[row, at]


def tactical(column: ArrayLike, rolls: Rolls) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the tactical results of attacker and defender, shape (...), as positions in `TACTICAL` [8.7.5, 8.7.6]."""
    row = CRT.row_index(rolls[..., 0] + rolls[..., 1])
    at = np.asarray(column)
    return _ATTACKER_TACTICAL[row, at], _DEFENDER_TACTICAL[row, at]


def combat_result(column: ArrayLike, rolls: Rolls) -> dict[str, NDArray[np.int8]]:
    """Return steps lost and tactical results of both sides, each of shape (...); rolls of shape (..., 4).

    The first two dice are the roll, the last two the re-roll that Eng asks for on either side: its attrition is
    added for both
    sides, its tactical results are ignored, so a second Eng asks for nothing more (CRT legend; ruling R13).
    Without Eng the last two dice have no effect.
    """
    attacker, defender = attrition(column, rolls[..., :2])
    again = attrition(column, rolls[..., 2:])
    attacker_tactical, defender_tactical = tactical(column, rolls[..., :2])
    is_again = (attacker_tactical == _ENG) | (defender_tactical == _ENG)
    return {
        "attacker_step_losses": attacker + is_again * again[0],
        "defender_step_losses": defender + is_again * again[1],
        "attacker_tactical": np.where(attacker_tactical == _ENG, np.int8(0), attacker_tactical),
        "defender_tactical": np.where(defender_tactical == _ENG, np.int8(0), defender_tactical),
    }


def odds(attack: int, defense: int, shift: int = 0) -> CombatOdds:
    """Return the exact law of a combat: attack factors against defense factors, both after all halving and doubling.

    >>> answer = odds(34, 4)  # [example 5]
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('8/1', '6/1', 1296)
    >>> odds(10, 35).cancelled
    True
    """
    rung = int(odds_rung(attack, defense))
    final = int(final_rung(rung, shift))
    law = None if final < _FIRST else count(combat_result(final - _FIRST, all_rolls(4)))
    return CombatOdds(
        initial_odds=label_of(rung, _SEPARATOR),
        final_column=label_of(final, _SEPARATOR),
        law=law,
        labels={"attacker_tactical": TACTICAL, "defender_tactical": TACTICAL},
        basis=CRT.weakest_basis(),
        rules=("8.5.5", "8.5.6", "8.5.7", "8.5.8", "8.7"),
    )


def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one printed column, such as ``"3/1"``."""
    rung = rung_of(label, _SEPARATOR)
    return odds(max(rung + 1, 1), max(1 - rung, 1))


_CLASSES = {
    "DR3": "defender retreats 3", "DR2": "defender retreats 2", "DR": "defender retreats 1",
    "S": "defender stands and bleeds, or retreats", "F": "defender stands, or retreats and bleeds",
}  # fmt: skip


def _class_of(outcome: Coded) -> str:
    if outcome["defender_tactical"] in _CLASSES:
        return _CLASSES[outcome["defender_tactical"]]
    return "attacker retreats or bleeds" if outcome["attacker_tactical"] == "AR" else "nobody moves"


def _text(outcome: Coded) -> str:
    attacker, defender = outcome["attacker_step_losses"], outcome["defender_step_losses"]
    losses = (f"A{attacker}" if attacker else "") + (f"D{defender}" if defender else "") or "-"
    return f"{losses} | {outcome['attacker_tactical']} | {outcome['defender_tactical']}"


def _gains(tactical: str) -> tuple[int, ...]:
    """Return exploitation level and further defender loss of an attacker's result; neither outweighs the other."""
    return ("-", "E", "E2", "E3").index(tactical) if tactical.startswith("E") else 0, int(tactical == "D1")


READING = CrtReading(
    columns=COLUMNS,
    classes=(*_CLASSES.values(), "nobody moves", "attacker retreats or bleeds"),
    text=_text,
    class_of=_class_of,
    steps=lambda outcome: (outcome["attacker_step_losses"], outcome["defender_step_losses"]),
    gives_way=lambda outcome: str(outcome["defender_tactical"]).startswith("DR"),
    about="the defender has a retreat result, DR to DR3; S and F leave him the choice",
    n_dice=4,
    natural_roll=lambda rolls: rolls[..., 0] + rolls[..., 1],
    gains=lambda outcome: _gains(str(outcome["attacker_tactical"])),
)
"""How the outcomes are read; steps are those of attrition and Eng, before D1, S, F and AR."""
