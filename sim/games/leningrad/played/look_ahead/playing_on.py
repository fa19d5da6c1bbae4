"""Ways to play on, compared by games that players who look ahead play on from them for some turns, in thought.

Who takes his time has the ways that look best to him after the reply played on, again and again, with dice and
counters of their own, by players quicker than he is; what such a game comes to is what the position is worth after its
last turn (`outlook`). All ways meet the same dice. After each round, which has twice as many games as the one before,
at most half of them are left, and none that is clearly behind. The way that he would have taken without this is taken
unless another is better by a standard error, and strong players come to more by it too.

To the end of the game chance would tell more than the way: in thoughts of turns 3 to 6 what two ways differ by in one
pair of games has a standard deviation of 32 to 37 points there, and of 5 to 14 after two turns more.

Where Germans interdict they decide later, so until then their habit does, whatever the plan.

In thought the game goes on in the same arrays, thinking included; so all of them are kept and put back.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import (
    A_CHOSEN,
    A_FIRST,
    A_HELD,
    A_LEAD,
    A_PLANS,
    A_REST,
    A_SEED,
    A_WATCH,
    GERMAN,
    N_REST,
    N_TURNS,
    POLICY,
    SOVIET,
)
from sim.games.leningrad.played.look_ahead.outlook import worth
from sim.games.leningrad.played.look_ahead.tries import redeal
from sim.games.leningrad.played.look_ahead.ways import ATTACK, FOUGHT, PLAN, fight_as, interdict_as, tell
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.battles.assault import end_fights, fight_on
from sim.games.leningrad.players.names import W_INTERDICT
from sim.games.leningrad.players.seat import STRONG
from sim.map.forces.world import GAME, LOGGING, SEED, TURN, World
from sim.match.aside import swap_row, swap_table
from sim.match.barrier import later
from sim.match.compiled import kernel
from sim.match.dice import AHEAD, key_of
from sim.match.rows import copy

NO_BATTLE, INTERDICTION = -1, -2
"""Stand for a battle where ways to play a half turn or to interdict are compared."""
OF_PLANS, OF_INTERDICTION, OF_ORDERS, OF_BATTLES, OF_ATTACKS = 1, 3, 4, 16, 128
"""Numbers of comparisons, each with games of its own: of orders one each time that it is asked, of battles two each, of
attacks one each."""
TURNS, EARLIEST = 3, 7
"""A game is played on for so many turns, and not less far than to the end of this one."""
MOST_COMPARED = 80
"""Ways compared at most, the one that would be taken without this among them; each round leaves half as many."""
FIRST_ROUND = 8
"""Games a way in the first round."""
COUNTS, MOST_SEEN = 8, 4000
"""Games for which it counts what a way seemed to be worth after the reply, and the most that it counts for: thousandths
of a point by which it seemed to be better or worse than the usual one."""
CLEARLY, BETTER = 3, 2
"""Halves of a standard error by which a way is behind the best that is dropped, and the usual one that is not taken."""
PART = 2
"""The check has one game for so many: in these, too, strong players must do better by another way than by the usual."""
OVER = 9
"""The phase after the last one of a turn."""
THOUGHT, CHECKED = 1 << 16, 1 << 15
"""Samples of a comparison have numbers of their own, so many apart; from where on they are those of the check."""

_live_phase = later("sim.games.leningrad.played.season", "live_phase", 1)
_play_until = later("sim.games.leningrad.played.season", "play_until", 2)


@kernel
def _swap_game(w: World, kept, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Keep all that a game in thought changes, or put it back, but states aside; return how many numbers there are."""
    at = swap_row(kept, w.s, 0, back)
    at = swap_table(kept, w.u, at, back)
    at = swap_table(kept, w.x, at, back)
    at = swap_table(kept, w.lists, at, back)
    at = swap_table(kept, w.turns, at, back)
    at = swap_table(kept, w.weights, at, back)
    at = swap_table(kept, w.q, at, back)
    at = swap_row(kept, w.ahead, at, back)
    return swap_row(kept, w.reach, at, back)


@kernel
def _size(w: World) -> int:
    """Return how many numbers are kept of a game."""
    return (
        w.s.size + w.u.size + w.x.size + w.lists.size + w.turns.size + w.weights.size + w.q.size + w.ahead.size
        + w.reach.size
    )  # fmt: skip


