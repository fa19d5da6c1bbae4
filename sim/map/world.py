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

BIG = 1 << 30
"""Farther than anything can be."""
STACK_ROWS = 4
"""Places for units in a hex that the arrays have; `MapRules.stack_max` may be less."""

# fields of units
(HEX, STATE, STEPS, SIDE, CLASS, ATT, DEF, ALLOWANCE, FULL, HALF, START, SPENT, MOVED, DONE, BUDGET, FOUGHT, HIT, CAME,
 TRAIL, STOPPED, N_UNIT_FIELDS) = range(21)  # fmt: skip
WAITING, ON_MAP, GONE = 0, 1, 2
"""Values of `STATE`: not yet arrived, on the map, eliminated."""

# fields of hexes; those of two rows hold the first and the second side
COUNT, ZOC, SLOT, NET, LINE, PACE, EXTRA = 0, 2, 4, 8, 10, 12, 14
TERRAIN, COORD_Q, COORD_R, ROADED, IS_EDGE, NTH, N_HEX_FIELDS = range(16, 23)

# scalars
(TURN, PHASE, ACTIVE, SEED, GAME, LOGGING, N_LOG, OVERFLOW, BATTLE, DIRTY, _DIRTY_2, N_SOURCES, _N_SOURCES_2, NO_LEAVE,
 N_REACH, N_PATH, MINIMUM, N_SCALARS) = range(18)  # fmt: skip

# scratch: rows as long as the map, and rows of lists
DIST, PARENT, QUEUE, QUEUED, REACH, LINE_DIST, PATH, N_SCRATCH = range(8)
SOURCES, N_LISTS = 0, 2
LIST_LENGTH = 128


class World(Protocol):
    """One game, its board and its rules, as one record of arrays: kernels pass a single pointer around.

    `neighbors` holds -1 for what is off the map or barred, so that no kernel looks at barred sides again. `step` holds
    costs of entering a neighbor: rows 0 and 1 movement by class, 2 and 3 supply lines by class. The
    last five serve players that look ahead: a copy of the state, plans a side, what a position is worth, what is seen
    in one, how far and how often to look.
    """

    u: Ints
    x: Ints
    s: Ints
    neighbors: Ints
    sides: Ints
    step: Ints
    p: Ints
    weights: Ints
    q: Ints
    lists: Ints
    turns: Ints
    calls: Ints
    reach: Ints
    log: Ints
    aside: Ints
    plans: Ints
    leaf: Ints
    seen: Ints
    ahead: Ints


def new_world(arrays: Mapping[str, Ints]) -> World:
    """Return a world of these arrays, copied into one record."""
    names = list(World.__annotations__)
    kind = np.dtype([(name, np.int64, arrays[name].shape) for name in names], align=True)
    world: World = np.zeros(1, kind).view(np.recarray)[0]
    for name in names:
        getattr(world, name)[:] = arrays[name]
    return world


def copy_of(world: World) -> World:
    """Return another world with the same numbers in it."""
    return new_world({name: getattr(world, name) for name in World.__annotations__})
