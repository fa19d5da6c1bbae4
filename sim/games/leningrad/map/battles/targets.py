"""Who may attack what in a combat phase: a unit attacks once and is attacked once [8.1, 8.2, 8.21, ruling R40]."""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.battles.battle import fight
from sim.games.leningrad.map.battles.guests import may_be_attacked
from sim.games.leningrad.map.fields import (
    GERMAN,
    L_ATT,
    L_HEX,
    N_ATT,
    N_HEX,
    N_UNITS,
    P_READING,
    PINNED,
    SOVIET,
)
from sim.games.leningrad.map.readings import R23
from sim.map.forces.world import ACTIVE, BIG, CAME, COUNT, DEF, FOUGHT, HEX, HIT, NTH, ON_MAP, SIDE, SLOT, STATE, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill


@kernel
def begin_battles(w: World) -> None:
    """Forget who fought, was attacked or retreated in an earlier phase."""
    fill(w.u[FOUGHT], 0)
    fill(w.u[HIT], 0)
    fill(w.u[CAME], 0)
    fill(w.x[NTH], 0)


@kernel
def is_target(w: World, h: int) -> bool:
    """Return whether the enemy units of a hex may be attacked: somebody not yet attacked, or again [R40]."""
    enemy = 1 - w.s[ACTIVE]
    for k in range(w.x[COUNT + enemy, h]):
        if may_be_attacked(w, w.x[SLOT + k, h]):
            return True
    return False


@kernel
def has_retreated(w: World, h: int) -> bool:
    """Return whether units that retreated in this phase stand among the enemies of a hex [8.2]."""
    enemy = 1 - w.s[ACTIVE]
    for k in range(w.x[COUNT + enemy, h]):
        if w.u[CAME, w.x[SLOT + k, h]] == 1:
            return True
    return False


@kernel
def attackers_of(w: World, h: int, row: int) -> int:
    """Write the units that may still attack a hex into a list; return how many [8.0, 8.1]."""
    side = w.s[ACTIVE]
    n = 0
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0:
            for k in range(w.x[COUNT + side, a]):
                u = w.x[SLOT + k, a]
                if w.u[FOUGHT, u] == 0:
                    w.lists[row, n] = u
                    n += 1
    return n


@kernel
def touches(w: World, a: int, b: int) -> bool:
    """Return whether two hexes are neighbors with a side between them that is not barred."""
    for d in range(6):
        if w.neighbors[a, d] == b:
            return True
    return False


@kernel
def attack(w: World, n_att: int, n_hex: int, air: int) -> int:
    """Attack the hexes of list `L_HEX` with the units of list `L_ATT`; return whether a hex was cleared."""
    w.s[N_ATT] = n_att
    w.s[N_HEX] = n_hex
    return fight(w, 0, air)


@barrier
def forced_attacks(w: World) -> int:
    """Let every Soviet unit in contact that has not attacked on turn 1 attack, with all that can help [15.2, R48]."""
    for u in range(N_UNITS):
        if w.u[SIDE, u] != SOVIET or w.u[STATE, u] != ON_MAP or w.u[FOUGHT, u] == 1:
            continue
        here = w.u[HEX, u]
        if w.p[P_READING + R23] == 1 and w.x[PINNED, here] == 1:
            continue
        best, chosen = BIG, -1
        for d in range(6):
            h = w.neighbors[here, d]
            if h >= 0 and w.x[COUNT + GERMAN, h] > 0 and is_target(w, h):
                strength = 0
                for k in range(w.x[COUNT + GERMAN, h]):
                    strength += w.u[DEF, w.x[SLOT + k, h]]
                if strength < best:
                    best = strength
                    chosen = h
        if chosen >= 0:
            w.lists[L_HEX, 0] = chosen
            attack(w, attackers_of(w, chosen, L_ATT), 1, 0)
    return 0
