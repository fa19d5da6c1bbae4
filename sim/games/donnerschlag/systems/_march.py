"""The clock of Donnerschlag and the march that it is called for [6.1.e, 6.3, 14, 15]: what calls and boxes rest on.

The march to the rally zone stands for the map: hexes gained each turn come in as factors, with two dice of friction.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.numbers.tables import load_list

CLOCK = load_list("donnerschlag", "donnerschlag_clock")
LENGTH = load_list("donnerschlag", "game_length")
TURNS = tuple(row["turn"] for row in load_list("donnerschlag", "turns").rows)
END_BOX, SURVIVAL_BOX = CLOCK.integer("end_box"), CLOCK.integer("end_box_army_survival")
IS_BOX_4_ENOUGH = CLOCK["box_4_wins_with_army_survival"]["value"] == "yes"
"""Whether the Axis wins in box 4 with the survival side up, no by the other reading of R30."""
STEP = CLOCK.integer("boxes_per_turn")
LAST_TURN = LENGTH.integer("turns_normal")
LAST_CALL = CLOCK.integer("turn_8_call_turn")
"""A call on this turn can lead to turn 8; a later one never reaches the last box (ruling R32)."""
CALLS = tuple(
    int(row["call_turn"])
    for row in load_list("donnerschlag", "donnerschlag_calls").rows
    if row["is_axis_win_possible"] == "yes"
)
CHANCES = 36


def first_call(factors: Any) -> NDArray[np.int64]:
    """Return the first turn on which Donnerschlag may be called, shape (...), turn 1 by the other reading of R25."""
    return np.where(np.asarray(factors.get("call_on_turn_1", 0)) > 0, 1, CALLS[0])


def turns_later(factors: Any) -> NDArray[np.int64]:
    """Return how many turns later than we read a call is checked, shape (...): one by the other reading of R29."""
    return np.asarray(factors.get("checked_later", 0), np.int64)


def survival_of_36(factors: Any, call_turn: ArrayLike) -> NDArray[np.int64]:
    """Return the chance in 36ths that Luftflotte 4 comes off before box 4, shape (...), by the turn of the call [14].

    The earlier the call, the fewer hands of the late cards the Axis sees before the check; called on turn 1, none.

    >>> factors = {"luftflotte_of_36": 23, "luftflotte_less_3": 8, "luftflotte_less_2": 15}
    >>> survival_of_36(factors, [2, 3, 4]).tolist()
    [8, 15, 23]
    """
    turn = np.asarray(call_turn) + turns_later(factors)
    less: NDArray[np.int64] = np.zeros(turn.shape, np.int64)
    for earlier in CALLS[:-1]:
        less = np.where(turn == earlier, np.asarray(factors[f"luftflotte_less_{earlier}"]), less)
    comes_off = np.maximum(np.asarray(factors["luftflotte_of_36"]) - less, 0)
    return np.asarray(np.where(turn < CALLS[0], 0, comes_off), np.int64)


def hexes_gained(factors: Any, turn: int, rolls: Rolls) -> NDArray[np.int64]:
    """Return the hexes that the spearhead gains on a turn, shape (...), rolls of shape (..., 2).

    So many on turn 1, some halves fewer on each turn after, rounded up, and the first die less the second.
    """
    mean = np.asarray(factors["gain_hexes"]) - (turn - 1) * np.asarray(factors["slower_halves"]) // 2
    return np.asarray(mean + rolls[..., 0].astype(np.int64) - rolls[..., 1], np.int64)
