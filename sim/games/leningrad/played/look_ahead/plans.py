"""The strong player: candidate plans, each played out against the rival's reply with dice of its own [look-ahead].

A plan is a set of weights for one's own turn. It is tried on a copy of the state: own turn, the rival's reply by his
balanced plan, then what the position is worth. All plans meet the same dice. To what a sample of a plan comes to is
added the plan's lead: by how much it comes to more in the end than it seems to (`players/leads.toml`). The worst are
dropped after each round. At last it is asked whom the best plan had better hold back, or send [`holding`, `sending`].
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import (
    A_AGAIN,
    A_CHOSEN,
    A_FIRST,
    A_GAMES,
    A_HALVES,
    A_KEEP,
    A_LEAD,
    A_PLANS,
    A_SECOND,
    A_THIRD,
    N_PLANS,
    N_SAMPLES,
    N_TURNS,
    N_UNITS,
)
from sim.games.leningrad.played.look_ahead.holding import (
    ALONE,
    MOVED,
    N_TRIED,
    PRINT,
    REGRET,
    VALUE,
    whom_to_hold,
)
from sim.games.leningrad.played.look_ahead.playing_on import NO_BATTLE, OF_PLANS, best_played_on
from sim.games.leningrad.played.look_ahead.regret import N_ROWS, loners, movers, note, sufferers
from sim.games.leningrad.played.look_ahead.sending import whom_to_send
from sim.games.leningrad.played.look_ahead.tries import (
    N_NOTES,
    compare_plans,
    lists_aside,
    set_aside,
    try_plan,
    try_rest,
)
from sim.games.leningrad.played.look_ahead.ways import N_COLUMNS, PLAN, STAY, tell, tell_nothing
from sim.map.forces.world import BIG, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

MOST_PLANS = 12
"""Plans that are played on at most."""
OUT = -BIG * 8192
"""Score of a plan that is out of the running."""


@kernel
def _lead(w: World, side: int, plan: int) -> int:
    """Return by how much a plan is ahead of the habit before it is tried, a sample."""
    return w.ahead[A_LEAD + 2 * (N_TURNS + 1) * plan + 2 * w.s[TURN] + side]


@kernel
def _round(w: World, side: int, score, twin, tried, kept, first: int, n: int) -> None:  # type: ignore[no-untyped-def]
    """Try the plans still in the running with further samples; what leads to the same as an earlier plan is worth it.

    `twin` says of each plan that in all these samples it did what an earlier one did; `tried` notes all, shape
    (5, samples, plans).
    """
    rows, again = np.zeros((N_ROWS, N_UNITS), np.int64), w.ahead[A_AGAIN + 2 * w.s[TURN] + side] > 0
    fill(twin, 1)
    for sample in range(first, first + n):
        prints, values = tried[PRINT, sample], tried[VALUE, sample]
        regret, alone, moved = tried[REGRET, sample], tried[ALONE, sample], tried[MOVED, sample]
        for plan in range(w.ahead[A_PLANS + side]):
            prints[plan] = -1
            if score[plan] <= OUT:
                continue
            prints[plan] = try_plan(w, side, plan, sample, kept)
            like = 0
            while prints[like] != prints[plan]:
                like += 1
            if like == plan:
                moved[plan] = movers(w, side) if again else 0
                regret[plan] = note(w, side, rows) if again else 0
                alone[plan] = loners(w, side, rows) if again else 0
                values[plan] = try_rest(w, side)
                regret[plan] |= sufferers(w, side, rows) if again else 0
                twin[plan] = 0
            else:
                values[plan], moved[plan] = values[like], moved[like]
                regret[plan], alone[plan] = regret[like], alone[like]
            score[plan] += values[plan] + _lead(w, side, like)
    set_aside(w, 0, True)


@kernel
def _drop(w: World, side: int, score, twin, keep: int) -> int:  # type: ignore[no-untyped-def]
    """Drop twins and all but the best plans, and return how many stay beside the first, the player's own habit."""
    n = w.ahead[A_PLANS + side]
    for plan in range(1, n):
        if twin[plan] == 1:
            score[plan] = OUT
    least = BIG * 4096
    for plan in range(1, n):
        better = 0
        for other in range(1, n):
            if score[other] > score[plan]:
                better += 1
        if better < keep:
            least = min(least, score[plan])
    left = 0
    for plan in range(1, n):
        if score[plan] < least:
            score[plan] = OUT
        elif score[plan] > OUT:
            left += 1
    return left


