"""Played games for the referee's tests, on seeds that change with the code."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pyarrow as pa

from sim.game import load_game
from sim.match.play import play_game
from sim.match.referee import Judgment
from sim.match.whole import Seats

ROOT = Path(__file__).parents[4]
GAME = "inferno_on_the_volga"
PAIRS = tuple((german, soviet) for german in ("random", "cautious", "balanced", "bold") for soviet in ("ai", "random"))
MORE_PAIRS = (
    ("balanced", "cautious"), ("bold", "balanced"), ("tuned", "bold"), ("balanced", "tuned"), ("tuned", "ai"),
)  # fmt: skip
"""Beside those of every day: Soviets with a plan, and the tuned."""
SLOW_PAIRS = (("strong", "ai"), ("balanced", "strong"))
LEVELS = ("standard", "easy_for_germans", "easy_for_soviets", "impossible_for_germans", "normal")


@cache
def seed_of_the_code() -> int:
    """Return a seed that every change of the rules' code changes."""
    code = hashlib.sha256()
    for folder in ("sim/map", "sim/match", f"sim/games/{GAME}"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            code.update(path.read_bytes())
    return int.from_bytes(code.digest()[:4])


def log(
    seed: int, german: str, soviet: str, board: int = -1, level: str = LEVELS[0], readings: dict[str, str] | None = None
) -> pa.Table:
    """Return the log of a game."""
    stated = (("difficulty", level), *(readings or {}).items())
    events = play_game(load_game(GAME).whole, seed, 0, Seats(german, soviet, board, stated)).events
    assert events is not None
    return events.table


def judged(table: pa.Table) -> Judgment:
    """Return what the referee of the game says of a log."""
    return load_game(GAME).referee(table)
