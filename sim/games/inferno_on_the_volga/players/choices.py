"""What rules ask of a player in the middle of themselves: who advances, where blocks go on or arrive, which card."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    AA,
    ANTI_TANK,
    CLEAR,
    COASTAL,
    CONTROL,
    COUNT,
    DIST,
    DUG_IN,
    FLOTILLA,
    GERMAN,
    GRENADIER,
    GUNNER,
    INFILTRATION,
    KIND,
    N_SOVIET_CARDS,
    NO_CARD,
    PANZER,
    POLICY,
    SLOT,
    SOVIET,
    SOVIET_SNIPER,
    SPAWN_OF,
    STACK,
    TERRAIN,
    ZAYTSEV,
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


@kernel
def soviet_choice(w: World, target: int, by: int, n: int) -> int:
    """Return the Soviet card with the most steps for this combat, as its player judges it, `NO_CARD` with no hand.

    In sixths of steps; leaders come first, since they stay.
    """
    here = target if by == GERMAN else w.hexes[0]
    infantry, armor = False, False
    for k in range(n if by == GERMAN else 1):
        h = w.hexes[k] if by == GERMAN else target
        for i in range(w.x[COUNT, h]):
            kind = w.u[KIND, w.x[SLOT + i, h]]
            infantry = infantry or kind != PANZER
            armor = armor or kind in (PANZER, GRENADIER)
    best, most = NO_CARD, -1
    for card in range(N_SOVIET_CARDS):
        if w.hand[SOVIET, card] == 0:
            continue
        value = 60
        if card == GUNNER:
            value = 4
        elif card == FLOTILLA:
            value = 6 if w.x[COASTAL, here] == 1 else 5
        elif card == SOVIET_SNIPER:
            value = 6 + 6 * w.leaders[ZAYTSEV] if infantry else 0
        elif card == ANTI_TANK:
            value = 6 if armor else 0
        elif card in (INFILTRATION, DUG_IN):
            value = 10 if w.x[COUNT, here] < STACK else 1
        elif card >= AA:
            value = 5 if by == GERMAN else 2
        if value > most:
            best, most = card, value
    return best