@kernel
def _seat_others(w: World, side: int, sample: int) -> None:
    """Seat others on both sides, with dice and thoughts of a sample; deal the counters anew.

    From sample `CHECKED` on they are those who check.
    """
    rest = A_REST + (N_REST if sample % THOUGHT >= CHECKED else 0)
    w.s[LOGGING], w.ahead[A_WATCH] = 0, 0
    for at in range(2):
        w.s[POLICY + at] = STRONG
        w.ahead[A_PLANS + at] = w.ahead[rest + at]
    for k in range(A_LEAD - A_FIRST):
        w.ahead[A_FIRST + k] = w.ahead[rest + 2 + k]
    key = key_of(w.ahead[A_SEED], w.s[GAME], w.s[TURN], side, AHEAD, sample)
    w.s[SEED] = np.int64(key >> np.uint64(2))
    w.ahead[A_SEED] ^= w.s[SEED]
    redeal(w)


@kernel
def last_turn(turn: int) -> int:
    """Return the turn to whose end games are played on that begin in a turn."""
    return min(max(turn + TURNS, EARLIEST), N_TURNS)


@kernel
def as_seen(seems: int) -> int:
    """Return what counts of that by which a way seems to be better than the usual one."""
    return max(-MOST_SEEN, min(MOST_SEEN, seems))


@kernel
def _play_plan(w: World, side: int, way, sample: int, last: int) -> None:  # type: ignore[no-untyped-def]
    """Play a half turn by a plan, holding some back and sending others, and on to the end of a turn."""
    _seat_others(w, side, sample)
    copy(w.weights[side], w.plans[side, way[PLAN]])
    copy(w.weights[1 - side], w.plans[1 - side, 0])
    w.weights[GERMAN, W_INTERDICT] = w.plans[GERMAN, 0, W_INTERDICT]
    w.ahead[A_CHOSEN + side] = way[PLAN]
    tell(w, side, way)
    _live_phase(w, 4 * side + 1)
    _play_until(w, 4 * side + 2, last)


@kernel
def _play_battle(w: World, whose: int, side: int, chosen: int, way, sample: int, last: int) -> None:  # type: ignore[no-untyped-def]
    """Fight a battle in a way, with the die that fell, and play on to the end of a turn with others.

    Where it is asked whether to attack no die has fallen: it is one of the others'. Who does not know the plan of the
    other side expects it to go on by habit.
    """
    if way[ATTACK] == FOUGHT:
        fight_as(w, side, chosen, way)
    _seat_others(w, side, sample)
    copy(w.weights[1 - whose], w.plans[1 - whose, 0])
    w.weights[GERMAN, W_INTERDICT] = w.plans[GERMAN, 0, W_INTERDICT]
    w.ahead[A_HELD + 1 - whose] = 0
    if way[ATTACK] != FOUGHT:
        fight_as(w, side, chosen, way)
    fight_on(w)
    end_fights(w)
    play_phase(w, 4 * side + 4)
    if side == SOVIET and w.s[TURN] < N_TURNS:
        w.s[TURN] += 1
        _play_until(w, 1, last)
    else:
        _play_until(w, 5 if side == GERMAN else OVER, last)


@kernel
def _play_interdiction(w: World, way, sample: int, last: int) -> None:  # type: ignore[no-untyped-def]
    """Interdict in a way, and play on to the end of a turn."""
    interdict_as(w, way)
    _seat_others(w, GERMAN, sample)
    copy(w.weights[SOVIET], w.plans[SOVIET, 0])
    _play_until(w, 5, last)


@kernel
def _value(w: World, whose: int, side: int, chosen: int, way, sample: int, kept) -> int:  # type: ignore[no-untyped-def]
    """Return what comes of a way in a sample, in thousandths of a point, and put the game back."""
    last = last_turn(w.s[TURN])
    if chosen == NO_BATTLE:
        _play_plan(w, side, way, sample, last)
    elif chosen == INTERDICTION:
        _play_interdiction(w, way, sample, last)
    else:
        _play_battle(w, whose, side, chosen, way, sample, last)
    value = worth(w, SOVIET)
    _swap_game(w, kept, True)
    return value if whose == GERMAN else -value


