"""Stacks, and who holds a hex: it changes hands as soon as a block enters [p. 4 control, p. 4 stacking].

Of the book [p. 5 reducing, p. 6 random deployment, p. 6 capturing a spawn hex, p. 18 Chuikov's headquarters].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CHUIKOV,
    CONTROL,
    COUNT,
    DEAD,
    DEAD_POINTS,
    END_ROW,
    FORT,
    FULL,
    GERMAN,
    GERMAN_SPAWN,
    HEX,
    HQ,
    K_CONTROL,
    K_ELIMINATED,
    K_LEADER,
    K_SPAWN,
    KILLED,
    LOST,
    MARINE_SKILLS,
    MARINES,
    N_GERMAN,
    N_UNITS,
    NOWHERE,
    ON_MAP,
    POOL,
    RESERVE,
    SEEN,
    SLOT,
    SOVIET,
    SOVIET_SPAWN,
    SPAWN_OF,
    STATE,
    STRENGTH,
    VOID,
    WAITING,
    World,
)
from sim.games.inferno_on_the_volga.map.record.events import draw, emit, say
from sim.games.inferno_on_the_volga.map.turns.cards import draw_german, draw_soviet, german_cards, next_draw
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def side_of(unit: int) -> int:
    """Return the side of a block."""
    return GERMAN if unit < N_GERMAN else SOVIET


@kernel
def holder(w: World, h: int) -> int:
    """Return the side whose blocks stand in a hex, -1 if none do."""
    if w.x[COUNT, h] == 0:
        return -1
    return side_of(w.x[SLOT, h])


@kernel
def is_next_to(w: World, h: int, side: int) -> bool:
    """Return whether a stack of a side stands next to a hex."""
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and holder(w, n) == side:
            return True
    return False


@kernel
def lift(w: World, unit: int) -> None:
    """Take a block off its hex; those above move down."""
    h = w.u[HEX, unit]
    n = w.x[COUNT, h] - 1
    at = 0
    while w.x[SLOT + at, h] != unit:
        at += 1
    for k in range(at, n):
        w.x[SLOT + k, h] = w.x[SLOT + k + 1, h]
    w.x[SLOT + n, h] = NOWHERE
    w.x[COUNT, h] = n
    w.u[HEX, unit] = NOWHERE


@barrier
def enter(w: World, unit: int, h: int) -> int:
    """Put a block into a hex; the hex changes hands, and a captured spawn hex brings a card [p. 4, p. 6]."""
    side = side_of(unit)
    w.x[SLOT + w.x[COUNT, h], h] = unit
    w.x[COUNT, h] += 1
    w.u[HEX, unit] = h
    w.u[STATE, unit] = ON_MAP
    take_over(w, h, side)
    return 0


@barrier
def take_over(w: World, h: int, side: int) -> int:
    """Give a hex to a side, if it was not its own."""
    if w.x[CONTROL, h] == side:
        return 0
    w.x[CONTROL, h] = side
    say(w, K_CONTROL, 0 if side == GERMAN else N_GERMAN, h, side)
    if side == GERMAN:
        w.x[FORT, h] = 0
        if h == w.s[HQ]:
            w.s[HQ] = NOWHERE
            w.leaders[CHUIKOV] = 0
            emit(w, K_LEADER, N_GERMAN, -1, h, CHUIKOV, VOID, 0)
        if w.x[SPAWN_OF, h] == SOVIET_SPAWN:
            draw_german(w, german_cards(w))
    elif w.x[SPAWN_OF, h] == GERMAN_SPAWN:
        draw_soviet(w, 1)
    return 0


@barrier
def eliminate(w: World, unit: int) -> int:
    """Take a block without strength off the map: Soviets to their reserve, Germans for good [p. 5 reducing]."""
    h = w.u[HEX, unit]
    lift(w, unit)
    side = side_of(unit)
    w.s[KILLED + side] += 1
    emit(w, K_ELIMINATED, unit, h, -1, VOID, VOID, VOID)
    w.u[SEEN, unit] = 0
    if side == GERMAN:
        w.u[STATE, unit] = DEAD
        w.s[DEAD_POINTS] += 2 if w.u[END_ROW, unit] >= 0 else 1
    else:
        w.u[STATE, unit] = WAITING
    return 0


@kernel
def waiting(w: World, pool: int) -> int:
    """Return how many blocks a Soviet reserve holds."""
    n = 0
    for unit in range(N_GERMAN, N_UNITS):
        if w.u[STATE, unit] == WAITING and w.u[POOL, unit] == pool:
            n += 1
    return n


@barrier
def spawn(w: World, pool: int, h: int) -> int:
    """Deploy a random block of a reserve, turned at random, and return it; -1 if the reserve is empty [p. 6]."""
    n = waiting(w, pool)
    if n == 0:
        return -1
    nth = next_draw(w)
    at = draw(w, RESERVE, n, 2 * nth)
    unit = N_GERMAN
    while True:
        if w.u[STATE, unit] == WAITING and w.u[POOL, unit] == pool:
            at -= 1
            if at < 0:
                break
        unit += 1
    turn(w, unit, draw(w, RESERVE, 4, 2 * nth + 1))
    enter(w, unit, h)
    say(w, K_SPAWN, unit, h, w.u[STRENGTH, unit])
    return unit


@kernel
def turn(w: World, unit: int, by: int) -> None:
    """Turn a Soviet block by so many sides from its full strength; a blank side is one point once seen [p. 6, R33]."""
    w.u[STRENGTH, unit] = max(1, w.u[FULL, unit] - by)
    if w.u[POOL, unit] == MARINES and w.s[MARINE_SKILLS] == 1:
        w.u[STRENGTH, unit] = w.u[FULL, unit]


@kernel
def lose_step(w: World, unit: int) -> None:
    """Take a point off a block's strength."""
    w.u[STRENGTH, unit] -= 1
    w.s[LOST + side_of(unit)] += 1
