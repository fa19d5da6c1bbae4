"""Operation Mars [6]: a marker on a track that our source lacks; its shape is assumed, its ends and turns printed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.game import GameError
from sim.games.stalingrad_roads.inputs import CAMPAIGN, WINDOWS, is_within

TURNS = tuple(turn for i, turn in enumerate(CAMPAIGN, 1) if is_within(WINDOWS["mars_phase"], i))
"""NOV IV to DEC III [6.1.1]."""


def mars_place(place: ArrayLike, rolls: Rolls, spaces: int, back_roll: int, forward_roll: int) -> NDArray[np.int8]:
    """Return the marker's place after a roll, shape (...); rolls (..., 2); 0 is Status Quo [6.1].

    Low rolls move it toward collapse, at minus `spaces`, high ones toward the breakthrough, at plus `spaces`; from
    either end it does not come back. Raises `GameError` where a roll would do both.

    >>> [int(mars_place(at, np.array([6, 6], np.int8), 2, 5, 9)) for at in (-2, 0, 2)]
    [-2, 1, 2]
    """
    if back_roll >= forward_roll:
        raise GameError(f"a roll of {forward_roll} moves Mars both ways; expected more than {back_roll}")
    place, total = np.asarray(place), rolls[..., 0] + rolls[..., 1]
    step = (total >= forward_roll).astype(np.int8) - (total <= back_roll)
    return np.where(np.abs(place) == spaces, place, place + step).astype(np.int8)


def mars_chances(factors: Mapping[str, int]) -> dict[int, Fraction]:
    """Return the chance of each place after DEC III, from the collapse to the breakthrough [6.1.3]."""
    rolls, spaces = all_rolls(2), factors["spaces"]
    places = {0: Fraction(1)}
    for _ in TURNS:
        after = dict.fromkeys(range(-spaces, spaces + 1), Fraction(0))
        for place, p in places.items():
            moved = mars_place(np.full(len(rolls), place), rolls, spaces, factors["back_roll"], factors["forward_roll"])
            for to in moved.tolist():
                after[to] += p / len(rolls)
        places = after
    return places
