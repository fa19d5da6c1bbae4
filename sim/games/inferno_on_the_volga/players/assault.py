"""What an attack is worth to a quick German player, by what he sees; the best deliberate one with its card [p. 9]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    AT_CARD,
    AT_CARDS,
    AT_HEX,
    AT_N,
    AT_TARGET,
    ATTACK,
    COUNT,
    DEAD_POINTS,
    DECK_AT,
    DIST,
    GERMAN,
    LINDEN,
    N_HEXES,
    NO_CARD,
    OKH,
    P_AIR,
    P_DICE,
    PAK,
    PAULUS_CARD,
    PIONEER,
    PIONEER_672,
    RICHTHOFEN,
    SNIPER,
    SOVIET,
    SPAWN_OF,
    TERRAIN,
    URBAN,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.players.features import (
    ALL_IN,
    BLOCK_AT_RISK,
    CARD_COST,
    CLEAR_CHANCE,
    COAST_HEX,
    DEAD_FEAR,
    HEX_NEARER,
    HURRY,
    LEAST_CHANCE,
    R_AT_RISK,
    RUBBLE_COST,
    SPAWN_HEX,
    STEP_LOST,
    STEP_TAKEN,
)
from sim.games.inferno_on_the_volga.players.sight import (
    fire_of,
    is_goal,
    points_of,
    r_in,
    sheltered,
    soviet_fire,
    soviet_points,
    weak_in,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

ALL = 15
NOTHING = -(1 << 40)
TRIPLE_FACES, A_STEP = 3, 6


@kernel
def chance_of(ratio: int) -> int:
    """Return the rough chance in a hundred to clear a hex by expected hits in a hundredth of its expected points."""
    if ratio <= 50:
        return ratio // 7
    if ratio <= 150:
        return 7 + (ratio - 50) * 73 // 100
    return min(98, 80 + (ratio - 150) * 26 // 100)


@barrier
def value_of(w: World, target: int, fire: int, before: int, points: int, weak: int, marked: int, start: int) -> int:
    """Return the points of an attack: `fire` of its blocks and `before` of its card in sixths of hits, its `points`.

    `weak` blocks have one point left, `marked` ones are R blocks at risk; `start` is how far the attackers are from
    the goals.
    """
    weights = w.weights[GERMAN]
    theirs = soviet_points(w, target)
    shelter = sheltered(w, target)
    after_card = max(0, theirs - before // shelter)
    suffered = soviet_fire(w, target) // 6 * (after_card if w.x[TERRAIN, target] == URBAN else theirs) // theirs
    ours = fire
    if w.x[TERRAIN, target] == URBAN and points > 0:
        ours = fire * max(0, 6 * points - suffered) // (6 * points)
    taken = (before + ours) // shelter
    chance = chance_of(100 * taken // theirs)
    if chance < weights[LEAST_CHANCE] and taken < theirs:
        return NOTHING
    prize = weights[CLEAR_CHANCE] + weights[HEX_NEARER] * max(0, start - w.x[DIST, target])
    if w.x[SPAWN_OF, target] > 0:
        prize += weights[SPAWN_HEX]
    if w.leaders[OKH] == 1 and is_goal(w, target):
        prize += weights[COAST_HEX]
    value = chance * prize // 100 + weights[STEP_TAKEN] * min(taken, theirs) // 6
    value -= (weights[STEP_LOST] + weights[DEAD_FEAR] * w.s[DEAD_POINTS]) * suffered // 6
    if suffered >= 3:
        value -= weights[BLOCK_AT_RISK] * weak + weights[R_AT_RISK] * marked
    return value + weights[HURRY] * w.s[DECK_AT + SOVIET]


@kernel
def card_fire(w: World, card: int) -> int:
    """Return the hits of a German card on average, in sixths; Sniper and Pak take a step whatever the rubble."""
    if card in (SNIPER, PAK):
        return A_STEP
    times = 2 if w.rules[P_AIR, card] == 1 and w.leaders[RICHTHOFEN] == 1 else 1
    return times * w.rules[P_DICE, card] * TRIPLE_FACES


@kernel
def best_card(w: World) -> int:
    """Return the card in hand with the most hits that may be played, `NO_CARD` without one."""
    best, most = NO_CARD, 0
    for card in range(PAULUS_CARD):
        if w.hand[GERMAN, card] == 0 or (card == PIONEER_672 and w.leaders[LINDEN] == 0):
            continue
        if card_fire(w, card) > most:
            best, most = card, card_fire(w, card)
    return best


@barrier
def best_deliberate(w: World) -> int:
    """Find the best deliberate attack, with the stacks that fire most and with or without a card; return its points."""
    best, target_of, n_of, with_card = NOTHING, -1, 0, 0
    card = best_card(w)
    fill(w.plan, 0)
    for target in range(N_HEXES):
        if holder(w, target) != SOVIET:
            continue
        n = _gather(w, target)
        fire, points, weak, marked, start, armor = 0, 0, 0, 0, 0, 0
        for k in range(n):
            h = w.queue[1, k]
            fire += fire_of(w, h, ALL)
            points += points_of(w, h, ALL)
            weak += weak_in(w, h, ALL)
            marked += r_in(w, h, ALL)
            start = max(start, w.x[DIST, h])
            armor += w.x[COUNT, h]
            if w.weights[GERMAN, ALL_IN] > 0 and k + 1 < n:
                continue
            for plays in range(2 if card != NO_CARD else 1):
                before = card_fire(w, card) if plays == 1 else 0
                value = value_of(w, target, fire, before, points, weak, marked, start)
                value -= plays * w.weights[GERMAN, CARD_COST]
                if w.x[TERRAIN, target] == URBAN:
                    value -= w.weights[GERMAN, RUBBLE_COST] * (k + 1 + plays)
                if value > best:
                    best, target_of, n_of, with_card = value, target, k + 1, plays
    if target_of >= 0:
        _write(w, target_of, n_of, card if with_card == 1 else NO_CARD)
    return best


@barrier
def deliberate_on(w: World, target: int, plays: int) -> int:
    """Write a deliberate attack on a hex from every stack next to it, with the best card or none; 0 if none can."""
    fill(w.plan, 0)
    n = _gather(w, target)
    card = best_card(w) if plays == 1 else NO_CARD
    if n == 0 or (plays == 1 and card == NO_CARD):
        return 0
    _write(w, target, n, card)
    return 1


@kernel
def _gather(w: World, target: int) -> int:
    """List the German stacks next to a hex in `queue[1]`, those with the most fire first; return how many."""
    n = 0
    for d in range(6):
        h = w.neighbors[target, d]
        if h >= 0 and holder(w, h) == GERMAN:
            at = n
            while at > 0 and fire_of(w, w.queue[1, at - 1], ALL) < fire_of(w, h, ALL):
                w.queue[1, at] = w.queue[1, at - 1]
                at -= 1
            w.queue[1, at] = h
            n += 1
    return n


@kernel
def _write(w: World, target: int, n: int, card: int) -> None:
    """Write the attack as the plan; with Linden a second Pioneer joins the first."""
    _gather(w, target)
    w.plan[0], w.plan[AT_TARGET], w.plan[AT_N] = ATTACK, target, n
    for k in range(n):
        w.plan[AT_HEX + k] = w.queue[1, k]
    w.plan[AT_CARDS] = 0 if card == NO_CARD else 1
    if card != NO_CARD:
        w.plan[AT_CARD] = card
        if w.leaders[LINDEN] == 1 and card in (PIONEER, PIONEER_672):
            other = PIONEER if card == PIONEER_672 else PIONEER_672
            if w.hand[GERMAN, other] > 0:
                w.plan[AT_CARDS], w.plan[AT_CARD + 1] = 2, other
