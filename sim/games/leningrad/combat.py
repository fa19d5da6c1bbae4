"""Combat of Leningrad, in the order rule 8 resolves it: untried units, odds, shifts, the final column, the die.

What the players then make of a result (lose steps or retreat, 8.4) is in `sim.games.leningrad.results`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.columns import label_of, odds_rung, rung_of
from sim.combat import Coded, CombatOdds, CrtReading
from sim.dice import Rolls, all_rolls
from sim.exact import Law, count, count_each, mixture
from sim.game import GameError
from sim.games.leningrad import untried
from sim.games.leningrad.facts import OPTIONS, Fight, checked
from sim.games.leningrad.results import CRT, RESULTS, after, legend
from sim.games.leningrad.shifts import SITUATIONS, Times, applied, had_each, net_shift, rule_of, times_of

__all__ = (
    "CRT", "OPTIONS", "READING", "RESULTS", "SITUATIONS", "column_odds", "combat_result", "every_column",
    "final_column", "legend", "odds",
)  # fmt: skip

MIXED = "mixed"
"""The odds or the column of a fight whose untried units leave several possible."""

_ODDS_RULES = ("8.3", "8.32", "8.33")
_SEPARATOR = "-"
_FIRST = rung_of(CRT.column_labels[0], _SEPARATOR)
_LAST = rung_of(CRT.column_labels[-1], _SEPARATOR)
_CELLS = np.array([[RESULTS.index(cell) for cell in row] for row in CRT.cells], np.int8)


def final_column(rung: ArrayLike, shift: ArrayLike, clamp_first: ArrayLike = False) -> NDArray[np.intp]:
    """Return the column, 0 for 1-4 up to 12 for 10-1, shape (...), of initial odds shifted by so many columns.

    Shifts count from the initial odds even where these lie beyond the table; only the final odds are held to it [8.32].
    With `clamp_first` the initial odds are held to it first, the other reading (ruling R1).

    >>> final_column([1, 24, 24], [0, -16, -16], [False, False, True]).tolist()  # 2-1; 25-1 less 16: 9-1, or 1-4
    [4, 11, 0]
    """
    rung = np.where(clamp_first, np.clip(rung, _FIRST, _LAST), rung)
    return CRT.column_index(rung + np.asarray(shift) - _FIRST)


def combat_result(column: ArrayLike, rolls: Rolls) -> NDArray[np.int8]:
    """Return the result of each combat, shape (...), as positions in `RESULTS`; rolls of shape (..., 1) [8.3].

    >>> [RESULTS[i] for i in combat_result(4, all_rolls(1))]  # the 2-1 column from 1 to 6
    ['-/1', '1/2', '2/2', '1/1', '2/1', '1/-']
    """
    return _CELLS[CRT.row_index(rolls[..., 0]), np.asarray(column)]


def odds(attack: int, defense: int, shift: int = 0, clamp_first: bool = False, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat or overrun, rounded for the defender; facts are those of `Fight` [8.3, 8.33].

    Untried units are drawn without replacement; `GameError` names a fact that cannot be.

    >>> answer = odds(11, 4)
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('2-1', '2-1', 6)
    >>> odds(11, 4, river=True, attacker_corps=1, attacker_armor=True).final_column
    '3-1'
    """
    fight = checked(Fight(attack=attack, defense=defense, shift=shift, clamp_first=clamp_first, **facts))
    strength, drawn_armor, ways = untried.draws(fight)
    is_soviet = fight.soviet_part == "attacker"
    times = _times(fight, drawn_armor)
    rung = odds_rung(attack + strength * is_soviet, defense + strength * (not is_soviet))
    column = final_column(rung, net_shift(times, had_each(fight)) + shift, clamp_first)
    law = _law(column, ways)
    reached = after(law, fight)
    return CombatOdds(
        initial_odds=_agreed([label_of(r, _SEPARATOR) for r in rung.tolist()]),
        final_column=_agreed([CRT.column_labels[c] for c in column.tolist()]),
        law=law,
        labels={"result": RESULTS},
        basis=_basis(fight),
        rules=_rules(fight, times, is_told=reached is not None),
        applied=applied(times),
        after=reached,
    )


