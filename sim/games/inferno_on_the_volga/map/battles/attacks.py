"""Attacks of both sides from the declaration to the advance and the Blitz.

Of the book [p. 10 advance, p. 12 Soviet attack, p. 13 Blitz, p. 15 Soviet deliberate attack].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.battle import battle
from sim.games.inferno_on_the_volga.map.battles.losses import can_blitz, is_alive, worth
from sim.games.inferno_on_the_volga.map.fields import (
    BATTLE,
    CHUIKOV,
    CLEAR,
    COUNT,
    FORCE_N,
    GERMAN,
    GOES_ON,
    HEX,
    HOTH,
    IN_FIGHT,
    K_ADVANCE,
    K_BLITZ,
    KIND,
    OVER,
    SOVIET,
    STACK,
    STRENGTH,
    TAKES_PART,
    TERRAIN,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R20, R24
from sim.games.inferno_on_the_volga.map.record.events import emit
from sim.games.inferno_on_the_volga.map.stacks import enter, holder, is_next_to, lift
from sim.games.inferno_on_the_volga.players.choices import blitz_hex, n_to_advance
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def soviet_attack(w: World, start: int, target: int, random: int) -> int:
    """Let a Soviet stack attack a German one, and with Chuikov every Soviet stack next to it [p. 12, p. 15, R50]."""
    n = 1
    w.hexes[0] = start
    joint = w.leaders[CHUIKOV]
    if joint == 1:
        for d in range(6):
            h = w.neighbors[target, d]
            if h >= 0 and h != start and holder(w, h) == SOVIET:
                w.hexes[n] = h
                n += 1
    if w.p[R20] == 1:
        _smallest_first(w, n)
    here = w.hexes[0] if w.p[R20] == 1 else -1
    if battle(w, target, SOVIET, n, joint, random) == 1 and w.s[OVER] == GOES_ON:
        unit = _strongest(w, SOVIET, target, here)
        if unit < 0:
            unit = _strongest(w, SOVIET, target, -1)
        _advance(w, unit, target, K_ADVANCE)
    w.s[IN_FIGHT] = 0
    return 0


@kernel
def _smallest_first(w: World, n: int) -> None:
    """Bring the smallest of the first n stacks of `hexes` to the front, as a German would choose [R20]."""
    for k in range(1, n):
        if w.x[COUNT, w.hexes[k]] < w.x[COUNT, w.hexes[0]]:
            w.hexes[0], w.hexes[k] = w.hexes[k], w.hexes[0]


@barrier
def german_attack(w: World, target: int, n: int, deliberate: int, random: int) -> int:
    """Let Germans attack a Soviet stack from the first n of `hexes`, advance and go on with Hoth [p. 8-10, p. 13]."""
    if battle(w, target, GERMAN, n, deliberate, random) == 1 and w.s[OVER] == GOES_ON:
        wanted = max(1, min(STACK, n_to_advance(w, target)))
        came = 0
        while came < wanted:
            unit = _strongest(w, GERMAN, target, -1)
            if unit < 0:
                break
            _advance(w, unit, target, K_ADVANCE)
            came += 1
        if w.leaders[HOTH] == 1 and w.x[TERRAIN, target] == CLEAR and w.s[OVER] == GOES_ON:
            _blitz(w, target)
    w.s[IN_FIGHT] = 0
    return 0


@kernel
def _strongest(w: World, side: int, target: int, here: int) -> int:
    """Return the strongest attacker that has not advanced, of one hex or with -1 of all; -1 if none [p. 10 advance].

    Of equally strong Soviets the German player picks the one with the least fire, of his own the one with the most.
    """
    best, top, most = -1, 0, 0
    for i in range(w.s[FORCE_N + side]):
        unit = w.force[side, i]
        if not is_alive(w, unit) or w.u[HEX, unit] == target:
            continue
        if here >= 0 and w.u[HEX, unit] != here:
            continue
        strength = w.u[STRENGTH, unit]
        fire = worth(w, unit, strength)
        value = fire if side == GERMAN else -fire
        if best < 0 or strength > top or (strength == top and value > most):
            best, top, most = unit, strength, value
    return best


@kernel
def _advance(w: World, unit: int, h: int, kind: int) -> None:
    start = w.u[HEX, unit]
    lift(w, unit)
    emit(w, kind, unit, start, h, VOID, VOID, VOID)
    enter(w, unit, h)


@kernel
def _blitz(w: World, target: int) -> None:
    """Let each block that can go on to a clear, empty hex beside the one taken, if the player likes [p. 13, R24]."""
    for i in range(w.s[FORCE_N + GERMAN]):
        unit = w.force[GERMAN, i]
        if not is_alive(w, unit) or w.u[HEX, unit] != target or not can_blitz(w.u[KIND, unit]):
            continue
        h = blitz_hex(w, unit, target)
        if h >= 0 and may_blitz(w, target, h):
            w.x[TAKES_PART, h] = w.s[BATTLE]
            _advance(w, unit, h, K_BLITZ)


@kernel
def may_blitz(w: World, target: int, h: int) -> bool:
    """Return whether a Blitz may go to a hex: clear, next to the one taken, empty but for blocks of this Blitz."""
    touches = False
    for d in range(6):
        if w.neighbors[target, d] == h:
            touches = True
    came_now = w.x[TAKES_PART, h] == w.s[BATTLE] and w.x[COUNT, h] < STACK
    if not touches or w.x[TERRAIN, h] != CLEAR or (w.x[COUNT, h] > 0 and not came_now):
        return False
    return w.p[R24] == 0 or not is_next_to(w, h, SOVIET)
