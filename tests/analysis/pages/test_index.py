"""What the index says: a plain sentence, how sure it is, and which unknown number matters most."""

import pytest

from analysis.pages.index import badge, missing, plain, unknowns
from analysis.pages.notebooks import reports
from analysis.pages.sentences.answer import how_sure, what_moves
from analysis.pages.sentences.system import system_page
from analysis.systems.ask import ask, effect, every_system
from sim.game import game_ids


def test_an_answer_in_a_plain_sentence() -> None:
    assert (
        plain("A chance of 6. Luftflotte: 3 %; 1 to 2. The arithmetic is exact.")
        == "A chance of 6. Luftflotte: 3 %; 1 to 2."
    )
    assert plain("One; two; three; four.") == "One; two."
    assert plain("Only one.") == "Only one."


def test_the_unknown_that_matters_is_the_one_the_page_names() -> None:
    mars = system_page(ask("stalingrad_roads", "mars"))
    said, first, (what, by) = how_sure(mars), mars.moving[0], what_moves(mars)
    assert f"What matters most: {what}." in said
    card = {"name": "it", "question": "how likely?", "answer": said, "moves": what, "effect": by}
    (found,) = unknowns([card, {"name": "x", "question": "?", "answer": "3.", "moves": "", "effect": ""}])
    assert first.words.short in found.what
    assert found.effect == effect(first, mars.answer.system.unit)


@pytest.mark.parametrize(
    ("name", "answers", "words"),
    [
        ("leningrad_combat", "", "combat table printed · exact"),
        ("leningrad_air", "leningrad/air", "inputs assumed"),
        ("stalingrad_roads_airlift", "stalingrad_roads/pocket", "inputs assumed"),
        ("traces_of_hubris_combat", "", "printed in part"),
        ("donnerschlag_combat", "", "not known"),
        ("leningrad_lint", "", "a count over the rulebook"),
        ("crt", "", ""),
    ],
)
def test_a_badge_says_what_the_numbers_rest_on(name: str, answers: str, words: str) -> None:
    assert words in badge(name, answers)
    assert bool(badge(name, answers)) == bool(words)


def test_every_page_that_answers_a_system_says_so() -> None:
    answered = {source.answers for source in reports().values()} - {""}
    assert answered == {f"{game}/{system}" for game, system in every_system()}


def test_what_is_missing_comes_with_the_most_first() -> None:
    for game in game_ids():
        held = [n for _, n in missing(game)]
        assert held == sorted(held, reverse=True)
        assert all(held)
