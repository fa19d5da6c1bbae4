"""The worked examples of Inferno on the Volga that the house promises to work; that they hold is the contract's."""

from sim.game import load_game


def test_the_examples_that_the_house_promises_are_there() -> None:
    offered = load_game("inferno_on_the_volga").offers_examples
    assert offered
    assert set(offered()) == {"strength", "rubble", "combat_dice", "hit_modifier", "card", "block_fight"}
