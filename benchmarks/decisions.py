"""Decisions of strong players at Leningrad, every plan tried at each: what it leads to, and what comes of it.

Strong players play each other. Wherever one of them decides, every plan is tried on `TRIED` samples as players try it:
what is then seen is noted, and the sample played on to the end of the game, by habits. On `PLAYED` other samples plans
are played to the end at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.outlook import row_of
from sim.games.leningrad.played.look_ahead.tries import lists_aside, set_aside, try_on, try_rest, try_turn
from sim.games.leningrad.played.season import OPENING, live_phase, think_aloud
from sim.games.leningrad.played.sequence import restore, set_up
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.trial import chairs
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players.roster import SIDES, plans_of
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.whole import Seats

TRIED, PLAYED = 3, 4
"""Samples of each plan: as players try it, and to the end of the game."""
LAST = 10
"""The last turn of whose samples nobody sees the end."""
JOBS, STEP = 2, 25
SEATS = Seats("strong", "strong")


@dataclass(frozen=True)
class Decision:
    """A decision: its game, turn and side, and the tries of plans.

    `seen` holds what was seen where samples end, shape (tried, plans, marks); `ends` the German margins of all samples,
    in points, shape (samples, plans); `parted` whether a plan led elsewhere than the habit, the same shape.
    """

    game: int
    turn: int
    side: int
    seen: NDArray[np.int64]
    ends: NDArray[np.float64]
    parted: NDArray[np.bool_]

    @property
    def row(self) -> int:
        """Return the row of the outlook by which its samples were judged: both sides stop after a Soviet half turn."""
        return row_of(self.turn + self.side, f.SOVIET)


def decisions(games: int, seed: int) -> list[Decision]:
    """Return the decisions of so many games, of the turns whose samples stop before the end."""
    blocks = [range(at, min(at + STEP, games)) for at in range(0, games, STEP)]
    parts = Parallel(n_jobs=JOBS)(delayed(play)(seed, block) for block in blocks)
    return [row for part in parts for row in part]


def play(seed: int, games: range) -> list[Decision]:
    """Play games between strong players, and try every plan wherever one of them decides."""
    found: list[Decision] = []
    world, template = worlds(SEATS)
    for game in games:
        restore(world, template)
        world.s[g.SEED], world.s[g.GAME], world.s[g.LOGGING] = seed, game, False
        sit_down(world, *chairs(SEATS))
        with quiet():
            set_up(world)
            for turn in range(1, LAST + 1):
                world.s[g.TURN] = turn
                for phase in range(1, 9):
                    side = (phase - 1) // 4
                    if phase in OPENING:
                        if world.ahead[f.A_HALVES + 2 * turn + side] > 0:
                            found.append(try_plans(world, game, side))
                        think_aloud(world, side)
                    live_phase(world, phase)
    return found


def try_plans(world: World, game: int, side: int) -> Decision:
    """Try every plan at a position, and leave it as it was."""
    turn, n = int(world.s[g.TURN]), len(plans_of(SIDES[side]))
    seen = np.zeros((TRIED, n, f.N_MARKS), np.int64)
    ends, prints = np.zeros((TRIED + PLAYED, n)), np.zeros((TRIED + PLAYED, n), np.int64)
    world.ahead[f.A_HELD : f.A_HELD + 2] = 0
    set_aside(world, 0, False)
    lists_aside(world, False)
    for sample in range(TRIED + PLAYED):
        for plan in range(n):
            prints[sample, plan] = try_turn(world, side, plan, sample)
            like = int(np.argmax(prints[sample] == prints[sample, plan]))
            if like < plan:
                ends[sample, plan] = ends[sample, like]
                if sample < TRIED:
                    seen[sample, plan] = seen[sample, like]
            else:
                half = side
                if sample < TRIED:
                    try_rest(world, side)
                    half = f.SOVIET
                    seen[sample, plan] = world.seen[row_of(turn + side, half)]
                ends[sample, plan] = try_on(world, f.GERMAN, half, 2 * f.N_TURNS) / 1000
            set_aside(world, 0, True)
    lists_aside(world, True)
    return Decision(game, turn, side, seen, ends, prints != prints[:, :1])
