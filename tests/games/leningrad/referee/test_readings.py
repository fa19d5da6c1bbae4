"""Games by the other readings of R40, R41 and R54 are judged by them, and not by ours."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.referee import Judged, judge
from sim.match.play import play_game
from sim.match.whole import Seats
from tests.games.leningrad.referee.games import PAIRS, seed_of_the_code

OTHERS = {"R40": "alone-again", "R41": "over-land", "R54": "one-move"}


def log(seed: int, pair: tuple[str, str], **readings: str) -> pa.Table:
    events = play_game(WHOLE, seed, 0, Seats(*pair, readings=tuple(readings.items()))).events
    assert events is not None
    return events.table


def judged_as(table: pa.Table, **readings: str) -> Judged:
    """Judge a log as if it had been played by other readings."""
    rows = table.to_pylist()
    note = json.loads(rows[0]["note"])
    rows[0]["note"] = json.dumps(note | {"readings": note["readings"] | readings})
    return judge(pa.Table.from_pylist(rows, schema=table.schema))


@pytest.mark.parametrize("pair", [("random", "random"), ("balanced", "bold")])
def test_a_game_by_all_three_is_legal(pair: tuple[str, str]) -> None:
    verdict = judge(log(seed_of_the_code(), pair, **OTHERS))
    assert verdict.is_legal, verdict.message


def test_a_move_taken_up_again_is_noticed_where_it_may_not_be() -> None:
    """The random players of a game as we read it move and overrun in turns from turn 1 on."""
    verdict = judged_as(log(0, ("random", "random")), R54="one-move")
    assert (verdict.rule, "after others have moved" in verdict.message) == ("4.0", True)


@pytest.mark.verification
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("ruling", OTHERS)
def test_many_games_by_each_are_legal(ruling: str, pair: tuple[str, str]) -> None:
    for n in range(10):
        verdict = judge(log(seed_of_the_code() + n, pair, **{ruling: OTHERS[ruling]}))
        assert verdict.is_legal, verdict.message


@pytest.mark.verification
def test_a_retreat_round_water_is_noticed_where_hexes_are_counted_straight() -> None:
    """A game in three between balanced players has one; of forty at least five."""
    logs = [log(seed, ("balanced", "balanced"), R41="over-land") for seed in range(40)]
    broken = [verdict for verdict in (judged_as(one, R41="straight") for one in logs) if not verdict.is_legal]
    assert len(broken) >= 5
    assert {verdict.rule for verdict in broken} == {"8.47"}
