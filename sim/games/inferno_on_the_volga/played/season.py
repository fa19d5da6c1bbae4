"""The game from set-up to end: German action, Soviet turn, until somebody has won [p. 3, p. 6]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import GERMAN, PHASE, POLICY, RNG, SOVIET, TURN, World
from sim.games.inferno_on_the_volga.map.setup import set_up
from sim.games.inferno_on_the_volga.map.turns.actions import german_action
from sim.games.inferno_on_the_volga.map.turns.sequence import begin_half, end_half, finish
from sim.games.inferno_on_the_volga.played.ahead import decide_ahead
from sim.games.inferno_on_the_volga.played.ahead_soviet import soviet_half_ahead
from sim.games.inferno_on_the_volga.played.halves import LOOKS_AHEAD, after_half, soviet_half
from sim.games.inferno_on_the_volga.players.anything import decide_anything
from sim.games.inferno_on_the_volga.players.quick import decide
from sim.match.barrier import barrier
from sim.match.compiled import kernel

ANYTHING, PLANNED = 0, 1


@kernel
def _german_half(w: World) -> None:
    begin_half(w, 1)
    w.s[RNG] = 0
    if w.s[POLICY + GERMAN] == ANYTHING:
        decide_anything(w)
    elif w.s[POLICY + GERMAN] == PLANNED:
        decide(w)
    else:
        decide_ahead(w)
    german_action(w)
    end_half(w, GERMAN)


@barrier
def play_half(w: World, half: int) -> int:
    """Play a half turn of this turn, 1 German or 2 Soviet, and return the next one: 1, 2, or 0 at the end."""
    if half == 1:
        _german_half(w)
    elif w.s[POLICY + SOVIET] == LOOKS_AHEAD:
        soviet_half_ahead(w)
    else:
        soviet_half(w)
    return after_half(w, half)


@barrier
def play_on(w: World, half: int) -> int:
    """Play from before a half turn to the end of the game; return how it ended."""
    while half > 0:
        half = play_half(w, half)
    return finish(w)


@barrier
def begin(w: World) -> int:
    """Set up a restored world for its first turn."""
    w.s[TURN] = w.s[PHASE] = 0
    set_up(w)
    w.s[TURN] = 1
    return 0


@barrier
def play(w: World) -> int:
    """Play the game of a restored world from its set-up to its end."""
    begin(w)
    return play_on(w, 1)
