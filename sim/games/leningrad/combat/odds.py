"""Combat of Leningrad, in the order rule 8 resolves it: untried units, odds, shifts, the final column, the die.

What the players then make of a result (lose steps or retreat, 8.4) is in `sim.games.leningrad.combat.results`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import CombatOdds
from sim.dice import all_rolls
from sim.exact import Law, count, mixture
from sim.games.leningrad.combat import untried
from sim.games.leningrad.combat.facts import Fight, checked
from sim.games.leningrad.combat.results import CRT, RESULTS, after
from sim.games.leningrad.combat.shifts import Times, applied, had_each, net_shift, rule_of, times_of
from sim.games.leningrad.combat.table import RULES, SEPARATOR, combat_result, final_column
from sim.numbers.basis import weakest
from sim.numbers.columns import label_of, odds_rung

MIXED = "mixed"
"""The odds or the column of a fight whose untried units leave several possible."""


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
    odds_columns = _chances(rung, ways, lambda r: label_of(r, SEPARATOR))
    final_columns = _chances(column, ways, lambda c: CRT.column_labels[c])
    reached = after(law, fight)
    return CombatOdds(
        initial_odds=_agreed(odds_columns),
        final_column=_agreed(final_columns),
        law=law,
        labels={"result": RESULTS},
        basis=_basis(fight),
        rules=_rules(fight, times, has_steps=reached is not None),
        applied=applied(times),
        after=reached,
        not_given=tuple(f"{part}_steps" for part in ("attacker", "defender") if not fight.steps(part)),
        odds_columns=odds_columns,
        final_columns=final_columns,
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
    return weakest([CRT.weakest_basis(), drawn])


def _rules(fight: Fight, times: Times, *, has_steps: bool) -> tuple[str, ...]:
    """Return the rules used, in the order of use, each once."""
    rules = [*RULES]
    rules += ["8.31", "12.1"] if fight.untried_inf or fight.untried_armor else []
    rules += [rule_of(name) for name, count in times.items() if np.any(count)]
    rules += ["8.41", "8.42", "8.43", "8.44", "8.45", "8.47"] if has_steps else []
    rules += ["7.6", "7.7"] if has_steps and fight.overrun else []
    return tuple(dict.fromkeys(rules))


def _chances(at: NDArray[np.integer], ways: NDArray[np.int64], label_of: Callable[[int], str]) -> dict[str, Fraction]:
    """Return the chance of each odds or column that cases end in, shape (cases,), with so many draws, rising."""
    total = int(ways.sum())
    return {label_of(one): Fraction(int(ways[at == one].sum()), total) for one in np.unique(at).tolist()}


def _agreed(chances: Mapping[str, Fraction]) -> str:
    return next(iter(chances)) if len(chances) == 1 else MIXED
