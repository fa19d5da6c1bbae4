"""The second implementation of Stalingrad Roads, written by a reader who had not read the first, must agree with it.

Its brief is in ``tests/games/SECOND.md``, with every difference that was found and the reading chosen.
"""

from fractions import Fraction

import numpy as np
import pytest

from sim.dice import draw_rolls
from sim.games.stalingrad_roads.combat.odds import odds
from sim.games.stalingrad_roads.combat.table import COLUMNS, TACTICAL, final_rung
from sim.games.stalingrad_roads.systems.pocket import COURSE
from sim.numbers.columns import label_of, odds_rung
from sim.numbers.tables import load_grid
from sim.play import drawn_factors, play_block
from sim.streams import stream
from tests.games.stalingrad_roads.second import book


def test_both_readers_typed_the_same_tables() -> None:
    crt, weather = load_grid("stalingrad_roads", "crt"), load_grid("stalingrad_roads", "weather")
    typed = {
        label: list(zip(*(crt.column(f"{label} {part}") for part in ("losses", "A", "D")), strict=True))
        for label in COLUMNS
    }
    assert typed == book.CRT
    assert {label: list(weather.column(label)) for label in weather.column_labels} == book.WEATHER


def test_the_odds_agree_over_every_column_and_shift() -> None:
    columns: dict[str | None, tuple[int, int, int]] = {}
    for attack in range(1, 41):
        for defense in (1, 2, 3, 4, 5, 7, 9):
            rung = int(odds_rung(attack, defense))
            assert label_of(rung, "/") == book.initial_odds(attack, defense)
            for shift in range(-4, 5):
                final = int(final_rung(rung, shift))
                second = book.final_odds(attack, defense, shift)
                assert second == (None if final < -1 else label_of(final, "/"))
                columns.setdefault(second, (attack, defense, shift))
    assert len(columns) == 8
    for label, (attack, defense, shift) in columns.items():
        answer = odds(attack, defense, shift)
        second_law = book.law(attack, defense, shift)
        if label is None:
            assert answer.law is None
            assert second_law is None
            continue
        assert answer.law is not None
        names = TACTICAL
        law: dict[tuple[int, int, str, str], Fraction] = {
            (a, d, names[at], names[dt]): p for (a, d, at, dt), p in answer.law
        }
        assert law == second_law


def compare_pocket(soviet: str, axis: str, n: int, seed: int) -> None:
    """Compare every turn of n games, factors drawn over their whole ranges, dice drawn."""
    spans = {f.id: (f.low, f.high) for f in COURSE.factors.values()}
    factors = drawn_factors(COURSE.factors, spans, seed, 0, n)
    setting = COURSE.setting(factors, {"soviet": soviet, "axis": axis})
    states = list(play_block(COURSE, setting, seed, 0, n))
    turns = range(1, len(COURSE.turns) + 1)
    weather = [draw_rolls(stream(seed, 0, turn, "weather"), n, 2) for turn in turns]
    airlift = [draw_rolls(stream(seed, 0, turn, "airlift"), n, 1) for turn in turns]
    seen = set()
    for game in range(n):
        record = book.play_pocket(
            [(int(w[game, 0]), int(w[game, 1])) for w in weather],
            [int(a[game, 0]) for a in airlift],
            {name: int(np.asarray(values)[game]) for name, values in factors.items()},
            soviet,
            axis,
        )
        for state, expected in zip(states, record, strict=True):
            found = {name: int(getattr(state, name)[game]) for name in expected}
            assert found == expected, (game, {name: int(np.asarray(v)[game]) for name, v in factors.items()})
            seen.add((found["level"], found["is_fortress"]))
    assert {level for level, _ in seen} == set(range(1, 12))
    assert {marker for _, marker in seen} == {0, 1}


@pytest.mark.parametrize("soviet", ["press", "finish", "starve"])
@pytest.mark.parametrize("axis", ["hold", "sally"])
def test_the_pocket_agrees_turn_by_turn_over_a_dense_sample(soviet: str, axis: str) -> None:
    compare_pocket(soviet, axis, n=700, seed=99)