@kernel
def _next_round(done: int, most: int) -> int:
    """Return how many games a way will have after another round."""
    return min(most, FIRST_ROUND if done == 0 else 2 * done)


@kernel
def _lead(values, seems, way: int, other: int, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return by how much a way leads another in n games and by what it seemed to be worth, in thousandths in all."""
    total = COUNTS * (seems[way] - seems[other])
    for k in range(n):
        total += values[way, k] - values[other, k]
    return total


@kernel
def _first(values, seems, left, n: int, done: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the best of those left over; of equals the earlier."""
    best = -1
    for way in range(n):
        if left[way] == 1 and (best < 0 or _lead(values, seems, way, best, done) > 0):
            best = way
    return best


@kernel
def _last(values, seems, left, n: int, done: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the worst of those left over; of equals the later."""
    worst = -1
    for way in range(n):
        if left[way] == 1 and (worst < 0 or _lead(values, seems, way, worst, done) <= 0):
            worst = way
    return worst


@kernel
def _is_behind(values, seems, way: int, other: int, halves: int, n: int) -> bool:  # type: ignore[no-untyped-def]
    """Return whether a way is so many halves of a standard error behind another in n games, or the very same."""
    total, squares = 0, 0
    for k in range(n):
        d = values[other, k] - values[way, k]
        total += d
        squares += d * d
    spread = n * squares - total * total  # the variance of the differences, n(n-1) times
    lead = _lead(values, seems, other, way, n)
    return lead >= 0 and 4 * lead * lead * (n - 1) >= halves * halves * spread


@kernel
def _drop(values, seems, left, n: int, best: int, done: int) -> int:  # type: ignore[no-untyped-def]
    """Drop those that are clearly behind the best; return how many are left beside it."""
    others = 0
    for way in range(n):
        if left[way] == 1 and way != best:
            left[way] = 0 if _is_behind(values, seems, way, best, CLEARLY, done) else 1
            others += left[way]
    return others


@kernel
def _learn(values, seems, games, n: int) -> None:  # type: ignore[no-untyped-def]
    """Write what each of n ways seems to be worth beside the first, a game, now that some games of it were played."""
    for way in range(n - 1, -1, -1):
        both = min(games[way], games[0])
        seems[way] = _lead(values, seems, way, 0, both) // (COUNTS + both)


@kernel
def best_played_on(w: World, whose: int, side: int, chosen: int, ways, seems, n: int, thought: int, most: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the best of n ways, each played on from up to `most` times; 0 is the usual one.

    They are ways to fight the chosen battle, to interdict, or to play the half turn that begins; `seems` is what each
    seems to be worth, a game, in thousandths, and afterwards by how much it seems to be better than the usual one.
    """
    for way in range(n - 1, -1, -1):
        seems[way] = as_seen(seems[way] - seems[0])
    if n == 1:
        return 0
    kept, aside = np.zeros(_size(w), np.int64), np.zeros(w.aside.size, np.int64)
    values, left = np.zeros((MOST_COMPARED, most), np.int64), np.ones(MOST_COMPARED, np.int64)
    games = np.zeros(MOST_COMPARED, np.int64)
    _swap_game(w, kept, False)
    swap_table(aside, w.aside, 0, False)
    done, best, others, room = 0, 0, 1, n
    while done < most and others > 0:
        until = _next_round(done, most)
        for way in range(n):
            for k in range(done, until if left[way] == 1 else done):
                values[way, k] = _value(w, whose, side, chosen, ways[way], thought * THOUGHT + k, kept)
                games[way] = until
        done = until
        best = _first(values, seems, left, n, done)
        others, room = _drop(values, seems, left, n, best, done), room // 2
        while others > max(1, room):
            left[_last(values, seems, left, n, done)] = 0
            others -= 1
    if left[0] == 1 and not _is_behind(values, seems, 0, best, BETTER, done):
        best = 0
    gain = 0
    for k in range(most // PART if best != 0 else 0):
        sample = thought * THOUGHT + CHECKED + k
        gain += _value(w, whose, side, chosen, ways[best], sample, kept)
        gain -= _value(w, whose, side, chosen, ways[0], sample, kept)
    swap_table(aside, w.aside, 0, True)
    _learn(values, seems, games, n)
    return best if gain > 0 else 0
