"""Quick Soviet players of the two-player game: a card, or the best move or attack of each tallest stack [p. 17]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.attacks import soviet_attack
from sim.games.inferno_on_the_volga.map.fields import (
    CHUIKOV,
    CONTROL,
    COUNT,
    DIST,
    GERMAN,
    GOES_ON,
    KHRUSHCHEV,
    OVER,
    SLOT,
    SOVIET,
    SOVIET_SPAWN,
    SPAWN_OF,
    STACK,
    STRENGTH,
    TERRAIN,
    URBAN,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.cards import draw_soviet
from sim.games.inferno_on_the_volga.map.turns.procedure import move_block, spawn_action, spawn_hexes_held, tallest
from sim.games.inferno_on_the_volga.players.assault import ALL, NOTHING, chance_of
from sim.games.inferno_on_the_volga.players.features import (
    S_CAPTURE,
    S_CLEAR_CHANCE,
    S_CONTACT,
    S_COVER,
    S_DRAW,
    S_GUARD,
    S_NEARER,
    S_PILE,
    S_RETAKE,
    S_STEP_LOST,
    S_STEP_TAKEN,
    S_STREET,
)
from sim.games.inferno_on_the_volga.players.sight import fire_of, look, look_for_germans, points_of, sheltered
from sim.match.barrier import barrier
from sim.match.compiled import kernel

NO_STEP, MOVE, ATTACK = range(3)
SIXTHS_A_GERMAN, FIRE_A_GERMAN = 18, 7
"""Points of a hidden German block on average, and its hits, in sixths: three points, a little over two faces each."""
FIRST_FIRE = 3
"""How near Germans are, in hexes, where a spawn hex wants guards; and how many blocks it wants."""
GUARDS = 2


@barrier
def soviet_planned(w: World) -> int:
    """Take a Soviet turn by the rules of 1 against 1: 0 for a card, 1 for a spawn action, 2 for a move action."""
    return soviet_either(w, -1)


@barrier
def soviet_either(w: World, way: int) -> int:
    """Do the same with 0 for a card and 1 for a move action where the rules leave the choice; -1 takes the better one.

    More of the tallest stacks than spawn hexes: a spawn action. Without a spawn hex a card [R61].
    """
    held, n = spawn_hexes_held(w), tallest(w)
    if held > 0 and n > held:
        spawn_action(w)
        return 1
    for k in range(n):
        w.queue[2, k] = w.queue[0, k]
    if held == 0 or (way != 1 and (way == 0 or _points(w, n) <= w.weights[SOVIET, S_DRAW])):
        draw_soviet(w, 1)
        return 0
    for k in range(n):
        h = w.queue[2, k]
        if w.s[OVER] == GOES_ON and holder(w, h) == SOVIET:
            _watch(w)
            _best_step(w, h)
            if w.best[0] == ATTACK:
                soviet_attack(w, h, w.best[1], 1)
            elif w.best[0] == MOVE:
                move_block(w, w.x[SLOT + w.best[2], h], w.best[1])
    return 2


@kernel
def _points(w: World, n: int) -> int:
    """Return the points of a move action, as all stands now."""
    _watch(w)
    total = 0
    for k in range(n):
        value = _best_step(w, w.queue[2, k])
        total += value if value > NOTHING else 0
    return total


@kernel
def _watch(w: World) -> None:
    """Fill in how far each hex is from a spawn hex to keep (`DIST`), and in `queue[3]` from the nearest Germans."""
    look(w)
    look_for_germans(w, 3)


@barrier
def _best_step(w: World, h: int) -> int:
    """Write the best move or attack of a stack into `best`: kind, hex, place of the block; return its points."""
    best = NOTHING
    w.best[0] = NO_STEP
    for d in range(6):
        to = w.neighbors[h, d]
        if to < 0:
            continue
        if holder(w, to) == GERMAN:
            value, kind = _attack_value(w, h, to), ATTACK
        elif w.x[COUNT, to] < STACK:
            value, kind = _move_value(w, h, to), MOVE
        else:
            continue
        if value > best:
            best = value
            w.best[0], w.best[1], w.best[2] = kind, to, _who_goes(w, h, to)
    return best


@kernel
def _who_goes(w: World, h: int, to: int) -> int:
    """Return the place of the block that moves: the strongest toward the Germans, the weakest away from them."""
    sign = 1 if w.queue[3, to] <= w.queue[3, h] else -1
    best = 0
    for k in range(1, w.x[COUNT, h]):
        if sign * w.u[STRENGTH, w.x[SLOT + k, h]] > sign * w.u[STRENGTH, w.x[SLOT + best, h]]:
            best = k
    return best


@kernel
def _guard_value(w: World, h: int, blocks: int) -> int:
    """Return what a block more is worth in a hex that has so many, if it is a spawn hex with Germans near."""
    is_wanted = w.x[SPAWN_OF, h] == SOVIET_SPAWN and w.x[CONTROL, h] == SOVIET and w.queue[3, h] <= FIRST_FIRE
    return w.weights[SOVIET, S_GUARD] if is_wanted and blocks < GUARDS else 0


@kernel
def _prize(w: World, to: int) -> int:
    """Return what it is worth to take a hex from the Germans."""
    if w.x[CONTROL, to] != GERMAN or w.x[SPAWN_OF, to] == 0:
        return 0
    return w.weights[SOVIET, S_RETAKE if w.x[SPAWN_OF, to] == SOVIET_SPAWN else S_CAPTURE]


@kernel
def _move_value(w: World, h: int, to: int) -> int:
    weights = w.weights[SOVIET]
    value = _prize(w, to) + _guard_value(w, to, w.x[COUNT, to]) - _guard_value(w, h, w.x[COUNT, h] - 1)
    value += weights[S_NEARER] * (w.queue[3, h] - w.queue[3, to]) + weights[S_COVER] * (w.x[DIST, h] - w.x[DIST, to])
    value += weights[S_PILE] * w.x[COUNT, to]
    if w.queue[3, to] == 1:
        value += weights[S_CONTACT] + (weights[S_STREET] if w.x[TERRAIN, to] == URBAN else 0)
    return value


@kernel
def _attack_value(w: World, h: int, target: int) -> int:
    """Return the points of an attack; with Chuikov every stack that touches the target joins it [p. 15]."""
    weights = w.weights[SOVIET]
    fire = 0
    for d in range(6):
        other = w.neighbors[target, d]
        if other >= 0 and holder(w, other) == SOVIET and (other == h or w.leaders[CHUIKOV] == 1):
            fire += fire_of(w, other, ALL) + w.leaders[KHRUSHCHEV] * points_of(w, other, ALL)
    theirs = SIXTHS_A_GERMAN * w.x[COUNT, target]
    taken = fire // sheltered(w, target)
    chance = chance_of(100 * taken // theirs)
    value = chance * (weights[S_CLEAR_CHANCE] + _prize(w, target)) // 100
    value += weights[S_STEP_TAKEN] * min(taken, theirs) // 6
    return value - weights[S_STEP_LOST] * FIRE_A_GERMAN * w.x[COUNT, target] // 6
