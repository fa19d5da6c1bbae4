"""Combat of Stalingrad Roads in the order of rule 8.2.1: the facts, the odds, the column, the result, what it comes to.

`law` counts the printed results of the final column, with the elite bonus as chosen; `after` what is applied and what
the players make of it.
"""

from __future__ import annotations

import re
from typing import Any

from sim.columns import label_of, odds_rung, rung_of
from sim.combat import Applied, Coded, CombatOdds, CrtReading
from sim.dice import Rolls, all_rolls
from sim.exact import count
from sim.game import GameError
from sim.games.stalingrad_roads.consequences import consequences
from sim.games.stalingrad_roads.crt import (
    COLUMNS,
    CRT,
    FIRST,
    SEPARATOR,
    TACTICAL,
    Codes,
    attrition,
    combat_result,
    final_rung,
    result_of,
    row_of,
    tactical,
)  # fmt: skip
from sim.games.stalingrad_roads.elite import FAMILY, tactical_columns
from sim.games.stalingrad_roads.facts import OPTIONS, Facts, refuse_nonsense
from sim.games.stalingrad_roads.results import EXPLOITATION, terrain_basis
from sim.games.stalingrad_roads.strength import Strength, attack_strength, defense_strength
from sim.rawfiles import BASES

__all__ = (
    "COLUMNS", "CRT", "OPTIONS", "READING", "TACTICAL", "after_roll", "attrition", "column_odds", "combat_result",
    "final_rung", "odds", "tactical",
)  # fmt: skip


