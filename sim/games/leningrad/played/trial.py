"""One game between two players, named or not: for blocks of games, for tuning, for fitting an outlook."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.season import play, play_on, watch
from sim.games.leningrad.played.sequence import play_phase, restore, set_up
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.worlds import quiet, result, worlds
from sim.games.leningrad.players.roster import CHARACTERS, FILE, SIDES, Seat, packed, ranges_of, seat_of, weights_of
from sim.games.leningrad.players.seat import QUICK
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World
from sim.match.tuning import Tuning
from sim.match.whole import Seats

Chairs = tuple[Seat, Seat]


def chairs(seats: Seats) -> Chairs:
    """Return the players of these names."""
    return seat_of(seats.first, f.GERMAN), seat_of(seats.second, f.SOVIET)


def play_once(world: World, template: World, seed: int, game: int, who: Chairs, logging: bool) -> list[int]:
    """Play one game of a match and return its result, in the order of `RESULT_COLUMNS`."""
    restore(world, template)
    s = world.s
    s[g.SEED], s[g.GAME], s[g.LOGGING] = seed, game, logging
    sit_down(world, *who)
    with quiet():
        play(world)
    return result(world)


def watch_game(first: Ints, rest: Chairs, seed: int, game: int) -> tuple[Ints, int]:
    """Play the first half turns by weights of their own, shape (halves, weights), and the others by two quick players.

    Return what was seen after each half turn, shape (26, marks), and the margin.
    """
    world, template = worlds(Seats())
    restore(world, template)
    s = world.s
    s[g.SEED], s[g.GAME], s[g.LOGGING] = seed, game, False
    sit_down(world, *rest)
    world.ahead[f.A_WATCH] = True
    for side, weights in enumerate(first[:2]):
        world.weights[side] = weights  # which set the game up as well
    with quiet():
        set_up(world)
        for half, weights in enumerate(first):
            s[g.TURN], side = half // 2 + 1, half % 2
            world.weights[side] = weights
            for phase in range(1, 5):
                play_phase(world, 4 * side + phase)
            watch(world, side)
        for side, seat in enumerate(rest):
            world.weights[side] = seat.weights
        s[g.TURN] = len(first) // 2 + 1
        margin = play_on(world, 1 + 4 * (len(first) % 2))
    return world.seen, int(margin)


def margins(side: str, weights: Mapping[str, int], seats: Seats, seed: int, first: int, n: int) -> Ints:
    """Let weights play a side against whoever `seats` names for the other, and return the margins, shape (n,)."""
    at = SIDES.index(side)
    mine = packed(weights)
    who = list(chairs(seats))
    who[at] = Seat(QUICK, mine, mine[None])
    world, template = worlds(seats)
    games = range(first, first + n)
    return np.array([play_once(world, template, seed, k, (who[0], who[1]), False)[0] for k in games], np.int64)


TUNING = Tuning(CHARACTERS, weights_of, ranges_of, margins, FILE)
