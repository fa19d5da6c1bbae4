"""Tuning: better weights for a side against a pool of rivals, or the best response to one player or a mixture of them.

SciPy's differential evolution searches over whole numbers, every candidate on the same dice. What it finds best is
chosen among its last candidates on fresh dice, and measured on dice fresh again, also against rivals held out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import differential_evolution

from analysis.lab.changes.paired import BLOCK, POINTS, WINS, Gain, MarginsFrom, gain_of, played
from sim.match.tuning import Tuning, WeightsByName
from sim.match.whole import Seats, WholeGame

FINALISTS = 6
CENTRAL = -1
SEARCH, CHOICE, PROOF = 0, 1_000_000, 2_000_000
"""First games of the dice that search, choose and prove."""
STRENGTH = (0.3, 0.9)
CROSSED = 0.5
MOVED = 0.4
"""Share of the weights that a candidate of the first generation has moved, four at least."""


@dataclass(frozen=True)
class Task:
    """What to tune: a side, the player it starts from, its rivals with their shares, games a candidate, the seed.

    `boards` are those that search and choice are played on, -1 the central one, and `fresh` those of the proof.
    """

    whole: WholeGame
    side: str
    start: str
    rivals: Mapping[str, float]
    held_out: tuple[str, ...]
    games: int
    seed: int
    rounds: int
    jobs: int
    boards: tuple[int, ...] = (CENTRAL,)
    fresh: tuple[int, ...] = (CENTRAL,)

    @property
    def unit(self) -> str:
        """What a gain is counted in."""
        return POINTS if self.whole.is_scored else WINS

    @property
    def tuning(self) -> Tuning:
        """What the game gives to a tuner."""
        assert self.whole.tuning is not None
        return self.whole.tuning


@dataclass(frozen=True)
class Tuned:
    """Weights that were found, what they gain against the rivals they were tuned on, and against each other one."""

    weights: WeightsByName
    gain: Gain
    by_rival: Mapping[str, Gain]
    candidates: int


def games_of(task: Task, weights: WeightsByName, rival: str, boards: tuple[int, ...] | None = None) -> MarginsFrom:
    """Return the games of these weights against a rival, margins for the side that is tuned.

    Each block of games is played on the next of the boards, those of the search if none are named.
    """
    first = task.whole.sides[0] == task.side
    among = boards or task.boards

    def play(start: int, n: int) -> NDArray[np.int64]:
        board = among[start // BLOCK % len(among)]
        seats = Seats(second=rival, board=board) if first else Seats(first=rival, board=board)
        margin = task.tuning.margins(task.side, weights, seats, task.seed, start, n)
        return margin if first else -margin

    return play


def tune(task: Task, say: Callable[[str], None] = lambda _: None) -> Tuned:
    """Search, choose on fresh dice, prove on dice fresh again."""
    ranges = task.tuning.ranges(task.side)
    start = dict(task.tuning.weights_of(task.start, task.side))
    population, tried = _search(task, ranges, start, say)
    finalists = [start | dict(zip(ranges, map(int, member), strict=True)) for member in population]
    best = max(finalists, key=lambda weights: value(task, weights, CHOICE, 2 * task.games, task.jobs))
    if value(task, best, CHOICE, 2 * task.games, task.jobs) < value(task, start, CHOICE, 2 * task.games, task.jobs):
        best = start
    return Tuned(best, *prove(task, best, start), tried)


def attempt(task: Task, changes: WeightsByName) -> Tuned:
    """Return what a change of some weights gains, without any search."""
    start = task.tuning.weights_of(task.start, task.side)
    new = dict(start) | dict(changes)
    return Tuned(new, *prove(task, new, start), 1)


def value(task: Task, weights: WeightsByName, first: int, n: int, jobs: int) -> float:
    """Return the mean margin against the rivals, weighed by their shares, over n games spread over them."""
    total = sum(task.rivals.values())
    found = 0.0
    for rival, share in task.rivals.items():
        each = max(2, round(n * share / total))
        found += share / total * float(played(games_of(task, weights, rival), first, each, jobs).mean())
    return found


def prove(task: Task, new: WeightsByName, old: WeightsByName) -> tuple[Gain, dict[str, Gain]]:
    """Return the gain of new weights over old on fresh dice: against the mixture, and against every rival alone."""
    n = 4 * task.games
    each: dict[str, Gain] = {}
    mixed = np.zeros(n)
    total = sum(task.rivals.values())
    for rival in (*task.rivals, *task.held_out):
        pair = [played(games_of(task, weights, rival, task.fresh), PROOF, n, task.jobs) for weights in (new, old)]
        each[rival] = gain_of(pair[0] - pair[1])
        mixed += task.rivals.get(rival, 0.0) / total * (pair[0] - pair[1])
    return gain_of(mixed), each


def _search(
    task: Task, ranges: Mapping[str, tuple[int, int]], start: WeightsByName, say: Callable[[str], None]
) -> tuple[NDArray[Any], int]:
    """Return the best candidates of the last generation, best first, and how many were tried."""
    tried = 0

    def cost(member: NDArray[Any]) -> float:
        return -value(task, dict(start) | dict(zip(ranges, map(int, member), strict=True)), SEARCH, task.games, 1)

    def report(intermediate_result: Any) -> None:
        say(f"round {intermediate_result.nit}: {-intermediate_result.fun:+.2f} on the dice of the search")

    with ThreadPoolExecutor(task.jobs) as pool:

        def workers(function: Callable[[Any], float], members: Iterable[Any]) -> Sequence[float]:
            nonlocal tried
            found = list(pool.map(function, members))
            tried += len(found)
            return found

        result = differential_evolution(
            cost, [(low, high) for low, high in ranges.values()], init=_first_generation(task, ranges, start),
            integrality=[True] * len(ranges), maxiter=task.rounds, mutation=STRENGTH, recombination=CROSSED, tol=0,
            polish=False, updating="deferred", workers=workers, rng=np.random.default_rng(task.seed), callback=report,
        )  # fmt: skip
    order = np.argsort(result.population_energies)
    return np.unique(np.rint(result.population[order][:FINALISTS]), axis=0), tried


def _first_generation(task: Task, ranges: Mapping[str, tuple[int, int]], start: WeightsByName) -> NDArray[np.float64]:
    """Return the start, the characters, and both shaken, within the ranges, shape (candidates, weights)."""
    rng = np.random.default_rng([task.seed, 1])
    low, high = np.array(list(ranges.values()), float).T
    known = [start, *(task.tuning.weights_of(name, task.side) for name in task.tuning.characters)]
    rows = [np.array([weights[name] for name in ranges], float) for weights in known]
    while len(rows) < 24:
        moved = rng.normal(0, 0.15, len(low)) * (high - low) * (rng.random(len(low)) < max(MOVED, 4 / len(low)))
        rows.append(np.rint(rows[rng.integers(len(known))] + moved))
    return np.clip(np.array(rows), low, high)
