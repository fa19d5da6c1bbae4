"""Many games of every pair of players are legal (`make verify`)."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.games.leningrad.referee import judge
from tests.games.leningrad.referee.games import PAIRS, log, seed_of_the_code

N_GAMES = 200
N_BOARDS = 64


@pytest.mark.verification
@pytest.mark.parametrize(("german", "soviet"), PAIRS)
def test_every_pair_plays_by_the_rules(german: str, soviet: str) -> None:
    first = seed_of_the_code()
    seen: Counter[str] = Counter()
    for n in range(N_GAMES):
        board = -1 if n % 2 else n // 2 % N_BOARDS
        verdict = judge(log(first + n, german, soviet, board))
        assert verdict.is_legal, f"{german} against {soviet}, seed {first + n}, board {board}: {verdict.message}"
        seen += verdict.rules_seen
    assert seen["8.47"] > N_GAMES
