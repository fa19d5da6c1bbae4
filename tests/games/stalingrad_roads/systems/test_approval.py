"""Approval, Manstein and the OKH: printed examples, every box and change, the chain."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.games.stalingrad_roads.systems._turns import number
from sim.games.stalingrad_roads.systems.approval import markers, track
from sim.numbers.tables import load_list
from tests.games.stalingrad_roads.systems.asked import GAME, ROLLS, SYSTEMS, by_turn, setting


def test_example_13_from_the_factors_of_the_chain() -> None:
    """Kalach and a headquarters, then the Fortress: approval 3 and Manstein 4 before headquarters move (R20)."""
    # [10.1.2, 10.1.3, 14.2.1, 14.2.4, 15.1.5]
    first, second, *_ = by_turn("approval", setting("approval", axis="stand_fast"))
    assert first.law("approval", "manstein", "crisis_rolls").counts == {(3, 4, 0): 1}
    # NOV IV: a city (-1) and the ring (-1) leave box 1; with two headquarters more lost on NOV III it is a crisis.
    assert second.law("approval", "manstein").counts == {(1, 4): 1}
    harder = by_turn("approval", setting("approval", {"first_turn_losses": 4}, axis="stand_fast"))
    assert harder[0].law("approval").counts == {(1,): 1}
    assert harder[1].law("crisis_rolls").counts == {(1,): 36}


def test_example_13_gives_two_supports_and_one_point() -> None:
    """Box 4 is Manstein's: 2 supports; the point of the first turn is the example's alone (ruling R21)."""
    # [15.1.3, 16.2.2]
    first = by_turn("approval", setting("approval", axis="stand_fast"))[0]
    assert first.law("support_box", "points_box").counts == {(4, 4): 1}


def test_the_largest_stalingrad_loss_counts_alone() -> None:
    for turn, lost, closed in product(range(1, 18), (0, 1, 2), (False, True)):
        early, late = turn <= number("DEC IV"), number("JAN I") <= turn <= number("FEB I")
        expected = {0: -1 if closed and early else 0, 1: -2 if early else 0, 2: -3 if early else -1 if late else 0}[
            lost
        ]
        assert int(markers.event_change("approval", markers.supply_events(lost, closed), turn)) == expected


def test_every_box_and_change() -> None:
    for box, change in product(range(8), range(-9, 10)):
        assert int(markers.moved(box, change)) == min(max(box + change, 0), 7)
    for roll, shift, boxes in product(range(2, 13), (-1, 0, 1), (-2, 0, 1)):
        row = load_list(GAME, "okh_crisis")[str(roll)]
        printed = int(row["manstein_change"]), int(row["approval_box"])
        expected = printed if roll == 7 else (min(printed[0] + shift, 0), min(printed[1] + boxes, 7))
        assert tuple(int(x) for x in markers.crisis_result(roll, shift, boxes))[:2] == expected


def favor(**values: int) -> track.Favor:
    kinds = {f.name: bool if "bool" in str(f.type) or f.type == "Flags" else np.int8
             for f in track.Favor.__dataclass_fields__.values()}  # fmt: skip
    return track.Favor(**{name: np.array([values.get(name, 0)], kind) for name, kind in kinds.items()})


def test_a_second_crisis_costs_manstein_a_box_and_no_roll() -> None:
    quiet = {"loss_every": 1, "first_city_turn": 18, "second_city_turn": 18, "both_hexes_turn": 18}
    chosen = setting("approval", quiet)
    rolls = np.zeros((1, 0), np.int8)
    first = track.soviet_turn(favor(approval=1, manstein=4), chosen, 3, rolls)
    assert (first.approval[0], first.manstein[0], first.is_crisis_due[0]) == (0, 4, True)
    second = track.soviet_turn(favor(approval=1, manstein=4, has_crisis=1), chosen, 3, rolls)
    assert (second.approval[0], second.manstein[0], second.is_crisis_due[0]) == (0, 3, False)
    fresh = track.axis_supply(favor(approval=0, manstein=4, has_crisis=1), chosen, 3, rolls)
    assert (fresh.approval[0], fresh.is_crisis_due[0]) == (0, True)


def test_box_0_without_a_loss_is_no_crisis() -> None:
    chosen = setting("approval", {"loss_every": 0, "one_hex_turn": 18, "both_hexes_turn": 18})
    for step, turn in ((track.soviet_turn, 3), (track.axis_supply, number("JAN II"))):
        after = step(favor(approval=0, manstein=4, has_crisis=1), chosen, turn, np.zeros((1, 0), np.int8))
        assert (after.manstein[0], after.is_crisis_due[0]) == (4, False)


def test_a_major_city_costs_approval_two_boxes_and_manstein_one() -> None:
    chosen = setting("approval", {"loss_every": 0, "first_city_turn": 12, "second_city_turn": 12})
    after = track.soviet_turn(favor(approval=7, manstein=5), chosen, 12, np.zeros((1, 0), np.int8))
    assert (after.approval[0], after.manstein[0]) == (3, 3)
    fall = track.soviet_turn(favor(approval=7, manstein=5), chosen, 11, np.zeros((1, 0), np.int8))
    assert (fall.approval[0], fall.manstein[0]) == (7, 4), "Stalingrad costs approval in the supply phase, not here"


@pytest.mark.parametrize("attacks", range(4))
def test_manstein_wins_a_box_by_the_attacks_that_a_crisis_asks_for(attacks: int) -> None:
    chosen = setting("approval", {"armored_attacks": attacks, "hq_moves": 0})
    owing = favor(approval=6, manstein=3, attacks_owed=2, attacks_gain=1)
    after = track.axis_turn(owing, chosen, 3, np.zeros((1, 0), np.int8))
    assert after.manstein[0] == 3 + (attacks >= 2)
    assert track.axis_turn(favor(approval=6, manstein=3), chosen, 3, np.zeros((1, 0), np.int8)).manstein[0] == 3


def test_headquarters_never_move_approval_to_box_0() -> None:
    chosen, rolls = setting("approval", {"hq_moves": 2}), np.zeros((1, 0), np.int8)
    for box in range(8):
        for turn in range(1, 18):
            after = track.axis_turn(favor(approval=box, manstein=3), chosen, turn, rolls)
            in_window = number("NOV IV") <= turn <= number("DEC IV")
            assert after.approval[0] == (max(box - 2, min(box, 1)) if in_window else box)


def test_manstein_is_dismissed_in_box_0_only_and_for_good() -> None:
    # [16.2.4]
    for policy in SYSTEMS["approval"].policies["axis"]:
        gone = Fraction(0)
        for turn, worlds in enumerate(by_turn("approval", setting("approval", axis=policy)), 1):
            law = worlds.law("status", "manstein", "approval", "dismissal_turn")
            dismissed = law.probability(lambda s, m, a, t: s == markers.DISMISSED)
            assert dismissed >= gone
            gone = dismissed
            for status, manstein, box, dismissal in law.counts:
                assert (status == markers.DISMISSED) == (dismissal > 0) == (0 < dismissal <= turn)
                if status == markers.DISMISSED:
                    assert (manstein, box) == (0, 3)
                if status == markers.IN_COMMAND:
                    assert manstein > 0
                if status == markers.AWAY:
                    assert manstein == 0


@pytest.mark.parametrize(("difference", "expected"), [(2, (7, 7)), (1, (5, 5)), (0, (0, 2))])
def test_the_backhand_blow_ends_after_two_turns(difference: int, expected: tuple[int, int]) -> None:
    # [16.3.2]
    calm = {"loss_every": 0, "first_turn_losses": 0, "hq_moves": 0, "one_hex_turn": 18, "both_hexes_turn": 18}
    calm |= {"first_city_turn": 9, "second_city_turn": 10, "backhand_difference": difference, "armored_gain": 1}
    turns = by_turn("approval", setting("approval", calm, axis="stand_fast"))
    assert turns[12].law("status", "approval").counts.keys() == {(markers.AWAY, 7)}
    status = markers.IN_COMMAND if expected[0] else markers.REMOVED
    assert turns[14].law("status", "manstein", "approval").counts.keys() == {(status, *expected)}


@pytest.mark.parametrize("wanted", range(3))
def test_a_backhand_blow_retakes_no_more_cities_than_the_soviets_hold(wanted: int) -> None:
    """On JAN I they hold none by our schedule, so the blow wins nothing and Manstein goes on JAN III [16.3.2]."""
    chosen = setting("approval", {"backhand_difference": wanted}, axis="early_blow")
    there = by_turn("approval", chosen)[8].law("status", "removal_turn")
    assert set(there.counts) <= {(markers.REMOVED, 9), (markers.DISMISSED, 0)}
    assert SYSTEMS["approval"].measure(chosen) < 9
    for begins, first, second in product((7, 9, 13), (9, 12, 18), (9, 13, 18)):
        factors = {"backhand_difference": wanted, "first_city_turn": first, "second_city_turn": second}
        held = sum(city <= begins for city in (first, second))
        assert int(track.cities_won(factors, begins)) == min(wanted, held)


def test_the_crisis_dice_are_two_dice() -> None:
    weights = track.crisis_weights(favor(is_crisis_due=1), setting("approval"), 1)[0].tolist()
    assert weights == [sum(a + b == total for a, b in ROLLS) for total in range(2, 13)]
    assert not track.crisis_weights(favor(), setting("approval"), 1).any()


def test_stalingrad_in_supply_again_and_a_city_retaken() -> None:
    # [16.2.3]
    rolls = np.zeros((1, 0), np.int8)
    chosen = setting("approval", {"resupplied_turn": 5, "loss_every": 0})
    again = track.axis_supply(favor(approval=6, manstein=3), chosen, 5, rolls)
    assert (again.approval[0], again.manstein[0]) == (6, 4), "in supply: no loss for the pocket, and a box more"
    cut_off = track.axis_supply(favor(approval=6, manstein=3), chosen, 4, rolls)
    assert (cut_off.approval[0], cut_off.manstein[0]) == (5, 3)
    chosen = setting("approval", {"city_retaken_turn": 14, "hq_moves": 0})
    for box in range(8):
        after = track.axis_turn(favor(approval=box, manstein=3), chosen, 14, rolls)
        assert (after.approval[0], after.manstein[0]) == (min(box + 2, 7), 4)
