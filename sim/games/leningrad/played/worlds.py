"""The worlds that games are played in, one a thread, and the result of a game read from one."""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.build import ROOMS, plan
from sim.games.leningrad.map.upkeep import cities_held
from sim.games.leningrad.players import anything
from sim.map.board import load_board
from sim.map.ensemble import MEMBERS
from sim.map.forces import world as g
from sim.map.forces.world import World, copy_of
from sim.match.barrier import install
from sim.match.compiled import is_compiled
from sim.match.whole import Seats

_LOCAL = threading.local()


@lru_cache(2 * MEMBERS)
def _template(board: int, readings: tuple[tuple[str, str], ...]) -> World:
    return plan(load_board(tables.GAME, board), dict(readings))


def worlds(seats: Seats) -> tuple[World, World]:
    """Return this thread's world for these seats and the template it is restored from."""
    template = _template(seats.board, seats.readings)
    kept = _LOCAL.__dict__.setdefault("worlds", {})
    key = (seats.board, seats.readings)
    if key not in kept:
        kept.clear()
        kept[key] = copy_of(template)
    without = () if "random" in (seats.first, seats.second) else (anything.__name__,)
    install(kept[key], ROOMS, without)
    world: World = kept[key]
    return world, template


def result(world: World) -> list[int]:
    """Return the result of the game just ended, in the order of `RESULT_COLUMNS`."""
    s = world.s
    total = world.turns.sum(axis=0)
    last = world.turns[f.N_TURNS]
    with quiet():
        cities = cities_held(world)
    return [
        int(n)
        for n in (
            s[f.MARGIN], *last[f.Y_VP : f.Y_VP + 2], *total[f.Y_LOST : f.Y_LOST + 2],
            *total[f.Y_ATTACKS : f.Y_ATTACKS + 2], *total[f.Y_OVERRUNS : f.Y_OVERRUNS + 2], s[f.MOVES], s[f.REGENS],
            cities, s[g.OVERFLOW],
        )
    ]  # fmt: skip


def quiet() -> np.errstate:
    """Hash arithmetic wraps around on purpose; only uncompiled numbers would warn of it."""
    return np.errstate() if is_compiled() else np.errstate(over="ignore")
