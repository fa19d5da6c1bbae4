"""Reinforcements: who is due, by which hex, and the surprise of turn 8 [14.1-14.5, 15.3]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import ARRIVES, ENTERED_34, L_ENTRY, N_LATE, P_READING, SURPRISE
from sim.games.leningrad.map.moves.closing import allow_ends, is_closing
from sim.games.leningrad.map.moves.entry import arrive, entries, entry_cost, is_late, reach_entry
from sim.games.leningrad.map.readings import R35, R52
from sim.map.forces.world import ALLOWANCE, BIG, STATE, TURN, WAITING, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def is_due(w: World, u: int) -> bool:
    """Return whether a waiting unit may enter on this turn [14.3]."""
    return w.u[STATE, u] == WAITING and 0 < w.u[ARRIVES, u] <= w.s[TURN]


@barrier
def choose_entry(w: World, u: int, pick: int) -> int:
    """Flood from an entry hex open to a unit, the `pick`-th in a circle, and mark where it may end; return the hex.

    On turn 1 it is one from which the unit gets as near to the Germans as any lets it. -1: there is none.
    """
    n = entries(w, u)
    if n == 0:
        return -1
    best, chosen, last = BIG + 1, -1, -1
    for k in range(n):
        h = w.lists[L_ENTRY, (k + pick) % n]
        if entry_cost(w, u, h) > w.u[ALLOWANCE, u] and w.p[P_READING + R35] == 0:
            continue  # the move of one hex is for units that began on the map [4.3, ruling R35]
        reach_entry(w, u, h)
        value = allow_ends(w, u)
        last = h
        if value < best:
            best = value
            chosen = h
        if not is_closing(w, u):
            break  # each is as good as another
    if chosen != last:
        reach_entry(w, u, chosen)
        allow_ends(w, u)
    return chosen


@barrier
def bring_in(w: World, u: int, h: int, dest: int) -> int:
    """Bring a unit in along the flood just made; the last of the six of turn 8 brings the surprise [15.3, R52]."""
    arrive(w, u, h, dest)
    if is_late(w, u) and w.s[TURN] == w.u[ARRIVES, u]:
        w.s[ENTERED_34] += 1
        if w.s[ENTERED_34] == w.s[N_LATE] or w.p[P_READING + R52] == 1:
            w.s[SURPRISE] = 1
    return w.s[SURPRISE]


@kernel
def spoil_surprise(w: World) -> None:
    """Take back a surprise counted from the first of the six of turn 8 if not all came [15.3, ruling R52]."""
    if w.s[ENTERED_34] < w.s[N_LATE]:
        w.s[SURPRISE] = 0
