"""Play a scenario: block by block with drawn rolls, or exactly with every roll. The rules are the same functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import draw_kinds, draw_rolls
from sim.errors import GameError
from sim.exact import Worlds, certain, forget, through, through_draw
from sim.state import State, columns_of, new_turn
from sim.streams import BLOCK, stream
from sim.system import Course, Draw, Factor, Phase, Setting


def play_block(scenario: Course, setting: Setting, seed: int, block: int, n: int = BLOCK) -> Iterator[State]:
    """Yield the state at the end of each turn of the first n games of a block."""
    state = scenario.start(n, setting)
    for turn in range(1, len(scenario.turns) + 1):
        state = new_turn(state)
        for phase in scenario.phases:
            state = phase.apply(state, setting, turn, _fallen(phase, state, setting, (seed, block, turn)))
        yield state


def _fallen(phase: Phase | Draw, state: State, setting: Setting, when: tuple[int, int, int]) -> NDArray[Any]:
    """Return what the dice show, shape (games, dice), or the cup gives, shape (games,), in a phase of a turn."""
    if isinstance(phase, Draw):
        return draw_kinds(stream(*when, phase.name), phase.weights(state, setting, when[2]))
    n = len(next(iter(columns_of(state).values())))
    if not phase.n_dice:
        return np.empty((n, 0), np.int8)
    return draw_rolls(stream(*when, phase.name), n, phase.n_dice)


def play_exactly(scenario: Course, setting: Setting) -> Iterator[Worlds]:
    """Yield the exact law of the state at the end of each turn: a chain over turns in whole numbers.

    Factors must be single values: a law is of one setting.
    """
    if scenario.sampled_because:
        raise GameError(f"{scenario.id} has no exact law: {scenario.sampled_because}")
    for name, value in setting.factors.items():
        if np.ndim(value):
            raise ValueError(f"factor {name!r} has a value a game; an exact law needs a single one")
    worlds = certain(_start(scenario, setting))
    for turn in range(setting.first_turn, len(scenario.turns) + 1):
        worlds, now = forget(worlds, new_turn), setting.on(turn)
        for phase in scenario.phases:
            if isinstance(phase, Draw):
                weights = phase.weights(worlds.state, now, turn)
                worlds = through_draw(worlds, weights, _rule(phase, now, turn))
            else:
                worlds = through(worlds, phase.n_dice, _rule(phase, now, turn))
        yield worlds


def _start(scenario: Course, setting: Setting) -> State:
    """Return the one state that an exact law starts from, in progress if the setting is."""
    state = scenario.start(1, setting)
    put = {name: np.full_like(getattr(state, name), value) for name, value in setting.position.items()}
    return replace(state, **put)


def _rule(phase: Phase | Draw, setting: Setting, turn: int) -> Callable[[Any, Any], State]:
    return lambda state, fallen: phase.apply(state, setting, turn, fallen)


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
