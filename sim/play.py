"""Play a scenario: block by block with drawn rolls, or exactly with every roll. The rules are the same functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import draw_rolls
from sim.exact import Worlds, certain, forget, through
from sim.game import Factor, Phase, Scenario, Setting
from sim.state import State, new_turn
from sim.streams import BLOCK, stream


def play_block(scenario: Scenario, setting: Setting, seed: int, block: int, n: int = BLOCK) -> Iterator[State]:
    """Yield the state at the end of each turn of the first n games of a block."""
    state = scenario.start(n, setting)
    for turn in range(1, len(scenario.turns) + 1):
        state = new_turn(state)
        for phase in scenario.phases:
            rolls = draw_rolls(stream(seed, block, turn, phase.name), n, phase.n_dice)
            state = phase.apply(state, setting, turn, rolls)
        yield state


def play_exactly(scenario: Scenario, setting: Setting) -> Iterator[Worlds]:
    """Yield the exact law of the state at the end of each turn: a chain over turns in whole numbers.

    Factors must be single values: a law is of one setting.
    """
    for name, value in setting.factors.items():
        if np.ndim(value):
            raise ValueError(f"factor {name!r} has a value a game; an exact law needs a single one")
    worlds = certain(scenario.start(1, setting))
    for turn in range(1, len(scenario.turns) + 1):
        worlds = forget(worlds, new_turn)
        for phase in scenario.phases:
            worlds = through(worlds, phase.n_dice, _rule(phase, setting, turn))
        yield worlds


def _rule(phase: Phase, setting: Setting, turn: int) -> Callable[[Any, Any], State]:
    return lambda state, rolls: phase.apply(state, setting, turn, rolls)


def drawn_factors(
    factors: Mapping[str, Factor], ranges: Mapping[str, tuple[int, int]], seed: int, block: int, n: int
) -> dict[str, ArrayLike]:
    """Return factors drawn for each game, uniform over whole numbers from low to high, shape (n,) each."""
    drawn: dict[str, ArrayLike] = {}
    for name, (low, high) in ranges.items():
        generator = stream(seed, block, 0, f"factor:{factors[name].id}")
        values: NDArray[np.int8] = generator.integers(low, high, size=n, dtype=np.int8, endpoint=True)
        drawn[name] = values
    return drawn
