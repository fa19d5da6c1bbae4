"""A game of Leningrad stopped between two phases: its state as arrays, taken and put back.

A state holds all that the rest of a game hangs on and no scratch, so two states are equal exactly if their futures are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.sequence import restore
from sim.map.forces import world as g
from sim.map.forces.world import Ints, Small, World

LAST_PHASE = 8
CHOSEN = slice(f.A_CHOSEN, f.A_SENT + f.MOST_SENT)
SENT_FROM = f.A_SENT - f.A_CHOSEN
"""From where on the plans of a `State` say who is sent."""
UNIT_FIELDS = (
    g.HEX, g.STATE, g.STEPS, g.ATT, g.DEF, g.FULL, g.HALF, f.TYPE, f.KNOWN, f.COUNTER, f.ARRIVES, f.GROUP, f.SINCE,
)  # fmt: skip
"""Fields of units that outlast a phase."""
HEX_FIELDS = (
    g.COUNT, g.COUNT + 1, g.ZOC, g.ZOC + 1, *range(g.SLOT, g.SLOT + g.STACK_ROWS), g.LINE, g.LINE + 1, g.PACE,
    g.PACE + 1, g.EXTRA, g.EXTRA + 1, f.FORT, f.AIRED, f.CONTROL,
)  # fmt: skip
"""Fields of hexes that outlast a phase; the road networks are traced anew by whoever first asks."""
SCALARS = (
    g.TURN, g.SEED, g.GAME, g.BATTLE, f.AIR_USED, f.AIR_USED + 1, f.REGENS, f.SURPRISE,
    f.ENTERED_34, f.RNG, f.RNG + 1, f.FORTS_PLACED, f.ATTACKS, f.MOVES, *range(f.POOL_N, f.POOL_DEF + 2), f.OPENER,
    f.OPENER_VP,
)  # fmt: skip
"""Scalars that outlast a phase."""


@dataclass(frozen=True)
class State:
    """A stopped game: the fields above of units (fields, 93), hexes (fields, 390) and scalars; turns; rows of the log.

    `plans` holds the place of the plan that each side plays its turn by, 0 for a habit, then bits for the units that it
    holds back in it, then who is sent where, shape (52,).
    Arrays are not to be written to; `put` copies them into a world.
    """

    units: Ints
    hexes: Small
    scalars: Ints
    turns: Ints
    log: Ints
    plans: Ints


def take(w: World) -> State:
    """Return the state of a world between two phases."""
    rows = w.log[: w.s[g.N_LOG]].copy()
    return State(
        w.u[list(UNIT_FIELDS)], w.x[list(HEX_FIELDS)], w.s[list(SCALARS)], w.turns.copy(), rows, w.ahead[CHOSEN].copy()
    )


def put(w: World, template: World, state: State) -> None:
    """Put a state into a world, of which `template` is the start; policies and logging are as in the template."""
    restore(w, template)
    w.u[list(UNIT_FIELDS)] = state.units
    w.x[list(HEX_FIELDS)] = state.hexes
    w.s[list(SCALARS)] = state.scalars
    w.turns[:] = state.turns
    w.ahead[CHOSEN] = state.plans
    for side in range(2):
        w.x[g.GATE + side] = g.gates(w.x, side)
    w.s[g.N_LOG] = len(state.log)
    w.log[: len(state.log)] = state.log


def with_dice(state: State, seed: int, game: int) -> State:
    """Return a state whose rest is rolled with other dice."""
    scalars = state.scalars.copy()
    scalars[SCALARS.index(g.SEED)], scalars[SCALARS.index(g.GAME)] = seed, game
    return replace(state, scalars=scalars)
