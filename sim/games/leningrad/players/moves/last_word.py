"""What units do before another moves, where that ends their own move [ruling R54]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import N_UNITS, P_READING
from sim.games.leningrad.map.moves.one_move import goes_first
from sim.games.leningrad.map.readings import R54
from sim.games.leningrad.players.battles.assault import overrun_if_good
from sim.map.forces.world import HEX, ON_MAP, STATE, World
from sim.match.barrier import barrier


@barrier
def overrun_before(w: World, u: int) -> int:
    """Let those whose move is over when a unit moves overrun while they may; nothing by our reading of R54."""
    if w.p[P_READING + R54] == 0:
        return 0
    for other in range(N_UNITS):
        for _ in range(3):
            if w.u[STATE, other] != ON_MAP or w.u[HEX, other] < 0 or not goes_first(w, u, other):
                break
            if overrun_if_good(w, other) == 0:
                break
    return 0
