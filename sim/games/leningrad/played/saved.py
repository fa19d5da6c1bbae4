"""A game of Leningrad stopped between two phases: its state as arrays, put back, and the rest played.

A state holds all that the rest of a game hangs on and no scratch, so two states are equal exactly if their futures are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.upkeep import finish
from sim.games.leningrad.played.sequence import play_phase, restore
from sim.map import world as g
from sim.map.world import Ints, World
from sim.match.compiled import kernel
from sim.match.dice import DEAL, number

LAST_PHASE = 8
UNIT_FIELDS = (
    g.HEX, g.STATE, g.STEPS, g.ATT, g.DEF, g.FULL, g.HALF, f.TYPE, f.KNOWN, f.COUNTER, f.ARRIVES, f.GROUP, f.SINCE,
)  # fmt: skip
"""Fields of units that outlast a phase."""
HEX_FIELDS = (
    g.COUNT, g.COUNT + 1, g.ZOC, g.ZOC + 1, *range(g.SLOT, g.SLOT + g.STACK_ROWS), g.LINE, g.LINE + 1, g.PACE,
    g.PACE + 1, g.EXTRA, g.EXTRA + 1, f.FORT, f.AIRED, f.CONTROL, g.NET, g.NET + 1,
)  # fmt: skip
"""Fields of hexes that outlast a phase; the road networks among them, since quick players look at them as last traced,
even when a move since has cut one."""
SCALARS = (
    g.TURN, g.SEED, g.GAME, g.BATTLE, g.DIRTY, g.DIRTY + 1, f.AIR_USED, f.AIR_USED + 1, f.REGENS, f.SURPRISE,
    f.ENTERED_34, f.RNG, f.RNG + 1, f.FORTS_PLACED, f.ATTACKS, f.MOVES, *range(f.POOL_N, f.POOL_DEF + 2),
)  # fmt: skip
"""Scalars that outlast a phase."""


@dataclass(frozen=True)
class State:
    """A stopped game: the fields above of units (fields, 93), hexes (fields, 390) and scalars; turns; rows of the log.

    Arrays are not to be written to; `put` copies them into a world.
    """

    units: Ints
    hexes: Ints
    scalars: Ints
    turns: Ints
    log: Ints


def take(w: World) -> State:
    """Return the state of a world between two phases."""
    rows = w.log[: w.s[g.N_LOG]].copy()
    return State(w.u[list(UNIT_FIELDS)], w.x[list(HEX_FIELDS)], w.s[list(SCALARS)], w.turns.copy(), rows)


def put(w: World, template: World, state: State) -> None:
    """Put a state into a world, of which `template` is the start; policies and logging are as in the template."""
    restore(w, template)
    w.u[list(UNIT_FIELDS)] = state.units
    w.x[list(HEX_FIELDS)] = state.hexes
    w.s[list(SCALARS)] = state.scalars
    w.turns[:] = state.turns
    w.s[g.N_LOG] = len(state.log)
    w.log[: len(state.log)] = state.log


def redeal(w: World, seed: int, game: int) -> None:
    """Deal anew all Soviet counters that nobody has seen, each class among its own [12.0].

    The new deal hangs on seed and game alone, not on the old one; no die of a game is used.
    """
    for kind in (f.MOBILE, f.INFANTRY):
        hidden = np.flatnonzero((w.u[g.SIDE] == f.SOVIET) & (w.u[g.CLASS] == kind) & (w.u[f.KNOWN] == 0))
        counters = sorted(w.u[f.COUNTER, hidden].tolist())
        for i in range(len(counters) - 1, 0, -1):
            j = int(number(i + 1, seed, game, f.N_TURNS + 1, 0, DEAL, kind * 1000 + i))
            counters[i], counters[j] = counters[j], counters[i]
        for u, counter in zip(hidden.tolist(), counters, strict=True):
            _, attack, defense, of_type = w.lists[f.L_COUNTER : f.L_COUNTER + 4, counter]
            w.u[f.COUNTER, u], w.u[f.TYPE, u], w.u[g.DEF, u] = counter, of_type, defense
            w.u[g.ATT, u] = w.u[g.FULL, u] = w.u[g.HALF, u] = attack


def with_dice(state: State, seed: int, game: int) -> State:
    """Return a state whose rest is rolled with other dice."""
    scalars = state.scalars.copy()
    scalars[SCALARS.index(g.SEED)], scalars[SCALARS.index(g.GAME)] = seed, game
    return replace(state, scalars=scalars)


@kernel
def play_rest(w: World, phase: int) -> int:
    """Play from before a phase of this turn to the end of the game; return the margin."""
    first = phase
    for turn in range(w.s[g.TURN], f.N_TURNS + 1):
        w.s[g.TURN] = turn
        for nth in range(first, LAST_PHASE + 1):
            play_phase(w, nth)
        first = 1
    finish(w)
    return w.s[f.MARGIN]
