"""The facts of a combat of Template, in the order of chapter 2; a modifier's fact has the name of its row."""

from __future__ import annotations

from dataclasses import dataclass

from sim.combat import ATTACK, DEFENSE
from sim.options import fact, options_of, strength, whole_number, yes_no


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The facts of one combat; the fields are the options of the game, in this order."""

    attack: int = strength(ATTACK, ATTACK.help)
    defense: int = strength(DEFENSE, DEFENSE.help)
    river: bool = yes_no("every attacker is across a river [2.2]")
    hill: bool = yes_no("the defender is on a hill [2.2]")
    artillery: int = whole_number("artillery units with the attacker [2.2]", 6)
    retreat: bool = fact("yes_no", True, "the defender can retreat [2.5]")
    attacker_steps: int = whole_number("steps of the attackers; 0 is not given", 100)
    defender_steps: int = whole_number("steps of the defenders; 0 is not given", 100)
    shift: int = fact("int", 0, "further columns, right positive", low=-100, high=100)
    clamp_first: bool = yes_no("the other reading of odds beyond the table (ruling R1)")


OPTIONS = options_of(Fight)
