"""A combat from cards to advance, in the thirteen steps of the book; `kessel odds` is the judge of its law.

Of the book [p. 9 sequence, p. 10 close combat].
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.battles.before_fire import drm_of, opportunity_fire, rubble_roll
from sim.games.inferno_on_the_volga.map.battles.losses import (
    ANY,
    ARE_ARMOR,
    ARE_INFANTRY,
    OF_A_CARD,
    alive,
    dice_at,
    has_kind,
    lose,
    steps_of,
    volley,
)
from sim.games.inferno_on_the_volga.map.battles.soviet_cards import soviet_card
from sim.games.inferno_on_the_volga.map.fields import (
    AA,
    AA_REGIMENT,
    AT_CARD,
    AT_CARDS,
    ATTACKS,
    BATTLE,
    BRIGADE,
    CHUIKOV,
    CLEAR,
    CLEARED,
    COUNT,
    FORCE_N,
    FORT,
    FULL,
    GERMAN,
    GOES_ON,
    GUARD,
    GUARDS_BACK,
    HALF_BATTLES,
    HOTH,
    IN_FIGHT,
    K_ATTACK,
    K_CARD,
    K_COMBAT,
    K_DEFEND,
    K_REVEAL,
    KHRUSHCHEV,
    KIND,
    LANDED,
    N_ENDS_OF_ATTACK,
    N_KINDS_OF_ATTACK,
    N_YIELDS,
    NO_CARD,
    OVER,
    OWN_HITS,
    P_AIR,
    P_BLANK,
    P_DICE,
    P_RUBBLE_MOD,
    PAK,
    POLICY,
    RICHTHOFEN,
    RUBBLE,
    SEEN,
    SKIPPED,
    SLOT,
    SNIPER,
    SOVIET,
    SPECIAL,
    ST_GERMAN_CARD,
    ST_GERMANS,
    ST_SOVIETS,
    STRENGTH,
    TERRAIN,
    TURN,
    URBAN,
    VOID,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R3, R6, R7
from sim.games.inferno_on_the_volga.map.record.events import emit, say
from sim.games.inferno_on_the_volga.map.turns.cards import random_card
from sim.games.inferno_on_the_volga.players.choices import soviet_choice
from sim.match.barrier import barrier
from sim.match.compiled import kernel

TRIPLE_FIRE = 4
PLANS = 2
"""From this kind of Soviet player on, a card is chosen, not drawn at random."""
TOGETHER, GERMAN_FIRST, SOVIET_FIRST = range(3)


@barrier
def fight(w: World, target: int, by: int, n: int, deliberate: int, card: int) -> int:
    """Fight out an attack on a hex from the first n of `hexes`, steps 3 to 10; return 1 if the hex is cleared.

    `card` is the Soviet card that was drawn, `NO_CARD` for none. German cards are those of the plan, if the attack is
    German and deliberate. Who advances is not settled here.
    """
    s = w.s
    _gather(w, target, by, n)
    here = target if by == GERMAN else w.hexes[0]
    is_german_deliberate = by == GERMAN and deliberate == 1
    n_cards = w.plan[AT_CARDS] if is_german_deliberate else 0
    acts = card != NO_CARD and w.rules[P_BLANK + SOVIET, card] == 0
    cancels = _step_four(w, card if acts else NO_CARD)
    has_air = 0
    for k in range(n_cards):
        has_air = max(has_air, w.rules[P_AIR, w.plan[AT_CARD + k]])
    if card != NO_CARD:
        emit(w, K_CARD, -1, -1, here, card, VOID, SOVIET)
    if acts:
        soviet_card(w, card, here, target, has_air)
    if s[OVER] != GOES_ON:
        return 0
    drm = _german_cards(w, target, n_cards, cancels)
    if by == GERMAN and w.leaders[CHUIKOV] == 1 and alive(w, GERMAN) > 0:
        opportunity_fire(w, target, n)
    if is_german_deliberate and alive(w, GERMAN) > 0:
        rubble_roll(w, target, n, drm)
    if alive(w, GERMAN) > 0 and alive(w, SOVIET) > 0:
        _close_combat(w, target, by)
    return _sum_up(w, target, by, deliberate)


@kernel
def _gather(w: World, target: int, by: int, n: int) -> None:
    """Bring the blocks of both sides together and reveal them: attackers stack by stack, then the defenders."""
    s = w.s
    s[FORCE_N] = s[FORCE_N + 1] = 0
    s[LANDED] = -1
    for k in range(n + 1):
        h = target if k == n else w.hexes[k]
        side = 1 - by if k == n else by
        for i in range(s[SKIPPED] if side == GERMAN else 0, w.x[COUNT, h]):
            unit = w.x[SLOT + i, h]
            w.force[side, s[FORCE_N + side]] = unit
            s[FORCE_N + side] += 1
            w.u[SEEN, unit] = 1
            emit(w, K_DEFEND if k == n else K_ATTACK, unit, h, target, VOID, VOID, VOID)
            say(w, K_REVEAL, unit, -1, w.u[STRENGTH, unit])


@kernel
def _step_four(w: World, card: int) -> bool:
    """Let Guards recover and the two special blocks act; return whether air strikes are canceled [p. 16, p. 18-19]."""
    s = w.s
    cancels = card >= AA
    for i in range(s[FORCE_N + SOVIET]):
        unit = w.force[SOVIET, i]
        kind = w.u[KIND, unit]
        if kind == GUARD and s[GUARDS_BACK] == 1:
            w.u[STRENGTH, unit] = w.u[FULL, unit]
            say(w, K_REVEAL, unit, -1, w.u[STRENGTH, unit])
        elif kind == AA_REGIMENT and s[SPECIAL] == 1:
            cancels = True
        elif kind == BRIGADE and s[SPECIAL] == 1:
            lose(w, GERMAN, 1, ARE_ARMOR)
    return cancels


@kernel
def _german_cards(w: World, target: int, n_cards: int, cancels: bool) -> int:
    """Let the German cards act, as one pool of dice; return what they add to the rubble roll [p. 13, p. 14, R45]."""
    dice, drm = 0, 0
    for k in range(n_cards):
        card = w.plan[AT_CARD + k]
        emit(w, K_CARD, -1, -1, target, card, VOID, GERMAN)
        is_air = w.rules[P_AIR, card]
        if is_air and cancels:
            continue
        if card == SNIPER:
            lose(w, SOVIET, 1, ARE_INFANTRY)
        elif card == PAK:
            lose(w, SOVIET, 1, ARE_ARMOR)
        times = 2 if is_air and w.leaders[RICHTHOFEN] == 1 else 1
        drm += times * w.rules[P_RUBBLE_MOD, card]
        dice += 2 if times == 2 and w.p[R7] == 1 else times * w.rules[P_DICE, card]
    if dice > 0:
        hits = volley(w, ST_GERMAN_CARD, 0, dice, TRIPLE_FIRE)
        lose(w, SOVIET, steps_of(hits, w.x[RUBBLE, target] == 1), OF_A_CARD)
    return drm


@kernel
def _order(w: World, target: int, by: int) -> int:
    """Return who fires first: the defender in the streets, Germans with combined arms in the clear [p. 10, p. 13]."""
    terrain = w.x[TERRAIN, target]
    if terrain == URBAN:
        return SOVIET_FIRST if by == GERMAN else GERMAN_FIRST
    is_meant = by == GERMAN or w.p[R3] == 0
    if terrain == CLEAR and w.leaders[HOTH] == 1 and is_meant:
        resists = has_kind(w, SOVIET, True) and (w.p[R6] == 1 or has_kind(w, SOVIET, False))
        if has_kind(w, GERMAN, True) and has_kind(w, GERMAN, False) and not resists:
            return GERMAN_FIRST
    return TOGETHER


@barrier
def _close_combat(w: World, target: int, by: int) -> int:
    """Let both sides fire, together or one first; each hit takes a step of the strongest enemy [p. 10]."""
    order = _order(w, target, by)
    drm = drm_of(w, by == GERMAN and w.x[FORT, target] == 1)
    if order == SOVIET_FIRST:
        hits = _fire(w, SOVIET, drm)
        _suffer(w, target, by, hits, w.s[OWN_HITS])
        _hit_soviets(w, target, by, _fire(w, GERMAN, 0))
        return 0
    german = _fire(w, GERMAN, 0)
    if order == GERMAN_FIRST:
        _hit_soviets(w, target, by, german)
    hits = _fire(w, SOVIET, drm)
    own = w.s[OWN_HITS]
    if order == TOGETHER:
        _hit_soviets(w, target, by, german)
    _suffer(w, target, by, hits, own)
    return 0


@barrier
def _fire(w: World, side: int, drm: int) -> int:
    """Roll a die for every point of a force, those that hit most easily first; return hits, count natural 1s."""
    stage = ST_GERMANS if side == GERMAN else ST_SOVIETS
    hits, first = 0, 0
    w.s[OWN_HITS] = 0
    for lowest in range(2, 7):
        n = dice_at(w, side, lowest, drm)
        hits += volley(w, stage, first, n, lowest)
        first += n
    return hits


@kernel
def _hit_soviets(w: World, target: int, by: int, hits: int) -> None:
    lose(w, SOVIET, steps_of(hits, by == GERMAN and w.x[RUBBLE, target] == 1), ANY)


@kernel
def _suffer(w: World, target: int, by: int, hits: int, own: int) -> None:
    """Let Soviet fire tell on Germans, and with Khrushchev their 1s on themselves, never halved [p. 15, R19]."""
    lose(w, GERMAN, steps_of(hits, by == SOVIET and w.x[RUBBLE, target] == 1), ANY)
    if w.leaders[KHRUSHCHEV] == 1:
        lose(w, SOVIET, own, ANY)


@kernel
def _sum_up(w: World, target: int, by: int, deliberate: int) -> int:
    """Count the attack and write its result: 0 repulsed, 1 hex cleared, 2 attacker gone, 3 both gone."""
    attacker, defender = alive(w, by), alive(w, 1 - by)
    result = 3 if attacker + defender == 0 else 2 if attacker == 0 else 1 if defender == 0 else 0
    s = w.s
    s[ATTACKS + by] += 1
    s[CLEARED + by] += 1 if result == 1 else 0
    kind = deliberate
    at = (by * N_KINDS_OF_ATTACK + kind) * N_ENDS_OF_ATTACK + result
    w.turns[s[TURN], N_YIELDS + at] += 1
    emit(w, K_COMBAT, -1, -1, target, by, VOID, 2 * result + deliberate)
    return 1 if result == 1 else 0


@kernel
def _chosen(w: World, card: int) -> int:
    """Take the card that the Soviet player chose from his hand [p. 17]."""
    if card != NO_CARD:
        w.hand[SOVIET, card] -= 1
    return card


@barrier
def battle(w: World, target: int, by: int, n: int, deliberate: int, random: int) -> int:
    """Fight an attack from the first n of `hexes`: a Soviet card if there is one, then all steps [p. 9, p. 17].

    Return 1 if the hex is cleared and an attacker can advance.
    """
    s = w.s
    s[BATTLE] += 1
    s[IN_FIGHT] = 1
    card = NO_CARD
    if random == 1:
        card = _chosen(w, soviet_choice(w, target, by, n)) if w.s[POLICY + SOVIET] >= PLANS else random_card(w)
    cleared = fight(w, target, by, n, deliberate, card)
    s[HALF_BATTLES] += 1
    return cleared
