"""The five German actions: a plan is checked against the rules, then carried out.

Of the book [p. 6 actions, p. 7 long move, p. 8 short moves, p. 8 hasty attack, p. 9 deliberate attack].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.attacks import german_attack
from sim.games.inferno_on_the_volga.map.fields import (
    ACTION,
    AT_CARD,
    AT_CARDS,
    AT_HEX,
    AT_N,
    AT_TARGET,
    ATTACK,
    CALL,
    CLEAR,
    COUNT,
    GERMAN,
    HASTY,
    HASTY_FROM,
    HASTY_MASK,
    HASTY_TARGET,
    HASTY_TO,
    ILLEGAL,
    K_ACTION,
    LINDEN,
    LONG,
    MOVE_FROM,
    MOVE_MASK,
    MOVE_TO,
    PASS,
    PAULUS_CARD,
    PIONEER,
    PIONEER_672,
    SHORT,
    SKIPPED,
    SLOT,
    SOVIET,
    STACK,
    TERRAIN,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R21, R22
from sim.games.inferno_on_the_volga.map.record.events import emit
from sim.games.inferno_on_the_volga.map.stacks import holder, is_next_to, take_over
from sim.games.inferno_on_the_volga.map.turns.calls import call
from sim.games.inferno_on_the_volga.map.turns.procedure import move_block
from sim.match.barrier import barrier
from sim.match.compiled import kernel

LONG_FROM, LONG_VIA, LONG_TO = 1, 2, 3


@barrier
def german_action(w: World) -> int:
    """Carry out the plan of this turn; one that breaks a rule is counted and passes for nothing."""
    action = w.plan[0]
    if not is_legal(w):
        w.s[ILLEGAL] += 1
        action = PASS
    w.s[ACTION] = action
    emit(w, K_ACTION, -1, -1, -1, action, VOID, VOID)
    if action == CALL:
        call(w)
    elif action == LONG:
        _long(w)
    elif action == SHORT:
        for k in range(w.plan[1]):
            _shift(w, w.plan[MOVE_FROM + 3 * k], w.plan[MOVE_TO + 3 * k], w.plan[MOVE_MASK + 3 * k])
    elif action == HASTY:
        w.s[SKIPPED] = w.x[COUNT, w.plan[HASTY_TO]] if w.p[R22] == 1 else 0
        _shift(w, w.plan[HASTY_FROM], w.plan[HASTY_TO], w.plan[HASTY_MASK])
        w.hexes[0] = w.plan[HASTY_TO]
        german_attack(w, w.plan[HASTY_TARGET], 1, 0, 1)
        w.s[SKIPPED] = 0
    elif action == ATTACK:
        for k in range(w.plan[AT_N]):
            w.hexes[k] = w.plan[AT_HEX + k]
        for k in range(w.plan[AT_CARDS]):
            w.hand[GERMAN, w.plan[AT_CARD + k]] -= 1
        german_attack(w, w.plan[AT_TARGET], w.plan[AT_N], 1, 1)
    return 0


@barrier
def is_legal(w: World) -> int:
    """Return 1 if the plan keeps the rules of its action."""
    action = w.plan[0]
    legal = action in (PASS, CALL)
    if action == LONG:
        legal = _is_long_move(w, w.plan[LONG_FROM], w.plan[LONG_VIA], w.plan[LONG_TO])
    elif action == SHORT:
        legal = _are_short_moves(w)
    elif action == HASTY:
        legal = _is_hasty(w)
    elif action == ATTACK:
        legal = _is_deliberate(w)
    return 1 if legal else 0


@kernel
def touch(w: World, one: int, other: int) -> bool:
    """Return whether two hexes touch."""
    found = False
    for d in range(6):
        found = found or (one >= 0 and other >= 0 and w.neighbors[one, d] == other)
    return found


@kernel
def is_open(w: World, h: int) -> bool:
    """Return whether a long move may use a hex: clear, and not next to Soviets nor theirs [p. 7]."""
    return h >= 0 and w.x[TERRAIN, h] == CLEAR and holder(w, h) != SOVIET and not is_next_to(w, h, SOVIET)


@kernel
def _is_long_move(w: World, start: int, via: int, to: int) -> bool:
    if holder(w, start) != GERMAN or not is_open(w, start) or not touch(w, start, to if via == to else via):
        return False
    if via != to and not (is_open(w, via) and touch(w, via, to)):
        return False
    return is_open(w, to) and w.x[COUNT, to] == 0 and to != start


@kernel
def blocks_in(w: World, h: int, mask: int) -> int:
    """Return how many blocks of a stack a mask picks, 0 if it picks a place that is empty."""
    n = 0
    for k in range(STACK):
        if mask >> k & 1 == 1:
            if k >= w.x[COUNT, h]:
                return 0
            n += 1
    return n


@kernel
def may_short_move(w: World, start: int, to: int, mask: int) -> bool:
    """Return whether blocks may make a short move: to a hex next to theirs without Soviets in or next to it [p. 7-8].

    A stack next to Soviets may leave (R21).
    """
    if not touch(w, start, to) or holder(w, start) != GERMAN or holder(w, to) == SOVIET or is_next_to(w, to, SOVIET):
        return False
    if w.p[R21] == 1 and is_next_to(w, start, SOVIET):
        return False
    return blocks_in(w, start, mask) > 0


@kernel
def _are_short_moves(w: World) -> bool:
    n = w.plan[1]
    if n < 1 or n > 2:
        return False
    for k in range(n):
        start, to, mask = w.plan[MOVE_FROM + 3 * k], w.plan[MOVE_TO + 3 * k], w.plan[MOVE_MASK + 3 * k]
        if not may_short_move(w, start, to, mask):
            return False
        room = STACK - w.x[COUNT, to] - blocks_in(w, start, mask)
        if k == 1:
            one, there, first = w.plan[MOVE_FROM], w.plan[MOVE_TO], w.plan[MOVE_MASK]
            if one == start or there == start:
                return False  # slots change once the first has moved; no block moves twice
            room += blocks_in(w, one, first) if one == to else 0
            room -= blocks_in(w, one, first) if there == to else 0
        if room < 0:
            return False
    return True


@kernel
def may_hasten(w: World, start: int, to: int, mask: int) -> bool:
    """Return whether blocks that are not next to Soviets may move up for a hasty attack [p. 8]."""
    if not touch(w, start, to) or holder(w, start) != GERMAN or is_next_to(w, start, SOVIET):
        return False
    n = blocks_in(w, start, mask)
    return n > 0 and holder(w, to) != SOVIET and w.x[COUNT, to] + n <= STACK


@kernel
def _is_hasty(w: World) -> bool:
    start, to, target = w.plan[HASTY_FROM], w.plan[HASTY_TO], w.plan[HASTY_TARGET]
    return may_hasten(w, start, to, w.plan[HASTY_MASK]) and touch(w, to, target) and holder(w, target) == SOVIET


@kernel
def _is_deliberate(w: World) -> bool:
    target, n = w.plan[AT_TARGET], w.plan[AT_N]
    if n < 1 or n > 6 or target < 0 or holder(w, target) != SOVIET:
        return False
    for k in range(n):
        h = w.plan[AT_HEX + k]
        if not touch(w, h, target) or holder(w, h) != GERMAN:
            return False
        for j in range(k):
            if w.plan[AT_HEX + j] == h:
                return False
    return _are_cards_held(w)


@kernel
def _are_cards_held(w: World) -> bool:
    """Return whether the cards of the plan are in hand and may go together: one, or Pioneers with Linden [p. 13]."""
    n = w.plan[AT_CARDS]
    if n < 0 or n > 5:
        return False
    for k in range(n):
        card, times = w.plan[AT_CARD + k], 0
        if card < 0 or card >= PAULUS_CARD or (card == PIONEER_672 and w.leaders[LINDEN] == 0):
            return False
        if n > 1 and not (w.leaders[LINDEN] == 1 and card in (PIONEER, PIONEER_672)):
            return False
        for j in range(n):
            times += w.plan[AT_CARD + j] == card
        if times > w.hand[GERMAN, card]:
            return False
    return True


@kernel
def _long(w: World) -> None:
    """Move a whole stack two clear hexes; the first may hold Germans, who stay [p. 7]."""
    start, via, to = w.plan[LONG_FROM], w.plan[LONG_VIA], w.plan[LONG_TO]
    if via != to:
        take_over(w, via, GERMAN)  # it is entered on the way [p. 4 control]
    for _ in range(w.x[COUNT, start]):
        move_block(w, w.x[SLOT, start], to)


@kernel
def _shift(w: World, start: int, to: int, mask: int) -> None:
    """Move the blocks of a stack that a mask picks."""
    picked = 0
    for k in range(STACK):
        if mask >> k & 1 == 1:
            w.queue[3, picked] = w.x[SLOT + k, start]
            picked += 1
    for k in range(picked):
        move_block(w, w.queue[3, k], to)
