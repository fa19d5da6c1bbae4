"""Ways to fight a battle, by who of the winners stays and what ground counts for to each side, and to interdict."""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_HELD, GERMAN
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.battles.assault import resolve
from sim.games.leningrad.players.held import MUST_GO
from sim.games.leningrad.players.names import W_HOLD, W_INTERDICT
from sim.map.forces.world import World
from sim.match.compiled import kernel

STAY, HOLD, _HOLD_2, N_COLUMNS = range(4)
"""What a way has: bits for winners who stay, and by side what ground counts for, in percent, or `USUAL`."""
USUAL, GIVE, KEEP = -1, 0, 3000
ANYWHERE, NOWHERE = 0, 1000
"""What an interdiction must promise, in place of what ground counts for to Germans."""
INTERDICTION_PHASE = 4
"""The phase in which Germans interdict."""


@kernel
def write_way(ways, k: int, stay: int, german: int, soviet: int) -> None:  # type: ignore[no-untyped-def]
    """Write a way down."""
    ways[k, STAY], ways[k, HOLD], ways[k, HOLD + 1] = stay, german, soviet


@kernel
def fight_as(w: World, side: int, chosen: int, way) -> None:  # type: ignore[no-untyped-def]
    """Fight the chosen battle in a way."""
    held, usual, usual_2 = w.ahead[A_HELD + side], w.weights[0, W_HOLD], w.weights[1, W_HOLD]
    w.ahead[A_HELD + side] = way[STAY] if held & MUST_GO != 0 else held | way[STAY]
    for at in range(2):
        if way[HOLD + at] != USUAL:
            w.weights[at, W_HOLD] = way[HOLD + at]
    resolve(w, chosen)
    w.ahead[A_HELD + side] = held
    w.weights[0, W_HOLD], w.weights[1, W_HOLD] = usual, usual_2


@kernel
def interdict_as(w: World, way) -> int:  # type: ignore[no-untyped-def]
    """Play the interdiction phase in a way [11.3]."""
    usual = w.weights[GERMAN, W_INTERDICT]
    if way[HOLD] != USUAL:
        w.weights[GERMAN, W_INTERDICT] = way[HOLD]
    done = play_phase(w, INTERDICTION_PHASE)
    w.weights[GERMAN, W_INTERDICT] = usual
    return done
