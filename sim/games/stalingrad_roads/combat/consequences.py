"""What a result comes to once both sides have chosen: steps, retreats, exploitation [8.7.7, 8.8-8.14, 9.3, 14.1]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Coded, Fact
from sim.dice import Rolls
from sim.games.stalingrad_roads.combat.facts import LIMITS, SUPERIORITY, Facts
from sim.games.stalingrad_roads.combat.results import AR, D1, AttackerResult, attacker_result, defender_result
from sim.games.stalingrad_roads.combat.strengths import JU52
from sim.games.stalingrad_roads.combat.table import ENG, TACTICAL, Codes, attrition, eng_attrition
from sim.numbers.tables import load_list

RESULTS = load_list("stalingrad_roads", "tactical_results")
WEIGHTS = load_list("stalingrad_roads", "exploitation_limits")
_S, _F, _R = TACTICAL.index("S"), TACTICAL.index("F"), TACTICAL.index("R")
_RETREATS = ("DR", "DR2", "DR3")
_HEXES = np.array([RESULTS.integer(c, "retreat_hexes") if c in _RETREATS else 0 for c in TACTICAL], np.int8)
_BOUNDLESS = 10_000
"""Stands for the steps of a side where they are not given: more than can be lost."""

Steps = NDArray[np.int64]


def consequences(
    facts: Facts, column: ArrayLike, rolls: Rolls, codes: tuple[Codes, Codes]
) -> dict[str, NDArray[np.int64]]:
    """Return what each fight comes to, each field of shape (...); rolls of shape (..., 4), of Eng the last two dice.

    Two more follow where a second Eng rolls again (ruling R13), then one where Rattenkrieg is played [10.4.3].

    `codes` are the tactical results of attacker and defender as rolled or chosen by the elite bonus, shape (...).
    In the order of 8.2.1: attrition, superiority, the attacker's tactical result, the defender's, exploitation.
    """
    # [8.8.3, 8.9.1, 8.10.1, 8.10.5, 8.13.2, 8.14.2, 8.14.3]
    first = attrition(column, rolls[..., :2])
    again = eng_attrition(column, rolls, has_third=facts.third_roll)
    attacker, defender = attacker_result(facts, codes[0]), defender_result(facts, codes[1])
    is_eng = (attacker.code == ENG) | (defender == ENG)

    by_eng = (is_eng | attacker.is_toll) * again[0]
    early = by_eng * facts.eng_before_superiority  # the other reading of R52
    lost = _attrition_of_the_attacker(facts, first[0] + early, attacker)
    late = (by_eng - early) * facts.ar_last  # the other reading of R55
    stays, retreats = _answer_to_ar(facts, attacker, _left(facts.attacker_steps, lost + late))
    lost = lost + stays * RESULTS.integer("AR", "step_losses") + by_eng - early
    lost = np.minimum(lost, facts.attacker_steps or _BOUNDLESS)

    suffered = first[1] + is_eng * again[1] + (attacker.code == D1) * RESULTS.integer("D1", "step_losses")
    hexes, more = _answer_to_the_defenders_result(facts, defender, _left(facts.defender_steps, suffered))
    suffered = np.minimum(suffered + more, facts.defender_steps or _BOUNDLESS)
    is_gone = _left(facts.defender_steps, suffered) <= 0

    level = np.where(_left(facts.attacker_steps, lost) > 0, attacker.level, 0)
    after = {
        "attacker_step_losses": lost,
        "defender_step_losses": suffered,
        "is_attacker_retreat": retreats.astype(np.int64),
        "defender_retreat_hexes": np.where(is_gone, 0, hexes),
        "exploitation": level,
        "is_defender_reaction": ((defender == _R) | _is_rescued(facts, attacker)).astype(np.int64),
        "is_emptied": (is_gone | (hexes > 0)).astype(np.int64),
    }
    if facts.armored_attack:  # so many units if all are armored: each counts half [8.14.3]
        after["armored_exploitation_units"] = level * int(1 / Fraction(WEIGHTS["armored_unit_weight"]["value"]))
    if facts.rattenkrieg:
        after = _street_fight(facts, after, rolls[..., -1])
    return after


def demands(facts: Facts, column: ArrayLike, rolls: Rolls, codes: tuple[Codes, Codes]) -> dict[str, NDArray[np.bool_]]:
    """Return what each result asks of the defender, the fields `sim.combat.DEMANDS`, in the words of `consequences`.

    S always costs him a step or the hex, F only if he goes, and neither sends him back.
    """
    attacker, defender = attacker_result(facts, codes[0]), defender_result(facts, codes[1])
    is_eng = (attacker.code == ENG) | (defender == ENG)
    again = eng_attrition(column, rolls, has_third=facts.third_roll)
    steps = attrition(column, rolls[..., :2])[1] + is_eng * again[1]
    is_sent_back = _HEXES[defender] > 0
    always = (defender == _S) | ((defender == _F) & facts.losses_either_way)
    is_hurt = (steps > 0) | (attacker.code == D1) | always | is_sent_back
    if facts.rattenkrieg:
        works = _street_fight_works(rolls[..., -1])
        is_hurt, is_sent_back = works | is_hurt, ~works & is_sent_back
    return {"is_defender_hurt": is_hurt, "is_defender_sent_back": is_sent_back}


def may_advance(after: Coded, facts: Mapping[str, Fact]) -> bool:
    """Return whether an attacker may enter the hex: it is empty, and one is left who did not retreat [8.8.3, 8.13.2].

    In exploitation combat nobody advances across a major river that is not frozen [9.3.2].
    """
    is_frozen = facts.get("weather") == "frozen_major_rivers"
    is_barred = facts.get("exploitation") and facts.get("across") == "major_river" and not is_frozen
    is_left = after["attacker_step_losses"] < (facts.get("attacker_steps") or _BOUNDLESS)
    return bool(after["is_emptied"] and not after["is_attacker_retreat"] and is_left and not is_barred)


def _street_fight_works(die: NDArray[np.int8]) -> NDArray[np.bool_]:
    first, last = (int(n) for n in JU52["rattenkrieg"]["success_rolls"].split("-"))
    return (die >= first) & (die <= last)


def _street_fight(facts: Facts, after: dict[str, Steps], die: NDArray[np.int8]) -> dict[str, Steps]:
    """Return what is left where Rattenkrieg works: a step of each side, and no result [10.4.3; ruling R58]."""
    works = _street_fight_works(die)
    step = LIMITS.integer("rattenkrieg_step_losses")
    instead = {
        "attacker_step_losses": min(step, facts.attacker_steps or _BOUNDLESS),
        "defender_step_losses": min(step, facts.defender_steps or _BOUNDLESS),
        "is_emptied": int((facts.defender_steps or _BOUNDLESS) <= step),
    }
    return {name: np.where(works, instead.get(name, 0), value) for name, value in after.items()}


def _left(steps: int, lost: NDArray[np.integer]) -> Steps:
    """Return the steps that are left, shape (...); more than can be lost if they are not given."""
    return (steps or _BOUNDLESS) - np.asarray(lost, np.int64)


def _attrition_of_the_attacker(facts: Facts, attrition: NDArray[np.int8], attacker: AttackerResult) -> Steps:
    """Return the losses after German superiority, which looks at the first roll's attrition [8.9, 14.1; ruling R52]."""
    lost = np.asarray(attrition, np.int64)
    if facts.human_waves:
        more = SUPERIORITY.integer("human_waves", "attacker_step_losses")
        lost = lost + more * ((lost > 0) & ~attacker.is_breakthrough)
    if facts.soviet_rout:
        less = SUPERIORITY.integer("soviet_rout", "attacker_step_losses")
        lost = np.maximum(lost + less * attacker.is_rout, 0)
    return lost


