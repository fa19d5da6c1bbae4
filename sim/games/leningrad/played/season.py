"""The season: set-up, twelve turns, the end; a strong player looks ahead at the start of each of his turns [3.0]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import A_CHOSEN, A_WATCH, MARGIN, N_TURNS, POLICY
from sim.games.leningrad.map.upkeep import finish
from sim.games.leningrad.played.look_ahead.in_battle import fight_with_care, thinks
from sim.games.leningrad.played.look_ahead.interdiction import interdict_with_care, weighs_interdiction
from sim.games.leningrad.played.look_ahead.outlook import look, row_of
from sim.games.leningrad.played.look_ahead.plans import decide
from sim.games.leningrad.played.look_ahead.ways import INTERDICTION_PHASE
from sim.games.leningrad.played.sequence import open_phase, play_phase, set_up
from sim.games.leningrad.players.seat import STRONG, is_random
from sim.map.forces.world import TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

OPENING = (1, 5)
"""The first phase of each side's turn: a player that looks ahead thinks before it."""


@kernel
def think(w: World, side: int) -> None:
    """Let a strong player choose his plan for his turn."""
    if w.s[POLICY + side] == STRONG:
        decide(w, side)


@barrier
def live_phase(w: World, phase: int) -> int:
    """Play a phase of the game itself: a strong player thinks in his battles too, and before he interdicts."""
    side = (phase - 1) // 4
    if phase % 4 == 3 and not is_random(w, side) and (thinks(w, side) or thinks(w, 1 - side)):
        open_phase(w, phase, side)
        return fight_with_care(w, side)
    if phase == INTERDICTION_PHASE and weighs_interdiction(w):
        return interdict_with_care(w)
    return play_phase(w, phase)


@barrier
def think_aloud(w: World, side: int) -> int:
    """Let a player think at a position of today; return the place of his plan, 0 for a habit."""
    think(w, side)
    return w.ahead[A_CHOSEN + side]


@barrier
def watch(w: World, half: int) -> int:
    """Note what is seen after a half turn, if anybody watches."""
    if w.ahead[A_WATCH] == 1:
        look(w, row_of(w.s[TURN], half))
    return 0


@barrier
def play_until(w: World, first: int, last: int) -> int:
    """Play from before phase `first` of this turn to the end of turn `last`; return that turn."""
    for turn in range(w.s[TURN], last + 1):
        w.s[TURN] = turn
        for phase in range(first, 9):
            side = (phase - 1) // 4
            if phase in OPENING:
                think(w, side)
            live_phase(w, phase)
            if phase == 4 * side + 4:
                watch(w, side)
        first = 1
    return w.s[TURN]


@barrier
def play_on(w: World, first: int) -> int:
    """Play from before phase `first` of this turn to the end of the game; return the margin."""
    play_until(w, first, N_TURNS)
    finish(w)
    return w.s[MARGIN]


@barrier
def play(w: World) -> int:
    """Play the game of a restored world from its set-up to its end."""
    set_up(w)
    w.s[TURN] = 1
    return play_on(w, 1)
