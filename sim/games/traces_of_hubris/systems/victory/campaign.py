"""Victory [13.0]: points for targets and losses turn by turn, the win by nine targets, what the points still decide.

Whether a target falls is decided on the map. A campaign comes in as an outline: efforts a turn at the next target of a
plan, each with its chance in sixths by the grade of the target [16.0]; then a counteroffensive that takes the last one
back. The plan is the Axis's policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._turns import GAME, LAST_TURN, POINTS, TURNS, Counts, Flags, broadcast
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_list
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Draw, Phase, Setting

LEVELS = load_list(GAME, "victory_levels")
LIMITS = load_list(GAME, "victory_limits")
TARGETS = load_list(GAME, "target_hexes")
_AIR = load_list(GAME, "luftwaffe_limits")
IDS = tuple(row["id"] for row in TARGETS.rows)
GRADES = tuple(dict.fromkeys(row["difficulty"] for row in TARGETS.rows if row["difficulty"]))
OUTCOMES = ("Soviet victory", "draw", "Axis victory")

_AT_START = LIMITS.integer("targets_at_start")
_MOST_EFFORTS = 3
_SIXTHS = 6


def target_points(supplied: ArrayLike) -> Counts:
    """Return the VP of a turn for target hexes controlled and supplied, shape (...) [13.0].

    >>> int(target_points(5))  # [13.0, example]
    1
    """
    beyond = np.asarray(supplied, np.int16) - LIMITS.integer("targets_without_vp")
    return np.asarray(np.maximum(beyond, 0) * POINTS.integer("target_beyond_4", "vp"), np.int16)


def loss_points(counts: Mapping[str, ArrayLike]) -> Counts:
    """Return the VP for units destroyed and headquarters relocated, shape (...), from how many there were [13.0, 14.3].

    >>> int(loss_points({"german_non_mechanized_lost": 2, "german_mechanized_lost": 1}))  # [13.0, example]
    -8
    """
    none = {row["id"]: 0 for row in POINTS.rows}
    if unknown := set(counts) - set(none):
        raise KeyError(f"no VP for {', '.join(sorted(unknown))}; expected some of {', '.join(none)}")
    return np.asarray(net_modifier(POINTS, none | dict(counts)), np.int16)


def is_automatic(supplied: ArrayLike) -> Flags:
    """Return whether so many targets with a regular supply line win at once, shape (...) [13.0; R18].

    >>> [bool(is_automatic(n)) for n in (8, 9)]
    [False, True]
    """
    return np.asarray(np.asarray(supplied) >= LEVELS.integer("axis_targets", "low"))


def outcome(vp: ArrayLike, has_won: ArrayLike, points_win: ArrayLike = 0) -> NDArray[np.int8]:
    """Return the result after the last turn, shape (...), as positions in `OUTCOMES` [13.0; R17].

    With `points_win` the points of a draw win (the other reading of R17).

    >>> [int(x) for x in outcome([15, 16, -40], [False, False, True])]
    [0, 1, 2]
    """
    is_draw = np.asarray(vp) >= LEVELS.integer("vp_draw", "low")
    wins = np.asarray(has_won, np.bool_) | (is_draw & (np.asarray(points_win) > 0))
    return np.where(wins, OUTCOMES.index("Axis victory"), is_draw * OUTCOMES.index("draw")).astype(np.int8)


def columns_missed(markers: ArrayLike) -> Counts:
    """Return the columns that option 14.4 takes from an attack on a town, shape (...), with so many markers at hand.

    >>> columns_missed([0, 1, 2]).tolist()  # two markers of a column each do what one did
    [0, 1, 0]
    """
    at_hand = np.asarray(markers, np.int16)
    without = np.minimum(at_hand, _AIR.integer("offensive_markers_per_hex")) * _AIR.integer("offensive_shift")
    most, shift = (_AIR.integer(f"offensive_{what}_on_city_optional") for what in ("markers", "shift"))
    return np.asarray(without - np.minimum(at_hand, most) * shift, np.int16)


@dataclass(frozen=True)
class Campaign(State):
    """The score of each game."""

    taken: Counts = column("targets of the plan that the Axis holds, beyond the four of the start", lasts=True)
    vp: Counts = column("Axis VP, the losses so far included [13.0]", lasts=True)
    victory_turn: Counts = column("turn of the win by nine targets, 0 if none", lasts=True)
    result: NDArray[np.int8] = column(
        "result if the game ended here: 0 Soviet victory, 1 draw, 2 Axis victory", lasts=True
    )


def start(n: int, setting: Setting) -> Campaign:
    """Return n games before the first turn: four targets, no VP [3.0, 13.0]."""
    zero = np.zeros(n, np.int16)
    return Campaign(zero, zero, zero, zero.astype(np.int8))


def effort_weights(campaign: Campaign, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many cases the turn's efforts take 0, 1, 2 or 3 targets, shape (games, 4)."""
    n = len(campaign.taken)
    is_on = (campaign.victory_turn == 0) & (turn <= np.asarray(setting.factors["offensive_until"]))
    cases = np.zeros((n, _MOST_EFFORTS + 1), np.int64)
    cases[:, 0] = 1
    for effort in range(_MOST_EFFORTS):
        is_made = is_on & (effort < np.asarray(setting.factors["efforts"]))
        after = np.zeros_like(cases)
        for more in range(effort + 1):
            ahead = replace(campaign, taken=(campaign.taken + more).astype(np.int16))
            falls = _sixths(ahead, setting, turn) * is_made
            after[:, more] += cases[:, more] * (_SIXTHS - falls)
            after[:, more + 1] += cases[:, more] * falls
        cases = after
    return cases


