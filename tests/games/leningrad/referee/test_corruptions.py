"""Played games are legal; spoiled in any of sixty ways they are not, and the right rule is named."""

from __future__ import annotations

from collections import Counter
from random import Random

import pyarrow as pa
import pytest

from sim.games.leningrad.referee import judge
from tests.games.leningrad.referee.corrupt import CORRUPTIONS
from tests.games.leningrad.referee.games import PAIRS, log, seed_of_the_code
from tests.games.spoiling import caught_by

N_LOGS = 4
RARE = {"earlier_retreat_survives", "fort_left_standing"}
"""What few games have a place for: looked for, not asked for."""


@pytest.fixture(scope="module")
def logs() -> list[pa.Table]:
    seed = seed_of_the_code()
    return [log(seed + n, *PAIRS[5 * n % len(PAIRS)]) for n in range(N_LOGS)]


def test_played_games_are_legal(logs: list[pa.Table]) -> None:
    seen: Counter[str] = Counter()
    for table in logs:
        verdict = judge(table)
        assert verdict.is_legal, verdict.message
        seen += verdict.rules_seen
    for rule in ("3.0", "4.2", "4.7", "5.0", "8.3", "8.47", "9.0", "12.1", "14.0", "15.1", "15.2", "16.3"):
        assert seen[rule], rule


@pytest.mark.in_turn
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_spoiled_game_is_caught(logs: list[pa.Table], name: str) -> None:
    """In the first log that has a place for it; in all of them in `make verify`."""
    n = caught_by(judge, CORRUPTIONS[name], logs, most=1)
    assert n or name in RARE, "no log has a place for it"


@pytest.mark.verification
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_spoiled_game_is_caught_in_every_log(logs: list[pa.Table], name: str) -> None:
    caught_by(judge, CORRUPTIONS[name], logs, most=N_LOGS)


@pytest.mark.in_turn
def test_any_cell_may_be_spoiled_without_a_traceback(logs: list[pa.Table]) -> None:
    rng = Random(5)
    for _ in range(30):
        table = rng.choice(logs)
        name = rng.choice(table.column_names)
        column = table[name].to_pylist()
        column[rng.randrange(len(column))] = rng.choice([None, *column[:400]])
        spoiled = table.set_column(table.column_names.index(name), name, pa.array(column, table[name].type))
        assert "\n" not in judge(spoiled).message
