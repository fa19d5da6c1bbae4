"""Combat of Donnerschlag in the order of 13.2: attackers, cards, strengths, column, die, and what the result comes to.

`law` counts the results of the table, `after` what follows: steps, retreats, hex cleared and taken, counter drawn.
"""

from __future__ import annotations

from typing import Any

from sim.combat import Applied, CombatOdds
from sim.games.donnerschlag.combat.answer import Answer
from sim.games.donnerschlag.combat.column import BELOW, BELOW_LABEL, CRT
from sim.games.donnerschlag.combat.facts import Fight, checked
from sim.games.donnerschlag.combat.families import RESULTS
from sim.games.donnerschlag.combat.results import notes

MIXED = "mixed"
"""The odds or the column of a fight whose cards leave several possible."""


def odds(attack: int, defense: int, shift: int = 0, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat; facts are those of `Fight`, and `GameError` names one that cannot be.

    Over cells that are not printed, the laws are those of the members of the family at which a chance or a mean is
    lowest or highest: the chance of an outcome, of a value of one of its fields, of a retreat, of so many steps asked
    for, the mean of a field.

    >>> arms = {"attacker_tank": True, "attacker_motorized": True, "defender_tank": True, "defender_motorized": True}
    >>> answer = odds(6, 4, river=True, card=("sturmpioniere:rolled-3", "m1937:rolled-5"), **arms)  # [example]
    >>> answer.initial_odds, answer.final_column
    ('1.5:1', '2:1')
    """
    answer = Answer.of(checked(Fight(attack=attack, defense=defense, shift=shift, **facts)))
    fought = [one for one in answer.situations if one.is_fought]
    drms = {one.drm for one in fought}
    steps = {"attacker_steps": answer.fight.attacker_steps, "defender_steps": answer.fight.defender_steps}
    laws = answer.laws()
    met = {RESULTS[position] for law in (laws["law"], *laws.get("laws", ())) for (position,) in law.counts}
    return CombatOdds(
        notes=notes(answer.fight, met),
        not_given=tuple(name for name, n in steps.items() if not n),
        odds_columns=answer.chances(lambda one: one.initial_odds),
        final_columns=answer.chances(lambda one: column_label(one.column)),
        drm=drms.pop() if len(drms) == 1 else None,
        initial_odds=_agreed([one.initial_odds for one in fought]),
        final_column=_agreed([column_label(one.column) for one in fought]),
        labels={"result": RESULTS},
        basis=answer.basis,
        rules=answer.rules,
        applied=_applied([one.applied for one in fought]),
        **laws,
    )


def column_label(column: int) -> str:
    """Return the final column as printed, or what lies below the first."""
    return BELOW_LABEL if column == BELOW else CRT.column_labels[column]


def _agreed(labels: list[str]) -> str:
    return labels[0] if len(set(labels)) == 1 else MIXED


def _applied(found: list[tuple[Applied, ...]]) -> tuple[Applied, ...]:
    """Return the modifiers that apply alike however the cards fall."""
    return tuple(one for one in found[0] if all(one in other for other in found))
