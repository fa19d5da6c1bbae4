"""What the index says: a plain sentence, how sure it is, and which unknown number matters most."""

import pytest

from analysis.front import badge, missing, plain, unknowns
from analysis.system import study_system
from analysis.system_answer import answer_sentence, what_moves
from analysis.track import ask, told
from sim.game import game_ids


def test_an_answer_in_a_plain_sentence() -> None:
    assert (
        plain("A chance of 6. Luftflotte: 3 %; 1 to 2. The arithmetic is exact.")
        == "A chance of 6. Luftflotte: 3 %; 1 to 2."
    )
    assert plain("One; two; three; four.") == "One; two."
    assert plain("Only one.") == "Only one."


def test_the_unknown_that_matters_is_the_one_the_page_names() -> None:
    mars = study_system(ask("stalingrad_roads", "mars"))
    said, first = answer_sentence(mars), mars.moving[0]
    assert what_moves(said).endswith(told(first, mars.answer.track.measured))
    (found,) = unknowns(
        [{"name": "it", "question": "how likely?", "answer": said}, {"name": "x", "question": "?", "answer": "3."}]
    )
    assert first.words.short in found.what
    assert found.effect == told(first, mars.answer.track.measured)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("leningrad_combat", "combat table printed · exact"),
        ("leningrad_air", "inputs assumed"),
        ("stalingrad_roads_airlift", "inputs assumed"),
        ("traces_of_hubris_combat", "printed in part"),
        ("donnerschlag_combat", "not known"),
        ("leningrad_lint", "a count over the rulebook"),
        ("crt", ""),
    ],
)
def test_a_badge_says_what_the_numbers_rest_on(name: str, words: str) -> None:
    assert words in badge(name)
    assert bool(badge(name)) == bool(words)


def test_what_is_missing_comes_with_the_most_first() -> None:
    for game in game_ids():
        held = [n for _, n in missing(game)]
        assert held == sorted(held, reverse=True)
        assert all(held)
