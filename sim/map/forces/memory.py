"""What floods and supply lines gave last time, kept until something changes that they depend on.

A state of the map as one side's floods see it has a number of 61 bits: each hex that the enemy holds flips some of
them, so a position that comes about again, by whatever way, finds its old number and what was kept for it. A price that
changes flips others, drawn from a counter that never goes back. Nothing here decides anything: what is recalled is what
a flood would find.
"""

from __future__ import annotations

from sim.map.forces.world import (
    COUNT,
    DIST,
    EDGE,
    FLOOD,
    FLOOD_STATE,
    GATE,
    HEX,
    LINE_STATE,
    MINIMUM,
    N_REACH,
    NOWHERE,
    PARENT,
    REACH,
    SIDE,
    SLOT,
    WATCH,
    ZONED,
    Small,
    World,
)
from sim.match.compiled import kernel

KEY, STATE_SEEN, LENGTH, WATCHED, LEAST, WHERE, N_MARKS = range(7)
"""Columns of `World.marks`, a row a unit: whose flood, of which state, how long, hexes watched, `MINIMUM`, and the row
that held this unit's flood last; the row after the units holds the counter."""
_HEX, _HAD_FRIENDS = EDGE - 1, EDGE
_ALL_BITS = (1 << 61) - 1


@kernel
def _scrambled(n: int) -> int:
    """Return a number of 61 bits that looks drawn by lot, another one for each n, the same compiled or not."""
    n = (int(n) + 1) * 0x1E3779B97F4A7C15 & _ALL_BITS
    n = (n ^ n >> 31) * 0x1F58476D1CE4E5B9 & _ALL_BITS
    return n ^ n >> 29


@kernel
def hold_changed(w: World, side: int, h: int) -> None:
    """Note that the enemy of a side holds a hex from now on, or no longer: its floods and lines go otherwise."""
    flip = _scrambled(2 * h)
    w.s[FLOOD_STATE + side] ^= flip
    w.s[LINE_STATE + side] ^= flip


@kernel
def cover_changed(w: World, side: int, h: int) -> None:
    """Note that a side stands in an enemy zone in a hex from now on, or no longer: its lines go otherwise."""
    w.s[LINE_STATE + side] ^= _scrambled(2 * h + 1)


@kernel
def prices_changed(w: World, side: int) -> None:
    """Note that steps or lines of a side cost something else from now on."""
    w.marks[w.marks.shape[0] - 1, 0] += 1
    flip = _scrambled(2 * EDGE + w.marks[w.marks.shape[0] - 1, 0])
    w.s[FLOOD_STATE + side] ^= flip
    w.s[LINE_STATE + side] ^= flip


@kernel
def _stays(w: World, side: int, h: int, start: int, together: int) -> bool:
    """Return whether a friend stays behind in a hex that a unit leaves."""
    return w.x[COUNT + side, h] - (together if h == start else 0) >= 1


@kernel
def _holds(w: World, row: int, key: int, side: int, start: int, together: int) -> bool:
    """Return whether a row of `kept` is what a flood with this key would find."""
    if w.marks[row, KEY] != key or w.marks[row, STATE_SEEN] != w.s[FLOOD_STATE + side]:
        return False
    for k in range(w.marks[row, WATCHED]):
        code = w.floods[row, WATCH, k]
        if _stays(w, side, code & _HEX, start, together) != (code & _HAD_FRIENDS != 0):
            return False
    return True


@kernel
def find_flood(w: World, u: int, key: int, together: int) -> int:
    """Return the row that holds a flood with this key, that of the unit or of one that stands with it; or -1."""
    side, start = w.u[SIDE, u], w.u[HEX, u]
    row = w.marks[u, WHERE]
    if _holds(w, row, key, side, start, together):
        return row
    for k in range(w.x[COUNT + side, start]):
        row = w.x[SLOT + k, start]
        if _holds(w, row, key, side, start, together):
            w.marks[u, WHERE] = row
            return row
    return -1


@kernel
def clear_flood(w: World, u: int) -> None:
    """Forget what the rows of a unit hold."""
    dist, reach = w.floods[u, DIST], w.floods[u, REACH]
    for k in range(w.marks[u, LENGTH]):
        dist[reach[k]] = NOWHERE
    w.marks[u, KEY] = w.marks[u, LENGTH] = 0


@kernel
def recall_flood(w: World, row: int) -> None:
    """Make the flood in these rows the last one, as if it had just been made."""
    w.s[FLOOD] = row
    w.s[N_REACH] = w.marks[row, LENGTH]
    w.s[MINIMUM] = w.marks[row, LEAST]


@kernel
def keep_flood(w: World, u: int, key: int, together: int, anywhere: bool) -> None:
    """Keep the flood just made; friends matter where the unit may leave a zone: at its start or `anywhere`."""
    side, start = w.u[SIDE, u], w.u[HEX, u]
    watch, watched = w.floods[u, WATCH], 0
    for k in range(w.s[N_REACH] if anywhere else 1):  # the start comes first
        h = w.floods[u, REACH, k]
        if w.x[GATE + side, h] & ZONED != 0:
            watch[watched] = h | (_HAD_FRIENDS if _stays(w, side, h, start, together) else 0)
            watched += 1
    marks = w.marks[u]
    marks[KEY], marks[STATE_SEEN] = key, w.s[FLOOD_STATE + side]
    marks[WATCHED], marks[LEAST], marks[WHERE] = watched, w.s[MINIMUM], u


@kernel
def last_flood(w: World) -> Small:
    """Return the hexes of the last flood in the order in which they were found; `N_REACH` says how many count."""
    return w.floods[w.s[FLOOD], REACH]


@kernel
def last_cost(w: World, h: int) -> int:
    """Return what getting to a hex costs in the last flood, or `NOWHERE`."""
    return w.floods[w.s[FLOOD], DIST, h]


@kernel
def last_before(w: World, h: int) -> int:
    """Return the hex before another on the way in the last flood, or -1 at its start."""
    return w.floods[w.s[FLOOD], PARENT, h]
