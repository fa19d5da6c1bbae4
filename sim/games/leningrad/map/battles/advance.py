"""Advance after combat: up to three victorious units a hex, a second hex after a long retreat [8.48]."""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    K_ADVANCE,
    L_ATT,
    L_DEF,
    L_HEX,
    L_LEFT,
    L_ORIGIN,
    L_VIA,
    L_VIA_FROM,
    N_ATT,
    N_DEF,
    N_HEX,
    VOID,
)
from sim.games.leningrad.map.moves.march import step_into
from sim.games.leningrad.map.record.events import emit_battle
from sim.games.leningrad.players.choices import advances, advances_on, order_advance
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import ACTIVE, COUNT, HEX, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def _touches(w: World, a: int, b: int) -> bool:
    for d in range(6):
        if w.neighbors[a, d] == b:
            return True
    return False


@kernel
def _has_room(w: World, side: int, h: int) -> bool:
    return w.x[COUNT + 1 - side, h] == 0 and w.x[COUNT + side, h] < w.p[P_STACK]


@barrier
def _advance(w: World, side: int, row: int, n: int, hexes_row: int, n_hexes: int, must: int, n_via: int) -> int:
    order_advance(w, side, row, n, w.lists[hexes_row, 0])
    for k in range(n):
        w.lists[L_LEFT, k] = 0
    for j in range(n_hexes):
        h = w.lists[hexes_row, j]
        for k in range(n):
            u = w.lists[row, k]
            start = w.u[HEX, u]
            if w.lists[L_LEFT, k] == 1 or not _has_room(w, side, h) or not _touches(w, start, h):
                continue
            if must == 1 or advances(w, side, u, h):
                must = 0
                w.lists[L_LEFT, k] = 1
                emit_battle(w, K_ADVANCE, u, start, h, VOID)
                step_into(w, u, h)
                if n_via > 0:
                    _go_on(w, side, u, h, n_via)
    return n


@kernel
def _go_on(w: World, side: int, u: int, h: int, n_via: int) -> None:
    """Take a unit on into the second hex that a long retreat left empty, if its owner wants it."""
    for k in range(n_via):
        to = w.lists[L_VIA, k]
        if w.lists[L_VIA_FROM, k] == h and _has_room(w, side, to) and advances_on(w, side, u, to):
            emit_battle(w, K_ADVANCE, u, h, to, VOID)
            step_into(w, u, to)
            return


@kernel
def advance_attackers(w: World, must: bool, n_via: int) -> None:
    """Advance the attackers who are left and did not retreat; one must after an overrun [7.6]."""
    _advance(w, w.s[ACTIVE], L_ATT, w.s[N_ATT], L_HEX, w.s[N_HEX], 1 if must else 0, n_via)


@kernel
def advance_defenders(w: World, n_origin: int, n_via: int) -> None:
    """Advance unharmed defenders into hexes that the attackers left [8.48]."""
    _advance(w, 1 - w.s[ACTIVE], L_DEF, w.s[N_DEF], L_ORIGIN, n_origin, 0, n_via)
