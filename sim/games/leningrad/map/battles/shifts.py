"""Column shifts of one battle inside the kernels: which rows of the printed table apply, what they come to [8.3].

The sides' units stand in lists; the worth of each row comes from the file that `kessel odds` reads. The same
code serves a battle that is fought and one that a player thinks about; he sees only the armor of units turned over.
"""

# ruff: noqa: SIM110, SIM109 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARMOR_TYPE,
    CORPS,
    FORT,
    GERMAN,
    KNOWN,
    L_TIMES,
    MOBILE,
    N_GERMAN,
    N_SHIFTS,
    P_READING,
    P_WORTH,
    SH_ATT_AIR,
    SH_ATT_ARMOR,
    SH_ATT_CORPS,
    SH_ATT_OOS,
    SH_CITY,
    SH_COVER,
    SH_DEF_AIR,
    SH_DEF_ARMOR,
    SH_DEF_CORPS,
    SH_DEF_OOS,
    SH_FORT,
    SH_HILLS,
    SH_OVERRUN,
    SH_RIVER,
    SH_SURPRISE,
    SOVIET,
    SURPRISE,
    T_CITY,
    T_CLEAR,
    T_FOREST,
    T_HILLS,
    T_MARSH,
    T_TOWN,
    TYPE,
)
from sim.games.leningrad.map.readings import R5, R6, R7, R8
from sim.map.forces.world import CLASS, HEX, ON_MAP, STATE, TERRAIN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

RIVER = 1  # the bit of a hexside
AS_TRUE, AS_SEEN = 0, 1
"""Whose knowledge counts: the truth, or what both players see."""


@kernel
def is_armor(w: World, u: int, view: int) -> bool:
    """Return whether a unit is armor; an untried mobile one, of which most are, looks like it."""
    if view == AS_SEEN and w.u[KNOWN, u] == 0:
        return w.u[CLASS, u] == MOBILE
    return w.u[TYPE, u] == ARMOR_TYPE


@kernel
def whole_corps(w: World, row: int, n: int) -> int:
    """Return how many panzer corps are in a list with all their units, stacked in one hex, none eliminated [10.1]."""
    found, members = 0, 0
    for k in range(n):
        members += 1 if w.u[CORPS, w.lists[row, k]] > 0 else 0
    if members < 2:
        return 0
    for corps in range(1, 4):
        size, here, where = 0, 0, -1
        for k in range(n):
            u = w.lists[row, k]
            if w.u[CORPS, u] == corps and w.u[STATE, u] == ON_MAP and (where < 0 or w.u[HEX, u] == where):
                where = w.u[HEX, u]
                here += 1
        if here == 0:
            continue
        for u in range(N_GERMAN):
            if w.u[CORPS, u] == corps:
                size += 1
                if w.u[HEX, u] != where:
                    size = n + 1  # not in the list, wherever the others stand
                    break
        if here == size:
            found += 1
    return found


@kernel
def has_armor(w: World, row: int, n: int, view: int) -> bool:
    """Return whether a list holds an armored unit."""
    for k in range(n):
        if is_armor(w, w.lists[row, k], view):
            return True
    return False


@kernel
def has_river(w: World, row_att: int, n_att: int, row_hex: int, n_hex: int) -> bool:
    """Return whether every attacker has a river before every defended hex that he attacks [shift table, note 3]."""
    for k in range(n_att):
        h = w.u[HEX, w.lists[row_att, k]]
        for j in range(n_hex):
            target = w.lists[row_hex, j]
            for d in range(6):
                if w.neighbors[h, d] == target and w.sides[h, d] & RIVER == 0:
                    return False
    return True


