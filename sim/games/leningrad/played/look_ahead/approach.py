"""How far Germans have to go to Leningrad, past the Soviets in their way: seen in a position by who looks ahead."""

from __future__ import annotations

from sim.games.leningrad.map.fields import CITY_VP, INF_TYPE, LENINGRAD, MOBILE, N_GERMAN, Q_K, SOVIET, TYPE
from sim.games.leningrad.players.battles.odds import seen_attack
from sim.map.forces.world import COUNT, HEX, ON_MAP, QUEUE, QUEUED, STATE, ZOC, World
from sim.match.compiled import kernel

APPROACH_MARKS = (
    "mobile_way_1", "mobile_way_3", "mobile_way_6", "mobile_attack_way_24", "mobile_attack_way_48", "mobile_way",
    "infantry_way_1", "infantry_way_3", "infantry_way_8", "infantry_attack_way_24", "infantry_attack_way_40",
    "infantry_way",
)  # fmt: skip
"""What is seen: the way of the nearest, of so many nearest together, attack strength within a way, and the mean way by
strength, in tenths. A way is what a mobile division pays for it in movement points, and a price where Soviets are."""
PAST_UNITS, PAST_ZONE, FARTHEST = 12, 2, 120
"""What it costs besides to go through a hex with Soviets, and through their zone; no way counts for more.

Assumed. Of six ways to price them, tried on the decisions of 300 games by cross-fitting, this one did best: a choice of
plans is worth 8.5 points a game to Germans and 26.7 to Soviets by it, by the others 7.4 to 8.5 and 26.0 to 26.5 (6.6
and 23.1 without ways). How far is near, and how many are nearest, is assumed too.
"""
_KIND = len(APPROACH_MARKS) // 2
_WAY_1, _WAY_3, _WAY_MORE, _WITHIN, _WITHIN_MORE, _WAY = range(_KIND)


@kernel
def map_ways(w: World) -> None:
    """Write into `Q_K` how far it is from each hex to Leningrad; a hex of the city itself has no price."""
    way, queue, queued = w.q[Q_K], w.q[QUEUE], w.q[QUEUED]
    size = len(queue)
    way[:] = FARTHEST
    city = w.s[LENINGRAD]
    way[city], queue[0], queued[city] = 0, city, 1
    head, tail = 0, 1
    while head != tail:
        to = queue[head]
        head = head + 1 if head + 1 < size else 0
        queued[to] = 0
        so_far = way[to]
        if w.x[CITY_VP, to] == 0:
            so_far += PAST_UNITS if w.x[COUNT + SOVIET, to] > 0 else PAST_ZONE if w.x[ZOC + SOVIET, to] > 0 else 0
        for d in range(6):
            n = w.neighbors[to, d]
            if n < 0:
                continue
            cost = so_far + (w.edges[MOBILE, n, (d + 3) % 6] >> 12)
            if cost < way[n]:
                way[n] = cost
                if queued[n] == 0:
                    queued[n] = 1
                    queue[tail] = n
                    tail = tail + 1 if tail + 1 < size else 0


@kernel
def look_at_approach(w: World, m, first: int) -> None:  # type: ignore[no-untyped-def]
    """Write what is seen of the Germans' ways into a row of `seen`, as `APPROACH_MARKS`, from a place on."""
    map_ways(w)
    for kind in range(2):
        _look_at_kind(w, m, first + kind * _KIND, kind == 1)


@kernel
def _look_at_kind(w: World, m, first: int, infantry: bool) -> None:  # type: ignore[no-untyped-def]
    """Write the marks of mobile divisions, or of infantry: of its nearest eight instead of six, and within less."""
    most, near = (8, 40) if infantry else (6, 48)
    strength, ways = 0, w.q[QUEUE]  # the ways in their order, the shortest first
    n = 0
    for u in range(N_GERMAN):
        if w.u[STATE, u] != ON_MAP or (w.u[TYPE, u] == INF_TYPE) != infantry:
            continue
        way, attack = w.q[Q_K, w.u[HEX, u]], seen_attack(w, u)
        m[first + _WITHIN] += attack if way <= 24 else 0
        m[first + _WITHIN_MORE] += attack if way <= near else 0
        m[first + _WAY] += attack * way
        strength += attack
        at = n
        while at > 0 and ways[at - 1] > way:
            ways[at] = ways[at - 1]
            at -= 1
        ways[at] = way
        n += 1
    m[first + _WAY] = 10 * m[first + _WAY] // max(1, strength)
    for k in range(most):
        way = ways[k] if k < n else FARTHEST
        m[first + _WAY_1] += way if k < 1 else 0
        m[first + _WAY_3] += way if k < 3 else 0
        m[first + _WAY_MORE] += way
