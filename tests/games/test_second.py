"""The second implementation, written from the rulebooks by somebody who had not read the first, must agree with it.

Its brief is in ``second/README.md``, with every difference that was found and the reading chosen.
"""

from itertools import product

import pytest

from sim.game import load_game
from sim.numbers.tables import load_grid
from tests.games.conftest import Chosen
from tests.games.leningrad.second import book as leningrad

LENINGRAD = load_game("leningrad").combat


def test_both_readers_typed_the_same_leningrad_table() -> None:
    crt = load_grid("leningrad", "crt")
    assert {label: list(crt.column(label)) for label in crt.column_labels} == leningrad.CRT


@pytest.mark.in_turn
@pytest.mark.parametrize("clamp_first", [False, True])
def test_leningrad_odds_agree_over_every_column_and_shift(chosen: Chosen, clamp_first: bool) -> None:
    every = product(range(1, 41), (1, 2, 3, 4, 5, 7, 9), range(-14, 15))
    for attack, defense, shift in chosen(every, 1_500):
        answer = LENINGRAD.odds(attack, defense, shift, clamp_first)
        assert answer.initial_odds == leningrad.initial_odds(attack, defense)
        assert answer.final_column == leningrad.final_column(attack, defense, shift, clamp_first)
    for attack, defense in [(1, 4), (1, 3), (1, 2)] + [(a, 1) for a in range(1, 13)]:
        answer = LENINGRAD.odds(attack, defense)
        assert answer.law is not None
        law = {answer.labels["result"][result]: p for (result,), p in answer.law}
        assert law == leningrad.law(attack, defense)
