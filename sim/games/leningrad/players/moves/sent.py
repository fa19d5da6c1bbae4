"""Units that a player who looks ahead sends to a hex in a turn: they march there before anybody else moves.

Where they arrive they are done: they fight from there. Who cannot get there yet, since somebody stands there who is
sent elsewhere, waits for the others; who still cannot goes beside it, and who cannot do that either is left to the
others of his side, who move by habit.
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_SENT, MOST_SENT, Q_ALLOWED
from sim.games.leningrad.map.moves.arrivals import bring_in, choose_entry, is_due
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.map.moves.march import go, reach
from sim.map.forces.memory import last_flood
from sim.map.forces.world import DONE, HEX, N_REACH, ON_MAP, SIDE, STATE, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel

HEXES = 1 << 9
"""More than a board has."""
ENTRIES = 4
"""Hexes by which it is asked at most whether a unit that comes in gets there."""
LAST = 2
"""Who is sent is asked to march so often before he goes beside his hex."""


@kernel
def sent_to(u: int, h: int) -> int:
    """Return what stands for a unit that is sent to a hex; 0 stands for nobody."""
    return 1 + HEXES * u + h


@kernel
def unit_sent(told: int) -> int:
    """Return the unit that a number stands for."""
    return (told - 1) // HEXES


@kernel
def hex_told(told: int) -> int:
    """Return the hex that a number stands for."""
    return (told - 1) % HEXES


@kernel
def march_as_told(w: World, side: int) -> None:
    """March with those of a side who are sent somewhere, in the order in which they were told; it is done with then."""
    for time in range(LAST + 1):
        for k in range(MOST_SENT):
            told = w.ahead[A_SENT + k]
            if told > 0 and w.u[SIDE, unit_sent(told)] == side:
                is_there = _send(w, unit_sent(told), hex_told(told), time == LAST)
                if is_there or time == LAST:
                    w.ahead[A_SENT + k] = 0


@kernel
def _send(w: World, u: int, h: int, beside: bool) -> bool:
    """Send a unit to a hex, or beside it if that will do; return whether it is there."""
    if is_due(w, u):
        return _bring(w, u, h, beside)
    if w.u[STATE, u] != ON_MAP or must_stay(w, u):
        return False
    reach(w, u)
    allow_ends(w, u)
    dest = _end_near(w, h, beside)
    if dest < 0:
        return False
    if dest != w.u[HEX, u]:
        go(w, u, dest)
    w.u[DONE, u] = 1
    return True


@kernel
def _bring(w: World, u: int, h: int, beside: bool) -> bool:
    """Bring a unit in by the first entry hex from which it gets there, or beside it; return whether it is in."""
    for k in range(min(ENTRIES, entries(w, u))):
        entry = choose_entry(w, u, k)
        dest = _end_near(w, h, beside) if entry >= 0 else -1
        if dest >= 0:
            bring_in(w, u, entry, dest)
            w.u[DONE, u] = 1
            return True
    return False


@kernel
def _end_near(w: World, h: int, beside: bool) -> int:
    """Return the hex if the last flood allows it, else, if that will do, the first beside it that it allows, or -1."""
    near, found = -1, last_flood(w)
    for k in range(w.s[N_REACH]):
        at = found[k]
        if w.q[Q_ALLOWED, at] == 1:
            if at == h:
                return h
            if beside and near < 0 and hexes_between(w, at, h) == 1:
                near = at
    return near
