"""Victory in scenario III, the campaign: what an end state scores; Manstein's dismissal is that of the track.

Of the book [scenario III].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, WINDOWS, is_within, number
from sim.games.stalingrad_roads.systems._victory import level_by, level_finding, levels, levels_of, points_of, winner
from sim.games.stalingrad_roads.systems.approval import CHAIN
from sim.games.stalingrad_roads.systems.approval.track import COURSE
from sim.games.stalingrad_roads.systems.replacements import withdrawal_turn, withdrawn_units
from sim.laws import law_of
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, counted

CAMPAIGN_POINTS = load_list("stalingrad_roads", "victory_schedule_III")

_NEAR_HEXES, _FAR_HEXES = "hex_1701", "hex_0801"
"""One hex of each worth: those of a kind score alike."""


def campaign_points(counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the Soviet victory points of scenario III, shape (...): each row so often as `counts` says.

    >>> int(campaign_points({"major_city": 2}))  # the historical result: Rostov and Stalingrad
    10
    """
    return points_of(CAMPAIGN_POINTS.rows, counts)


def late_turns(fall: int) -> int:
    """Return the turns after FEB II on which Stalingrad is not all Soviet, by the turn it falls [scenario III].

    >>> late_turns(11), late_turns(14), late_turns(18)  # FEB I; FEB IV: only FEB III counts; never
    (0, 1, 5)
    """
    window = WINDOWS["stalingrad_penalty"]
    return sum(is_within(window, turn) for turn in range(1, min(fall, len(CAMPAIGN) + 1)))


def campaign_decisive(soviet_majors: frozenset[str], is_stalingrad_supplied: bool) -> str | None:
    """Return who wins scenario III at the end of DEC IV, if anybody: by major cities the Soviets hold.

    >>> campaign_decisive(frozenset({"Stalingrad", "Rostov"}), False), campaign_decisive(frozenset(), True)
    ('soviet_decisive', 'axis_decisive')
    """
    if {"Stalingrad", "Rostov"} <= soviet_majors:
        return "soviet_decisive"
    return "axis_decisive" if is_stalingrad_supplied and not soviet_majors else None


_DEC_IV = ("both_hexes_turn", "rostov_by_dec_iv", "supplied_on_dec_iv")
"""The factors that may decide the campaign at the end of DEC IV."""


def _decided_on_dec_iv(factors: Mapping[str, int]) -> str | None:
    """Return who wins a campaign of these factors at the end of DEC IV, if anybody."""
    held = {"Stalingrad": factors["both_hexes_turn"] <= number("DEC IV"), "Rostov": factors["rostov_by_dec_iv"] > 0}
    return campaign_decisive(frozenset(c for c, is_held in held.items() if is_held), factors["supplied_on_dec_iv"] > 0)


def campaign_law(setting: Setting) -> Law:
    """Return the law of the victory points of scenario III; Manstein's dismissal is that of the approval track."""
    gone = _dismissed(int(np.asarray(setting.factors["both_hexes_turn"])), setting)
    chances: dict[int, Fraction] = {}
    for points, p in zip(_points(setting.factors).tolist(), (1 - gone, gone), strict=True):
        chances[points] = chances.get(points, Fraction(0)) + p
    return law_of("vp", {points: p for points, p in chances.items() if p})


def _dismissed(fall: int, setting: Setting) -> Fraction:
    """Return the chance that Manstein is dismissed by the end if Stalingrad falls on a turn [16.2.4]."""
    approval = COURSE.setting({"both_hexes_turn": fall}, {"axis": setting.policies["axis"].id})
    return CHAIN.last(approval).law("dismissal_turn").probability(lambda turn: turn > 0)


