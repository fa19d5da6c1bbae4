"""How often each rule is seen to fire in played games, as the referee counts them, and the page that says so.

`python -m tests.games.leningrad.count_rules GAMES FILE` plays and counts; without a FILE it prints.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sim.games.leningrad.referee import judge
from tests.games.leningrad.referee.games import PAIRS, log

FIRST_SEED = 1941
N_BOARDS = 64


@dataclass
class Seen:
    """Counts over some games: how often each rule fired, and in how many games at least once."""

    games: int = 0
    times: Counter[str] = field(default_factory=Counter)
    in_games: Counter[str] = field(default_factory=Counter)


def numbered(n: int) -> Iterator[tuple[int, str, str, int]]:
    """Yield seed, players and board of n games: the pairs of players in turn, every other game on a drawn board."""
    for at in range(n):
        german, soviet = PAIRS[at % len(PAIRS)]
        turn = at // len(PAIRS)
        yield FIRST_SEED + at, german, soviet, -1 if turn % 2 else turn // 2 % N_BOARDS


def count(games: Iterable[tuple[int, str, str, int]]) -> Seen:
    """Play games, have them judged, and count; stop at one that is not legal."""
    seen = Seen()
    for seed, german, soviet, board in games:
        verdict = judge(log(seed, german, soviet, board))
        assert verdict.is_legal, f"{german} against {soviet}, seed {seed}, board {board}: {verdict.message}"
        seen.games += 1
        seen.times += verdict.rules_seen
        seen.in_games.update(rule for rule, n in verdict.rules_seen.items() if n)
    return seen


def main(n: int, file: Path) -> None:
    """Count over n games and write the counts."""
    found = count(numbered(n))
    file.write_text(json.dumps({"games": found.games, "times": found.times, "in_games": found.in_games}), "utf8")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
