"""The air units of both sides: which are free, and using one up [11]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    AIR_USED,
    N_AIR,
)
from sim.map.forces.world import (
    TURN,
    World,
)
from sim.match.compiled import kernel


@kernel
def air_free(w: World) -> int:
    """Return how many air units may still be used this turn [11.5, ruling R51]."""
    found = 0
    for k in range(N_AIR):
        if _is_free(w, k):
            found += 1
    return found


@kernel
def _is_free(w: World, k: int) -> bool:
    return w.s[AIR_USED + k] == 0 and w.s[TURN] >= (1 if k == 0 else 7)


@kernel
def use_air(w: World) -> int:
    """Use up the first free air unit and return its place [11.0, 11.5]."""
    for k in range(N_AIR):
        if _is_free(w, k):
            w.s[AIR_USED + k] = 1
            return k
    return -1
