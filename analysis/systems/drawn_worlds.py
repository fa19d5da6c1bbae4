"""A system's answer with every assumption drawn at once: how far it spreads when nothing is held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.errors import KesselError
from analysis.systems.ask import SystemAnswer
from sim.errors import GameError
from sim.streams import stream
from sim.system import System

T = TypeVar("T")

DRAWS = 64
"""Worlds: three lowest and three highest apart, 58 are left, nine in ten."""
APART = 3
SEED = 1942
_TRIES = 100


@dataclass(frozen=True)
class DrawnWorlds:
    """The answers of worlds in which every factor is drawn from its range, rising; each is exact for its world.

    `is_every` says that these are all worlds there are, none of them drawn.
    """

    measures: tuple[Fraction, ...]
    refused: int
    is_every: bool = False

    @property
    def apart(self) -> int:
        """How many of the lowest, and how many of the highest, are set apart: about one in twenty of each."""
        return self.n * APART // DRAWS

    @property
    def low(self) -> Fraction:
        """The lowest answer but for those set apart: the three lowest of 64."""
        return self.measures[self.apart]

    @property
    def high(self) -> Fraction:
        """The highest answer but for those set apart."""
        return self.measures[-1 - self.apart]

    @property
    def median(self) -> Fraction:
        """The answer in the middle."""
        return self.measures[self.n // 2]

    @property
    def n(self) -> int:
        """How many worlds were drawn."""
        return len(self.measures)

    @property
    def inside(self) -> int:
        """How many of them lie from `low` to `high`."""
        return self.n - 2 * self.apart


def draw_worlds(answer: SystemAnswer, n: int = DRAWS) -> DrawnWorlds:
    """Return the answers of n worlds, every factor drawn evenly over its range, under the answer's policies.

    A world that the rules do not allow, such as more markers than the cup holds, is drawn again; `KesselError` where
    hardly any is allowed. Which worlds are drawn depends on the game, the system and its ranges alone. Where a system
    counts all its combinations at once, these are they, whatever n.
    """
    system = answer.system
    if system.at_once:
        values, chances = next(iter(at_once(system, every_combination(system), answer.policies).values()))
        return DrawnWorlds(tuple(map(Fraction, np.sort((values * chances).sum(axis=1)).tolist())), 0, is_every=True)
    measured, refused = over_worlds(
        answer.game, system, lambda drawn: system.measure(system.setting(drawn, answer.policies)), n
    )
    return DrawnWorlds(tuple(sorted(measured)), refused)


def over_worlds(
    game: str, system: System, measure: Callable[[dict[str, int]], T], n: int = DRAWS
) -> tuple[list[T], int]:
    """Return what n worlds come to, and how many more the rules refused; `measure` is asked by factors."""
    rng = stream(SEED, 0, 0, f"worlds of {game}/{system.id}")
    measured: list[T] = []
    refused = 0
    while len(measured) < n:
        drawn = {one.id: int(rng.integers(one.low, one.high + 1)) for one in system.factors.values()}
        try:
            measured.append(measure(drawn))
        except GameError as error:
            refused += 1
            if refused > _TRIES * n:
                raise KesselError(f"{game}, system {system.id}: hardly any world is allowed: {error}") from None
    return measured, refused


def every_combination(system: System) -> dict[str, NDArray[np.int64]]:
    """Return every combination of the values of a system's factors, an array a factor, shape (combinations,)."""
    factors = list(system.factors.values())
    places = np.indices([one.high - one.low + 1 for one in factors]).reshape(len(factors), -1)
    return {one.id: one.low + at for one, at in zip(factors, places, strict=True)}


def at_once(
    system: System, factors: Mapping[str, NDArray[np.int64]], policies: Mapping[str, str]
) -> Mapping[str, tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Return what a system counts of many combinations: by finding values and chances, as `System.at_once` says."""
    assert system.at_once is not None
    return system.at_once(system.setting(factors, policies))
