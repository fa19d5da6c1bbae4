"""Reinforcements, OKH, eliminations and leaders of Inferno on the Volga: examples, brute force, laws with a pencil."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from analysis.systems.ask import ask
from sim.dice import all_rolls
from sim.errors import GameError
from sim.exact import Worlds
from sim.games.inferno_on_the_volga.systems import _levels as levels
from sim.games.inferno_on_the_volga.systems import _rows as board_rows
from sim.games.inferno_on_the_volga.systems import leaders, reinforcements, soviet_leaders
from sim.games.inferno_on_the_volga.systems.eliminations import blocks_until_ten
from sim.games.inferno_on_the_volga.systems.eliminations import last_turn_law as tenth_point_law
from sim.play import play_exactly
from tests.games.inferno_on_the_volga.systems.asking import COURSES, GAME, given_and_expected, headline, last

# --- reinforcements and OKH


def test_example_of_a_call() -> None:
    given, expected = given_and_expected("reinforcements_2_3_4_5_5_5")
    full = np.full(6, board_rows.SPACES, np.int8)
    taken, left, is_used = board_rows.call(full, np.zeros(6, bool), np.array(given["dice"], np.int8))
    assert taken.tolist() == expected["blocks_taken_by_row"]
    assert int(taken.sum()) == expected["blocks_taken"]
    assert (left + taken).tolist() == full.tolist()
    assert not is_used.any()


def test_example_of_an_empty_row() -> None:
    given, expected = given_and_expected("reinforcements_empty_row_1")
    left = np.array([given["blocks_in_row"], 5, 5, 5, 5, 5], np.int8)
    dice = np.array([given["row"]] * given["dice_on_row"], np.int8)
    taken, left, is_used = board_rows.call(left, np.zeros(6, bool), dice)
    assert int(taken.sum()) == expected["blocks_taken"]
    assert is_used.tolist() == [True, False, False, False, False, False]
    again = board_rows.call(left, is_used, dice)
    assert again[2].tolist() == is_used.tolist()


def test_a_call_against_plain_loops() -> None:
    # [p. 5 set-up, p. 7 reinforcements]
    rolls = all_rolls(4)
    for start in ((5, 0, 1, 2, 3, 4), (0, 0, 0, 1, 1, 3)):
        used = np.array([False, True, False, False, False, False])
        found = board_rows.call(np.array(start, np.int8), used, rolls)
        for roll, taken, left, squares in zip(rolls.tolist(), *(part.tolist() for part in found), strict=True):
            rows, hit, mine = list(start), used.tolist(), [0] * 6
            for die in roll:
                if rows[die - 1]:
                    rows[die - 1] -= 1
                    mine[die - 1] += 1
                else:
                    hit[die - 1] = True
            assert (taken, left, squares) == (mine, rows, hit)


def test_blocks_without_room_against_plain_loops() -> None:
    cases = list(product(range(6), repeat=4))
    for n in range(5):
        found = board_rows.send_back(np.array(cases, np.int8), np.full(len(cases), n))
        for case, after in zip(cases, found.tolist(), strict=True):
            rows = list(case)
            for _ in range(n):
                rows[rows.index(min(rows))] += 1
            assert after == rows


def test_arrivals_and_squares_are_those_of_the_chain() -> None:
    course = COURSES["reinforcements"]
    setting = course.setting({"calls": 10})
    for nth, worlds in enumerate(play_exactly(course, setting), 1):
        assert worlds.law("blocks").mean(lambda n: n) == reinforcements.arrivals(nth)
        assert worlds.law("r_squares").mean(lambda n: n) == reinforcements.squares_hit(nth, 5)


@pytest.mark.in_turn
def test_the_law_of_one_more_call_is_the_step_of_the_mean() -> None:
    course = COURSES["reinforcements"]
    turns = [*play_exactly(course, course.setting({"calls": 10}))]
    for nth, before in enumerate(turns[:-1], 2):
        new = reinforcements.new_blocks(before)
        step = reinforcements.arrivals(nth) - reinforcements.arrivals(nth - 1)
        assert new.mean(lambda blocks: blocks) == step
        assert sum(new.counts.values()) == new.denominator


def test_one_more_call_against_every_roll() -> None:
    left = (1, 0, 2, 5, 0, 3)
    rows: dict[str, Any] = {f"row_{at}": np.array([n], np.int8) for at, n in enumerate((1, -1, 2, 5, -1, 3), 1)}
    board = replace(reinforcements.start(1, COURSES["reinforcements"].setting()), **rows)
    rolls = all_rolls(6)
    expected = Counter(sum(min(roll.count(at), n) for at, n in enumerate(left, 1)) for roll in rolls.tolist())
    law = reinforcements.new_blocks(Worlds(board, (1,), 1))
    assert {n: p for (n,), p in law} == {n: Fraction(ways, len(rolls)) for n, ways in expected.items()}


def test_the_first_call_by_pencil() -> None:
    """Only six equal dice leave a block behind; then five come, and a square is hit."""
    worlds = last(COURSES["reinforcements"], calls=1)
    assert {n: p for (n,), p in worlds.law("blocks")} == {5: Fraction(6, 6**6), 6: 1 - Fraction(6, 6**6)}
    assert worlds.law("r_squares").probability(lambda n: n == 1) == Fraction(5, 6**6)


@pytest.mark.in_turn
def test_okh_by_pencil() -> None:
    # [p. 13 OKH]
    none = {"german_cards_drawn": 26, "r_blocks_in_play": 0, "calls_before": 10}
    assert headline("okh", **none) == 0
    assert headline("okh", **{**none, "r_blocks_in_play": 5, "german_cards_drawn": 0}) == 0
    one_call = {"german_cards_drawn": 26, "r_blocks_in_play": 5, "calls_before": 1}
    fight = ask(GAME, "okh", one_call, {"german": "fight"}, spans=False).headline
    assert fight == Fraction(5, 6**6)
    assert headline("okh", **one_call) > fight
    assert headline("okh", **{**one_call, "german_cards_drawn": 13}) == headline("okh", **one_call) / 2


def test_extra_turns_are_paid_for() -> None:
    """Never more extra turns than R blocks on the track, nor more than five; who only fights plays one for each."""
    course = COURSES["okh"]
    for policy in ("call", "fight"):
        setting = course.setting({"german_cards_drawn": 26, "calls_before": 6}, {"german": policy})
        *_, worlds = play_exactly(course, setting)
        for (turns, removed), _ in worlds.law("extra_turns", "r_removed"):
            assert turns <= removed <= 5
            assert turns == removed, "each R block on the track is one turn"
    sampled = last(course, german_cards_drawn=10, calls_before=10, r_blocks_in_play=5)
    assert sampled.law("extra_turns").probability(lambda n: n > 0) <= Fraction(10, 26)


# --- eliminations


def test_ten_points_by_pencil() -> None:
    # [p. 3 victory, p. 5 reducing]
    all_r = blocks_until_ten(5, 5)  # each R block lost is made up by a plain one
    assert all_r.probability(lambda n: n == 5) == Fraction(5 * 4 * 3 * 2 * 1, 5**5)
    assert all_r.probability(lambda n: n < 5) == 0
    assert dict(blocks_until_ten(30, 0)) == {(10,): 1}
    two_r = blocks_until_ten(2, 1)  # half of all losses are the R block, once it is gone none
    assert two_r.probability(lambda n: n == 9) == 1 - Fraction(1, 2) ** 9


@pytest.mark.parametrize("factors", [
    {}, {"losses_in_60": 60, "blocks_at_risk": 8, "r_blocks_at_risk": 5},
    {"losses_in_60": 60, "blocks_at_risk": 8, "r_blocks_at_risk": 3, "r_blocks_of_track": 2},
])  # fmt: skip
def test_the_quick_law_of_losses_is_that_of_the_chain(factors: dict[str, int]) -> None:
    course = COURSES["eliminations"]
    worlds = last(course, **factors)
    assert dict(tenth_point_law(course.setting(factors))) == dict(worlds.law("last_turn"))
    full = worlds.law("points", "blocks_lost")
    decided = {n: p for (points, n), p in full if points == 10}
    if factors:
        law = blocks_until_ten(8, factors["r_blocks_at_risk"], 2 * factors.get("r_blocks_of_track", 0))
        assert {(n,): p for n, p in decided.items()} == dict(law)


def test_ten_losses_in_a_row_by_pencil() -> None:
    """Without R blocks ten have to fall: at the earliest in the first ten turns, at a fifth of a block a turn."""
    law = tenth_point_law(COURSES["eliminations"].setting({"losses_in_60": 12, "r_blocks_at_risk": 0}))
    assert law.probability(lambda turn: 0 < turn < 10) == 0
    assert law.probability(lambda turn: turn == 10) == Fraction(1, 5**10)
    assert law.probability(lambda turn: turn == 11) == 10 * Fraction(1, 5**10) * Fraction(4, 5)


# --- leaders and advantages


def test_advantages_against_every_choice() -> None:
    for side, n_leaders in (("german", 5), ("soviet", 3)):
        expected: Counter[int] = Counter()
        for die in range(1, 7):
            sets = list(combinations(range(6), die))
            for chosen in sets:
                expected[sum(one < n_leaders for one in chosen)] += Fraction(1, 6 * len(sets))  # type: ignore[assignment]
        assert {k: p for (k,), p in levels.leader_advantages(side)} == dict(expected)


def test_example_of_advantages() -> None:
    # [p. 18 normal level]
    given, expected = given_and_expected("advantages_4_and_2")
    assert (given["soviet_die"], given["german_die"]) == (expected["soviet_advantages"], expected["german_advantages"])
    assert leaders.chance_of_an_advantage() == Fraction(7, 12)


def test_german_leaders_by_pencil() -> None:
    # [p. 12 cards in play, p. 18 leader advantages, p. 18 easy for the Germans]
    for drawn in range(27):
        assert headline("leaders", level=0, german_cards_drawn=drawn) == Fraction(5 * drawn, 26)
    easy = [headline("leaders", level=2, german_cards_drawn=drawn) for drawn in (0, 1, 22, 23, 26)]
    assert easy == [3, 4, 4, 5, 5]
    of_the_deck = [
        headline("leaders", level=2, german_cards_drawn=drawn, leaders_are_the_cards=1) for drawn in (3, 4, 25, 26)
    ]
    assert of_the_deck == [3, 4, 4, 5], "Linden is the fourth card and OKH the last (ruling R25)"
    with pytest.raises(GameError, match="r_blocks_of_track is 2 with 4 at risk; expected 5 R blocks in all"):
        headline("eliminations", r_blocks_at_risk=4, r_blocks_of_track=2)
    assert headline("leaders", level=1, german_cards_drawn=26) == 5
    assert headline("leaders", level=1, german_cards_drawn=1) > Fraction(5, 26)


def test_soviet_leaders_by_pencil() -> None:
    """A card drawn and played each turn: after n turns 3 n / 28 leaders are in play; on top they come first."""
    # [p. 14 Soviet leaders]
    course = COURSES["soviet_leaders"]
    for nth, worlds in enumerate(play_exactly(course, course.setting({"combat_every": 1})), 1):
        assert worlds.law("in_play").mean(lambda n: n) == Fraction(3 * nth, 28)
    for nth, worlds in enumerate(play_exactly(course, course.setting({"combat_every": 2})), 1):
        assert worlds.law("in_play").mean(lambda n: n) == Fraction(3 * (nth // 2), 28), (
            "any card of the deck, as likely"
        )
    assert headline("soviet_leaders", leaders_on_top=3, combat_every=1) == Fraction(20 + 19 + 18, 3)


def test_some_leaders_on_top_come_first() -> None:
    """With n on top these are played on turns 1 to n; the others are as likely on each turn after."""
    # [p. 18 leader advantages, p. 19 easy for the Soviets, p. 19 impossible]
    for on_top in range(4):
        turns = sum(20 - turn + 1 for turn in range(1, on_top + 1))
        below = Fraction(3 - on_top, 28 - on_top) * sum(20 - turn + 1 for turn in range(on_top + 1, 21))
        assert headline("soviet_leaders", leaders_on_top=on_top, combat_every=1) == (turns + below) / 3
    assert sum(soviet_leaders.leaders_on_top("normal").values()) == 1
    tops = {level: max(soviet_leaders.leaders_on_top(level)) for level in ("easy_for_germans", "easy_for_soviets")}
    assert tops == {"easy_for_germans": 0, "easy_for_soviets": 3}


def test_cards_that_wait_in_the_hand_delay_leaders() -> None:
    one, three = (headline("soviet_leaders", leaders_on_top=3, cards_a_turn=n) for n in (1, 3))
    assert one > three


# --- Paulus


def test_paulus_by_pencil() -> None:
    """One draw: he was among the first three cards with 3/26, and then it has two cards. From the start, always."""
    # [p. 12 Paulus]
    assert headline("paulus", draws=1) == Fraction(3, 26)
    assert headline("paulus", draws=8, paulus_at_start=1) == 8
    assert headline("paulus", draws=20, paulus_at_start=1) == 26 - 23, "the deck has no more"


def test_paulus_turns_up_as_any_card_does() -> None:
    """He is in play if he is among the cards; a draw has one card more in each game that has him before it."""
    course = COURSES["paulus"]
    setting, more = course.setting({"draws": 20}), Fraction(0)
    has_before = Fraction(3, 26)
    for nth, worlds in enumerate(play_exactly(course, setting), 1):
        has = worlds.law("has_paulus").probability(lambda has: has == 1)
        if nth <= 10:
            more += has_before
            assert worlds.law("cards").mean(lambda cards: cards) == 3 + nth + more
            without = {cards for (cards, has), _ in worlds.law("cards", "has_paulus") if not has}
            assert without == {3 + nth}
            assert has == 1 - Fraction(26 - 3 - nth, 26), "until he comes the draws are of one card"
        has_before = has
