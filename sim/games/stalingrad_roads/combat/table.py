"""The Combat Results Table of Stalingrad Roads: attrition, tactical results, and the second roll of Eng [8.7].

Step losses counted here are those of the attrition column and of an Eng re-roll, nothing else. Tactical results stay as
printed, also those that cost steps (D1, S, F, AR): what becomes of them is in ``results`` and ``consequences``.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.numbers.columns import rung_of
from sim.numbers.tables import load_grid

Codes = NDArray[np.int8]
"""Tactical results as positions in `TACTICAL`."""

_MEANINGS = {
    ("AR",): "retreats or loses two steps",
    ("R",): "reaction",
    ("F",): "stays, or retreats with a loss",
    ("S",): "stays with a loss, or retreats",
    ("D1",): "defender loses one more",
    ("E", "E2", "E3"): "so many units exploit",
    ("DR", "DR2", "DR3"): "retreats so many hexes",
}

CRT = load_grid("stalingrad_roads", "crt")
COLUMNS = tuple(dict.fromkeys(label.split()[0] for label in CRT.column_labels))
TACTICAL = ("-", "AR", "R", "F", "S", "D1", "E", "E2", "E3", "DR", "DR2", "DR3", "Eng")
"""Every tactical result of either side, as printed; ``-`` is none."""

SEPARATOR = "/"
FIRST = rung_of(COLUMNS[0], SEPARATOR)
LAST = rung_of(COLUMNS[-1], SEPARATOR)
NONE = TACTICAL.index("-")
ENG = TACTICAL.index("Eng")


def legend(results: Collection[str]) -> str:
    """Return in one line what tactical results mean (CRT legend)."""
    known = [(codes, text) for codes, text in _MEANINGS.items() if any(code in results for code in codes)]
    return "; ".join(f"{', '.join(c for c in codes if c in results)}: {text}" for codes, text in known)


def _part(kind: str) -> NDArray[np.str_]:
    """Return one part of the CRT, ``losses``, ``A`` or ``D``, shape (11 rows, 7 odds columns)."""
    return np.array([CRT.column(f"{label} {kind}") for label in COLUMNS]).T


def _steps(side: str) -> NDArray[np.int8]:
    found = [[re.search(f"{side}(\\d)", cell) for cell in row] for row in _part("losses")]
    return np.array([[int(m[1]) if m else 0 for m in row] for row in found], np.int8)


def _tactical(kind: str) -> Codes:
    return np.array([[TACTICAL.index(cell) for cell in row] for row in _part(kind)], np.int8)


_ATTACKER_STEPS, _DEFENDER_STEPS = _steps("A"), _steps("D")
ATTACKER_TACTICAL, DEFENDER_TACTICAL = _tactical("A"), _tactical("D")
"""The tactical results of either side, shape (11 rows, 7 odds columns)."""


def final_rung(rung: ArrayLike, shift: ArrayLike) -> NDArray[np.int64]:
    """Return the rung of the final odds, shape (...): shifted through virtual columns 1/3, 1/4 ..., held at 6/1.

    A rung below that of 1/2 means that the attack is cancelled [8.5.6-8.5.8].

    >>> from sim.numbers.columns import label_of
    >>> [label_of(int(r), "/") for r in final_rung([-3, 7], [2, 0])]  # 1/4 shifted twice [8.5.7]; 34/4 [example 5]
    ['1/2', '6/1']
    """
    # [8.5.5]
    return np.minimum(np.asarray(rung) + np.asarray(shift), LAST)


def row_of(rolls: Rolls) -> NDArray[np.intp]:
    """Return the row of the table, 0 for a roll of 2, shape (...); rolls of shape (..., 2) [8.7.3]."""
    return CRT.row_index(rolls[..., 0] + rolls[..., 1])


def attrition(column: ArrayLike, rolls: Rolls) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the attrition of attacker and defender in steps, each of shape (...); rolls of shape (..., 2) [8.7.4].

    >>> [int(steps) for steps in attrition(4, np.array([5, 3], np.int8))]  # 4/1, roll 8: A1D2 [example 7]
    [1, 2]
    """
    row, at = row_of(rolls), np.asarray(column)
    return _ATTACKER_STEPS[row, at], _DEFENDER_STEPS[row, at]


def tactical(column: ArrayLike, rolls: Rolls) -> tuple[Codes, Codes]:
    """Return the tactical results of attacker and defender, shape (...), as positions in `TACTICAL` [8.7.5, 8.7.6]."""
    row, at = row_of(rolls), np.asarray(column)
    return ATTACKER_TACTICAL[row, at], DEFENDER_TACTICAL[row, at]


def eng_attrition(
    column: ArrayLike, rolls: Rolls, *, has_third: bool = False
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the attrition of both sides by the roll that Eng asks for, each of shape (...); rolls of shape (..., 4).

    Where a second Eng `has_third` the next two of six dice are rolled as well, and no more after them (ruling R13).

    >>> import numpy as np
    >>> [int(n) for n in eng_attrition(4, np.array([1, 1, 5, 3], np.int8))]  # 4/1, roll 8: A1D2 [example 7]
    [1, 2]
    """
    again = attrition(column, rolls[..., 2:4])
    if not has_third:
        return again
    codes, third = tactical(column, rolls[..., 2:4]), attrition(column, rolls[..., 4:6])
    is_eng = (codes[0] == ENG) | (codes[1] == ENG)
    return again[0] + is_eng * third[0], again[1] + is_eng * third[1]


def result_of(
    column: ArrayLike, rolls: Rolls, codes: tuple[Codes, Codes], *, has_third: bool = False
) -> dict[str, NDArray[np.int8]]:
    """Return steps lost and tactical results of both sides, each of shape (...), with these `codes` of either side.

    The first two of four dice are the roll, the last two the re-roll that Eng asks for on either side: its attrition is
    added for both sides, its tactical results are ignored, so a second Eng asks for nothing more (CRT legend; R13);
    or it asks for the last two of six, see `eng_attrition`.
    Without Eng the last two dice have no effect.
    """
    attacker, defender = attrition(column, rolls[..., :2])
    again = eng_attrition(column, rolls, has_third=has_third)
    is_again = (codes[0] == ENG) | (codes[1] == ENG)
    return {
        "attacker_step_losses": attacker + is_again * again[0],
        "defender_step_losses": defender + is_again * again[1],
        "attacker_tactical": np.where(codes[0] == ENG, np.int8(NONE), codes[0]),
        "defender_tactical": np.where(codes[1] == ENG, np.int8(NONE), codes[1]),
    }


def combat_result(column: ArrayLike, rolls: Rolls) -> dict[str, NDArray[np.int8]]:
    """Return the printed result, see `result_of`; rolls of shape (..., 4)."""
    return result_of(column, rolls, tactical(column, rolls[..., :2]))