def _points(factors: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the points of an end without and with Manstein dismissed, shape (..., 2); factors (...)."""
    given = {name: np.asarray(value, np.int64) for name, value in factors.items()}
    fall = given["both_hexes_turn"]
    fixed = {
        "major_city": given["major_cities"] + (fall <= len(CAMPAIGN)),
        "axis_major_city_unsupplied": given["unsupplied_cities"],
        _NEAR_HEXES: given["near_hexes"],
        _FAR_HEXES: given["far_hexes"],
        "dnieper_bend": given["in_bend"],
        "stalingrad_not_taken": _by_value(late_turns, fall),
    }
    return np.stack([campaign_points(fixed | {"manstein_dismissed": gone}) for gone in (0, 1)], axis=-1)


def _by_value(of: Callable[[int], float], values: NDArray[np.int64]) -> NDArray[Any]:
    """Return what a function makes of each of some whole numbers, shape as theirs; it is asked once a number."""
    known, at = np.unique(values, return_inverse=True)
    return np.array([of(int(one)) for one in known])[at.reshape(values.shape)]


def every_end(setting: Setting) -> dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Return points and levels of many ends at once, each with its chance, shape (n, 2); factors of shape (n,)."""
    given = {name: np.asarray(value, np.int64) for name, value in setting.factors.items()}
    points = _points(given)
    gone = _by_value(lambda fall: float(_dismissed(fall, setting)), given["both_hexes_turn"])
    chances = np.stack([1 - gone, gone], axis=-1)
    known = levels("III")
    reached = _by_value(lambda vp: known.index(level_by("III", "vp", vp)), points)
    cases = np.stack([given[name] for name in _DEC_IV], axis=-1)
    cases, at = np.unique(cases, axis=0, return_inverse=True)
    ended = [_decided_on_dec_iv(dict(zip(_DEC_IV, case, strict=True))) for case in cases.tolist()]
    decided = np.array([known.index(level) if level else -1 for level in ended])[at.reshape(-1), None]
    return {"vp": (points, chances), "level": (np.where(decided >= 0, decided, reached), chances)}


def campaign_findings(setting: Setting) -> Iterable[Finding]:
    """Yield points, level, late turns and withdrawals."""
    points, factors = campaign_law(setting), wholes(setting.factors)
    fall, decisive = factors["both_hexes_turn"], _decided_on_dec_iv(factors)
    yield Finding("vp", "Soviet victory points", "scenario III", law=points)
    yield level_finding("III", {decisive: Fraction(1)} if decisive else levels_of("III", points))
    late = Fraction(late_turns(fall))
    yield Finding("late_turns", "turns after FEB II without all of Stalingrad", "scenario III", number=late)
    if fall <= len(CAMPAIGN):
        about = f"Soviet divisions withdrawn, on {CAMPAIGN[withdrawal_turn(fall) - 1]}"
        yield Finding("withdrawn", about, "scenario III", number=Fraction(withdrawn_units()))


def verdict(found: Found) -> str:
    """Say who wins on points, and with how many, by the turn on which Stalingrad falls."""
    factors = wholes(found.setting.factors)
    decided = _decided_on_dec_iv(factors)
    if decided == "axis_decisive":
        return "If a unit in Stalingrad is in supply on DEC IV and no major city is lost, the Axis wins the campaign."
    if decided:
        return "If the Soviets take Stalingrad and Rostov by DEC IV, they win the campaign at once."
    fall = factors["both_hexes_turn"]
    falls = f"falls on {CAMPAIGN[fall - 1]}" if fall <= len(CAMPAIGN) else "never falls"
    who, points = winner("III", found.value), counted(found.value, "point")
    if "Soviets" in who:
        return f"If Stalingrad {falls}, as we assume, the Soviets win the campaign with {points}."
    return f"If Stalingrad {falls}, as we assume, {who}: the Soviets get only {points}."


SYSTEM = System(
    id="victory_campaign",
    title="Victory in the campaign",
    order=18,
    group=Group.VICTORY,
    factors=factors_of("stalingrad_roads", "campaign_factors"),
    policies=COURSE.policies,
    question="Who wins the campaign, and by how many points?",
    rules=("scenario III", "16.2.4"),
    tables=(
        "victory_schedule_III", "victory_levels", "withdrawals", "campaign_factors", "approval_factors",
        "approval_changes", "okh_crisis", "turn_windows",
    ),
    measured="Soviet victory points expected in scenario III; 10 and more win",
    things="points",
    measure=lambda setting: campaign_law(setting).mean(lambda vp: vp),
    find=campaign_findings,
    good_for="soviet",
    verdict=verdict,
    at_once=every_end,
)  # fmt: skip
