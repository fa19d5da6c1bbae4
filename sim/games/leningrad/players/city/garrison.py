"""Who holds Leningrad: its threatened hexes are filled, and the strongest in reach take the places of the weakest.

A hex of 30 points with one division, to which Germans can come only from three hexes or more, is left as it is: who
takes it is soon cut off. Filled on turn 7 out of the hexes of 5 points it cost the bold Soviets 7 points a game (5 to 9
in either of two matches of 1,500; who takes it meets the surprise), from turn 8 on quick Soviets 1.6 (1.2 to 2.0;
n = 5,400).
"""

from __future__ import annotations

from sim.games.leningrad.map.fields import CITY_VP, GERMAN, L_CITY, N_GERMAN, N_UNITS, PLANNED, Q_ALLOWED, Q_D, SOVIET
from sim.games.leningrad.map.moves.closing import allow_ends, must_stay
from sim.games.leningrad.map.moves.march import go, reach
from sim.games.leningrad.players.battles.groups import move_to
from sim.games.leningrad.players.battles.odds import seen_defense
from sim.games.leningrad.players.moves.drive import best_end, weigh
from sim.games.leningrad.players.moves.reaching import FREE, SENT, can_reach
from sim.games.leningrad.players.names import W_MAN_CITY
from sim.games.leningrad.players.values import hinges
from sim.map.forces.rules import P_STACK
from sim.map.forces.world import BIG, COUNT, HEX, ON_MAP, SLOT, STATE, ZOC, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@barrier
def man_city(w: World, side: int) -> int:
    """Fill the hexes of Leningrad that Germans are near; return how many units came.

    Those beside Germans come first, of them those of most points.
    """
    if side != SOVIET or w.weights[SOVIET, W_MAN_CITY] == 0:
        return 0
    came, weighed = 0, False
    for rank in range(4):
        for k in range(4):
            h = w.lists[L_CITY, k]
            if w.q[Q_D, h] == 0 or w.x[COUNT + GERMAN, h] > 0:
                continue
            if rank != (0 if w.x[ZOC + GERMAN, h] > 0 else 2) + (0 if hinges(w, h) else 1):
                continue
            for _ in range(w.p[P_STACK]):
                if not weighed:
                    weigh(w, SOVIET)
                    weighed = True
                if not _strengthen(w, h):
                    break
                came += 1
    return came


@kernel
def _strengthen(w: World, h: int) -> bool:
    """Bring the strongest in reach into a hex, in place of the weakest there if it is full; return whether one came."""
    comer = _strongest(w, h)
    if comer < 0:
        return False
    if w.x[COUNT + SOVIET, h] >= w.p[P_STACK]:
        goer = _weakest(w, h)
        if goer < 0 or seen_defense(w, comer) - seen_defense(w, goer) < w.weights[SOVIET, W_MAN_CITY]:
            return False
        if not _make_room(w, goer):
            return False
    w.u[PLANNED, comer] = SENT
    move_to(w, comer, h)
    return w.u[HEX, comer] == h


@kernel
def _strongest(w: World, h: int) -> int:
    """Return the free unit with most defense that gets into a hex, out of contact and from none that counts as much."""
    most, chosen = -1, -1
    for u in range(N_GERMAN, N_UNITS):
        if w.u[STATE, u] != ON_MAP or w.u[PLANNED, u] != FREE or not can_reach(w, SOVIET, u, h):
            continue
        here = w.u[HEX, u]
        if here == h or w.x[ZOC + GERMAN, here] > 0 or w.x[CITY_VP, here] >= w.x[CITY_VP, h]:
            continue
        if w.x[CITY_VP, here] > 0 and w.x[COUNT + SOVIET, here] < 2:
            continue
        if seen_defense(w, u) > most:
            most = seen_defense(w, u)
            chosen = u
    return chosen


@kernel
def _weakest(w: World, h: int) -> int:
    """Return the free unit with least defense in a hex."""
    least, chosen = BIG, -1
    for k in range(w.x[COUNT + SOVIET, h]):
        u = w.x[SLOT + k, h]
        if w.u[PLANNED, u] == FREE and not must_stay(w, u) and seen_defense(w, u) < least:
            least = seen_defense(w, u)
            chosen = u
    return chosen


@kernel
def _make_room(w: World, u: int) -> bool:
    """Send a unit away to the best other hex; return whether it went."""
    here = w.u[HEX, u]
    w.u[PLANNED, u] = SENT
    reach(w, u)
    allow_ends(w, u)
    w.q[Q_ALLOWED, here] = 0
    h = best_end(w, u)
    if h < 0 or h == here:
        return False
    go(w, u, h)
    return True
