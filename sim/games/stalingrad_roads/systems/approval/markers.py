"""The two markers of the approval track [14.2.4, 15, 16]: what moves them, crises at the OKH, Manstein's offensives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import all_rolls
from sim.games.stalingrad_roads.systems._turns import WINDOWS, is_within
from sim.numbers.tables import load_list

CHANGES = load_list("stalingrad_roads", "approval_changes")
LIMITS = load_list("stalingrad_roads", "approval_limits")
HEXES = load_list("stalingrad_roads", "strategic_hexes")
CRISIS = load_list("stalingrad_roads", "okh_crisis")
BACKHAND = load_list("stalingrad_roads", "backhand_result")

_BOXES = [int(row["box"]) for row in load_list("stalingrad_roads", "approval_track").rows]
BOX_MIN, BOX_MAX = LIMITS.integer("box_min"), max(_BOXES)
"""The lowest box, and the highest that the text knows; whether the track goes on is not known."""

ARMORED_GAIN_MAX = sum(LIMITS.integer(f"armored_attack_gain_max_{phase}") for phase in ("combat", "exploitation"))
DISMISSED_BOX = LIMITS.integer("manstein_dismissed_box")

STATUS = ("in command", "leads the backhand blow", "dismissed", "removed")
IN_COMMAND, AWAY, DISMISSED, REMOVED = range(len(STATUS))  # removed is not dismissed: ruling R61

ROLLS = [int(row["roll"]) for row in CRISIS.rows]
ROLL_COUNTS = np.bincount(all_rolls(2).sum(axis=1), minlength=ROLLS[-1] + 1)[ROLLS]
_CRISIS = tuple(
    np.array([int(row[field]) for row in CRISIS.rows], np.int8)
    for field in ("manstein_change", "approval_box", "armored_attacks_min", "armored_attacks_manstein_change")
)
_EVENTS = {row["id"]: row for row in CHANGES.rows}
_CAPTURE = {row["id"]: np.int16(row["soviet_capture"]) for row in HEXES.rows}
_RECAPTURE = {row["id"]: np.int16(row["axis_recapture"]) for row in HEXES.rows}
_GUESSED = np.array([CRISIS.basis_of(str(roll), "manstein_change") == "assumed" for roll in ROLLS])

Boxes = NDArray[np.int8]


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
    at = np.asarray(roll) - ROLLS[0]
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


def can_storm(turn: int, armored_divisions: ArrayLike, supports: ArrayLike) -> NDArray[np.bool_]:
    """Return whether Wintergewitter may be launched, shape (...), at the start of a support phase [16.3.1].

    `armored_divisions` are German ones at full strength, with or next to a German headquarters; `supports` those in the
    available box before the turn's draw.

    >>> [bool(can_storm(turn, 2, supports)) for turn, supports in ((6, 2), (7, 2), (6, 1))]  # DEC IV is the last turn
    [True, False, False]
    """
    has_divisions = np.asarray(armored_divisions) >= LIMITS.integer("wintergewitter_armored_divisions_min")
    has_supports = np.asarray(supports) >= LIMITS.integer("wintergewitter_supports_returned")
    return np.asarray(has_divisions & has_supports & is_within(WINDOWS["wintergewitter"], turn))


def storm_lifts(turn: int, storm_turn: ArrayLike, opens_after: ArrayLike) -> NDArray[np.bool_]:
    """Return whether Wintergewitter lifts Manstein at the end of this Axis turn, shape (...) [16.3.1, ruling R36].

    `storm_turn` is the turn of the launch, 0 if none; `opens_after` so many turns later an Axis turn ends for the first
    time with the pocket open.

    >>> [bool(storm_lifts(turn, 5, after)) for turn, after in ((5, 0), (6, 1), (7, 2))]  # JAN I is too late
    [True, True, False]
    """
    launched = np.asarray(storm_turn, np.int16)
    is_open = turn == launched + np.asarray(opens_after)
    return np.asarray((launched > 0) & is_open & is_within(WINDOWS["wintergewitter_gain"], turn))
