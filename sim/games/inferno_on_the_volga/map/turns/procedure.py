"""The Soviet turn of the solitaire game, to the letter: count, spawn or move by the dice, attack, draw.

Of the book [p. 11 procedure, p. 11 spawn, p. 11 order of the dice, p. 11 moves, p. 12 cards instead of moves].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.attacks import soviet_attack
from sim.games.inferno_on_the_volga.map.fields import (
    CONTROL,
    COUNT,
    GERMAN,
    GOES_ON,
    INFANTRY,
    K_ACTION,
    K_DIE,
    K_MOVE,
    MOVES,
    N_HEXES,
    N_SPAWN,
    ORDERS,
    OVER,
    RANK,
    SLOT,
    SOVIET,
    STACK,
    TANKS,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R9, R12
from sim.games.inferno_on_the_volga.map.record.events import draw, emit
from sim.games.inferno_on_the_volga.map.stacks import enter, holder, lift, spawn
from sim.games.inferno_on_the_volga.map.turns.cards import draw_soviet
from sim.match.barrier import barrier
from sim.match.compiled import kernel

EAST = 1
"""The die that points back to the Volga, after which no block moves [p. 12 C]."""
BLOCK_DRAW = 64


@kernel
def spawn_hexes_held(w: World) -> int:
    """Return how many of their spawn hexes the Soviets hold."""
    held = 0
    for k in range(N_SPAWN):
        if w.x[CONTROL, w.spawn[k, 0]] == SOVIET:
            held += 1
    return held


@kernel
def tallest(w: World) -> int:
    """List the hexes with the most Soviet blocks in `queue[0]`, from north to south; return how many [p. 11 steps 2-3].

    Of equally northern ones that nearer the Volga comes first.
    """
    most, n = 0, 0
    for h in range(N_HEXES):
        if holder(w, h) == SOVIET:
            most = max(most, w.x[COUNT, h])
    for h in range(N_HEXES):
        if most > 0 and w.x[COUNT, h] == most and holder(w, h) == SOVIET:
            at = n
            while at > 0 and w.x[RANK, w.queue[0, at - 1]] > w.x[RANK, h]:
                w.queue[0, at] = w.queue[0, at - 1]
                at -= 1
            w.queue[0, at] = h
            n += 1
    return n


@barrier
def soviet_turn(w: World) -> int:
    """Take the Soviet turn by the procedure: 0 for a card alone, 1 for a spawn action, 2 for a move action."""
    held = spawn_hexes_held(w)
    if held == 0:
        emit(w, K_ACTION, -1, -1, -1, 0, VOID, VOID)
        draw_soviet(w, 1)
        return 0
    n = tallest(w)
    if n > held:
        emit(w, K_ACTION, -1, -1, -1, 1, VOID, VOID)
        spawn_action(w)
        return 1
    emit(w, K_ACTION, -1, -1, -1, 2, VOID, VOID)
    _move_action(w, n)
    return 2


@barrier
def spawn_action(w: World) -> int:
    """Deploy random blocks in the spawn hexes held, in order; full hexes and empty reserves cost cards [p. 11]."""
    for k in range(N_SPAWN):
        h, infantry, tanks = w.spawn[k, 0], w.spawn[k, 1], w.spawn[k, 2]
        if w.x[CONTROL, h] != SOVIET:
            continue
        room = STACK - w.x[COUNT, h]
        if room == 0:
            draw_soviet(w, 1 if w.p[R9] == 0 else infantry + tanks)
        elif room < infantry + tanks:  # infantry takes the last place, without a card for the other block [R10]
            _spawn_or_draw(w, INFANTRY if infantry > 0 else TANKS, h)
        else:
            for _ in range(infantry):
                _spawn_or_draw(w, INFANTRY, h)
            for _ in range(tanks):
                _spawn_or_draw(w, TANKS, h)
        if w.s[OVER] != GOES_ON:
            return 0
    return 0


@kernel
def _spawn_or_draw(w: World, pool: int, h: int) -> None:
    """Bring a block, or draw a card for it; after the last card nothing comes any more [p. 3]."""
    if w.s[OVER] == GOES_ON and spawn(w, pool, h) < 0:
        draw_soviet(w, 1)


@kernel
def _move_action(w: World, n: int) -> None:
    """Roll a die for each of the tallest stacks, then resolve the dice from the lowest [p. 11-12]."""
    for k in range(n):
        rolled = 1 + draw(w, ORDERS, 6, k)
        w.queue[1, k] = rolled
        emit(w, K_DIE, -1, -1, w.queue[0, k], k, rolled, SOVIET)
    for k in range(n):  # attacks use the scratch of stacks
        w.queue[2, k] = w.queue[0, k]
    for face in range(1, 7):
        same = 0
        for k in range(n):
            same += w.queue[1, k] == face
        for k in range(n):
            if w.queue[1, k] == face:
                if w.s[OVER] != GOES_ON:
                    return
                _resolve(w, k, w.queue[2, k], face, same > 1)


@kernel
def _resolve(w: World, k: int, h: int, face: int, is_double: bool) -> None:
    """Resolve one die: a card for equal dice, an attack where Germans stand, else a move or a card [p. 12]."""
    there = w.neighbors[h, face - 1]
    stands = holder(w, h) == SOVIET
    meets = there >= 0 and holder(w, there) == GERMAN
    if (is_double and not (meets and stands and w.p[R12] == 1)) or not stands or there < 0:
        draw_soviet(w, 1)
    elif meets:
        soviet_attack(w, h, there, 1)
    elif face == EAST or w.x[COUNT, there] >= STACK:
        draw_soviet(w, 1)
    else:
        unit = w.x[SLOT + draw(w, ORDERS, w.x[COUNT, h], BLOCK_DRAW + k), h]
        move_block(w, unit, there)


@barrier
def move_block(w: World, unit: int, there: int) -> int:
    """Move a block to a hex next to its own."""
    start = w.u[0, unit]
    lift(w, unit)
    w.s[MOVES] += 1
    emit(w, K_MOVE, unit, start, there, VOID, VOID, VOID)
    enter(w, unit, there)
    return 0
