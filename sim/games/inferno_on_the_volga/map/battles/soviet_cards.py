"""What a Soviet card does in a combat.

Of the book [p. 14 Soviet leaders, p. 15 Zaytsev, p. 15 Soviet support cards, p. 16 Flotilla, p. 16 AA,
p. 16 Soviet Sniper and Anti-Tank, p. 16 Infiltration and T-34, p. 18 Chuikov's headquarters].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.losses import (
    ARE_ARMOR,
    ARE_INFANTRY,
    OF_A_CARD,
    leader_plays,
    lose,
    steps_of,
    volley,
)
from sim.games.inferno_on_the_volga.map.fields import (
    AA,
    ANTI_TANK,
    CHUIKOV,
    CHUIKOV_CARD,
    COASTAL,
    CONTROL,
    COUNT,
    DUG_IN,
    FLOTILLA,
    FORCE_N,
    GERMAN,
    GUNNER,
    HALF_BATTLES,
    HAS_HQ,
    HQ,
    INFANTRY,
    INFILTRATION,
    K_LAND,
    K_RUBBLE,
    LANDED,
    LANDING,
    MARINES,
    N_RUBBLE,
    P_AA_HEX,
    P_SOVIET_DICE,
    RUBBLE,
    SOVIET,
    SOVIET_SNIPER,
    ST_SOVIET_CARD,
    STACK,
    TANKS,
    TERRAIN,
    URBAN,
    VOID,
    ZAYTSEV,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R30
from sim.games.inferno_on_the_volga.map.record.events import draw, emit, say
from sim.games.inferno_on_the_volga.map.stacks import holder, spawn, waiting
from sim.games.inferno_on_the_volga.map.turns.cards import draw_soviet
from sim.match.barrier import barrier
from sim.match.compiled import kernel

MOST_RUBBLE = 15
DOUBLE_FIRE = 5


@barrier
def soviet_card(w: World, card: int, here: int, target: int, has_air: int) -> int:
    """Let a Soviet card act; `here` is the Soviet hex, `target` the defender's, `has_air` an air strike was played."""
    if card == SOVIET_SNIPER:
        lose(w, GERMAN, 1 + w.leaders[ZAYTSEV], ARE_INFANTRY)
    elif card == ANTI_TANK:
        lose(w, GERMAN, 1, ARE_ARMOR)
    elif card == GUNNER:
        _fire(w, card, here, target)
    elif card == FLOTILLA:
        if w.x[COASTAL, here] == 1:
            _fire(w, card, here, target)
        else:
            _land(w)
    elif card in (INFILTRATION, DUG_IN):
        _join(w, INFANTRY if card == INFILTRATION else TANKS, here)
    elif card >= AA:
        if has_air or w.p[R30] == 0:
            make_rubble(w, w.rules[P_AA_HEX, card - AA])
    else:
        _lead(w, card)
    return 0


@kernel
def _fire(w: World, card: int, here: int, target: int) -> None:
    hits = volley(w, ST_SOVIET_CARD, 0, w.rules[P_SOVIET_DICE, card], DOUBLE_FIRE)
    lose(w, GERMAN, steps_of(hits, here != target and w.x[RUBBLE, target] == 1), OF_A_CARD)


@kernel
def _join(w: World, pool: int, here: int) -> None:
    """Let a random block join in the Soviet hex; without room or reserve a card is drawn instead [p. 16, R51]."""
    if w.x[COUNT, here] >= STACK or waiting(w, pool) == 0:
        draw_soviet(w, 1)
        return
    unit = spawn(w, pool, here)
    w.force[SOVIET, w.s[FORCE_N + SOVIET]] = unit
    w.s[FORCE_N + SOVIET] += 1


@kernel
def _land(w: World) -> None:
    """Land a marine in the hex that three dice tell, unless Germans stand there [p. 16, R31, R54]."""
    total = 0
    for k in range(w.rules[P_SOVIET_DICE, FLOTILLA]):
        total += 1 + draw(w, LANDING, 6, 8 * w.s[HALF_BATTLES] + k)
    h = total - 1
    emit(w, K_LAND, -1, -1, h, total, VOID, VOID)
    if holder(w, h) == GERMAN:
        return
    if w.x[COUNT, h] >= STACK or waiting(w, MARINES) == 0:
        draw_soviet(w, 1)
    else:
        w.s[LANDED] = spawn(w, MARINES, h)


@kernel
def _lead(w: World, card: int) -> None:
    """Bring a leader into play; with The Designer's Way Chuikov needs a headquarters that is Soviet [p. 14, p. 18]."""
    leader = card - CHUIKOV_CARD + CHUIKOV
    h = -1
    if leader == CHUIKOV and w.s[HAS_HQ] == 1:
        h = 2
        for k in range(3):
            h += draw(w, LANDING, 6, 8 * w.s[HALF_BATTLES] + k)
        if w.x[CONTROL, h] != SOVIET:
            leader_plays(w, leader, h, 0)
            return
        w.s[HQ] = h
    w.leaders[leader] = 1
    leader_plays(w, leader, h, 1)


@barrier
def make_rubble(w: World, h: int) -> int:
    """Put rubble into an urban hex, never a second marker or a sixteenth [p. 9, p. 10, R30]."""
    if w.x[TERRAIN, h] == URBAN and w.x[RUBBLE, h] == 0 and w.s[N_RUBBLE] < MOST_RUBBLE:
        w.x[RUBBLE, h] = 1
        w.s[N_RUBBLE] += 1
        say(w, K_RUBBLE, -1, h, w.s[N_RUBBLE])
    return 0
