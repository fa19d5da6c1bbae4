"""The worked examples of Donnerschlag that the house promises to work; that they hold is the contract's."""

from sim.game import load_game


def test_the_examples_that_the_house_promises_are_there() -> None:
    offered = load_game("donnerschlag").offers_examples
    assert offered
    assert set(offered()) == {"attack", "event_roll"}