def _law(column: NDArray[np.intp], ways: NDArray[np.int64]) -> Law:
    """Return the law over cases that each end in a column, shape (cases,), with so many draws, shape (cases,)."""
    totals = np.zeros(len(CRT.column_labels), np.int64)
    np.add.at(totals, column, ways)
    parts = [(int(totals[c]), count({"result": combat_result(c, all_rolls(1))})) for c in np.flatnonzero(totals)]
    return parts[0][1] if len(parts) == 1 else mixture(parts).reduced()


def _times(fight: Fight, drawn_armor: ArrayLike) -> Times:
    """Return how often each shift applies, shape (...), with or without armor among the untried units, shape (...)."""
    is_soviet = fight.soviet_part == "attacker"
    return times_of(
        fight,
        attacker_armor=np.logical_or(fight.attacker_armor, np.logical_and(drawn_armor, is_soviet)),
        defender_armor=np.logical_or(fight.defender_armor, np.logical_and(drawn_armor, not is_soviet)),
    )


def _basis(fight: Fight) -> str:
    """Return the weakest basis that the answer rests on; types of armor count where they could move the column."""
    without, with_armor = net_shift(_times(fight, [False, True]), had_each(fight)).tolist()
    drawn = untried.basis(fight, armor_matters=without != with_armor)
    return untried.weakest([CRT.weakest_basis(), drawn])


def _rules(fight: Fight, times: Times, *, is_told: bool) -> tuple[str, ...]:
    """Return the rules used, in the order of use, each once."""
    rules = [*_ODDS_RULES]
    rules += ["8.31", "12.1"] if fight.untried_inf or fight.untried_armor else []
    rules += [rule_of(name) for name, count in times.items() if np.any(count)]
    rules += ["8.41", "8.42", "8.43", "8.44", "8.45", "8.47"] if is_told else []
    rules += ["7.6", "7.7"] if is_told and fight.overrun else []
    return tuple(dict.fromkeys(rules))


def _agreed(labels: list[str]) -> str:
    return labels[0] if len(set(labels)) == 1 else MIXED


def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one printed column, such as ``"3-1"``; `GameError` names the columns there are."""
    columns = _columns()
    if label not in columns:
        raise GameError(f"no column {label!r}; expected one of {', '.join(columns)}")
    return columns[label]


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each printed column, as of a fight whose odds are those and that nothing shifts."""
    laws = count_each({"result": combat_result(np.arange(len(CRT.column_labels))[:, np.newaxis], all_rolls(1))})
    basis = CRT.weakest_basis()
    return {
        label: CombatOdds(label, label, law, {"result": RESULTS}, basis, _ODDS_RULES)
        for label, law in zip(CRT.column_labels, laws, strict=True)
    }


_columns = cache(every_column)


def _sides(outcome: Coded) -> tuple[str, str]:
    """Return the defender's and the attacker's side of a printed result."""
    defender, _, attacker = outcome["result"].partition("/")
    return defender, attacker


def _class_of(outcome: Coded) -> str:
    defender, attacker = _sides(outcome)
    if attacker == "E":
        return "attacker eliminated"
    if defender == "E":
        return "defender eliminated"
    return {
        (False, True): "only the attacker suffers",
        (True, True): "both suffer",
        (True, False): "only the defender suffers",
    }[defender != "-", attacker != "-"]


def _steps(outcome: Coded) -> tuple[int | None, int | None]:
    lost = {"-": 0, "1": 1, "2": 2, "E": None}
    defender, attacker = _sides(outcome)
    return lost[attacker], lost[defender]


READING = CrtReading(
    columns=CRT.column_labels,
    classes=(
        "defender eliminated", "only the defender suffers", "both suffer",
        "only the attacker suffers", "attacker eliminated",
    ),
    text=lambda outcome: str(outcome["result"]),
    class_of=_class_of,
    steps=_steps,
    gives_way=lambda outcome: _sides(outcome)[0] != "-",
    about="the defender must lose steps, retreat or is eliminated [8.41-8.44]",
    n_dice=1,
    natural_roll=lambda rolls: rolls[..., 0],
)  # fmt: skip
"""How the outcomes are read: a side suffers when it must lose steps or retreat."""
