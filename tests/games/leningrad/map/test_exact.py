"""Fights of whole games against the exact engine: the same odds, shifts and column, the same result on every face.

The kernels look a fight up in packed numbers, `kessel odds` in the tables; 10,000 random fights hold them together:
strengths and odds [8.3, 8.33], every shift [9.2, 10.1-10.4, 11.1, 13.1, 15.3], the column [8.32], the table [2.3, 8.4].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np

from analysis.fights.odds import odds
from sim.games.leningrad.combat.results import CRT, RESULTS, demands
from sim.games.leningrad.map.battles.shifts import column_of, rung_of
from sim.games.leningrad.map.fields import N_COLUMNS, P_CRT
from sim.games.leningrad.map.tables import packed_rules
from sim.map.board import load_board
from sim.numbers.tables import load_list
from tests.games.conftest import Chosen
from tests.games.leningrad.map.fights_of_logs import FoughtFight, fights
from tests.games.leningrad.referee.games import PAIRS, log, seed_of_the_code

N_FIGHTS = 10_000
N_GAMES = 240
SOME_GAMES, SOME_FIGHTS = 4, 200
FACES = range(1, 7)
RULES = packed_rules({})


def _fights_of(games: list[int]) -> Iterator[FoughtFight]:
    for n in games:
        board = -1 if n % 2 else n // 2 % 64
        table = log(seed_of_the_code() + n, *PAIRS[n % len(PAIRS)], board)
        yield from fights(table, load_board("leningrad", board))


@cache
def _results(column: int) -> tuple[str, ...]:
    """Return what a kernel reads on each face, and hold what it asks of both sides against the print."""
    found = []
    for face in FACES:
        at = P_CRT + ((face - 1) * N_COLUMNS + column) * 3
        result = RESULTS[RULES[at + 2]]
        assert (RULES[at], RULES[at + 1]) == demands(result)
        found.append(result)
    return tuple(found)


def _check(fight: FoughtFight) -> None:
    answer = odds("leningrad", **fight.facts)
    assert answer.initial_odds == fight.initial
    assert {shift.id: shift.value for shift in answer.applied} == fight.shifts
    assert answer.final_column == fight.column
    column = column_of(rung_of(fight.facts["attack"], fight.facts["defense"]) + sum(fight.shifts.values()))
    assert CRT.column_labels[column] == fight.column
    results = _results(column)
    assert results == tuple(CRT.cell(str(face), fight.column) for face in FACES)
    assert answer.law is not None
    assert {(RESULTS.index(name),): results.count(name) for name in set(results)} == dict(answer.law.counts)
    assert fight.result == results[fight.die - 1]


def test_every_fight_is_that_of_kessel_odds(chosen: Chosen) -> None:
    known = list(_fights_of(chosen(range(N_GAMES), SOME_GAMES)))
    n = min(N_FIGHTS, len(known)) if len(known) > N_FIGHTS // 2 else min(SOME_FIGHTS, len(known))
    asked = Random(seed_of_the_code()).sample(known, n)
    applied: set[str] = set()
    for fight in asked:
        try:
            _check(fight)
        except AssertionError as error:
            raise AssertionError(f"{fight}: {error}") from error
        applied |= set(fight.shifts)
    if n > SOME_FIGHTS:
        assert n == N_FIGHTS, f"{N_GAMES} games have only {n} fights"
        assert applied == {row["id"] for row in load_list("leningrad", "column_shifts").rows}


def test_the_packed_table_is_the_printed_one() -> None:
    cells = np.array([[_results(c)[face - 1] for c in range(N_COLUMNS)] for face in FACES])
    assert cells.tolist() == [list(row) for row in CRT.cells]
