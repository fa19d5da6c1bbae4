"""What steps, ground and places are worth to a quick player, in hundredths of a victory point or so."""

# ruff: noqa: SIM102, SIM110 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CITY_VP,
    FORT,
    GERMAN,
    GOAL,
    INF_TYPE,
    KNOWN,
    L_CITY,
    N_GERMAN,
    N_TURNS,
    P_VP_GONE,
    P_VP_REDUCED,
    Q_B,
    REGEN,
    SOVIET,
    T_CITY,
    T_CLEAR,
    T_HILLS,
    TYPE,
)
from sim.games.leningrad.players.asked import weight
from sim.games.leningrad.players.names import W_ATTACK, W_HUNT, W_SPOILS, W_SUPPLY
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import ATT, CLASS, COUNT, DEF, HEX, ON_MAP, SLOT, STATE, STEPS, TERRAIN, TURN, ZOC, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel

UNSEEN = 3
"""The strength that an untried unit is taken to have where the weakest of a stack is sought."""
CLOSE = 4
"""Hexes from Leningrad within which every battle counts to the end."""
NEAR, LATE = 3, 11
"""Hexes from the nearest German within which, and the turn from which, no Soviet leaves a hex of 30 points. Over 4,500
games of three Germans against three Soviets four hexes and turn 10 were worth half a point a game less to them."""

IN_REACH = 6
"""Hexes from the nearest German within which two stay in a hex of 30 points: one would fall to a panzer division. With
six hexes and the price below Soviets gained 0.6 points over 6,300 games (0.1 to 1.1), with seven 0.4 (-0.2 to 0.9);
against `strong` nothing is shown (-0.4, from -1.8 to 1.0; n = 1,100)."""

POST = 100
"""What it costs besides to lose one of three in such a hex. In 500 games of quick players beside Germans 17 % of 2,230
hexes held by three fell in the next turn, of 77 held by two 60 %."""

COMING = 5
"""Hexes from the nearest German within which nobody leaves fewer than two others behind in a hex of Leningrad."""


@kernel
def is_over(w: World, side: int) -> bool:
    """Return whether a side moves for the last time and the other does not move after it."""
    return side == SOVIET and w.s[TURN] == N_TURNS


@kernel
def least_worth(w: World, side: int) -> int:
    """Return what an attack must promise: anything at all in the last Soviet turn, when steps are saved for nobody."""
    return 1 if is_over(w, side) else weight(w, side, W_ATTACK)


@kernel
def step_worth(w: World, u: int, taken: int) -> int:
    """Return what the next step of a unit is worth to its owner, if so many are already taken."""
    if u >= 32:
        return 12 + 3 * w.u[DEF, u] + 3 * w.u[ATT, u]
    left = w.u[STEPS, u] - taken
    kind = w.u[TYPE, u]
    if w.s[TURN] == N_TURNS:  # what it could do later no longer counts
        return 10 * (w.p[P_VP_REDUCED + kind] if left >= 2 else w.p[P_VP_GONE + kind] - w.p[P_VP_REDUCED + kind])
    if left >= 2:
        return 10 * w.p[P_VP_REDUCED + kind] + 2 * w.u[ATT, u]
    return 10 * (w.p[P_VP_GONE + kind] - w.p[P_VP_REDUCED + kind]) + 20 + 2 * w.u[ATT, u]


@kernel
def ground_worth(w: World, side: int, h: int) -> int:
    """Return what holding a hex is worth."""
    worth = 8 + 20 * w.x[CITY_VP, h]
    if w.x[TERRAIN, h] == T_CITY:
        worth += 60
    if w.x[FORT, h] > 0 and side == SOVIET:
        worth += 15
    return worth


@kernel
def cover(w: World, side: int, h: int) -> int:
    """Return in columns what the ground of a hex is worth to who stands there."""
    terrain = w.x[TERRAIN, h]
    worth = 0 if terrain == T_CLEAR else 1
    if terrain == T_HILLS:
        worth = 2
    if terrain == T_CITY and side == GERMAN:
        worth = 0
    if side == SOVIET and w.x[FORT, h] > 0:
        worth += 1
    return worth


@kernel
def stand_worth(w: World, side: int, u: int, h: int) -> int:
    """Return what standing in a hex is worth: cover, supply, company, and the way to the goal."""
    terrain = w.x[TERRAIN, h]
    worth = 0 if terrain == T_CLEAR else 3
    if terrain == T_HILLS:
        worth += 3
    if has_line(w, side, w.u[CLASS, u], h) == 0:
        worth -= w.weights[side, W_SUPPLY] // 2
    worth -= 2 * min(3, w.x[ZOC + 1 - side, h])
    worth += 10 * w.x[CITY_VP, h]
    if side == SOVIET and w.x[FORT, h] > 0:
        worth += 6
    goal = min(w.x[GOAL + w.u[CLASS, u], h], 200)
    return worth - (2 * goal if side == GERMAN else goal) + (2 if w.x[COUNT + side, h] > 0 else 0)