@kernel
def _is_like(tried, plan: int, other: int, n: int) -> bool:  # type: ignore[no-untyped-def]
    """Return whether two plans led to the same in each of the first n samples."""
    same = 0
    for sample in range(n):
        same += 1 if tried[PRINT, sample, plan] == tried[PRINT, sample, other] else 0
    return same == n


@kernel
def _seems(w: World, side: int, plan: int, tried, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return what a plan seems to be worth after the reply, a sample, in n of them."""
    total = 0
    for sample in range(n):
        total += tried[VALUE, sample, plan]
    return total // n + _lead(w, side, plan)


@kernel
def _best_plan_played_on(w: World, side: int, chosen: int, tried, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return the plan that is best when it is played on: of the chosen one, the habit and the best in n samples."""
    ways, seems = np.zeros((MOST_PLANS, N_COLUMNS), np.int64), np.zeros(MOST_PLANS, np.int64)
    ways[0, PLAN], k = chosen, 1 if chosen == 0 else 2
    for j in range(k):
        seems[j] = _seems(w, side, ways[j, PLAN], tried, n)
    while k < MOST_PLANS:
        best, most = -1, OUT
        for plan in range(1, w.ahead[A_PLANS + side]):
            value = _seems(w, side, plan, tried, n)
            for j in range(k):
                value = OUT if _is_like(tried, plan, ways[j, PLAN], n) else value
            if value > most:
                best, most = plan, value
        if best < 0:
            break
        ways[k, PLAN], seems[k] = best, most
        k += 1
    most = w.ahead[A_GAMES + 2 * w.s[TURN] + side]
    return ways[best_played_on(w, side, side, NO_BATTLE, ways, seems, k, OF_PLANS, most), PLAN]


@barrier
def decide(w: World, side: int) -> int:
    """Choose the plan of a turn and whom it holds back or sends; sit down with its weights and return its place."""
    chosen, now = 0, 2 * w.s[TURN] + side
    score, twin = np.zeros(N_PLANS, np.int64), np.zeros(N_PLANS, np.int64)
    told = np.zeros(N_COLUMNS, np.int64)
    tell_nothing(w)
    if w.ahead[A_HALVES + now] > 0 and w.ahead[A_PLANS + side] > 1:
        set_aside(w, 0, False)
        lists_aside(w, False)
        kept, tried = np.zeros((N_NOTES, N_PLANS), np.int64), np.zeros((N_TRIED, N_SAMPLES, N_PLANS), np.int64)
        compare_plans(w, side, kept)
        n, more, rest = w.ahead[A_FIRST + now], w.ahead[A_SECOND + now], w.ahead[A_THIRD + now]
        _round(w, side, score, twin, tried, kept, 0, n)
        if more > 0 and _drop(w, side, score, twin, w.ahead[A_KEEP + now]) > 0:
            _round(w, side, score, twin, tried, kept, n, more)
            n += more
            if rest > 0 and _drop(w, side, score, twin, 1) > 0:
                _round(w, side, score, twin, tried, kept, n, rest)
                n += rest
        for plan in range(1, w.ahead[A_PLANS + side]):
            if score[plan] > score[chosen]:
                chosen = plan
        if w.ahead[A_GAMES + now] > 0:
            before, chosen = chosen, _best_plan_played_on(w, side, chosen, tried, w.ahead[A_FIRST + now])
            n = n if chosen == before else w.ahead[A_FIRST + now]
        if w.ahead[A_AGAIN + now] > 0:
            told[STAY] = whom_to_hold(w, side, chosen, tried, n, w.ahead[A_AGAIN + now])
        if w.ahead[A_AGAIN + now] > 0 and w.ahead[A_GAMES + now] > 0:
            whom_to_send(w, side, chosen, told[STAY], tried, n, told)
        lists_aside(w, True)
    copy(w.weights[side], w.plans[side, chosen])
    w.ahead[A_CHOSEN + side] = chosen
    tell(w, side, told)
    return chosen
