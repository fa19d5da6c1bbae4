"""Combat of Stalingrad Roads in the order of rule 8.2.1: the facts, the odds, the column, the result, what it comes to.

`law` counts the printed results of the final column, with the elite bonus as chosen; `after` what is applied and what
the players make of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from sim.combat import Applied, Coded, CombatOdds, CrtReading, Further
from sim.dice import Rolls, all_rolls
from sim.errors import GameError
from sim.exact import count, count_each
from sim.games.stalingrad_roads.combat import chart
from sim.games.stalingrad_roads.combat.chart import grounds
from sim.games.stalingrad_roads.combat.consequences import consequences, demands
from sim.games.stalingrad_roads.combat.elite import FAMILY, tactical_columns
from sim.games.stalingrad_roads.combat.facts import BY_CHART, OPTIONS, Facts, refuse_nonsense
from sim.games.stalingrad_roads.combat.results import (
    EXPLOITATION,
    attacker_result,
    defender_result,
    result_rows,
    terrain_basis,
)
from sim.games.stalingrad_roads.combat.strengths import Strength, attack_strength, bonus_rows, defense_strength
from sim.games.stalingrad_roads.combat.table import (
    COLUMNS,
    CRT,
    FIRST,
    SEPARATOR,
    TACTICAL,
    Codes,
    final_rung,
    result_of,
    row_of,
    tactical,
)
from sim.numbers.basis import weakest
from sim.numbers.columns import label_of, odds_rung
from sim.options import cited

_LABELS = {"attacker_tactical": TACTICAL, "defender_tactical": TACTICAL}
_ODDS_RULES = ("8.5.5", "8.5.6", "8.5.7", "8.5.8", "8.7")


def odds(attack: int, defense: int, shift: int = 0, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat: printed sums of attack and defense factors, shifts, and the facts of `OPTIONS`.

    Raises `GameError` if two facts contradict each other.

    >>> answer = odds(34, 4)  # [example 5]
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('8/1', '6/1', 1296)
    >>> odds(10, 35).cancelled
    True
    """
    # [8.2.1, 8.5.5]
    fight = Facts(attack, defense, shift, **facts)
    refuse_nonsense(fight)
    strengths = attack_strength(fight), defense_strength(fight)
    rung, final = _column(fight)
    known: dict[str, Any] = {
        "initial_odds": label_of(rung, SEPARATOR),
        "final_column": label_of(final, SEPARATOR),
        "labels": _LABELS,
        "applied": _applied(fight, strengths),
        "rules": tuple(dict.fromkeys((*_ODDS_RULES, *cited(fight, OPTIONS)))),
        "notes": _notes(fight),
        "not_given": tuple(name for name in ("attacker_steps", "defender_steps") if not getattr(fight, name)),
    }
    if final < FIRST:
        return CombatOdds(law=None, basis=_basis(fight, strengths, is_fought=False), **known)
    return CombatOdds(basis=_basis(fight, strengths, is_fought=True), **_laws(fight), **known)


def _notes(fight: Facts) -> tuple[str, ...]:
    """Warn of supports in the defense of a pocket: few may help its units [10.2.3, 10.4.3]."""
    if not (fight.fortress_level and fight.defense_bonus):
        return ()
    return (
        f"{fight.defense_bonus} factors of supports defend in the pocket; its units get none but a support whose own"
        " text allows it, or a PaK 88 or alert battalion by the Ju 52 event Support [10.2.3, 10.4.3]",
    )


def _column(fight: Facts) -> tuple[int, int]:
    """Return the rungs of the initial and the final odds."""
    rung = int(odds_rung(attack_strength(fight).factors, defense_strength(fight).factors))
    return rung, int(final_rung(rung, fight.shift))


