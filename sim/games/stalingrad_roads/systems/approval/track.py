"""The approval of the Führer, Manstein, and crises at the OKH [15, 16], turn by turn from NOV III to MAR III.

What falls on the map comes in as factors. The Axis player's decisions are policies: whether headquarters move away from
the Fortress, and when Manstein's two offensives are launched.

Of the book [10.1.3, 14.2.1, 15.1.3, 15.1.5, 16.2.3].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, OPENING, WINDOWS, is_within
from sim.games.stalingrad_roads.systems.approval.markers import (
    ARMORED_GAIN_MAX,
    AWAY,
    BOX_MIN,
    DISMISSED,
    DISMISSED_BOX,
    IN_COMMAND,
    LIMITS,
    REMOVED,
    ROLL_COUNTS,
    ROLLS,
    Boxes,
    backhand_result,
    can_storm,
    crisis_result,
    event_change,
    hex_change,
    moved,
    storm_lifts,
    supply_events,
)
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Phase, Setting

START = load_list("stalingrad_roads", "track_start")["III"]

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
    support_box: Boxes = column("box of the higher marker in the support phase [5.4.1, 16.2.2]", lasts=False)
    points_box: Boxes = column("the same in the replacement phase [16.2.2, 17.3.2]", lasts=False)
    is_offensive: Flags = column(
        "one of Manstein's offensives is launched, so that no supports are drawn [16.3]", lasts=False
    )
    storm_turn: Boxes = column(
        "turn (1 = NOV III) on which Wintergewitter was launched, 0 if not yet [16.3.1]", lasts=True, logged=False
    )
    dismissal_turn: Boxes = column(
        "turn (1 = NOV III) at whose end Manstein was dismissed, 0 if not yet", lasts=True, logged=False
    )
    removal_turn: Boxes = column(
        "turn (1 = NOV III) at whose end a backhand blow that won nothing removed him", lasts=True, logged=False
    )
    first_crisis: Boxes = column("turn of the first crisis, 0 if none yet", lasts=True, logged=False)


RESULTS = {
    "dismissal_turn": "turn (1 = NOV III) at whose end Manstein is dismissed, 0 if never",
    "storm_turn": "turn on which Wintergewitter is launched, 0 if never",
    "first_crisis": "turn of the first crisis at the OKH, 0 if none",
    "approval": "box of the approval marker at the end",
    "manstein": "box of the Manstein marker at the end, 0 where it is gone",
    "status": "Manstein at the end",
}


def start(n: int, setting: Setting) -> Favor:
    """Return n games at the start of scenario III: approval in box 7, Manstein in 5."""
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    approval, manstein = (np.full(n, int(START[marker]), np.int8) for marker in ("approval", "manstein"))
    return Favor(
        approval=approval, manstein=manstein, status=zero,
        is_crisis_due=no, has_crisis=no, crisis_rolls=zero, attacks_owed=zero, attacks_gain=zero,
        support_box=zero, points_box=zero, is_offensive=no,
        storm_turn=zero, dismissal_turn=zero, removal_turn=zero, first_crisis=zero,
    )  # fmt: skip


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
    factors = setting.factors
    launches = launches_blow(favor, setting, turn)
    favor = replace(
        favor,
        has_crisis=np.zeros_like(favor.has_crisis),
        status=np.where(launches, np.int8(AWAY), favor.status),
        manstein=np.where(launches, np.int8(0), favor.manstein),
        approval=np.where(launches, np.int8(LIMITS.integer("backhand_approval")), favor.approval),
    )
    declared, again = np.asarray(factors["declared_turn"]), turn == np.asarray(factors["resupplied_turn"])
    won = {"soviet_major_success": turn == declared, "stalingrad_resupplied": again}
    favor = _lifted(favor, event_change("manstein", won, turn))
    lost = (turn >= np.asarray(factors["one_hex_turn"])) | (turn >= np.asarray(factors["both_hexes_turn"]))
    hexes_lost = lost + (turn >= np.asarray(factors["both_hexes_turn"])).astype(np.int8)
    events = supply_events(hexes_lost, (turn >= declared) & ~again) | {"axis_hq_eliminated": turn == declared}
    return _lowered(favor, event_change("approval", events, turn))


def axis_turn(favor: Favor, setting: Setting, turn: int, rolls: Rolls) -> Favor:
    """Move headquarters, attack with armor, end both offensives; dismiss Manstein [15.2, 16.2.4, 16.3]; no dice."""
    factors, decided = setting.factors, setting.policies["axis"].decide(favor, turn)
    favor = _support_phase(favor, setting, turn)
    # A move that would bring the marker to box 0 is not permitted, so moves alone never make a crisis.
    moves = np.minimum(np.asarray(factors["hq_moves"]) * decided["moves_hqs"], np.maximum(favor.approval - 1, 0))
    favor = _set_approval(favor, moved(favor.approval, event_change("approval", {"axis_hq_moves_away": moves}, turn)))
    favor = _set_approval(favor, moved(favor.approval, _armored_gain(factors)))
    is_answered = (favor.attacks_owed > 0) & (np.asarray(factors["armored_attacks"]) >= favor.attacks_owed)
    retaken = turn == np.asarray(factors["city_retaken_turn"])
    won: dict[str, ArrayLike] = {
        "wintergewitter": storm_lifts(turn, favor.storm_turn, _opens_after(factors)),
        "major_city_recaptured": retaken,
    }
    favor = _set_approval(favor, moved(favor.approval, hex_change({}, {"major_city": retaken})))
    favor = _lifted(favor, favor.attacks_gain * is_answered + event_change("manstein", won, turn))
    favor = _after_backhand(favor, setting, turn)
    before = higher_box(favor)
    favor = _dismissed(favor, turn)
    is_late = np.asarray(factors["points_at_end"]) > 0  # by the markers once the turn is over (ruling R67)
    return replace(favor, points_box=np.where(is_late, higher_box(favor), before))


def crisis_weights(favor: Favor, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return 2d6 as a draw of its sum, shape (games, sums): so the dice fall only where a crisis is due [15.3]."""
    return ROLL_COUNTS * favor.is_crisis_due[:, np.newaxis]


