"""The rulebook's worked examples of Stalingrad Roads that the rules must work."""

from sim.game import load_game
from sim.numbers.tables import load_list
from tests.games.stalingrad_roads.systems.asked import GAME, examples


def test_the_examples_that_the_house_promises_are_worked() -> None:
    offered = load_game(GAME).offers_examples
    assert offered
    worked = {example["id"].split("-")[0] for kind in offered() for example in examples(kind)}
    assert {"ex03", "ex05", "ex07", "ex09", "ex10", "ex11", "ex12", "ex13"} <= worked
    assert set(offered()) == {
        "odds", "rounding", "crt", "combat", "airlift", "support_acquisition", "approval", "stavka"
    }  # fmt: skip


def test_the_drm_table_of_the_airlift_has_the_signs_of_example_9() -> None:
    drm = load_list(GAME, "airlift_drm")
    assert [drm.integer(name) for name in ("vvs", "aa", "clear_sky", "luftwaffe")] == [1, -1, 2, -1]
