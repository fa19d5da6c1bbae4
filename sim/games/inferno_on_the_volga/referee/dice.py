"""What the dice of a game in the city are for: docs/inferno-event-log.md."""

from __future__ import annotations

from typing import TypeVar

from sim.referee.dice import order

T = TypeVar("T")
COMBAT, SETUP, RESERVE, HAND, PROCEDURE, CALL, ADVANTAGE, THREE = 2, 20, 21, 22, 23, 24, 25, 26

ANEW = 1 << 16
"""First number of the set-up's purpose for a deck made anew [R35]."""


def shuffled(things: list[T], seed: int, game: int, purpose: int, first: int) -> list[T]:
    """Return things in the order that the set-up's dice give them, from the top down."""
    return [things[at] for at in order(len(things), seed, game, purpose, first)]
