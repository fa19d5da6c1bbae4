"""The fight against a stack of the pocket, under every marker."""

from fractions import Fraction

from sim.games.stalingrad_roads.combat.odds import odds
from tests.games.stalingrad_roads.systems.asked import SYSTEMS, found_of


def test_the_fight_of_example_10_under_every_marker() -> None:
    """20 against 9 is 2/1, doubled 20 against 18 is 1/1; doubling 5 of 9 makes 14: 1/1 as well."""
    found = found_of("resistance")
    for marker, defense in (("none", 9), ("unit", 14), ("stack", 18)):
        after = odds(20, defense, fortress_level=8, defender_steps=4).after
        assert after is not None
        assert found[f"steps_{marker}"] == after.marginal("defender_step_losses").mean(lambda steps: steps)
        assert found[f"cost_{marker}"] == after.marginal("attacker_step_losses").mean(lambda steps: steps)
    # Rattenkrieg: on 1 to 5 one step each, on 6 the fight as it is.
    for side in ("steps", "cost"):
        assert found[f"{side}_rattenkrieg"] == Fraction(5, 6) + found[f"{side}_none"] / 6
    system = SYSTEMS["resistance"]
    assert system.measure(system.setting()) == found["steps_none"] - found["steps_stack"]


def test_an_attack_that_is_called_off_costs_nobody_a_step() -> None:
    found = found_of("resistance", {"attack": 8, "defense": 16})
    assert found["steps_none"] > 0 == found["steps_stack"] == found["cost_stack"] == found["emptied_stack"]
