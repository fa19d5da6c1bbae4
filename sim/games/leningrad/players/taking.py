"""Whether to take a hex that a battle left empty: what the winners and those behind them may lose there [8.48, 15.3].

A winner is set down in the hex, all that stand with it and with whom it stood are weighed before and after, and it is
taken back. Only the Germans ask, after an attack of theirs: the whole Soviet turn follows.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    GERMAN,
    L_ATT,
    L_ENTRY,
    L_LEFT,
    N_ATT,
    N_COLUMNS,
    N_GERMAN,
    N_UNITS,
    P_CRT,
    SOVIET,
)
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.players.danger import all_steps, column_against, open_sides
from sim.games.leningrad.players.names import W_DANGER, W_SUPPLY
from sim.games.leningrad.players.odds import seen_attack, seen_defense
from sim.games.leningrad.players.values import gives_up_city, step_worth
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import ACTIVE, BIG, CLASS, COUNT, HEX, ON_MAP, PHASE, SLOT, STATE, ZOC, World
from sim.map.forces.zones import hexes_between, lift, place
from sim.match.barrier import barrier
from sim.match.compiled import kernel

NEAR, INLAND = 2, 3
"""Hexes from which an enemy is reckoned with, and from where he comes in."""
SHARE = 100
"""What the loss that the next enemy turn threatens counts for, percent."""


@barrier
def pays(w: World, u: int, h: int, gain: int) -> int:
    """Return 1 if a German winner who gains so much by taking h risks less by it than that, alone or with others."""
    if w.s[ACTIVE] != GERMAN or w.s[PHASE] != 3 or w.weights[GERMAN, W_DANGER] == 0:
        return 1
    here = w.u[HEX, u]
    blow_here, blow_there = blow(w, here), blow(w, h)
    if blow_there == 0 and blow_here == 0:
        return 1
    before = _at_stake(w, here, blow_here) + _at_stake(w, h, blow_there)
    _shift(w, u, h)
    after = _at_stake(w, here, blow_here) + _at_stake(w, h, blow_there)
    good = gain > after - before
    if not good and w.x[COUNT + GERMAN, h] == 1:
        good = _together(w, here, h, gain, before, blow_here, blow_there)
    _shift(w, u, here)
    return 1 if good else 0


@kernel
def _together(w: World, here: int, h: int, gain: int, before: int, blow_here: int, blow_there: int) -> bool:
    """Return whether all winners of a hex may well take h together, the first of whom is there."""
    gone, n = 0, 1
    for k in range(w.s[N_ATT]):
        other = w.lists[L_ATT, k]
        if w.u[HEX, other] == here and w.lists[L_LEFT, k] == 0 and w.x[COUNT + GERMAN, h] < w.p[P_STACK]:
            if not gives_up_city(w, GERMAN, other, h):
                _shift(w, other, h)
                gone |= 1 << k
                n += 1
    after = _at_stake(w, here, blow_here) + _at_stake(w, h, blow_there)
    for k in range(w.s[N_ATT]):
        if gone >> k & 1 == 1:
            _shift(w, w.lists[L_ATT, k], here)
    return n > 1 and n * gain > after - before


@kernel
def _shift(w: World, u: int, h: int) -> None:
    lift(w, u)
    place(w, u, h)


@kernel
def blow(w: World, h: int) -> int:
    """Return the Soviet attack strength, in quarters, that can well come at a hex next."""
    total = 0
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP:
            total += seen_attack(w, u) if hexes_between(w, w.u[HEX, u], h) <= NEAR else 0
        elif is_due(w, u) and entries(w, u) > 0 and hexes_between(w, w.lists[L_ENTRY, 0], h) <= INLAND:
            total += seen_attack(w, u)
    return total


@kernel
def _at_stake(w: World, h: int, attack: int) -> int:
    """Return what the Germans in a hex may lose to such a blow, and what it costs them to be out of supply there."""
    n = w.x[COUNT + GERMAN, h]
    if n == 0:
        return 0
    defense, total, least = 0, 0, BIG
    for k in range(n):
        u = w.x[SLOT + k, h]
        defense += seen_defense(w, u)
        total += all_steps(w, u)
        least = min(least, step_worth(w, u, 0))
    hungry = has_line(w, GERMAN, w.u[CLASS, w.x[SLOT, h]], h) == 0
    cost = n * w.weights[GERMAN, W_SUPPLY] // 2 if hungry else 0
    if attack == 0:
        return cost
    column = column_against(w, GERMAN, h, attack, max(1, defense), open_sides(w, GERMAN, -1, h), hungry)
    gone, steps = 0, 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
        gone += 1 if demand < 0 else 0
        steps += max(0, demand)
    lost = gone * total + steps * least // (1 if hungry or _is_shut(w, h) else 3)
    return cost + lost * SHARE // 600


@kernel
def _is_shut(w: World, h: int) -> bool:
    """Return whether the Germans in a hex have no way back."""
    for d in range(6):
        n = w.neighbors[h, d]
        if n < 0 or w.x[COUNT + SOVIET, n] > 0:
            continue
        if w.x[ZOC + SOVIET, n] == 0 or w.x[COUNT + GERMAN, n] > 0:
            return False
    return True
