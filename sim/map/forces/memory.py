"""What floods and supply lines gave last time, kept until something changes that they depend on.

A state of the map as one side's floods see it has a number of 61 bits: each hex that the enemy holds flips some of
them, so a position that comes about again, by whatever way, finds its old number and what was kept for it. A price that
changes flips others, drawn from a counter that never goes back. A flood is also kept while all that it looked at is as
it was, whatever changed elsewhere: then it gets the new number. Nothing here decides anything: what is recalled is what
a flood would find.
"""

from __future__ import annotations

from sim.map.forces.world import (
    COUNT,
    DEAR,
    DIST,
    EDGE,
    FLOOD,
    FLOOD_STATE,
    GATE,
    LINE_STATE,
    LOOKED,
    MINIMUM,
    N_REACH,
    NOTED,
    NOWHERE,
    PARENT,
    PRICE_STATE,
    REACH,
    SIDE,
    SLOT,
    WATCH,
    ZONED,
    Small,
    World,
)
from sim.match.compiled import kernel

FLOODS = 4
"""Floods kept for each unit: look-ahead comes back to the same position, or to one that is the same near by."""
LINES = 8
"""States of the map of which lines are kept for each side and class, each in the row of its last three bits: twice the
state, plus 1 where there is a line."""
KEY, STATE_SEEN, LENGTH, WATCHED, LEAST, SEEN, PRICES, WHERE, NEXT, N_MARKS = range(10)
"""Columns of `World.marks`, a row a flood: whose, of which state, how long, hexes watched, `MINIMUM`, hexes looked at,
the state of the prices; in the first rows, a row a unit, the row of its flood last used and which of its own goes next.
The last row holds the counter and the row of the last flood from the edge."""
_COUNTER, _LAST_ENTRY = 0, 1
_HEX, _HAD_FRIENDS, _SHIFT = EDGE - 1, EDGE, 12
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
    w.marks[w.marks.shape[0] - 1, _COUNTER] += 1
    flip = _scrambled(2 * EDGE + w.marks[w.marks.shape[0] - 1, _COUNTER])
    w.s[PRICE_STATE + side] ^= flip
    w.s[FLOOD_STATE + side] ^= flip
    w.s[LINE_STATE + side] ^= flip


@kernel
def _stays(w: World, side: int, h: int, start: int, together: int) -> bool:
    """Return whether a friend stays behind in a hex that a unit leaves."""
    return w.x[COUNT + side, h] - (together if h == start else 0) >= 1


@kernel
def _holds(w: World, row: int, key: int, side: int, start: int, together: int) -> bool:
    """Return whether a row of `floods` is what a flood with this key would find."""
    if w.marks[row, KEY] != key:
        return False
    for k in range(w.marks[row, WATCHED]):
        code = w.floods[row, WATCH, k]
        if _stays(w, side, code & _HEX, start, together) != (code & _HAD_FRIENDS != 0):
            return False
    if w.marks[row, STATE_SEEN] == w.s[FLOOD_STATE + side]:
        return True
    if not _looks_the_same(w, row, side):
        return False
    w.marks[row, STATE_SEEN] = w.s[FLOOD_STATE + side]
    return True


@kernel
def _looks_the_same(w: World, row: int, side: int) -> bool:
    """Return whether nothing has changed in any hex that a flood looked at."""
    codes, together = w.floods[row, LOOKED], 0
    for k in range(w.marks[row, SEEN]):
        code = codes[k]
        if w.x[GATE + side, code & _HEX] != code >> _SHIFT:
            return False
        together |= code
    return together >> _SHIFT & DEAR == 0 or w.marks[row, PRICES] == w.s[PRICE_STATE + side]


@kernel
def find_flood(w: World, u: int, key: int, start: int, together: int) -> int:
    """Return the row that holds a flood with this key, that of the unit or of one that stands with it; or -1."""
    side = w.u[SIDE, u]
    row = w.marks[u, WHERE]
    if _holds(w, row, key, side, start, together):
        return row
    for row in range(u, w.marks.shape[0] - 1, w.u.shape[1]):
        if _holds(w, row, key, side, start, together):
            w.marks[u, WHERE] = row
            return row
    if together == 0:
        row = w.marks[w.marks.shape[0] - 1, _LAST_ENTRY]
        return row if _holds(w, row, key, side, start, 0) else -1
    for k in range(w.x[COUNT + side, start]):
        row = w.marks[w.x[SLOT + k, start], WHERE]
        if _holds(w, row, key, side, start, together):
            w.marks[u, WHERE] = row
            return row
    return -1


@kernel
def room_for_flood(w: World, u: int) -> int:
    """Return the row for the next flood of a unit, cleared: its oldest."""
    nth = w.marks[u, NEXT]
    w.marks[u, NEXT] = nth + 1 if nth + 1 < FLOODS else 0
    row = u + nth * w.u.shape[1]
    dist, reach = w.floods[row, DIST], w.floods[row, REACH]
    for k in range(w.marks[row, LENGTH]):
        dist[reach[k]] = NOWHERE
    w.marks[row, KEY] = w.marks[row, LENGTH] = 0
    w.marks[u, WHERE] = row
    return row


@kernel
def recall_flood(w: World, row: int) -> None:
    """Make the flood in these rows the last one, as if it had just been made."""
    w.s[FLOOD] = row
    w.s[N_REACH] = w.marks[row, LENGTH]
    w.s[MINIMUM] = w.marks[row, LEAST]


@kernel
def keep_flood(w: World, u: int, key: int, start: int, together: int, anywhere: bool) -> None:
    """Keep the flood just made; friends matter where the unit may leave a zone: at its start or `anywhere`."""
    side, row = w.u[SIDE, u], w.s[FLOOD]
    watch, watched = w.floods[row, WATCH], 0
    for k in range(w.s[N_REACH] if anywhere else 1):  # the start comes first
        h = w.floods[row, REACH, k]
        if w.x[GATE + side, h] & ZONED != 0:
            watch[watched] = h | (_HAD_FRIENDS if _stays(w, side, h, start, together) else 0)
            watched += 1
    marks = w.marks[row]
    marks[KEY], marks[STATE_SEEN], marks[PRICES] = key, w.s[FLOOD_STATE + side], w.s[PRICE_STATE + side]
    marks[WATCHED], marks[LEAST], marks[SEEN] = watched, w.s[MINIMUM], _note_looks(w, row, side)
    if together == 0:
        w.marks[w.marks.shape[0] - 1, _LAST_ENTRY] = row


@kernel
def _note_looks(w: World, row: int, side: int) -> int:
    """Write into `LOOKED` what awaits the unit in each hex that its flood reached or found shut; return how many."""
    dist, looked, reach, n = w.floods[row, DIST], w.floods[row, LOOKED], w.floods[row, REACH], 0
    for k in range(w.marks[row, SEEN]):
        h = looked[k]
        if dist[h] == NOTED:  # else it was reached from elsewhere
            dist[h] = NOWHERE
            looked[n] = h | w.x[GATE + side, h] << _SHIFT
            n += 1
    for k in range(w.s[N_REACH]):
        looked[n] = reach[k] | w.x[GATE + side, reach[k]] << _SHIFT
        n += 1
    return n


@kernel
def line_row(w: World, side: int, kind: int) -> int:
    """Return the row of `World.lines` for a side and a class in the present state."""
    return LINES * (2 * side + kind) + (w.s[LINE_STATE + side] & LINES - 1)


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
