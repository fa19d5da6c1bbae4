"""The worked examples of Leningrad that the house promises to work; that they hold is the contract's."""

from sim.game import load_game
from tests.games.test_contract_examples import examples


def test_the_examples_that_the_house_promises_are_there() -> None:
    offered = load_game("leningrad").offers_examples
    assert offered
    assert set(offered()) == {"odds", "shift", "panzer_corps", "result", "fight", "victory_level"}
    assert any(one["rule"] == "8.33" for one in examples("leningrad") if one["kind"] == "odds")
