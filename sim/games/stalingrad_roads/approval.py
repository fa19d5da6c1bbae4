"""The approval of the Führer, Manstein, and crises at the OKH [15, 16], turn by turn from NOV III to MAR III.

What falls on the map comes in as factors. Two players' decisions are policies: whether headquarters move away from the
Fortress, and when the backhand blow is launched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.game import Draw, Phase, Setting
from sim.games.stalingrad_roads.inputs import CAMPAIGN, OPENING, WINDOWS, is_within
from sim.state import State, column
from sim.tables import load_list

CHANGES = load_list("stalingrad_roads", "approval_changes")
LIMITS = load_list("stalingrad_roads", "approval_limits")
HEXES = load_list("stalingrad_roads", "strategic_hexes")
CRISIS = load_list("stalingrad_roads", "okh_crisis")
BACKHAND = load_list("stalingrad_roads", "backhand_result")
START = load_list("stalingrad_roads", "track_start")["III"]

_BOXES = [int(row["box"]) for row in load_list("stalingrad_roads", "approval_track").rows]
BOX_MIN, BOX_MAX = LIMITS.integer("box_min"), max(_BOXES)
"""The lowest box, and the highest that the text knows; whether the track goes on is not known."""

_ARMORED_GAIN_MAX = sum(LIMITS.integer(f"armored_attack_gain_max_{phase}") for phase in ("combat", "exploitation"))
_DISMISSED_BOX = LIMITS.integer("manstein_dismissed_box")

STATUS = ("in command", "leads the backhand blow", "dismissed", "removed")
IN_COMMAND, AWAY, DISMISSED, REMOVED = range(len(STATUS))  # removed is not dismissed: ruling R61

_ROLLS = [int(row["roll"]) for row in CRISIS.rows]
_ROLL_COUNTS = np.bincount(all_rolls(2).sum(axis=1), minlength=_ROLLS[-1] + 1)[_ROLLS]
_CRISIS = tuple(
    np.array([int(row[field]) for row in CRISIS.rows], np.int8)
    for field in ("manstein_change", "approval_box", "armored_attacks_min", "armored_attacks_manstein_change")
)
_EVENTS = {row["id"]: row for row in CHANGES.rows}
_CAPTURE = {row["id"]: np.int16(row["soviet_capture"]) for row in HEXES.rows}
_RECAPTURE = {row["id"]: np.int16(row["axis_recapture"]) for row in HEXES.rows}
_GUESSED = np.array([CRISIS.basis_of(str(roll), "manstein_change") == "assumed" for roll in _ROLLS])

Boxes = NDArray[np.int8]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Favor(State):
    """The approval track of each game."""

    approval: Boxes = column("box of the approval marker [15.1]", lasts=True)
    manstein: Boxes = column("box of the Manstein marker, 0 where it is not on the track [16.2]", lasts=True)
    status: Boxes = column("Manstein: 0 in command, 1 leads the backhand blow, 2 dismissed, 3 removed", lasts=True)
    is_crisis_due: Flags = column("the approval marker has just come to box 0", lasts=False, logged=False)
    has_crisis: Flags = column("a crisis was rolled for since the Axis supply phase [15.3]", lasts=True, logged=False)
    crisis_rolls: Boxes = column("crises rolled for this turn", lasts=False)
    attacks_owed: Boxes = column("armored attacks that the crisis asks for [15.3, example 13]", lasts=False)
    attacks_gain: Boxes = column("boxes Manstein gains if they are made", lasts=False, logged=False)
    dismissal_turn: Boxes = column(
        "turn (1 = NOV III) at whose end Manstein was dismissed, 0 if not yet", lasts=True, logged=False
    )
    first_crisis: Boxes = column("turn of the first crisis, 0 if none yet", lasts=True, logged=False)


RESULTS = {
    "dismissal_turn": "turn (1 = NOV III) at whose end Manstein is dismissed, 0 if never",
    "first_crisis": "turn of the first crisis at the OKH, 0 if none",
    "approval": "box of the approval marker at the end",
    "manstein": "box of the Manstein marker at the end, 0 where it is gone",
    "status": "Manstein at the end",
}


def start(n: int, setting: Setting) -> Favor:
    """Return n games at the start of scenario III: approval in box 7, Manstein in 5."""
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    approval, manstein = (np.full(n, int(START[marker]), np.int8) for marker in ("approval", "manstein"))
    return Favor(approval, manstein, zero, no, no, zero, zero, zero, zero, zero)


def moved(box: ArrayLike, change: ArrayLike) -> Boxes:
    """Return a marker moved along the track and held between its ends, shape (...) [15.1].

    >>> int(moved(7, -2)), int(moved(1, -3))  # [example 13] and the end of the track
    (5, 0)
    """
    return np.clip(np.asarray(box, np.int16) + np.asarray(change), BOX_MIN, BOX_MAX).astype(np.int8)


def event_change(marker: str, counts: Mapping[str, ArrayLike], turn: int | None = None) -> NDArray[np.int16]:
    """Return how far some events move a marker, shape (...): each row of `CHANGES` so often as `counts` says.

    Rows outside their window on `turn` do not count; with no turn all do. `KeyError` names a row that is no event.

    >>> int(event_change("approval", {"axis_hq_moves_away": 2, "soviet_major_success": 1}))  # [example 13]
    -2
    """
    total = np.zeros((), np.int16)
    for event, times in counts.items():
        row = _EVENTS[event]
        if row["marker"] == marker and (turn is None or is_within(row, turn)):
            total = np.add(total, np.int16(row["change"]) * np.asarray(times, np.int16))
    return np.asarray(total, np.int16)


def hex_change(lost: Mapping[str, ArrayLike], retaken: Mapping[str, ArrayLike] | None = None) -> NDArray[np.int16]:
    """Return how strategic hexes move approval, shape (...), by kind: so many lost, so many retaken [15.2.1, 15.2.2].

    >>> int(hex_change({"red_star": 1})), int(hex_change({"major_city": 1}))  # [example 8: Kalach]
    (-1, -2)
    """
    total = np.zeros((), np.int16)
    for kind, times in lost.items():
        total = np.add(total, _CAPTURE[kind] * np.asarray(times, np.int16))
    for kind, times in (retaken or {}).items():
        total = np.add(total, _RECAPTURE[kind] * np.asarray(times, np.int16))
    return np.asarray(total, np.int16)


def supply_events(hexes_lost: ArrayLike, is_closed: ArrayLike) -> dict[str, NDArray[Any]]:
    """Return which automatic loss counts, shape (...), by Stalingrad hexes lost: only the largest [15.2.1, ruling R19].

    >>> [name for name, times in supply_events(2, True).items() if times]
    ['stalingrad_both_lost', 'stalingrad_both_lost_late']
    """
    lost = np.asarray(hexes_lost)
    return {
        "stalingrad_unsupplied": (lost == 0) & np.asarray(is_closed),
        "stalingrad_one_lost": lost == 1,
        "stalingrad_both_lost": lost == 2,
        "stalingrad_both_lost_late": lost == 2,
    }


def crisis_result(
    roll: ArrayLike, manstein_shift: ArrayLike = 0, box_shift: ArrayLike = 0
) -> tuple[Boxes, Boxes, Boxes, Boxes]:
    """Return Manstein's change, the box of approval, attacks owed and what they bring, shape (...), by 2d6 [15.3].

    The shifts move the rows that are guessed; Manstein never gains by a crisis.

    >>> [int(x) for x in crisis_result(7, -1, -2)]  # [example 13], which no shift moves
    [-1, 6, 2, 1]
    """
    at = np.asarray(roll) - _ROLLS[0]
    change, box, owed, gain = (column[at] for column in _CRISIS)
    guessed = _GUESSED[at]
    change = np.minimum(change + guessed * np.asarray(manstein_shift), 0)
    return change.astype(np.int8), moved(box, guessed * np.asarray(box_shift)), owed, gain


def backhand_result(difference: ArrayLike) -> tuple[Boxes, Boxes]:
    """Return the boxes of Manstein (0: removed) and approval after the backhand blow, shape (...) [16.3.2].

    >>> [tuple(int(x) for x in backhand_result(d)) for d in (3, 1, -1)]  # below 0 as 0: ruling R37
    [(7, 7), (5, 5), (0, 2)]
    """
    rows = sorted(BACKHAND.rows, key=lambda row: int(row["difference"]))
    at = np.clip(np.asarray(difference), 0, len(rows) - 1)
    manstein = np.array([0 if row["manstein"] == "removed" else int(row["manstein"]) for row in rows], np.int8)
    return manstein[at], np.array([int(row["approval"]) for row in rows], np.int8)[at]


def soviet_turn(favor: Favor, setting: Setting, turn: int, rolls: Rolls) -> Favor:
    """Take from approval and Manstein what the Soviet turn captured and destroyed [14.2.4, 15.2.1]; no dice."""
    factors = setting.factors
    every, since = np.asarray(factors["loss_every"]), turn - OPENING - 1
    is_loss = (every > 0) & (since >= 0) & (since % np.maximum(every, 1) == 0)
    cities = sum(np.asarray(turn == np.asarray(factors[f"{name}_city_turn"]), np.int16) for name in ("first", "second"))
    opening = np.asarray(factors["first_turn_losses"]) * (turn == OPENING)
    change = hex_change({"city": is_loss + opening, "major_city": cities})
    success = cities + (turn == np.asarray(factors["both_hexes_turn"]))
    favor = _lifted(favor, event_change("manstein", {"soviet_major_success": success}, turn))
    return _lowered(favor, change)


def axis_supply(favor: Favor, setting: Setting, turn: int, rolls: Rolls) -> Favor:
    """Declare the Fortress and the backhand blow, and take the automatic loss [10.1, 15.2.1, 16.3.2]; no dice."""
    factors, begins = setting.factors, np.asarray(setting.policies["axis"].decide(favor, turn)["backhand_turn"])
    launches = (begins == turn) & is_within(WINDOWS["backhand"], turn) & (favor.status == IN_COMMAND)
    favor = replace(
        favor,
        has_crisis=np.zeros_like(favor.has_crisis),
        status=np.where(launches, np.int8(AWAY), favor.status),
        manstein=np.where(launches, np.int8(0), favor.manstein),
        approval=np.where(launches, np.int8(LIMITS.integer("backhand_approval")), favor.approval),
    )
    declared = np.asarray(factors["declared_turn"])
    favor = _lifted(favor, event_change("manstein", {"soviet_major_success": turn == declared}, turn))
    lost = (turn >= np.asarray(factors["one_hex_turn"])) | (turn >= np.asarray(factors["both_hexes_turn"]))
    hexes_lost = lost + (turn >= np.asarray(factors["both_hexes_turn"])).astype(np.int8)
    events = supply_events(hexes_lost, turn >= declared) | {"axis_hq_eliminated": turn == declared}
    return _lowered(favor, event_change("approval", events, turn))


def axis_turn(favor: Favor, setting: Setting, turn: int, rolls: Rolls) -> Favor:
    """Move headquarters, attack with armor, end both offensives; dismiss Manstein [15.2, 16.2.4, 16.3]; no dice."""
    factors, decided = setting.factors, setting.policies["axis"].decide(favor, turn)
    # A move that would bring the marker to box 0 is not permitted, so moves alone never make a crisis.
    moves = np.minimum(np.asarray(factors["hq_moves"]) * decided["moves_hqs"], np.maximum(favor.approval - 1, 0))
    favor = _set_approval(favor, moved(favor.approval, event_change("approval", {"axis_hq_moves_away": moves}, turn)))
    favor = _set_approval(favor, moved(favor.approval, _armored_gain(factors)))
    is_answered = (favor.attacks_owed > 0) & (np.asarray(factors["armored_attacks"]) >= favor.attacks_owed)
    opened = turn == np.asarray(factors["wintergewitter_turn"])
    favor = _lifted(
        favor, favor.attacks_gain * is_answered + event_change("manstein", {"wintergewitter": opened}, turn)
    )
    return _dismissed(_after_backhand(favor, setting, turn), turn)


def crisis_weights(favor: Favor, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return 2d6 as a draw of its sum, shape (games, sums): so the dice fall only where a crisis is due [15.3]."""
    return _ROLL_COUNTS * favor.is_crisis_due[:, np.newaxis]


