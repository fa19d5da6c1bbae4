"""Opportunity fire and the rubble roll: what comes before close combat [p. 9 rubble, p. 14 opportunity fire]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.losses import ANY, alive, is_alive, is_armor, lose, volley
from sim.games.inferno_on_the_volga.map.battles.soviet_cards import MOST_RUBBLE, make_rubble
from sim.games.inferno_on_the_volga.map.fields import (
    COUNT,
    FORCE_N,
    FORT,
    GERMAN,
    HEX,
    KHRUSHCHEV,
    KIND,
    LANDED,
    N_RUBBLE,
    OWN_HITS,
    RUBBLE,
    SOVIET,
    ST_OPPORTUNITY,
    ST_RUBBLE,
    TERRAIN,
    URBAN,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R18
from sim.games.inferno_on_the_volga.map.record.events import roll
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.match.barrier import barrier
from sim.match.compiled import kernel

ABOVE, SINGLE_FIRE = 18, 6


@kernel
def drm_of(w: World, is_fortified: bool) -> int:
    """Return what is added to a die of a Soviet block [p. 15, p. 19, R28]."""
    return w.leaders[KHRUSHCHEV] + (1 if is_fortified else 0)


@barrier
def opportunity_fire(w: World, target: int, n: int) -> int:
    """Let every Soviet block of the hex, and of those around that touch an attacker, roll a die [p. 14, R18, R47]."""
    s = w.s
    s[OWN_HITS] = 0
    fortified = max(SINGLE_FIRE - drm_of(w, True), 2)
    plain = max(SINGLE_FIRE - drm_of(w, False), 2)
    inside = fortified if w.x[FORT, target] == 1 else plain
    n_inside, n_fortified, n_plain = alive(w, SOVIET), 0, 0
    for h in range(w.x.shape[1]):
        if h == target or holder(w, h) != SOVIET:
            continue
        touched = 0
        for k in range(n):
            if _has_attackers(w, w.hexes[k]):
                for d in range(6):
                    if w.neighbors[h, d] == w.hexes[k]:
                        touched += 1
        if w.p[R18] == 0:
            touched = min(touched, 1)
        blocks = w.x[COUNT, h]
        if s[LANDED] >= 0 and w.u[HEX, s[LANDED]] == h:
            blocks -= 1  # a marine that has just landed takes no part [R51]
        if w.x[FORT, h] == 1:
            n_fortified += touched * blocks
        else:
            n_plain += touched * blocks
    if w.p[R18] == 1:
        n_inside *= max(1, _attacking_hexes(w, n))
    hits = volley(w, ST_OPPORTUNITY, 0, n_inside, inside)
    hits += volley(w, ST_OPPORTUNITY, n_inside, n_fortified, fortified)
    hits += volley(w, ST_OPPORTUNITY, n_inside + n_fortified, n_plain, plain)
    lose(w, GERMAN, hits, ANY)
    if w.leaders[KHRUSHCHEV] == 1:
        lose(w, SOVIET, s[OWN_HITS], ANY)
    return 0


@kernel
def _has_attackers(w: World, h: int) -> bool:
    for i in range(w.s[FORCE_N + GERMAN]):
        unit = w.force[GERMAN, i]
        if is_alive(w, unit) and w.u[HEX, unit] == h:
            return True
    return False


@kernel
def _attacking_hexes(w: World, n: int) -> int:
    found = 0
    for k in range(n):
        if _has_attackers(w, w.hexes[k]):
            found += 1
    return found


@kernel
def rubble_roll(w: World, target: int, n: int, drm: int) -> None:
    """Roll for rubble in an urban hex: three dice, cards, hexes and armor that are still there [p. 10, R37]."""
    if w.x[TERRAIN, target] != URBAN or w.x[RUBBLE, target] == 1 or w.s[N_RUBBLE] >= MOST_RUBBLE:
        return
    total = drm + _attacking_hexes(w, n)
    for i in range(w.s[FORCE_N + GERMAN]):
        unit = w.force[GERMAN, i]
        if is_alive(w, unit) and is_armor(w.u[KIND, unit]):
            total += 1
    for k in range(3):
        total += roll(w, ST_RUBBLE, k)
    if total > ABOVE:
        make_rubble(w, target)