def crisis(favor: Favor, setting: Setting, turn: int, kind: NDArray[Any]) -> Favor:
    """Apply the crisis table; `kind` is the position of the roll, -1 where no crisis is due [15.3]."""
    factors, due = setting.factors, kind >= 0
    found = crisis_result(ROLLS[0] + np.maximum(kind, 0), factors["crisis_manstein"], factors["crisis_box"])
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


def launches_storm(favor: Favor, setting: Setting, turn: int) -> NDArray[np.bool_]:
    """Return who launches Wintergewitter in this turn's support phase, once, under Manstein [16.2.4, 16.3.1]."""
    factors, since = setting.factors, np.asarray(setting.policies["axis"].decide(favor, turn)["storm_from"])
    divisions = (turn >= np.asarray(factors["divisions_ready_turn"])) * LIMITS.integer(
        "wintergewitter_armored_divisions_min"
    )
    wants = (since > 0) & (turn >= since) & (favor.storm_turn == 0) & (favor.status == IN_COMMAND)
    return np.asarray(wants & can_storm(turn, divisions, factors["supports_held"]))


def launches_blow(favor: Favor, setting: Setting, turn: int) -> NDArray[np.bool_]:
    """Return who declares the backhand blow at the start of this Axis turn, from JAN I, under Manstein [16.3.2]."""
    begins = np.asarray(setting.policies["axis"].decide(favor, turn)["backhand_turn"])
    return np.asarray((begins == turn) & is_within(WINDOWS["backhand"], turn) & (favor.status == IN_COMMAND))


PHASES = (
    Phase("soviet_turn", "14.2.4, 15.2.1", 0, soviet_turn),
    Draw("soviet_crisis", "15.3", crisis_weights, crisis),
    Phase("axis_supply", "10.1, 15.2.1, 16.3.2", 0, axis_supply),
    Draw("axis_crisis", "15.3", crisis_weights, crisis),
    Phase("axis_turn", "15.2, 16.2.4, 16.3", 0, axis_turn),
)


