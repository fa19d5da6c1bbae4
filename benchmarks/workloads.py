"""What every contender of `benchmarks.beside` is asked: a made-up table read with two dice, and pools that fire.

An answer is a list of laws, each ``{outcome: Fraction}``; asking starts from the numbers here and ends there, so that
what a library needs to build its own things counts as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

Laws = list[Mapping[Hashable, Fraction]]

RESULTS = ("AE", "A2", "A1", "AR", "NE", "EX", "DR", "D1", "D2", "DE")
"""From the attacker's worst to his best."""
COLUMNS = ("1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1")
ROWS = range(2, 13)
TABLE = {
    label: {row: RESULTS[min(max((row - 2) * 9 // 10 + at - 3, 0), 9)] for row in ROWS}
    for at, label in enumerate(COLUMNS)
}
"""The result by odds column and sum of two dice: better odds and higher rolls never hurt."""
DRMS = range(-3, 4)
P_ATTACKER, P_DEFENDER = Fraction(1, 3), Fraction(1, 2)
"""Dice that hit on 5 and 6, and on 4 to 6."""

WORKLOADS: dict[str, tuple[str, str, tuple[int, ...], float | None]] = {
    "columns": ("2d6 on 7 columns", "columns", (), 0.15),
    "drms": ("2d6 on 7 columns with 7 DRMs, 49 laws", "drms", (), 0.8),
    "round8": ("8 v 8 dice, one round, joint law of hits", "one_round", (8, 8), 0.15),
    "end8": ("8 v 8 dice to the end, exact", "to_the_end", (8, 8), 10),
    "end12": ("12 v 12 dice to the end, exact", "to_the_end", (12, 12), 60),
    "end20": ("20 v 20 dice to the end, exact", "to_the_end", (20, 20), None),
}
"""Name -> what it is, the function that a contender has for it, its arguments, our bar in ms."""
