"""Where units might be sent in a half turn: each alone, a stack, a corps; the hexes that seem best, near and far.

What a hex seems to be worth is what a quick player makes of it [`drive`]: he would send everybody to the best, so what
is tried are the next best ones, those of other places, and the hexes beside the unit.
"""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import CORPS, N_UNITS, Q_ALLOWED
from sim.games.leningrad.map.moves.arrivals import choose_entry, is_due
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.march import reach
from sim.games.leningrad.played.look_ahead.tries import prepare, set_aside
from sim.games.leningrad.played.look_ahead.ways import SENT
from sim.games.leningrad.played.sequence import open_moves, play_phase
from sim.games.leningrad.players.moves.drive import weigh, worth_of_end
from sim.games.leningrad.players.moves.sent import sent_to
from sim.map.forces.memory import last_flood
from sim.map.forces.world import BIG, COUNT, HEX, N_REACH, ON_MAP, SIDE, SLOT, STATE, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel

BEST, ELSEWHERE, BESIDE = range(3)
"""Sorts of ends: the best ones, those in other places than all before, those beside the unit."""
AT_MOST = (4, 4, 3)
"""How many there are of each sort at most."""
MOST_ENDS = sum(AT_MOST)
APART = 3
"""Hexes to every other end that make another place of one."""
TOGETHER = 8
"""Ends to which a stack or a corps is sent at most."""


@kernel
def list_sendings(w: World, side: int, plan: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which units are sent somewhere at the start of a half turn; return how many there are."""
    ends = np.zeros(MOST_ENDS, np.int64)
    prepare(w, side, plan, 0)
    play_phase(w, 4 * side + 1)
    open_moves(w, 4 * side + 2, side)
    weigh(w, side)
    for u in range(N_UNITS):
        m = _ends_of(w, u, ends) if w.u[SIDE, u] == side else 0
        for k in range(m if n + m <= ways.shape[0] else 0):
            ways[n, SENT] = sent_to(u, ends[k])
            n += 1
        m = min(m, TOGETHER)
        if m > 0 and n + 2 * m <= ways.shape[0]:
            n = _send_stack(w, side, u, ends, m, ways, n)
            n = _send_corps(w, side, u, ends, m, ways, n)
    set_aside(w, 0, True)
    return n


@kernel
def _ends_of(w: World, u: int, ends) -> int:  # type: ignore[no-untyped-def]
    """Write where a unit might end its move, the best of each sort first; return how many hexes these are."""
    if is_due(w, u):
        if choose_entry(w, u, 0) < 0:
            return 0
    elif w.u[STATE, u] == ON_MAP and not must_stay(w, u):
        reach(w, u)
        allow_ends(w, u)
    else:
        return 0
    found, here = last_flood(w), w.u[HEX, u]
    worth, n = np.zeros(w.x.shape[1], np.int64), 0
    for k in range(w.s[N_REACH]):
        worth[k] = worth_of_end(w, u, found[k]) if w.q[Q_ALLOWED, found[k]] == 1 else -BIG
    for sort in range(3 if here >= 0 else BESIDE):
        for _ in range(AT_MOST[sort]):
            best = -1
            for k in range(w.s[N_REACH]):
                better = worth[k] > (-BIG if best < 0 else worth[best])
                if better and _is_of(w, sort, found[k], here, ends, n):
                    best = k
            if best < 0:
                break
            ends[n], worth[best] = found[best], -BIG
            n += 1
    return n


@kernel
def _is_of(w: World, sort: int, h: int, here: int, ends, n: int) -> bool:  # type: ignore[no-untyped-def]
    """Return whether a hex is an end of a sort, for who stands here, after n others."""
    if sort == BESIDE:
        return hexes_between(w, h, here) == 1
    for k in range(n if sort == ELSEWHERE else 0):
        if hexes_between(w, h, ends[k]) < APART:
            return False
    return True


@kernel
def _send_stack(w: World, side: int, u: int, ends, m: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which all who stand with a unit, the first of them, go where it might go."""
    here = w.u[HEX, u]
    if here < 0 or w.x[COUNT + side, here] < 2 or w.x[SLOT, here] != u:
        return n
    for k in range(m):
        for j in range(w.x[COUNT + side, here]):
            ways[n, SENT + j] = sent_to(w.x[SLOT + j, here], ends[k])
        n += 1
    return n


@kernel
def _send_corps(w: World, side: int, u: int, ends, m: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which the corps of a unit, the first of it, goes where that might go, from wherever it stands."""
    corps, size = w.u[CORPS, u], 0
    for other in range(N_UNITS if corps > 0 else 0):
        if w.u[CORPS, other] == corps and w.u[SIDE, other] == side and w.u[STATE, other] == ON_MAP:
            size += 1
            if other < u:
                return n
    if size < 2 or w.u[STATE, u] != ON_MAP:
        return n
    for k in range(m):
        j = 0
        for other in range(N_UNITS):
            if w.u[CORPS, other] == corps and w.u[SIDE, other] == side and w.u[STATE, other] == ON_MAP:
                ways[n, SENT + j] = sent_to(other, ends[k])
                j += 1
        n += 1
    return n
