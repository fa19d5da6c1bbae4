"""The workloads with icepool, as its manual would have them."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import version
from typing import Any

import icepool

from benchmarks.workloads import DRMS, P_ATTACKER, P_DEFENDER, ROWS, TABLE, Laws

VERSION = f"icepool {version('icepool')}"


def _law(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(n, die.denominator()) for outcome, n in die.items()}


def columns() -> Laws:
    dice = 2 @ icepool.d(6)
    return [_law(dice.map(results)) for results in TABLE.values()]


def drms() -> Laws:
    dice = 2 @ icepool.d(6)
    return [_law((dice + drm).clip(ROWS[0], ROWS[-1]).map(results)) for results in TABLE.values() for drm in DRMS]


def _hits(attackers: int, defenders: int) -> tuple[Any, Any]:
    attacker, defender = (icepool.coin(p.numerator, p.denominator) for p in (P_ATTACKER, P_DEFENDER))
    return attackers @ attacker, defenders @ defender


def one_round(attackers: int, defenders: int) -> Laws:
    return [_law(icepool.tupleize(*_hits(attackers, defenders)))]


def to_the_end(attackers: int, defenders: int) -> Laws:
    def fire(a: int, d: int) -> Any:
        if not a or not d:
            return a, d

        def losses(by_attacker: int, by_defender: int) -> Any:  # a round without hits is rolled again
            return (max(a - by_defender, 0), max(d - by_attacker, 0)) if by_attacker or by_defender else icepool.Reroll

        return icepool.map(losses, *_hits(a, d))

    start: Any = icepool.Die([(attackers, defenders)])
    return [_law(start.map(fire, repeat="inf", star=True))]