@kernel
def _add_terrain(w: World, row_hex: int, n_hex: int, defender: int) -> None:
    """Count the lines of the defended hexes [note 1, R8], and a fort in any [13.1, note 2]."""
    times = w.lists[L_TIMES]
    reading = w.p[P_READING + R8]  # 0 hills beside the column of note 1, 1 the best hex alone, 2 every line once
    best = 0
    for j in range(n_hex):
        h = w.lists[row_hex, j]
        t = w.x[TERRAIN, h]
        if defender == SOVIET and w.x[FORT, h] > 0:
            times[SH_FORT] = 1
        if t == T_HILLS:
            times[SH_HILLS] = 1
            continue
        cover = 1 if _is_cover(w, t) else 0
        city = 1 if t == T_CITY and defender == SOVIET else 0
        worth = cover * w.p[P_WORTH + SH_COVER] + city * w.p[P_WORTH + SH_CITY]
        if reading == 2:
            times[SH_COVER] = max(times[SH_COVER], cover)
            times[SH_CITY] = max(times[SH_CITY], city)
        elif worth < best:
            best = worth
            times[SH_COVER], times[SH_CITY] = cover, city
    if reading == 1 and times[SH_HILLS] == 1:
        if best < w.p[P_WORTH + SH_HILLS]:
            times[SH_HILLS] = 0
        else:
            times[SH_COVER], times[SH_CITY] = 0, 0


@kernel
def _is_cover(w: World, terrain: int) -> bool:
    if terrain == T_CITY:
        return w.p[P_READING + R6] == 1
    return terrain == T_FOREST or terrain == T_MARSH or terrain == T_TOWN


@kernel
def _armor_counts(w: World, row_hex: int, n_hex: int) -> bool:
    """Return whether the defended hexes let the attacker's armor count [10.2, ruling R7]."""
    reading = w.p[P_READING + R7]
    for j in range(n_hex):
        h = w.lists[row_hex, j]
        if reading < 2 and w.x[FORT, h] > 0:
            return False
        if reading == 1 and w.x[TERRAIN, h] != T_CLEAR:
            return False
    return True


@barrier
def net_shift(
    w: World, attacker: int, overrun: int, row_att: int, n_att: int, row_def: int, n_def: int, row_hex: int, n_hex: int,
    air_attack: int, air_defense: int, att_oos: int, def_oos: int, view: int,
) -> int:  # fmt: skip
    """Return the sum of all shifts, right positive, and leave how often each row applies in `L_TIMES`.

    Overrun, supply, terrain, corps, armor, air, surprise, all together [7.1, 9.2, 10.1-10.4, 11.1, 15.3].
    """
    times = w.lists[L_TIMES]
    for k in range(N_SHIFTS):
        times[k] = 0
    defender = 1 - attacker
    times[SH_OVERRUN] = overrun
    times[SH_ATT_OOS] = att_oos
    times[SH_DEF_OOS] = def_oos
    _add_terrain(w, row_hex, n_hex, defender)
    city = False
    for j in range(n_hex):
        city = city or w.x[TERRAIN, w.lists[row_hex, j]] == T_CITY
    times[SH_RIVER] = 1 if has_river(w, row_att, n_att, row_hex, n_hex) else 0
    void = defender == GERMAN and city  # [10.3, ruling R27]
    if not void and has_armor(w, row_def, n_def, view):
        times[SH_DEF_ARMOR] = 1
    if not (void and w.p[P_READING + R5] == 1) and _armor_counts(w, row_hex, n_hex):
        times[SH_ATT_ARMOR] = 1 if has_armor(w, row_att, n_att, view) else 0
    if defender == GERMAN:
        times[SH_DEF_CORPS] = 0 if void else whole_corps(w, row_def, n_def)
        times[SH_DEF_AIR] = air_defense
        times[SH_SURPRISE] = w.s[SURPRISE]
    else:
        times[SH_ATT_CORPS] = whole_corps(w, row_att, n_att)
        times[SH_ATT_AIR] = air_attack
    total = 0
    for k in range(N_SHIFTS):
        total += times[k] * w.p[P_WORTH + k]
    return total


@kernel
def rung_of(attack: int, defense: int) -> int:
    """Return the rung of the initial odds, 0 for 1-1, rounded for the defender [8.33]: `odds_rung` of `sim.numbers`."""
    if attack >= defense:
        return attack // defense - 1
    return 1 - (defense + attack - 1) // attack


@kernel
def column_of(rung: int) -> int:
    """Return the printed column of final odds, 0 for 1-4, held to the table only now [8.32]."""
    return min(12, max(0, rung + 3))