def after_roll(rolls: Rolls, attack: int, defense: int, shift: int = 0, **facts: Any) -> dict[str, int]:
    """Return what one roll of four dice, or five with Rattenkrieg, comes to, shape (4,); that of the central member.

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


def _laws(fight: Facts) -> dict[str, Any]:
    """Return the laws of result and consequences, and over the assumed families those of every member."""
    n_dice = 6 if fight.third_roll else 4
    printed_rolls, rolls = all_rolls(n_dice), all_rolls(n_dice + fight.rattenkrieg)
    laws, afters, asked = [], [], []
    for version, column, codes in members(fight):
        asked.append(count(demands(version, column, rolls, _at(codes, rolls))))
        printed = result_of(column, printed_rolls, _at(codes, printed_rolls), has_third=fight.third_roll)
        laws.append(count(printed))
        afters.append(count(consequences(version, column, rolls, _at(codes, rolls))))
        if fight.central_only:
            break
    names = _families(fight, len(laws))
    shown: dict[str, Any] = {"law": laws[0], "after": afters[0], "demands": tuple(asked)}
    if names:
        shown |= {"laws": tuple(laws), "afters": tuple(afters)}
        shown |= {"family": ", ".join(names), "member": ", ".join(names.values())}
    return shown


def members(fight: Facts) -> Iterator[tuple[Facts, int, tuple[Codes, Codes]]]:
    """Yield each member that makes a difference: facts with a version of the chart, column, results of both sides.

    The first is the one shown. Versions of the chart in which the attack is called off are left out (ruling R59).
    """
    rows = bonus_rows(fight) if fight.terrain_bonus == BY_CHART else ()
    known: set[tuple[Any, ...]] = set()
    for ground in grounds(rows, result_rows(fight)):
        version = replace(fight, ground=ground)
        column = _column(version)[1] - FIRST
        for codes, _ in tactical_columns(version, column) if column >= 0 else ():
            applied = attacker_result(version, codes[0])
            key = (column, *(part.tobytes() for part in (*codes, *vars(applied).values())),
                   defender_result(version, codes[1]).tobytes())  # fmt: skip
            if key not in known:
                known.add(key)
                yield version, column, codes


def _families(fight: Facts, n_members: int) -> dict[str, str]:
    """Return the assumed families that an answer runs over, each with its member that is shown."""
    if fight.central_only:
        return {}
    families = {FAMILY.name: FAMILY.central} if fight.attacker_elite or fight.defender_elite else {}
    return families | ({chart.FAMILY: chart.CENTRAL} if _is_chart_guessed(fight) and n_members > 1 else {})


def _is_chart_guessed(fight: Facts) -> bool:
    rows = bonus_rows(fight) if fight.terrain_bonus == BY_CHART else ()
    return len(list(grounds(rows, result_rows(fight)))) > 1


def _applied(fight: Facts, strengths: tuple[Strength, Strength]) -> tuple[Applied, ...]:
    shifts = (Applied("shift", fight.shift, "8.5.6"),) if fight.shift else ()
    return (*strengths[0].applied, *strengths[1].applied, *shifts)


def _basis(fight: Facts, strengths: tuple[Strength, Strength], *, is_fought: bool) -> str:
    """Return the weakest basis of what the answer was read from; clear terrain reads nothing from the lost chart."""
    bases = [*strengths[0].basis, *strengths[1].basis]
    if is_fought:
        bases += [CRT.weakest_basis(), *terrain_basis(fight)]
        if fight.attacker_elite or fight.defender_elite:
            bases.append("assumed")
        if fight.weak_allies or fight.overwhelming_attack:
            bases.append(EXPLOITATION.basis_of("E4", "units"))
    return weakest(bases)


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each printed column, as of a fight in the clear with those odds and no other fact.

    What it comes to is counted as well, the steps of both sides not being given.
    """
    fight, rolls = Facts(attack=1, defense=1), all_rolls(4)
    columns = np.arange(len(COLUMNS))[:, np.newaxis]
    codes = tactical(columns, rolls[..., :2])
    laws = count_each(result_of(columns, rolls, codes))
    afters = count_each(consequences(fight, columns, rolls, codes))
    asked = count_each(demands(fight, columns, rolls, codes))
    basis = _basis(fight, (attack_strength(fight), defense_strength(fight)), is_fought=True)
    return {
        label: CombatOdds(label, label, law, _LABELS, basis, _ODDS_RULES, after=after, demands=(demand,))
        for label, law, after, demand in zip(COLUMNS, laws, afters, asked, strict=True)
    }


_CLASSES = {
    "DR3": "defender retreats 3", "DR2": "defender retreats 2", "DR": "defender retreats 1",
    "S": "defender stands and bleeds, or retreats", "F": "defender stands, or retreats and bleeds",
}  # fmt: skip


def _class_of(outcome: Coded) -> str:
    if outcome["defender_tactical"] in _CLASSES:
        return _CLASSES[outcome["defender_tactical"]]
    return "attacker retreats or bleeds" if outcome["attacker_tactical"] == "AR" else "nobody retreats"


def _text(outcome: Coded) -> str:
    attacker, defender = outcome["attacker_step_losses"], outcome["defender_step_losses"]
    losses = (f"A{attacker}" if attacker else "") + (f"D{defender}" if defender else "") or "-"
    return f"{losses} | {outcome['attacker_tactical']} | {outcome['defender_tactical']}"


def _level(outcome: Coded) -> int:
    """Return the exploitation level of the attacker's result; Eng has none."""
    tactical = str(outcome["attacker_tactical"])
    return ("-", "E", "E2", "E3").index(tactical) if tactical.startswith("E") else 0


def _gains(outcome: Coded) -> tuple[int, ...]:
    """Return what else a result gives, no part outweighing another: exploitation, D1, and against him AR and R.

    AR has a class of its own only where the defender answers nothing; by R the defender may move a unit [CRT legend].
    """
    attacker, defender = outcome["attacker_tactical"], outcome["defender_tactical"]
    return _level(outcome), int(attacker == "D1"), -int(attacker == "AR"), -int(defender == "R")


READING = CrtReading(
    columns=COLUMNS,
    classes=(*_CLASSES.values(), "nobody retreats", "attacker retreats or bleeds"),
    text=_text,
    class_of=_class_of,
    steps=lambda outcome: (outcome["attacker_step_losses"], outcome["defender_step_losses"]),
    gives_way=lambda outcome: str(outcome["defender_tactical"]).startswith("DR"),
    about="the defender has a retreat result, DR to DR3; S and F leave him the choice",
    n_dice=4,
    natural_roll=lambda rolls: rolls[..., 0] + rolls[..., 1],
    gains=_gains,
    worth_as=((_CLASSES["F"], "nobody retreats"),),
    on_top="a D1, the one step of S or F, or the two of AR, comes on top",
    further=(
        Further("E", "exploitation, E or better", lambda outcome: _level(outcome) >= 1),
        Further("E2", "E2 or better", lambda outcome: _level(outcome) >= 2),
    ),
)
"""How the outcomes are read; steps are those of attrition and Eng, before D1, S, F and AR.

F lets the defender stay without a loss, and so is worth to the attacker what no result is (ruling R3).
"""