def higher_box(favor: Favor) -> Boxes:
    """Return the box that gives supports and points, shape (...): the higher marker's [5.4.1, 16.2.2].

    A Manstein who is dismissed, removed or leads the blow is not on the track.
    """
    shield = np.where(favor.status == IN_COMMAND, favor.manstein, BOX_MIN)
    return np.maximum(favor.approval, shield).astype(np.int8)


def _support_phase(favor: Favor, setting: Setting, turn: int) -> Favor:
    """Note the box that gives supports, and launch Wintergewitter; an offensive replaces the draw [5.4.1, 16.3]."""
    storms = launches_storm(favor, setting, turn)
    begins = np.asarray(setting.policies["axis"].decide(favor, turn)["backhand_turn"])
    return replace(
        favor,
        support_box=higher_box(favor),
        is_offensive=storms | ((favor.status == AWAY) & (begins == turn)),
        storm_turn=np.where(storms, np.int8(turn), favor.storm_turn),
    )


def _opens_after(factors: Mapping[str, ArrayLike]) -> NDArray[Any]:
    """Return after how many turns the pocket opens in time; only on that of the launch by R36's other reading."""
    after, never = np.asarray(factors["storm_opens_after"]), len(CAMPAIGN)
    return np.where((np.asarray(factors["launch_turn_only"]) > 0) & (after > 0), never, after)


def _armored_gain(factors: Mapping[str, ArrayLike]) -> NDArray[Any]:
    """Return what armored attacks win: one box in combat and one in exploitation at most [15.2.2]."""
    return np.minimum(factors["armored_gain"], ARMORED_GAIN_MAX)


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
    manstein, approval = backhand_result(cities_won(setting.factors, begins))
    falls = (manstein == 0) & (np.asarray(setting.factors["removal_dismisses"]) > 0)  # the other reading of R61
    status = np.where(manstein > 0, np.int8(IN_COMMAND), np.where(falls, np.int8(DISMISSED), np.int8(REMOVED)))
    approval = np.where(falls, np.int8(LIMITS.integer("manstein_dismissed_approval")), approval)
    return replace(
        favor,
        manstein=np.where(returns, manstein, favor.manstein),
        approval=np.where(returns, approval, favor.approval),
        status=np.where(returns, status, favor.status).astype(np.int8),
        dismissal_turn=np.where(returns & falls, np.int8(turn), favor.dismissal_turn),
        removal_turn=np.where(returns & (status == REMOVED), np.int8(turn), favor.removal_turn),
    )


def cities_won(factors: Mapping[str, ArrayLike], begins: ArrayLike) -> NDArray[np.int64]:
    """Return the major cities that a backhand blow wins on balance, shape (...) [16.3.2].

    It retakes no more than the Soviets hold as it begins: those other than Stalingrad that fell by that turn.
    """
    fallen = [np.asarray(factors[f"{name}_city_turn"]) <= np.asarray(begins) for name in ("first", "second")]
    return np.minimum(np.asarray(factors["backhand_difference"]), np.add(*fallen, dtype=np.int64))


def _dismissed(favor: Favor, turn: int) -> Favor:
    """Dismiss a Manstein who stands in box 0 at the end of the turn; approval stays in box 3 for good [16.2.4]."""
    is_over = (favor.status == IN_COMMAND) & (favor.manstein == DISMISSED_BOX)
    return replace(
        favor,
        status=np.where(is_over, np.int8(DISMISSED), favor.status),
        approval=np.where(is_over, np.int8(LIMITS.integer("manstein_dismissed_approval")), favor.approval),
        dismissal_turn=np.where(is_over, np.int8(turn), favor.dismissal_turn),
    )


COURSE = Course(
    id="approval",
    title="The Führer's approval, Manstein and the OKH from NOV III",
    factors=factors_of("stalingrad_roads", "approval_factors"),
    policies=policies_of("stalingrad_roads", "approval"),
    turns=CAMPAIGN,
    state=Favor,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
