"""Whether to take a hex that a battle left empty: what the winners and those behind them may lose there [8.48, 15.3].

A winner is set down in the hex, all that stand with it and with whom it stood are weighed before and after, and it is
taken back. Only the Germans ask, after an attack of theirs and on the turn of the surprise: on others Soviets hit back
so weakly that ground counts for more.
"""

# ruff: noqa: SIM102 — kernels: numba compiles plain loops, not generators

from __future__ import annotations

from sim.games.leningrad.map.fields import (
    CITY_VP,
    GERMAN,
    INF_TYPE,
    L_ATT,
    L_ENTRY,
    L_LEFT,
    L_TRY,
    N_ATT,
    N_COLUMNS,
    N_GERMAN,
    N_TURNS,
    N_UNITS,
    P_CRT,
    Q_A,
    Q_D,
    Q_G,
    Q_I,
    REGEN,
    SOVIET,
    TYPE,
)
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.players.battles.odds import seen_attack, seen_defense
from sim.games.leningrad.players.moves.danger import SURPRISE_TURN, all_steps, column_against, open_sides, spread
from sim.games.leningrad.players.names import W_DANGER, W_SUPPLY
from sim.games.leningrad.players.supply.roads import FREE_HEX, feed, raid, stand
from sim.games.leningrad.players.values import gives_up_city, step_worth
from sim.map.forces.rules import P_STACK
from sim.map.forces.supply import has_line
from sim.map.forces.world import ACTIVE, BIG, CLASS, COUNT, HEX, ON_MAP, PHASE, SLOT, STATE, TURN, ZOC, World
from sim.map.forces.zones import hexes_between, shift
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

ONE_WAY = 8
"""What is at risk for each division if every way to it could be cut at one hex, or more."""
INLAND = 5
"""Hexes from where an enemy comes in next within which he is reckoned with; one on the map is within two."""


@barrier
def map_blows(w: World) -> int:
    """Write into `Q_D` the Soviet attack strength, in quarters, that can come at each hex, before German combat."""
    strength = w.q[Q_D]
    fill(strength, 0)
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] == ON_MAP:
            spread(w, w.u[HEX, u], seen_attack(w, u))
        elif is_due(w, u) and entries(w, u) > 0:
            at, attack = w.lists[L_ENTRY, 0], seen_attack(w, u)
            for h in range(w.x.shape[1]):
                strength[h] += attack if hexes_between(w, at, h) <= INLAND else 0
    return 0


@barrier
def pays(w: World, u: int, h: int, gain: int) -> int:
    """Return 1 if a German winner who gains so much by taking h risks less by it than that, alone or with others.

    After `map_blows`, in the combat phase.
    """
    if w.s[ACTIVE] != GERMAN or w.s[PHASE] != 3 or w.s[TURN] != SURPRISE_TURN or w.weights[GERMAN, W_DANGER] == 0:
        return 1
    here = w.u[HEX, u]
    if w.q[Q_D, here] == 0 and w.q[Q_D, h] == 0:
        return 1
    before = _around(w, here, h)
    shift(w, u, h)
    good = gain > _around(w, here, h) - before
    if not good and w.x[COUNT + GERMAN, h] == 1:
        good = _together(w, here, h, gain, before)
    shift(w, u, here)
    return 1 if good else 0


@barrier
def cut_off_there(w: World, u: int, h: int) -> int:
    """Return 1 if the surprise would find German winners in a hex of Leningrad without supply or a friend beside it.

    All who may take it with u are set down there, and taken back: whoever goes last leaves the road behind them open.
    """
    if w.s[ACTIVE] != GERMAN or w.s[PHASE] != 3 or w.s[TURN] != SURPRISE_TURN or w.weights[GERMAN, W_DANGER] == 0:
        return 0
    here = w.u[HEX, u]
    gone = _set_down(w, u, h)
    lost = has_line(w, GERMAN, w.u[CLASS, u], h) == 0 or not _has_friend_beside(w, h)
    _take_back(w, u, here, gone)
    return 1 if lost else 0


@barrier
def strays(w: World, u: int, h: int) -> int:
    """Return 1 if German winners who take a hex outside Leningrad would starve there, or let others starve.

    All mobile ones who may go are set down there, and taken back. On the turn of the surprise it counts which roads
    raids could cut then, on turn 1, where nobody is beside them, whether raids could cut off all of them, else whether
    supply still reaches them. Infantry leaves no town empty to which the army of turn 8 comes.
    """
    if w.s[ACTIVE] != GERMAN or w.s[PHASE] != 3 or w.s[TURN] == N_TURNS:
        return 0
    if w.x[CITY_VP, h] > 0 or w.weights[GERMAN, W_DANGER] == 0:
        return 0
    if w.u[TYPE, u] == INF_TYPE:
        return 1 if w.s[TURN] == SURPRISE_TURN and _leaves_town(w, u, h) else 0
    if w.s[TURN] == SURPRISE_TURN:
        return 1 if _opens_roads(w, u, h) else 0
    return 1 if _starves(w, u, h) or (w.s[TURN] == 1 and _hangs_by_a_road(w, u, h)) else 0


@kernel
def _leaves_town(w: World, u: int, h: int) -> bool:
    """Return whether the last German would leave a town to which Soviets can come for no other; after `map_blows`."""
    here = w.u[HEX, u]
    return w.x[REGEN, here] > 0 and w.x[REGEN, h] == 0 and w.x[COUNT + GERMAN, here] == 1 and w.q[Q_D, here] > 0


