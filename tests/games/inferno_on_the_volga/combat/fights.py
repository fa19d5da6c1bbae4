"""What the tests of combat ask: fights by their facts, and laws, chances and means of the answers."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from analysis.fights.odds import odds
from sim.combat import CombatOdds
from sim.exact import Law

GAME = "inferno_on_the_volga"


FIGHT: dict[str, Any] = {"attacker": ["panzer 2 TF", "infantry 2 DF"], "defender": ["infantry 2 SF", "tank 1 DF"]}


def whole(**told: Any) -> CombatOdds:
    return odds(GAME, **told)


def ask(*changes: Mapping[str, Any], **facts: Any) -> CombatOdds:
    told = dict(FIGHT)
    for change in (*changes, facts):
        told |= change
    return whole(**told)


def chance(answer: CombatOdds, name: str) -> Fraction:
    assert answer.after is not None
    return answer.after.marginal(f"is_{name}").probability(lambda happens: happens)


def mean(answer: CombatOdds, name: str) -> Fraction:
    assert answer.after is not None
    return answer.after.marginal(name).mean(lambda value: value)


def law_of(found: Mapping[Any, int]) -> dict[Any, Fraction]:
    return {outcome: Fraction(n, sum(found.values())) for outcome, n in found.items()}


def as_chances(law: Law | None) -> dict[Any, Fraction]:
    assert law is not None
    return dict(law)


def hit_strongest(strengths: list[int], hits: int) -> list[int]:
    for _ in range(min(hits, sum(strengths))):
        strengths[strengths.index(max(strengths))] -= 1
    return strengths
