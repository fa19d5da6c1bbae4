"""The clock of Donnerschlag [6.1.e, 6.3, 14, 15]: the call, the boxes, turn 8; and a march that it is called for.

The march to the rally zone stands for the map: hexes gained each turn come in as factors, with two dice of friction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.game import Phase, Setting
from sim.state import State, column
from sim.tables import load_list

CLOCK = load_list("donnerschlag", "donnerschlag_clock")
LENGTH = load_list("donnerschlag", "game_length")
TURNS = tuple(row["turn"] for row in load_list("donnerschlag", "turns").rows)
END_BOX, SURVIVAL_BOX = CLOCK.integer("end_box"), CLOCK.integer("end_box_army_survival")
STEP = CLOCK.integer("boxes_per_turn")
LAST_TURN = LENGTH.integer("turns_normal")
LAST_CALL = CLOCK.integer("turn_8_call_turn")
"""A call on this turn can lead to turn 8; a later one never reaches the last box (ruling R32)."""
CALLS = tuple(
    int(row["call_turn"])
    for row in load_list("donnerschlag", "donnerschlag_calls").rows
    if row["is_axis_win_possible"] == "yes"
)
NOBODY, AXIS, SOVIET = range(3)
WINNERS = ("nobody yet", "Axis", "Soviets")
CHANCES = 36

Numbers = NDArray[np.int8]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Clock(State):
    """The march to the rally zone and the marker, in each game."""

    hexes_left: Numbers = column("hexes from the spearhead to the rally zone, 0 in it", lasts=True)
    call_turn: Numbers = column("turn on which Donnerschlag was called, 0 if not yet", lasts=True)
    box: Numbers = column("box of the Donnerschlag marker", lasts=True)
    winner: Numbers = column("0 nobody yet, 1 Axis, 2 Soviets", lasts=True)
    end_turn: Numbers = column("turn at whose end the game was over, 0 if not yet", lasts=True)
    is_survival: Flags = column("the marker shows 6. Army Survival when the boxes are checked", lasts=True)


RESULTS = {
    "winner": "who wins: 1 the Axis, 2 the Soviets",
    "end_turn": "turn at whose end the game is over",
    "call_turn": "turn on which Donnerschlag is called",
}


def verdict(
    turn: ArrayLike, call_turn: ArrayLike, box: ArrayLike, is_survival: ArrayLike, is_met: ArrayLike
) -> Numbers:
    """Return who wins at the end of a turn, `NOBODY`, `AXIS` or `SOVIET`, shape (...), marker advanced [6.3, 14, 15].

    `is_met` says whether an Axis unit in supply and command stands in the chosen zone. Box 4 is checked on either side
    of the marker, and box 5 ends the game (ruling R30). Turn 8 needs a call on turn 4; without it turn 7 is the last,
    and a marker short of box 4 loses there (ruling R32). A call of 0 is none.

    >>> [WINNERS[verdict(7, 4, 4, survival, met)] for survival, met in ((False, False), (True, False), (True, True))]
    ['Soviets', 'nobody yet', 'Axis']
    """
    box, is_met, call_turn = np.asarray(box), np.asarray(is_met, bool), np.asarray(call_turn)
    is_checked = (call_turn > 0) & (box >= END_BOX)
    is_last_box = is_checked & (box >= np.where(is_survival, SURVIVAL_BOX, END_BOX))
    is_last_turn = np.asarray(turn) >= np.where(is_checked & (call_turn == LAST_CALL), len(TURNS), LAST_TURN)
    is_lost = (is_last_box | is_last_turn) & ~(is_checked & is_met)
    return np.asarray(np.where(is_checked & is_met, AXIS, np.where(is_lost, SOVIET, NOBODY)), np.int8)


def survival_of_36(factors: Any, call_turn: ArrayLike) -> NDArray[np.int64]:
    """Return the chance in 36ths that Luftflotte 4 comes off before box 4, shape (...), by the turn of the call [14].

    The earlier the call, the fewer hands of the late cards the Axis sees before the check.

    >>> told = {"luftflotte_of_36": 23, "luftflotte_less_3": 8, "luftflotte_less_2": 15}
    >>> survival_of_36(told, [2, 3, 4]).tolist()
    [8, 15, 23]
    """
    turn = np.asarray(call_turn)
    less: NDArray[np.int64] = np.zeros(turn.shape, np.int64)
    for earlier in CALLS[:-1]:
        less = np.where(turn == earlier, np.asarray(factors[f"luftflotte_less_{earlier}"]), less)
    return np.asarray(np.maximum(np.asarray(factors["luftflotte_of_36"]) - less, 0), np.int64)


def hexes_gained(factors: Any, turn: int, rolls: Rolls) -> NDArray[np.int64]:
    """Return the hexes that the spearhead gains on a turn, shape (...), rolls of shape (..., 2).

    So many on turn 1, some halves fewer on each turn after, rounded up, and the first die less the second.
    """
    mean = np.asarray(factors["gain_hexes"]) - (turn - 1) * np.asarray(factors["slower_halves"]) // 2
    return np.asarray(mean + rolls[..., 0].astype(np.int64) - rolls[..., 1], np.int64)


def start(n: int, setting: Setting) -> Clock:
    """Return n games at the start of turn 1."""
    zero = np.zeros(n, np.int8)
    left = zero + np.asarray(setting.factors["zone_hexes"], np.int8)
    return Clock(hexes_left=left, call_turn=zero, box=zero, winner=zero, end_turn=zero, is_survival=zero > 0)


def call(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Call Donnerschlag as the policy says, on turn 4 at the latest; never on turn 1 (ruling R25); no dice [6.1.e]."""
    wants = np.asarray(setting.policies["axis"].decide(clock, turn)["call"]) | (turn == LAST_CALL)
    is_called = wants & (clock.call_turn == 0) & (turn in CALLS)
    return replace(clock, call_turn=np.where(is_called, np.int8(turn), clock.call_turn))


def march(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """March to the zone, or be pushed back from it; rolls of shape (games, 2)."""
    left = np.maximum(clock.hexes_left - hexes_gained(setting.factors, turn, rolls), 0)
    return replace(clock, hexes_left=np.where(clock.winner == NOBODY, left, clock.hexes_left).astype(np.int8))


def luftflotte(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Settle, when the marker is about to reach box 4, whether it shows its survival side; rolls (games, 2) [14]."""
    place = (rolls[..., 0].astype(np.int64) - 1) * 6 + rolls[..., 1]
    is_due = (clock.call_turn > 0) & (clock.box + STEP == END_BOX) & (clock.winner == NOBODY)
    is_turned = is_due & (place <= survival_of_36(setting.factors, clock.call_turn))
    return replace(clock, is_survival=clock.is_survival | is_turned)


def advance(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Advance the marker and check victory [6.3, 14, 15]; no dice."""
    is_on = clock.winner == NOBODY
    box = clock.box + STEP * (is_on & (clock.call_turn > 0)).astype(np.int8)
    found = verdict(turn, clock.call_turn, box, clock.is_survival, clock.hexes_left == 0)
    winner = np.where(is_on, found, clock.winner).astype(np.int8)
    end_turn = np.where(is_on & (winner != NOBODY), np.int8(turn), clock.end_turn)
    return replace(clock, box=box.astype(np.int8), winner=winner, end_turn=end_turn)


PHASES = (
    Phase("call", "6.1.e, 14", 0, call),
    Phase("march", "15", 2, march),
    Phase("luftflotte", "14", 2, luftflotte),
    Phase("advance", "6.3, 14, 15", 0, advance),
)
