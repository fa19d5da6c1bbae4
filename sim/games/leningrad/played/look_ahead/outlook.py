"""What a position is worth before it is played out: what is seen in it, weighed by what such positions came to.

What is seen is public: an untried unit counts with the mean of the unseen ones. What each thing seen is worth after
each half turn is fitted to played games (`players/outlook.toml`) and to what decisions came to (`hindsight.toml`), in
thousandths of a point of the German margin.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    ARMOR_TYPE,
    CITY_VP,
    FORT,
    GERMAN,
    IS_CITY,
    L_CITY,
    LENINGRAD,
    N_MARKS,
    N_TURNS,
    N_UNITS,
    REGEN,
    REGENS,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.map.upkeep import forts_left, german_points, soviet_points
from sim.games.leningrad.played.look_ahead.approach import APPROACH_MARKS, look_at_approach
from sim.games.leningrad.players.battles.odds import seen_attack, seen_defense
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, COUNT, HEX, ON_MAP, SIDE, SLOT, STATE, STEPS, TURN, WAITING, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel

MARKS = (
    "one", "german_vp", "soviet_vp", "german_attack", "german_attack_1", "german_attack_3", "german_attack_6",
    "german_attack_10", "german_attack_16", "german_distance", "soviet_defense_1", "soviet_defense_3",
    "soviet_defense_6", "soviet_defense_12", "soviet_units", "soviet_defense", "german_cut_off", "soviet_cut_off",
    "city_open", "city_defense", "city_forts", "forts_left", "german_resting", "city_pressed", "soviet_waiting",
    "german_waiting", "german_armor_10", "soviet_in_contact", "german_reduced_in_contact", "regenerations",
    "german_steps", "city_threatened", *APPROACH_MARKS,
)  # fmt: skip
"""What is seen; a number at the end is a distance from Leningrad in hexes. Strengths are in quarters."""
_APPROACH = MARKS.index(APPROACH_MARKS[0])
THOUSAND = 1000


@kernel
def row_of(turn: int, half: int) -> int:
    """Return the row of a half turn: 0 after the German one, 1 after the Soviet one."""
    return 2 * turn + half


@kernel
def look(w: World, row: int) -> None:
    """Write what is seen of a position into a row of `seen`, in the order of `MARKS`."""
    m = w.seen[row]
    for k in range(N_MARKS):
        m[k] = 0
    m[0] = 1
    m[1] = german_points(w)
    m[2] = soviet_points(w)
    m[9] = 30
    m[21] = forts_left(w)
    m[29] = w.s[REGENS]
    for u in range(N_UNITS):
        if w.u[STATE, u] == WAITING:
            m[24 if w.u[SIDE, u] == SOVIET else 25] += 1
        elif w.u[STATE, u] == ON_MAP:
            if w.u[SIDE, u] == GERMAN:
                _look_at_german(w, u, row)
            else:
                _look_at_soviet(w, u, row)
    _look_at_city(w, row)
    look_at_approach(w, m, _APPROACH)


@kernel
def _look_at_german(w: World, u: int, row: int) -> None:
    m = w.seen[row]
    h = w.u[HEX, u]
    far = hexes_between(w, h, w.s[LENINGRAD])
    attack = seen_attack(w, u)
    m[3] += attack
    m[30] += w.u[STEPS, u]
    m[4] += attack if far <= 1 else 0
    m[5] += attack if far <= 3 else 0
    m[6] += attack if far <= 6 else 0
    m[7] += attack if far <= 10 else 0
    m[8] += attack if far <= 16 else 0
    m[9] = min(m[9], far)
    if w.u[TYPE, u] == ARMOR_TYPE and far <= 10:
        m[26] += attack
    if has_line(w, GERMAN, w.u[CLASS, u], h) == 0:
        m[16] += attack
    if w.u[STEPS, u] == 1:
        m[22] += 1 if w.x[REGEN, h] == 1 and w.x[ZOC + SOVIET, h] == 0 else 0
        m[28] += 1 if w.x[ZOC + SOVIET, h] > 0 else 0


@kernel
def _look_at_soviet(w: World, u: int, row: int) -> None:
    m = w.seen[row]
    h = w.u[HEX, u]
    far = hexes_between(w, h, w.s[LENINGRAD])
    defense = seen_defense(w, u)
    m[10] += defense if far <= 1 else 0
    m[11] += defense if far <= 3 else 0
    m[12] += defense if far <= 6 else 0
    m[13] += defense if far <= 12 else 0
    m[14] += 1
    m[15] += defense
    if w.x[ZOC + GERMAN, h] > 0:
        m[27] += seen_attack(w, u)
        m[17] += defense if has_line(w, SOVIET, w.u[CLASS, u], h) == 0 else 0


@kernel
def _look_at_city(w: World, row: int) -> None:
    """See what lies open, what holds and who presses, for each hex of Leningrad by its points."""
    m = w.seen[row]
    for k in range(4):
        h = w.lists[L_CITY, k]
        m[20] += 1 if w.x[FORT, h] > 0 and w.x[IS_CITY, h] == 1 else 0
        if w.x[COUNT + GERMAN, h] > 0:
            continue
        if w.x[COUNT + SOVIET, h] == 0:
            m[18] += w.x[CITY_VP, h]
        held, pressed = 0, 0
        for j in range(w.x[COUNT + SOVIET, h]):
            held += seen_defense(w, w.x[SLOT + j, h])
        for d in range(6):
            n = w.neighbors[h, d]
            if n >= 0:
                for j in range(w.x[COUNT + GERMAN, n]):
                    pressed += seen_attack(w, w.x[SLOT + j, n])
        m[19] += held
        m[23] += w.x[CITY_VP, h] * min(pressed, 8 * max(held, 1)) // max(held, 1)
        m[31] += w.x[CITY_VP, h] if pressed > 2 * held else 0


@kernel
def worth(w: World, half: int) -> int:
    """Return the German margin to be expected after a half turn, in thousandths; after the last turn the true one."""
    if w.s[TURN] >= N_TURNS and half == 1:
        return THOUSAND * (german_points(w) - soviet_points(w))
    row = row_of(w.s[TURN], half)
    look(w, row)
    value = 0
    for k in range(N_MARKS):
        value += w.leaf[row, k] * w.seen[row, k]
    return max(-BIG, min(BIG, value))
