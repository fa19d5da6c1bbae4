"""What the approval track gives the Axis [5.4.1, 17.3], the Kampfgruppen in their cup [8.15], and late withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from sim.exact import Law
from sim.game import GameError
from sim.games.stalingrad_roads.inputs import CAMPAIGN, WINDOWS, number
from sim.games.stalingrad_roads.markers import BOX_MAX, BOX_MIN
from sim.tables import load_list

BOXES = load_list("stalingrad_roads", "approval_track")
LIMITS = load_list("stalingrad_roads", "replacement_limits")
INCOME = load_list("stalingrad_roads", "scenario_income")
COSTS = load_list("stalingrad_roads", "replacement_costs")
WITHDRAWALS = load_list("stalingrad_roads", "withdrawals")

_STEPS_ONE, _STEPS_TWO = 1, 2
"""Steps of the armored Kampfgruppen [8.15.4]; a division has two as well [1.3.1]."""


def box_gives(box: int, what: str, factors: Mapping[str, int]) -> int:
    """Return supports or replacement points of a box; a guessed one comes from the factors [5.4.1, 17.3.2].

    `what` is ``supports`` or ``replacement_points``. Raises `GameError` for a box that is not on the track.

    >>> box_gives(4, "supports", {}), box_gives(4, "replacement_points", {})  # [example 13]
    (2, 1)
    """
    if not BOX_MIN <= box <= BOX_MAX:
        raise GameError(f"box {box} is not on the approval track; expected {BOX_MIN} to {BOX_MAX}")
    printed = BOXES[str(box)][what]
    return factors[f"box_{box}_{what.rpartition('_')[2]}"] if printed == "?" else int(printed)


def allied_points(points: int) -> int:
    """Return how many of a turn's points the Axis allies may use: half, rounded down [17.3.3].

    >>> [allied_points(points) for points in range(4)]
    [0, 0, 1, 1]
    """
    share = Fraction(LIMITS["axis_allies_share"]["value"])
    return int(points * share)


def points_of(side: str, scenario: str, game_turn: str) -> int:
    """Return the replacement points a scenario prints for a turn; those of the Axis only where it gets none [17.3].

    >>> points_of("soviet", "III", "NOV III"), points_of("soviet", "III", "DEC I")
    (0, 2)
    """
    given = 0
    for row in INCOME.rows:
        if (row["scenario"], row["side"], row["kind"]) == (scenario, side, "replacement"):
            last = row["last_turn"]
            if number(row["first_turn"]) <= number(game_turn) and (not last or number(game_turn) <= number(last)):
                given = int(row["points"])
    return given


def rebuilt_steps(kind: str, points: int, supports: int = 0) -> int:
    """Return how many steps some points, and supports where armor asks for them, bring back [17.3.6-17.3.12].

    `kind` is a row of `replacement_costs`; a unit rebuilt whole has two steps. `KeyError` names a row there is not.

    >>> [rebuilt_steps(kind, 2, 1) for kind in ("axis_eliminated", "soviet_eliminated", "reduced_armored")]
    [2, 4, 1]
    """
    row = COSTS[kind]
    times = points // int(row["replacement_points"])
    if int(row["supports"]):
        times = min(times, supports // int(row["supports"]))
    return times * (_STEPS_TWO if row["per"] == "full_unit" else _STEPS_ONE)


def free_divisions(fall: int) -> int:
    """Return the reduced infantry divisions the Axis gets for nothing, by the turn Stalingrad falls [17.2.3, R49].

    So many if the box of eliminated units always holds one.

    >>> free_divisions(11), free_divisions(18)
    (7, 0)
    """
    return max(len(CAMPAIGN) + 1 - fall, 0) * LIMITS.integer("free_reduced_infantry")


def withdrawn_units() -> int:
    """Return how many divisions the Soviets withdraw once Stalingrad is theirs, from FEB II on [scenario III].

    >>> withdrawn_units()
    37
    """
    return sum(int(row["units"]) for row in WITHDRAWALS.rows)


def withdrawn_attack() -> int:
    """Return the attack factors of those divisions at full strength [scenario III].

    >>> withdrawn_attack()
    83
    """
    return sum(int(row["units"]) * int(row["full_strength"].split("-")[0]) for row in WITHDRAWALS.rows)


def withdrawal_turn(fall: int) -> int:
    """Return the turn of the withdrawals, by the turn on which Stalingrad falls [scenario III].

    >>> withdrawal_turn(11), withdrawal_turn(13)  # FEB I: they go on FEB II
    (12, 13)
    """
    return max(fall, number(WINDOWS["stalingrad_withdrawals"]["first_turn"]))


def group_steps_law(groups: int, two_step: int, drawn: int) -> Law:
    """Return the law of the steps of some armored Kampfgruppen drawn at random and never put back [8.15].

    `two_step` of the `groups` have two steps; once all are used no more come [8.15.9]. Raises `GameError` where more
    have two steps than there are.

    >>> group_steps_law(2, 1, 1).counts, group_steps_law(2, 1, 5).counts
    ({(1,): 1, (2,): 1}, {(3,): 1})
    """
    if not 0 <= two_step <= groups:
        raise GameError(f"{two_step} Kampfgruppen of two steps among {groups}; expected 0 to {groups}")
    n = min(drawn, groups)
    counts: dict[tuple[int, ...], int] = {}
    for strong in range(max(0, n - (groups - two_step)), min(n, two_step) + 1):
        steps = strong * _STEPS_TWO + (n - strong) * _STEPS_ONE
        counts[(steps,)] = comb(two_step, strong) * comb(groups - two_step, n - strong)
    return Law(("steps",), counts, comb(groups, n))