def _is_rescued(facts: Facts, attacker: AttackerResult) -> NDArray[np.bool_]:
    return facts.panzers_to_the_rescue & ~attacker.is_breakthrough


def _answer_to_ar(facts: Facts, attacker: AttackerResult, left: Steps) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether the attacker stays with the losses of AR, and whether he retreats; nobody does if none is left."""
    is_asked = (attacker.code == AR) & (left > 0)
    if facts.attacker_aim == "ground":
        stays = is_asked & (left > RESULTS.integer("AR", "step_losses"))
    else:
        stays = np.zeros_like(is_asked)
    return stays, is_asked & ~stays


def _answer_to_the_defenders_result(
    facts: Facts, defender: Codes, left: Steps
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return hexes of retreat and further losses of the defender, each of shape (...).

    Of S and F he takes what his aim asks for: for the ground to stay while somebody is left to stay, for steps to
    lose fewer; what is equal then, he stays (ruling R3).
    """
    hexes, more = _HEXES[defender].astype(np.int64), np.zeros_like(left)
    for code in (_S, _F):
        row = RESULTS[TACTICAL[code]]
        loss = int(row["step_losses"])
        if_stays = loss if code == _S or facts.losses_either_way else 0
        if_goes = loss if code == _F or facts.losses_either_way else 0
        stays = np.asarray(if_stays <= if_goes) | ((facts.defender_aim == "ground") & (left > if_stays))
        is_here = defender == code
        hexes = np.where(is_here & ~stays, int(row["retreat_hexes"]), hexes)
        more = np.where(is_here, np.where(stays, if_stays, if_goes), more)
    return hexes, more
