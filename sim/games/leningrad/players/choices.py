"""Choices inside a battle that the rules leave to the owner: steps or retreat, whose step, where to, advance, air.

A random player chooses by lot, the others by what steps and ground are worth to them, and by who would find no way
back where the rules let a force retreat at that risk [8.42, 8.46, 8.48, 11.0, ruling R30].
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import CITY_VP, GERMAN, L_RISK, N_VACATED
from sim.games.leningrad.players.asked import weight
from sim.games.leningrad.players.battles.taking import cut_off_there, pays, strays
from sim.games.leningrad.players.held import is_eager, is_held
from sim.games.leningrad.players.moves.alone import advance_risk, back_at, left_behind
from sim.games.leningrad.players.names import W_ADVANCE, W_AIR_DEFENSE, W_HOLD, W_SUPPLY
from sim.games.leningrad.players.seat import is_random, roll
from sim.games.leningrad.players.values import gives_up_city, ground_worth, post_worth, stand_worth, step_worth
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, DEF, HEX, STEPS, World
from sim.match.compiled import kernel


@kernel
def answer(w: World, side: int, row: int, n: int, demand: int, most: int, defends: int) -> int:
    """Return how many hexes a force retreats, 0 to `most`; the rest of the demand it takes in steps.

    List `L_RISK` holds for each number of hexes a bit for every unit that would find no way back.
    """
    if most == 0:
        return 0
    if is_random(w, side):
        return roll(w, side, most + 1)
    best, chosen = -BIG, 0
    for hexes in range(most + 1):
        value = -_cost_of_steps(w, side, row, n, demand - hexes)
        gone = _all_gone(w, row, n, demand - hexes)
        if hexes == 0 and not gone:
            value += _ground(w, side, row, n, defends) * weight(w, side, W_HOLD) // 100
        value -= 2 * hexes + _at_risk(w, row, n, w.lists[L_RISK, hexes])
        if value > best:
            best = value
            chosen = hexes
    return chosen


@kernel
def _at_risk(w: World, row: int, n: int, lost: int) -> int:
    """Return what the units are worth, all steps that they have left, whose bits are set."""
    worth = 0
    for k in range(n):
        if lost >> k & 1 == 1:
            u = w.lists[row, k]
            for taken in range(w.u[STEPS, u]):
                worth += step_worth(w, u, taken)
    return worth


@kernel
def _all_gone(w: World, row: int, n: int, lost: int) -> bool:
    total = 0
    for k in range(n):
        total += w.u[STEPS, w.lists[row, k]]
    return lost >= total


@kernel
def _cost_of_steps(w: World, side: int, row: int, n: int, lost: int) -> int:
    """Return what the cheapest steps of a force are worth, at most two."""
    cost = 0
    first = -1
    for _ in range(min(lost, 2)):
        best = BIG
        pick = -1
        for k in range(n):
            u = w.lists[row, k]
            taken = 1 if k == first else 0
            if w.u[STEPS, u] > taken:
                worth = step_worth(w, u, taken)
                if worth < best:
                    best = worth
                    pick = k
        if pick >= 0:
            cost += best
            first = pick
    return cost


@kernel
def _ground(w: World, side: int, row: int, n: int, defends: int) -> int:
    """Return what staying is worth: the best hex a force stands in, or the hex that it may take."""
    best = 0
    for k in range(n):
        best = max(best, ground_worth(w, side, w.u[HEX, w.lists[row, k]]))
    return best if defends == 1 else best // 2 + w.s[N_VACATED]


@kernel
def loss(w: World, side: int, row: int, n: int) -> int:
    """Return the place in a list of the unit that loses a step."""
    if is_random(w, side):
        return roll(w, side, n)
    best, chosen = BIG, 0
    for k in range(n):
        worth = step_worth(w, w.lists[row, k], 0) + post_worth(w, w.lists[row, k])
        if worth < best:
            best = worth
            chosen = k
    return chosen


@kernel
def retreat_to(w: World, u: int, row: int, n: int) -> int:
    """Return the hex of a list to which a unit retreats."""
    side = 0 if u < 32 else 1
    if is_random(w, side):
        return w.lists[row, roll(w, side, n)]
    best, chosen = -BIG, w.lists[row, 0]
    for k in range(n if n > 1 else 0):
        h = w.lists[row, k]
        worth = stand_worth(w, side, u, h) - (back_at(w, u, h) if side == GERMAN else 0)
        if worth > best:
            best = worth
            chosen = h
    return chosen


@kernel
def order_advance(w: World, side: int, row: int, n: int, h: int) -> None:
    """Put those first who should take h: out of Leningrad last, then whoever holds it best for what he risks.

    A random player leaves the order as it is.
    """
    if n < 2 or is_random(w, side) or w.x[CITY_VP, h] + _most_held(w, row, n) == 0:
        return
    for i in range(1, n):
        u = w.lists[row, i]
        k = i
        while k > 0 and _fitness(w, w.lists[row, k - 1]) < _fitness(w, u):
            w.lists[row, k] = w.lists[row, k - 1]
            k -= 1
        w.lists[row, k] = u


@kernel
def _most_held(w: World, row: int, n: int) -> int:
    most = 0
    for k in range(n):
        most = max(most, w.x[CITY_VP, w.u[HEX, w.lists[row, k]]])
    return most


@kernel
def _fitness(w: World, u: int) -> int:
    """Return how fit a unit is to take a hex of Leningrad: its defense for what it risks, unless it leaves another."""
    risk = 0
    for taken in range(w.u[STEPS, u]):
        risk += step_worth(w, u, taken)
    return 10 * w.u[DEF, u] - 3 * risk // 10 - 100 * w.x[CITY_VP, w.u[HEX, u]]


@kernel
def advances(w: World, side: int, u: int, h: int) -> bool:
    """Return whether a victorious unit takes a hex left empty."""
    if is_random(w, side):
        return roll(w, side, 2) == 0
    if gives_up_city(w, side, u, h) or is_held(w, side, u):
        return False
    if is_eager(w, side):
        return True
    supplied = has_line(w, side, w.u[CLASS, u], h)
    if w.x[CITY_VP, h] > 0 and side == GERMAN and cut_off_there(w, u, h) == 1:
        return False
    if w.x[CITY_VP, h] > 0 and (side != GERMAN or supplied == 1):
        return True
    gain = stand_worth(w, side, u, h) - stand_worth(w, side, u, w.u[HEX, u]) + w.weights[side, W_ADVANCE]
    if gain <= 0 or side != GERMAN:
        return gain > 0
    gain -= advance_risk(w, u, h)
    if gain <= 0 or gain <= left_behind(w, u, h) or strays(w, u, h) == 1:
        return False
    fed_less = has_line(w, side, w.u[CLASS, u], w.u[HEX, u]) - supplied  # counted once, where all is weighed
    return pays(w, u, h, gain + fed_less * (w.weights[GERMAN, W_SUPPLY] // 2)) == 1


@kernel
def advances_on(w: World, side: int, u: int, h: int) -> bool:
    """Return whether a unit that advanced goes on into a second hex."""
    if is_random(w, side):
        return roll(w, side, 2) == 0
    if gives_up_city(w, side, u, h):
        return False
    if is_eager(w, side):
        return True
    taken = w.x[CITY_VP, h] > 0 and (side != GERMAN or has_line(w, side, w.u[CLASS, u], h) == 1)
    return taken or stand_worth(w, side, u, h) > stand_worth(w, side, u, w.u[HEX, u]) + 4


@kernel
def air_for_defense(w: World, free: int) -> int:
    """Return how many free air units help a German defender [11.1]."""
    if free == 0:
        return 0
    if is_random(w, GERMAN):
        return roll(w, GERMAN, free + 1)
    return min(free, w.weights[GERMAN, W_AIR_DEFENSE])
