"""A game stopped between two phases: what it takes to go on from there, or to play the rest many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.match.advice import Advised
from sim.match.log import EventLog
from sim.match.whole import GameResult, Seats


@dataclass(frozen=True)
class Saved:
    """A game before phase `phase` of turn `turn`: who played it so far, its dice, and its `state`, the game's own."""

    seats: Seats
    seed: int
    game: int
    turn: int
    phase: int
    state: Any


@dataclass(frozen=True)
class SavedGames:
    """What a game can do with saved games.

    `walk(seats, seed, game, start)` plays one game, from `start` if it is given, and yields it before every phase, and
    last with phase 0. `log` are its events until there, `hidden` the counters that nobody has seen yet, by unit.
    `resume(saved, seats)` plays on with the same dice: result, log from the very start, summary of the turns.
    `rest(saved, seats, n, seed, first)` plays the rest n times with fresh dice of `seed`, numbers from `first`, all
    that is hidden dealt anew each time, and returns the margins, shape (n,). `text` and `read(text, place)` are a file
    of it; `read` raises `GameError` in one line that begins with `place`. `advise(saved, player, n, seed)` asks a
    player that looks ahead, None where no player does: n games a plan, fresh dice of `seed`.
    """

    walk: Callable[[Seats, int, int, Saved | None], Iterator[Saved]]
    resume: Callable[[Saved, Seats], tuple[GameResult, EventLog, NDArray[np.int64]]]
    rest: Callable[[Saved, Seats, int, int, int], NDArray[np.int64]]
    log: Callable[[Saved], EventLog]
    hidden: Callable[[Saved], Mapping[str, str]]
    text: Callable[[Saved], str]
    read: Callable[[str, str], Saved]
    advise: Callable[[Saved, str, int, int], Advised] | None = None
