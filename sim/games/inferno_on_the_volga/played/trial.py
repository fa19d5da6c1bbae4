"""Games between players that have no name yet, for tuning: weights against a named player."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sim.games.inferno_on_the_volga.map.fields import Ints
from sim.games.inferno_on_the_volga.played.season import play
from sim.games.inferno_on_the_volga.played.worlds import chairs, quiet, result, seat, worlds
from sim.games.inferno_on_the_volga.players.roster import (
    CHARACTERS,
    FILE,
    PROCEDURE,
    QUICK,
    RIVALS,
    packed,
    ranges_of,
    weights_of,
)
from sim.match.tuning import Tuning
from sim.match.whole import Seats

SIDES = ("german", "soviet")
A_WIN = 100
"""What a German win counts for: means are wins in a hundred games."""


def margins(side: str, weights: Mapping[str, int], seats: Seats, seed: int, first: int, n: int) -> Ints:
    """Let weights play a side against whoever `seats` names for the other; 100 a game that the Germans win, (n,)."""
    at = SIDES.index(side)
    world, template = worlds(seats)
    who = list(chairs(seats))
    who[at] = (QUICK + at * PROCEDURE, packed(weights, side))
    found = np.zeros(n, np.int64)
    for k in range(n):
        seat(world, template, seats, seed, first + k, False, (who[0], who[1]))
        with quiet():
            play(world)
        found[k] = A_WIN if result(world)[0] > 0 else 0
    return found


TUNING = Tuning(CHARACTERS, weights_of, ranges_of, margins, FILE, RIVALS)
