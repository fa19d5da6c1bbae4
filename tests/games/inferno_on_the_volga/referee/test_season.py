"""Many games of every pair of players are legal at every level (`make verify`)."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.games.inferno_on_the_volga.referee.verdict import READINGS
from tests.games.inferno_on_the_volga.referee.games import (
    LEVELS,
    MORE_PAIRS,
    PAIRS,
    SLOW_PAIRS,
    judged,
    log,
    seed_of_the_code,
)

N_GAMES, N_SLOW = 200, 60
N_BOARDS = 64


@pytest.mark.verification
@pytest.mark.parametrize(("german", "soviet"), [*PAIRS, *MORE_PAIRS, *SLOW_PAIRS])
def test_every_pair_plays_by_the_rules(german: str, soviet: str) -> None:
    first = seed_of_the_code()
    seen: Counter[str] = Counter()
    games = N_SLOW if (german, soviet) in SLOW_PAIRS else N_GAMES
    for n in range(games):
        board, level = -1 if n % 2 else n // 2 % N_BOARDS, LEVELS[n % len(LEVELS)]
        verdict = judged(log(first + n, german, soviet, board, level))
        assert verdict.is_legal, (
            f"{german} against {soviet}, {level}, seed {first + n}, board {board}: {verdict.message}"
        )
        seen.update(verdict.rules_seen)
    assert seen["p. 10 close combat"] > games
    assert seen["p. 11 spawn"] > games // 2


@pytest.mark.verification
def test_every_reading_is_judged() -> None:
    """Each other reading of a ruling by itself: its games are legal under it."""
    first = seed_of_the_code()
    for ruling, readings in READINGS.items():
        for reading in readings[1:] if ruling != "difficulty" else ():
            for n, (german, soviet) in enumerate(PAIRS):
                table = log(first + n, german, soviet, -1, LEVELS[n % len(LEVELS)], {ruling: reading})
                verdict = judged(table)
                assert verdict.is_legal, f"{ruling}={reading}, {german}, {soviet}, seed {first + n}: {verdict.message}"
