"""Why our answer lies near an end of what other combinations give: it is said there, and nowhere else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analysis.pages.sentences import answer as answer_sentences
from analysis.pages.sentences.answer import how_sure, is_outside
from analysis.pages.sentences.system import SystemPage, system_page
from analysis.systems.ask import ask


@pytest.fixture(scope="module")
def minor() -> SystemPage:
    return system_page(ask("stalingrad_roads", "minor_offensives"))


def placed(shown: SystemPage, tenths: Fraction) -> SystemPage:
    """The same page with its other combinations moved so that our answer lies so many tenths above their low end."""
    assert shown.worlds is not None
    even = replace(shown.worlds, measures=tuple(Fraction(place) for place in range(shown.worlds.n)))
    by = shown.answer.headline - even.low - (even.high - even.low) * tenths / 10
    return replace(shown, worlds=replace(even, measures=tuple(one + by for one in even.measures)))


def test_an_answer_in_the_last_tenth_says_on_what_ground_it_is_there(
    minor: SystemPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_sentences, "ground_of", lambda game, system: "Ours is high since a marker stays.")
    assert how_sure(placed(minor, Fraction(19, 2))).endswith(" Ours is high since a marker stays.")


def test_without_a_ground_it_says_how_many_stand_there(minor: SystemPage) -> None:
    """No marker off the map for a turn gives most: one of 6 assumptions, counted one by one."""
    shown = placed(minor, Fraction(19, 2))
    assert not is_outside(shown)
    most = [span for span in shown.movers if max(span.measures.values()) == shown.answer.headline]
    assert [span.factor for span in most] == ["is_contested"]
    assert how_sure(shown).endswith(
        "Our answer is high because one of the 6 assumptions that move it is set where it gives the most."
    )


@pytest.mark.parametrize("tenths", [1, 3, 5, 9])
def test_elsewhere_nothing_is_said(minor: SystemPage, tenths: int) -> None:
    assert "Our answer is" not in how_sure(placed(minor, Fraction(tenths)))
