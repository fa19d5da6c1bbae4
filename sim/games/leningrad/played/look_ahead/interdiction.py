"""How a player who takes his time interdicts: by plan, by habit, wherever it is possible, or nowhere [11.3].

Each way is played on for some turns, in thought (`playing_on`): after the reply alone it can hardly be judged.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import A_GAMES, GERMAN, POLICY
from sim.games.leningrad.played.look_ahead.playing_on import INTERDICTION, OF_INTERDICTION, best_played_on
from sim.games.leningrad.played.look_ahead.tries import fingerprint, lists_aside, set_aside
from sim.games.leningrad.played.look_ahead.ways import ANYWHERE, HOLD, N_COLUMNS, NOWHERE, USUAL, interdict_as
from sim.games.leningrad.players.names import W_INTERDICT
from sim.games.leningrad.players.seat import STRONG
from sim.map.forces.world import LOGGING, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel


@kernel
def weighs_interdiction(w: World) -> bool:
    """Return whether the German player weighs where he interdicts."""
    return w.s[POLICY] == STRONG and w.ahead[A_GAMES + 2 * w.s[TURN]] > 0


@barrier
def interdict_with_care(w: World) -> int:
    """Play the interdiction phase in the way that is best when it is played on."""
    ways, prints, n = np.zeros((4, N_COLUMNS), np.int64), np.zeros(4, np.int64), 0
    set_aside(w, 0, False)
    lists_aside(w, False)
    for least in (USUAL, w.plans[GERMAN, 0, W_INTERDICT], ANYWHERE, NOWHERE):
        ways[n, HOLD] = least
        w.s[LOGGING] = 0
        interdict_as(w, ways[n])
        prints[n] = fingerprint(w)
        like = 0
        while prints[like] != prints[n]:
            like += 1
        n += 1 if like == n else 0
        set_aside(w, 0, True)
        lists_aside(w, True)
    best = 0
    if n > 1:
        seems, most = np.zeros(4, np.int64), w.ahead[A_GAMES + 2 * w.s[TURN]]
        best = best_played_on(w, GERMAN, GERMAN, INTERDICTION, ways, seems, n, OF_INTERDICTION, most)
        set_aside(w, 0, True)
        lists_aside(w, True)
    return interdict_as(w, ways[best])