@kernel
def keeps_city(w: World, side: int, u: int) -> bool:
    """Return whether a unit is the garrison of a hex that counts: Soviet at any time, German near the end.

    It is one of the weakest of its stack, as both players see them: of as many as must stay.
    """
    h = w.u[HEX, u]
    if h < 0 or w.x[CITY_VP, h] == 0 or (side == GERMAN and w.s[TURN] < (9 if w.x[CITY_VP, h] > 10 else 11)):
        return False
    stay = _must_stay(w, side, h)
    if w.x[COUNT + side, h] <= stay:
        return True
    weaker, attack = 0, _shown_attack(w, u) + 1  # of equals the first to come stays
    for k in range(w.x[COUNT + side, h]):
        other = w.x[SLOT + k, h]
        if other == u:
            attack -= 1
        elif _shown_attack(w, other) < attack:
            weaker += 1
    return weaker < stay


@kernel
def _shown_attack(w: World, u: int) -> int:
    return w.u[ATT, u] if w.u[KNOWN, u] == 1 else UNSEEN


@kernel
def _must_stay(w: World, side: int, h: int) -> int:
    """Return how many units stay in a hex that counts: one; more where 30 points hinge on it and Germans may come.

    Three Soviet units are put out only by an E, and panzers come from far to where one stands.
    """
    if side == GERMAN or is_over(w, side) or not hinges(w, h):
        return 1
    if _is_near(w, h):
        return w.p[P_STACK]
    return 2 if are_germans_within(w, h, IN_REACH) else 1


@kernel
def holds_on(w: World, u: int, h: int, others: int) -> bool:
    """Return whether a Soviet unit stays in a hex of Leningrad to which Germans may come soon; after `map_threat`.

    Two others who stand there are enough. Who is elsewhere is not called: it costs more than a point where three come
    to hexes that are five hexes from the enemy.
    """
    return w.u[HEX, u] == h and others < 2 and w.q[Q_B, h] <= COMING and w.s[TURN] < N_TURNS


@kernel
def hinges(w: World, h: int) -> bool:
    """Return whether 30 points or more hinge on a hex that Soviets hold.

    It counts so much itself, or Germans in a hex that does beside it have no supply while it is held.
    """
    if w.x[CITY_VP, h] > 10:
        return True
    for d in range(6 if w.x[CITY_VP, h] > 0 else 0):
        n = w.neighbors[h, d]
        if n >= 0 and w.x[CITY_VP, n] > 10 and w.x[COUNT + GERMAN, n] > 0:
            if has_line(w, GERMAN, w.u[CLASS, w.x[SLOT, n]], n) == 0:
                return True
    return False


@kernel
def _is_near(w: World, h: int) -> bool:
    """Return whether Germans are so near a hex, or it is so late, that nobody can be spared there.

    Nobody attacks after the last Soviet turn.
    """
    if w.s[TURN] >= LATE:
        return w.s[TURN] < N_TURNS
    return are_germans_within(w, h, NEAR)


@kernel
def are_germans_within(w: World, h: int, most: int) -> bool:
    """Return whether any Germans are within so many hexes of one."""
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and hexes_between(w, w.u[HEX, u], h) <= most:
            return True
    return False


@kernel
def post_worth(w: World, u: int) -> int:
    """Return what it costs besides to lose a unit out of a hex of Leningrad on which 30 points hinge near Germans."""
    h = w.u[HEX, u]
    if u < N_GERMAN or h < 0 or w.x[CITY_VP, h] == 0:
        return 0
    return POST if hinges(w, h) and _is_near(w, h) else 0


@kernel
def gives_up_city(w: World, side: int, u: int, h: int) -> bool:
    """Return whether a unit that goes to h leaves too few in a hex that counts more, or as much."""
    here = w.u[HEX, u]
    held, won = w.x[CITY_VP, here], w.x[CITY_VP, h]
    if held == 0 or won > held:
        return False
    if won == held:
        return _defense(w, side, here) - _shown(w, u) < max(1, _defense(w, side, h))
    return w.x[COUNT + side, here] <= kept_back(w, here)


@kernel
def _defense(w: World, side: int, h: int) -> int:
    """Return what the units of a side in a hex defend with, as both players see it."""
    total = 0
    for k in range(w.x[COUNT + side, h]):
        total += _shown(w, w.x[SLOT + k, h])
    return total


@kernel
def _shown(w: World, u: int) -> int:
    return w.u[DEF, u] if w.u[KNOWN, u] == 1 else UNSEEN


@kernel
def kept_back(w: World, h: int) -> int:
    """Return how many units stay in a hex of Leningrad when others leave it for one that counts less."""
    return 2 if w.x[CITY_VP, h] > 10 else 1 if w.x[CITY_VP, h] > 0 else 0


@kernel
def lasting(w: World, side: int, h: int) -> int:
    """Return in percent what a battle for h counts for: far from Leningrad ever less to the Germans at the end."""
    late = w.s[TURN] - 8
    if side != GERMAN or late <= 0:
        return 100
    away = 99
    for k in range(4):
        away = min(away, hexes_between(w, h, w.lists[L_CITY, k]))
    if away > CLOSE:
        return max(10, 100 - 25 * late)
    if w.s[TURN] == N_TURNS:
        return w.weights[side, W_SPOILS]
    if away <= 1 or late == 1:
        return 100
    return max(10, 100 - w.weights[side, W_HUNT] * (late - 1))


@kernel
def rests(w: World, u: int) -> bool:
    """Return whether a reduced mobile division lies where it can be turned over in time, if it stays [14.6]."""
    if u >= 32 or w.u[STEPS, u] != 1 or w.u[TYPE, u] == INF_TYPE or w.s[TURN] > 11:
        return False
    h = w.u[HEX, u]
    return w.x[REGEN, h] == 1 and w.x[ZOC + SOVIET, h] == 0
