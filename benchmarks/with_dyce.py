"""The workloads with dyce; it has no fight to the end of its own, so one is written on top of it."""

from __future__ import annotations

import warnings
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from math import lcm
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it announces its experiments
    from dyce import H

from benchmarks.workloads import DRMS, P_ATTACKER, P_DEFENDER, ROWS, TABLE, Laws

VERSION = f"dyce {version('dyce')}"
_ATTACKER, _DEFENDER = (H({0: p.denominator - p.numerator, 1: p.numerator}) for p in (P_ATTACKER, P_DEFENDER))


def _law(histogram: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(n, histogram.total) for outcome, n in histogram.items() if n}


def columns() -> Laws:
    dice = 2 @ H(6)
    return [_law(dice.apply(results.__getitem__)) for results in TABLE.values()]


def drms() -> Laws:
    dice: Any = 2 @ H(6)

    def read(results: dict[int, str], drm: int) -> dict[Any, Fraction]:
        return _law(dice.apply(lambda total: results[min(max(total + drm, ROWS[0]), ROWS[-1])]))

    return [read(results, drm) for results in TABLE.values() for drm in DRMS]


def one_round(attackers: int, defenders: int) -> Laws:
    pair: Any = (attackers @ _ATTACKER).apply(lambda mine, theirs: (mine, theirs), defenders @ _DEFENDER)
    return [_law(pair)]


def to_the_end(attackers: int, defenders: int) -> Laws:
    @cache
    def law(a: int, d: int) -> Any:
        if not a or not d:
            return H({(a, d): 1})
        fire: Any = (a @ _ATTACKER).apply(lambda x, y: (max(a - y, 0), max(d - x, 0)), d @ _DEFENDER)
        parts = [(n, law(*state)) for state, n in fire.items() if state != (a, d)]
        common, counts = lcm(*(part.total for _, part in parts)), Counter[Any]()
        for n, part in parts:
            for outcome, m in part.items():
                counts[outcome] += n * m * (common // part.total)
        return H(counts).lowest_terms()

    return [_law(law(attackers, defenders))]
