"""The game from set-up to end: German action, Soviet turn, until somebody has won [p. 3, p. 6]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.actions import german_action
from sim.games.inferno_on_the_volga.map.fields import (
    GERMAN,
    GOES_ON,
    OVER,
    PHASE,
    POLICY,
    RNG,
    SOVIET,
    TURN,
    World,
)
from sim.games.inferno_on_the_volga.map.procedure import soviet_turn
from sim.games.inferno_on_the_volga.map.sequence import begin_half, end_half, finish, has_soviet_turn, has_turn, sum_up
from sim.games.inferno_on_the_volga.map.setup import set_up
from sim.games.inferno_on_the_volga.players.anything import decide_anything, soviet_anything
from sim.games.inferno_on_the_volga.players.quick import decide
from sim.match.barrier import barrier
from sim.match.compiled import kernel

PLANNED, BY_THE_BOOK = 1, 1


@kernel
def _german_half(w: World) -> None:
    begin_half(w, 1)
    w.s[RNG] = 0
    if w.s[POLICY + GERMAN] == PLANNED:
        decide(w)
    else:
        decide_anything(w)
    german_action(w)
    end_half(w, GERMAN)


@kernel
def _soviet_half(w: World) -> None:
    begin_half(w, 2)
    w.s[RNG] = 0
    if has_soviet_turn(w):
        if w.s[POLICY + SOVIET] == BY_THE_BOOK:
            soviet_turn(w)
        else:
            soviet_anything(w)
    end_half(w, SOVIET)


@barrier
def play_half(w: World, half: int) -> int:
    """Play a half turn of this turn, 1 German or 2 Soviet, and return the next one: 1, 2, or 0 at the end."""
    if half == 1:
        if has_turn(w) == 1:
            _german_half(w)
    elif w.s[OVER] == GOES_ON:
        _soviet_half(w)
    if half == 2 or w.s[OVER] != GOES_ON:
        sum_up(w)
    if w.s[OVER] != GOES_ON:
        return 0
    if half == 1:
        return 2
    w.s[TURN] += 1
    return 1


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
