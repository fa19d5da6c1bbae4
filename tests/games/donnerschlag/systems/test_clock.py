"""The clock, its verdicts and the best call, over every situation."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.game import load_game
from sim.games.donnerschlag.systems import _calls as calling
from sim.games.donnerschlag.systems import call as calls_of
from sim.games.donnerschlag.systems import clock
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.system import Policy, Setting
from sim.verdict import Found
from tests.games.donnerschlag.systems.asking import COURSES, last_law, of_kind


def game_end(call_turn: int, is_survival: bool, met: set[int]) -> tuple[int, int, int]:
    """Walk the marker: the last turn, the winner and the box."""
    box = 0
    for turn in range(1, 9):
        box += turn >= call_turn
        winner = int(clock.verdict(turn, call_turn if turn >= call_turn else 0, box, is_survival, turn in met))
        if winner:
            return turn, winner, box
    raise AssertionError("the game must end")


@pytest.mark.parametrize(("given", "expect"), of_kind("clock"))
def test_clock_examples(given: dict[str, Any], expect: dict[str, Any]) -> None:
    # [6.3, 14, 15]
    calls = [given["call_turn"]] if "call_turn" in given else [2, given["call_turn_at_most"]]
    cards = [True] if "luftflotte_4_turn" in given or "is_luftflotte_4_played" in given else [False, True]
    met = {7} if given.get("is_victory_met_at_turn_7") else set()
    for call, card in product(calls, cards):
        turn, winner, box = game_end(call, card, met)
        assert (turn == 8) == expect["has_turn_8"]
        assert turn == expect.get("end_turn", turn)
        assert box == expect.get("end_box", box)
        assert clock.WINNERS[winner].lower() == expect.get("winner", clock.WINNERS[winner].lower())


def test_verdicts_over_every_situation() -> None:
    for turn, call, box, is_survival, is_met in product(range(1, 9), range(8), range(6), (False, True), (False, True)):
        is_checked = call > 0 and box >= 4
        is_last_box = is_checked and (box == 5 or not is_survival)
        is_last_turn = turn == 8 or (turn == 7 and not (is_checked and call == 4))
        winner = clock.SOVIET if is_last_box or is_last_turn else clock.NOBODY
        if is_checked and is_met:
            winner = clock.AXIS
        assert clock.verdict(turn, call, box, is_survival, is_met) == winner, (turn, call, box, is_survival, is_met)


def test_every_call_ends_where_the_table_says() -> None:
    # [6.1.e]
    for row in load_list("donnerschlag", "donnerschlag_calls").rows:
        if row["is_call_possible"] == "no":
            continue
        call = int(row["call_turn"])
        plain, prolonged = (game_end(call, card, set())[0] for card in (False, True))
        assert prolonged == 8 if row["has_turn_8"] == "yes" else prolonged <= 7
        if row["is_axis_win_possible"] == "yes":
            assert (plain, prolonged) == (int(row["box_4_turn"]), int(row["box_5_turn"]))
            assert game_end(call, False, {plain})[1] == clock.AXIS
            assert game_end(call, True, {prolonged})[1] == clock.AXIS
            assert game_end(call, False, {plain - 1})[1] == clock.SOVIET
        else:
            assert {game_end(call, card, set(range(1, 9)))[:2] for card in (False, True)} == {(7, clock.SOVIET)}


def test_the_best_call_is_the_best_of_all_thresholds_and_is_had_by_its_own() -> None:
    course = COURSES["clock"]

    def won(setting: Setting, second: int, third: int) -> Fraction:
        def decide(state: Any, turn: int) -> dict[str, Any]:
            return {"call": (state.hexes_left <= second) if turn == 2 else (state.hexes_left <= third)}

        at = Setting(setting.factors, {"axis": Policy("x", "axis", "x", decide)})
        return last_law(course, at, "winner").probability(lambda winner: winner == clock.AXIS)

    for factors in (
        {},
        {"slower_halves": 0},
        {"slower_halves": 3},
        {"gain_hexes": 4, "zone_hexes": 12, "luftflotte_of_36": 36},
    ):
        setting = course.setting(factors)
        best, most = calling.best_calls(setting)
        assert won(setting, most[2], most[3]) == best
        assert all(won(setting, a, b) <= best for a, b in product((-1, 8, 14, 20, 60), repeat=2))


def test_the_call_says_what_the_best_moment_wins_at_the_paces_next_to_ours() -> None:
    found = Found(calls_of.SYSTEM, calls_of.SYSTEM.setting())
    paces = Found(clock.SYSTEM, clock.SYSTEM.setting()).over("gain_hexes")
    ours = found.given("gain_hexes")
    assert [found.number(name) for name in ("best_with_less", "best", "best_with_more")] == [
        paces[ours + by] for by in (-1, 0, 1)
    ]
    slowest = found.again(gain_hexes=min(paces))
    assert "best_with_less" not in slowest.findings
    assert slowest.number("best_with_more") == paces[min(paces) + 1]


def test_a_called_march_has_the_chances_of_the_play() -> None:
    course = COURSES["clock"]
    setting = course.setting({"zone_hexes": 18}, {"axis": "fourth"})
    fourth = calling.chances_by_call(setting)[4]
    left = list(play_exactly(course, setting))[2].law("hexes_left")
    won = last_law(course, setting, "winner").probability(lambda winner: winner == clock.AXIS)
    assert left.mean(lambda hexes: fourth[hexes]) == won


def test_a_picked_luftflotte_is_worth_a_later_box_whenever_the_call_comes() -> None:
    """With the card certain every call has box 5 [14], so waiting costs less and the Axis wins more often."""
    call = load_game("donnerschlag").system("call")
    found = {one.id: one.number for one in call.find(call.setting())}
    sure = {"luftflotte_of_36": 36, "luftflotte_less_3": 0, "luftflotte_less_2": 0}
    assert found["best"] is not None
    assert found["best_picked"] is not None
    assert found["best_picked"] > found["best"]
    clock = load_game("donnerschlag").system("clock")
    assert found["best_picked"] == clock.measure(clock.setting(sure))
    assert found["call_within_picked"] == call.measure(call.setting(sure))


def test_with_one_check_in_box_5_a_card_that_is_sure_only_puts_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other reading of R30: nobody wins in box 4 with the survival side up; a call is then worth that of R29."""
    monkeypatch.setattr(clock, "IS_BOX_4_ENOUGH", False)
    monkeypatch.setattr(calling, "IS_BOX_4_ENOUGH", False)
    assert game_end(4, True, {7}) == (8, clock.SOVIET, 5)
    assert game_end(4, True, {8}) == (8, clock.AXIS, 5)
    assert game_end(4, False, {7}) == (7, clock.AXIS, 4)
    central = COURSES["clock"].setting()
    sure = calling.chances_by_call(replace(central, factors={**central.factors, **calling.SURE_CARD}))
    later = {**central.factors, "luftflotte_of_36": 0, "checked_later": 1}
    put_off = calling.chances_by_call(replace(central, factors=later))
    assert {*put_off} == {2, 3}
    assert all(sure[turn] == put_off[turn] for turn in put_off)
