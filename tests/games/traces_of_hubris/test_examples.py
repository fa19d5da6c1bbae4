"""The worked examples of Traces of Hubris that the house promises to work; that they hold is the contract's."""

from sim.game import load_game


def test_the_examples_that_the_house_promises_are_there() -> None:
    offered = load_game("traces_of_hubris").offers_examples
    assert offered
    assert set(offered()) == {
        "arithmetic", "odds", "shift", "step_losses", "combat_result", "crt_column", "fortification"
    }  # fmt: skip
