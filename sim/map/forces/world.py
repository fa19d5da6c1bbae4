"""The state of one game as arrays of whole numbers, and the places of their fields: what every kernel works on.

Units and hexes are columns, fields are rows. Fields of a single game follow after the generic ones; its own modules
number them. A world is copied array by array.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Small = NDArray[np.int32] | NDArray[np.int16] | NDArray[np.int8] | NDArray[np.int64]
"""Arrays that every kernel reads all the time are as narrow as their numbers allow."""

BIG = 1 << 30
"""Farther than anything can be."""
EDGE = 1 << 12
"""More hexes than a map may have."""
STACK_ROWS = 4
"""Places for units in a hex that the arrays have; `MapRules.stack_max` may be less."""

# fields of units
(HEX, STATE, STEPS, SIDE, CLASS, ATT, DEF, ALLOWANCE, FULL, HALF, START, SPENT, MOVED, DONE, BUDGET, FOUGHT, HIT, CAME,
 TRAIL, STOPPED, N_UNIT_FIELDS) = range(21)  # fmt: skip
WAITING, ON_MAP, GONE = 0, 1, 2
"""Values of `STATE`: not yet arrived, on the map, eliminated."""

# fields of hexes; those of two rows hold the first and the second side
COUNT, ZOC, SLOT, NET, LINE, PACE, EXTRA = 0, 2, 4, 8, 10, 12, 14
TERRAIN, COORD_Q, COORD_R, ROADED, NTH, GATE, _GATE_2, WAY_OUT, _WAY_OUT_2, N_HEX_FIELDS = range(16, 26)
HELD, ZONED, DEAR = 1, 2, 4
"""Bits of `GATE`, what awaits a side in a hex: an enemy, an enemy zone, a `PACE` or `EXTRA` out of the ordinary.

`WAY_OUT` has by class the least that a step out costs.
"""

# scalars
(TURN, PHASE, ACTIVE, SEED, GAME, LOGGING, N_LOG, OVERFLOW, BATTLE, DIRTY, _DIRTY_2, N_SOURCES, _N_SOURCES_2, NO_LEAVE,
 N_REACH, N_PATH, MINIMUM, FLOOD, FLOOD_STATE, _FLOOD_STATE_2, LINE_STATE, _LINE_STATE_2,
 PRICE_STATE, _PRICE_STATE_2, N_SCALARS) = range(25)  # fmt: skip

# scratch: rows as long as the map, and rows of lists
QUEUE, QUEUED, LINE_DIST, PATH, LINE_SEEN, N_SCRATCH = range(6)

# rows of a flood: cost and the hex before by hex, then lists of hexes reached, watched, looked at
DIST, PARENT, REACH, WATCH, LOOKED, N_FLOOD_ROWS = range(6)
NOWHERE = (1 << 15) - 1
"""The cost in a flood of a hex that it does not reach."""
NOTED = NOWHERE - 1
"""The same while a flood is made, of a hex that it found shut."""
TOO_FAR = 99
"""How far a hex is to which nobody gets, in hexes."""
SOURCES, N_LISTS = 0, 2
LIST_LENGTH = 128


class World(Protocol):
    """One game, its board and its rules, as one record of arrays: kernels pass a single pointer around.

    `neighbors` holds -1 for what is off the map or barred, so that no kernel looks at barred sides again. `step` holds
    costs of entering a neighbor: rows 0 and 1 movement by class, 2 and 3 supply lines by class; `edges` holds both as
    one number, neighbor plus `EDGE` times cost, or -1; `around` lists the hexes within two of each by open sides, then
    -1; `along` those joined to each by road, then -1. `apart` holds distances in hexes, `away` those by open sides from
    the first to the second, `reach` a bit for each unit of the side that moves, by hex; `floods`, `marks`
    and `lines` belong to `sim.map.forces.memory`.
    The last five serve players that look ahead: a copy of the state, plans a side, what a position is worth, what is
    seen in one, how far and how often to look.
    """

    u: Ints
    x: Small
    s: Ints
    neighbors: Small
    sides: Small
    step: Small
    edges: Small
    around: Small
    along: Small
    p: Ints
    weights: Ints
    q: Small
    lists: Ints
    turns: Ints
    calls: Ints
    reach: Ints
    floods: Small
    apart: Small
    away: Small
    marks: Ints
    lines: Ints
    log: Ints
    aside: Ints
    plans: Ints
    leaf: Ints
    seen: Ints
    ahead: Ints


def new_world(arrays: Mapping[str, Small]) -> World:
    """Return a world of these arrays, copied into one record in their order; a game may name arrays of its own."""
    names = list(arrays)
    kind = np.dtype([(name, arrays[name].dtype, arrays[name].shape) for name in names], align=True)
    world: World = np.zeros(1, kind).view(np.recarray)[0]
    for name in names:
        getattr(world, name)[:] = arrays[name]
    return world


def copy_of(world: World) -> World:
    """Return another world with the same numbers in it."""
    return new_world({name: getattr(world, name) for name in World.__annotations__})


def edges_of(neighbors: Small, step: Small) -> Small:
    """Return neighbors and costs as one number each, shape (4, H, 6), -1 where there is no way."""
    return np.where(neighbors < 0, -1, neighbors + EDGE * step.astype(np.int64)).astype(np.int32)


def around_of(neighbors: Small) -> Small:
    """Return the hexes within two of each by open sides, itself if there is a way back, shape (H, 19); -1 beyond."""
    found = np.full((len(neighbors), 19), -1, np.int16)
    for h, beside in enumerate(neighbors):
        near = {int(a) for a in beside if a >= 0}
        near |= {int(b) for a in near for b in neighbors[a] if b >= 0}
        found[h, : len(near)] = sorted(near)
    return found


def along_of(neighbors: Small, roads: NDArray[np.bool_]) -> Small:
    """Return the neighbors to which a road leads from each hex, in the order of directions, shape (H, 6); -1 beyond."""
    found = np.full((len(neighbors), 6), -1, np.int16)
    for h, leads in enumerate(roads):
        found[h, : leads.sum()] = neighbors[h, leads]
    return found


def away_of(neighbors: Small) -> Small:
    """Return the hexes of the shortest way by open sides from each hex to each, shape (H, H); `TOO_FAR` without one."""
    n = len(neighbors)
    found = np.full((n + 1, n), TOO_FAR, np.int8)  # by where the way ends; the last row is what lies off the map
    np.fill_diagonal(found, 0)
    while True:
        nearer = np.minimum(found[:-1], found[neighbors].min(axis=1) + 1)
        if np.array_equal(nearer, found[:-1]):
            return np.ascontiguousarray(nearer.T)
        found[:-1] = nearer


def gates(x: Small, side: int) -> Small:
    """Return the row of `GATE` of a side that belongs to the other rows, shape (H,)."""
    dear = (x[PACE + side] != 1) | (x[EXTRA + side] != 0)
    held, zoned = x[COUNT + 1 - side] > 0, x[ZOC + 1 - side] > 0
    return (HELD * held | ZONED * zoned | DEAR * dear).astype(np.int32)