def crisis(favor: Favor, setting: Setting, turn: int, kind: NDArray[Any]) -> Favor:
    """Apply the crisis table; `kind` is the position of the roll, -1 where no crisis is due [15.3]."""
    factors, due = setting.factors, kind >= 0
    found = crisis_result(_ROLLS[0] + np.maximum(kind, 0), factors["crisis_manstein"], factors["crisis_box"])
    change, box, owed, gain = found
    favor = _lifted(favor, change * due)
    return replace(
        favor,
        approval=np.where(due, box, favor.approval),
        is_crisis_due=np.zeros_like(favor.is_crisis_due),
        has_crisis=favor.has_crisis | due,
        crisis_rolls=(favor.crisis_rolls + due).astype(np.int8),
        attacks_owed=np.where(due, owed, favor.attacks_owed),
        attacks_gain=np.where(due, gain, favor.attacks_gain),
        first_crisis=np.where(due & (favor.first_crisis == 0), np.int8(turn), favor.first_crisis),
    )


PHASES = (
    Phase("soviet_turn", "14.2.4, 15.2.1", 0, soviet_turn),
    Draw("soviet_crisis", "15.3", crisis_weights, crisis),
    Phase("axis_supply", "10.1, 15.2.1, 16.3.2", 0, axis_supply),
    Draw("axis_crisis", "15.3", crisis_weights, crisis),
    Phase("axis_turn", "15.2, 16.2.4, 16.3", 0, axis_turn),
)
TURNS = CAMPAIGN


