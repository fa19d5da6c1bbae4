"""Where luck comes from in a whole game of Inferno: what is drawn before it, and all that falls in six turns at a time.

Dice, cards and blocks of one turn lead to each other: they are told apart by when they fall, not by what they are.
"""

from __future__ import annotations

from sim.match.luck import Luck

STRIDE, LAST = 6, 48
"""Turns that are taken together, and the last turn before which luck is told apart."""
LUCK = (
    Luck("decks, advantages and blocks before the game", 0),
    *(Luck(f"turns {at - STRIDE + 1} to {at}", at) for at in range(STRIDE, LAST, STRIDE)),
    Luck(f"from turn {LAST - STRIDE + 1} on", 255),
)
