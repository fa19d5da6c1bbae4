"""Points and levels of victory, as the scenarios share them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.errors import GameError
from sim.exact import Law
from sim.laws import law_of
from sim.numbers.tables import load_list
from sim.system import Finding

LEVELS = load_list("stalingrad_roads", "victory_levels")
SECOND_WAY = "axis_decisive_cities"
"""A row of its own that leads to the level ``axis_decisive``."""


def points_of(rows: tuple[Mapping[str, str], ...], counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the points that rows of a schedule score, shape (...): each so often as `counts` says, up to its most.

    ``<row>_out_of_supply`` counts units there that are not in supply. Raises `GameError` for a row there is not.
    """
    known = {row["id"]: row for row in rows}
    known |= {
        f"{row['id']}_out_of_supply": {"vp": row["vp_out_of_supply"]} for row in rows if row.get("vp_out_of_supply")
    }
    total = np.zeros((), np.int64)
    for name, times in counts.items():
        if name not in known:
            raise GameError(f"nothing scores for {name!r}; expected one of {', '.join(known)}")
        points = int(known[name]["vp"]) * np.asarray(times, np.int64)
        most = known[name].get("max_vp")
        total = total + (np.minimum(points, int(most)) if most else points)
    return np.asarray(total)


def levels(scenario: str) -> tuple[str, ...]:
    """Return the levels of victory of a scenario in the order of the print; `GameError` names the scenarios.

    >>> levels("V")
    ('axis_major', 'axis_minor', 'soviet_minor', 'soviet_major')
    """
    named = tuple(row["level"] for row in LEVELS.rows if row["scenario"] == scenario and row["level"] != SECOND_WAY)
    if not named:
        known = dict.fromkeys(row["scenario"] for row in LEVELS.rows)
        raise GameError(f"no victory levels of scenario {scenario!r}; expected one of {', '.join(known)}")
    return named


def level_by(scenario: str, measure: str, value: int) -> str:
    """Return the level of a scenario for a number of points or cities; beyond the last band its level (ruling R8).

    >>> level_by("II", "vp", 2), level_by("II", "vp", -6), level_by("III", "vp", 10), level_by("V", "major_cities", 5)
    ('soviet_minor', 'axis_minor', 'soviet_minor', 'soviet_major')
    """
    bands = _bands(scenario, measure)
    for level, low, high in bands:
        if (low is None or value >= low) and (high is None or value <= high):
            return level
    return min((b for b in bands if b[1] is not None), key=lambda band: band[1] or 0)[0]


@cache
def _bands(scenario: str, measure: str) -> tuple[tuple[str, int | None, int | None], ...]:
    rows = [row for row in LEVELS.rows if row["scenario"] == scenario and row["measure"] == measure]
    return tuple(
        (row["level"], int(row["low"]) if row["low"] else None, int(row["high"]) if row["high"] else None)
        for row in rows
    )


def levels_of(scenario: str, points: Law) -> dict[str, Fraction]:
    """Return the chance of each level of a scenario, by the law of its points."""
    found: dict[str, Fraction] = {}
    for (vp,), p in points:
        level = level_by(scenario, "vp", vp)
        found[level] = found.get(level, Fraction(0)) + p
    return found


def level_finding(scenario: str, chances: Mapping[str, Fraction]) -> Finding:
    """Return a law over the levels of a scenario, in words."""
    names = levels(scenario)
    found = {names.index(level): p for level, p in chances.items() if p}
    words = {"level": tuple(_side_first(name) for name in names)}
    return Finding(
        "level",
        f"level of victory, scenario {scenario}",
        f"scenario {scenario}",
        law=law_of("level", found),
        labels=words,
    )


def _side_first(level: str) -> str:
    """Return a level in words, its side with a capital.

    >>> _side_first("soviet_victory"), _side_first("draw")
    ('Soviet victory', 'draw')
    """
    words = level.replace("_", " ")
    return words[0].upper() + words[1:] if level.startswith(("soviet", "axis")) else words


def axis_wins(found: Mapping[str, Fraction]) -> Fraction:
    """Return the chance of any level that is the Axis's."""
    return sum((p for level, p in found.items() if level.startswith("axis")), Fraction(0))


def soviet_wins(found: Mapping[str, Fraction]) -> Fraction:
    """Return the chance of any level that is the Soviets'."""
    return sum((p for level, p in found.items() if level.startswith("soviet")), Fraction(0))


def binomial(n: int, percent: int) -> list[Fraction]:
    """Return the chance of each number of successes of n, each with a chance in percent.

    >>> [str(p) for p in binomial(2, 50)]
    ['1/4', '1/2', '1/4']
    """
    p = Fraction(percent, 100)
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def winner(scenario: str, points: Fraction) -> str:
    """Return who wins a scenario with so many Soviet points, rounded, as a clause of a sentence.

    >>> winner("II", Fraction(7, 2)), winner("II", Fraction(0)), winner("III", Fraction(5))
    ('the Soviets win', 'it is a draw', 'the Axis wins')
    """
    reached = level_by(scenario, "vp", round(points))
    sides = {"soviet": "the Soviets win", "axis": "the Axis wins"}
    return sides.get(reached.partition("_")[0], "it is a draw")
