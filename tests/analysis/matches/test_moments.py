"""Moments of a game hold what its log says, no more and no less; chances are what playing on shows."""

from itertools import pairwise
from typing import Any

import pytest

from analysis.errors import KesselError
from analysis.matches.chances import chances
from analysis.matches.front import front
from analysis.matches.moments import Moment, losses, moments, standing
from analysis.matches.record import Record, read_record
from analysis.matches.replaying import Walked, walked
from sim.game import load_game
from sim.map.board import load_board
from sim.match.whole import Seats

WHOLE = load_game("leningrad").whole


@pytest.fixture(scope="module")
def walk() -> Walked:
    return walked(WHOLE, Seats("bold", "cautious"), 11, 0)


@pytest.fixture(scope="module")
def record(walk: Walked) -> Record:
    assert walk.played.events is not None
    return read_record(walk.played.events.table, WHOLE.sides, WHOLE.words)


@pytest.fixture(scope="module")
def found(walk: Walked, record: Record) -> list[Moment]:
    assert walk.played.events is not None
    return moments(walk.played.events.table, record, WHOLE.words)


def test_units_stand_where_the_log_leaves_them_at_the_end_of_every_turn(found: list[Moment], record: Record) -> None:
    assert standing(found[:1]).keys() == record.start.keys()
    for turn in record.turns:
        until = [moment for moment in found if moment.turn <= turn.number]
        assert until[-1].kind == "end"
        assert {unit: where for unit, (where, _) in standing(until).items()} == turn.units


def test_every_battle_is_one_moment(found: list[Moment], record: Record) -> None:
    battles = [battle for turn in record.turns for side in WHOLE.sides for battle in turn.doings[side].battles]
    told = [moment.battle for moment in found if moment.kind == "battle"]
    assert all(battle is not None for battle in told)
    assert sorted(id(battle) for battle in battles) == sorted(id(battle) for battle in told)
    for moment in found:
        if moment.battle is not None:
            assert {unit for unit, (where, _) in moment.stands.items() if not where} == set(moment.battle.gone)
            assert moment.retreats.keys() == moment.battle.retreats.keys()
            assert moment.side == moment.battle.side


def test_paths_join(found: list[Moment]) -> None:
    place: dict[str, str] = {}
    board = load_board("leningrad")
    n = 0
    for moment in found:
        for unit, way in moment.paths.items():
            start = place.get(unit)
            if unit not in moment.arrived and moment.kind == "move":
                assert way[0] == start
            assert all(board.grid.distance(a, b) == 1 for a, b in pairwise(way))
            n += 1
        place |= {unit: where for unit, (where, _) in moment.stands.items()}
    assert n > 200


def test_losses_are_those_of_the_result(found: list[Moment], record: Record, walk: Walked) -> None:
    numbers = walk.played.result.numbers
    last = losses(found, WHOLE.words, record.side_of)[-1]
    assert last == {side: numbers[f"{side}_steps_lost"] for side in WHOLE.sides}


def test_a_walk_is_the_game(walk: Walked) -> None:
    result, log = WHOLE.play_logged(Seats("bold", "cautious"), 11, 0)
    assert walk.played.result == result
    assert walk.played.events is not None
    assert walk.played.events.digest() == log.digest()


def test_chances_end_with_the_result_and_do_not_hang_on_workers(walk: Walked) -> None:
    found = walk.chances(6, 1)
    assert found == walk.chances(6, 2)
    assert [(one.turn, one.phase) for one in found] == [
        *((turn, phase) for turn in range(1, 13) for phase in (1, 5)), (12, 0)
    ]  # fmt: skip
    assert all(one.n == 6 and one.low <= one.p <= one.high for one in found)
    assert found[-1].margin == walk.played.result.margin
    assert found[-1].p == (walk.played.result.winner == WHOLE.sides[0])
    assert walk.chances(0) == []


def test_who_is_too_slow_is_replaced_where_games_go_on() -> None:
    """Strong players go on in place of patient ones, from the same position with the same dice; others stay."""
    walk = walked(WHOLE, Seats("patient", "balanced"), 11, 0)
    stop = [walk.at("11")]
    assert WHOLE.goes_on(walk.seats) == Seats("strong", "balanced")
    assert WHOLE.goes_on(Seats("deep", "bold", 3)) == Seats("deep", "bold", 3)
    assert chances(WHOLE, stop, walk.seats, 4) == chances(WHOLE, stop, Seats("strong", "balanced"), 4)


@pytest.mark.parametrize("where", ["13", "0", "5.9", "x", "5.", "-1"])
def test_where_a_game_does_not_stop(walk: Walked, where: str) -> None:
    if where == "5.":
        assert walk.at(where).turn == 5
        return
    with pytest.raises(KesselError, match=r"^--save is .*; expected a turn, or turn\.phase, from 1\.1 to 12\.8$"):
        walk.at(where)


def test_a_front_lies_between_two_units() -> None:
    board = load_board("leningrad")
    lines = front(board, ["0512"], ["1812"], {})
    west, east = (board.grid.centers[board.index(number)] for number in ("0512", "1812"))
    around = [line for line in lines if _inside(west, line)]
    assert len(around) == 1
    assert not _inside(east, around[0])
    assert _inside(0.6 * west + 0.4 * east, around[0])
    assert not _inside(0.4 * west + 0.6 * east, around[0])


def _inside(point: Any, line: Any) -> bool:
    """Count the sides of a closed line that a ray to the east crosses."""
    crossed = 0
    for (ax, ay), (bx, by) in pairwise([*line, line[0]]):
        if (ay > point[1]) != (by > point[1]):
            crossed += ax + (point[1] - ay) / (by - ay) * (bx - ax) > point[0]
    return crossed % 2 == 1
