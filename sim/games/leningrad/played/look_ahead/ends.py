"""Where units might be sent in a half turn: each alone, a stack, a corps, two of these; the hexes that seem best.

What a hex seems to be worth is what a quick player makes of it [`drive`]: he would send everybody to the best, so what
is tried are the next best ones, those of other places, and the hexes beside the unit.
"""

# ruff: noqa: SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import CORPS, GERMAN, N_GERMAN, N_UNITS, Q_ALLOWED, SOVIET
from sim.games.leningrad.map.moves.arrivals import choose_entry, is_due
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.march import reach
from sim.games.leningrad.played.look_ahead.tries import prepare, set_aside
from sim.games.leningrad.played.look_ahead.ways import SENT
from sim.games.leningrad.played.sequence import open_moves, play_phase
from sim.games.leningrad.players.held import bit_of
from sim.games.leningrad.players.moves.drive import weigh, worth_of_end
from sim.games.leningrad.players.moves.sent import sent_to
from sim.map.forces.memory import last_flood
from sim.map.forces.world import BIG, HEX, N_REACH, ON_MAP, SIDE, STATE, World
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
"""Ends to which units are sent together at most."""
MOST_GROUPS = 6
"""Groups of units at most that are sent together, of which a unit is the first."""


@kernel
def list_sendings(w: World, side: int, plan: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which units are sent somewhere at the start of a half turn; return how many there are."""
    ends, groups = np.zeros(MOST_ENDS, np.int64), np.zeros(MOST_GROUPS, np.int64)
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
        for j in range(_list_groups(w, side, u, groups) if m > 0 and w.u[STATE, u] == ON_MAP else 0):
            n = _send_group(side, groups[j], ends, m, ways, n)
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
def _list_groups(w: World, side: int, u: int, groups) -> int:  # type: ignore[no-untyped-def]
    """Write bits for the stack and the corps of a unit, wherever that stands, and for each two of them.

    Only those are written of which the unit is the first; return how many these are.
    """
    stack, corps, own, n = 0, 0, bit_of(side, u), 0
    for other in range(N_UNITS):
        if w.u[STATE, other] == ON_MAP and w.u[SIDE, other] == side:
            stack |= bit_of(side, other) if w.u[HEX, other] == w.u[HEX, u] else 0
            corps |= bit_of(side, other) if w.u[CORPS, other] == w.u[CORPS, u] and w.u[CORPS, u] > 0 else 0
    if stack & (own - 1) == 0:
        n = _add_group(groups, n, stack)
    if corps & (own - 1) == 0:
        n = _add_group(groups, n, corps)
    for other in range(u + 1, N_UNITS):
        if w.u[SIDE, other] == side and (stack | corps) & bit_of(side, other) != 0:
            n = _add_group(groups, n, own | bit_of(side, other))
    return n


@kernel
def _add_group(groups, n: int, those: int) -> int:  # type: ignore[no-untyped-def]
    """Add a group if it has two units or more, is new, and there is room; return how many there are."""
    for k in range(n):
        if groups[k] == those:
            return n
    if those & (those - 1) == 0 or n == groups.shape[0]:
        return n
    groups[n] = those
    return n + 1


@kernel
def _send_group(side: int, those: int, ends, m: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which a group goes to each of m hexes, if there is room; return how many there are."""
    for k in range(m if n + m <= ways.shape[0] else 0):
        j = 0
        for u in range(N_UNITS if side == SOVIET else N_GERMAN):
            if (u >= N_GERMAN or side == GERMAN) and bit_of(side, u) & those != 0:
                ways[n, SENT + j] = sent_to(u, ends[k])
                j += 1
        n += 1
    return n
