"""The secret rally zone of Donnerschlag [6.1.e, 7, 14, 15] as a small game of incomplete information.

The Axis chooses a zone and on which side it first seems to march. The Soviets send some groups before they see that,
and some after. Reach and blocking are the map's and come in as factors, in 36ths.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.donnerschlag.systems._march import CHANCES, END_BOX, LAST_TURN, STEP
from sim.matrix_game import solve
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, counted, often

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
    """Return every plan of the Axis and of the Soviets; a side that cannot be seen is no choice."""
    factors = wholes(setting.factors)
    sides = sorted({side_of(zone, factors["seen"]) for zone in range(len(ZONES))})
    axis = [(zone, side) for zone in range(len(ZONES)) for side in sides]
    later = list(product(splits(factors["groups_later"]), repeat=len(sides)))
    return axis, [(first, second) for first in splits(factors["groups_first"]) for second in later]


def reach(setting: Setting, axis: AxisPlan, groups: ArrayLike) -> NDArray[np.int64]:
    """Return the chance in 36ths, shape (...), that the zone is reached by the check against groups in it, shape (...).

    The check is in box 4, three turns after the call; every turn before turn 7 costs, and so does a feint.
    """
    factors = wholes(setting.factors)
    zone, side = axis
    early = LAST_TURN - (factors["call_turn"] + END_BOX - STEP)
    lost = factors["earlier"] * early + factors["feint"] * (side != side_of(zone, factors["seen"]))
    free = factors[f"reach_{ZONES[zone].lower()}"] - lost
    return np.clip(free - factors["blocked"] * np.asarray(groups, np.int64), 0, CHANCES)


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
    factors = wholes(setting.factors)
    groups = factors["groups_first"] + factors["groups_later"]
    best = max(
        int(reach(setting, (zone, side_of(zone, factors["seen"])), groups)) for zone in range(len(ZONES))
    )  # fmt: skip
    return Fraction(best, CHANCES)


def secrecy(setting: Setting) -> Fraction:
    """Return what the secret adds to the Axis chance."""
    return value(setting) - value_if_known(setting)


def mixes(setting: Setting) -> tuple[dict[tuple[int, int], Fraction], list[Fraction]]:
    """Return the Axis chance to choose each zone, honestly or by a feint, and the mean groups first sent to each."""
    factors = wholes(setting.factors)
    axis, soviet = plans(setting)
    _, at_axis, at_soviet = solve(payoffs(setting))
    chosen: dict[tuple[int, int], Fraction] = {}
    for (zone, side), p in zip(axis, at_axis, strict=True):
        key = zone, int(side != side_of(zone, factors["seen"]))
        chosen[key] = chosen.get(key, Fraction(0)) + p
    sent = [
        sum((p * first[zone] for (first, _), p in zip(soviet, at_soviet, strict=True)), Fraction(0))
        for zone in range(len(ZONES))
    ]
    return chosen, sent


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield what both sides do at best, and the Axis chance with and without the secret."""
    chosen, sent = mixes(setting)
    common = lcm(*(p.denominator for p in chosen.values()))
    law = Law(("zone", "is_feint"), {key: int(p * common) for key, p in chosen.items() if p}, common)
    labels: dict[str, tuple[str, ...]] = {"zone": ZONES, "is_feint": ("no", "yes")}
    yield Finding(
        "zone", "zone that the Axis chooses, and whether it feints, at best", "6.1.e, 7", law=law, labels=labels
    )
    for zone, groups in zip(ZONES, sent, strict=True):
        about = f"groups that the Soviets send to zone {zone} before the march is seen, on average"
        yield Finding(f"sent_{zone.lower()}", about, "7, 15", number=groups)
    about = "chance of the Axis to stand in the zone if both sides choose as well as they can"
    yield Finding("if_secret", about, "7, 15", number=value(setting), unit=Unit.CHANCE)
    known = value_if_known(setting)
    about = "chance of the Axis if the zone were no secret and every Soviet group stood in it; the clock counts none"
    yield Finding("if_known", about, "7, 15", number=known, unit=Unit.CHANCE)


def verdict(found: Found) -> str:
    """Say what the secret adds to the chance of the Axis, and when it is worth nothing."""
    known, secret = found.number("if_known"), found.number("if_secret")
    if secret <= known:
        return f"On the map we assume, the secret adds nothing: the Axis reaches the zone in {often(known)} either way."
    lifts = f"The secret adds {counted(100 * (secret - known), 'point')} to the Axis's chance on the map we assume."
    idle = {  # each alone leaves the secret worth nothing
        "one zone is far easier to reach": found.again(reach_a=CHANCES).value,
        "the Soviets need not commit first": found.again(groups_first=0).value,
    }
    when = next((need for need, worth in idle.items() if worth <= 0), "")
    return f"{lifts} It adds nothing if {when}." if when else lifts


SYSTEM = System(
    id="rally",
    title="The secret rally zone",
    factors=factors_of("donnerschlag", "rally_factors"),
    policies={},
    order=13,
    group=Group.COMMAND,
    question="What is the secret of the rally zone worth?",
    rules=("6", "7", "14", "15"),
    tables=("rally_zones", "donnerschlag_clock", "rally_factors"),
    measured="what the secret adds to the Axis's chance at the first check",
    unit=Unit.POINTS,
    good_for="axis",
    measure=secrecy,
    find=_findings,
    verdict=verdict,
)
