"""Best responses grow a matrix to the value of the whole game, known by hand, and stop where none gains."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.lab.tuning.oracle import grow
from analysis.lab.tuning.tune import Task
from sim.game import load_game
from sim.match.tuning import Tuning
from sim.match.whole import Seats

PAYS = np.array([[0, -8, 16], [8, 0, -8], [-16, 8, 0]])
"""Rock, paper, scissors where rock pays double, in points: value 0, best mix 1/4, 1/2, 1/4 (by symmetry)."""
KNOWN: dict[str, int] = {"balanced": 0}


def margins(side: str, weights: Mapping[str, int], seats: Seats, seed: int, first: int, n: int) -> NDArray[np.int64]:
    """A game of one weight a side, its hand; noise by game, the same whoever plays."""
    noise = np.array([np.random.default_rng([seed, game]).integers(-2, 3) for game in range(first, first + n)])
    mine, theirs = weights["hand"], KNOWN[seats.second if side == "german" else seats.first]
    return noise + (PAYS[mine, theirs] if side == "german" else PAYS[theirs, mine])


TOY = Tuning(
    ("balanced",), lambda name, _: {"hand": KNOWN[name]}, lambda _: {"hand": (0, 2)}, margins, Path("toy.toml")
)


@pytest.fixture
def task() -> Task:
    whole = replace(load_game("leningrad").whole, tuning=TOY)
    return Task(whole, "german", "balanced", {"balanced": 1.0}, (), 6, 5, 2, 1)


def save(side: str, weights: Mapping[str, int]) -> str:
    name = f"{side}_{len(KNOWN)}"
    KNOWN[name] = weights["hand"]
    return name


@pytest.mark.in_turn
def test_the_matrix_grows_to_the_value_of_the_game(task: Task) -> None:
    found = grow(task, 1.0, 8, save)
    assert found.is_enough
    assert found.rounds > 2  # from one hand a side: others must have been found
    assert found.found.value == pytest.approx(0, abs=1.5)
    for pool, mix in zip(found.players, (found.found.rows, found.found.columns), strict=True):
        hands = [sum(share for name, share in zip(pool, mix, strict=True) if KNOWN[name] == hand) for hand in range(3)]
        assert hands == pytest.approx([0.25, 0.5, 0.25], abs=0.1)
    assert max(gain.mean for gain in found.gains) < 1


def test_rounds_run_out_and_say_so(task: Task) -> None:
    found = grow(task, 1.0, 1, save)
    assert not found.is_enough
    assert found.players == (("balanced",), ("balanced",))
    assert max(gain.mean for gain in found.gains) > 5
