"""Units that retreated in a combat phase: what they add where they stand, and whether they are targets [8.2, R40]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import P_READING
from sim.games.leningrad.map.readings import R40
from sim.map.forces.world import CAME, COUNT, HEX, HIT, PHASE, SIDE, SLOT, World
from sim.match.compiled import kernel


@kernel
def stand_alone(w: World, side: int, h: int) -> bool:
    """Return whether all units of a side in a hex, one at least, retreated in this phase."""
    for k in range(w.x[COUNT + side, h]):
        if w.u[CAME, w.x[SLOT + k, h]] == 0:
            return False
    return w.x[COUNT + side, h] > 0


@kernel
def adds_nothing(w: World, u: int) -> bool:
    """Return whether a unit retreated in this phase and so adds nothing to the defense of its hex.

    By the other reading it defends like any other, in a combat phase, where only such units stand [8.2, ruling R40].
    """
    if w.u[CAME, u] == 0:
        return False
    in_combat = w.s[PHASE] == 3 or w.s[PHASE] == 7
    return w.p[P_READING + R40] == 0 or not in_combat or not stand_alone(w, w.u[SIDE, u], w.u[HEX, u])


@kernel
def may_be_attacked(w: World, u: int) -> bool:
    """Return whether a unit was not attacked in this phase and has not retreated, or may be all the same [8.1, R40]."""
    if w.u[CAME, u] == 1:
        return not adds_nothing(w, u)
    return w.u[HIT, u] == 0
