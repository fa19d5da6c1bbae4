"""What a column comes to by steps and aims of both sides, for the explorer: every choice the CRT legend leaves them.

A side's losses depend on its own steps and aim alone, and row by row: so each state of a row, the codes as applied, is
answered once, for all second rolls that an Eng may ask for, and a cell is a sum over its eleven rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import all_rolls
from sim.explorer import WithEnds
from sim.games.stalingrad_roads.combat.consequences import consequences
from sim.games.stalingrad_roads.combat.facts import AIMS, Facts
from sim.games.stalingrad_roads.combat.odds import members
from sim.games.stalingrad_roads.combat.results import AR, D1, attacker_result, defender_result
from sim.games.stalingrad_roads.combat.table import COLUMNS, ENG, NONE, TACTICAL, row_of

MEASURES = {"attacker": ("attacker_lost", "attacker_back"), "defender": ("cleared", "defender_lost")}
"""What is measured of each side's answer, by its steps and its aim."""
_FIELDS = {"attacker": ("attacker_step_losses", "is_attacker_retreat"),
           "defender": ("is_emptied", "defender_step_losses")}  # fmt: skip
_TOLL = -1
_ATTACKER = (NONE, AR, D1, ENG, _TOLL)
"""The attacker's codes as applied that cost anybody anything; the toll is the Eng that mud makes of an E."""
_DEFENDER = tuple(TACTICAL.index(code) for code in ("-", "R", "F", "S", "DR", "DR2", "DR3", "Eng"))
_TWO = all_rolls(2)
_WAYS = np.bincount(row_of(_TWO))
_ROLLS = np.stack([_TWO[row_of(_TWO) == row][0] for row in range(len(_WAYS))])
"""Rolls of two dice, one for each row of the table, and in how many ways each row comes."""
_OF = int(_WAYS.sum()) ** 2

Values = NDArray[np.int64]


@cache
def _rows(steps: int, aim: str) -> Mapping[str, Values]:
    """Return each measure of both sides, shape (columns, rows, codes of attacker, of defender), times the second rolls.

    Both sides have these steps, 0 for more than can be lost, and this aim.
    """
    shape = (len(COLUMNS), len(_WAYS), len(_ATTACKER), len(_DEFENDER), len(_WAYS))
    column, first, attacker, defender, second = (axis.ravel() for axis in np.indices(shape))
    rolls = np.concatenate([_ROLLS[first], _ROLLS[second]], axis=1)
    facts = Facts(1, 1, attacker_steps=steps, defender_steps=steps, attacker_aim=aim, defender_aim=aim)
    is_toll = np.array(_ATTACKER)[attacker] == _TOLL
    codes = np.where(is_toll, TACTICAL.index("E"), np.array(_ATTACKER)[attacker]), np.array(_DEFENDER)[defender]
    found: dict[str, Values] = {}
    for is_mud, where in ((False, ~is_toll), (True, is_toll)):
        fight = Facts(**{**_given(facts), "weather": "mud"}) if is_mud else facts
        after = consequences(fight, column[where], rolls[where], (codes[0][where], codes[1][where]))
        for side, fields in _FIELDS.items():
            for measure, field in zip(MEASURES[side], fields, strict=True):
                found.setdefault(measure, np.zeros(len(column), np.int64))[where] = after[field]
    return {measure: values.reshape(shape) @ _WAYS for measure, values in found.items()}


def _given(facts: Facts) -> dict[str, Any]:
    return dict(vars(facts))


@cache
def most_steps(side: str) -> int:
    """Return the steps of a side from which on it never runs out, whatever it chooses."""
    lost = f"{side}_lost"
    shown = [_rows(0, aim)[lost].max() for aim in AIMS]
    return 1 + -(-int(max(shown)) // int(_WAYS.sum()))


@cache
def _states(facts: tuple[tuple[str, Any], ...]) -> NDArray[np.int64]:
    """Return the codes as applied of every member of a fight, shape (members, 2 sides, rows), by their positions."""
    states = []
    for version, _, codes in members(Facts(**dict(facts))):
        applied = attacker_result(version, codes[0])
        attacker = np.where(applied.is_toll, _TOLL, applied.code)
        defender = defender_result(version, codes[1])
        states.append(([_ATTACKER.index(code) for code in attacker], [_DEFENDER.index(code) for code in defender]))
    return np.array(states)


def of_cell(side: str, facts: Mapping[str, Any], column: int) -> Mapping[str, Sequence[WithEnds]]:
    """Return the measures of a side by its steps and aim in a fight whose strengths give a column, with bounds."""
    which, (keys, table) = _states(tuple(facts.items())), _table(side)
    sums = table[:, :, column, np.arange(len(_WAYS)), which[:, 0], which[:, 1]] @ _WAYS  # (keys, measures, members)
    spans = np.stack([sums[..., 0], sums.min(axis=-1), sums.max(axis=-1)], axis=-1).tolist()
    return {
        key: [(_share(value), _share(low), _share(high)) for value, low, high in measures]
        for key, measures in zip(keys, spans, strict=True)
    }


@cache
def _table(side: str) -> tuple[Sequence[str], Values]:
    """Return the steps and aims of a side, and its measures, shape (steps and aims, measures, columns, rows, codes)."""
    keys = [(steps, aim) for steps in range(1, most_steps(side) + 1) for aim in AIMS]
    values = [[_rows(steps, aim)[name] for name in MEASURES[side]] for steps, aim in keys]
    return [f"{steps} {aim}" for steps, aim in keys], np.array(values)


@cache
def _share(n: int) -> Fraction:
    return Fraction(n, _OF)
