"""What the tests of combat ask: a fight by its facts, a law by its results."""

from fractions import Fraction
from typing import Any

from analysis.fights.odds import odds
from sim.combat import CombatOdds

GAME = "traces_of_hubris"
BOTH = (False, True)
ODDS = [Fraction(n) for n in ("1", "3/2", "2", "3", "4", "5", "6", "7", "8", "9", "10")]
TOLD = {"attacker_units": ("2", "2"), "defender_units": ("2", "2")}


def ask(attack: int = 9, defense: int = 3, **facts: Any) -> CombatOdds:
    return odds(GAME, attack=attack, defense=defense, **facts)