def _armored_gain(factors: Mapping[str, ArrayLike]) -> NDArray[Any]:
    """Return what armored attacks win: one box in combat and one in exploitation at most [15.2.2]."""
    return np.minimum(factors["armored_gain"], _ARMORED_GAIN_MAX)


def _set_approval(favor: Favor, box: Boxes) -> Favor:
    """Move the approval marker, unless Manstein's dismissal has fixed it [16.2.4]."""
    return replace(favor, approval=np.where(favor.status == DISMISSED, favor.approval, box))


def _lowered(favor: Favor, change: NDArray[Any]) -> Favor:
    """Lower approval; a loss that brings it to box 0, or meets it there, is a crisis (ruling R60) [15.3]."""
    after = _set_approval(favor, moved(favor.approval, change))
    is_crisis = (change < 0) & (after.approval == BOX_MIN) & (favor.status != DISMISSED)
    further = event_change("manstein", {"further_crisis": is_crisis & favor.has_crisis})
    return _lifted(replace(after, is_crisis_due=is_crisis & ~favor.has_crisis), further)


def _lifted(favor: Favor, change: ArrayLike) -> Favor:
    """Move the Manstein marker, where it is on the track."""
    is_there = favor.status == IN_COMMAND
    return replace(favor, manstein=np.where(is_there, moved(favor.manstein, change), favor.manstein))


