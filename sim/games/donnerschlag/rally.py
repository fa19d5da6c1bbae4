"""The secret rally zone of Donnerschlag [6.1.e, 7, 14, 15] as a small game of incomplete information.

The Axis chooses a zone and on which side it first seems to march. The Soviets send some groups before they see that,
and some after. Reach and blocking are the map's and come in as factors, in 36ths.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.game import Setting
from sim.games.donnerschlag.clock import CHANCES, END_BOX, LAST_TURN, STEP
from sim.games.donnerschlag.matrix_game import solve
from sim.tables import load_list

ZONES = tuple(row["zone"] for row in load_list("donnerschlag", "rally_zones").rows)

Split = tuple[int, ...]
"""Groups in each zone."""
AxisPlan = tuple[int, int]
"""The zone, and the side on which the march is seen to begin."""
SovietPlan = tuple[Split, tuple[Split, ...]]
"""Groups sent at first, and those sent after each side is seen."""


def splits(groups: int) -> list[Split]:
    """Return every way to send some groups to the zones.

    >>> splits(1)
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    return [each for each in product(range(groups + 1), repeat=len(ZONES)) if sum(each) == groups]


def side_of(zone: int, seen: int) -> int:
    """Return on which side a zone's road lies, 0 or 1, when the road to zone number `seen`, from 1, parts; 0 if none.

    >>> [side_of(zone, 1) for zone in range(3)]
    [1, 0, 0]
    """
    return int(zone + 1 == seen)


def plans(setting: Setting) -> tuple[list[AxisPlan], list[SovietPlan]]:
    """Return every plan of the Axis and of the Soviets; a side that is not told apart is no choice."""
    told = _told(setting.factors)
    sides = sorted({side_of(zone, told["seen"]) for zone in range(len(ZONES))})
    axis = [(zone, side) for zone in range(len(ZONES)) for side in sides]
    later = list(product(splits(told["groups_later"]), repeat=len(sides)))
    return axis, [(first, second) for first in splits(told["groups_first"]) for second in later]


def reach(setting: Setting, axis: AxisPlan, groups: ArrayLike) -> NDArray[np.int64]:
    """Return the chance in 36ths, shape (...), that the zone is reached by the check against groups in it, shape (...).

    The check is in box 4, three turns after the call; every turn before turn 7 costs, and so does a feint.
    """
    told = _told(setting.factors)
    zone, side = axis
    early = LAST_TURN - (told["call_turn"] + END_BOX - STEP)
    lost = told["earlier"] * early + told["feint"] * (side != side_of(zone, told["seen"]))
    free = told[f"reach_{ZONES[zone].lower()}"] - lost
    return np.clip(free - told["blocked"] * np.asarray(groups, np.int64), 0, CHANCES)


def payoffs(setting: Setting) -> NDArray[np.int64]:
    """Return the Axis chances in 36ths of every pair of plans, shape (Axis plans, Soviet plans)."""
    axis, soviet = plans(setting)
    return np.stack(
        [
            reach(setting, (zone, side), [first[zone] + later[side][zone] for first, later in soviet])
            for zone, side in axis
        ]
    )


def value(setting: Setting) -> Fraction:
    """Return the Axis chance when both sides mix their plans as well as they can."""
    return solve(payoffs(setting))[0] / CHANCES


def value_if_known(setting: Setting) -> Fraction:
    """Return the Axis chance if the Soviets knew the zone: all groups go to it, and a feint is of no use."""
    told = _told(setting.factors)
    groups = told["groups_first"] + told["groups_later"]
    best = max(
        int(reach(setting, (zone, side_of(zone, told["seen"])), groups)) for zone in range(len(ZONES))
    )  # fmt: skip
    return Fraction(best, CHANCES)


def secrecy(setting: Setting) -> Fraction:
    """Return what the secret adds to the Axis chance."""
    return value(setting) - value_if_known(setting)


def mixes(setting: Setting) -> tuple[dict[tuple[int, int], Fraction], list[Fraction]]:
    """Return the Axis chance to choose each zone, honestly or by a feint, and the mean groups first sent to each."""
    told = _told(setting.factors)
    axis, soviet = plans(setting)
    _, at_axis, at_soviet = solve(payoffs(setting))
    chosen: dict[tuple[int, int], Fraction] = {}
    for (zone, side), p in zip(axis, at_axis, strict=True):
        key = zone, int(side != side_of(zone, told["seen"]))
        chosen[key] = chosen.get(key, Fraction(0)) + p
    sent = [
        sum((p * first[zone] for (first, _), p in zip(soviet, at_soviet, strict=True)), Fraction(0))
        for zone in range(len(ZONES))
    ]
    return chosen, sent


def _told(factors: Mapping[str, ArrayLike]) -> dict[str, int]:
    return {name: int(np.asarray(number)) for name, number in factors.items()}
