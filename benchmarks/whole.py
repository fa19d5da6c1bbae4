"""Whole games: how many a second two workers play, quick players and those that look ahead."""

from __future__ import annotations

from benchmarks.timing import say, seconds
from sim.game import load_game
from sim.match.play import BLOCK, play_match
from sim.match.whole import Seats

JOBS = 2
MATCHES = (
    ("leningrad", "balanced", 1_200),
    ("leningrad", "tuned", 1_200),
    ("leningrad", "strong", 100),
    ("inferno_on_the_volga", "balanced", 6_000),
    ("inferno_on_the_volga", "strong", 100),
)
"""Game, who plays both sides, and how many games: some three seconds each."""


def whole() -> None:
    """Time matches without a log; the two workers want two cores that nobody else is using.

    Work is shared out in blocks, so a match has an even number of them for each worker.
    """
    for name, player, games in MATCHES:
        game, seats = load_game(name), Seats(player, player)
        assert games % (JOBS * BLOCK) == 0
        play_match(game.whole, 1, 1, seats)  # kernels are compiled, or loaded
        taken = seconds(lambda game=game, seats=seats, n=games: play_match(game.whole, n, 1, seats, JOBS))  # type: ignore[misc]
        say(f"{name}: {player} v {player}, games a second, {JOBS} jobs", f"{games / taken:8.0f}")
