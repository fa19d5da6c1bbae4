"""Players without a plan: anything that the rules allow, by dice of their own [p. 6-9, p. 17]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.attacks import soviet_attack
from sim.games.inferno_on_the_volga.map.fields import (
    AT_CARD,
    AT_CARDS,
    AT_HEX,
    AT_N,
    AT_TARGET,
    ATTACK,
    CALL,
    COUNT,
    GERMAN,
    GOES_ON,
    HASTY,
    LONG,
    N_HEXES,
    OVER,
    PASS,
    PAULUS_CARD,
    RNG,
    SHORT,
    SLOT,
    SOVIET,
    STACK,
    World,
)
from sim.games.inferno_on_the_volga.map.record.events import draw
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.actions import is_legal
from sim.games.inferno_on_the_volga.map.turns.cards import draw_soviet
from sim.games.inferno_on_the_volga.map.turns.procedure import move_block, spawn_action, spawn_hexes_held, tallest
from sim.games.inferno_on_the_volga.players.sight import look
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import POLICY_GERMAN, POLICY_SOVIET
from sim.match.rows import fill

TRIES, KINDS = 60, 5


@kernel
def _any(w: World, side: int, n: int) -> int:
    """Return a whole number below n from a player's own dice."""
    w.s[RNG] += 1
    return draw(w, POLICY_GERMAN if side == GERMAN else POLICY_SOVIET, n, w.s[RNG])


@barrier
def decide_anything(w: World) -> int:
    """Write a random legal plan: a kind of action, then tries at one of it; a pass if none is found."""
    look(w)  # where blocks arrive
    action = CALL + _any(w, GERMAN, KINDS)
    for _ in range(TRIES):
        fill(w.plan, 0)
        w.plan[0] = action
        start = _some_stack(w, GERMAN)
        if start < 0 or action == CALL:
            break
        to = w.neighbors[start, _any(w, GERMAN, 6)]
        if to < 0:
            continue
        if action == LONG:
            w.plan[1], w.plan[2], w.plan[3] = start, to, w.neighbors[to, _any(w, GERMAN, 6)]
        elif action == SHORT:
            w.plan[1], w.plan[2], w.plan[3], w.plan[4] = 1, start, to, _some_mask(w, start)
        elif action == HASTY:
            w.plan[1], w.plan[2], w.plan[3] = start, to, _some_mask(w, start)
            w.plan[4] = max(0, w.neighbors[to, _any(w, GERMAN, 6)])
        else:
            _some_attack(w, start, to)
        if is_legal(w) == 1:
            return action
    if w.plan[0] != CALL:
        w.plan[0] = PASS
    return w.plan[0]


@kernel
def _some_attack(w: World, start: int, target: int) -> None:
    """Attack a hex from one stack, and from each other that touches it by the toss of a coin; perhaps with a card."""
    w.plan[0], w.plan[AT_TARGET], w.plan[AT_N], w.plan[AT_HEX] = ATTACK, target, 1, start
    for d in range(6):
        h = w.neighbors[target, d]
        if h >= 0 and h != start and holder(w, h) == GERMAN and _any(w, GERMAN, 2) == 1:
            w.plan[AT_HEX + w.plan[AT_N]] = h
            w.plan[AT_N] += 1
    card = _any(w, GERMAN, PAULUS_CARD)
    if w.hand[GERMAN, card] > 0:
        w.plan[AT_CARDS], w.plan[AT_CARD] = 1, card


@kernel
def _some_mask(w: World, start: int) -> int:
    return 1 + _any(w, GERMAN, (1 << w.x[COUNT, start]) - 1)


@kernel
def _some_stack(w: World, side: int) -> int:
    """Return a hex where a side stands, any of them, -1 if there is none."""
    n = 0
    for h in range(N_HEXES):
        n += holder(w, h) == side
    if n == 0:
        return -1
    at = _any(w, side, n)
    for h in range(N_HEXES):
        if holder(w, h) == side:
            at -= 1
            if at < 0:
                return h
    return -1


@barrier
def soviet_anything(w: World) -> int:
    """Take a Soviet turn as a player without a plan may by the rules of 1 against 1 [p. 17].

    More of the tallest stacks than spawn hexes: a spawn action. Else a card, or a block of each of these stacks goes
    to a hex next to it, backward too, or the stack attacks; a card is played in combat or not.
    """
    held = spawn_hexes_held(w)
    n = tallest(w)
    if held > 0 and n > held:
        spawn_action(w)
        return 1
    if held == 0 or _any(w, SOVIET, 2) == 0:
        draw_soviet(w, 1)
        return 0
    for k in range(n):
        w.queue[2, k] = w.queue[0, k]
    for k in range(n):
        h = w.queue[2, k]
        if w.s[OVER] != GOES_ON or holder(w, h) != SOVIET:
            continue
        for _ in range(TRIES):
            there = w.neighbors[h, _any(w, SOVIET, 6)]
            if there < 0:
                continue
            if holder(w, there) == GERMAN:
                soviet_attack(w, h, there, _any(w, SOVIET, 2))
                break
            if w.x[COUNT, there] < STACK:
                move_block(w, w.x[SLOT + _any(w, SOVIET, w.x[COUNT, h]), h], there)
                break
    return 2
