"""What a stand may cost: the enemy strength that can come at a hex, and what the table then asks of who stands there.

Untried units count with the mean of those unseen; enemies farther than two hexes do not count.
"""

from __future__ import annotations

from sim.games.leningrad.map.battles.shifts import column_of, rung_of
from sim.games.leningrad.map.fields import (
    CITY_VP,
    CORPS,
    FORT,
    GERMAN,
    INF_TYPE,
    L_A,
    L_ENTRY,
    L_OUT,
    N_COLUMNS,
    N_GERMAN,
    N_UNITS,
    P_CRT,
    P_WORTH,
    PLANNED,
    Q_D,
    Q_E,
    Q_F,
    Q_G,
    SH_CITY,
    SH_COVER,
    SH_DEF_OOS,
    SH_FORT,
    SH_HILLS,
    SH_SURPRISE,
    SOVIET,
    T_CITY,
    T_CLEAR,
    T_HILLS,
    TYPE,
)
from sim.games.leningrad.map.moves.arrivals import is_due
from sim.games.leningrad.map.moves.entry import entries
from sim.games.leningrad.players.asked import weight
from sim.games.leningrad.players.battles.odds import seen_attack, seen_defense, seen_worth
from sim.games.leningrad.players.moves.distances import come_near, forget_beyond
from sim.games.leningrad.players.moves.reaching import FREE
from sim.games.leningrad.players.names import W_COUNTER, W_DANGER, W_FORSAKE, W_LONE
from sim.games.leningrad.players.values import is_over, rests, step_worth
from sim.map.forces.supply import has_line
from sim.map.forces.world import (
    CLASS,
    COUNT,
    HEX,
    MOVED,
    ON_MAP,
    SLOT,
    STATE,
    STEPS,
    TERRAIN,
    TOO_FAR,
    TURN,
    ZOC,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

SURPRISE_TURN = 8
"""The German turn after which every Soviet attack may come with surprise [15.3]."""
MOST_DEFENDERS = 3
ALONE = 240
"""What it costs a panzer unit besides, six times, to stand so far ahead near an enemy."""
LURE = 100
"""What an attack on Leningrad must promise besides its points while panzers alone would hold what they take."""
LATE = 11
"""The turn from which panzers alone may take a hex of Leningrad: it need not be held for long."""
BEHIND = 4
"""Hexes from where infantry stood beyond which the road behind a lone unit may be cut at any time."""
COMES_UP = 5
"""Hexes from which infantry comes up in a turn; panzers farther ahead of it are alone."""


@barrier
def map_danger(w: World, side: int) -> int:
    """Write into `Q_D` the enemy attack strength, in quarters, within two hexes of every hex, by open sides.

    Germans count who enters next as well, within three hexes of where he comes in [14.0, 15.3]. `Q_E` holds by column
    how many of the six rolls eliminate the defenders, `Q_F` how many steps the others ask; `Q_G` how far German
    infantry is.
    """
    strength = w.q[Q_D]
    fill(strength, 0)
    first, last = (N_GERMAN, N_UNITS) if side == GERMAN else (0, N_GERMAN)
    for u in range(first, last):
        if w.u[STATE, u] == ON_MAP:
            spread(w, w.u[HEX, u], seen_attack(w, u))
        elif side == GERMAN and is_due(w, u) and entries(w, u) > 0:
            _spread_inland(w, w.lists[L_ENTRY, 0], seen_attack(w, u))
    if side == GERMAN:
        _map_infantry(w)
    for column in range(N_COLUMNS):
        gone, steps = 0, 0
        for die in range(6):
            demand = w.p[P_CRT + (die * N_COLUMNS + column) * 3]
            gone += 1 if demand < 0 else 0
            steps += max(0, demand)
        w.q[Q_E, column], w.q[Q_F, column] = gone, steps
    return 0


@kernel
def _map_infantry(w: World) -> None:
    """Write into `Q_G` how many hexes each hex lies from the nearest German infantry, by open sides, or `TOO_FAR`."""
    far = w.q[Q_G]
    fill(far, TOO_FAR)
    for u in range(N_GERMAN):
        if w.u[STATE, u] == ON_MAP and w.u[TYPE, u] == INF_TYPE and far[w.u[HEX, u]] > 0:
            come_near(w, Q_G, w.u[HEX, u])
    forget_beyond(w, Q_G, COMES_UP)


@kernel
def spread(w: World, h: int, attack: int) -> None:
    """Add a strength to `Q_D` within two hexes."""
    strength = w.q[Q_D]
    for k in range(w.around.shape[1]):
        a = w.around[h, k]
        if a < 0:
            break
        strength[a] += attack


@kernel
def _spread_inland(w: World, h: int, attack: int) -> None:
    """Add the strength of a unit that comes in at h to `Q_D` within three hexes of it."""
    strength, seen = w.q[Q_D], w.q[Q_F]
    fill(seen, 0)
    for d in range(-1, 6):
        start = h if d < 0 else w.neighbors[h, d]
        for k in range(w.around.shape[1] if start >= 0 else 0):
            a = w.around[start, k]
            if a >= 0 and seen[a] == 0:
                seen[a] = 1
                strength[a] += attack


@kernel
def column_against(w: World, side: int, h: int, attack: int, defense: int, open_sides: int, hungry: bool) -> int:
    """Return the column of an attack on h over so many open sides, terrain and supply counted."""
    rung = rung_of(max(1, attack * open_sides // 6), defense)
    terrain = w.x[TERRAIN, h]
    if terrain == T_HILLS:
        rung += w.p[P_WORTH + SH_HILLS]
    elif terrain == T_CITY:
        rung += w.p[P_WORTH + SH_CITY] if side == SOVIET else 0
    elif terrain != T_CLEAR:
        rung += w.p[P_WORTH + SH_COVER]
    if side == SOVIET and w.x[FORT, h] > 0:
        rung += w.p[P_WORTH + SH_FORT]
    if hungry:
        rung += w.p[P_WORTH + SH_DEF_OOS]
    if side == GERMAN and w.s[TURN] == SURPRISE_TURN:
        rung += w.p[P_WORTH + SH_SURPRISE]
    return column_of(rung)


@kernel
def open_sides(w: World, side: int, u: int, h: int) -> int:
    """Return over how many sides the enemy can come at a hex: where no other unit of the side stands."""
    found = 0
    for d in range(6):
        a = w.neighbors[h, d]
        if a >= 0 and w.x[COUNT + side, a] - (1 if u >= 0 and w.u[HEX, u] == a else 0) <= 0:
            found += 1
    return found


@kernel
def all_steps(w: World, u: int) -> int:
    """Return what all steps that a unit has left are worth, as both players see it."""
    if u >= N_GERMAN:
        return seen_worth(w, u)
    worth = 0
    for taken in range(w.u[STEPS, u]):
        worth += step_worth(w, u, taken)
    return worth


@kernel
def in_company(w: World, u: int) -> bool:
    """Return whether another mobile unit stands with one and can come after it."""
    h = w.u[HEX, u]
    for k in range(w.x[COUNT + GERMAN, h] if h >= 0 else 0):
        other = w.x[SLOT + k, h]
        if other != u and w.u[TYPE, other] != INF_TYPE and w.u[MOVED, other] == 0:
            return True
    return False


@kernel
def lone(w: World, u: int, h: int) -> int:
    """Return what it costs a German mobile unit to end its move in h alone, out of supply now or soon."""
    share = w.weights[GERMAN, W_LONE]
    if share == 0 or w.u[TYPE, u] == INF_TYPE or (w.s[TURN] >= LATE and w.x[CITY_VP, h] > 0):
        return 0
    here = w.u[HEX, u]
    if w.x[COUNT + GERMAN, h] - (1 if here == h else 0) > 0:
        return 0
    for d in range(6 if w.x[ZOC + SOVIET, h] == 0 else 0):  # alone in an enemy zone it could not even leave [6.3]
        n = w.neighbors[h, d]
        if n >= 0 and w.x[COUNT + GERMAN, n] - (1 if here == n else 0) > 0:
            return 0
    if (w.q[Q_G, h] <= BEHIND or in_company(w, u)) and has_line(w, GERMAN, w.u[CLASS, u], h) == 1:
        return 0
    return all_steps(w, u) * share // 100


@barrier
def danger(w: World, side: int, u: int, h: int) -> int:
    """Return what standing in h may cost a unit in the rival's turn, with the friends there; after `map_danger`."""
    if w.q[Q_D, h] == 0 or is_over(w, side):
        return 0
    defense = seen_defense(w, u)
    for k in range(w.x[COUNT + side, h]):
        other = w.x[SLOT + k, h]
        if other != u:
            defense += seen_defense(w, other)
    return _danger_behind(w, side, u, h, defense)


@kernel
def _danger_behind(w: World, side: int, u: int, h: int, defense: int) -> int:
    """Return what standing in h may cost a unit where so much defends."""
    alone = side == GERMAN and w.q[Q_G, h] == TOO_FAR  # whoever stands so far ahead is soon cut off, with no way back
    column = column_against(w, side, h, w.q[Q_D, h], max(1, defense), open_sides(w, side, u, h), alone)
    cost = w.q[Q_E, column] * all_steps(w, u) + w.q[Q_F, column] * seen_worth(w, u) // (1 if alone else 3)
    return (cost + (ALONE if alone else 0)) * w.weights[side, W_DANGER] // 600


@barrier
def forsaken(w: World, u: int) -> int:
    """Return how much more the mobile units that stay with a German unit would risk if it left; after `map_danger`."""
    h = w.u[HEX, u]
    share = w.weights[GERMAN, W_FORSAKE]
    if share == 0 or h < 0 or w.q[Q_D, h] == 0 or w.x[COUNT + GERMAN, h] < 2:
        return 0
    defense, cost = 0, 0
    for k in range(w.x[COUNT + GERMAN, h]):
        defense += seen_defense(w, w.x[SLOT + k, h])
    for k in range(w.x[COUNT + GERMAN, h]):
        other = w.x[SLOT + k, h]
        if other != u and w.u[TYPE, other] != INF_TYPE and (w.u[PLANNED, other] != FREE or rests(w, other)):
            cost += _danger_behind(w, GERMAN, other, h, defense - seen_defense(w, u))
            cost -= _danger_behind(w, GERMAN, other, h, defense)
    return cost * share // 100


@kernel
def comrades(w: World, u: int, h: int) -> int:
    """Return how many others of its panzer corps stand in a hex, and have moved or will not."""
    n = 0
    for k in range(w.x[COUNT + GERMAN, h]):
        other = w.x[SLOT + k, h]
        if other != u and w.u[CORPS, other] == w.u[CORPS, u]:
            n += 1 if w.u[MOVED, other] == 1 or w.u[PLANNED, other] != FREE else 0
    return n


@barrier
def counterblow(w: World, side: int, h: int, n: int) -> int:
    """Return what it may cost a group of n, in `L_A`, to stand in h once it is taken; in `L_OUT` who has no supply.

    The three that defend best go in; the defenders of h are reckoned gone.
    """
    if weight(w, side, W_COUNTER) == 0 or w.q[Q_D, h] == 0 or is_over(w, side):
        return 0
    if side == GERMAN and w.q[Q_G, h] == TOO_FAR and w.s[TURN] < LATE:
        return (10 * w.x[CITY_VP, h] + LURE if w.x[CITY_VP, h] > 0 else 0) + _counterblow(w, side, h, n)
    return _counterblow(w, side, h, n)


@kernel
def _counterblow(w: World, side: int, h: int, n: int) -> int:
    attack = w.q[Q_D, h]
    for k in range(w.x[COUNT + 1 - side, h]):
        attack -= seen_attack(w, w.x[SLOT + k, h])
    if attack <= 0:
        return 0
    total, defense, out, taken = 0, 0, 0, 0
    for _ in range(min(n, MOST_DEFENDERS)):
        best, at = -1, 0
        for k in range(n):
            if taken >> k & 1 == 0 and seen_defense(w, w.lists[L_A, k]) > best:
                best = seen_defense(w, w.lists[L_A, k])
                at = k
        taken |= 1 << at
        defense += best
        total += all_steps(w, w.lists[L_A, at])
        out += w.lists[L_OUT, at]
    sides = max(1, open_sides(w, side, -1, h) - n // 3)
    column = column_against(w, side, h, attack, max(1, defense), sides, out > 0)
    least = seen_worth(w, w.lists[L_A, 0])
    cost = w.q[Q_E, column] * total + w.q[Q_F, column] * least // 2
    return cost * weight(w, side, W_COUNTER) // 600
