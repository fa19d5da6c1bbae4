"""Whether a unit that has moved may move on after others have moved [3.0, 4.0, ruling R54]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import P_READING
from sim.games.leningrad.map.readings import R54
from sim.map.forces.world import DONE, MOVED, SIDE, START, World
from sim.match.compiled import kernel


@kernel
def goes_first(w: World, u: int, other: int) -> bool:
    """Return whether another unit has begun a move that is over when u moves, by the other reading of R54.

    Units that began the phase in one hex are one stack, together or apart; whoever enters the map is alone.
    """
    if other == u or w.u[SIDE, other] != w.u[SIDE, u] or w.u[MOVED, other] == 0 or w.u[DONE, other] == 1:
        return False
    return w.u[START, other] != w.u[START, u] or w.u[START, u] < 0


@kernel
def end_moves_before(w: World, u: int) -> None:
    """Let all be done whose move is over when a unit moves, if the game is played by that reading of R54."""
    if w.p[P_READING + R54] == 1:
        for other in range(w.u.shape[1]):
            if goes_first(w, u, other):
                w.u[DONE, other] = 1