def _after_backhand(favor: Favor, setting: Setting, turn: int) -> Favor:
    """Bring Manstein back two turns after the blow was declared, with its result [16.3.2]."""
    begins = np.asarray(setting.policies["axis"].decide(favor, turn)["backhand_turn"])
    returns = (favor.status == AWAY) & (turn == begins + LIMITS.integer("backhand_turns"))
    manstein, approval = backhand_result(setting.factors["backhand_difference"])
    status = np.where(manstein > 0, np.int8(IN_COMMAND), np.int8(REMOVED))
    return replace(
        favor,
        manstein=np.where(returns, manstein, favor.manstein),
        approval=np.where(returns, approval, favor.approval),
        status=np.where(returns, status, favor.status).astype(np.int8),
    )


def _dismissed(favor: Favor, turn: int) -> Favor:
    """Dismiss a Manstein who stands in box 0 at the end of the turn; approval stays in box 3 for good [16.2.4]."""
    is_over = (favor.status == IN_COMMAND) & (favor.manstein == _DISMISSED_BOX)
    return replace(
        favor,
        status=np.where(is_over, np.int8(DISMISSED), favor.status),
        approval=np.where(is_over, np.int8(LIMITS.integer("manstein_dismissed_approval")), favor.approval),
        dismissal_turn=np.where(is_over, np.int8(turn), favor.dismissal_turn),
    )
