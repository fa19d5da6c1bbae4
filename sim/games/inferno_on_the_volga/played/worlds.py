"""The worlds that games are played in, one a thread, and the result of a game read from one."""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.build import build
from sim.games.inferno_on_the_volga.map.record.columns import margin_of
from sim.games.inferno_on_the_volga.players.roster import foresight, player_of
from sim.map.ensemble import MEMBERS
from sim.map.forces.world import new_world
from sim.match.barrier import install
from sim.match.compiled import is_compiled
from sim.match.whole import Seats

_LOCAL = threading.local()
PACKAGE = "sim.games.inferno_on_the_volga"
Chairs = tuple[tuple[int, f.Ints], tuple[int, f.Ints]]
ARRAYS = ("u", "x", "s", "leaders", "track", "n_track", "closed", "deck", "hand", "turns")
"""What play changes of a world, apart from scratch and the log."""


@lru_cache(2 * MEMBERS)
def _template(board: int, readings: tuple[tuple[str, str], ...]) -> f.World:
    return build(board, dict(readings))


def worlds(seats: Seats) -> tuple[f.World, f.World]:
    """Return this thread's world for these seats and the template it is restored from."""
    template = _template(seats.board, seats.readings)
    kept = _LOCAL.__dict__.setdefault("worlds", {})
    key = (seats.board, seats.readings)
    if key not in kept:
        kept.clear()
        kept[key] = new_world({name: getattr(template, name) for name in f.NAMES})
    install(kept[key], (PACKAGE,))
    return kept[key], template


def chairs(seats: Seats) -> Chairs:
    """Return the kind and the weights of each player."""
    return player_of(seats.first, "german"), player_of(seats.second, "soviet")


def seat(
    world: f.World, template: f.World, seats: Seats, seed: int, game: int, logging: bool, who: Chairs | None = None
) -> None:
    """Restore a world for a game of a match, with its players, those of `seats` or nameless ones, and its dice."""
    for name in ARRAYS:
        getattr(world, name)[:] = getattr(template, name)
    s = world.s
    for side, (kind, weights) in enumerate(who or chairs(seats)):
        s[f.POLICY + side], world.weights[side] = kind, weights
    s[f.SEED], s[f.GAME], s[f.LOGGING] = seed, game, logging
    world.ahead[:], world.outlook[0], world.habits[:] = foresight()
    world.ahead[f.A_SEED] = seed


def result(world: f.World) -> list[int]:
    """Return the result of the game just ended, in the order of `RESULT_COLUMNS`."""
    s = world.s
    held = f.N_SPAWN - sum(int(world.x[f.CONTROL, h]) == f.SOVIET for h in world.spawn[:, 0])
    coast = int((world.x[f.CONTROL, :19] == f.GERMAN).sum())
    return [
        int(n)
        for n in (
            margin_of(int(s[f.OVER])), s[f.TURN], s[f.LOST], s[f.LOST + 1], s[f.KILLED], s[f.KILLED + 1],
            s[f.DEAD_POINTS], s[f.ATTACKS], s[f.ATTACKS + 1], s[f.CLEARED], s[f.CLEARED + 1], s[f.MOVES], s[f.CALLS],
            held, coast, s[f.N_RUBBLE], s[f.DECK_N + 1] - s[f.DECK_AT + 1], s[f.CARDS], world.leaders[f.OKH],
            s[f.TAKEN], s[f.ILLEGAL], s[f.OVERFLOW],
        )
    ]  # fmt: skip


def quiet() -> np.errstate:
    """Hash arithmetic wraps around on purpose; only uncompiled numbers would warn of it."""
    return np.errstate() if is_compiled() else np.errstate(over="ignore")