def odds(attack: int, defense: int, shift: int = 0, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat: printed sums of attack and defense factors, shifts, and the facts of `OPTIONS`.

    Raises `GameError` if two facts contradict each other.

    >>> answer = odds(34, 4)  # [example 5]
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('8/1', '6/1', 1296)
    >>> odds(10, 35).cancelled
    True
    """
    fight = Facts(attack, defense, shift, **facts)
    refuse_nonsense(fight)
    strengths = attack_strength(fight), defense_strength(fight)
    rung = int(odds_rung(strengths[0].factors, strengths[1].factors))
    final = int(final_rung(rung, shift))
    known: dict[str, Any] = {
        "initial_odds": label_of(rung, SEPARATOR),
        "final_column": label_of(final, SEPARATOR),
        "labels": {"attacker_tactical": TACTICAL, "defender_tactical": TACTICAL},
        "applied": _applied(fight, strengths),
        "rules": tuple(dict.fromkeys(("8.5.5", "8.5.6", "8.5.7", "8.5.8", "8.7", *_cited(fight)))),
    }
    if final < FIRST:
        return CombatOdds(law=None, basis=_basis(fight, strengths, is_fought=False), **known)
    return CombatOdds(basis=_basis(fight, strengths, is_fought=True), **_laws(fight, final - FIRST), **known)


def after_roll(rolls: Rolls, attack: int, defense: int, shift: int = 0, **facts: Any) -> dict[str, int]:
    """Return what one roll of four dice comes to, shape (4,), with the central member of the family.

    >>> import numpy as np
    >>> found = after_roll(np.array([5, 5, 1, 1]), 20, 9, fortress_level=8, ju52_resistance="stack")  # [example 10]
    >>> found["defender_step_losses"], found["is_emptied"]
    (2, 0)
    """
    fight = Facts(attack, defense, shift, **facts)
    answer = odds(attack, defense, shift, **facts)
    if answer.cancelled:
        raise GameError(f"the attack is cancelled at {answer.final_column}; expected {COLUMNS[0]} or better [8.5.8]")
    column = COLUMNS.index(answer.final_column)
    codes, _ = next(tactical_columns(fight, column))
    found = consequences(fight, column, rolls, _at(codes, rolls))
    return {name: int(value) for name, value in found.items()}


def _at(codes: tuple[Codes, Codes], rolls: Rolls) -> tuple[Codes, Codes]:
    row = row_of(rolls[..., :2])
    return codes[0][row], codes[1][row]


def _laws(fight: Facts, column: int) -> dict[str, Any]:
    """Return the laws of result and consequences, and over the assumed family their bounds."""
    rolls = all_rolls(4)
    printed, after = [], []
    for codes, _ in tactical_columns(fight, column):
        here = _at(codes, rolls)
        printed.append(count(result_of(column, rolls, here)))
        after.append(count(consequences(fight, column, rolls, here)))
    if not (fight.attacker_elite or fight.defender_elite):
        return {"law": printed[0], "after": after[0]}
    return {
        "law": printed[0], "laws": tuple(printed), "after": after[0], "afters": tuple(after),
        "family": FAMILY.name, "member": FAMILY.central,
    }  # fmt: skip


def _applied(fight: Facts, strengths: tuple[Strength, Strength]) -> tuple[Applied, ...]:
    shifts = (Applied("shift", fight.shift, "8.5.6"),) if fight.shift else ()
    return (*strengths[0].applied, *strengths[1].applied, *shifts)


def _cited(fight: Facts) -> list[str]:
    """Return the rules of the facts that were told."""
    told = [o for o in OPTIONS if o.default is not None and getattr(fight, o.name) != o.default]
    return [rule for option in told for rule in re.findall(r"\d+\.\d+(?:\.\d+)?", option.help)]


def _basis(fight: Facts, strengths: tuple[Strength, Strength], *, is_fought: bool) -> str:
    """Return the weakest basis of what the answer was read from; clear terrain reads nothing from the lost chart."""
    bases = ["rulebook", *strengths[0].basis, *strengths[1].basis]
    if is_fought:
        bases += [CRT.weakest_basis(), *terrain_basis(fight)]
        if fight.attacker_elite or fight.defender_elite:
            bases.append("assumed")
        if fight.weak_allies or fight.overwhelming_attack:
            bases.append(EXPLOITATION.basis_of("E4", "units"))
    return max(bases, key=(*BASES, "missing").index)


def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one printed column, such as ``"3/1"``."""
    rung = rung_of(label, SEPARATOR)
    return odds(max(rung + 1, 1), max(1 - rung, 1))


_CLASSES = {
    "DR3": "defender retreats 3", "DR2": "defender retreats 2", "DR": "defender retreats 1",
    "S": "defender stands and bleeds, or retreats", "F": "defender stands, or retreats and bleeds",
}  # fmt: skip


def _class_of(outcome: Coded) -> str:
    if outcome["defender_tactical"] in _CLASSES:
        return _CLASSES[outcome["defender_tactical"]]
    return "attacker retreats or bleeds" if outcome["attacker_tactical"] == "AR" else "nobody moves"


def _text(outcome: Coded) -> str:
    attacker, defender = outcome["attacker_step_losses"], outcome["defender_step_losses"]
    losses = (f"A{attacker}" if attacker else "") + (f"D{defender}" if defender else "") or "-"
    return f"{losses} | {outcome['attacker_tactical']} | {outcome['defender_tactical']}"


def _gains(tactical: str) -> tuple[int, ...]:
    """Return exploitation level and further defender loss of an attacker's result; neither outweighs the other."""
    return ("-", "E", "E2", "E3").index(tactical) if tactical.startswith("E") else 0, int(tactical == "D1")


READING = CrtReading(
    columns=COLUMNS,
    classes=(*_CLASSES.values(), "nobody moves", "attacker retreats or bleeds"),
    text=_text,
    class_of=_class_of,
    steps=lambda outcome: (outcome["attacker_step_losses"], outcome["defender_step_losses"]),
    gives_way=lambda outcome: str(outcome["defender_tactical"]).startswith("DR"),
    about="the defender has a retreat result, DR to DR3; S and F leave him the choice",
    n_dice=4,
    natural_roll=lambda rolls: rolls[..., 0] + rolls[..., 1],
    gains=lambda outcome: _gains(str(outcome["attacker_tactical"])),
)
"""How the outcomes are read; steps are those of attrition and Eng, before D1, S, F and AR."""
