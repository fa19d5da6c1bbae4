"""Who may attack together, and what an armored attack asks for, over every pair of attackers."""

from itertools import product
from typing import Any

from sim.games.stalingrad_roads.combat.plan import PLAN, joined


def unit(**given: Any) -> dict[str, Any]:
    """One attacker of 4 factors and two steps, with some facts told."""
    return {option.name: option.default for option in PLAN.attacker} | {"attack": 4, "steps": 2} | given


def test_units_of_several_hexes_add_up() -> None:
    """Where they stand is not asked: adjacent hexes attack as one [8.1.11]."""
    for n in range(1, 6):
        found = joined([unit()] * n, {})
        assert found is not None
        assert (found["attack"], found["attacker_steps"]) == (4 * n, 2 * n)


def test_no_two_minor_nations_attack_together() -> None:
    """Italians, Romanians and Hungarians may each attack with Germans, never with one another [8.1.12]."""
    allies = ("none", "italian", "romanian", "hungarian")
    for first, second in product(allies, repeat=2):
        is_allowed = first == second or "none" in (first, second)
        assert (joined([unit(ally=first), unit(ally=second)], {}) is not None) == is_allowed


def test_what_an_armored_attack_asks_for() -> None:
    """Two factors on black, or one on black and one on black and white; never black and white alone [8.6.3]."""
    for factors in product(("white", "black", "black_white"), repeat=3):
        black, mixed = factors.count("black"), factors.count("black_white")
        found = joined([unit(factor=factor) for factor in factors], {})
        assert found is not None
        assert found["armored_attack"] == (black >= 2 or (black == 1 and mixed >= 1))
