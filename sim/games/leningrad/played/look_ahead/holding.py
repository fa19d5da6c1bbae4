"""Whom a plan had better hold back for its turn: those who regret where they went by it, or whole stacks of them.

Who stays while his friends go is alone too, so not only the unit is tried that regrets, but all who stood in its hex.
Who takes his time asks it of everybody who moved, each by himself and with his stack; who takes still more goes on from
there [`sending`].
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import A_EVERYBODY, A_HELD, GERMAN, N_UNITS
from sim.games.leningrad.played.look_ahead.tries import set_aside, try_rest, try_turn
from sim.games.leningrad.players.held import MAY_MARCH, bit_of
from sim.map.forces.world import BIG, COUNT, HEX, ON_MAP, SIDE, SLOT, STATE, TURN, World
from sim.match.compiled import kernel

PRINT, VALUE, REGRET, ALONE, MOVED, N_TRIED = range(6)
"""What is noted of a try of a plan: the fingerprint, what comes of it, bits for units that suffer where they went, for
those that nobody is beside there, and for all who ended elsewhere than they began."""
EDGE, TOO_BAD = 1000, -5000
"""Thousandths of a point: by which a sample it must be better to hold units back; in all, at which a way is dropped."""
MOST_STACKS = 4
"""Stacks that are tried one by one."""
MOST_WAYS = 80
"""Ways to hold somebody back that are tried at most."""
PART = 3
"""Of everybody, only who does not lose by staying in this part of the samples is tried in the others."""


@kernel
def _gain(w: World, side: int, plan: int, held: int, tried, first: int, n: int, least: int) -> int:  # type: ignore[no-untyped-def]
    """Return by how much a plan does better in some samples if some units are held back; at `least` it stops."""
    gain = 0
    for sample in range(first, first + n):
        w.ahead[A_HELD + side] = held
        if try_turn(w, side, plan, sample) != tried[PRINT, sample, plan]:
            gain += try_rest(w, side) - tried[VALUE, sample, plan]
        set_aside(w, 0, True)
        if gain <= least:
            break
    w.ahead[A_HELD + side] = 0
    return gain


@kernel
def noted(rows, plan: int, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return the bits that were noted of a plan in any of its first n samples."""
    found = 0
    for sample in range(n):
        found |= rows[sample, plan]
    return found


@kernel
def _stack_of(w: World, side: int, h: int) -> int:
    """Return bits for those who stand in a hex."""
    found = 0
    for k in range(w.x[COUNT + side, h]):
        found |= bit_of(side, w.x[SLOT + k, h])
    return found


@kernel
def list_ways(w: World, side: int, those: int, ways) -> int:  # type: ignore[no-untyped-def]
    """Write the ways to hold them back: they, they though they may march, each stack, all stacks; return how many.

    A stack is who stands in one hex now, at the start of the turn. The Soviets have no second way.
    """
    ways[0], n, stacks, all_ = those, 1, 0, 0
    if side == GERMAN:
        ways[1], n = those | MAY_MARCH, 2
    for u in range(N_UNITS):
        if w.u[STATE, u] != ON_MAP or w.u[SIDE, u] != side or bit_of(side, u) & those & ~all_ == 0:
            continue
        stack = _stack_of(w, side, w.u[HEX, u])
        all_ |= stack
        stacks += 1
        if stacks <= MOST_STACKS and stack != those:
            ways[n] = stack
            n += 1
    if stacks > 1 and all_ != those:
        ways[n] = all_
        n += 1
    return n


@kernel
def list_movers(w: World, side: int, those: int, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which each of those stays, and in which each stack out of which they went does."""
    seen = 0
    for u in range(N_UNITS):
        if w.u[STATE, u] != ON_MAP or w.u[SIDE, u] != side or bit_of(side, u) & those == 0 or n + 2 > ways.shape[0]:
            continue
        ways[n] = bit_of(side, u)
        n += 1
        stack = _stack_of(w, side, w.u[HEX, u])
        if bit_of(side, u) & seen == 0 and stack & stack - 1 != 0:
            ways[n] = stack
            n += 1
        seen |= stack
    return n


@kernel
def _best_of_all(w: World, side: int, plan: int, tried, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return the best of all ways to hold back some of those who move, in the first n samples; 0 if none wins."""
    ways, part = np.zeros(MOST_WAYS, np.int64), max(1, n // PART)
    those = noted(tried[REGRET], plan, n) | noted(tried[ALONE], plan, n)
    k = list_ways(w, side, those, ways) if those != 0 else 0
    k = list_movers(w, side, noted(tried[MOVED], plan, n), ways, k)
    held, gain = 0, EDGE * n
    for j in range(k):
        better = _gain(w, side, plan, ways[j], tried, 0, part, TOO_BAD)
        if better > 0:
            better += _gain(w, side, plan, ways[j], tried, part, n - part, -better)
        if better > gain:
            held, gain = ways[j], better
    return held


@kernel
def _best_of_some(w: World, side: int, plan: int, tried, n: int) -> int:  # type: ignore[no-untyped-def]
    """Return the best way in the first n samples to hold back who suffers in them, or went alone; 0 if none wins."""
    those = noted(tried[REGRET], plan, n)
    if those == 0:
        those = noted(tried[ALONE], plan, n)
    if those == 0:
        return 0
    ways = np.zeros(MOST_STACKS + 3, np.int64)
    held, gain = 0, EDGE * n
    for k in range(list_ways(w, side, those, ways)):
        better = _gain(w, side, plan, ways[k], tried, 0, n, TOO_BAD)
        if better > gain:
            held, gain = ways[k], better
    return held


@kernel
def whom_to_hold(w: World, side: int, plan: int, tried, n: int, more: int) -> int:  # type: ignore[no-untyped-def]
    """Return bits for those whom a plan holds back, if that is better: none, or one of the ways to do so.

    It is asked for those who suffer in its first n samples where they went; if nobody does, for those who went alone;
    by who takes his time, for everybody who moved. The way that does best in these samples must do better in `more`
    others too.
    """
    asks_all = w.ahead[A_EVERYBODY + 2 * w.s[TURN] + side] > 0
    held = _best_of_all(w, side, plan, tried, n) if asks_all else _best_of_some(w, side, plan, tried, n)
    if held == 0:
        return 0
    for sample in range(n, n + more):
        tried[PRINT, sample, plan] = try_turn(w, side, plan, sample)
        tried[VALUE, sample, plan] = try_rest(w, side)
        set_aside(w, 0, True)
    return held if _gain(w, side, plan, held, tried, n, more, -BIG) > EDGE * more else 0
