"""The exact answer to a combat of Template, in the order of chapter 2: odds, shifts, the column, the die."""

from __future__ import annotations

from sim.combat import CombatOdds, Fact
from sim.dice import all_rolls
from sim.exact import count
from sim.games._template.combat.facts import Fight
from sim.games._template.combat.results import CODES, after
from sim.games._template.combat.shifts import applied, net_shift, times_of
from sim.games._template.combat.table import CRT, RULES, SEPARATOR, combat_result, final_column
from sim.numbers.columns import label_of, odds_rung


def odds(attack: int, defense: int, shift: int = 0, **facts: Fact) -> CombatOdds:
    """Return the exact law of a combat, rounded for the defender; the facts are `facts.OPTIONS` [2.1-2.5].

    >>> answer = odds(13, 4, river=True, artillery=1)
    >>> answer.initial_odds, answer.final_column, answer.law.denominator
    ('3-1', '3-1', 6)
    """
    fight = Fight(attack=attack, defense=defense, shift=shift, **facts)  # type: ignore[arg-type]
    times = times_of(fight)
    rung = odds_rung(attack, defense)
    column = int(final_column(rung, net_shift(times) + shift, fight.clamp_first))
    law = count({"result": combat_result(column, all_rolls(1))})
    reached = after(law, fight.attacker_steps, fight.defender_steps, fight.retreat)
    cited = (*RULES, *dict.fromkeys(one.rule for one in applied(times)), *(("2.5",) if reached else ()))
    return CombatOdds(
        initial_odds=label_of(int(rung), SEPARATOR),
        final_column=CRT.column_labels[column],
        law=law,
        labels={"result": CODES},
        basis=CRT.weakest_basis(),
        rules=cited,
        applied=applied(times),
        after=reached,
        not_given=tuple(name for name in ("attacker_steps", "defender_steps") if not getattr(fight, name)),
    )
