"""The half turns by those who do not look ahead, and the turn round them [p. 3, p. 6]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import GERMAN, GOES_ON, OVER, POLICY, RNG, SOVIET, TURN, World
from sim.games.inferno_on_the_volga.map.turns.procedure import soviet_turn
from sim.games.inferno_on_the_volga.map.turns.sequence import begin_half, end_half, has_soviet_turn, has_turn, sum_up
from sim.games.inferno_on_the_volga.players.anything import soviet_anything
from sim.games.inferno_on_the_volga.players.soviet import soviet_planned
from sim.match.barrier import barrier

WITHOUT_PLAN, BY_THE_BOOK, PLANNED, LOOKS_AHEAD = range(4)
"""Who plays the Soviets."""


@barrier
def soviet_half(w: World) -> int:
    """Play the Soviet half turn."""
    begin_half(w, 2)
    w.s[RNG] = 0
    if has_soviet_turn(w):
        if w.s[POLICY + SOVIET] == BY_THE_BOOK:
            soviet_turn(w)
        elif w.s[POLICY + SOVIET] == WITHOUT_PLAN:
            soviet_anything(w)
        else:
            soviet_planned(w)
    return end_half(w, SOVIET)


@barrier
def after_half(w: World, half: int) -> int:
    """Close a half turn of this turn, 1 German or 2 Soviet; return the next one: 1, 2, or 0 at the end."""
    if half == SOVIET + 1 and w.s[OVER] == GOES_ON:
        has_turn(w)
    if half == SOVIET + 1 or w.s[OVER] != GOES_ON:
        sum_up(w)
    if w.s[OVER] != GOES_ON:
        return 0
    if half == GERMAN + 1:
        return 2
    w.s[TURN] += 1
    return 1
