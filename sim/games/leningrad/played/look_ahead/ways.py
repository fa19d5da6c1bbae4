"""Ways to fight a battle, by who of the winners stays and what ground counts for to each side, and to interdict."""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_HELD, A_SENT, GERMAN, MOST_SENT
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.battles.assault import resolve, spare
from sim.games.leningrad.players.names import W_HOLD, W_INTERDICT
from sim.map.forces.world import World
from sim.match.compiled import kernel

STAY, HOLD, _HOLD_2, ATTACK, SENT = range(5)
N_COLUMNS = SENT + MOST_SENT
"""What a way has: bits for winners who stay, by side what ground counts for, in percent, or `USUAL`, and whether
the battle is fought. A way to play a half turn has who is held back, the plan, and who is sent."""
PLAN, STILL = HOLD, _HOLD_2
"""What a way to play a half turn has in place of what ground counts for: the plan, and whether all others go where they
would go without it."""
USUAL, GIVE, KEEP = -1, 0, 3000
FOUGHT, SPARED, OPEN = range(3)
"""A battle is fought, and its die has fallen; it is not fought; it will be fought, with a die that nobody knows."""
ANYWHERE, NOWHERE = 0, 1000
"""What an interdiction must promise, in place of what ground counts for to Germans."""
INTERDICTION_PHASE = 4
"""The phase in which Germans interdict."""


@kernel
def write_way(ways, k: int, stay: int, german: int, soviet: int) -> None:  # type: ignore[no-untyped-def]
    """Write a way down."""
    ways[k, STAY], ways[k, HOLD], ways[k, HOLD + 1], ways[k, ATTACK] = stay, german, soviet, FOUGHT


@kernel
def tell(w: World, side: int, way) -> None:  # type: ignore[no-untyped-def]
    """Tell a side whom a way to play its half turn holds back and whom it sends where."""
    w.ahead[A_HELD + side] = way[STAY]
    for k in range(MOST_SENT):
        w.ahead[A_SENT + k] = way[SENT + k]


@kernel
def tell_nothing(w: World) -> None:
    """Hold nobody back and send nobody, on either side."""
    w.ahead[A_HELD] = w.ahead[A_HELD + 1] = 0
    for k in range(MOST_SENT):
        w.ahead[A_SENT + k] = 0


@kernel
def fight_as(w: World, side: int, chosen: int, way) -> None:  # type: ignore[no-untyped-def]
    """Fight the chosen battle in a way, or spare the enemy."""
    if way[ATTACK] == SPARED:
        spare(w)
        return
    held, usual, usual_2 = w.ahead[A_HELD + side], w.weights[0, W_HOLD], w.weights[1, W_HOLD]
    w.ahead[A_HELD + side] = held | way[STAY]
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