@kernel
def _starves(w: World, u: int, h: int) -> bool:
    here = w.u[HEX, u]
    if has_line(w, GERMAN, w.u[CLASS, u], here) == 0:
        return False
    gone = _set_down(w, u, h)
    lost = has_line(w, GERMAN, w.u[CLASS, u], h) == 0
    _take_back(w, u, here, gone)
    return lost


@kernel
def _hangs_by_a_road(w: World, u: int, h: int) -> bool:
    """Return whether raids could cut off those in h, with nobody beside them, whom they could not where they stood."""
    here, n, more = w.u[HEX, u], 0, 0
    gone = _set_down(w, u, h)
    if not _has_friend_beside(w, h):
        n = w.x[COUNT + GERMAN, h]
        copy(w.q[Q_G], w.q[Q_A])  # the search takes this row
        more = _at_risk(w)
    _take_back(w, u, here, gone)
    if n == 0:
        return False
    more -= _at_risk(w)
    copy(w.q[Q_A], w.q[Q_G])
    return more >= ONE_WAY * n


@kernel
def _opens_roads(w: World, u: int, h: int) -> bool:
    here = w.u[HEX, u]
    copy(w.q[Q_G], w.q[Q_A])  # the search takes this row, and that of `map_blows`
    before = _at_risk(w)
    gone = _set_down(w, u, h)
    after = _at_risk(w)
    _take_back(w, u, here, gone)
    copy(w.q[Q_A], w.q[Q_G])
    map_blows(w)
    return after > before


@kernel
def _at_risk(w: World) -> int:
    """Return how much supply hangs on roads that Soviets could cut if all Germans stay where they are."""
    fill(w.q[Q_I], FREE_HEX)
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP:
            stand(w, w.u[HEX, u])
    raid(w, 0, -1)
    return feed(w)


@kernel
def _set_down(w: World, u: int, h: int) -> int:
    """Set a winner down in h and all who may take it with it; return a bit for each of the others."""
    gone = 0
    shift(w, u, h)
    for k in range(w.s[N_ATT]):
        other = w.lists[L_ATT, k]
        at = w.u[HEX, other]
        if at == h or w.lists[L_LEFT, k] == 1 or w.x[COUNT + GERMAN, h] >= w.p[P_STACK]:
            continue
        if hexes_between(w, at, h) == 1 and not gives_up_city(w, GERMAN, other, h):
            w.lists[L_TRY, k] = at
            shift(w, other, h)
            gone |= 1 << k
    return gone


@kernel
def _take_back(w: World, u: int, here: int, gone: int) -> None:
    """Take those back who were set down."""
    for k in range(w.s[N_ATT]):
        if gone >> k & 1 == 1:
            shift(w, w.lists[L_ATT, k], w.lists[L_TRY, k])
    shift(w, u, here)


@kernel
def _has_friend_beside(w: World, h: int) -> bool:
    for d in range(6):
        n = w.neighbors[h, d]
        if n >= 0 and w.x[COUNT + GERMAN, n] > 0:
            return True
    return False


@kernel
def _together(w: World, here: int, h: int, gain: int, before: int) -> bool:
    """Return whether all winners of a hex may well take h together, the first of whom is there."""
    gone, n = 0, 1
    for k in range(w.s[N_ATT]):
        other = w.lists[L_ATT, k]
        if w.u[HEX, other] == here and w.lists[L_LEFT, k] == 0 and w.x[COUNT + GERMAN, h] < w.p[P_STACK]:
            if not gives_up_city(w, GERMAN, other, h):
                shift(w, other, h)
                gone |= 1 << k
                n += 1
    after = _around(w, here, h)
    for k in range(w.s[N_ATT]):
        if gone >> k & 1 == 1:
            shift(w, w.lists[L_ATT, k], here)
    return n > 1 and n * gain > after - before


@kernel
def _around(w: World, here: int, h: int) -> int:
    """Return what is at stake in a hex, in the one won beside it, and in those whose flank the first covers."""
    total = _at_stake(w, here) + _at_stake(w, h)
    for d in range(6):
        n = w.neighbors[here, d]
        if n >= 0 and n != h and w.x[COUNT + GERMAN, n] > 0 and w.x[ZOC + SOVIET, n] > 0:
            total += _at_stake(w, n)
    return total


@kernel
def _at_stake(w: World, h: int) -> int:
    """Return what the Germans in a hex may lose next, and what it costs them to be out of supply there."""
    n, attack = w.x[COUNT + GERMAN, h], w.q[Q_D, h]
    if n == 0:
        return 0
    defense, total, least = 0, 0, BIG
    for k in range(n):
        u = w.x[SLOT + k, h]
        defense += seen_defense(w, u)
        total += all_steps(w, u)
        least = min(least, step_worth(w, u, 0))
    hungry = has_line(w, GERMAN, w.u[CLASS, w.x[SLOT, h]], h) == 0
    cost = n * w.weights[GERMAN, W_SUPPLY] // 2 if hungry else 0
    if attack == 0:
        return cost
    column = column_against(w, GERMAN, h, attack, max(1, defense), open_sides(w, GERMAN, -1, h), hungry)
    gone, steps = 0, 0
    for die in range(6):
        demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
        gone += 1 if demand < 0 else 0
        steps += max(0, demand)
    lost = gone * total + steps * least // (1 if hungry or _is_shut(w, h) else 3)
    return cost + lost // 6


@kernel
def _is_shut(w: World, h: int) -> bool:
    """Return whether the Germans in a hex have no way back."""
    for d in range(6):
        n = w.neighbors[h, d]
        if n < 0 or w.x[COUNT + SOVIET, n] > 0:
            continue
        if w.x[ZOC + SOVIET, n] == 0 or w.x[COUNT + GERMAN, n] > 0:
            return False
    return True
