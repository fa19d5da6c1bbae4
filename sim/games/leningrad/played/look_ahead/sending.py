"""Whom a plan had better hold back or send somewhere, by what comes of it when it is played on.

Who takes his time lists all ways to tell somebody so: to hold back who moved, each by himself, with his stack or with
all near him, and to send each unit, stack and corps, and each two of these, where it might go. By habit somebody else
may go in his place, so each way is tried a second time with all others sent where they would go without it. Those that
are best after the reply are played on. Then it is asked again what else is better yet, of those first that did well in
these games, until nothing is. At last he says no more than it takes.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import A_GAMES, ATTACKS, MOST_SENT, N_UNITS
from sim.games.leningrad.played.look_ahead.ends import list_sendings
from sim.games.leningrad.played.look_ahead.holding import ALONE, MOVED, REGRET, list_movers, list_ways, noted
from sim.games.leningrad.played.look_ahead.playing_on import MOST_COMPARED, NO_BATTLE, OF_ORDERS, best_played_on
from sim.games.leningrad.played.look_ahead.telling import are_told, leave_out, tell_more
from sim.games.leningrad.played.look_ahead.tries import prepare, set_aside, try_rest, try_turn
from sim.games.leningrad.played.look_ahead.ways import N_COLUMNS, PLAN, SENT, STAY, STILL, tell, tell_nothing
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.held import bit_of
from sim.games.leningrad.players.moves.sent import sent_to, unit_sent
from sim.map.forces.world import BIG, HEX, ON_MAP, SIDE, STATE, TURN, World
from sim.map.forces.zones import hexes_between
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

MOST_WAYS, MOST_HELD = 3200, 200
"""Ways that are tried at most, half of them with all others sent; and those that only hold somebody back."""
MUCH_TOO_BAD = -100_000
"""Thousandths of a point in all at which a way is dropped."""
OUT = -BIG
"""What a way gains that is out of the running."""
ROUNDS, LATER = 6, 20
"""How often it is asked at most, and how many ways are compared from the second time on."""
AGAIN = 200
"""The best ways of the first time that are tried again later."""
NOT_SEEN = -1
"""Stands for a fingerprint where there is none."""
NEAR = 2
"""Hexes within which units stay together."""


@kernel
def _list_neighborhoods(w: World, side: int, those: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which all of those near one of them stay; return how many there are."""
    for u in range(N_UNITS):
        if w.u[STATE, u] != ON_MAP or w.u[SIDE, u] != side or bit_of(side, u) & those == 0 or n == ways.shape[0]:
            continue
        near = 0
        for other in range(N_UNITS):
            if w.u[STATE, other] == ON_MAP and w.u[SIDE, other] == side:
                is_near = hexes_between(w, w.u[HEX, u], w.u[HEX, other]) <= NEAR
                near |= bit_of(side, other) & those if is_near else 0
        ways[n] = near
        n += 1
    return n


