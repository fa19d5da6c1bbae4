"""Played games for the referee's tests, on seeds that change with the code."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pyarrow as pa

ROOT = Path(__file__).parents[4]
PLAYERS = ("random", "cautious", "balanced", "bold")
PAIRS = tuple((german, soviet) for german in PLAYERS for soviet in PLAYERS)


@cache
def seed_of_the_code() -> int:
    """Return a seed that every change of the rules' code changes."""
    code = hashlib.sha256()
    for folder in ("sim/map", "sim/match", "sim/games/leningrad"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            code.update(path.read_bytes())
    return int.from_bytes(code.digest()[:4])


def log(seed: int, german: str, soviet: str, board: int = -1) -> pa.Table:
    """Return the log of a game; the engine is loaded only now."""
    from sim.games.leningrad.played import WHOLE
    from sim.match.play import play_game
    from sim.match.whole import Seats

    events = play_game(WHOLE, seed, 0, Seats(german, soviet, board)).events
    assert events is not None
    return events.table
