"""From strengths to the final column in Traces of Hubris: halving, odds, terrain, air support [7.0, 10.2].

A position counts columns from the left, 0 for 1:1; `BELOW` is under the table.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Applied
from sim.games.traces_of_hubris.combat.facts import FORTIFICATION, LIMITS, TERRAIN, Fight
from sim.games.traces_of_hubris.combat.table import BELOW, COLUMNS, GAME, RATIOS
from sim.numbers.columns import column_reached
from sim.numbers.tables import load_list

LAST = COLUMNS.index(LIMITS["highest_odds"]["value"])
AUTOMATIC = COLUMNS.index(LIMITS["zero_defense_odds"]["value"])
_HALF = Fraction(LIMITS["river_attack_multiplier"]["value"])
_TOP_ODDS = RATIOS[LAST]
_AIR = load_list(GAME, "column_shifts")
_AIR_ROWS = {False: "offensive_air_support", True: "offensive_air_support_on_city_optional"}
_UNKNOWN = load_list(GAME, "terrain_shifts")


def halved(strength: ArrayLike) -> NDArray[np.int64]:
    """Return strengths across a river, shape (...), fractions dropped [1.3, 10.2].

    >>> int(halved(3))  # [1.3]
    1
    """
    return np.asarray(strength, np.int64) * _HALF.numerator // _HALF.denominator


def attack_strength(dry: ArrayLike, across: ArrayLike, *, together: bool = False) -> NDArray[np.int64]:
    """Return the attack strength, shape (...), of units not across a river, shape (...), and of hexes that are [10.2].

    `across` has shape (..., hexes); each hex is halved for itself (ruling R8), or all of them `together`.

    >>> int(attack_strength(4, [3, 3])), int(attack_strength(4, [3, 3], together=True))
    (6, 7)
    """
    across = np.asarray(across, np.int64)
    wet = halved(across.sum(axis=-1)) if together else halved(across).sum(axis=-1)
    return np.asarray(np.asarray(dry, np.int64) + wet)


def first_column(
    attack: ArrayLike, defense: ArrayLike, *, nearest: bool = False, clamp_last: bool = False
) -> NDArray[np.int64]:
    """Return the position of the odds before any shift, shape (...), `BELOW` for less than 1:1; defense above 0 [10.2].

    Rounded down as in the examples, or to the `nearest` column, ties down (ruling R1). With `clamp_last` odds above the
    table keep their whole ratio as a position beyond it (rulings R2, R3).

    >>> [COLUMNS[at] for at in first_column([15, 26, 12, 18, 25], [5, 9, 7, 13, 2])]  # [10.2]
    ['3:1', '2:1', '1.5:1', '1:1', '10:1+']
    """
    attack, defense = np.asarray(attack, np.int64), np.asarray(defense, np.int64)
    position = column_reached(attack, defense, RATIOS, nearest=nearest)
    if not clamp_last:
        return position
    whole = -((defense - 2 * attack) // (2 * defense)) if nearest else attack // defense
    return np.where(position == LAST, LAST + np.maximum(whole - int(_TOP_ODDS), 0), position)


def final_column(
    position: ArrayLike, terrain: ArrayLike, air: ArrayLike, order: str = "last", *, clamp_last: bool = False
) -> NDArray[np.int64]:
    """Return the final column, shape (...), of odds shifted by terrain and air support; `BELOW` where none is allowed.

    Terrain first, then the test for 1:1, then air support, and the last column holds what goes beyond (ruling R4). With
    `order` ``first`` air support comes first, each step held to the table; ``together`` all shifts are one sum, and the
    test is of that. With `clamp_last` nothing is held before the end. Odds below 1:1 before any shift are lost in each.

    >>> COLUMNS[int(final_column(COLUMNS.index("3:1"), -1, 2))]  # a town, a marker [10.5]
    '4:1'
    """
    position, terrain, air = np.asarray(position), np.asarray(terrain), np.asarray(air)
    is_held = order == "first" and not clamp_last
    before = np.minimum(position + air, LAST) + terrain if is_held else position + terrain + air
    tested = before if order == "together" else position + terrain
    return np.where((position >= 0) & (tested >= 0), np.minimum(before, LAST), BELOW)


def columns_of(fight: Fight) -> tuple[int, tuple[int, ...]]:
    """Return the position of a fight's odds before any shift, and its final columns, that of the central value first.

    There are several where a shift of terrain is not printed, one for each value of its range. Without defense, or
    against units that all retreated into the hex, the odds are at their highest, whatever the terrain [10.2].
    """
    if is_automatic(fight):
        return AUTOMATIC, (AUTOMATIC,)
    attack = attack_strength(fight.attack, [int(s) for s in fight.across_river], together=fight.halve_together)
    first = first_column(
        attack, defense_strength(fight), nearest=fight.rounding == "nearest", clamp_last=fight.clamp_last
    )
    central, low, high = (sum(shifts) for shifts in zip(*map(terrain_shift, fight.terrain), strict=True))
    shifts = np.array([central, *range(low, high + 1)]) + fight.shift
    found = final_column(first, shifts, air_shift(fight), fight.air_order, clamp_last=fight.clamp_last)
    return int(first), tuple(dict.fromkeys(found.tolist()))


def defense_strength(fight: Fight) -> int:
    """Return the defense strength with what a fortification adds [12.3]."""
    return fight.defense + (FORTIFICATION.integer(fight.fort, "defense") if fight.fort != "none" else 0)


def is_automatic(fight: Fight) -> bool:
    """Return whether the odds are the highest by rule: no defense, or all units retreated into the hex [10.2]."""
    return defense_strength(fight) == 0 or (fight.all_retreated and not fight.marker_defends)


def terrain_shift(terrain: str) -> tuple[int, int, int]:
    """Return the shift of a terrain: central value, furthest left, furthest right; the same where it is known."""
    if terrain == "clear":  # 10.2 gives shifts to certain terrain only, and clear is what has none
        return 0, 0, 0
    if is_unknown(terrain):
        return _UNKNOWN.integer(terrain), _UNKNOWN.integer(terrain, "low"), _UNKNOWN.integer(terrain, "high")
    known = TERRAIN.integer(terrain, "column_shift")
    return known, known, known


def is_unknown(terrain: str) -> bool:
    """Return whether the shift of a terrain is on the chart that our source lacks."""
    return terrain != "clear" and TERRAIN.basis_of(terrain, "column_shift") == "missing"


def air_shift(fight: Fight) -> int:
    """Return the columns to the right of all markers on an attack [7.0], fewer each on a town by option 14.4."""
    return _AIR.integer(_AIR_ROWS[fight.is_bombed_town], "column_shift") * fight.air_markers


def applied(fight: Fight) -> tuple[Applied, ...]:
    """Return the shifts that apply, each with what it is worth; unknown ones with their central value."""
    if is_automatic(fight):
        return ()
    air = _AIR_ROWS[fight.is_bombed_town]
    shifts = [(name, terrain_shift(name)[0], TERRAIN[name]["rule"].split("; ")[0]) for name in fight.terrain]
    shifts += [(air, air_shift(fight), _AIR[air]["rule"]), ("shift", fight.shift, "10.2")]
    return tuple(Applied(*one) for one in shifts if one[1])
