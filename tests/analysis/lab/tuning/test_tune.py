"""Tuning: paired gains, the same player gains nothing, the search finds what is there to be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import ttest_rel

from analysis.lab.changes.paired import gain_of, played
from analysis.lab.tuning.tune import Task, attempt, games_of, tune
from sim.game import load_game
from sim.match.tuning import Tuning
from sim.match.whole import Seats

BEST = {"german": 7, "soviet": -3}


def _margins(side: str, weights: Mapping[str, int], seats: Seats, seed: int, first: int, n: int) -> NDArray[np.int64]:
    """A game of one weight: the farther from the best one, the worse; noise by game."""
    noise = np.array([np.random.default_rng([seed, game]).integers(-20, 21) for game in range(first, first + n)])
    worth = -3 * abs(weights["care"] - BEST[side])
    return noise + (worth if side == "german" else -worth)


TOY = Tuning(
    ("balanced", "bold"), lambda name, _: {"care": 0, "fixed": 5 if name == "bold" else 4},
    lambda _: {"care": (-20, 20)}, _margins, Path("toy.toml"),
)  # fmt: skip


def task(side: str = "german", **changes: Any) -> Task:
    whole = replace(load_game("leningrad").whole, tuning=TOY)
    plain = Task(whole, side, "balanced", {"balanced": 1.0, "bold": 3.0}, (), 20, 5, 15, 1)
    return replace(plain, **changes)


def test_a_gain_is_the_paired_mean_with_students_interval() -> None:
    new, old = np.array([5, 9, -2, 4, 8]), np.array([1, 7, 0, 1, 2])
    gain = gain_of(new - old)
    interval = ttest_rel(new, old).confidence_interval(0.95)
    assert gain.n == 5
    assert gain.mean == pytest.approx(2.6)
    assert [gain.ci_low, gain.ci_high] == pytest.approx([interval.low, interval.high])


@pytest.mark.parametrize("jobs", [1, 3])
def test_games_come_in_order_on_any_number_of_threads(jobs: int) -> None:
    assert played(lambda first, n: np.arange(first, first + n), 10, 77, jobs).tolist() == list(range(10, 87))


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_search_finds_the_best_weight(side: str) -> None:
    found = tune(task(side))
    assert found.weights == {"care": BEST[side], "fixed": 4}
    assert found.gain.mean == 3 * abs(BEST[side])
    assert found.gain.ci_low == found.gain.ci_high
    again = tune(task(side, jobs=3))
    assert again == found


def test_rivals_held_out_are_measured_and_not_searched() -> None:
    found = tune(task(rivals={"balanced": 1.0}, held_out=("bold",), rounds=1))
    assert list(found.by_rival) == ["balanced", "bold"]


def test_the_same_weights_gain_exactly_nothing_in_the_real_game() -> None:
    real = Task(load_game("leningrad").whole, "soviet", "bold", {"cautious": 1.0}, ("balanced",), 4, 5, 1, 2)
    found = attempt(real, {"care": real.tuning.weights_of("bold", "soviet")["care"]})
    for gain in (found.gain, *found.by_rival.values()):
        assert (gain.mean, gain.ci_low, gain.ci_high, gain.n) == (0.0, 0.0, 0.0, 16)


def test_games_without_a_name_are_those_of_the_character() -> None:
    real = Task(load_game("leningrad").whole, "german", "bold", {"cautious": 1.0}, (), 4, 5, 1, 1)
    named = real.whole.play_block(Seats("bold", "cautious"), 5, 2, 6, False).results[:, 0]
    assert games_of(real, real.tuning.weights_of("bold", "german"), "cautious")(2, 6).tolist() == named.tolist()
    other = games_of(real, {**real.tuning.weights_of("bold", "german"), "care": 250}, "cautious")(2, 6)
    assert other.tolist() != named.tolist()


@pytest.mark.parametrize("name", ["leningrad", "inferno_on_the_volga"])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_player_that_is_shipped_lies_within_what_a_search_may_try(name: str, side: str) -> None:
    """A search that finds nothing better gives back what it began with."""
    tuning = load_game(name).whole.tuning
    assert tuning is not None
    found = {
        f"{who} {weight}": value
        for who in tuning.characters
        for weight, (low, high) in tuning.ranges(side).items()
        if not low <= (value := tuning.weights_of(who, side)[weight]) <= high
    }
    assert found == {}
