"""What the systems of Donnerschlag's combat cards share: turns, hand, picks, dice [4.5, 4.6, 6.1.c, 13.2]."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.games.donnerschlag.systems._decks import HANDS, TURNS
from sim.numbers.tables import load_list
from sim.policies import Decide, Entry

PLAYED_TURNS = TURNS[:-1]
"""The seven turns that a game normally has."""
LIMIT, RAISED = HANDS.integer("combat_hand_limit"), HANDS.integer("combat_hand_limit_raised")
FACES = 6
PICKS = {int(row["turn"]): int(row["picks"]) for row in load_list("donnerschlag", "high_command").rows}
BOX_TURN = int(next(row["turn"] for row in load_list("donnerschlag", "turns").rows if row["has_activation_cards"]
                     and row["has_administrative_phase"] == "yes"))  # fmt: skip
"""The first turn on which a card lies in the OKH or STAVKA box."""
LATE, PILE, HELD, DISCARDED, CAME_OFF = range(5)
"""Where a card is: in the late deck, in the draw pile, held, in the discards, or its event came off."""

Cards = NDArray[np.int8]
"""Such a place, or a number of cards, in each game."""


def succeeds(faces: ArrayLike, stopped_faces: ArrayLike, rolls: Rolls) -> NDArray[np.bool_]:
    """Return whether an event comes off, shape (...), by its own die and one for the enemy's stop; rolls (..., 2).

    `faces`, shape (...), are the rolls from 1 on that it needs [4.5]; `stopped_faces` those that stop it [4.6].

    >>> bool(succeeds(4, 0, np.array([3, 1]))), bool(succeeds(3, 0, np.array([5, 1])))  # Sturmpioniere, M1937 [13.2]
    (True, False)
    """
    return np.asarray((rolls[..., 0] <= np.asarray(faces)) & (rolls[..., 1] > np.asarray(stopped_faces)))


def yes_and_no(entry: Entry) -> Decide:
    """Decide the same in every situation: the yes and no of the entry."""
    flags: dict[str, Any] = {name: value == "yes" for name, value in entry.items() if name != "about"}
    return lambda state, turn: flags
