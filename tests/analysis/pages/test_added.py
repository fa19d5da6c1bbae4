"""What a page says of an assumption that is but added to the answer, and which assumption it draws value by value."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from analysis.pages.sentences import advice as system_advice
from analysis.pages.sentences import answer as system_answer
from analysis.pages.sentences import system
from analysis.pages.sentences.bars import bar_frame, bars_reading
from analysis.pages.sentences.system import system_page
from analysis.systems.ask import ask


def test_what_is_but_added_is_not_charted_and_stands_before_what_else_matters_most() -> None:
    """Activations of turn 8 come without cards, one by one [14]: they add up to whatever the cards bring."""
    shown = system_page(ask("donnerschlag", "activations"))
    widest, second, *_ = shown.movers
    assert shown.added is widest
    assert [after - before for before, after in pairwise(widest.measures.values())] == [1] * 5
    assert shown.moving[0] is second
    added = "the activations of turn 8 that go to the formation"
    said = system_answer.how_sure(replace(shown, played={}))
    assert said.endswith(f"What matters most: {added}, each of which adds one; beside that, {system.named(second)}.")
    assert system.moves_claim(shown).startswith(f"Beside {added}, the answer depends most on {system.named(second)}: ")
    names, ends = (one.split("\n") for one in system_answer.what_moves(shown))
    assert names == [system.named(second), f"given by your own game: {added}"]
    assert ends[0].endswith(": 6.0 (at 1) to 10.0 (at 5)")  # a row of its own for each, so that no range is read amiss
    assert ends[1] == "7.8 (at 0) to 12.8 (at 5)"
    (matters,) = [one for one in system_advice.advice(shown) if one.startswith("**Matters most")]
    assert f": {added}, each of which adds one; beside that, {system.named(second)}; " in matters
    assert widest.words.short not in bar_frame(shown)["label"].to_list()
    assert "adds one. That has no bar of its own." in bars_reading(shown)
    assert widest.words.label in [row["assumption"] for row in system.factor_rows(shown)]


def test_where_the_next_is_a_part_too_the_answer_is_a_score_and_its_parts_compare() -> None:
    """Victory points of scenario II: one for each Soviet hex between the rivers, one off for each of the Axis."""
    shown = system_page(ask("stalingrad_roads", "victory_uranus"))
    assert [one.step for one in shown.movers[:2]] == [1, -1]
    assert shown.added is None
    assert shown.moving == shown.movers


@pytest.mark.parametrize(
    ("measures", "step", "is_bent"),
    [
        ({0: 8, 1: 9, 2: 10}, 1, False),
        ({0: 10, 1: 7, 2: 4, 3: 1}, -3, False),
        ({0: 8, 1: 9}, None, False),  # two values: a switch
        ({0: 0, 1: 10, 2: 19, 3: 30}, None, False),  # off by a thirtieth
        ({0: 0, 1: 5, 2: 20}, None, True),
        ({1: 3, 2: 3, 3: 3}, 0, False),
    ],
)
def test_a_straight_line_says_no_more_than_its_ends(measures: dict[int, int], step: int | None, is_bent: bool) -> None:
    first = ask("stalingrad_roads", "mars").spans[0]
    span = replace(first, measures={at: Fraction(one) for at, one in measures.items()})
    assert (span.step, span.is_bent) == (step, is_bent)


@pytest.mark.parametrize(
    ("game", "name", "drawn"),
    [
        ("donnerschlag", "activations", None),  # all but a straight line
        ("leningrad", "bid", None),  # the same
        ("leningrad", "forts", "assault_turn"),
        ("stalingrad_roads", "offensives", None),  # five of the six values give the same
    ],
)
@pytest.mark.in_turn
def test_a_chart_value_by_value_is_of_what_bends(game: str, name: str, drawn: str | None) -> None:
    found = system_answer.curve(system_page(ask(game, name)))
    assert (found and found.factor) == drawn


def test_a_law_of_another_way_to_play_says_how_it_is_played() -> None:
    shown = system_page(ask("stalingrad_roads", "supports"))
    ways = shown.answer.system.policies["soviet"]
    assert system.policies_played(shown, "next_offensive") == f"; Soviet: {ways['save'].about}"
    assert system.policies_played(shown, "if_spent") == f"; Soviet: {ways['spend'].about}"