def _sixths(campaign: Campaign, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many cases of six an effort takes the next target of the plan, shape (games,)."""
    given = setting.factors
    target = np.asarray(setting.policies["axis"].decide(campaign, turn)["target"])
    by_grade = [broadcast(given[grade.replace(" ", "_")], len(target)) for grade in GRADES]
    grade = np.array([GRADES.index(row["difficulty"]) if row["difficulty"] else 0 for row in TARGETS.rows])
    is_source = np.array([row["is_supply_source"] == "yes" for row in TARGETS.rows])
    sixths = np.choose(grade[target], by_grade) + np.asarray(given["option_14_1"]) * np.asarray(given["mode_sixths"])
    bombed = (
        np.asarray(given["option_14_4"]) * columns_missed(given["town_markers"]) * np.asarray(given["column_sixths"])
    )
    sixths = sixths - np.where(is_source[target], 0, bombed)  # the other targets are towns and cities
    return np.where(target < 0, 0, np.clip(sixths, 0, _SIXTHS)).astype(np.int64)


def efforts(campaign: Campaign, setting: Setting, turn: int, taken: NDArray[np.int64]) -> Campaign:
    """Take the targets that fell this turn."""
    return replace(campaign, taken=(campaign.taken + np.maximum(taken, 0)).astype(np.int16))


def counter_weights(campaign: Campaign, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many cases of six the counteroffensive fails or takes back a target, shape (games, 2)."""
    given = setting.factors
    is_on = (campaign.victory_turn == 0) & (campaign.taken > 0) & (turn >= np.asarray(given["counter_from"]))
    apart = np.asarray(given["option_14_2"]) * np.asarray(given["apart_sixths"])
    sixths = np.clip(np.asarray(given["counter"]) + apart, 0, _SIXTHS) * is_on
    return np.stack([_SIXTHS - sixths, sixths], axis=1).astype(np.int64)


def counteroffensive(campaign: Campaign, setting: Setting, turn: int, lost: NDArray[np.int64]) -> Campaign:
    """Give back the last target taken where the counteroffensive succeeds."""
    return replace(campaign, taken=(campaign.taken - np.maximum(lost, 0)).astype(np.int16))


def victory_check(campaign: Campaign, setting: Setting, turn: int, rolls: Rolls) -> Campaign:
    """Look for nine targets, then add the turn's points; a game that is won stands still; no dice [13.0; R20]."""
    given = setting.factors
    is_open = campaign.victory_turn == 0
    cut_off = np.asarray(given["cut_off"]) * (turn >= np.asarray(given["counter_from"]))
    supplied = np.maximum(_AT_START + campaign.taken - cut_off, 0)
    caucasus = np.asarray(setting.policies["axis"].decide(campaign, turn)["caucasus"])
    regular = np.where(np.asarray(given["caucasus_line"]) > 0, supplied, np.maximum(supplied - caucasus, 0))
    wins = is_open & is_automatic(regular)
    gain = target_points(supplied) + losses_upto(given, turn) - losses_upto(given, turn - 1)
    vp = (campaign.vp + np.where(is_open & ~wins, gain, 0)).astype(np.int16)
    victory_turn = np.where(wins, np.int16(turn), campaign.victory_turn)
    result = outcome(vp, victory_turn > 0, given["points_win"])
    return replace(campaign, vp=vp, victory_turn=victory_turn, result=result)


def losses_upto(given: Mapping[str, ArrayLike], turn: int) -> Counts:
    """Return the VP lost up to a turn, shape (...), when the campaign's losses come evenly [13.0, 14.3; R19]."""
    hqs = np.asarray(given["hq_lost"]) + np.asarray(given["minor_hq_lost"]) * np.asarray(given["minor_hq_counts"])
    counted = {
        "german_mechanized_lost": given["mechanized_lost"],
        "german_non_mechanized_lost": given["non_mechanized_lost"],
        "hq_lost": hqs,
        "ss_wiking_lost": given["wiking_lost"],
        "axis_hq_relocated": given["axis_relocations"],
        "soviet_hq_relocated": given["soviet_relocations"],
    }
    return loss_points({name: np.asarray(n, np.int16) * turn // LAST_TURN for name, n in counted.items()})


def aims_of(entry: Entry) -> Decide:
    """Return the decision of a plan: aim at its targets in order; -1 once all are held."""
    order = [IDS.index(target) for target in entry["order"]]
    is_caucasus = [TARGETS.rows[at]["has_caucasus_exception"] == "yes" for at in order]
    aims, held = np.array([*order, -1]), np.array([0, *np.cumsum(is_caucasus)])

    def decide(state: Campaign, turn: int) -> Mapping[str, Any]:
        place = np.minimum(state.taken, len(order))
        return {"target": aims[place], "caucasus": held[place]}

    return decide


COURSE = Course(
    id="victory",
    title="Targets, points and the win",
    factors=factors_of(GAME, "victory_factors"),
    policies=policies_of(GAME, "victory", aims_of),
    turns=TURNS,
    state=Campaign,
    start=start,
    phases=(
        Draw("efforts", "16.0", effort_weights, efforts),
        Draw("counteroffensive", "12.5", counter_weights, counteroffensive),
        Phase("victory_check", "13.0", 0, victory_check),
    ),
    results={
        "result": "result of the game",
        "victory_turn": "turn of the win by nine targets, 0 if none",
        "vp": "Axis VP at the end, or when it won",
        "taken": "targets held at the end beyond the four of the start",
    },
)