@kernel
def _list_orders(w: World, side: int, plan: int, tried, n: int, ways) -> int:  # type: ignore[no-untyped-def]
    """Write all ways to tell somebody what to do; return how many there are."""
    held, moved = np.zeros(MOST_HELD, np.int64), noted(tried[MOVED], plan, n)
    those = noted(tried[REGRET], plan, n) | noted(tried[ALONE], plan, n)
    k = list_ways(w, side, those, held) if those != 0 else 0
    k = list_movers(w, side, moved, held, k)
    k = _list_neighborhoods(w, side, moved, held, k)
    for j in range(k):
        ways[j, STAY] = held[j]
    k = list_sendings(w, side, plan, ways[: MOST_WAYS // 2], k)
    for j in range(k):
        copy(ways[k + j], ways[j])
        ways[k + j, STILL] = 1
    return 2 * k


@kernel
def _stand_still(w: World, side: int, told, still) -> bool:  # type: ignore[no-untyped-def]
    """Write where all go who are told so much: first who moves, then the others; return whether none of them fights."""
    was, fought, n = w.u[HEX].copy(), w.s[ATTACKS], 0
    tell(w, side, told)
    prepare(w, side, told[PLAN], 0)
    for phase in range(1, 3):
        play_phase(w, 4 * side + phase)
    fill(still, 0)
    for moved in range(1, -1, -1):
        for u in range(N_UNITS):
            is_one = w.u[SIDE, u] == side and w.u[STATE, u] == ON_MAP and (was[u] != w.u[HEX, u]) == (moved == 1)
            if is_one and n < MOST_SENT:
                still[n] = sent_to(u, w.u[HEX, u])
                n += 1
    rests = w.s[ATTACKS] == fought
    set_aside(w, 0, True)
    return rests


@kernel
def _try_told(w: World, side: int, way, sample: int) -> int:  # type: ignore[no-untyped-def]
    """Play one's own half turn as told, and return the fingerprint of what it leads to."""
    tell(w, side, way)
    return try_turn(w, side, way[PLAN], sample)


@kernel
def _gain(w: World, side: int, way, prints, values, seen, k: int, twin: int) -> int:  # type: ignore[no-untyped-def]
    """Return by how much a way does better than another in some samples; `OUT` if both are the same in all of them.

    It is out too if it leads in the first sample to the same as its twin. What it leads to there is noted in `seen`.
    """
    gain, same = 0, True
    for sample in range(len(prints)):
        fingerprint = _try_told(w, side, way, sample)
        seen[k] = fingerprint if sample == 0 else seen[k]
        if sample == 0 and fingerprint == twin:
            set_aside(w, 0, True)
            return OUT
        if fingerprint != prints[sample]:
            gain += try_rest(w, side) - values[sample]
            same = False
        set_aside(w, 0, True)
        if gain <= MUCH_TOO_BAD:
            break
    return OUT if same else gain


@kernel
def _weigh_ways(w: World, side: int, told, ways, gains, n: int, prints, values, still) -> None:  # type: ignore[no-untyped-def]
    """Write by how much each way, told beside what is told already, does better after the reply than that alone.

    The second half of the ways are twins of the first, with all others sent where they go now.
    """
    more, seen = np.zeros(N_COLUMNS, np.int64), np.full(n, NOT_SEEN)
    if not _stand_still(w, side, told, still):
        fill(still, 0)
    for sample in range(len(prints)):
        prints[sample] = _try_told(w, side, told, sample)
        values[sample] = try_rest(w, side)
        set_aside(w, 0, True)
    for k in range(n):
        copy(more, told)
        if gains[k] > OUT:
            twin = seen[k - n // 2] if ways[k, STILL] == 1 else NOT_SEEN
            goes = tell_more(side, more, ways[k], still)
            gains[k] = _gain(w, side, more, prints, values, seen, k, twin) if goes else OUT


@kernel
def _best(gains, n: int, least: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the way that gains most, -1 if none gains more than that."""
    best = -1
    for k in range(n):
        if gains[k] > least and (best < 0 or gains[k] > gains[best]):
            best = k
    return best


@kernel
def _keep_best(gains, n: int, most: int) -> None:  # type: ignore[no-untyped-def]
    """Leave the best ways in the running, so many at most."""
    order = np.argsort(-gains[:n], kind="mergesort")
    for k in range(most, n):
        gains[order[k]] = OUT


@kernel
def _without(w: World, side: int, told, prints, values, found) -> int:  # type: ignore[no-untyped-def]
    """Write the way in which nobody is held back; return what it seems to gain, a sample."""
    copy(found, told)
    found[STAY], gain = 0, 0
    for sample in range(len(prints)):
        _try_told(w, side, found, sample)
        gain += try_rest(w, side) - values[sample]
        set_aside(w, 0, True)
    return gain // len(prints)


@kernel
def _add_best(side: int, told, ways, gains, known, still, found, seems, places, m: int, most: int, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the best ways, told beside what is told already, to m others until there are `most`; return how many.

    How good a way is tell the games that were played of it, else what it gained in n samples. What gained exactly as
    much in all of them as one before leads to the same, and is left out.
    """
    left = gains.copy()
    for k in range(len(left)):
        if gains[k] > OUT and known[k] > OUT:
            left[k] = n * known[k]
    while m < most:
        best = _best(left, len(left), MUCH_TOO_BAD)
        if best < 0:
            break
        copy(found[m], told)
        tell_more(side, found[m], ways[best], still)
        places[m], seems[m] = best, left[best] // n
        for k in range(len(left)):
            left[k] = OUT if gains[k] == gains[best] else left[k]
        m += 1
    return m


@kernel
def _learn(side: int, ways, known, seems, places, first: int, m: int, best: int) -> None:  # type: ignore[no-untyped-def]
    """Note how good the ways are of which games were played, now that the best is told.

    Who tells the same units something else does so in place of it.
    """
    those = are_told(side, ways[places[best]]) if best >= first else 0
    for j in range(first, m):
        instead = are_told(side, ways[places[j]]) & those != 0
        known[places[j]] = seems[j] - (seems[best] if instead else 0)


@kernel
def _shorten(w: World, side: int, told, prints) -> None:  # type: ignore[no-untyped-def]
    """Leave out whoever goes where he is sent without being told, as far as the samples show."""
    less = np.zeros(N_COLUMNS, np.int64)
    for sample in range(len(prints)):
        prints[sample] = _try_told(w, side, told, sample)
        set_aside(w, 0, True)
    for k in range(MOST_SENT - 1, -1, -1):
        if told[SENT + k] == 0:
            continue
        copy(less, told)
        leave_out(less, side, bit_of(side, unit_sent(told[SENT + k])))
        same, sample = True, 0
        while same and sample < len(prints):
            same = _try_told(w, side, less, sample) == prints[sample]
            set_aside(w, 0, True)
            sample += 1
        if same:
            copy(told, less)


@kernel
def whom_to_send(w: World, side: int, plan: int, held: int, tried, n: int, told) -> None:  # type: ignore[no-untyped-def]
    """Write into the row `told` whom a plan holds back and whom it sends where.

    Compared are whom it would hold back without this, nobody, and those ways that are best after the reply, in the n
    samples of the plan. Later those are compared that the games played so far speak for.
    """
    most_games = w.ahead[A_GAMES + 2 * w.s[TURN] + side]
    prints, values = np.zeros(n, np.int64), np.zeros(n, np.int64)
    ways, gains = np.zeros((MOST_WAYS, N_COLUMNS), np.int64), np.zeros(MOST_WAYS, np.int64)
    found, seems = np.zeros((MOST_COMPARED, N_COLUMNS), np.int64), np.zeros(MOST_COMPARED, np.int64)
    known, places = np.full(MOST_WAYS, OUT), np.zeros(MOST_COMPARED, np.int64)
    still = np.zeros(MOST_SENT, np.int64)
    k = _list_orders(w, side, plan, tried, n, ways)
    told[STAY], told[PLAN] = held, plan
    for at in range(ROUNDS):
        _weigh_ways(w, side, told, ways, gains, k, prints, values, still)
        _keep_best(gains, k, AGAIN)
        copy(found[0], told)
        seems[0], first = 0, 1
        if at == 0 and held != 0:
            seems[1], first = _without(w, side, told, prints, values, found[1]), 2
        most = MOST_COMPARED if at == 0 else LATER
        m = _add_best(side, told, ways[:k], gains[:k], known, still, found, seems, places, first, most, n)
        tell_nothing(w)
        best = best_played_on(w, side, side, NO_BATTLE, found, seems, m, OF_ORDERS + at, most_games)
        if best == 0:
            break
        copy(told, found[best])
        _learn(side, ways, known, seems, places, first, m, best)
    if told[SENT] != 0:
        _shorten(w, side, told, prints)
