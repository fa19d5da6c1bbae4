"""Victory points and levels of scenarios II to V, as functions of an end state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.game import GameError
from sim.games.stalingrad_roads.inputs import CAMPAIGN, WINDOWS, is_within
from sim.tables import load_list

LEVELS = load_list("stalingrad_roads", "victory_levels")
URANUS = load_list("stalingrad_roads", "victory_schedule_II")
CAMPAIGN_POINTS = load_list("stalingrad_roads", "victory_schedule_III")

SMALL_HEXES = ("hex_1333", "hex_1433", "hex_1129", "hex_1624")
LARGE_HEXES = ("hex_1125", "hex_1023", "hex_0729")


def uranus_points(counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the Soviet victory points of scenario II, shape (...): each row of `URANUS` so often as `counts` says.

    A row that is not named counts 0; ``fortress_level`` is the supply level; ``hex_1125_out_of_supply`` a unit there
    that is not in supply. Raises `GameError` for a row there is not.

    >>> int(uranus_points({"closed_a_turn": 3, "fortress_level": 8, "hex_1125": 1, "stavka_support": 9}))
    6
    >>> int(uranus_points({"hex_1125_out_of_supply": 1, "hex_1333_out_of_supply": 1}))
    4
    """
    return _points(URANUS.rows, counts)


def campaign_points(counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the Soviet victory points of scenario III, shape (...): each row so often as `counts` says.

    >>> int(campaign_points({"major_city": 2}))  # the historical result: Rostov and Stalingrad
    10
    """
    return _points(CAMPAIGN_POINTS.rows, counts)


def late_turns(fall: int) -> int:
    """Return the turns after FEB II on which Stalingrad is not all Soviet, by the turn it falls [scenario III].

    >>> late_turns(11), late_turns(14), late_turns(18)  # FEB I; FEB IV: only FEB III counts; never
    (0, 1, 5)
    """
    window = WINDOWS["stalingrad_penalty"]
    return sum(is_within(window, turn) for turn in range(1, min(fall, len(CAMPAIGN) + 1)))


def levels(scenario: str) -> tuple[str, ...]:
    """Return the levels of victory of a scenario in the order of the print; `GameError` names the scenarios.

    >>> levels("V")
    ('axis_major', 'axis_minor', 'soviet_minor', 'soviet_major')
    """
    named = tuple(row["level"] for row in LEVELS.rows if row["scenario"] == scenario and row["level"] != _SECOND_WAY)
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


def backhand_level(major_cities: int, cities: int) -> str:
    """Return the level of scenario IV: major cities retaken, and other cities retaken less own ones lost (ruling R65).

    >>> backhand_level(1, 4 - 1), backhand_level(1, 4), backhand_level(2, 0), backhand_level(0, 5)
    ('axis_marginal', 'axis_decisive', 'axis_decisive', 'soviet_decisive')
    """
    rows = {row["level"]: row for row in LEVELS.rows if row["scenario"] == "IV"}
    if major_cities >= int(rows["axis_decisive"]["major_cities"]):
        return "axis_decisive"
    if major_cities <= int(rows["soviet_decisive"]["major_cities"]):
        return "soviet_decisive"
    level = level_by("IV", "cities", max(cities, 0))
    return "axis_decisive" if level == _SECOND_WAY else level


def uranus_decisive(is_hex_taken: bool, is_free_at_end: bool) -> str | None:
    """Return who wins scenario II decisively, if anybody: the Soviets at once, by a hex of Stalingrad.

    The Axis does if it never declared the Fortress and a unit in Stalingrad, still held, is in supply at the end.

    >>> uranus_decisive(True, False), uranus_decisive(False, True), uranus_decisive(False, False)
    ('soviet_decisive', 'axis_decisive', None)
    """
    if is_hex_taken:
        return "soviet_decisive"
    return "axis_decisive" if is_free_at_end else None


def campaign_decisive(soviet_majors: frozenset[str], is_stalingrad_supplied: bool) -> str | None:
    """Return who wins scenario III at the end of DEC IV, if anybody: by major cities the Soviets hold.

    >>> campaign_decisive(frozenset({"Stalingrad", "Rostov"}), False), campaign_decisive(frozenset(), True)
    ('soviet_decisive', 'axis_decisive')
    """
    if {"Stalingrad", "Rostov"} <= soviet_majors:
        return "soviet_decisive"
    return "axis_decisive" if is_stalingrad_supplied and not soviet_majors else None


_SECOND_WAY = "axis_decisive_cities"


def _points(rows: tuple[Mapping[str, str], ...], counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
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


@cache
def _bands(scenario: str, measure: str) -> tuple[tuple[str, int | None, int | None], ...]:
    rows = [row for row in LEVELS.rows if row["scenario"] == scenario and row["measure"] == measure]
    return tuple(
        (row["level"], int(row["low"]) if row["low"] else None, int(row["high"]) if row["high"] else None)
        for row in rows
    )
