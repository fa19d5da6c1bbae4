"""The strong Soviet of the two-player game: a card, or the moves of each of his habits, each played out [p. 17].

Nothing is foreseen: the seed is apart, and the German blocks, his cards and his track are dealt anew.
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    A_FIRST,
    A_SECOND,
    A_SOVIET_HABITS,
    GERMAN,
    RNG,
    SOVIET,
    SOVIET_HABIT,
    World,
)
from sim.games.inferno_on_the_volga.map.turns.procedure import spawn_hexes_held, tallest
from sim.games.inferno_on_the_volga.map.turns.sequence import begin_half, end_half, has_soviet_turn
from sim.games.inferno_on_the_volga.played.ahead import OUT, imagine, play_ahead, set_aside
from sim.games.inferno_on_the_volga.played.halves import after_half
from sim.games.inferno_on_the_volga.played.hiding import redeal_for_soviet
from sim.games.inferno_on_the_volga.players.outlook import worth
from sim.games.inferno_on_the_volga.players.soviet import soviet_either
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy


@barrier
def soviet_half_ahead(w: World) -> int:
    """Play the Soviet half turn by the way that came out best."""
    begin_half(w, 2)
    w.s[RNG] = 0
    if has_soviet_turn(w):
        _go(w, choose_ahead(w))
    return end_half(w, SOVIET)


@kernel
def _go(w: World, way: int) -> None:
    """Take a way: 0 a card, from 1 on the moves and attacks of a habit; then the first habit is his again."""
    copy(w.weights[SOVIET], w.habits[SOVIET_HABIT + max(0, way - 1)])
    soviet_either(w, min(way, 1))
    copy(w.weights[SOVIET], w.habits[SOVIET_HABIT])


@barrier
def choose_ahead(w: World) -> int:
    """Return the best way; the game is left as it was."""
    held, n = spawn_hexes_held(w), tallest(w)
    chosen, most = 0, OUT
    if held == 0 or n > held:
        return chosen
    set_aside(w, 0)
    for way in range(1 + w.ahead[A_SOVIET_HABITS]):
        score = 0
        for sample in range(w.ahead[A_FIRST] + w.ahead[A_SECOND]):
            score -= try_way(w, way, sample)
            set_aside(w, 1)
        if score > most:
            chosen, most = way, score
    return chosen


@barrier
def try_way(w: World, way: int, sample: int) -> int:
    """Play a way and what follows with other dice and other hidden things; return what the Germans make of it."""
    imagine(w, 2, sample)
    copy(w.weights[GERMAN], w.habits[0])
    redeal_for_soviet(w)
    _go(w, way)
    end_half(w, SOVIET)
    return worth(w) if after_half(w, 2) == 0 else play_ahead(w, 0)
