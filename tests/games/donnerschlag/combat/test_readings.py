"""Switches of rulings in a fight of Donnerschlag, and a ruling that changes nothing, proved [11.2, 13.2]."""

from fractions import Fraction
from itertools import product
from typing import Any

from analysis.fights.odds import odds
from sim.games.donnerschlag.combat.strengths import reduced_strength

HALF = Fraction(1, 2)


def mean(name: str, **facts: Any) -> Fraction:
    answer = odds("donnerschlag", **{"attack": 12, "defense": 4, "family": "diagonal", **facts})
    assert answer.after is not None
    return answer.after.marginal(name).mean(lambda value: value)


def test_a_quarter_is_half_of_a_half_rounded_down_each_time() -> None:
    """Ruling R10: units out of supply halved and rounded first, then the hex with all its units [11.2, 13.2]."""
    for supplied, out in product(range(40), repeat=2):
        assert int(reduced_strength([supplied], [out], HALF, HALF)) == (supplied + out // 2) // 2


def test_units_that_each_lose_a_step_lose_as_many_as_there_are() -> None:
    """Ruling R8: with steps enough the losses of n units are n times those of one."""
    one = mean("defender_step_losses", attacker_steps=9, defender_steps=99)
    for n in (2, 3):
        found = mean("defender_step_losses", attacker_steps=9, defender_steps=99, defender_losing_units=n)
        assert found == n * one > 0
    alone = mean("attacker_step_losses", attack=2, attacker_steps=9, defender_steps=9)
    assert (
        mean("attacker_step_losses", attack=2, attacker_steps=9, defender_steps=9, attacker_losing_units=4) == 4 * alone
    )


def test_an_attack_called_off_costs_and_takes_nothing() -> None:
    """Ruling R51: Sturmpioniere come off with 4 of 6; where they fail, no result falls."""
    facts: dict[str, Any] = {"attack": 6, "attackers": ("3t/river", "3"), "card": ("sturmpioniere",),
             "attacker_steps": 4, "barred_steps": 2, "defender_steps": 2}  # fmt: skip
    answer = odds("donnerschlag", defense=4, family="diagonal", **facts, called_off=True)
    assert answer.law is not None
    law = dict(answer.law)
    names = [answer.labels["result"][number] for (number,) in law]
    assert law[next(key for key, name in zip(law, names, strict=True) if name == "no attack")] == Fraction(1, 3)
    sure = {**facts, "card": ("sturmpioniere:box",), "barred_steps": 0}
    for name in ("is_cleared", "defender_step_losses", "attacker_step_losses"):
        assert mean(name, **facts, called_off=True) == Fraction(2, 3) * mean(name, **sure)
