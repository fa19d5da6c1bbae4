"""Double oracle: a matrix of players grown by best responses to the best mix, until none gains more than a stated bit.

McMahan, Gordon and Blum, "Planning in the presence of cost functions controlled by an adversary", ICML 2003. A best
response is what `analysis.lab.tuning.tune` finds, so what is left is left within that family of players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analysis.lab.changes.paired import Gain, played
from analysis.lab.tuning.equilibrium import Equilibrium, equilibrium
from analysis.lab.tuning.tune import Task, games_of, tune
from sim.match.tuning import WeightsByName

MATRIX = 3_000_000
"""First game of the dice on which the matrix is played."""
LEAST_SHARE = 0.01
"""Rivals with less of a mix are left out of what is tuned against."""
Save = Callable[[str, WeightsByName], str]
"""Keeps the weights of a side's new player and returns the name by which a seat finds him."""


@dataclass(frozen=True)
class Grown:
    """The players of each side, their equilibrium in points of margin, and what the last best responses gained over it.

    `is_enough` says whether both gained less than what was asked for; else the rounds ran out.
    """

    players: tuple[tuple[str, ...], tuple[str, ...]]
    payoff: NDArray[np.float64]
    found: Equilibrium
    gains: tuple[Gain, Gain]
    rounds: int
    is_enough: bool


def grow(task: Task, epsilon: float, most: int, save: Save, say: Callable[[str], None] = lambda _: None) -> Grown:
    """Return the grown matrix; of `task` games, seed, rounds of a search and workers count, not its side and rivals.

    A best response joins if it gains `epsilon` points a game over the value on fresh dice, and surely more than
    nothing.
    """
    sides = task.whole.sides
    pools: list[dict[str, WeightsByName]] = [
        {name: task.tuning.weights_of(name, side) for name in task.tuning.characters} for side in sides
    ]
    cells: dict[tuple[str, str], tuple[float, float]] = {}
    for at in range(1, most + 1):
        payoff, found = _solved(task, pools, cells)
        answers = [_answer(replace(task, seed=task.seed + at), side, pools, found) for side in (0, 1)]
        gains = (answers[0][1], answers[1][1])
        left = " and ".join(f"{one.mean:+.2f}" for one in gains)
        say(f"round {at}: value {found.value:+.2f} VP; best responses gain {left}")
        new = [side for side in (0, 1) if gains[side].mean >= epsilon and gains[side].ci_low > 0]
        if not new or at == most:
            names = (tuple(pools[0]), tuple(pools[1]))
            return Grown(names, payoff, found, gains, at, max(one.mean for one in gains) < epsilon)
        for side in new:
            pools[side][save(sides[side], answers[side][0])] = answers[side][0]
    raise AssertionError("at least one round is played")


def _solved(
    task: Task, pools: list[dict[str, WeightsByName]], cells: dict[tuple[str, str], tuple[float, float]]
) -> tuple[NDArray[np.float64], Equilibrium]:
    """Play the pairs that were not played yet, all on the same dice, and solve the matrix."""
    first = replace(task, side=task.whole.sides[0])
    for one, weights in pools[0].items():
        for other in pools[1]:
            if (one, other) not in cells:
                margins = played(games_of(first, weights, other), MATRIX, 4 * task.games, task.jobs)
                cells[one, other] = float(margins.mean()), float(margins.std(ddof=1)) / sqrt(len(margins))
    payoff, error = (np.array([[cells[a, b][k] for b in pools[1]] for a in pools[0]]) for k in (0, 1))
    return payoff, equilibrium(payoff, error)


def _answer(
    task: Task, side: int, pools: list[dict[str, WeightsByName]], found: Equilibrium
) -> tuple[WeightsByName, Gain]:
    """Return the best response of a side to the other's mix, and its gain over a player of the side's own mix.

    Every player of the mix earns the value against the other mix, so that the gain over one is the gain over it.
    """
    mixes = (found.rows, found.columns)
    rivals = _shares(pools[1 - side], mixes[1 - side])
    start = list(pools[side])[int(np.argmax(mixes[side]))]
    tuned = tune(replace(task, side=task.whole.sides[side], start=start, rivals=rivals, held_out=()))
    return tuned.weights, tuned.gain


def _shares(pool: Mapping[str, WeightsByName], mix: NDArray[np.float64]) -> dict[str, float]:
    return {name: float(share) for name, share in zip(pool, mix, strict=True) if share >= LEAST_SHARE}
