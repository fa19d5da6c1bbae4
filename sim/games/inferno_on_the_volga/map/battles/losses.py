"""Who takes a hit, and dice that fire: the strongest block, ties as the German player likes.

Of the book [p. 5 reducing, p. 10 close combat, R48]; whom the dice of a card strike is ruling R58.
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    FORCE_N,
    GERMAN,
    GRENADIER,
    K_LEADER,
    K_LOSS,
    KIND,
    LOW,
    MOTORIZED,
    ON_MAP,
    OWN_HITS,
    PANZER,
    STATE,
    STRENGTH,
    TANK,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R58
from sim.games.inferno_on_the_volga.map.record.events import emit, roll, say
from sim.games.inferno_on_the_volga.map.stacks import eliminate, lose_step
from sim.match.barrier import barrier
from sim.match.compiled import kernel

ANY, ARE_INFANTRY, ARE_ARMOR, OF_A_CARD = range(4)
"""Who can take a hit; the last for hits that the dice of a card score [R58]."""
FIRER = 1
"""Value of R58 by which the firing side picks the block."""
NEVER, OWN = 7, 1
MOST_EASY, LEAST_EASY = 2, 6


@kernel
def is_infantry(kind: int) -> bool:
    """Return whether a kind counts as infantry [p. 4]."""
    return kind != PANZER and kind != TANK


@kernel
def is_armor(kind: int) -> bool:
    """Return whether a kind counts as armor; Panzer Grenadiers are both [p. 4]."""
    return kind in (PANZER, GRENADIER, TANK)


@kernel
def can_blitz(kind: int) -> bool:
    """Return whether a kind may go on with Hoth [p. 13]."""
    return kind in (PANZER, GRENADIER, MOTORIZED)


@kernel
def is_alive(w: World, unit: int) -> bool:
    """Return whether a block that met in this combat is still there."""
    return w.u[STATE, unit] == ON_MAP and w.u[STRENGTH, unit] > 0


@kernel
def worth(w: World, unit: int, strength: int) -> int:
    """Return the faces that hit, over all dice of a block, at a strength."""
    return strength * (NEVER - w.u[LOW + strength, unit]) if strength > 0 else 0


@kernel
def taker(w: World, side: int, trait: int) -> int:
    """Return the block of a force that takes the next hit, -1 if none can."""
    if trait == OF_A_CARD and w.p[R58] > 0:
        return _picked(w, side)
    best, top, least = -1, 0, 0
    for i in range(w.s[FORCE_N + side]):
        unit = w.force[side, i]
        if not is_alive(w, unit):
            continue
        kind = w.u[KIND, unit]
        if (trait == ARE_INFANTRY and not is_infantry(kind)) or (trait == ARE_ARMOR and not is_armor(kind)):
            continue
        strength = w.u[STRENGTH, unit]
        loses = worth(w, unit, strength) - worth(w, unit, strength - 1)
        cost = loses if side == GERMAN else -loses
        if strength > top or (strength == top and cost < least):
            best, top, least = unit, strength, cost
    return best


@kernel
def _picked(w: World, side: int) -> int:
    """Return the block that the firing side would pick, as it loses most fire, or the owner: it loses least [R58]."""
    best, least = -1, 0
    for i in range(w.s[FORCE_N + side]):
        unit = w.force[side, i]
        if is_alive(w, unit):
            strength = w.u[STRENGTH, unit]
            loses = worth(w, unit, strength) - worth(w, unit, strength - 1)
            cost = -loses if w.p[R58] == FIRER else loses
            if best < 0 or cost < least:
                best, least = unit, cost
    return best


@barrier
def lose(w: World, side: int, steps: int, trait: int) -> int:
    """Take so many steps off a force, one after the other; return how many it could take."""
    for n in range(steps):
        unit = taker(w, side, trait)
        if unit < 0:
            return n
        lose_step(w, unit)
        say(w, K_LOSS, unit, -1, w.u[STRENGTH, unit])
        if w.u[STRENGTH, unit] == 0:
            eliminate(w, unit)
    return steps


@kernel
def alive(w: World, side: int) -> int:
    """Return how many blocks of a force are left."""
    n = 0
    for i in range(w.s[FORCE_N + side]):
        if is_alive(w, w.force[side, i]):
            n += 1
    return n


@kernel
def has_kind(w: World, side: int, armor: bool) -> bool:
    """Return whether a force has armor left, or infantry."""
    for i in range(w.s[FORCE_N + side]):
        unit = w.force[side, i]
        if is_alive(w, unit) and (is_armor(w.u[KIND, unit]) if armor else is_infantry(w.u[KIND, unit])):
            return True
    return False


@barrier
def dice_at(w: World, side: int, lowest: int, drm: int) -> int:
    """Return how many dice of a force hit from this face on, its drm counted; a natural 1 never does [R28]."""
    n = 0
    for i in range(w.s[FORCE_N + side]):
        unit = w.force[side, i]
        if is_alive(w, unit):
            strength = w.u[STRENGTH, unit]
            if max(w.u[LOW + strength, unit] - drm, OWN + 1) == lowest:
                n += strength
    return n


@barrier
def volley(w: World, stage: int, first: int, dice: int, lowest: int) -> int:
    """Roll dice of one kind, the first of them number `first` of its stage; return hits and count natural 1s."""
    hits = 0
    for k in range(first, first + dice):
        rolled = roll(w, stage, k)
        if rolled >= lowest:
            hits += 1
        elif rolled == OWN:
            w.s[OWN_HITS] += 1
    return hits


@kernel
def steps_of(hits: int, is_sheltered: bool) -> int:
    """Return the steps that hits cost; rubble asks two for one, an odd hit is lost [p. 9, R16]."""
    return hits // 2 if is_sheltered else hits


@kernel
def leader_plays(w: World, leader: int, to: int, comes: int) -> None:
    """Write that a leader comes into play, or is discarded."""
    emit(w, K_LEADER, -1, -1, to, leader, VOID, comes)
