"""Played games are legal; spoiled in any of seventy ways they are not, and the right rule is named."""

from __future__ import annotations

from collections import Counter
from random import Random

import pyarrow as pa
import pytest

from tests.games.inferno_on_the_volga.referee.corrupt import CORRUPTIONS
from tests.games.inferno_on_the_volga.referee.games import LEVELS, PAIRS, judged, log, seed_of_the_code
from tests.games.spoiling import caught_by

N_LOGS = 8
SAMPLE = 24
"""Kinds of corruption that `make test` tries, others at every change of the code; `make verify` tries all."""
RARE = {
    "weaker_soviet_advances",
    "soviet_stack_stays_out",
    "card_in_a_hasty_attack",
    "spawn_too_many",
    "soviet_attack_not_made",
    "back_to_another_row",
}
"""What few games have a place for: looked for, not asked for."""


@pytest.fixture(scope="module")
def logs() -> list[pa.Table]:
    seed = seed_of_the_code()
    return [log(seed + n, *PAIRS[n], level=LEVELS[n // 2]) for n in range(N_LOGS)]


def sampled() -> list[str]:
    """Return the kinds that are tried today."""
    return sorted(Random(seed_of_the_code()).sample(sorted(CORRUPTIONS), SAMPLE))


def test_played_games_are_legal(logs: list[pa.Table]) -> None:
    """The rules written a second time force the same games, at every level.

    [p. 6 adjusting strength, p. 6 playing Soviet cards, p. 10 rubble, p. 12 cards in play, p. 12 Paulus, p. 12 Hoth,
    p. 13 Linden, p. 14 Soviet leaders, p. 14 Chuikov, p. 18 leader advantages, p. 18 Immortal Guard, p. 18 marines,
    p. 19 fortifications]
    """
    seen: Counter[str] = Counter()
    for table in logs:
        verdict = judged(table)
        assert verdict.is_legal, verdict.message
        seen.update(verdict.rules_seen)
    for rule in ("p. 5 set-up", "p. 7 reinforcements", "p. 9 deliberate attack", "p. 10 close combat", "p. 11 spawn"):
        assert seen[rule], rule


@pytest.mark.in_turn
def test_a_spoiled_game_is_caught(logs: list[pa.Table]) -> None:
    """In the first log that has a place for it; every kind and all logs in `make verify`."""
    for name in sampled():
        assert caught_by(judged, CORRUPTIONS[name], logs, most=1) or name in RARE, f"no log has a place for {name}"


@pytest.mark.verification
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_spoiled_game_is_caught_in_every_log(logs: list[pa.Table], name: str) -> None:
    assert caught_by(judged, CORRUPTIONS[name], logs, most=N_LOGS) or name in RARE, "no log has a place for it"


def test_any_cell_may_be_spoiled_without_a_traceback(logs: list[pa.Table]) -> None:
    rng = Random(5)
    for _ in range(30):
        table = rng.choice(logs)
        name = rng.choice(table.column_names)
        column = table[name].to_pylist()
        column[rng.randrange(len(column))] = rng.choice([None, *column[:400]])
        spoiled = table.set_column(table.column_names.index(name), name, pa.array(column, table[name].type))
        assert "\n" not in judged(spoiled).message
