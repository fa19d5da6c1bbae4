"""What rules ask of the German player in the middle of themselves: who advances, where blocks go on or arrive."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CLEAR,
    CONTROL,
    COUNT,
    DIST,
    GERMAN,
    POLICY,
    SOVIET,
    SPAWN_OF,
    STACK,
    TERRAIN,
    World,
)
from sim.games.inferno_on_the_volga.players.features import ADVANCE
from sim.match.compiled import kernel


@kernel
def n_to_advance(w: World, target: int) -> int:
    """Return how many blocks advance into a hex at most."""
    return w.weights[GERMAN, ADVANCE] if w.s[POLICY + GERMAN] == 1 else STACK


@kernel
def blitz_hex(w: World, unit: int, target: int) -> int:
    """Return where a block goes on to: a clear, empty hex of the Soviets that is nearer to the goals, -1 to stay."""
    for d in range(6):
        h = w.neighbors[target, d]
        is_free = h >= 0 and w.x[TERRAIN, h] == CLEAR and w.x[COUNT, h] == 0 and w.x[CONTROL, h] == SOVIET
        if is_free and (w.x[DIST, h] < w.x[DIST, target] or w.x[SPAWN_OF, h] > 0):
            return h
    return -1


@kernel
def arrival_hex(w: World, low: int, high: int) -> int:
    """Return the spawn hex from low to high - 1 with room that is nearest to the goals, -1 if none has room."""
    best = -1
    for h in range(low, high):
        if w.x[CONTROL, h] == GERMAN and w.x[COUNT, h] < STACK and (best < 0 or w.x[DIST, h] < w.x[DIST, best]):
            best = h
    return best
